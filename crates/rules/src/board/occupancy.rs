//! The pieces on a board, as one of them sees them.

use super::Bitboard;
use super::path::Passing;

/// The pieces on a board, as one piece sees them.
#[derive(Clone, Copy, Debug)]
pub struct Occupancy<const W: usize> {
    /// Every square on which something stands, obstacles included.
    pub all: Bitboard<W>,
    /// The pieces of the piece's own side; others than those in `all` do not count.
    pub own: Bitboard<W>,
    /// The obstacles, which are not pieces.
    pub blocked: Bitboard<W>,
}

impl<const W: usize> Occupancy<W> {
    /// Returns the squares that stop a slide with this passing, unless it passes a limited number.
    #[inline]
    pub(super) fn stops(&self, passing: Passing) -> Bitboard<W> {
        match passing {
            Passing::Nothing
            | Passing::One
            | Passing::Hurdle
            | Passing::NearHurdle
            | Passing::Several
            | Passing::Marked
            | Passing::OneOwn => self.all,
            Passing::Own => self.all - self.own,
            Passing::Pieces => self.blocked,
            Passing::Everything => Bitboard::EMPTY,
        }
    }

    /// A board with pieces and no obstacles.
    #[inline]
    #[must_use]
    pub fn new(all: Bitboard<W>, own: Bitboard<W>) -> Self {
        Occupancy { all, own, blocked: Bitboard::EMPTY }
    }
}

/// Pieces whose side makes no difference, and no obstacles.
impl<const W: usize> From<Bitboard<W>> for Occupancy<W> {
    #[inline]
    fn from(all: Bitboard<W>) -> Self {
        Self::new(all, Bitboard::EMPTY)
    }
}
