//! Surroundings of squares: around kings, and before pawns.

use helgi_rules::board::{Bitboard, Geometry, Side, Square};

/// The surroundings of each of the `N` squares of a board.
#[derive(Debug)]
pub struct Surroundings<const W: usize, const N: usize> {
    /// The square itself and those beside it: the zone in which a king is in danger.
    pub zone: [Bitboard<W>; N],
    /// By side, the squares ahead on its own and the adjacent files: the path of a passed pawn.
    pub path: [[Bitboard<W>; N]; 2],
    /// The next two ranks of the path: the place of a king's pawn shelter.
    pub shelter: [[Bitboard<W>; N]; 2],
}

impl<const W: usize, const N: usize> Surroundings<W, N> {
    /// The tables of a board.
    pub fn new(geometry: &Geometry<W>) -> Self {
        let outline = geometry.outline();
        let close = |square, file: u8| outline.file(square).abs_diff(file) <= 1;
        let ranks_ahead = |side, square, rank: u8| match side {
            // Ranks behind the square give 0, which is in no range of ranks ahead.
            Side::White => rank.saturating_sub(outline.rank(square)),
            Side::Black => outline.rank(square).saturating_sub(rank),
        };
        let zone = |square| {
            geometry.select(|file, rank| close(square, file) && outline.rank(square).abs_diff(rank) <= 1)
        };
        let ahead = |side, square, most: u8| {
            let within = 1..=most;
            geometry
                .select(|file, rank| close(square, file) && within.contains(&ranks_ahead(side, square, rank)))
        };
        let squares =
            |most| Side::BOTH.map(|side| std::array::from_fn(|index| ahead(side, Square(index as u8), most)));
        Surroundings {
            zone: std::array::from_fn(|index| zone(Square(index as u8))),
            path: squares(u8::MAX),
            shelter: squares(2),
        }
    }
}
