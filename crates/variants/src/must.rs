//! Rules that compare moves: what must be done if it can be, and what must not give check.

use crate::filter::Asked;
use crate::position::FilePosition;
use crate::slot::Slot;
use helgi_rules::board::{Action, Kind, Move, MoveSink, Square};
use helgi_rules::internals::board::AnyMove;
use helgi_rules::{GenMode, Position};

fn is_drop(candidate: Move) -> bool {
    matches!(candidate.action(), Action::Drop { .. })
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Visits the moves that the rules of compulsion leave, of those that are legal without them.
    ///
    /// The list holds no more than is asked for, and some rules ask for the rest: then one search for one move of that
    /// sort tells whether there is any.
    pub(crate) fn visit_compelled(&self, select: GenMode, moves: &mut impl MoveSink) {
        let (spec, side) = (&self.rules.spec, self.turn.side);
        let mut asked = Asked::by(&*moves);
        self.visit_allowed(select, &mut asked);
        let lacks_some = asked.has_refused();
        // The list has only moves that the receiver asks for; `has_move` looks for others that compel.
        let mut list = asked.list;
        let lacks_quiet = lacks_some || select == GenMode::Noisy;
        let is_free = !spec.must_drop || !self.holds_compelled();
        let must_drop = !is_free
            && (list.iter().any(|&candidate| self.is_compelled_drop(candidate))
                || lacks_quiet && self.has_move(&|candidate| self.is_compelled_drop(candidate)));
        let is_left = |candidate: Move| match (is_free, must_drop) {
            (true, _) => true,
            (_, true) => self.is_compelled_drop(candidate),
            (_, false) => !is_drop(candidate),
        };
        list.retain(|&candidate| is_left(candidate));
        let may_pass = select == GenMode::All
            && spec.pass_on_stalemate[side.index()]
            && !self.cells.side(side).is_empty()
            && moves.wants(Move::PASS);
        if may_pass && list.is_empty() && !self.is_checked() && !(lacks_some && self.has_move(&is_left)) {
            list.push(Move::PASS);
        }
        let captures = |candidate: Move| self.captures(candidate);
        if spec.must_capture
            && !must_drop
            && !list.is_empty()
            && (list.iter().any(|&candidate| captures(candidate)) || lacks_some && self.has_capture())
        {
            list.retain(|&candidate| captures(candidate));
        }
        list.into_iter().for_each(|legal| moves.add(legal));
    }

    /// Returns true if there is a move of some sort that is legal as far as compulsion does not matter.
    fn has_move(&self, is_wanted: &dyn Fn(Move) -> bool) -> bool {
        let mut search = AnyMove::new(is_wanted);
        self.visit_allowed(GenMode::All, &mut search);
        search.is_found
    }

    /// Returns true if there is a capture that is legal as far as compulsion does not matter. All captures are noisy.
    pub(crate) fn has_capture(&self) -> bool {
        let (side, occupied) = (self.turn.side, self.occupied());
        let is_prey = |square: Square| self.is_attacked(square, side, occupied, false);
        // Rules beyond the format have attacks of their own.
        let may_capture = self.rules.beyond.is_some() || !self.passed.is_empty();
        if !may_capture && !self.cells.side(!side).into_iter().any(is_prey) {
            return false;
        }
        let captures: &dyn Fn(Move) -> bool = &|candidate| self.captures(candidate);
        let mut search = AnyMove::new(captures);
        self.visit_allowed(GenMode::Noisy, &mut search);
        search.is_found
    }

    /// Returns true unless the king leaves check otherwise than by taking the only piece that gives it, which makpong forbids.
    fn stands_its_ground(&self, candidate: Move) -> bool {
        if candidate.from().is_none_or(|from| self.king(self.turn.side) != Some(from)) {
            return true;
        }
        let checkers = self.find_checkers();
        checkers.is_empty() || candidate.to().is_some_and(|to| checkers == to.into())
    }

    /// Returns true if no rule on lines of a grid, checks, kings, bishops or pawns from the hand forbids a move. `depth` is
    /// the number of checks that are looked at already.
    pub(crate) fn is_permitted(&self, candidate: Move, depth: u8) -> bool {
        let spec = &self.rules.spec;
        if self.rules.grid.is_some() && !self.crosses_line(candidate) {
            return false;
        }
        if self.rules.pieces_at_start.is_some() && !self.goes_forward(candidate) {
            return false;
        }
        if (!spec.checking || !spec.drop_checks && is_drop(candidate))
            && self.checks_king(candidate)
            && !(spec.beyond.mating_checks && self.mates(candidate, depth))
        {
            return false;
        }
        if spec.regional.makpong && !self.stands_its_ground(candidate) {
            return false;
        }
        let Action::Drop { kind, to } = candidate.action() else { return true };
        (!spec.drop_opposite_bishops || self.keeps_bishops_apart(kind, to))
            && !(spec.no_pawn_drop_mate && self.mates_by_pawn_drop(candidate))
    }

    /// Returns true if the side to move holds something that must be dropped before anything else is done.
    fn holds_compelled(&self) -> bool {
        let side = self.turn.side;
        let wanted = self.rules.spec.must_drop_type;
        wanted.map_or_else(|| self.hand_size(side), |slot| self.in_hand(side, slot)) > 0
    }

    /// Returns true for the drop of what must be dropped.
    fn is_compelled_drop(&self, candidate: Move) -> bool {
        let Action::Drop { kind, .. } = candidate.action() else { return false };
        let base = self.rules.facts(kind).dropped_as.unwrap_or(kind);
        self.rules.spec.must_drop_type.is_none_or(|slot| self.rules.facts(base).slot == slot)
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
    fn keeps_bishops_apart(&self, kind: Kind, to: Square) -> bool {
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
