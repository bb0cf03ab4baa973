//! The royal ones of several kings of a side.

use crate::position::FilePosition;
use crate::spec::RoyalKings;
use helgi_rules::board::{Bitboard, Side, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The royal king of a side that may have several; where all are royal, one of them.
    pub(crate) fn one_of_kings(&self, kings: Bitboard<W>, side: Side) -> Option<Square> {
        let outline = self.rules.geometry.outline();
        let rank = |square: Square, side: Side| outline.rank_of(side, square);
        match self.rules.spec.beyond.royal_kings {
            RoyalKings::First | RoyalKings::All => kings.first(),
            RoyalKings::Leftmost => {
                kings.into_iter().min_by_key(|&square| (outline.file(square), rank(square, Side::White)))
            }
            RoyalKings::LeftmostOwn => {
                kings.into_iter().min_by_key(|&square| (outline.file(square), rank(square, side)))
            }
        }
    }

    /// The royal kings of a side.
    pub(crate) fn royal_kings(&self, side: Side) -> Bitboard<W> {
        match self.rules.king {
            Some(king) if self.rules.spec.beyond.royal_kings == RoyalKings::All => self.cells.of(side, king),
            _ => self.king(side).map_or(Bitboard::EMPTY, Bitboard::from),
        }
    }

    /// Returns true if a royal king of a side is attacked.
    #[inline]
    pub(crate) fn has_attacked_king(&self, side: Side, with_facing: bool) -> bool {
        let is_attacked = |king| self.is_attacked(king, !side, self.occupied(), with_facing);
        // Few games have several, and this is asked for at every step.
        if self.rules.has_several_kings {
            self.royal_kings(side).into_iter().any(is_attacked)
        } else {
            self.king(side).is_some_and(is_attacked)
        }
    }

    /// Ends the castlings of a side by a move of one of its kings, where there may be several.
    pub(crate) fn end_castlings_of_kings(&mut self, side: Side) {
        if self.castlings.has_any(side) {
            self.castlings.lose(self.castlings.king(side));
        }
    }
}
