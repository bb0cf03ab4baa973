//! UCI: lines from the GUI as [`Command`]s, answers of the engine as [`Reply`]s.
//!
//! Text and values only. What a command does, when it is answered and whether
//! its moves are legal is decided elsewhere.

mod command;
mod go;
mod reply;
mod standard;

pub use command::{Command, ParseError, Start, parse};
pub use go::GoParams;
pub use reply::{Reply, VariantInfo};

pub use crate::text::decode;
