//! Kings that face each other on an open line: forbidden, or the offer of a draw.

use crate::position::FilePosition;
use helgi_rules::board::{Bitboard, Side, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if a piece on a square would face the king of `by` when `occupied` squares stand in the way.
    fn sees_king(&self, square: Square, by: Side, occupied: Bitboard<W>) -> bool {
        self.king(by).is_some_and(|king| self.rules.geometry.orthogonal(square, occupied).has(king))
    }

    /// Returns true if the king of `by` would face one on a square, where that is forbidden now.
    pub(crate) fn faces(&self, square: Square, by: Side, occupied: Bitboard<W>) -> bool {
        self.forbids_facing() && self.sees_king(square, by, occupied)
    }

    /// Returns true if the kings face each other, where that is an offer.
    #[inline]
    pub(crate) fn is_bikjang(&self) -> bool {
        self.rules.spec.bikjang
            && self.king(Side::White).is_some_and(|king| self.sees_king(king, Side::Black, self.occupied()))
    }

    /// Returns true if the side to move may not leave the kings facing each other, unless it passes: always, or because
    /// they do so by an offer.
    #[inline]
    pub(crate) fn forbids_facing(&self) -> bool {
        self.rules.spec.flying_general || self.is_bikjang()
    }
}
