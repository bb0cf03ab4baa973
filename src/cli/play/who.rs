//! The players, and their names in records.

use crate::cli::language::{ENGLISH, Language};
use helgi_record::{Record, Seat};
use helgi_rules::board::Side;

/// The person's opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum TerminalPlayer {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides; the engine only gives hints.
    Both,
}

impl TerminalPlayer {
    /// Reads a typed side in a language, or in English.
    pub fn read(language: &dyn Language, word: &str) -> Option<TerminalPlayer> {
        let word = word.to_lowercase().replace('ё', "е");
        let players = [TerminalPlayer::White, TerminalPlayer::Black, TerminalPlayer::Both];
        let known = [language, ENGLISH]
            .into_iter()
            .flat_map(|language| language.side_words().into_iter().zip(players));
        known.filter(|(words, _)| words.contains(&&*word)).map(|(_, player)| player).next()
    }

    /// Returns true if the person plays a side.
    pub fn plays(self, side: Side) -> bool {
        match self {
            TerminalPlayer::White => side == Side::White,
            TerminalPlayer::Black => side == Side::Black,
            TerminalPlayer::Both => true,
        }
    }
}

/// The level where none is named.
pub const USUAL_LEVEL: u32 = 4;

/// The players, White first.
pub fn players(person: TerminalPlayer, level: u32) -> [Seat; 2] {
    Side::BOTH.map(|side| if person.plays(side) { Seat::Person } else { Seat::Engine { level } })
}

/// Returns the person's opponent in a recorded game, and the engine's level, by the names.
pub fn who_played(record: &Record) -> Option<(TerminalPlayer, u32)> {
    match Side::BOTH.map(|side| record.seat(side)) {
        [Some(Seat::Person), Some(Seat::Engine { level })] => Some((TerminalPlayer::White, level)),
        [Some(Seat::Engine { level }), Some(Seat::Person)] => Some((TerminalPlayer::Black, level)),
        [Some(Seat::Person), Some(Seat::Person)] => Some((TerminalPlayer::Both, USUAL_LEVEL)),
        _ => None,
    }
}
