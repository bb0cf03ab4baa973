//! Rules that look at all moves together: what must be done, and what must not give check.

use crate::position::FilePosition;
use crate::slot::Slot;
use helgi_rules::Position;
use helgi_rules::board::{Action, Kind, Move};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Leaves the moves that the rules of compulsion allow.
    pub(crate) fn filter(&self, list: &mut Vec<Move>) {
        let spec = &self.rules.spec;
        let is_drop = |candidate: &Move| matches!(candidate.action(), Action::Drop { .. });
        if !spec.checking {
            list.retain(|&candidate| !self.checks_king(candidate));
        } else if !spec.drop_checks {
            list.retain(|candidate| !is_drop(candidate) || !self.checks_king(*candidate));
        }
        if spec.drop_opposite_bishops {
            list.retain(|candidate| match candidate.action() {
                Action::Drop { kind, to } => self.keeps_bishops_apart(kind, to),
                _ => true,
            });
        }
        if spec.no_pawn_drop_mate {
            list.retain(|&candidate| !self.mates_by_pawn_drop(candidate));
        }
        if spec.must_drop {
            self.require_drops(list);
        }
        let side = self.turn.side;
        let may_pass = spec.pass_on_stalemate[side.index()] && !self.cells.side(side).is_empty();
        if may_pass && list.is_empty() && !self.is_checked() {
            list.push(Move::PASS);
        }
        if spec.must_capture && list.iter().any(|&candidate| self.captures(candidate)) {
            list.retain(|&candidate| self.captures(candidate));
        }
    }

    /// Leaves the drops of what must be dropped, if there are any.
    fn require_drops(&self, list: &mut Vec<Move>) {
        let wanted = self.rules.spec.must_drop_type;
        let side = self.turn.side;
        let held = wanted.map_or_else(|| self.hand_size(side), |slot| self.in_hand(side, slot));
        if held == 0 {
            return;
        }
        let is_wanted = |candidate: &Move| match candidate.action() {
            Action::Drop { kind, .. } => {
                let base = self.rules.facts(kind).dropped_as.unwrap_or(kind);
                wanted.is_none_or(|slot| self.rules.facts(base).slot == slot)
            }
            _ => false,
        };
        if list.iter().any(is_wanted) {
            list.retain(is_wanted);
        } else {
            list.retain(|candidate| !matches!(candidate.action(), Action::Drop { .. }));
        }
    }

    /// Returns true if a shogi pawn is dropped to give mate.
    fn mates_by_pawn_drop(&self, candidate: Move) -> bool {
        let Action::Drop { kind, .. } = candidate.action() else { return false };
        if self.rules.facts(kind).slot != Slot::SHOGI_PAWN || !self.checks_king(candidate) {
            return false;
        }
        let mut after = self.clone();
        after.play(candidate);
        // What ends the game otherwise is no mate.
        after.outcome().is_none() && after.count_moves() == 0
    }

    /// Returns true if after a drop the bishops can still stand on squares of both colours, in equal numbers.
    fn keeps_bishops_apart(&self, kind: Kind, to: helgi_rules::board::Square) -> bool {
        let rules = self.rules;
        let side = self.turn.side;
        let on_board = self.of_slot(side, Slot::BISHOP);
        let number = on_board.len() + self.in_hand(side, Slot::BISHOP);
        let dark = rules.dark;
        if rules.facts(kind).slot == Slot::BISHOP {
            let same = if dark.has(to) { on_board & dark } else { on_board - dark };
            return same.len() < number.div_ceil(2);
        }
        let bishop = rules.of_slot(Slot::BISHOP).next();
        let region = bishop.map(|bishop| self.drop_region(bishop, side)).unwrap_or(rules.geometry.all());
        let mut remaining = region - self.occupied();
        remaining.remove(to);
        let room = on_board | remaining;
        (room & dark).len() >= number / 2 && (room - dark).len() >= number / 2
    }
}
