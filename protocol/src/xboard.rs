//! The XBoard protocol, CECP version 2: lines from the GUI as [`Command`]s, answers of the engine as
//! [`Reply`]s.
//!
//! Text and values only. Moves stay text, because what they mean depends on the game and on what the
//! GUI makes of it. The protocol is Tim Mann's and H. G. Muller's "Chess Engine Communication
//! Protocol", as it comes with XBoard 4.9.

mod command;
mod reply;

pub use command::{Command, Level, ParseError, parse};
pub use reply::Reply;
