//! Which moves popular10 has: attacks, what is safe, and the moves of each kind of piece.

use super::tables::Castling;
use super::{
    AMAZON, ARCHBISHOP, BEROLINA_PROMOTIONS, BISHOP, BOW, CANNON, DRAGON, EnPassant, GOLD_GENERAL, GORGON,
    GRYPHON, KING, MARSHAL, PAWN, PAWN_PROMOTIONS, Popular10Position, QUEEN, ROOK, SERGEANT,
    SERGEANT_PROMOTIONS, SILVER_GENERAL, Set, TANK, is_pawn,
};
use crate::Select;
use crate::board::{
    Action, BentRide, Collect, Direction, Extra, Geometry, Kind, Move, Occupancy, Piece, Side, Square,
};

/// A set of kinds, a bit for each.
const fn kinds<const LEN: usize>(list: [Kind; LEN]) -> u32 {
    let mut set = 0;
    let mut index = 0;
    while index < LEN {
        set |= 1 << list[index].0;
        index += 1;
    }
    set
}

const ROOK_RIDERS: u32 = kinds([ROOK, MARSHAL, QUEEN, AMAZON]);
const BISHOP_RIDERS: u32 = kinds([BISHOP, ARCHBISHOP, QUEEN, AMAZON]);
const ROOK_HOPPERS: u32 = kinds([CANNON, TANK]);
const BISHOP_HOPPERS: u32 = kinds([BOW, TANK]);

impl Popular10Position {
    /// The pieces of `side` that attack `square` when `occupied` squares stand in the way or are
    /// hopped over. A piece that is not in `occupied` is no obstacle, but still an attacker.
    #[inline]
    pub fn attackers_of(&self, square: Square, side: Side, occupied: Set) -> Set {
        self.threats(square, side)
            .filter(|&(from, kind)| self.is_open(kind, from, square, occupied))
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
        let mut least = None;
        let mut bound = i32::MAX;
        for (from, kind) in self.threats(square, side) {
            if worth(kind) < bound && !gone.has(from) && self.is_open(kind, from, square, occupied) {
                bound = worth(kind);
                least = Some((from, kind));
            }
        }
        least
    }

