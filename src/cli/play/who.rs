//! Who plays, and how records name them.

use helgi_record::Record;
use helgi_rules::board::Side;

/// Whom the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Player {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides: the engine only helps.
    Both,
}

impl Player {
    /// Whether the person plays a side.
    pub fn plays(self, side: Side) -> bool {
        match self {
            Player::White => side == Side::White,
            Player::Black => side == Side::Black,
            Player::Both => true,
        }
    }
}

/// The level where none is named.
pub const USUAL_LEVEL: u32 = 4;

/// The person's name in records.
const PERSON: &str = "Player";

/// The engine's name in records, in front of its level.
const ENGINE: &str = "helgi level ";

/// The names of those who play, White first.
pub fn players(person: Player, level: u32) -> [String; 2] {
    Side::BOTH.map(|side| if person.plays(side) { PERSON.to_owned() } else { format!("{ENGINE}{level}") })
}

/// Whom the person played in a recorded game, and at which level the engine did, as the names say.
pub fn who_played(record: &Record) -> Option<(Player, u32)> {
    let level = |tag| record.tags.get(tag)?.strip_prefix(ENGINE)?.parse().ok();
    let is_person = |tag| record.tags.get(tag) == Some(PERSON);
    match (level("White"), level("Black")) {
        (None, Some(level)) if is_person("White") => Some((Player::White, level)),
        (Some(level), None) if is_person("Black") => Some((Player::Black, level)),
        (None, None) if is_person("White") && is_person("Black") => Some((Player::Both, USUAL_LEVEL)),
        _ => None,
    }
}
