//! The players of games played with this program, by the names in the tags.

use crate::Record;
use helgi_rules::board::Side;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The player of one side of a game in this program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A person at the keyboard; the name is `Player`.
    Person,
    /// The engine; the name is `helgi level 4`, `helgi 2.5 s a move` or `helgi 10000 nodes a move`.
    Engine(EngineStrength),
}

/// The strength of the engine: that of a level, or its best in a limited search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineStrength {
    /// A level, from 1.
    Level(u32),
    /// Full strength with this time for each move, in whole milliseconds.
    Time(Duration),
    /// Full strength with this number of nodes for each move.
    Nodes(u64),
}

const PERSON: &str = "Player";
/// The engine's name in front of its strength.
const ENGINE: &str = "helgi ";

impl fmt::Display for EngineStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineStrength::Level(level) => write!(f, "level {level}"),
            EngineStrength::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
            EngineStrength::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
        }
    }
}

/// A text that names no strength of the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}`, expected a strength such as `level 4`, `2.5 s a move` or `10000 nodes a move`")]
pub struct NoStrength(String);

impl FromStr for EngineStrength {
    type Err = NoStrength;

    fn from_str(text: &str) -> Result<Self, NoStrength> {
        let level = || Some(EngineStrength::Level(text.strip_prefix("level ")?.parse().ok()?));
        let time = || {
            let seconds: f64 = text.strip_suffix(" s a move")?.parse().ok()?;
            let time = Duration::try_from_secs_f64(seconds).ok()?;
            // Half a millisecond more, so that cutting off rounds to the nearest one.
            let milliseconds = u64::try_from((time + Duration::from_micros(500)).as_millis()).ok()?;
            Some(EngineStrength::Time(Duration::from_millis(milliseconds)))
        };
        let nodes = || Some(EngineStrength::Nodes(text.strip_suffix(" nodes a move")?.parse().ok()?));
        level().or_else(time).or_else(nodes).ok_or_else(|| NoStrength(text.to_owned()))
    }
}

impl Record {
    /// The player of a side; `None` if the tag names somebody else.
    ///
    /// ```
    /// use helgi_record::{EngineStrength, Record, Seat};
    /// use helgi_rules::board::Side;
    ///
    /// let mut record = Record::default();
    /// let engine = Seat::Engine(EngineStrength::Level(7));
    /// record.set_seat(Side::Black, engine);
    /// assert_eq!(record.tags.get("Black"), Some("helgi level 7"));
    /// assert_eq!(record.seat(Side::Black), Some(engine));
    /// assert_eq!(record.seat(Side::White), None);
    /// ```
    pub fn seat(&self, side: Side) -> Option<Seat> {
        let name = self.tags.get(side.name())?;
        let engine = || Some(Seat::Engine(name.strip_prefix(ENGINE)?.parse().ok()?));
        if name == PERSON { Some(Seat::Person) } else { engine() }
    }

    /// Names who plays a side, in the tags `White` and `WhiteType` or those of Black.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        let (name, kind) = match seat {
            Seat::Person => (PERSON.to_owned(), "human"),
            Seat::Engine(strength) => (format!("{ENGINE}{strength}"), "program"),
        };
        self.tags.set(side.name(), name);
        self.tags.set(&format!("{}Type", side.name()), kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_strengths_are_read_again() {
        let time = |milliseconds| EngineStrength::Time(Duration::from_millis(milliseconds));
        for (strength, name) in [
            (EngineStrength::Level(18), "helgi level 18"),
            (time(5_000), "helgi 5 s a move"),
            (time(100), "helgi 0.1 s a move"),
            (time(1_337), "helgi 1.337 s a move"),
            (EngineStrength::Nodes(10_000), "helgi 10000 nodes a move"),
        ] {
            let mut record = Record::default();
            record.set_seat(Side::White, Seat::Engine(strength));
            assert_eq!(record.tags.get("White"), Some(name));
            assert_eq!(record.tags.get("WhiteType"), Some("program"));
            assert_eq!(record.seat(Side::White), Some(Seat::Engine(strength)));
        }
        for name in ["helgi", "helgi level", "helgi -1 s a move", "helgi 1e99 s a move", "helgi NaN s a move"]
        {
            let mut record = Record::default();
            record.tags.set("White", name);
            assert_eq!(record.seat(Side::White), None, "{name}");
        }
    }
}
