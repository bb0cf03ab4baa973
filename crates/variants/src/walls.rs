//! Walls that are built with every move, or instead of one.
//!
//! A side that builds with every move looks at the board as it is then: the square that the piece has left is free, and
//! so are those that an explosion has emptied. A wall may save the king, or endanger it.

use crate::position::FilePosition;
use crate::spec::Walling;
use crate::wall_tables::WallTables;
use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Square};
use helgi_rules::internals::board::Receiver;

/// A receiver of moves that hands each step on with all walls that may be built after it.
pub(crate) struct WithWalls<'a, const W: usize, const N: usize> {
    pub position: &'a FilePosition<'a, W, N>,
    pub walls: &'a WallTables<W>,
    pub moves: &'a mut dyn Receiver,
}

impl<const W: usize, const N: usize> MoveSink for WithWalls<'_, W, N> {
    #[inline]
    fn add(&mut self, step: Move) {
        match (step.from(), step.to()) {
            (Some(from), Some(to)) => {
                let occupied = self.position.occupied_after(step, from, to);
                let squares = self.position.wall_squares(self.walls, occupied, Some((from, to)));
                self.moves.take_with_walls(step, squares.widened());
            }
            // Who passes builds nothing.
            _ => self.moves.take(step),
        }
    }

    #[inline]
    fn fan<const V: usize>(&mut self, targets: Bitboard<V>, make: impl Fn(Square) -> Move) {
        // One by one: where a wall may be built depends on the square that the piece has come to.
        targets.into_iter().for_each(|target| self.add(make(target)));
    }

    #[inline]
    fn wants_from(&self, from: Square) -> bool {
        self.moves.asks_from(from)
    }

    #[inline]
    fn wants_drop(&self, kind: Kind) -> bool {
        self.moves.asks_drop(kind)
    }
}

impl<'r, const W: usize, const N: usize> FilePosition<'r, W, N> {
    /// The walls that come with every step, if that is the rule.
    #[inline]
    pub(crate) fn walls_of_steps(&self) -> Option<&'r WallTables<W>> {
        self.rules.walls.as_deref().filter(|walls| !walls.alone)
    }

    /// Visits the walls that are built instead of a move and leave no king attacked.
    pub(crate) fn visit_walls(&self, moves: &mut impl MoveSink) {
        let Some(walls) = self.rules.walls.as_deref().filter(|walls| walls.alone) else { return };
        let side = self.turn.side;
        let mut squares = self.wall_squares(walls, self.occupied(), None);
        if let Some(king) = self.king(side) {
            let standing = self.occupied() - self.leaving_walls();
            let with_facing = self.forbids_facing();
            let is_safe = |&square: &Square| {
                !self.is_attacked(king, !side, standing | Bitboard::from(square), with_facing)
            };
            squares = squares.into_iter().filter(is_safe).collect();
        }
        moves.fan(squares, Move::wall);
    }

    /// The squares where the side to move may build when these are occupied, after a step if there is one.
    #[inline]
    fn wall_squares(
        &self,
        walls: &WallTables<W>,
        occupied: Bitboard<W>,
        step: Option<(Square, Square)>,
    ) -> Bitboard<W> {
        let geometry = &self.rules.geometry;
        let free = (geometry.all() - occupied) & walls.region[self.turn.side.index()];
        match walls.rule {
            Walling::None => Bitboard::EMPTY,
            Walling::Duck | Walling::Static => free,
            Walling::Edge => {
                let beside = |set, square: Square| set | walls.beside[square.index()];
                free & self.walls.squares().into_iter().fold(walls.edge, beside)
            }
            Walling::Past => step.map_or(Bitboard::EMPTY, |(from, _)| free & Bitboard::from(from)),
            Walling::Arrow => step.map_or(Bitboard::EMPTY, |(from, to)| {
                let Some(archer) = self.cells.at(from) else { return Bitboard::EMPTY };
                let own = self.cells.side(self.turn.side) & occupied;
                let seen = self.seen_as(occupied, own);
                self.rules.movement(archer).arrivals(geometry, to, &seen, free, Bitboard::EMPTY)
            }),
        }
    }

    /// The squares that are occupied after a step, before a wall is built.
    #[inline]
    fn occupied_after(&self, step: Move, from: Square, to: Square) -> Bitboard<W> {
        let spec = &self.rules.spec;
        let Some(mover) = self.cells.at(from) else { return self.occupied() };
        let captured = self.captured_square(mover, from, to);
        let has_effects = captured.is_some() && (spec.blast || !spec.petrify.is_empty());
        // These change further squares. They are played on a copy, which takes longer, but they are rare.
        if has_effects || self.castling_of(from, to).is_some() {
            let mut after = self.clone();
            after.play(step);
            return after.occupied();
        }
        let emptied = Bitboard::from(from) | captured.map_or(Bitboard::EMPTY, Bitboard::from);
        (self.occupied() - emptied) | Bitboard::from(to)
    }

    /// The walls that go away when another one is built: the duck.
    pub(crate) fn leaving_walls(&self) -> Bitboard<W> {
        self.walls.squares().when(self.rules.spec.walling == Walling::Duck)
    }

    /// Builds a wall.
    pub(crate) fn build(&mut self, square: Square) {
        self.walls.remove(self.leaving_walls());
        self.walls.insert(square);
    }
}
