//! The XBoard protocol, CECP version 2: lines from the GUI as [`Command`]s, answers of the engine as
//! [`XBoardReply`]s.
//!
//! Text and values only. The GUI's moves are [`XBoardPly`]s of the board it shows; which move of the
//! game that stands for, the game decides. The protocol is Tim Mann's and H. G. Muller's "Chess Engine
//! Communication Protocol", as it comes with XBoard 4.9.

mod command;
mod holdings;
mod parse;
mod ply;
mod reply;

pub use command::{Command, Level, Query, Setting};
pub use holdings::Holdings;
pub use parse::{ParseError, parse};
pub use ply::XBoardPly;
pub use reply::XBoardReply;
