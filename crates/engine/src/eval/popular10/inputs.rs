//! Network features of the 10x10 game: the pieces on their squares.

use super::Popular10Eval;
use crate::net::{ActiveFeatures, NetBoard, NetFeatures, shipped_net};
use helgi_rules::internals::popular10::{KINDS, Popular10, Popular10Position};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

static BOARD: Lazy<NetBoard> = Lazy::new(|| NetBoard::new(Popular10::Standard.outline(), Symmetry::HalfTurn));

impl NetFeatures<Popular10Position> for Popular10Eval {
    fn planes(&self) -> usize {
        KINDS
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("popular10")
    }

    fn board(&self) -> &NetBoard {
        &BOARD
    }

    fn collect(&self, position: &Popular10Position, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().occupied() {
            if let Some(piece) = position.cells().at(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
    }
}
