//! Pieces that are enclosed: where they may be dropped, and which of them change sides.

use crate::position::FilePosition;
use crate::spec::{Enclosing, MaterialCount};
use helgi_rules::board::{Action, Bitboard, Move, Piece, Side, Square};
use helgi_rules::internals::board::Direction;

/// The directions along files and ranks.
const STRAIGHT: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The pieces of the side not to move that are enclosed between `square` and another piece of the side to move.
    fn between_own(&self, square: Square) -> Bitboard<W> {
        let (side, geometry) = (self.turn.side, &self.rules.geometry);
        let (own, enemy) = (self.cells.side(side), self.cells.side(!side));
        let others = geometry.all() - enemy;
        let mut enclosed = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let line = geometry.slide(direction, square, others);
            // The last square of the line is the first that no enemy stands on, if there is one.
            if line.meets(own) {
                enclosed |= line & enemy;
            }
        }
        enclosed
    }

    /// The squares where a drop may enclose pieces, or be beside some, as the rule has it.
    pub(crate) fn enclosing_region(&self, zone: Bitboard<W>) -> Bitboard<W> {
        let rules = self.rules;
        let rule = rules.spec.enclosing_drop;
        if rule == Enclosing::None {
            return zone;
        }
        let occupied = self.cells.occupied();
        if !rules.enclosing_start.is_subset(occupied) {
            return zone & rules.enclosing_start;
        }
        let (own, enemy) = (self.cells.side(self.turn.side), self.cells.side(!self.turn.side));
        let geometry = &rules.geometry;
        let all = occupied | self.walls.squares();
        let near = |square: Square, pieces: Bitboard<W>| rules.around[square.index()].meets(pieces);
        let beside = |square: Square| geometry.orthogonal(square, geometry.all()).meets(enemy);
        let is_wanted = |&square: &Square| match rule {
            Enclosing::None => true,
            Enclosing::Reversi => near(square, enemy) && !self.between_own(square).is_empty(),
            Enclosing::Ataxx | Enclosing::Quadwrangle => near(square, own),
            Enclosing::Snort => !beside(square),
            Enclosing::AnySide => STRAIGHT.into_iter().any(|direction| {
                let way = geometry.ray(direction, square);
                let behind = geometry.outline().offset(square, -direction.step().0, -direction.step().1);
                !way.meets(all) && behind.is_none_or(|behind| all.has(behind))
            }),
            Enclosing::Top => geometry.outline().offset(square, 0, -1).is_none_or(|below| all.has(below)),
        };
        zone.into_iter().filter(is_wanted).collect()
    }

    /// The enemy pieces that change sides by a move, before it is played.
    pub(crate) fn flipped_by(&self, legal: Move) -> Bitboard<W> {
        let (to, is_drop) = match legal.action() {
            Action::Drop { to, .. } => (to, true),
            Action::Step { to, .. } => (to, false),
            _ => return Bitboard::EMPTY,
        };
        let (own, enemy) = (self.cells.side(self.turn.side), self.cells.side(!self.turn.side));
        let around = self.rules.around[to.index()];
        match self.rules.spec.flip_enclosed {
            Enclosing::Reversi => self.between_own(to),
            Enclosing::Ataxx => around & enemy,
            Enclosing::Quadwrangle if !is_drop || around.meets(own) => around & enemy,
            _ => Bitboard::EMPTY,
        }
    }

    /// Lets pieces change sides.
    pub(crate) fn flip(&mut self, squares: Bitboard<W>) {
        for square in squares {
            if let Some(piece) = self.cells.take(square) {
                self.castlings.lose(square);
                self.cells.put(square, Piece { side: !piece.side, ..piece });
            }
        }
    }

    /// The side that a count of material makes the winner of a drawn game.
    pub(crate) fn material_winner(&self) -> Option<Side> {
        let [white, black] = Side::BOTH.map(|side| self.cells.side(side).len());
        match self.rules.spec.material {
            // Points have a verdict of their own.
            MaterialCount::None | MaterialCount::Points => None,
            MaterialCount::White => Some(Side::White),
            MaterialCount::Black => Some(Side::Black),
            MaterialCount::Pieces if white == black => None,
            MaterialCount::Pieces => Some(if white > black { Side::White } else { Side::Black }),
        }
    }

    /// Returns true if a move or drop is possible on no square.
    pub(crate) fn is_full(&self) -> bool {
        self.occupied() == self.rules.geometry.all()
    }
}
