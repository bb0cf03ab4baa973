//! Promotion as in sittuyin: a move of its own, in place or one move of the new piece away, which neither takes nor
//! attacks anything.

use crate::position::FilePosition;
use crate::slot::Slot;
use helgi_rules::board::{Action, Bitboard, Kind, Move, MoveSink, Piece, Square};
use helgi_rules::{Outcome, Phrase, Position, Reason};

/// Ends in which a side need not make the promotions that are its only moves.
pub(crate) const ONLY_PROMOTIONS: Phrase =
    Phrase::new("only-promotions", "Draw because only promotions are left, which nobody has to make");

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if pieces of a kind promote so: pawns by name, in games that have the rule.
    #[inline]
    pub(crate) fn promotes_in_place(&self, slot: Slot) -> bool {
        slot == Slot::PAWN && self.rules.spec.regional.sittuyin_promotion
    }

    /// Visits the promotions of the pawn on a square: from a square of its zone, or from anywhere if it is the last one
    /// of its side.
    // Apart from the generator, and with a guard of its own, as first leaps are.
    #[inline(never)]
    pub(crate) fn visit_promotions_in_place(&self, pawn: Kind, from: Square, moves: &mut impl MoveSink) {
        let (rules, side) = (self.rules, self.turn.side);
        let may_promote = rules.promotion_zone[side.index()][pawn.index()].has(from)
            || self.of_slot(side, Slot::PAWN).len() == 1;
        if !may_promote {
            return;
        }
        let (geometry, occupied, enemy) = (&rules.geometry, self.occupied(), self.cells.side(!side));
        let (seen, safe) = (self.seen_by(side), self.safe_for(&self.guard(), from));
        for &kind in &rules.promotions[side.index()][pawn.index()] {
            if !self.may_promote_to(kind) {
                continue;
            }
            let movement = rules.movement(Piece { kind, side });
            let away = movement.arrivals(geometry, from, &seen, geometry.all() - occupied, Bitboard::EMPTY);
            let is_peaceful = |&to: &Square| {
                let after = (occupied - Bitboard::from(from)) | Bitboard::from(to);
                !movement.attacks(geometry, to, &self.seen_with(after)).meets(enemy)
                    && !self.checks_king(Move::promotion(from, to, kind))
            };
            let targets = (away | Bitboard::from(from)) & safe;
            let targets: Bitboard<W> = targets.into_iter().filter(is_peaceful).collect();
            moves.fan(targets, |to| Move::promotion(from, to, kind));
        }
    }

    /// The draw of a side with a king and one pawn which could only promote: it may say that it has no move.
    pub(crate) fn declined_promotion(&self) -> Option<Outcome> {
        if !self.rules.spec.regional.sittuyin_promotion {
            return None;
        }
        let side = self.turn.side;
        let has_one_pawn = self.cells.side(side).len() == 2 && self.of_slot(side, Slot::PAWN).len() == 1;
        let promotes = |legal: &Move| matches!(legal.action(), Action::Step { promote: Some(_), .. });
        let only_promotes = || {
            let legal = self.legal_moves();
            !legal.is_empty() && legal.iter().all(promotes)
        };
        let is_over = has_one_pawn && !self.is_checked() && self.end().is_none() && only_promotes();
        is_over.then(|| Outcome::draw(Reason::Rule(ONLY_PROMOTIONS)))
    }
}
