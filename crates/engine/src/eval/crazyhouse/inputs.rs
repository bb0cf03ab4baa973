//! What a net sees of crazyhouse: what it sees of chess, and the reserves.

use super::CrazyhouseEval;
use crate::eval::chess::ChessEval;
use crate::net::{Active, Board, Inputs};
use helgi_rules::board::{Piece, Side};
use helgi_rules::crazyhouse::{CrazyhousePosition, RESERVED};

/// More pieces of a kind in reserve are seen as so many.
const COUNTED: usize = 8;

impl Inputs<CrazyhousePosition> for CrazyhouseEval {
    const PLANES: usize = ChessEval::PLANES;
    const FACTS: usize = RESERVED.len() * COUNTED;
    const NET: &'static [u8] = include_bytes!("../../../nets/crazyhouse.net");

    fn board() -> &'static Board {
        ChessEval::board()
    }

    fn is_mirrored(position: &CrazyhousePosition, view: Side) -> bool {
        ChessEval::is_mirrored(position.board(), view)
    }

    fn collect(position: &CrazyhousePosition, active: &mut Active<'_>) {
        ChessEval::collect(position.board(), active);
        for side in Side::BOTH {
            for (place, kind) in RESERVED.into_iter().enumerate() {
                let count = usize::from(position.reserve().count(Piece { kind, side }));
                (0..count.min(COUNTED)).for_each(|number| active.fact(side, place * COUNTED + number));
            }
        }
    }
}