    /// The pieces of `side` that would attack `square` if their ways were as they need them.
    #[inline]
    fn threats(&self, square: Square, side: Side) -> impl Iterator<Item = (Square, Kind)> + '_ {
        let threats = &self.tables().threats[side.index()];
        let kinds = &threats.kinds[square.index() % 128];
        (threats.origins[square.index()] & self.cells.side(side)).into_iter().filter_map(move |from| {
            let kind = self.cells.at(from)?.kind;
            (kinds[from.index() % 128] >> kind.index() & 1 != 0).then_some((from, kind))
        })
    }

    /// Whether the way of a piece to a square that it attacks on some board is free, or has what
    /// the piece hops over.
    #[inline]
    fn is_open(&self, kind: Kind, from: Square, to: Square, occupied: Set) -> bool {
        let tables = self.tables();
        let geometry = &tables.pieces.geometry;
        let rides =
            |ride: &BentRide<2>| ride.origins(to).has(from) && !ride.way(geometry, from, to).meets(occupied);
        match kind {
            // On no line with `to`, compounds of knights and camels leap.
            ROOK | BISHOP | ARCHBISHOP | MARSHAL | QUEEN | AMAZON => {
                !geometry.between(from, to).meets(occupied)
            }
            CANNON | BOW | TANK => (geometry.between(from, to) & occupied).len() == 1,
            GRYPHON => rides(&tables.gryphon),
            DRAGON => rides(&tables.dragon),
            GORGON => rides(&tables.gryphon) || rides(&tables.dragon),
            _ => true,
        }
    }

    #[inline]
    pub(super) fn is_attacked(&self, square: Square, by: Side, occupied: Set) -> bool {
        self.threats(square, by).any(|(from, kind)| self.is_open(kind, from, square, occupied))
    }

    pub(super) fn find_checkers(&self) -> Set {
        self.attackers_of(self.king(self.turn.side), !self.turn.side, self.cells.occupied())
    }

    /// Calls `visit` for every enemy piece that would attack the king over the squares `way` if
    /// exactly `over` of them were occupied; leaps have their own way without squares.
    #[inline]
    pub(super) fn visit_lines(&self, mut visit: impl FnMut(Square, Set, usize)) {
        let tables = self.tables();
        let geometry = &tables.pieces.geometry;
        let cells = &self.cells;
        let enemy = !self.turn.side;
        let king = self.king(self.turn.side);
        let lines = [
            (geometry.orthogonal(king, Set::EMPTY), ROOK_RIDERS, ROOK_HOPPERS),
            (geometry.diagonal(king, Set::EMPTY), BISHOP_RIDERS, BISHOP_HOPPERS),
        ];
        for (line, riders, hoppers) in lines {
            for from in line & cells.side(enemy) {
                let Some(piece) = cells.at(from) else { continue };
                let kind = 1 << piece.kind.index();
                if kind & (riders | hoppers) != 0 {
                    visit(from, geometry.between(king, from), (kind & hoppers != 0) as usize);
                }
            }
        }
        let gorgons = cells.of(enemy, GORGON);
        for (ride, kind) in [(&tables.gryphon, GRYPHON), (&tables.dragon, DRAGON)] {
            for from in ride.origins(king) & (cells.of(enemy, kind) | gorgons) {
                visit(from, ride.way(geometry, from, king), 0);
            }
        }
        for from in self.checkers {
            if let Some(piece) = cells.at(from)
                && tables.pieces.movement(piece).capture.leaps(from).has(king)
            {
                visit(from, Set::EMPTY, 0);
            }
        }
    }

    /// Where a piece can arrive without leaving its king attacked, if the other pieces that stand
    /// in the way are `others` and those on `gone` have left the board.
    pub(super) fn safe_arrivals(&self, others: Set, gone: Set) -> Set {
        let mut safe = !Set::EMPTY;
        self.visit_lines(|from, way, over| {
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

    /// Where a piece may go so that its king is not attacked: the answer for most pieces, and the
    /// pieces for which it differs because they themselves stand on the way of an attacker.
    #[inline]
    pub(super) fn guard(&self) -> (Set, Set) {
        let (own, occupied) = (self.cells.side(self.turn.side), self.cells.occupied());
        let mut safe = !Set::EMPTY;
        let mut on_the_way = Set::EMPTY;
        self.visit_lines(|from, way, over| {
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

    /// Where a piece other than a pawn goes, empty squares and enemies; own pieces, too, may be
    /// among the squares.
    #[inline]
    pub(super) fn targets(&self, piece: Piece, from: Square) -> Set {
        let tables = self.tables();
        let geometry = &tables.pieces.geometry;
        let occupied = self.cells.occupied();
        let movement = tables.pieces.movement(piece);
        match piece.kind {
            CANNON | BOW | TANK => {
                let steps = movement.quiet.targets(geometry, from, &occupied.into()) - occupied;
                steps | self.attacks(piece, from)
            }
            _ => self.attacks(piece, from),
        }
    }

    /// What a piece attacks: the squares on which it could capture a piece, the first occupied one
    /// on each line included. Cannons, bows and tanks attack only what stands behind a screen.
    #[inline]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let tables = self.tables();
        let geometry = &tables.pieces.geometry;
        let occupied = self.cells.occupied();
        match piece.kind {
            CANNON => hops(geometry, &Direction::ORTHOGONAL, from, occupied),
            BOW => hops(geometry, &Direction::DIAGONAL, from, occupied),
            TANK => hops(geometry, &Direction::ALL, from, occupied),
            GRYPHON => tables.gryphon.targets(geometry, from, occupied),
            DRAGON => tables.dragon.targets(geometry, from, occupied),
            GORGON => {
                tables.gryphon.targets(geometry, from, occupied)
                    | tables.dragon.targets(geometry, from, occupied)
            }
            _ => tables.pieces.movement(piece).capture.targets(geometry, from, &occupied.into()),
        }
    }

    /// Where P, S or Y goes, but for taking en passant.
    #[inline]
    pub(super) fn pawn_targets(&self, pawn: Piece, from: Square, select: Select) -> Set {
        let tables = self.tables();
        let occupied = self.cells.occupied();
        let movement = tables.pieces.movement(pawn);
        let captures = movement.capture.leaps(from);
        let mut steps = movement.quiet.leaps(from) - occupied;
        if let Some(en_passant) = self.en_passant.filter(|en_passant| captures.has(en_passant.passed)) {
            steps.remove(en_passant.passed);
        }
        if select == Select::Noisy {
            steps &= tables.last_rank[pawn.side.index()];
        } else {
            for to in tables.double_steps(pawn, from) - occupied {
                if !tables.pieces.geometry.between(from, to).meets(occupied) {
                    steps.insert(to);
                }
            }
        }
        captures & self.cells.side(!pawn.side) | steps
    }

    #[inline]
    pub(super) fn visit_pawn(
        &self,
        kind: Kind,
        from: Square,
        targets: Set,
        safe: Set,
        bonus: Set,
        moves: &mut impl Collect,
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
    pub(super) fn visit_rewards(
        &self,
        from: Square,
        targets: Set,
        promote: Option<Kind>,
        moves: &mut impl Collect,
    ) {
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
    pub(super) fn visit_hostile_generals(
        &self,
        kind: Kind,
        from: Square,
        targets: Set,
        safe: Set,
        moves: &mut impl Collect,
    ) {
        let general = if kind == PAWN { GOLD_GENERAL } else { SILVER_GENERAL };
        // A general that may move at once must not appear where it attacks the own king.
        let attacking = if self.game.freezes() {
            Set::EMPTY
        } else {
            let tables = &self.tables().pieces;
            let piece = Piece { kind: general, side: !self.turn.side };
            tables.movement(piece).capture.origins(
                &tables.geometry,
                self.king(self.turn.side),
                &Occupancy::EMPTY,
            )
        };
        moves.fan((targets & safe) - attacking, |to| Move::promotion(from, to, general));
        if self.game.drops() {
            for to in targets {
                // The pawn has left the board, and with it what it captured.
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
    pub(super) fn visit_king(
        &self,
        king: Square,
        wanted: Set,
        bonus: Set,
        select: Select,
        moves: &mut impl Collect,
    ) {
        let tables = self.tables();
        let (side, occupied) = (self.turn.side, self.cells.occupied());
        // The king does not shield the squares behind it.
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
        if select == Select::All && self.rights != 0 && self.checkers.is_empty() {
            for castling in &tables.castlings {
                if castling.side == side && self.rights & castling.right != 0 && self.can_castle(castling) {
                    moves.add(Move::step(king, castling.king_to));
                }
            }
        }
    }

    pub(super) fn can_castle(&self, castling: &Castling) -> bool {
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

    /// Whether a piece that goes to the square passed over takes en passant. Sergeants always do.
    #[inline]
    pub(super) fn takes_en_passant(&self, piece: Piece, from: Square, passed: Square) -> bool {
        is_pawn(piece.kind) && self.tables().pieces.movement(piece).capture.leaps(from).has(passed)
    }

    /// The piece that a legal step from one square to another takes en passant.
    #[inline]
    pub fn en_passant_victim(&self, from: Square, to: Square) -> Option<Square> {
        let EnPassant { passed, jumper } = self.en_passant.filter(|en_passant| en_passant.passed == to)?;
        let mover = self.cells.at(from)?;
        self.takes_en_passant(mover, from, passed).then_some(jumper)
    }

    /// Whether the own king is safe after an en passant capture, which empties two squares.
    pub(super) fn en_passant_is_safe(&self, from: Square, passed: Square, jumper: Square) -> bool {
        let emptied = Set::from(from) | Set::from(jumper);
        let occupied = (self.cells.occupied() - emptied) | Set::from(passed);
        let attackers = self.attackers_of(self.king(self.turn.side), !self.turn.side, occupied);
        (attackers - Set::from(jumper)).is_empty()
    }

    /// Whether a piece of the side to move stands ready to capture on `passed`.
    pub(super) fn can_take_en_passant(&self, passed: Square) -> bool {
        self.threats(passed, self.turn.side).any(|(_, kind)| is_pawn(kind))
    }
}

/// The squares on which a hopping piece captures.
#[inline]
fn hops(geometry: &Geometry<2>, directions: &[Direction], from: Square, occupied: Set) -> Set {
    directions.iter().fold(Set::EMPTY, |set, &direction| set | geometry.hop(direction, from, occupied))
}
