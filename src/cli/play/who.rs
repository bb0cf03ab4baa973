//! The players, and their names in records.

use crate::cli::language::Language;
use helgi_record::{EngineStrength, Record, Seat};
use helgi_rules::board::Side;

/// The person's opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum TerminalPlayer {
    /// White.
    #[value(alias = "w")]
    White,
    /// Black.
    #[value(alias = "b")]
    Black,
    /// Both sides; the engine only gives hints.
    Both,
}

impl TerminalPlayer {
    /// Reads a typed side in a language, or in English.
    pub fn read(language: Language, word: &str) -> Option<TerminalPlayer> {
        let players = [
            ("side.white", TerminalPlayer::White),
            ("side.black", TerminalPlayer::Black),
            ("side.both", TerminalPlayer::Both),
        ];
        players.into_iter().find(|(name, _)| language.has_typed(name, word)).map(|(_, player)| player)
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

/// The strength where none is named.
pub const USUAL_STRENGTH: EngineStrength = EngineStrength::Level(4);

/// The players, White first.
pub fn players(person: TerminalPlayer, strength: EngineStrength) -> [Seat; 2] {
    Side::BOTH.map(|side| if person.plays(side) { Seat::Person } else { Seat::Engine(strength) })
}

/// Returns the person's opponent in a recorded game, and the engine's strength, by the names.
pub fn recorded_opponent(record: &Record) -> Option<(TerminalPlayer, EngineStrength)> {
    match Side::BOTH.map(|side| record.seat(side)) {
        [Some(Seat::Person), Some(Seat::Engine(strength))] => Some((TerminalPlayer::White, strength)),
        [Some(Seat::Engine(strength)), Some(Seat::Person)] => Some((TerminalPlayer::Black, strength)),
        [Some(Seat::Person), Some(Seat::Person)] => Some((TerminalPlayer::Both, USUAL_STRENGTH)),
        _ => None,
    }
}
