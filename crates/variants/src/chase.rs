//! Chases: the threats of xiangqi that may not go on for ever.
//!
//! A move chases a piece if one of its side's pieces can take it for gain after the move, and could not before it. Each
//! position counts for each piece how many moves of the other side in a row have chased it, so that a verdict on a
//! repetition needs no look back. A capture for gain is a legal one, of nothing that the rules leave alone:
//!
//! * kings and soldiers do not chase; kings, and soldiers that do not move sideways yet, are not chased;
//! * a horse or a cannon always gains by a rook, an adviser or an elephant by a rook, a horse or a cannon;
//! * other captures gain if no legal move takes back, and those of a piece of the same kind only if it cannot take the captor
//!   first.
//!
//! A check is left aside, as if it had been answered: it neither hides an attack nor takes a root away, and to check and to
//! chase by turns is allowed (diagrams 12 to 17 of the federation's book).
//!
//! A move may also chase without attacking: a piece that could capture all the time does so for gain after it, because the
//! move takes away the root of its prey (the first diagram of the book's appendix). A chase by such moves alone is none against
//! one with attacks (diagrams 39 to 41 and 61: the hunter does not move). A chariot that may not leave because a horse would
//! give check is chased worse than anything else (the rule of diagram 39).

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

/// A capture that a piece aims at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capture {
    /// The king would be in a new check, or the piece does not reach the square.
    Illegal,
    /// The side gains nothing.
    Even,
    /// The side gains.
    Gain,
}

/// The pieces that a move newly threatens.
struct Threats<const W: usize> {
    /// Those that a piece attacks which could not take them before.
    attacked: Bitboard<W>,
    /// Those that a piece aimed at before and can take for gain now: they have lost their root.
    bared: Bitboard<W>,
}

impl<const W: usize> Threats<W> {
    const NONE: Self = Threats { attacked: Bitboard::EMPTY, bared: Bitboard::EMPTY };
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Keeps the counts of checks and chases after a move; `before` is the position that it was played in.
    pub(crate) fn count_chases(&mut self, before: &Self, action: Action, progress: bool) {
        let side = before.turn.side;
        // After progress no earlier position can occur again, so counts of it are worth nothing.
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
        let threats = self.new_threats(before, action);
        let old = self.chased;
        let prey = |square: Square| {
            let known = old.on(side, square);
            let count = |known: u8, goes_on: bool| if goes_on { known.saturating_add(1) } else { 0 };
            Prey {
                square,
                moves: count(known.moves, true),
                bared: count(known.bared, !threats.attacked.has(square)),
                pinned: count(known.pinned, self.is_pinned_rook(square)),
            }
        };
        let mut new = old;
        new.replace(side, (threats.attacked | threats.bared).into_iter().map(prey));
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

    /// The pieces that the side which has just moved could take for gain if it were to move again, and could not before.
    fn new_threats(&self, before: &Self, action: Action) -> Threats<W> {
        let side = before.turn.side;
        let prey = self.prey_of(side);
        let hunters =
            self.cells.side(side) - self.of_slot(side, Slot::KING) - self.of_slot(side, Slot::SOLDIER);
        let mut threats = Threats::NONE;
        for from in hunters {
            let old = match action {
                Action::Step { from: old, to, .. } if to == from => Some(old),
                Action::Drop { to, .. } if to == from => None,
                _ => Some(from),
            };
            let attacked_before = old.map_or(Bitboard::EMPTY, |old| before.attacks_from(old));
            // A piece that is attacked by one hunter need not be looked at for the next.
            for to in (self.attacks_from(from) & prey) - threats.attacked {
                if self.capture(side, from, to) != Capture::Gain {
                    continue;
                }
                let known = old.filter(|_| attacked_before.has(to));
                match known.map_or(Capture::Illegal, |old| before.capture(side, old, to)) {
                    Capture::Illegal => threats.attacked.insert(to),
                    Capture::Even => threats.bared.insert(to),
                    Capture::Gain => {}
                }
            }
        }
        threats
    }

    /// The squares that the piece on a square attacks.
    fn attacks_from(&self, from: Square) -> Bitboard<W> {
        let Some(piece) = self.cells.at(from) else { return Bitboard::EMPTY };
        self.rules.movement(piece).attacks(&self.rules.geometry, from, &self.seen_with(self.occupied()))
    }

    /// The pieces that a side may chase: all of the other side's but kings and soldiers that do not move sideways yet.
    fn prey_of(&self, side: Side) -> Bitboard<W> {
        let outline = self.rules.geometry.outline();
        let soldiers = self.of_slot(!side, Slot::SOLDIER);
        let is_young = |&square: &Square| outline.rank_of(!side, square) < self.rules.spec.soldier_rank;
        let young: Bitboard<W> = soldiers.into_iter().filter(is_young).collect();
        self.cells.side(!side) - self.of_slot(!side, Slot::KING) - young
    }

    /// The worth of a capture by a piece that attacks the square, were it not for a check that the side has to answer.
    fn capture(&self, side: Side, from: Square, to: Square) -> Capture {
        let (Some(hunter), Some(prey)) = (self.cells.at(from), self.cells.at(to)) else {
            return Capture::Illegal;
        };
        let (hunter, prey) = (self.rules.facts(hunter.kind).slot, self.rules.facts(prey.kind).slot);
        let occupied = self.occupied();
        let after = occupied - Bitboard::from(from);
        if !self.is_safe(side, self.king(side), after, to) {
            return Capture::Illegal;
        }
        // Pieces of a kind attack each other: who moves first takes first.
        let gains = always_gains(hunter, prey)
            || !self.takes_back(side, from, to, after)
                && (hunter != prey || !self.takes_first(side, from, to, occupied));
        if gains { Capture::Gain } else { Capture::Even }
    }

    /// Returns true if the other side can take a piece of `side` that has just captured on `to`.
    fn takes_back(&self, side: Side, from: Square, to: Square, occupied: Bitboard<W>) -> bool {
        let roots = self.attackers(to, !side, occupied) - Bitboard::from(to);
        roots.into_iter().any(|root| {
            // The king may be the piece that takes back, and stands on the square then.
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

    /// Returns true if nothing attacks the king of a side, `gone` and what gives check already aside, and no other king faces
    /// it.
    fn is_safe(&self, side: Side, king: Option<Square>, occupied: Bitboard<W>, gone: Square) -> bool {
        king.is_none_or(|king| {
            let attackers = self.attackers(king, !side, occupied) - Bitboard::from(gone);
            let gives_check_already = || {
                let checkers = self.attackers(king, !side, self.occupied());
                self.king(side) == Some(king) && attackers.is_subset(checkers)
            };
            (attackers.is_empty() || gives_check_already()) && !self.faces(king, !side, occupied)
        })
    }
}
