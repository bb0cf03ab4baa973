//! Moves and shots of the pieces of tactical chess in the battle.

use super::{
    BISHOP, CANNON, DRAGON, FANATIC, KILLER, KING, KNIGHT, PAWN, PRINCE, QUEEN, ROOK, ROYAL_BISHOP,
    ROYAL_KNIGHT, ROYAL_ROOK, Set, TABLES, Tables, TacticalPosition, VETERAN, neighbours, promotion,
};
use crate::GenMode;
use crate::board::{Action, Direction, Move, MoveSink, Occupancy, Piece, Side, Square};

impl TacticalPosition {
    /// Moves, captures and shots of the pieces on the board.
    #[inline]
    pub(super) fn visit_pieces(&self, select: GenMode, moves: &mut impl MoveSink) {
        let Tables { pieces, last_rank, .. } = &*TABLES;
        let geometry = &pieces.geometry;
        let (cells, side) = (&self.cells, self.turn.side);
        let enemy = cells.side(!side);
        let occupancy = self.occupancy(side, cells.occupied());
        let empty = !occupancy.all;
        let royal = cells.of(!side, KING) | cells.of(!side, PRINCE);
        // No piece but the fanatic captures a killer. Shots hit it like any other.
        let vulnerable = enemy - cells.of(!side, KILLER);
        for kind in [
            KING,
            QUEEN,
            ROOK,
            BISHOP,
            KNIGHT,
            ROYAL_ROOK,
            ROYAL_BISHOP,
            PAWN,
            ROYAL_KNIGHT,
            VETERAN,
            CANNON,
            DRAGON,
            PRINCE,
            FANATIC,
            KILLER,
        ] {
            let movement = pieces.movement(Piece { kind, side });
            let free = match select {
                GenMode::All => empty,
                GenMode::Noisy => (last_rank[side.index()] & empty).when(promotion(kind).is_some()),
            };
            let prey = match kind {
                FANATIC => enemy,
                KILLER => royal,
                _ => vulnerable,
            };
            for from in cells.of(side, kind) {
                if !moves.wants_from(from) {
                    continue;
                }
                let targets = movement.arrivals(geometry, from, &occupancy, free, prey);
                moves.fan(targets, |to| Move::step(from, to));
                if kind == DRAGON {
                    self.visit_dragon_shots(from, moves);
                } else {
                    let victims = movement.shots(geometry, from, &occupancy, enemy);
                    // Few pieces shoot.
                    if !victims.is_empty() {
                        moves.fan(victims, |target| Move::shot(from, target));
                    }
                }
            }
        }
    }

    /// The board as pieces of one side see it, when `occupied` squares hold pieces.
    #[inline]
    fn occupancy(&self, side: Side, occupied: Set) -> Occupancy<1> {
        Occupancy { all: occupied | self.obstacles, own: self.cells.side(side), blocked: self.obstacles }
    }

    /// Returns the squares where a piece on `from` may go without capturing.
    #[inline]
    #[must_use]
    pub fn quiet_moves(&self, piece: Piece, from: Square) -> Set {
        let occupancy = self.occupancy(piece.side, self.cells.occupied());
        let quiet = &TABLES.pieces.movement(piece).quiet;
        quiet.targets(&TABLES.pieces.geometry, from, &occupancy) - occupancy.all
    }

    /// Returns the squares on which a piece on `from` would capture or shoot an enemy.
    #[inline]
    #[must_use]
    pub fn attacks(&self, piece: Piece, from: Square) -> Set {
        let occupancy = self.occupancy(piece.side, self.cells.occupied());
        TABLES.pieces.movement(piece).attack.targets(&TABLES.pieces.geometry, from, &occupancy)
    }

    /// Returns the squares from which pieces like this one attack `to` when `occupied` squares stop lines.
    #[inline]
    #[must_use]
    pub fn attack_origins(&self, piece: Piece, to: Square, occupied: Set) -> Set {
        let occupancy = self.occupancy(piece.side, occupied);
        TABLES.pieces.movement(piece).attack.origins(&TABLES.pieces.geometry, to, &occupancy)
    }

    /// A dragon hits everything on the two nearest squares of a diagonal, up to an obstacle.
    #[inline]
    fn visit_dragon_shots(&self, from: Square, moves: &mut impl MoveSink) {
        let geometry = &TABLES.pieces.geometry;
        let dragon = Piece { kind: DRAGON, side: self.turn.side };
        let occupied = self.cells.occupied();
        let shoot = &TABLES.pieces.movement(dragon).shoot;
        let victims = shoot.targets(geometry, from, &self.occupancy(dragon.side, occupied)) & occupied;
        if victims.is_empty() {
            return;
        }
        for direction in Direction::DIAGONAL {
            let hit = victims & geometry.ray(direction, from);
            let near = hit & neighbours(from);
            // The nearer square is the target, the farther one the second: each shot is one move only.
            match (near.first(), (hit - near).first()) {
                (Some(target), second @ Some(_)) => moves.add(Action::Shoot { from, target, second }.into()),
                (Some(target), None) | (None, Some(target)) => moves.add(Move::shot(from, target)),
                (None, None) => {}
            }
        }
    }
}
