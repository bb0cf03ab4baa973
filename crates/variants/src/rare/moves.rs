//! Generation and effects of rare moves.

use super::effects::{effect, is_numbered};
use super::{DetourWay, Quarry, RareMoves};
use crate::position::FilePosition;
use crate::slot::{Slot, Types};
use helgi_rules::GenMode;
use helgi_rules::board::{Action, Bitboard, Extra, Kind, Move, MoveSink, Occupancy, Piece, Side, Square};
use helgi_rules::internals::board::{Reach, SideEffect, in_text_order};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    fn rare(&self, piece: Piece) -> Option<&RareMoves<W>> {
        self.rules.movement(piece).rare.as_deref()
    }

    /// The square of what a step takes on a square that is not empty, in a game with such moves.
    pub(crate) fn taken_at(&self, mover: Piece, from: Square, to: Square, there: Piece) -> Option<Square> {
        let is_own = there.side == mover.side;
        let Some(rare) = self.rare(mover) else { return (!is_own).then_some(to) };
        let (geometry, seen) = (&self.rules.geometry, self.seen_by(mover.side));
        let is_taken = if is_own {
            // A castling may be written as the king's move onto its own rook, which it does not take.
            rare.takes_own(geometry, from, to, &seen) && self.castling_of(from, to).is_none()
        } else {
            !rare.exchanges(geometry, from, to, false, &seen)
        };
        is_taken.then_some(to)
    }

    /// The piece with which a step changes places, if it does.
    pub(crate) fn exchanged(&self, mover: Piece, from: Square, to: Square) -> Option<Piece> {
        let (rare, there) = (self.rare(mover)?, self.cells.at(to)?);
        let is_own = there.side == mover.side;
        let seen = self.seen_by(mover.side);
        rare.exchanges(&self.rules.geometry, from, to, is_own, &seen).then_some(there)
    }

    /// Takes a piece off the board that a move takes on its way: an own one comes into nobody's hand.
    pub(crate) fn take_on_the_way(&mut self, square: Square) -> Option<Piece> {
        if !self.cells.side(self.turn.side).has(square) {
            return self.remove(square);
        }
        self.castlings.lose(square);
        self.cells.take(square)
    }

    /// Returns true if a piece attacks a square in such a way, when `seen` stands in the way.
    pub(crate) fn attacks_rarely(
        &self,
        attacker: Piece,
        from: Square,
        square: Square,
        seen: &Occupancy<W>,
    ) -> bool {
        let Some(rare) = self.rare(attacker) else { return false };
        let geometry = &self.rules.geometry;
        let enemy = self.cells.side(!attacker.side) & seen.all;
        let quarry = self.quarry(rare, attacker.side, from, seen.all, enemy);
        rare.attacks(geometry, from, square, seen, &quarry)
            || self.unmoved.has(from) && rare.attacks_first(geometry, from, square, seen)
    }

    /// The empty squares to which a piece goes that has not moved, by moves that it has until then.
    pub(crate) fn moves_first(&self, mover: Piece, from: Square) -> Bitboard<W> {
        match self.rare(mover).filter(|_| self.unmoved.has(from)) {
            Some(rare) => {
                let reached = rare.first_quiet.targets(&self.rules.geometry, from, &self.seen_by(mover.side));
                (reached & rare.region) - self.occupied()
            }
            None => Bitboard::EMPTY,
        }
    }

    /// Visits such moves of the side's pieces on these squares.
    pub(crate) fn visit_rare(&self, select: GenMode, movable: Bitboard<W>, moves: &mut impl MoveSink) {
        let side = self.turn.side;
        let of_kinds = || {
            let kinds = self.rules.all_kinds();
            let rare = |kind: Kind| Some((kind, self.rare(Piece { kind, side })?));
            kinds.filter_map(rare)
        };
        for (kind, rare) in of_kinds() {
            for from in self.cells.of(side, kind) & movable {
                if moves.wants_from(from) {
                    let reached = self.visit_detours(rare, kind, from, select, moves);
                    self.visit_rare_steps(rare, kind, from, reached, select, moves);
                    if self.unmoved.has(from) {
                        self.visit_first_moves(rare, kind, from, reached, select, moves);
                    }
                }
            }
        }
        // Where a side may pass, that move is there already.
        let passes = self.phase().map_or(self.rules.spec.pass[side.index()], |phase| phase.passes);
        let may_pass = select == GenMode::All && !passes && moves.wants(Move::PASS);
        let stays = |(kind, rare)| {
            let pieces = self.cells.of(side, kind) & movable;
            pieces.into_iter().any(|from| self.may_stay(rare, from))
        };
        if may_pass && of_kinds().any(stays) {
            moves.add(Move::PASS);
        }
    }

    /// The pieces that one of a side on a square finds among `all`, of which it may take those of `enemy`.
    fn quarry(
        &self,
        rare: &RareMoves<W>,
        side: Side,
        from: Square,
        all: Bitboard<W>,
        enemy: Bitboard<W>,
    ) -> Quarry<W> {
        let own = (self.cells.side(side) & all) - Bitboard::from(from);
        let others = self.cells.side(!side) & all;
        let kings = if rare.minds_kings { enemy & self.royal_pieces(!side) } else { Bitboard::EMPTY };
        Quarry { all, own, others, enemy, kings }
    }

    /// Returns true if a piece can go and come back without taking anything.
    fn may_stay(&self, rare: &RareMoves<W>, from: Square) -> bool {
        let enemy = self.cells.side(!self.turn.side);
        let quarry = self.quarry(rare, self.turn.side, from, self.occupied(), enemy);
        let stays = |way: &DetourWay<W>| {
            way.detour.to == from
                && way.is_quiet
                && effect(&way.detour, false) == SideEffect::default()
                && way.is_open(&quarry)
        };
        rare.detours(from).iter().any(stays)
    }

    /// Visits the moves of a piece that has not moved, but for those onto the squares that it has `reached` anyway.
    fn visit_first_moves(
        &self,
        rare: &RareMoves<W>,
        kind: Kind,
        from: Square,
        reached: Bitboard<W>,
        select: GenMode,
        moves: &mut impl MoveSink,
    ) {
        let side = self.turn.side;
        let mover = Piece { kind, side };
        let (geometry, seen, free) = (&self.rules.geometry, self.seen_by(side), !self.occupied());
        let prey = self.capturable(kind, self.cells.side(!side));
        let common = self.rules.movement(mover).arrivals(geometry, from, &seen, free, prey);
        if select == GenMode::All {
            for to in (self.moves_first(mover, from) - common) - reached {
                self.visit_arrival(kind, [from, to], Extra::None, false, select, moves);
            }
        }
        let captures = rare.first_captures.targets(geometry, from, &seen) & rare.region & prey;
        let of_kings = rare.kings.targets(geometry, from, &seen) & self.royal_pieces(!side);
        for to in ((captures - common) - reached) - of_kings {
            self.visit_arrival(kind, [from, to], Extra::None, true, GenMode::All, moves);
        }
    }

    /// Visits the captures on the way and the ways over own pieces, and returns the squares where such moves end with nothing
    /// else taken.
    fn visit_detours(
        &self,
        rare: &RareMoves<W>,
        kind: Kind,
        from: Square,
        select: GenMode,
        moves: &mut impl MoveSink,
    ) -> Bitboard<W> {
        let side = self.turn.side;
        let enemy = self.capturable(kind, self.cells.side(!side));
        let quarry = self.quarry(rare, side, from, self.occupied(), enemy);
        // Where a move ends, and what it does elsewhere, with the number of that.
        let mut found: Vec<(Square, SideEffect, Option<u16>)> = Vec::new();
        for way in rare.detours(from).iter().filter(|way| !way.only_returns()) {
            if way.is_open(&quarry) && way.may_end(&quarry) {
                let (to, takes_at_end) = (way.detour.to, way.takes_at_end(&quarry));
                let effect = effect(&way.detour, takes_at_end);
                // To go over an own piece and come back is a pass.
                if to != from || effect != SideEffect::default() {
                    found.push((to, effect, way.numbers[usize::from(takes_at_end)]));
                }
            }
        }
        // Several routes may come to the same.
        found.sort_unstable();
        found.dedup();
        let movement = self.rules.movement(Piece { kind, side });
        let (geometry, seen) = (&self.rules.geometry, self.seen_by(side));
        let mut reached = Bitboard::EMPTY;
        for (to, effect, number) in found {
            if is_numbered(&effect, [from, to]) {
                // Counted when the game was read, so that there is a number.
                let Some(extra) = number.map(Extra::Numbered) else { continue };
                let displaces = effect.set_down.is_some_and(|[piece, _]| piece == to);
                let captures = !effect.taken.is_empty() || quarry.all.has(to) && !displaces && to != from;
                if to != from {
                    self.visit_arrival(kind, [from, to], extra, captures, select, moves);
                } else if captures || select == GenMode::All {
                    moves.add(Action::Step { from, to, promote: None, extra }.into());
                }
                continue;
            }
            match effect.taken[..] {
                // The usual generator has made that shot already.
                [victim] if to == from => {
                    let is_made = movement.shoots() && movement.shots(geometry, from, &seen).has(victim);
                    if !is_made {
                        moves.add(Move::shot(from, victim));
                    }
                }
                [] => {
                    reached.insert(to);
                    let free = !quarry.all;
                    let is_common = movement.arrivals(geometry, from, &seen, free, enemy).has(to);
                    if !is_common {
                        self.visit_arrival(kind, [from, to], Extra::None, quarry.all.has(to), select, moves);
                    }
                }
                [victim] => {
                    self.visit_arrival(kind, [from, to], Extra::Remove(victim), true, GenMode::All, moves);
                }
                // Two that are taken by a piece that comes back: all others have numbers.
                _ => {
                    if let [target, second] = in_text_order(geometry.outline(), from, effect.taken)[..] {
                        moves.add(Action::Shoot { from, target, second: Some(second) }.into());
                    }
                }
            }
        }
        reached
    }

    /// Visits the captures of kings, of others alone and of own pieces, and the exchanges of places, but for those onto the
    /// squares that the piece has `reached` anyway.
    fn visit_rare_steps(
        &self,
        rare: &RareMoves<W>,
        kind: Kind,
        from: Square,
        reached: Bitboard<W>,
        select: GenMode,
        moves: &mut impl MoveSink,
    ) {
        let side = self.turn.side;
        let (geometry, seen) = (&self.rules.geometry, self.seen_by(side));
        let (own, enemy) = (self.cells.side(side) - Bitboard::from(from), self.cells.side(!side));
        let prey = self.capturable(kind, enemy);
        let common =
            self.rules.movement(Piece { kind, side }).arrivals(geometry, from, &seen, Bitboard::EMPTY, prey);
        let targets = |reach: &Reach<W>| reach.targets(geometry, from, &seen) & rare.region;
        let royal = self.royal_pieces(!side);
        let kings = targets(&rare.kings) & prey & royal;
        let commoners = targets(&rare.commoners) & (prey - royal);
        for to in (((kings | commoners) - common) | targets(&rare.own) & own) - reached {
            self.visit_arrival(kind, [from, to], Extra::None, true, GenMode::All, moves);
            // An exchange is no capture, but a piece can promote by it.
        }
        for to in targets(&rare.own_in_exchange) & own | targets(&rare.enemies_in_exchange) & enemy {
            self.visit_arrival(kind, [from, to], Extra::None, false, select, moves);
        }
    }

    /// A side's pieces of the kinds whose loss decides the game.
    fn royal_pieces(&self, side: Side) -> Bitboard<W> {
        let spec = &self.rules.spec;
        let dying = if spec.extinction.is_some() { spec.extinction_types } else { Types::EMPTY };
        // A king decides the game without being among the kinds that must not die out.
        self.of_types(side, dying) | self.of_slot(side, Slot::KING)
    }

    /// Visits the arrival of a piece on a square where it `captures` or else changes places, as what it is and as what it
    /// becomes there.
    fn visit_arrival(
        &self,
        kind: Kind,
        [from, to]: [Square; 2],
        extra: Extra,
        captures: bool,
        select: GenMode,
        moves: &mut impl MoveSink,
    ) {
        let (rules, side) = (self.rules, self.turn.side);
        let (spec, facts) = (&rules.spec, rules.facts(kind));
        let movement = rules.movement(Piece { kind, side });
        let zone = rules.promotion_zone[side.index()][kind.index()];
        let as_pawn = movement.is_pawn && zone.has(to);
        let mut may_stay = (captures || select == GenMode::All) && !(as_pawn && spec.must_promote_pawns);
        let step = |promote| -> Move { Action::Step { from, to, promote, extra }.into() };
        let promoted = facts.promoted.filter(|&promoted| self.may_promote_to(promoted));
        let is_in_zone = zone.has(to) || zone.has(from) && facts.slot != Slot::PAWN;
        let is_changing = is_in_zone && (captures || !spec.promotion_on_capture);
        if let Some(changed) = promoted.or(facts.demoted).filter(|_| is_changing) {
            moves.add(step(Some(changed)));
            may_stay &= !spec.must_promote_pieces || facts.slot == Slot::PAWN;
        }
        if as_pawn {
            let choices = rules.promotions[side.index()][kind.index()].iter();
            choices.filter(|&&kind| self.may_promote_to(kind)).for_each(|&kind| moves.add(step(Some(kind))));
        }
        if may_stay && (!spec.immobility_illegal || movement.mobile.has(to)) {
            moves.add(step(None));
        }
    }
}
