//! The moves of a position: pieces, promotions, en passant, drops, passes.

use crate::attack::Guard;
use crate::filter::Filter;
use crate::movement::Movement;
use crate::position::FilePosition;
use crate::slot::Slot;
use crate::tables::Legality;
use crate::walls::WithWalls;
use helgi_rules::GenMode;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Piece, Side, Square};
use helgi_rules::internals::board::AnySink;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Visits the legal moves of a game that goes on.
    #[inline]
    pub(crate) fn visit_moves(&self, select: GenMode, moves: &mut impl MoveSink) {
        // Nothing counts as noisy there; see `has_quiet_moves`.
        if select == GenMode::Noisy && !self.rules.has_quiet_moves {
            return;
        }
        match self.rules.has_compulsion {
            true => self.visit_compelled(select, moves),
            false => self.visit_allowed(select, moves),
        }
    }

    /// Visits the moves that nothing forbids, whatever else the side could do instead.
    pub(crate) fn visit_allowed(&self, select: GenMode, moves: &mut impl MoveSink) {
        #[cfg(feature = "small")]
        let moves = &mut AnySink(moves);
        if self.rules.spec.hand_gating && !self.gate_squares(self.turn.side).is_empty() {
            // The steps are needed twice: as they are, and with each piece that may come along.
            let mut steps = Vec::new();
            self.visit_plain(select, &mut steps);
            return self.visit_with_gates(&steps, moves);
        }
        self.visit_plain(select, moves);
    }

    /// Visits the same moves without pieces that come with them.
    fn visit_plain(&self, select: GenMode, moves: &mut impl MoveSink) {
        match self.rules.is_filtered {
            // Only games with such rules pay for a look at each move.
            true => self.visit_built(select, &mut Filter::new(self, moves)),
            false => self.visit_built(select, moves),
        }
    }

    /// Visits the moves without pieces that come with them as far as a filter of their own lets them pass.
    pub(crate) fn visit_single(&self, select: GenMode, moves: &mut Filter<'_, W, N>) {
        self.visit_built(select, moves);
    }

    /// Visits the moves that leave the king safe, with the walls that come with them.
    #[inline]
    fn visit_built(&self, select: GenMode, moves: &mut impl MoveSink) {
        match self.walls_of_steps() {
            Some(walls) => self.visit_safe(select, &mut WithWalls { position: self, walls, moves }),
            None => self.visit_safe(select, moves),
        }
    }

    /// Visits the moves that leave the king safe.
    fn visit_safe(&self, select: GenMode, moves: &mut impl MoveSink) {
        #[cfg(feature = "small")]
        let moves = &mut AnySink(moves);
        let rules = self.rules;
        let (cells, side, geometry) = (&self.cells, self.turn.side, &rules.geometry);
        let (own, enemy) = (cells.side(side), cells.side(!side));
        let occupied = own | enemy | self.walls.squares();
        let all = geometry.all();
        let free = all - occupied;
        let quiet = free.when(select == GenMode::All);
        let guard = self.guard();
        let seen = self.seen_by(side);
        let phase = self.phase();
        let movable =
            if phase.is_none_or(|phase| phase.moves) { own - self.frozen_set() } else { Bitboard::EMPTY };
        let movable = match &rules.beyond {
            Some(beyond) => movable - self.kept_by_limits(beyond, side),
            None => movable,
        };
        for kind in rules.all_kinds() {
            let pieces = cells.of(side, kind) & movable;
            if pieces.is_empty() {
                continue;
            }
            let movement = rules.movement(Piece { kind, side });
            let enemy = self.capturable(kind, enemy);
            // A move that wins at the goal is as noisy as a capture.
            let quiet = quiet | free & rules.flag_squares[side.index()][kind.index()];
            let lasting = if rules.spec.immobility_illegal { movement.mobile } else { all };
            // The most frequent case has the fewest questions.
            if movement.is_plain {
                for from in pieces {
                    if moves.wants_from(from) {
                        let targets = movement.arrivals(geometry, from, &seen, quiet, enemy);
                        moves.fan(targets & lasting & self.safe_for(&guard, from), |to| Move::step(from, to));
                    }
                }
            } else if Some(kind) == rules.king {
                for from in pieces {
                    if moves.wants_from(from) {
                        let targets = movement.arrivals(geometry, from, &seen, quiet, enemy) & lasting;
                        self.visit_king(from, targets, moves);
                    }
                }
            } else {
                for from in pieces {
                    if moves.wants_from(from) {
                        let targets = movement.arrivals(geometry, from, &seen, free, enemy);
                        self.visit_changing(kind, from, targets, quiet, lasting, &guard, moves);
                    }
                }
            }
        }
        if let Some(beyond) = &rules.beyond
            && !movable.is_empty()
        {
            // As all rare moves, compiled once for every receiver: a fifth of the code of games from files.
            self.visit_other_moves(beyond, select, movable, &mut AnySink(moves));
        }
        if select == GenMode::All {
            self.visit_castlings(moves);
            if rules.spec.regional.first_leaps && !movable.is_empty() {
                self.visit_first_leaps(moves);
            }
            if rules.spec.drops {
                self.visit_drops(free, &guard, moves);
            }
            self.visit_walls(moves);
            self.visit_pass(moves);
        }
    }

    /// The kinds that a kind may capture.
    #[inline]
    pub(crate) fn capturable(&self, kind: Kind, enemy: Bitboard<W>) -> Bitboard<W> {
        let enemy = match &self.rules.beyond {
            Some(beyond) => enemy & self.takable(beyond, kind),
            None => enemy,
        };
        let slot = self.rules.facts(kind).slot;
        if self.rules.spec.mutually_immune.has(slot) {
            enemy - self.of_slot(!self.turn.side, slot)
        } else if self.rules.is_unhopped(kind) {
            enemy - self.unhopped()
        } else {
            enemy
        }
    }

    pub(crate) fn visit_king(&self, from: Square, targets: Bitboard<W>, moves: &mut impl MoveSink) {
        if let Some(beyond) = &self.rules.beyond {
            return self.visit_special_king(beyond, from, targets, &mut AnySink(moves));
        }
        if self.rules.legality == Legality::Played {
            return moves.fan(targets, |to| Move::step(from, to));
        }
        let enemy = !self.turn.side;
        // The king does not shield the squares behind it.
        let without = self.occupied() - Bitboard::from(from);
        let with_facing = self.forbids_facing();
        for to in targets {
            let (step, occupied) = (Move::step(from, to), without | Bitboard::from(to));
            if moves.wants(step) && !self.is_attacked(to, enemy, occupied, with_facing) {
                moves.add(step);
            }
        }
    }

    /// Visits the moves of a piece that may promote, turn back or take en passant.
    #[allow(clippy::too_many_arguments)]
    fn visit_changing(
        &self,
        kind: Kind,
        from: Square,
        targets: Bitboard<W>,
        quiet: Bitboard<W>,
        lasting: Bitboard<W>,
        guard: &Guard<W>,
        moves: &mut impl MoveSink,
    ) {
        let rules = self.rules;
        let spec = &rules.spec;
        let side = self.turn.side;
        let movement = rules.movement(Piece { kind, side });
        if let Some(beyond) = rules.beyond.as_ref().filter(|beyond| beyond.is_special(kind)) {
            // A piece that captures en passant always does so on the square that was passed.
            let own = movement.own_en_passant(from).unwrap_or(Bitboard::EMPTY) & self.passed.squares();
            self.visit_special(beyond, kind, from, targets - own, quiet, &mut AnySink(moves));
            if movement.takes_en_passant && !self.passed.is_empty() {
                self.visit_en_passant(kind, movement, from, moves);
            }
            return;
        }
        let facts = rules.facts(kind);
        let safe = self.safe_for(guard, from);
        let mut targets = targets;
        if let Some(beyond) = &rules.beyond {
            // What stays where it is promotes nowhere.
            let in_place = self.taken_in_place(beyond, kind, targets);
            moves.fan(in_place & safe, |to| Move::step(from, to));
            targets -= in_place;
        }
        let zone = rules.promotion_zone[side.index()][kind.index()];
        let captures = targets & self.cells.side(!side);
        let promotes_in_place = self.promotes_in_place(facts.slot);
        let as_pawn = (targets & zone).when(movement.is_pawn && !promotes_in_place);
        let mut plain = targets;
        if spec.must_promote_pawns {
            plain -= as_pawn;
        }
        let promoted = facts.promoted.filter(|&promoted| self.may_promote_to(promoted));
        let changed = promoted.or(facts.demoted);
        let mut changing = targets.when(changed.is_some());
        if spec.promotion_on_capture {
            changing &= captures;
        }
        if facts.slot == Slot::PAWN {
            // A pawn promotes where it arrives, never where it leaves.
            changing &= zone;
        } else if changed.is_some() && !targets.is_empty() {
            if spec.must_promote_pieces {
                let may_stay = if zone.has(from) { Bitboard::EMPTY } else { !zone };
                let quietly = (!self.occupied()).when(spec.promotion_on_capture);
                plain &= may_stay | quietly;
            }
            if !zone.has(from) {
                changing &= zone;
            }
        }
        let seen = quiet | captures;
        moves.fan(plain & seen & lasting & safe, |to| Move::step(from, to));
        if let Some(changed) = changed {
            moves.fan(changing & safe, |to| Move::promotion(from, to, changed));
        }
        let as_pawn = as_pawn & safe;
        if !as_pawn.is_empty() {
            for &promotion in &rules.promotions[side.index()][kind.index()] {
                if self.may_promote_to(promotion) {
                    moves.fan(as_pawn, |to| Move::promotion(from, to, promotion));
                }
            }
        }
        if promotes_in_place {
            self.visit_promotions_in_place(kind, from, &mut AnySink(moves));
        }
        if movement.takes_en_passant && !self.passed.is_empty() {
            self.visit_en_passant(kind, movement, from, moves);
        }
    }

    /// Returns true if a side does not yet have as many pieces of a kind as promotion may make.
    pub(crate) fn may_promote_to(&self, kind: Kind) -> bool {
        let slot = self.rules.facts(kind).slot;
        let limit = self.rules.spec.promotion_limit[slot.index()] as usize;
        limit == 0 || self.of_slot(self.turn.side, slot).len() < limit
    }

    fn visit_en_passant(&self, kind: Kind, movement: &Movement<W>, from: Square, moves: &mut impl MoveSink) {
        let (geometry, seen) = (&self.rules.geometry, self.seen_by(self.turn.side));
        let passed = self.passed.squares();
        let targets = match movement.own_en_passant(from) {
            Some(own) => own & passed,
            None => {
                let quiet = movement.arrivals(geometry, from, &seen, passed, Bitboard::EMPTY);
                (movement.attacks(geometry, from, &seen) & passed) - quiet
            }
        } - seen.all;
        if let Some(beyond) = &self.rules.beyond {
            return self.visit_special_en_passant(beyond, kind, from, targets, &mut AnySink(moves));
        }
        for to in targets {
            let step = Move::step(from, to);
            if moves.wants(step) && self.is_safe_en_passant(from, to) {
                moves.add(step);
            }
        }
    }

    /// Visits the drops.
    fn visit_drops(&self, free: Bitboard<W>, guard: &Guard<W>, moves: &mut impl MoveSink) {
        let rules = self.rules;
        let spec = &rules.spec;
        let side = self.turn.side;
        let phase = self.phase();
        for kind in rules.all_kinds().filter(|&kind| self.may_drop(kind)) {
            let slot = rules.facts(kind).slot;
            let promoted = rules.facts(kind).promoted.filter(|_| spec.drop_promoted);
            if !moves.wants_drop(kind) && !promoted.is_some_and(|promoted| moves.wants_drop(promoted)) {
                continue;
            }
            if phase.is_some_and(|phase| !phase.drops.has(slot)) {
                continue;
            }
            let safe = self.safe_for_drops(guard, kind);
            let mut zone = self.enclosing_region(free & safe & self.drop_region(kind, side));
            if Some(kind) == rules.king && rules.legality != Legality::Played {
                let with_facing = self.forbids_facing();
                let is_safe = |&to: &Square| {
                    !self.is_attacked(to, !side, self.occupied() | Bitboard::from(to), with_facing)
                };
                zone = zone.into_iter().filter(is_safe).collect();
            }
            let lasts = |kind: Kind| {
                let mobile = rules.movement(Piece { kind, side }).mobile;
                if spec.immobility_illegal { mobile } else { rules.geometry.all() }
            };
            if moves.wants_drop(kind) {
                moves.fan(zone & lasts(kind), |to| Move::drop(kind, to));
            }
            if let Some(promoted) = promoted.filter(|&promoted| moves.wants_drop(promoted)) {
                debug_assert!(spec.promoted[slot.index()].is_some());
                moves.fan(zone & lasts(promoted), |to| Move::drop(promoted, to));
            }
        }
    }

    /// Returns true if the side to move has a kind in hand, or needs no hand to drop it. Promoted kinds come last and
    /// are in no hand.
    #[inline]
    pub(crate) fn may_drop(&self, kind: Kind) -> bool {
        match self.rules.spec.free_drops {
            true => !self.rules.signs[kind.index()].is_promoted(),
            false => self.reserve.count(Piece { kind, side: self.turn.side }) > 0,
        }
    }

    /// The squares where a side may drop a kind.
    pub(crate) fn drop_region(&self, kind: Kind, side: Side) -> Bitboard<W> {
        let rules = self.rules;
        let spec = &rules.spec;
        let slot = rules.facts(kind).slot;
        let mut zone = rules.drop_zone[side.index()][kind.index()];
        if spec.drop_no_doubled == Some(slot) {
            let own = self.of_slot(side, slot);
            for &file in &rules.files {
                if (file & own).len() >= spec.drop_no_doubled_count as usize {
                    zone -= file;
                }
            }
        }
        zone
    }

    fn visit_pass(&self, moves: &mut impl MoveSink) {
        let side = self.turn.side;
        let has_pieces = !self.cells.side(side).is_empty();
        if let Some(phase) = self.phase() {
            if phase.passes {
                moves.add(Move::PASS);
            }
            return;
        }
        if self.rules.spec.pass[side.index()]
            && has_pieces
            && moves.wants(Move::PASS)
            && (self.is_bikjang() || !self.is_king_attacked())
        {
            moves.add(Move::PASS);
        }
    }
}
