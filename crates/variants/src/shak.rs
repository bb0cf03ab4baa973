//! The mates of shatar: one needs a strong check before it.
//!
//! A check by a knight, a rook or a bers is a *shak*. Mate by knights alone wins for the side that is mated, since such a
//! move is not allowed, and a mate without a shak in its series of checks is *niol*, a draw.

use crate::position::FilePosition;
use crate::slot::{Slot, Types};
use helgi_rules::board::{Bitboard, Side};
use helgi_rules::{Outcome, Phrase, Reason};

/// Ends by a mate that only knights have given.
pub(crate) const KNIGHT_MATE: Phrase = Phrase::new("knight-mate", "is mated by a knight alone and wins");

/// Ends by a mate without a strong check before it.
pub(crate) const NIOL: Phrase = Phrase::new("niol", "Niol: mate without a strong check is a draw");

/// The kinds of which a check is strong.
const STRONG: Types = Types::of(&[Slot::KNIGHT, Slot::ROOK, Slot::BERS]);

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Keeps the memory of a series of checks, after a move or at its beginning: whether one of those that the side not to
    /// move has given without a break was strong.
    pub(crate) fn note_shak(&mut self) {
        let giver = !self.turn.side;
        let checkers = self.find_checkers();
        let is_strong = checkers.meets(self.of_types(giver, STRONG));
        let had_one = &mut self.shak[giver.index()];
        *had_one = !checkers.is_empty() && (*had_one || is_strong);
    }

    /// The verdict on a mated side where mates need a shak; `None` if it has simply lost.
    pub(crate) fn mated_without_shak(&self, side: Side) -> Option<Outcome> {
        if !self.rules.spec.regional.shatar_mate {
            return None;
        }
        let checkers: Bitboard<W> = self.find_checkers();
        if checkers.is_subset(self.of_slot(!side, Slot::KNIGHT)) {
            return Some(Outcome::win(side, Reason::Rule(KNIGHT_MATE)));
        }
        (!self.shak[(!side).index()]).then(|| Outcome::draw(Reason::Rule(NIOL)))
    }
}
