//! The squares that pieces reach on three boards, by which moves are compared, and the moves that are known.

use helgi_rules::PieceInfo;
use helgi_rules::board::{Bitboard, Geometry, Movement, Occupancy, Outline, Side, Square};
use helgi_rules::internals::board::path::Path;
use std::sync::LazyLock;

/// A chessboard, and three ways in which pieces stand on it.
struct Boards {
    geometry: Geometry<1>,
    occupied: [Bitboard<1>; 3],
}

static BOARDS: LazyLock<Boards> = LazyLock::new(|| {
    let geometry = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    let occupied = geometry.thirds();
    Boards { geometry, occupied }
});

/// The empty squares that a piece moves to, and those of other pieces that it captures on, from each square of each board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reached {
    squares: Vec<[Bitboard<1>; 2]>,
    /// True if it shoots, or captures *en passant*.
    pub has_more: bool,
}

/// The moves, or the captures.
pub(super) const QUIET: usize = 0;
pub(super) const CAPTURE: usize = 1;

impl Reached {
    /// Nothing.
    pub(super) fn nothing() -> Reached {
        Reached::by(|_, _| Bitboard::EMPTY)
    }

    /// The squares to which paths lead.
    pub(super) fn of_paths(paths: &[Path]) -> Reached {
        let geometry = &BOARDS.geometry;
        let moves = Movement::of_paths(geometry, paths, Side::White);
        let mut has_more = false;
        let squares = from_each(|square, others| {
            let seen = Occupancy::from(others);
            let to = |reach: &helgi_rules::internals::board::Reach<1>| reach.targets(geometry, square, &seen);
            has_more |= !to(&moves.shoot).is_empty() || !to(&moves.en_passant).is_empty();
            [to(&moves.quiet) & !others, to(&moves.capture) & others]
        });
        Reached { squares, has_more }
    }

    /// The squares of moves in helgi's notation.
    pub(super) fn of(movement: &'static str) -> Reached {
        Reached::of_paths(&PieceInfo::new('X', "", movement).paths(Side::White))
    }

    /// The squares of a piece that captures as it moves.
    pub(super) fn by(targets: impl Fn(Square, Bitboard<1>) -> Bitboard<1>) -> Reached {
        let squares = from_each(|square, others| {
            let to = targets(square, others);
            [to & !others, to & others]
        });
        Reached { squares, has_more: false }
    }

    /// The squares of both.
    pub(super) fn and(&self, other: &Reached) -> Reached {
        let both = self.squares.iter().zip(&other.squares);
        let squares = both.map(|(one, two)| [one[0] | two[0], one[1] | two[1]]).collect();
        Reached { squares, has_more: self.has_more || other.has_more }
    }

    /// Returns true if all its squares are among those of the other.
    pub(super) fn is_in(&self, other: &Reached, what: usize) -> bool {
        self.squares.iter().zip(&other.squares).all(|(one, two)| one[what].is_subset(two[what]))
    }

    /// Returns true if the squares of both are the same.
    pub(super) fn is(&self, other: &Reached, what: usize) -> bool {
        self.squares.iter().zip(&other.squares).all(|(one, two)| one[what] == two[what])
    }

    /// Returns true if there are none.
    pub(super) fn is_empty(&self, what: usize) -> bool {
        self.squares.iter().all(|squares| squares[what].is_empty())
    }

    /// The ways by files and ranks to all squares.
    pub(super) fn ways(&self) -> impl Iterator<Item = (i8, i8)> {
        let outline = BOARDS.geometry.outline();
        let froms = BOARDS.occupied.iter().flat_map(move |_| outline.squares());
        let place = |square: Square| (outline.file(square) as i8, outline.rank(square) as i8);
        froms.zip(&self.squares).flat_map(move |(from, squares)| {
            let (file, rank) = place(from);
            (squares[QUIET] | squares[CAPTURE]).into_iter().map(move |to| {
                let (to_file, to_rank) = place(to);
                (to_file - file, to_rank - rank)
            })
        })
    }
}

fn from_each(mut of: impl FnMut(Square, Bitboard<1>) -> [Bitboard<1>; 2]) -> Vec<[Bitboard<1>; 2]> {
    let mut found = Vec::new();
    for board in &BOARDS.occupied {
        for square in BOARDS.geometry.outline().squares() {
            let mut others = *board;
            others.remove(square);
            found.push(of(square, others));
        }
    }
    found
}

/// The square at the end of a way.
pub(super) fn at(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    BOARDS.geometry.outline().offset(square, files, ranks)
}

/// The eight directions, clockwise from straight ahead.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A hop on a line: over the first piece, to the square behind it.
pub(super) fn hops(square: Square, others: Bitboard<1>, directions: &[(i8, i8)]) -> Bitboard<1> {
    let behind = |&way: &(i8, i8)| {
        let mut next = at(square, way)?;
        while !others.has(next) {
            next = at(next, way)?;
        }
        at(next, way)
    };
    directions.iter().filter_map(behind).collect()
}

/// A leap of one or more steps: a step along a line, then diagonally outwards. What stands on its way prevents it.
pub(super) fn lame(square: Square, others: Bitboard<1>, steps: u8) -> Bitboard<1> {
    let mut found = Bitboard::EMPTY;
    // A straight direction and the diagonals beside it, as places in `DIRECTIONS`.
    for [way, out, other] in [[0, 1, 7], [2, 1, 3], [4, 3, 5], [6, 5, 7]] {
        let Some(next) = at(square, DIRECTIONS[way]).filter(|&next| !others.has(next)) else { continue };
        for outwards in [out, other] {
            let mut here = Some(next);
            for step in 0..steps {
                here = here.and_then(|here| at(here, DIRECTIONS[outwards]));
                // The last square may be occupied: a piece there is captured.
                here = here.filter(|&here| step + 1 == steps || !others.has(here));
            }
            here.into_iter().for_each(|to| found.insert(to));
        }
    }
    found
}
