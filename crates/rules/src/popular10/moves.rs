//! Moves of popular10: attacks, safe squares, and the moves of each kind of piece.

use super::tables::Castling;
use super::{
    AMAZON, ARCHBISHOP, BEROLINA, BEROLINA_PROMOTIONS, BISHOP, BOW, CAMEL, CANNON, DRAGON, ELEPHANT,
    EnPassant, GOLD_GENERAL, GORGON, GRYPHON, KING, KNIGHT, MARSHAL, PAWN, PAWN_PROMOTIONS,
    Popular10Position, QUEEN, ROOK, SERGEANT, SERGEANT_PROMOTIONS, SILVER_GENERAL, SQUIRE, STANDARD, Set,
    TANK, WAR_MACHINE, WILDEBEEST, enemy_general,
};
use crate::board::attack::Attack;
use crate::board::{Action, Extra, Kind, Move, MoveSink, Occupancy, Piece, Reach, Side, Square};
use crate::{GenMode, Position, info};

/// The plain pieces but for the pawns, and the special ones but for the sergeant.
const PLAIN: [Kind; 12] =
    [ROOK, BISHOP, KNIGHT, CAMEL, ARCHBISHOP, MARSHAL, CANNON, BOW, ELEPHANT, WAR_MACHINE, GRYPHON, DRAGON];
const SPECIAL: [Kind; 8] = [QUEEN, AMAZON, GORGON, WILDEBEEST, TANK, SQUIRE, GOLD_GENERAL, SILVER_GENERAL];
const PAWNS: [Kind; 3] = [PAWN, BEROLINA, SERGEANT];

/// The pieces that hop over another one to capture.
const HOPPERS: [Kind; 3] = info::attackers(&STANDARD, Attack::Hop);

impl Popular10Position {
    /// The pieces of `side` that attack `square` when `occupied` squares stand in the way or are
    /// hopped over. A piece that is not in `occupied` does not block, but still attacks.
    #[inline]
    #[must_use]
    pub fn attackers_of(&self, square: Square, side: Side, occupied: Set) -> Set {
        let occupancy = Occupancy::from(occupied);
        self.threats(square, side)
            .filter(|threat| self.is_open(threat, side, square, &occupancy))
            .fold(Set::EMPTY, |attackers, (from, _)| attackers | Set::from(from))
    }

    /// The one of the [attackers](Self::attackers_of) that is worth least, without those on `gone`
    /// squares: of equals, the first.
    #[inline]
    pub fn least_attacker(
        &self,
        square: Square,
        side: Side,
        occupied: Set,
        gone: Set,
        worth: impl Fn(Kind) -> i32,
    ) -> Option<(Square, Kind)> {
        let occupancy = Occupancy::from(occupied);
        let mut least = None;
        let mut bound = i32::MAX;
        for threat @ (from, kind) in self.threats(square, side) {
            // The worth is asked first: it is cheaper than the way.
            let is_wanted = worth(kind) < bound && !gone.has(from);
            if is_wanted && self.is_open(&threat, side, square, &occupancy) {
                bound = worth(kind);
                least = Some(threat);
            }
        }
        least
    }

