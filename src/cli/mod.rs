//! The commands of the command line, one module for each.
//!
//! They write to the output they are given, and return its errors.

pub mod bench;
pub mod board;
pub mod draw;
pub mod matches;
pub mod perft;
pub mod pgn;
pub mod play;
mod progress;
pub mod rules;
pub mod tune;
pub mod xboard_settings;

use helgi_rules::games::GameId;
use std::fmt::Display;
use std::io;

/// Reads the name of a game from the command line.
fn game(name: &str) -> Result<GameId, String> {
    GameId::named(name).ok_or_else(|| {
        let names: Vec<&str> = GameId::ALL.iter().map(|game| game.name()).collect();
        format!("expected one of: {}", names.join(", "))
    })
}

/// An error that the user's input has caused.
fn invalid(error: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}
