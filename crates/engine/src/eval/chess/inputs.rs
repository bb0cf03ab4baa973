//! What a net sees of chess: the pieces on their squares.

use super::ChessEval;
use crate::net::{Active, Board, Inputs};
use helgi_rules::board::Side;
use helgi_rules::chess::{Chess, ChessPosition};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

static BOARD: Lazy<Board> = Lazy::new(|| Board::new(Chess.outline(), Symmetry::Mirror));

impl Inputs<ChessPosition> for ChessEval {
    const PLANES: usize = 6;
    const NET: &'static [u8] = include_bytes!("../../../nets/chess.net");

    fn board() -> &'static Board {
        &BOARD
    }

    /// The king is in the left half.
    fn is_mirrored(position: &ChessPosition, view: Side) -> bool {
        position.king(view).0 % 8 >= 4
    }

    fn collect(position: &ChessPosition, active: &mut Active<'_>) {
        for square in position.occupied() {
            if let Some(piece) = position.piece(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
    }
}
