//! What the evaluations of several games have in common: tables of how far pieces see and of what lies
//! around kings and pawns.

use helgi_rules::board::{Geometry, Movement, Side, Square, SquareSet};

/// A lead without progress: the longer nothing has been captured or promoted, the less it is worth,
/// so that whoever is ahead looks for a way on. `clock` is the half-move clock.
#[inline]
pub fn fade(score: i32, clock: u32) -> i32 {
    const FULL: i32 = 240;
    let left = FULL - i32::try_from(clock).unwrap_or(FULL).min(FULL * 3 / 4);
    score * left / FULL
}

/// How many squares a piece reaches from each square of the empty board, less the average over all
/// squares: the base of placement terms.
pub fn reach_surplus<const W: usize>(geometry: &Geometry<W>, movement: &Movement<W>) -> Box<[i32; 256]> {
    let reach = |square: Square| {
        let empty = SquareSet::EMPTY;
        let quiet = movement.quiet.targets(geometry, square, empty);
        (quiet | movement.capture.targets(geometry, square, empty)).len() as i32
    };
    let outline = geometry.outline();
    let mean = outline.squares().map(reach).sum::<i32>() / outline.len().max(1) as i32;
    let mut table = Box::new([0; 256]);
    for square in outline.squares() {
        table[square.index()] = reach(square) - mean;
    }
    table
}

/// What lies around each of the `N` squares of a board.
#[derive(Debug)]
pub struct Surroundings<const W: usize, const N: usize> {
    /// The square itself and those beside it: where a king is in danger.
    pub zone: [SquareSet<W>; N],
    /// By side, the squares ahead on its own and the adjacent files: where a pawn passes.
    pub path: [[SquareSet<W>; N]; 2],
    /// Of these the next two ranks: where pawns shelter a king.
    pub shelter: [[SquareSet<W>; N]; 2],
}

impl<const W: usize, const N: usize> Surroundings<W, N> {
    /// The tables of a board.
    pub fn new(geometry: &Geometry<W>) -> Self {
        let outline = geometry.outline();
        let close = |square, file: u8| outline.file(square).abs_diff(file) <= 1;
        let ranks_ahead = |side, square, rank: u8| match side {
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
