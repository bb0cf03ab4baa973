//! The players of games played with this program, by the names in the tags.

use crate::Record;
use helgi_rules::board::Side;

/// The player of one side of a game in this program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A person at the keyboard; the name is `Player`.
    Person,
    /// The engine; the name is `helgi level 4`.
    Engine {
        /// The level, from 1.
        level: u32,
    },
}

const PERSON: &str = "Player";
/// The engine's name in front of its level.
const ENGINE: &str = "helgi level ";

impl Record {
    /// The player of a side; `None` if the tag names somebody else.
    ///
    /// ```
    /// use helgi_record::{Record, Seat};
    /// use helgi_rules::board::Side;
    ///
    /// let mut record = Record::default();
    /// record.set_seat(Side::Black, Seat::Engine { level: 7 });
    /// assert_eq!(record.tags.get("Black"), Some("helgi level 7"));
    /// assert_eq!(record.seat(Side::Black), Some(Seat::Engine { level: 7 }));
    /// assert_eq!(record.seat(Side::White), None);
    /// ```
    pub fn seat(&self, side: Side) -> Option<Seat> {
        let name = self.tags.get(side.name())?;
        let engine = || Some(Seat::Engine { level: name.strip_prefix(ENGINE)?.parse().ok()? });
        if name == PERSON { Some(Seat::Person) } else { engine() }
    }

    /// Names who plays a side, in the tags `White` and `WhiteType` or those of Black.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        let (name, kind) = match seat {
            Seat::Person => (PERSON.to_owned(), "human"),
            Seat::Engine { level } => (format!("{ENGINE}{level}"), "program"),
        };
        self.tags.set(side.name(), name);
        self.tags.set(&format!("{}Type", side.name()), kind);
    }
}
