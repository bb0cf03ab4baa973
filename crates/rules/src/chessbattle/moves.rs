//! Moves of Chess-Battle: checks, blockers, steps, shots and arrivals.

use super::{BOMBER, CAVALRY, ChessBattlePosition, GUN, HEADQUARTERS, MACHINE_GUN, PIECES, SOLDIER, TANK};
use crate::board::attack::Attack;
use crate::board::{Bitboard, Kind, Move, MoveSink, Occupancy, Piece, Reach, Side, Square, Way};
use crate::{GenMode, info, kit::check};

/// The pieces that attack along lines, and those that attack by leaps.
const LINE_PIECES: [Kind; 4] = info::attackers(PIECES, Attack::LineOrShot);
const LEAPERS: [Kind; 3] = info::attackers(PIECES, Attack::Leap);

/// The kinds that can capture tanks.
const TAKES_TANKS: [bool; PIECES.len()] = {
    let mut takes = [false; PIECES.len()];
    let mut kind = 0;
    while kind < PIECES.len() {
        takes[kind] = PIECES[TANK.index()].is_captured_by(Kind(kind as u8));
        kind += 1;
    }
    takes
};

/// The pieces on the lines between a headquarters and the enemy pieces that aim at it.
struct Shields<const W: usize> {
    /// Own pieces whose leaving the line gives check.
    pinned: Bitboard<W>,
    /// Enemy pieces whose removal, with nothing coming in their place, gives check.
    screens: Bitboard<W>,
}

impl<const W: usize, const N: usize> ChessBattlePosition<W, N> {
    /// The line pieces of `by` that attack `target` on some board or other.
    #[inline]
    fn aiming(&self, target: Square, by: Side) -> Bitboard<W> {
        LINE_PIECES.into_iter().fold(Bitboard::EMPTY, |set, kind| {
            let attack = &self.board.pieces.movement(Piece { kind, side: by }).attack;
            set | attack.range_to(target) & self.cells.of(by, kind)
        })
    }

    /// Returns the attack of a piece.
    #[inline]
    fn attack_of(&self, from: Square) -> Option<&Reach<W>> {
        self.cells.at(from).map(|piece| &self.board.pieces.movement(piece).attack)
    }

    /// The way of a line piece to a square that it aims at.
    #[inline]
    fn way(&self, line_piece: Square, target: Square) -> Option<Way<W>> {
        self.attack_of(line_piece)?.way(&self.board.pieces.geometry, line_piece, target)
    }

    /// The squares between the line pieces of `by` and a square that they aim at.
    #[inline]
    pub(super) fn ways_to(&self, target: Square, by: Side) -> Bitboard<W> {
        let ways = self.aiming(target, by).into_iter().filter_map(|from| self.way(from, target));
        ways.fold(Bitboard::EMPTY, |squares, way| squares | way.squares)
    }

    /// The pieces of `army`, which are pieces of `by`, that attack a headquarters on `target` when
    /// `occupied` squares stop lines.
    #[inline]
    pub(super) fn attackers(
        &self,
        target: Square,
        by: Side,
        army: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut attackers = Bitboard::EMPTY;
        for kind in LEAPERS {
            let capture = &self.board.pieces.movement(Piece { kind, side: by }).capture;
            attackers |= capture.leaps_to(target) & self.cells.of(by, kind);
        }
        let occupancy = Occupancy::new(occupied, army);
        for line_piece in self.aiming(target, by) {
            if self.way(line_piece, target).is_some_and(|way| way.is_open(&occupancy)) {
                attackers.insert(line_piece);
            }
        }
        attackers & army
    }

    pub(super) fn find_checkers(&self, side: Side) -> Bitboard<W> {
        self.attackers(self.headquarters(side), !side, self.cells.side(!side), self.cells.occupied())
    }

    /// The blockers of a headquarters of the side to move against the remaining enemy pieces.
    #[inline]
    fn blockers(&self, target: Square, army: Bitboard<W>, occupied: Bitboard<W>) -> Shields<W> {
        let mut blockers = Shields { pinned: Bitboard::EMPTY, screens: Bitboard::EMPTY };
        for line_piece in self.aiming(target, !self.turn.side) & army {
            let Some(way) = self.way(line_piece, target) else { continue };
            let between = way.squares & occupied;
            let (own, screens) = (between - army, between & army);
            let (_, passes) = way.passing.count();
            if own.is_empty() {
                blockers.screens |= screens.when(screens.len() == passes + 1);
            } else if !own.has_several() && screens.len() <= passes {
                blockers.pinned |= own;
            }
        }
        blockers
    }

    /// Returns the squares where a pinned piece may go: between its headquarters and the pinning
    /// pieces, or onto one.
    fn along_pin(&self, from: Square, headquarters: Square) -> Bitboard<W> {
        self.aiming(headquarters, !self.turn.side)
            .into_iter()
            .filter_map(|line_piece| Some((self.way(line_piece, headquarters)?.squares, line_piece)))
            .filter(|(between, _)| between.has(from))
            .fold(!Bitboard::EMPTY, |allowed, (between, line_piece)| {
                allowed & (between | Bitboard::from(line_piece))
            })
    }

