//! Tables of a piece's worth by square: by rank and file, and by its reach from there.

use helgi_rules::PieceInfo;
use helgi_rules::board::{Bitboard, Geometry, Movement, Outline, Side, Square};
use helgi_rules::internals::board::path::{Origin, Path};
use std::ops::Add;

/// A square as weights by rank and file know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareWeight {
    /// Ranks from the side's own first one.
    pub rank: usize,
    /// Files from the nearer edge of the board.
    pub edge: usize,
}

impl SquareWeight {
    /// Returns the sum of the weights by rank and by file for the place.
    pub fn weight<V: Copy + Add<Output = V>>(self, ranks: &[V], files: &[V]) -> V {
        ranks[self.rank] + files[self.edge]
    }
}

/// A value for each square of a board, as a side sees it; a table may be longer than the board.
pub fn by_square<V: Copy + Default, const SQUARES: usize>(
    outline: &Outline,
    side: Side,
    value: impl Fn(Square, SquareWeight) -> V,
) -> [V; SQUARES] {
    let mut table = [V::default(); SQUARES];
    for (square, entry) in outline.squares().zip(&mut table) {
        let file = outline.file(square);
        // Left and right count alike, so half the numbers suffice.
        let edge = file.min(outline.files() - 1 - file).into();
        *entry = value(square, SquareWeight { rank: outline.rank_of(side, square).into(), edge });
    }
    table
}

/// Returns the movement of a piece without what it can only do from some squares.
pub fn lasting_movement<const W: usize>(
    geometry: &Geometry<W>,
    piece: &PieceInfo,
    side: Side,
) -> Movement<W> {
    let paths: Vec<Path> =
        piece.paths(side).iter().filter(|path| path.origin == Origin::Any).cloned().collect();
    Movement::of_paths(geometry, &paths, side)
}

/// By side and kind what [`reach_surplus`] returns: it depends on no weight, and tuning makes tables of weights by the thousand.
pub type Surpluses = [Vec<Box<[i32; 256]>>; 2];

/// Returns the surpluses of some pieces with these movements on a board.
pub fn surpluses<const W: usize, P>(
    outline: &Outline,
    pieces: &[P],
    movement: impl Fn(&Geometry<W>, &P, Side) -> Movement<W>,
) -> Surpluses {
    let geometry = Geometry::new(outline.clone());
    let of = |piece, side| reach_surplus(&geometry, &movement(&geometry, piece, side));
    Side::BOTH.map(|side| pieces.iter().map(|piece| of(piece, side)).collect())
}

/// Returns by how many squares the reach of a piece from each square of the empty board exceeds the average.
pub fn reach_surplus<const W: usize>(geometry: &Geometry<W>, movement: &Movement<W>) -> Box<[i32; 256]> {
    surplus(geometry.outline(), |square| {
        let quiet = movement.quiet.targets(geometry, square, &Bitboard::EMPTY.into());
        (quiet | movement.capture.targets(geometry, square, &Bitboard::EMPTY.into())).len() as i32
    })
}

/// Returns by how much a quantity on each square of a board exceeds its average.
fn surplus(outline: &Outline, of: impl Fn(Square) -> i32) -> Box<[i32; 256]> {
    // Relative to the mean, so that the worth of the piece itself stays in one weight.
    let mean = outline.squares().map(&of).sum::<i32>() / outline.len().max(1) as i32;
    let mut table = Box::new([0; 256]);
    for square in outline.squares() {
        table[square.index()] = of(square) - mean;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_from_the_own_side_and_files_from_the_edge() {
        let outline = Outline::new(3, 2, |_, _| true);
        let table =
            |side| -> [i32; 8] { by_square(&outline, side, |_, place| place.weight(&[10, 20], &[1, 2])) };
        assert_eq!(table(Side::White), [11, 12, 11, 21, 22, 21, 0, 0]);
        assert_eq!(table(Side::Black), [21, 22, 21, 11, 12, 11, 0, 0]);
    }

    #[test]
    fn a_knight_reaches_more_from_the_centre() {
        let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
        let surplus = reach_surplus(&geometry, &Movement::new(&geometry, "N", Side::White));
        // 336 moves from 64 squares are 5 on average.
        let corner_and_centre = ["a1", "d4"].map(|name| geometry.outline().named(name).unwrap());
        assert_eq!(corner_and_centre.map(|square| surplus[square.index()]), [2 - 5, 8 - 5]);
    }
}
