//! The orthodox board and what its pawns need: shared by the games on the 8x8 array.

use super::PieceInfo;
use crate::board::{Geometry, Outline, PieceTables, Side, SquareSet};

/// The tables of a game on the orthodox board.
pub struct Tables {
    /// How the pieces move.
    pub pieces: PieceTables<1>,
    /// By side: the square two steps ahead, for pawns on their second rank.
    pub double_step: [Box<[SquareSet<1>; 256]>; 2],
    /// By side: where pawns promote.
    pub last_rank: [SquareSet<1>; 2],
}

impl Tables {
    /// The tables for these pieces.
    pub fn new(pieces: &[PieceInfo]) -> Self {
        let geometry = Geometry::new(Outline::new(8, 8, |_, _| true));
        let double_step = Side::BOTH.map(|side| {
            let mut table = geometry.leaps(&[(0, if side == Side::White { 2 } else { -2 })]);
            let outline = geometry.outline();
            for square in outline.squares().filter(|&square| outline.rank_of(side, square) != 1) {
                table[square.index()] = SquareSet::EMPTY;
            }
            table
        });
        let last_rank = [geometry.rank(7), geometry.rank(0)];
        Tables {
            pieces: PieceTables::new(geometry, pieces.iter().map(|piece| piece.movement)),
            double_step,
            last_rank,
        }
    }
}
