//! UCI: lines from the GUI as [`Command`]s, answers of the engine as [`Reply`]s.
//!
//! Text and values only. What a command does, when it is answered and whether
//! its moves are legal is decided elsewhere.

mod command;
mod error;
mod go;
mod parse;
mod reply;
mod standard;

pub use command::{Command, Start};
pub use error::ParseError;
pub use go::GoParams;
pub use parse::parse;
pub use reply::{Reply, VariantInfo};
