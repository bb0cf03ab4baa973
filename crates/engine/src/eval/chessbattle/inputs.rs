//! Network features of Chess-Battle: the pieces on their squares, on either board.

use super::ChessBattleEval;
use crate::net::{ActiveFeatures, NetBoard, NetFeatures, shipped_net};
use helgi_rules::internals::chessbattle::{ChessBattle128, ChessBattle144, ChessBattlePosition};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

static SMALL: Lazy<NetBoard> =
    Lazy::new(|| NetBoard::new(ChessBattle128::default().outline(), Symmetry::HalfTurn));
static LARGE: Lazy<NetBoard> =
    Lazy::new(|| NetBoard::new(ChessBattle144::default().outline(), Symmetry::HalfTurn));

impl<const W: usize, const N: usize> NetFeatures<ChessBattlePosition<W, N>> for ChessBattleEval<W> {
    fn planes(&self) -> usize {
        7
    }

    // Without the nets, both are empty.
    #[cfg_attr(not(feature = "nets"), expect(clippy::if_same_then_else))]
    fn net(&self) -> &'static [u8] {
        if N == 128 { shipped_net!("chessbattle") } else { shipped_net!("chessbattle144") }
    }

    fn board(&self) -> &NetBoard {
        if N == 128 { &SMALL } else { &LARGE }
    }

    fn collect(&self, position: &ChessBattlePosition<W, N>, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().occupied() {
            if let Some(piece) = position.cells().at(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
    }
}
