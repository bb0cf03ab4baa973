//! Moves that only these rules know: shots, rewards, promotions for the enemy, arrivals that leave the board.

use super::BeyondTables;
use crate::movement::Movement;
use crate::position::FilePosition;
use crate::spec::TurnPhase;
use helgi_rules::board::{Action, Bitboard, Extra, Kind, Move, MoveSink, Occupancy, Piece, Side, Square};
use helgi_rules::internals::board::Direction;
use helgi_rules::{GenMode, Phrase, Position};

impl<'r, const W: usize, const N: usize> FilePosition<'r, W, N> {
    /// The board as pieces of one side see it.
    #[inline]
    pub(crate) fn seen_by(&self, side: Side) -> Occupancy<W> {
        self.seen_as(self.occupied(), self.cells.side(side))
    }

    /// The board as pieces see it to which these squares are occupied, and these are their own.
    #[inline]
    pub(crate) fn seen_as(&self, all: Bitboard<W>, own: Bitboard<W>) -> Occupancy<W> {
        let unhopped = self.unhopped();
        // Where some pieces are not hopped over, walls are, so that one set is enough.
        let blocked = if unhopped.is_empty() { self.walls.squares() } else { unhopped };
        Occupancy { all, own, blocked }
    }

    /// The pieces that those do not hop over which need one to hop over, where there are such. Walls they do hop over.
    #[inline]
    pub(crate) fn unhopped(&self) -> Bitboard<W> {
        // Asked at each look at the board, and there are none in nearly all games.
        if self.rules.unhopped.is_empty() {
            return Bitboard::EMPTY;
        }
        let kinds = self.rules.unhopped.iter();
        kinds.fold(Bitboard::EMPTY, |set, &kind| {
            set | self.cells.of(Side::White, kind) | self.cells.of(Side::Black, kind)
        })
    }

