//! The orthodox board: its tables, and how the pieces of the games on it attack and pin.

use super::{PieceInfo, check};
use crate::board::{Cells, Geometry, Kind, Outline, Piece, PieceTables, Side, Square, SquareSet};

type Set = SquareSet<1>;

/// The tables of a game on the orthodox board.
pub struct Tables {
    /// How the pieces move.
    pub pieces: PieceTables<1>,
    /// By side: where pawns promote.
    pub last_rank: [Set; 2],
    /// By square: what `R` reaches on the empty board.
    orthogonal: Box<[Set; 64]>,
    /// By square: what `B` reaches on the empty board.
    diagonal: Box<[Set; 64]>,
}

impl Tables {
    /// The tables for these pieces.
    pub fn new(pieces: &[PieceInfo]) -> Self {
        let geometry = Geometry::new(Outline::new(8, 8, |_, _| true));
        let by_square = |reach: &dyn Fn(Square) -> Set| {
            Box::new(std::array::from_fn(|square| reach(Square(square as u8))))
        };
        Tables {
            last_rank: [geometry.rank(7), geometry.rank(0)],
            orthogonal: by_square(&|square| geometry.orthogonal(square, Set::EMPTY)),
            diagonal: by_square(&|square| geometry.diagonal(square, Set::EMPTY)),
            pieces: PieceTables::new(geometry, pieces.iter().map(|piece| piece.movement)),
        }
    }
}

/// The kinds that attack in each of the ways of orthodox chess; those that attack in two are in two
/// lists. The first kind that attacks by a leap has no other leap.
pub struct Attackers {
    /// `R`.
    pub orthogonal: &'static [Kind],
    /// `B`.
    pub diagonal: &'static [Kind],
    /// `N`.
    pub knights: &'static [Kind],
    /// `K`.
    pub kings: &'static [Kind],
    /// `fF`.
    pub pawns: &'static [Kind],
}

impl Attackers {
    /// The pieces of `side` that attack `square` when `occupied` squares stop lines.
    #[inline(always)]
    pub fn of<const BITS: usize>(
        &self,
        tables: &Tables,
        cells: &Cells<1, 64, BITS>,
        square: Square,
        side: Side,
        occupied: Set,
    ) -> Set {
        let geometry = &tables.pieces.geometry;
        let leap = |kinds: &[Kind]| {
            let first = Piece { kind: kinds[0], side };
            tables.pieces.movement(first).capture.leaps_to(square) & all_of(cells, side, kinds)
        };
        leap(self.pawns)
            | leap(self.knights)
            | leap(self.kings)
            | geometry.orthogonal(square, occupied) & all_of(cells, side, self.orthogonal)
            | geometry.diagonal(square, occupied) & all_of(cells, side, self.diagonal)
    }

    /// The pieces of `side` that alone shield their royal piece from an enemy's line piece.
    #[inline(always)]
    pub fn pinned<const BITS: usize>(
        &self,
        tables: &Tables,
        cells: &Cells<1, 64, BITS>,
        royal: Square,
        side: Side,
    ) -> Set {
        let index = royal.index() % 64;
        let aiming = tables.orthogonal[index] & all_of(cells, !side, self.orthogonal)
            | tables.diagonal[index] & all_of(cells, !side, self.diagonal);
        check::shields(&tables.pieces.geometry, royal, aiming, cells.occupied()) & cells.side(side)
    }
}

/// The squares of one side's pieces of some kinds.
#[inline(always)]
pub fn all_of<const BITS: usize>(cells: &Cells<1, 64, BITS>, side: Side, kinds: &[Kind]) -> Set {
    kinds.iter().fold(Set::EMPTY, |set, &kind| set | cells.of(side, kind))
}