    /// The pieces of `side` that would attack `square` if their ways were as they need them.
    #[inline]
    fn threats(&self, square: Square, side: Side) -> impl Iterator<Item = (Square, Kind)> + '_ {
        let sites = &self.tables().attack_sites[side.index()];
        let kinds = sites.kinds(square);
        (sites.origins[square.index()] & self.cells.side(side)).into_iter().filter_map(move |from| {
            let kind = self.cells.at(from)?.kind;
            (kinds[from.index() % 128] >> kind.index() & 1 != 0).then_some((from, kind))
        })
    }

    /// Returns the squares on which a piece captures.
    #[inline]
    fn capture(&self, kind: Kind, side: Side) -> &'static Reach<2> {
        &self.tables().pieces.movement(Piece { kind, side }).capture
    }

    /// Returns true if the way of one of the [`threats`](Self::threats) to `square` is as it needs it.
    #[inline]
    fn is_open(
        &self,
        &(from, kind): &(Square, Kind),
        side: Side,
        square: Square,
        occupancy: &Occupancy<2>,
    ) -> bool {
        self.capture(kind, side).reaches(&self.tables().pieces.geometry, from, square, occupancy)
    }

    #[inline]
    fn is_attacked(&self, square: Square, by: Side, occupied: Set) -> bool {
        let occupancy = Occupancy::from(occupied);
        self.threats(square, by).any(|threat| self.is_open(&threat, by, square, &occupancy))
    }

    pub(super) fn find_checkers(&self) -> Set {
        self.attackers_of(self.king(self.turn.side), !self.turn.side, self.cells.occupied())
    }

    /// Calls `visit` for every enemy piece that would attack the king over the squares `way` if
    /// exactly `over` of them were occupied; leaps have a way without squares.
    #[inline]
    fn visit_ways(&self, mut visit: impl FnMut(Square, Set, usize)) {
        let geometry = &self.tables().pieces.geometry;
        let (king, enemy) = (self.king(self.turn.side), !self.turn.side);
        for (from, kind) in self.threats(king, enemy) {
            self.capture(kind, enemy).any_way(geometry, from, king, |way| {
                visit(from, way.squares, way.passing.count().0);
                false
            });
        }
    }

    /// The squares between the pieces of `by` and a square that they would attack if those were as they
    /// need them.
    #[inline]
    pub(super) fn ways_to(&self, square: Square, by: Side) -> Set {
        let geometry = &self.tables().pieces.geometry;
        let mut ways = Set::EMPTY;
        for (from, kind) in self.threats(square, by) {
            self.capture(kind, by).any_way(geometry, from, square, |way| {
                ways |= way.squares;
                false
            });
        }
        ways
    }

    /// Returns the squares where a piece can arrive without leaving its king attacked, if the other
    /// pieces in the way are `others` and those on `gone` have left the board.
    fn safe_arrivals(&self, others: Set, gone: Set) -> Set {
        let mut safe = !Set::EMPTY;
        self.visit_ways(|from, way, over| {
            if gone.has(from) {
                return;
            }
            let standing = (way & others).len();
            if standing == over {
                // The way has to change, or the attacker to be captured.
                safe &= (way - others) | Set::from(from);
            } else if standing + 1 == over {
                safe -= way;
            }
        });
        safe
    }

    /// Returns the squares where most pieces may go so that their king is not attacked, and the
    /// pieces for which it differs because they themselves stand on the way of an attacker.
    #[inline]
    fn guard(&self) -> (Set, Set) {
        let (own, occupied) = (self.cells.side(self.turn.side), self.cells.occupied());
        let mut safe = !Set::EMPTY;
        let mut on_the_way = Set::EMPTY;
        self.visit_ways(|from, way, over| {
            let obstacles = way & occupied;
            let standing = obstacles.len();
            if standing == over {
                safe &= (way - occupied) | Set::from(from);
                on_the_way |= obstacles;
            } else if standing == over + 1 {
                on_the_way |= obstacles;
            } else if standing + 1 == over {
                safe -= way;
            }
        });
        (safe, on_the_way & own)
    }

    /// Returns the squares that a piece attacks: those on which it could capture, the first
    /// occupied one on each line included. Cannons, bows and tanks attack only what is behind a
    /// screen.
    #[inline]
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let tables = &self.tables().pieces;
        let occupied = self.cells.occupied();
        let reached = tables.movement(piece).capture.targets(&tables.geometry, from, &occupied.into());
        if HOPPERS.contains(&piece.kind) { reached & occupied } else { reached }
    }

    /// Visits the legal moves of a game in progress.
    #[inline]
    pub(super) fn visit_moves(&self, select: GenMode, moves: &mut impl MoveSink) {
        let tables = &self.tables().pieces;
        let (cells, side) = (&self.cells, self.side());
        let (own, enemy) = (cells.side(side), cells.side(!side));
        let occupancy = Occupancy::new(own | enemy, own);
        let free = (!occupancy.all).when(select == GenMode::All);
        let king = self.king(side);
        let bonus = self.specials(!side);

        if moves.wants_from(king) {
            self.visit_king(king, free | enemy | (self.king_goals(side) - own), bonus, select, moves);
        }
        let (safe, on_the_way) = self.guard();
        let safe_for = |from: Square| {
            if on_the_way.has(from) {
                self.safe_arrivals(occupancy.all - Set::from(from), Set::EMPTY)
            } else {
                safe
            }
        };
        for kind in PLAIN {
            let movement = tables.movement(Piece { kind, side });
            for from in cells.of(side, kind) {
                if moves.wants_from(from) {
                    let targets = movement.arrivals(&tables.geometry, from, &occupancy, free, enemy);
                    moves.fan(targets & safe_for(from), |to| Move::step(from, to));
                }
            }
        }
        let movable = own - self.frozen.map_or(Set::EMPTY, Set::from);
        for kind in SPECIAL {
            let movement = tables.movement(Piece { kind, side });
            for from in cells.of(side, kind) & movable {
                if moves.wants_from(from) {
                    let targets = movement.arrivals(&tables.geometry, from, &occupancy, free, enemy);
                    let targets = targets & safe_for(from);
                    moves.fan(targets - bonus, |to| Move::step(from, to));
                    self.visit_rewards(from, targets & bonus, None, moves);
                }
            }
        }
        let goals = free | (self.tables().last_rank[side.index()] - occupancy.all);
        for kind in PAWNS {
            for from in cells.of(side, kind) {
                if moves.wants_from(from) {
                    let targets = self.pawn_targets(Piece { kind, side }, from, &occupancy, goals);
                    self.visit_pawn(kind, from, targets, safe_for(from), bonus, moves);
                }
            }
        }
    }

    /// Returns the squares where P, S or Y goes, except by taking en passant: enemies and `goals`.
    #[inline]
    fn pawn_targets(&self, pawn: Piece, from: Square, occupancy: &Occupancy<2>, goals: Set) -> Set {
        let tables = &self.tables().pieces;
        let enemy = self.cells.side(!pawn.side);
        let targets = tables.movement(pawn).arrivals(&tables.geometry, from, occupancy, goals, enemy);
        match self.en_passant {
            // A sergeant that goes to the square passed over always captures.
            Some(EnPassant { passed, .. }) if self.takes_en_passant(pawn, from, passed) => {
                targets - Set::from(passed)
            }
            _ => targets,
        }
    }

    #[inline]
    fn visit_pawn(
        &self,
        kind: Kind,
        from: Square,
        targets: Set,
        safe: Set,
        bonus: Set,
        moves: &mut impl MoveSink,
    ) {
        let allowed = targets & safe;
        if targets.meets(self.tables().last_rank[self.turn.side.index()]) {
            if kind == SERGEANT {
                for promoted in SERGEANT_PROMOTIONS {
                    moves.fan(allowed - bonus, |to| Move::promotion(from, to, promoted));
                    self.visit_rewards(from, allowed & bonus, Some(promoted), moves);
                }
            } else {
                let promotions = if kind == PAWN { PAWN_PROMOTIONS } else { BEROLINA_PROMOTIONS };
                for promoted in promotions {
                    moves.fan(allowed - bonus, |to| Move::promotion(from, to, promoted));
                }
                self.visit_hostile_generals(kind, from, targets - bonus, safe, moves);
                // The captor is a sergeant by its capture, and promotes as one.
                for promoted in SERGEANT_PROMOTIONS {
                    moves.fan(allowed & bonus, |to| Move::promotion(from, to, promoted));
                }
            }
            return;
        }
        if kind == SERGEANT {
            moves.fan(allowed - bonus, |to| Move::step(from, to));
            self.visit_rewards(from, allowed & bonus, None, moves);
        } else {
            moves.fan(allowed, |to| Move::step(from, to));
        }
        if let Some(EnPassant { passed, jumper }) = self.en_passant
            && self.takes_en_passant(Piece { kind, side: self.turn.side }, from, passed)
            && self.en_passant_is_safe(from, passed, jumper)
        {
            if kind == SERGEANT && bonus.has(jumper) {
                self.visit_rewards(from, passed.into(), None, moves);
            } else {
                moves.add(Move::step(from, passed));
            }
        }
    }

    /// Captures of special pieces by the king or a special piece: without more, or with a
    /// promotion of any plain piece.
    #[inline]
    fn visit_rewards(&self, from: Square, targets: Set, promote: Option<Kind>, moves: &mut impl MoveSink) {
        if targets.is_empty() {
            return;
        }
        let plain = self.plain(self.turn.side);
        for to in targets {
            let action = |extra| -> Move { Action::Step { from, to, promote, extra }.into() };
            moves.add(action(Extra::None));
            moves.fan(plain, |square| action(Extra::Reward(square)));
        }
    }

    /// Promotions of P and S to a general of the enemy.
    fn visit_hostile_generals(
        &self,
        kind: Kind,
        from: Square,
        targets: Set,
        safe: Set,
        moves: &mut impl MoveSink,
    ) {
        let general = enemy_general(kind);
        // A general that may move at once must not appear where it attacks the own king.
        let attacking = if self.game.freezes() {
            Set::EMPTY
        } else {
            let tables = &self.tables().pieces;
            let piece = Piece { kind: general, side: !self.turn.side };
            tables.movement(piece).capture.origins(
                &tables.geometry,
                self.king(self.turn.side),
                &Set::EMPTY.into(),
            )
        };
        moves.fan((targets & safe) - attacking, |to| Move::promotion(from, to, general));
        if self.game.drops() {
            for to in targets {
                // The pawn has left the board, and so has its victim.
                let others = self.cells.occupied() - Set::from(from) - Set::from(to);
                let empty = self.tables().pieces.geometry.all() - others - Set::from(to);
                let places = (empty & self.safe_arrivals(others, to.into())) - attacking;
                moves.fan(places, |place| {
                    let promote = Some(general);
                    Action::Step { from, to, promote, extra: Extra::Place(place) }.into()
                });
            }
        }
    }

    #[inline]
    fn visit_king(&self, king: Square, wanted: Set, bonus: Set, select: GenMode, moves: &mut impl MoveSink) {
        let tables = self.tables();
        let (side, occupied) = (self.turn.side, self.cells.occupied());
        // The king does not shield the squares beyond it.
        let without_king = occupied - Set::from(king);
        let movement = tables.pieces.movement(Piece { kind: KING, side });
        for to in movement.capture.leaps(king) & wanted {
            if self.is_attacked(to, !side, without_king) {
                continue;
            }
            if bonus.has(to) {
                self.visit_rewards(king, to.into(), None, moves);
            } else {
                moves.add(Move::step(king, to));
            }
        }
        if select == GenMode::All && self.rights != 0 && self.checkers.is_empty() {
            for castling in &tables.castlings {
                if castling.side == side && self.rights & castling.right != 0 && self.can_castle(castling) {
                    moves.add(Move::step(king, castling.king_to));
                }
            }
        }
    }

    fn can_castle(&self, castling: &Castling) -> bool {
        let (enemy, occupied) = (!self.turn.side, self.cells.occupied());
        if castling.between.meets(occupied) {
            return false;
        }
        let without_king = occupied - Set::from(castling.king_from);
        let castled = (without_king - Set::from(castling.rook_from))
            | Set::from(castling.rook_to)
            | Set::from(castling.king_to);
        !castling.path.into_iter().any(|square| self.is_attacked(square, enemy, without_king))
            && !self.is_attacked(castling.king_to, enemy, castled)
    }

    /// Returns true if a piece that goes to the square passed over takes en passant.
    #[inline]
    fn takes_en_passant(&self, piece: Piece, from: Square, passed: Square) -> bool {
        self.tables().pieces.movement(piece).en_passant.leaps(from).has(passed)
    }

    /// The piece that a legal step from one square to another takes en passant.
    #[inline]
    #[must_use]
    pub fn en_passant_victim(&self, from: Square, to: Square) -> Option<Square> {
        let EnPassant { passed, jumper } = self.en_passant.filter(|en_passant| en_passant.passed == to)?;
        let mover = self.cells.at(from)?;
        self.takes_en_passant(mover, from, passed).then_some(jumper)
    }

    /// Returns true if the own king is safe after an en passant capture, which empties two squares.
    fn en_passant_is_safe(&self, from: Square, passed: Square, jumper: Square) -> bool {
        let emptied = Set::from(from) | Set::from(jumper);
        let occupied = (self.cells.occupied() - emptied) | Set::from(passed);
        let attackers = self.attackers_of(self.king(self.turn.side), !self.turn.side, occupied);
        (attackers - Set::from(jumper)).is_empty()
    }

    /// Returns true if a piece of the side to move stands ready to capture on `passed`.
    pub(super) fn can_take_en_passant(&self, passed: Square) -> bool {
        let (tables, side) = (&self.tables().pieces, self.turn.side);
        PAWNS.into_iter().any(|kind| {
            let en_passant = &tables.movement(Piece { kind, side }).en_passant;
            en_passant.leaps_to(passed).meets(self.cells.of(side, kind))
        })
    }
}
