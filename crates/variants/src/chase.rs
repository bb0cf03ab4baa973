//! Chases: the threats of xiangqi that may not go on for ever.
//!
//! A move chases a piece if its side can take that piece for gain after the move, and could not before it. Each position
//! counts for each piece how many moves of the other side in a row have chased it, so that a verdict on a repetition needs
//! no look back. A capture for gain is a legal one, of nothing that the rules leave alone:
//!
//! * kings and soldiers do not chase; kings, and soldiers that do not move sideways yet, are not chased;
//! * a horse or a cannon always gains by a rook, an adviser or an elephant by a rook, a horse or a cannon;
//! * other captures gain if no legal move takes back, and those of a piece of the same kind only if it cannot take the captor
//!   first.
//!
//! A chariot that may not leave because a horse would give check is chased worse than anything else. So the federation's book
//! decides its diagram 39.

use crate::position::FilePosition;
use crate::prey::{Chased, Prey};
use crate::slot::Slot;
use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Side, Square};

/// Returns true if a capture gains whatever takes back.
fn always_gains(hunter: Slot, prey: Slot) -> bool {
    match hunter {
        Slot::HORSE | Slot::CANNON => prey == Slot::ROOK,
        Slot::FERS | Slot::ELEPHANT => matches!(prey, Slot::ROOK | Slot::HORSE | Slot::CANNON),
        _ => false,
    }
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Keeps the counts of checks and chases after a move; `before` is the position that it was played in.
    pub(crate) fn count_chases(&mut self, before: &Self, action: Action, progress: bool) {
        let side = before.turn.side;
        let clears = progress && !self.rules.comes_back();
        if progress {
            self.given = [0; 2];
        } else if self.in_check() {
            let given = &mut self.given[side.index()];
            *given = given.saturating_add(1);
        }
        if clears {
            self.chased = Chased::default();
            return;
        }
        // A piece that is chased takes its count along.
        if let Action::Step { from, to, .. } = action {
            let moved = self.chased.0[(!side).index()].iter_mut().filter(|prey| prey.square == from);
            moved.for_each(|prey| prey.square = to);
        }
        let mut chased = self.threatened_by(side);
        if !chased.is_empty() {
            chased -= before.threatened_by(side);
        }
        let old = self.chased;
        let prey = |square: Square| {
            let known = old.on(side, square);
            let pinned = if self.is_pinned_rook(square) { known.pinned.saturating_add(1) } else { 0 };
            Prey { square, moves: known.moves.saturating_add(1), pinned }
        };
        let mut new = old;
        new.replace(side, chased.into_iter().map(prey));
        self.chased = new;
    }

    /// Returns true for a chariot whose leaving would let a horse give check.
    fn is_pinned_rook(&self, square: Square) -> bool {
        let Some(rook) = self.cells.at(square) else { return false };
        let (owner, occupied) = (rook.side, self.occupied());
        self.rules.facts(rook.kind).slot == Slot::ROOK
            && self.king(owner).is_some_and(|king| {
                let horses = self.of_slot(!owner, Slot::HORSE);
                let without = self.attackers(king, !owner, occupied - Bitboard::from(square));
                (without & horses) != (self.attackers(king, !owner, occupied) & horses)
            })
    }

    /// The pieces of the other side that `side` could take for gain if it were to move.
    pub(crate) fn threatened_by(&self, side: Side) -> Bitboard<W> {
        let occupied = self.occupied();
        let seen = self.seen_with(occupied);
        let prey = self.prey_of(side);
        let hunters =
            self.cells.side(side) - self.of_slot(side, Slot::KING) - self.of_slot(side, Slot::SOLDIER);
        let mut threatened = Bitboard::EMPTY;
        for from in hunters {
            let Some(hunter) = self.cells.at(from) else { continue };
            let attacks = self.rules.movement(hunter).attacks(&self.rules.geometry, from, &seen);
            for to in (attacks & prey) - threatened {
                if self.gains(side, from, to, occupied) {
                    threatened.insert(to);
                }
            }
        }
        threatened
    }

    /// The pieces that a side may chase: all of the other side's but kings and soldiers that do not move sideways yet.
    fn prey_of(&self, side: Side) -> Bitboard<W> {
        let outline = self.rules.geometry.outline();
        let soldiers = self.of_slot(!side, Slot::SOLDIER);
        let is_young = |&square: &Square| outline.rank_of(!side, square) < self.rules.spec.soldier_rank;
        let young: Bitboard<W> = soldiers.into_iter().filter(is_young).collect();
        self.cells.side(!side) - self.of_slot(!side, Slot::KING) - young
    }

    /// Returns true if a side gains by a capture, which its piece aims at.
    fn gains(&self, side: Side, from: Square, to: Square, occupied: Bitboard<W>) -> bool {
        let (Some(hunter), Some(prey)) = (self.cells.at(from), self.cells.at(to)) else { return false };
        let (hunter, prey) = (self.rules.facts(hunter.kind).slot, self.rules.facts(prey.kind).slot);
        let after = occupied - Bitboard::from(from);
        if !self.is_safe(side, self.king(side), after, to) {
            return false;
        }
        if always_gains(hunter, prey) {
            return true;
        }
        if self.takes_back(side, from, to, after) {
            return false;
        }
        hunter != prey || !self.takes_first(side, from, to, occupied)
    }

    /// Returns true if the other side can take a piece of `side` that has just captured on `to`.
    fn takes_back(&self, side: Side, from: Square, to: Square, occupied: Bitboard<W>) -> bool {
        let roots = self.attackers(to, !side, occupied) - Bitboard::from(to);
        roots.into_iter().any(|root| {
            let king = self.king(!side).map(|king| if king == root { to } else { king });
            // The captor still stands on its old square in the list of pieces.
            self.is_safe(!side, king, occupied - Bitboard::from(root), from)
        })
    }

    /// Returns true if the piece on `to` could take the one on `from` instead.
    fn takes_first(&self, side: Side, from: Square, to: Square, occupied: Bitboard<W>) -> bool {
        self.attackers(from, !side, occupied).has(to)
            && self.is_safe(!side, self.king(!side), occupied - Bitboard::from(to), from)
    }

    /// Returns true if nothing attacks the king of a side, `gone` aside, and no other king faces it.
    fn is_safe(&self, side: Side, king: Option<Square>, occupied: Bitboard<W>, gone: Square) -> bool {
        king.is_none_or(|king| {
            self.attackers(king, !side, occupied).is_subset(gone.into()) && !self.faces(king, !side, occupied)
        })
    }
}
