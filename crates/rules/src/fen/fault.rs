//! The kinds of faults in position texts.

use crate::board::Side;

/// The kind of a fault in a position text, with what a front end needs to say it in words of its own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FenFault {
    /// The field has not the form that was expected, or contradicts the others.
    #[default]
    Field,
    /// Nothing of the kind can stand on the square that is the value.
    Square,
    /// A piece would have promoted on the square that is the value.
    LastRank,
    /// A side has another number of kings, or of what a game has in place of them.
    Kings {
        /// The side.
        side: Side,
        /// The number that it has.
        count: usize,
    },
    /// There are more pieces of a kind than a game can have.
    TooMany {
        /// The letter of the piece: a capital one for White, or where both sides are counted together.
        letter: char,
        /// The number of them.
        count: usize,
        /// The greatest number.
        most: usize,
    },
    /// A side has more promoted pieces than pawns are missing.
    Promoted(Side),
    /// There are more obstacles than a game has.
    Obstacles {
        /// The greatest number.
        most: usize,
    },
    /// The side that is not to move is in check.
    Check(Side),
    /// A piece does not stand where the right to castle or to a first step needs it.
    Rights,
    /// Neither side has anything left to lose.
    Objectives,
}

impl FenFault {
    /// The name under which catalogues have the fault's words in every language: `too-many`. It never changes.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// let error = GameId::CHESS.parse("4k3/8/8/8/8/8/8/4R2K w - - 0 1").unwrap_err();
    /// assert_eq!(error.fault.id(), "check");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            FenFault::Field => "field",
            FenFault::Square => "square",
            FenFault::LastRank => "last-rank",
            FenFault::Kings { .. } => "kings",
            FenFault::TooMany { .. } => "too-many",
            FenFault::Promoted(_) => "promoted",
            FenFault::Obstacles { .. } => "obstacles",
            FenFault::Check(_) => "check",
            FenFault::Rights => "rights",
            FenFault::Objectives => "objectives",
        }
    }
}
