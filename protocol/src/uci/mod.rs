//! UCI: lines from the GUI as [`Command`]s, answers of the engine as [`UciReply`]s.
//!
//! Text and values only: other crates carry out the commands, time the answers and check the moves.

mod command;
mod error;
mod go;
mod parse;
mod reply;
mod standard;

pub use command::{Command, Start};
pub use error::ParseError;
pub use go::GoParams;
pub(crate) use go::{number as go_number, parse as parse_go};
pub use parse::parse;
pub use reply::{UciReply, VariantInfo};
