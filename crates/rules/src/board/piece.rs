//! Kinds of pieces, and pieces: a kind and its side.

use super::Side;
use std::fmt;

/// The kind of a piece, as an index into its game's piece table; below 32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// The number of kinds a game can have.
    pub const LIMIT: usize = 32;

    /// The kind as an array index, below [`LIMIT`](Self::LIMIT).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 as usize) % Self::LIMIT
    }
}

/// A piece: its kind and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Kind of the piece.
    pub kind: Kind,
    /// Side of the piece.
    pub side: Side,
}

/// The number, as in `kind 3`: the letters and names of kinds are in the [`Info`](crate::Info) of their game.
impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}", self.0)
    }
}

/// Side and kind, as in `white kind 3`.
impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.side.name().to_ascii_lowercase(), self.kind)
    }
}
