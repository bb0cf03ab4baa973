//! Network features of tactical chess: pieces and obstacles on their squares, the reserves, and the
//! progress of the placement.

use super::TacticalEval;
use crate::net::{ActiveFeatures, NetBoard, NetFeatures, shipped_net};
use helgi_rules::board::{Piece, Side};
use helgi_rules::internals::tactical::{KING, OBSTACLE, Phase, Tactical, TacticalPosition};
use helgi_rules::{Game, Position, Symmetry};
use once_cell::sync::Lazy;

/// The kinds of pieces, obstacles among them.
const KINDS: usize = 16;

/// A higher number of pieces of a kind in reserve counts as this one.
const COUNTED: usize = 8;

/// The turns before the battle.
const TURNS: u16 = 7;

static BOARD: Lazy<NetBoard> = Lazy::new(|| NetBoard::new(Tactical.outline(), Symmetry::Mirror));

impl NetFeatures<TacticalPosition> for TacticalEval {
    fn planes(&self) -> usize {
        KINDS
    }

    fn facts(&self) -> usize {
        KINDS * COUNTED + TURNS as usize
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("tactical")
    }

    fn board(&self) -> &NetBoard {
        &BOARD
    }

    /// The king, if it is there, is in the left half.
    fn is_mirrored(&self, position: &TacticalPosition, view: Side) -> bool {
        position.cells().of(view, KING).first().is_some_and(|king| king.0 % 8 >= 4)
    }

    fn collect(&self, position: &TacticalPosition, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().side(Side::White) | position.cells().side(Side::Black) {
            if let Some(piece) = position.cells().at(square) {
                active.piece(piece.side, piece.kind.index(), square);
            }
        }
        for square in position.obstacles() {
            active.neutral(OBSTACLE.index(), square);
        }
        for side in Side::BOTH {
            for kind in position.reserve().kinds(side) {
                let count = usize::from(position.reserve().count(Piece { kind, side }));
                let first = kind.index() * COUNTED;
                (0..count.min(COUNTED)).for_each(|number| active.fact(side, first + number));
            }
        }
        // The number of the turn limits what may be placed; in the battle it means nothing.
        if position.phase() != Phase::Battle {
            let turn = position.turn().fullmove.clamp(1, TURNS) - 1;
            active.fact(position.side(), KINDS * COUNTED + turn as usize);
        }
    }
}
