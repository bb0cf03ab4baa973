//! Network features of Operational Chess 2: the pieces on their squares.

use super::Operational2Eval;
use crate::net::{ActiveFeatures, NetBoard, NetFeatures, shipped_net};
use helgi_rules::internals::operational2::{Operational2, Operational2Position};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

static BOARD: Lazy<NetBoard> = Lazy::new(|| NetBoard::new(Operational2::Range2.outline(), Symmetry::Mirror));

impl NetFeatures<Operational2Position> for Operational2Eval {
    fn planes(&self) -> usize {
        13
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("operational2")
    }

    fn board(&self) -> &NetBoard {
        &BOARD
    }

    fn collect(&self, position: &Operational2Position, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().occupied() {
            if let Some(piece) = position.cells().at(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
    }
}
