//! Network features of Tavreli: the tops of the stacks, and the content of each stack, by the side
//! on top. The depth of a piece is left out.

use super::TavreliEval;
use crate::net::{ActiveFeatures, NetBoard, NetFeatures, shipped_net};
use helgi_rules::board::{Kind, Side};
use helgi_rules::internals::tavreli::{PROMOTED, Tavreli, TavreliPosition, is_promoted};
use helgi_rules::{Game, Symmetry};
use once_cell::sync::Lazy;

/// The kinds that a top can be of.
const TOPS: usize = 15;

/// The kinds that are distinguished under a top: a promoted soldier there is a soldier.
const COVERED: usize = 10;

static BOARD: Lazy<NetBoard> = Lazy::new(|| NetBoard::new(Tavreli.outline(), Symmetry::Mirror));

impl NetFeatures<TavreliPosition> for TavreliEval {
    fn planes(&self) -> usize {
        TOPS + 2 * COVERED
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("tavreli")
    }

    fn board(&self) -> &NetBoard {
        &BOARD
    }

    /// The Magus is in the left half.
    fn is_mirrored(&self, position: &TavreliPosition, view: Side) -> bool {
        position.magus(view).0 % 8 >= 4
    }

    fn collect(&self, position: &TavreliPosition, active: &mut ActiveFeatures<'_>) {
        for square in position.cells().occupied() {
            let mut pieces = position.top_down(square);
            let Some(top) = pieces.next() else { continue };
            active.piece(top.side, top.kind.index(), square);
            for covered in pieces {
                let Kind(kind) = covered.kind;
                let kind = if is_promoted(covered.kind) { kind - PROMOTED } else { kind };
                let captive = if covered.side == top.side { 0 } else { COVERED };
                active.piece(covered.side, TOPS + captive + usize::from(kind), square);
            }
        }
    }
}