    /// The present phase; none in games without phases, and in turns that no phase is for.
    #[inline]
    pub(crate) fn phase(&self) -> Option<&'r TurnPhase> {
        let turn = self.turn.fullmove;
        self.rules.spec.beyond.phases.iter().find(|phase| (phase.first..=phase.last).contains(&turn))
    }

    /// The words of the present phase, as long as a later one follows.
    pub(crate) fn phase_phrase(&self) -> Option<Phrase> {
        let phase = self.phase()?;
        let at = self.rules.spec.beyond.phases.iter().position(|other| other == phase)?;
        self.rules.phases.get(at).copied().filter(|_| self.is_early())
    }

    /// Returns true if a later phase than the present one follows.
    pub(crate) fn is_early(&self) -> bool {
        self.phase().is_some_and(|phase| phase.last != u16::MAX)
    }

    /// The enemy pieces that a kind may take.
    pub(crate) fn takable(&self, beyond: &BeyondTables<W>, kind: Kind) -> Bitboard<W> {
        let (enemy, mask) = (!self.turn.side, beyond.may_take[kind.index()]);
        let all = self.cells.side(enemy);
        // Nearly all kinds may take everything.
        if mask == u32::MAX {
            return all;
        }
        let safe = self.rules.all_kinds().filter(|kind| mask >> kind.index() & 1 == 0);
        safe.fold(all, |set, kind| set - self.cells.of(enemy, kind))
    }

    /// The pieces of one side whose capture brings a bonus.
    fn bonuses(&self, beyond: &BeyondTables<W>, side: Side) -> Bitboard<W> {
        self.of_kinds(side, |kind| beyond.is_bonus[kind.index()])
    }

    /// The pieces of one side that a bonus can turn.
    pub(super) fn turnable(&self, beyond: &BeyondTables<W>, side: Side) -> Bitboard<W> {
        self.of_kinds(side, |kind| beyond.turns[kind.index()].is_some())
    }

    fn of_kinds(&self, side: Side, is_wanted: impl Fn(Kind) -> bool) -> Bitboard<W> {
        let kinds = self.rules.all_kinds();
        kinds
            .filter(|&kind| is_wanted(kind))
            .fold(Bitboard::EMPTY, |set, kind| set | self.cells.of(side, kind))
    }

    /// Returns true if a move leaves no king of its side attacked or gone.
    pub(crate) fn keeps_king(&self, candidate: Move) -> bool {
        let side = self.turn.side;
        let had_king = self.king(side).is_some();
        let with_facing = self.forbids_facing();
        // A pass accepts the draw by facing kings, even in check.
        if candidate == Move::PASS && self.is_bikjang() {
            return true;
        }
        let mut after = self.clone();
        after.play(candidate);
        if after.king(side).is_none() {
            // A side that had no king loses none.
            return !had_king;
        }
        !after.has_attacked_king(side, with_facing)
    }

    /// The pieces of `by` that attack a square over ways as they are, when `occupied` squares stand in the way.
    pub(crate) fn attackers_seen(
        &self,
        beyond: &BeyondTables<W>,
        square: Square,
        by: Side,
        occupied: Bitboard<W>,
        with_facing: bool,
    ) -> Bitboard<W> {
        let own = self.cells.side(by) & occupied;
        let seen = self.seen_as(occupied, own);
        let geometry = &self.rules.geometry;
        let attacks = |&(from, kind): &(Square, Kind)| {
            let piece = Piece { kind, side: by };
            beyond.takes_king >> kind.index() & 1 != 0
                && self.frozen != Some(from)
                && (self.rules.movement(piece).attacks_square(geometry, from, square, &seen, with_facing)
                    || beyond.has_rare_moves && self.attacks_rarely(piece, from, square, &seen))
        };
        let direct: Bitboard<W> = self.threats(square, by).filter(attacks).map(|(from, _)| from).collect();
        match beyond.relays.is_empty() {
            true => direct,
            false => direct | self.relayed_attackers(beyond, square, by, &seen),
        }
    }

    /// Visits the shots and the rare moves of the pieces on these squares.
    pub(crate) fn visit_other_moves(
        &self,
        beyond: &BeyondTables<W>,
        select: GenMode,
        movable: Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        if beyond.has_shots {
            self.visit_shots(beyond, moves);
        }
        if beyond.has_rare_moves {
            self.visit_rare(select, movable, moves);
        }
        if !beyond.relays.is_empty() {
            self.visit_relayed(beyond, select, movable, moves);
        }
    }

    /// Visits the shots.
    fn visit_shots(&self, beyond: &BeyondTables<W>, moves: &mut impl MoveSink) {
        let (rules, side) = (self.rules, self.turn.side);
        let seen = self.seen_by(side);
        for kind in rules.all_kinds() {
            let movement = rules.movement(Piece { kind, side });
            if !movement.shoots() {
                continue;
            }
            let prey = self.takable(beyond, kind);
            for from in self.cells.of(side, kind) {
                if self.frozen == Some(from) || !moves.wants_from(from) {
                    continue;
                }
                if beyond.hits_all[kind.index()] {
                    self.visit_wide_shots(movement, from, &seen, moves);
                } else {
                    let victims = movement.shots(&rules.geometry, from, &seen) & prey;
                    moves.fan(victims, |target| Move::shot(from, target));
                }
            }
        }
    }

    /// Visits the shots that hit the pieces on the two nearest squares of a line, whosever they are.
    fn visit_wide_shots(
        &self,
        movement: &Movement<W>,
        from: Square,
        seen: &Occupancy<W>,
        moves: &mut impl MoveSink,
    ) {
        let geometry = &self.rules.geometry;
        let victims = movement.shots(geometry, from, seen) & self.cells.occupied();
        for direction in Direction::ALL {
            let hit = victims & geometry.ray(direction, from);
            // Of the two squares of a line the one beside the shooter is hit first.
            let near = hit & self.rules.around[from.index()];
            match (near.first(), (hit - near).first()) {
                (Some(target), second @ Some(_)) => moves.add(Action::Shoot { from, target, second }.into()),
                (Some(target), None) | (None, Some(target)) => moves.add(Move::shot(from, target)),
                (None, None) => {}
            }
        }
    }

    /// Visits the moves of a piece that does something by itself where it arrives or captures.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn visit_special(
        &self,
        beyond: &BeyondTables<W>,
        kind: Kind,
        from: Square,
        targets: Bitboard<W>,
        quiet: Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        let (rules, side, index) = (self.rules, self.turn.side, kind.index());
        let captures = targets & self.cells.side(!side);
        let bonus = captures & self.bonuses(beyond, !side);
        let turned = beyond.turns[index];
        let zone = rules.promotion_zone[side.index()][index];
        let arriving = (targets & zone).when(beyond.changes_in_zone(kind));
        let mut staying = targets;
        if rules.spec.must_promote_pawns {
            staying -= arriving;
        }
        let staying = staying & (quiet | captures);
        let rewarded = bonus.when(turned.is_none());
        moves.fan(staying - rewarded, |to| Move::step(from, to));
        self.visit_rewards(beyond, from, staying & rewarded, None, moves);
        for to in arriving {
            let takes_bonus = bonus.has(to);
            if beyond.leaves[index] {
                self.visit_leaving(from, to, moves);
                continue;
            }
            // A piece that a bonus turns arrives as what it has become.
            if let Some(turned) = turned.filter(|_| takes_bonus) {
                if beyond.changes_in_zone(turned) {
                    for &choice in &beyond.choices[side.index()][turned.index()] {
                        moves.add(Move::promotion(from, to, choice));
                    }
                } else {
                    moves.add(Move::step(from, to));
                }
                continue;
            }
            for &choice in &beyond.choices[side.index()][index] {
                if takes_bonus {
                    self.visit_rewards(beyond, from, to.into(), Some(choice), moves);
                } else {
                    moves.add(Move::promotion(from, to, choice));
                }
            }
            if !takes_bonus {
                self.visit_enemy_promotions(&beyond.enemy_choices[side.index()][index], from, to, moves);
            }
        }
    }

    /// Visits captures that bring a bonus: without more, or with another piece that turns.
    pub(crate) fn visit_rewards(
        &self,
        beyond: &BeyondTables<W>,
        from: Square,
        targets: Bitboard<W>,
        promote: Option<Kind>,
        moves: &mut impl MoveSink,
    ) {
        if targets.is_empty() {
            return;
        }
        let turnable = self.turnable(beyond, self.turn.side);
        for to in targets {
            let step = |extra| -> Move { Action::Step { from, to, promote, extra }.into() };
            // The bonus may be left unused.
            moves.add(step(Extra::None));
            moves.fan(turnable, |square| step(Extra::Reward(square)));
        }
    }

    fn visit_enemy_promotions(&self, kinds: &[Kind], from: Square, to: Square, moves: &mut impl MoveSink) {
        for &kind in kinds {
            moves.add(Move::promotion(from, to, kind));
            if self.rules.spec.beyond.enemy_anywhere {
                // The mover has left its square by then and stands where it arrives.
                let taken = (self.occupied() - Bitboard::from(from)) | Bitboard::from(to);
                moves.fan(self.rules.geometry.all() - taken, |place| {
                    Action::Step { from, to, promote: Some(kind), extra: Extra::Place(place) }.into()
                });
            }
        }
    }

    /// Visits the arrival of a piece that leaves the board, with each enemy piece that it may take along.
    fn visit_leaving(&self, from: Square, to: Square, moves: &mut impl MoveSink) {
        let enemy = !self.turn.side;
        // What stands there is captured already.
        let mut choice = self.cells.side(enemy) - Bitboard::from(to);
        if let Some(king) = self.king(enemy) {
            choice.remove(king);
        }
        if choice.is_empty() {
            moves.add(Move::step(from, to));
        } else {
            moves.fan(choice, |removed| Move::step_removing(from, to, removed));
        }
    }

    /// Visits captures en passant; of a piece whose capture brings a bonus, with the rewards.
    pub(crate) fn visit_special_en_passant(
        &self,
        beyond: &BeyondTables<W>,
        kind: Kind,
        from: Square,
        targets: Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        let victim = self.passed.victim();
        let takes = self.takable(beyond, kind).has(victim);
        let targets = targets.when(takes);
        if beyond.turns[kind.index()].is_none() && self.bonuses(beyond, !self.turn.side).has(victim) {
            self.visit_rewards(beyond, from, targets, None, moves);
        } else {
            moves.fan(targets, |to| Move::step(from, to));
        }
    }

    /// Visits the moves of a king, captures with a bonus among them.
    pub(crate) fn visit_special_king(
        &self,
        beyond: &BeyondTables<W>,
        from: Square,
        targets: Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        let bonus = targets & self.bonuses(beyond, !self.turn.side);
        moves.fan(targets - bonus, |to| Move::step(from, to));
        self.visit_rewards(beyond, from, bonus, None, moves);
    }
}
