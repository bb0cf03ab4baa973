//! The orthodox board: its tables, and how the pieces of the games on it attack and pin.

use super::check;
use crate::PieceInfo;
use crate::board::{Bitboard, Cells, Geometry, Kind, Outline, Piece, PieceTables, Reach, Side, Square};

type Set = Bitboard<1>;

/// The tables of a game on the orthodox board.
pub struct Tables {
    /// The moves of the pieces.
    pub pieces: PieceTables<1>,
    /// By side: the squares where pawns promote.
    pub last_rank: [Set; 2],
    /// By square: the squares that `R` reaches on the empty board.
    orthogonal: Box<[Set; 64]>,
    /// By square: the squares that `B` reaches on the empty board.
    diagonal: Box<[Set; 64]>,
}

impl Tables {
    /// The tables for these pieces.
    #[must_use]
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
    /// The pieces of `side`, by how they attack.
    #[inline(always)]
    #[must_use]
    pub fn army<'a, const BITS: usize>(
        &self,
        tables: &'a Tables,
        cells: &Cells<1, 64, BITS>,
        side: Side,
    ) -> Army<'a> {
        let leapers = |kinds: &[Kind]| {
            let first = Piece { kind: kinds[0], side };
            (&tables.pieces.movement(first).capture, all_of(cells, side, kinds))
        };
        Army {
            tables,
            leapers: [leapers(self.pawns), leapers(self.knights), leapers(self.kings)],
            orthogonal: all_of(cells, side, self.orthogonal),
            diagonal: all_of(cells, side, self.diagonal),
        }
    }
}

/// The pieces of one side, by how they attack.
pub struct Army<'a> {
    tables: &'a Tables,
    leapers: [(&'a Reach<1>, Set); 3],
    orthogonal: Set,
    diagonal: Set,
}

impl Army<'_> {
    /// Returns the pieces that attack `square` when `occupied` squares stop lines.
    #[inline(always)]
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Set) -> Set {
        let leapers = self.leapers.iter().map(|(capture, squares)| capture.leaps_to(square) & *squares);
        let mut attackers = leapers.fold(Set::EMPTY, |set, leapers| set | leapers);
        // Few line pieces aim at a square, so that this is quicker than to look along eight lines.
        for from in self.aiming(square) {
            let is_open = !self.tables.pieces.geometry.between(square, from).meets(occupied);
            attackers |= Set::from(from).when(is_open);
        }
        attackers
    }

    /// Returns true if it attacks `square` when `occupied` squares stop lines.
    #[inline(always)]
    #[must_use]
    pub fn attacks(&self, square: Square, occupied: Set) -> bool {
        !self.attackers(square, occupied).is_empty()
    }

    /// The pieces that alone stand between a royal piece and one of its line pieces.
    #[inline(always)]
    #[must_use]
    pub fn blockers(&self, royal: Square, occupied: Set) -> Set {
        check::blockers(&self.tables.pieces.geometry, royal, self.aiming(royal), occupied)
    }

    /// The line pieces that would attack `square` if nothing stood between.
    #[inline(always)]
    fn aiming(&self, square: Square) -> Set {
        let index = square.index() % 64;
        self.tables.orthogonal[index] & self.orthogonal | self.tables.diagonal[index] & self.diagonal
    }
}

/// The squares of one side's pieces of some kinds.
#[inline(always)]
#[must_use]
pub fn all_of<const BITS: usize>(cells: &Cells<1, 64, BITS>, side: Side, kinds: &[Kind]) -> Set {
    kinds.iter().fold(Set::EMPTY, |set, &kind| set | cells.of(side, kind))
}
