//! Network features of chess: the pieces on their squares.

use super::ChessEval;
use crate::net::{ActiveFeatures, Meaning, Meanings, NetBoard, NetFeatures, shipped_net};
use helgi_rules::board::Side;
use helgi_rules::chess::{Chess, ChessPosition};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

static BOARD: Lazy<NetBoard> = Lazy::new(|| NetBoard::new(Chess.outline(), Symmetry::Mirror));

impl NetFeatures<ChessPosition> for ChessEval {
    fn planes(&self) -> usize {
        6
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("chess")
    }

    fn board(&self) -> &NetBoard {
        &BOARD
    }

    /// The king is in the left half.
    fn is_mirrored(&self, position: &ChessPosition, view: Side) -> bool {
        position.king(view).0 % 8 >= 4
    }

    fn collect(&self, position: &ChessPosition, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().occupied() {
            if let Some(piece) = position.cells().at(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
    }

    fn meanings(&self) -> Meanings {
        let planes = Chess.info().pieces.iter().map(|piece| Meaning::Piece(piece.letter)).collect();
        Meanings { planes, facts: Vec::new() }
    }
}
