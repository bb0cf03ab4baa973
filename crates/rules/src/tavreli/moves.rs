//! Moves of Tavreli: attacks, the squares left behind, and the squares for parts of stacks.

use super::{
    ATTACKERS, CASTLINGS, Castling, MAGUS, Set, TABLES, TavreliPosition, Unmoved, is_soldier, promote_on,
};
use crate::board::{Move, MoveSink, Occupancy, Piece, Side, Square};
use crate::kit::orthodox::Army;
use crate::{GenMode, Position, kit::check};

impl TavreliPosition {
    /// The top pieces of `side` that attack `square` when `occupied` squares stop lines.
    #[inline]
    #[must_use]
    pub fn attackers_of(&self, square: Square, side: Side, occupied: Set) -> Set {
        self.army(side).attackers(square, occupied)
    }

    #[inline(always)]
    pub(super) fn army(&self, side: Side) -> Army<'static> {
        ATTACKERS.army(&TABLES, &self.tops, side)
    }

    pub(super) fn find_checkers(&self) -> Set {
        self.attackers_of(self.magus(self.turn.side), !self.turn.side, self.tops.occupied())
    }

    /// Returns the squares where a part may go so that the piece left behind does not attack the own Magus.
    #[inline]
    pub(super) fn left_behind(&self, from: Square, count: usize, magus: Square) -> Set {
        let Some(left) = self.stacks.beneath(from, count) else { return !Set::EMPTY };
        if left.side == self.turn.side {
            return !Set::EMPTY;
        }
        // A line piece that comes up can be blocked by the very part that leaves; a leap cannot.
        if self.attacks(promote_on(from, left), from).has(magus) {
            TABLES.pieces.geometry.between(from, magus)
        } else {
            !Set::EMPTY
        }
    }

    /// Returns the squares for a soldier: diagonally enemies, straight ahead empty squares and own stacks.
    #[inline]
    pub(super) fn soldier_targets(
        &self,
        from: Square,
        soldier: Piece,
        height: usize,
        select: GenMode,
        open: Set,
    ) -> Set {
        let (own, enemy) = (self.tops.side(self.turn.side), self.tops.side(!self.turn.side));
        let movement = TABLES.pieces.movement(soldier);
        let straight = if select == GenMode::Noisy {
            movement.quiet.leaps(from) & TABLES.last_rank[self.turn.side.index()]
        } else if height == 1 && self.unmoved.0 & Unmoved::soldier(from) != 0 {
            movement.quiet.targets(&TABLES.pieces.geometry, from, &Occupancy::new(own | enemy, own))
        } else {
            movement.quiet.leaps(from)
        };
        (movement.capture.leaps(from) & enemy | (straight - enemy)) & open
    }

    #[inline]
    fn visit_magus(&self, magus: Square, wanted: Set, select: GenMode, moves: &mut impl MoveSink) {
        let (side, occupied) = (self.turn.side, self.tops.occupied());
        let movement = TABLES.pieces.movement(Piece { kind: MAGUS, side });
        let height = self.stacks.height(magus);
        let enemy = self.army(!side);
        for to in movement.capture.leaps(magus) & wanted {
            if !enemy.attacks(to, occupied - Set::from(magus)) {
                moves.add(Move::step(magus, to));
            }
            // With a part left behind, the old square stays occupied and blocks lines as before.
            if height > 1 && !enemy.attacks(to, occupied) {
                for count in 1..height {
                    let danger = self
                        .stacks
                        .beneath(magus, count)
                        .filter(|left| left.side != side)
                        .is_some_and(|left| self.attacks(promote_on(magus, left), magus).has(to));
                    if !danger {
                        moves.add(Move::split(magus, to, count as u8));
                    }
                }
            }
        }
        if select == GenMode::All && self.checkers.is_empty() {
            for (index, castling) in CASTLINGS.iter().enumerate() {
                if castling.side == side && self.unmoved.0 >> index & 1 != 0 && self.can_castle(castling) {
                    moves.add(Move::step(magus, castling.king_to));
                }
            }
        }
    }

    fn can_castle(&self, castling: &Castling) -> bool {
        let occupied = self.tops.occupied();
        let enemy = self.army(!self.turn.side);
        !castling.between.meets(occupied)
            && self.tops.side(self.turn.side).has(castling.rook_from)
            && self.stacks.height(castling.rook_from) == 1
            && !enemy.attacks(castling.rook_to, occupied)
            && !enemy.attacks(castling.king_to, occupied)
    }

    /// En passant changes three squares at once; each part that can go is tried out.
    fn visit_en_passant(&self, from: Square, target: Square, height: usize, moves: &mut impl MoveSink) {
        for count in 1..=height {
            let candidate = if count == height {
                Move::step(from, target)
            } else {
                Move::split(from, target, count as u8)
            };
            let mut after = self.clone();
            after.play(candidate);
            if !after.army(!self.turn.side).attacks(after.magus(self.turn.side), after.tops.occupied()) {
                moves.add(candidate);
            }
        }
    }

    /// Visits the legal moves.
    #[inline]
    pub(super) fn visit_moves(&self, select: GenMode, moves: &mut impl MoveSink) {
        let geometry = &TABLES.pieces.geometry;
        let side = self.turn.side;
        let own = self.tops.side(side);
        let enemy = self.tops.side(!side);
        let occupied = own | enemy;
        let magus = self.magus(side);
        // Nothing lands on a Magus of either side.
        let open = !(self.tops.of(Side::White, MAGUS) | self.tops.of(Side::Black, MAGUS));
        let wanted = match select {
            GenMode::All => open,
            GenMode::Noisy => enemy & open,
        };

        if moves.wants_from(magus) {
            self.visit_magus(magus, wanted, select, moves);
        }
        // Against two checkers only the Magus can do something.
        if self.checkers.has_several() {
            return;
        }
        let evasions = check::evasions(geometry, magus, self.checkers);
        let pinned = self.army(!side).blockers(magus, occupied) & own;
        for from in own - Set::from(magus) {
            if !moves.wants_from(from) {
                continue;
            }
            let Some(top) = self.tops.at(from) else { continue };
            let height = self.stacks.height(from);
            let movement = TABLES.pieces.movement(top);
            let targets = if is_soldier(top.kind) {
                self.soldier_targets(from, top, height, select, open)
            } else {
                movement.capture.targets(geometry, from, &occupied.into()) & wanted
            };
            let whole = if pinned.has(from) { evasions & geometry.line(magus, from) } else { evasions };
            moves.fan(targets & whole, |to| Move::step(from, to));
            for count in 1..height {
                let allowed = evasions & self.left_behind(from, count, magus);
                moves.fan(targets & allowed, |to| Move::split(from, to, count as u8));
            }
            if is_soldier(top.kind)
                && let Some(target) =
                    self.en_passant.filter(|&target| movement.en_passant.leaps(from).has(target))
            {
                self.visit_en_passant(from, target, height, moves);
            }
        }
    }
}