    #[inline]
    fn visit_headquarters(&self, from: Square, wanted: Bitboard<W>, moves: &mut impl MoveSink) {
        let (side, occupied) = (self.turn.side, self.cells.occupied());
        let movement = self.board.pieces.movement(Piece { kind: HEADQUARTERS, side });
        // The headquarters does not shield the squares beyond it.
        let without = occupied - Bitboard::from(from);
        for to in movement.capture.leaps(from) & wanted {
            if self.attackers(to, !side, self.cells.side(!side), without).is_empty() {
                moves.add(Move::step(from, to));
            }
        }
    }

    /// Soldiers arrive on any empty square of their last rank, and go to those that are `free`.
    #[inline]
    fn visit_soldiers(
        &self,
        occupancy: &Occupancy<W>,
        free: Bitboard<W>,
        prey: Bitboard<W>,
        allowed: impl Fn(Square) -> Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        let (tables, side) = (&self.board.pieces, self.turn.side);
        let movement = tables.movement(Piece { kind: SOLDIER, side });
        let last_rank = self.board.last_rank[side.index()];
        let goals = free | (last_rank - occupancy.all);
        self.cells.of(side, SOLDIER).into_iter().for_each(|from| {
            if moves.wants_from(from) {
                let targets = movement.arrivals(&tables.geometry, from, occupancy, goals, prey);
                moves.fan((targets - last_rank) & allowed(from), |to| Move::step(from, to));
                for to in targets & last_rank {
                    self.visit_arrival(from, to, self.headquarters(side), moves);
                }
            }
        });
    }

    /// A soldier reaches the last rank and leaves, with an enemy piece of choice; judged by what
    /// is left in the end.
    fn visit_arrival(&self, from: Square, to: Square, headquarters: Square, moves: &mut impl MoveSink) {
        let gone = Bitboard::from(from) | Bitboard::from(to);
        let occupied = self.cells.occupied() - gone;
        let army = self.cells.side(!self.turn.side) - gone;
        let choice = army - self.cells.of(!self.turn.side, HEADQUARTERS);
        let attackers = self.attackers(headquarters, !self.turn.side, army, occupied);
        if choice.is_empty() {
            if attackers.is_empty() {
                moves.add(Move::step(from, to));
            }
            return;
        }
        if attackers.has_several() {
            return;
        }
        let choice = if attackers.is_empty() { choice } else { choice & attackers };
        let screens = self.blockers(headquarters, army, occupied).screens;
        moves.fan(choice - screens, |removed| Move::step_removing(from, to, removed));
    }

    /// Visits the legal moves.
    #[inline]
    pub(super) fn visit_moves(&self, select: GenMode, moves: &mut impl MoveSink) {
        let tables = &self.board.pieces;
        let geometry = &tables.geometry;
        let cells = &self.cells;
        let side = self.turn.side;
        let own = cells.side(side);
        let enemy = cells.side(!side);
        let occupied = own | enemy;
        let soft = enemy - cells.of(!side, TANK);
        let empty = (!occupied).when(select == GenMode::All);

        let headquarters = self.headquarters(side);
        if moves.wants_from(headquarters) {
            self.visit_headquarters(headquarters, empty | enemy, moves);
        }
        // A step ends a check by capturing the checker or interposing; so it may end two.
        let evasions = check::evasions(geometry, headquarters, self.checkers);
        // A shot ends one check, and none by interposing.
        let mut shootable = if self.checkers.is_empty() { enemy } else { self.checkers };
        if self.checkers.has_several() {
            shootable = Bitboard::EMPTY;
        }
        let blockers = self.blockers(headquarters, enemy, occupied);
        shootable -= blockers.screens;
        let allowed = |from: Square| {
            if blockers.pinned.has(from) { evasions & self.along_pin(from, headquarters) } else { evasions }
        };

        let occupancy = Occupancy::new(occupied, own);
        // Pairs of constants and sets, which the compiler unrolls; to ask in the loops costs a twelfth of perft.
        let prey = |kind: Kind| if TAKES_TANKS[kind.index()] { enemy } else { soft };
        for (kind, prey) in [(BOMBER, prey(BOMBER)), (TANK, prey(TANK)), (CAVALRY, prey(CAVALRY))] {
            let movement = tables.movement(Piece { kind, side });
            cells.of(side, kind).into_iter().for_each(|from| {
                if moves.wants_from(from) {
                    let targets = movement.arrivals(geometry, from, &occupancy, empty, prey);
                    moves.fan(targets & allowed(from), |to| Move::step(from, to));
                }
            });
        }
        for (kind, prey) in [(GUN, prey(GUN)), (MACHINE_GUN, prey(MACHINE_GUN))] {
            let movement = tables.movement(Piece { kind, side });
            cells.of(side, kind).into_iter().for_each(|from| {
                if moves.wants_from(from) {
                    let steps = movement.arrivals(geometry, from, &occupancy, empty, Bitboard::EMPTY);
                    moves.fan(steps & allowed(from), |to| Move::step(from, to));
                    let shots = movement.shots(geometry, from, &occupancy, prey & shootable);
                    moves.fan(shots, |target| Move::shot(from, target));
                }
            });
        }
        self.visit_soldiers(&occupancy, empty, prey(SOLDIER), allowed, moves);
    }
}
