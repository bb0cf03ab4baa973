//! The side to move, and the two counts that a position's text ends with.

use crate::board::{Side, ZobristKey, zobrist};
use std::fmt;

/// The side to move and the counts of half-moves and full moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side to move.
    pub side: Side,
    /// Half-moves without progress, as the game defines it.
    pub halfmove: u16,
    /// The number of the full move, from 1; Black's move ends it.
    pub fullmove: u16,
}

impl Turn {
    /// The other side's turn; `progress` sets the half-move clock back.
    #[inline]
    #[must_use]
    pub fn next(self, progress: bool) -> Turn {
        Turn {
            side: !self.side,
            halfmove: if progress { 0 } else { self.halfmove.saturating_add(1) },
            fullmove: self.fullmove.saturating_add((self.side == Side::Black) as u16),
        }
    }

    /// Returns the part of a position's key for the side to move; the counts are not part of it.
    #[inline]
    #[must_use]
    pub const fn key(self) -> ZobristKey {
        match self.side {
            Side::White => 0,
            Side::Black => zobrist::BLACK_TO_MOVE,
        }
    }
}

/// The largest count that a position's text holds; larger ones are written as this.
pub(crate) const LARGEST_COUNT: u16 = 9999;

/// The counts as they end a position's text: `0 1`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.halfmove.min(LARGEST_COUNT), self.fullmove.min(LARGEST_COUNT))
    }
}
