//! Network features of crazyhouse: those of chess, and the reserves.

use super::CrazyhouseEval;
use crate::net::{ActiveFeatures, Meaning, Meanings, NetBoard, NetFeatures, shipped_net};
use helgi_rules::GameId;
use helgi_rules::board::{Kind, Piece, Side};
use helgi_rules::internals::crazyhouse::{CrazyhousePosition, RESERVED};

/// A higher number of pieces of a kind in reserve counts as this one.
const COUNTED: usize = 8;

impl NetFeatures<CrazyhousePosition> for CrazyhouseEval {
    fn planes(&self) -> usize {
        self.chess.planes()
    }

    fn facts(&self) -> usize {
        RESERVED.len() * COUNTED
    }

    fn net(&self) -> &'static [u8] {
        shipped_net!("crazyhouse")
    }

    fn board(&self) -> &NetBoard {
        self.chess.board()
    }

    fn is_mirrored(&self, position: &CrazyhousePosition, view: Side) -> bool {
        self.chess.is_mirrored(position.board(), view)
    }

    fn collect(&self, position: &CrazyhousePosition, active: &mut ActiveFeatures<'_>) {
        self.chess.collect(position.board(), active);
        for side in Side::BOTH {
            for (place, kind) in RESERVED.into_iter().enumerate() {
                let count = usize::from(position.reserve().count(Piece { kind, side }));
                // A fact for the first piece, another for the second, and so on: the net can give each its own worth.
                (0..count.min(COUNTED)).for_each(|number| active.fact(side, place * COUNTED + number));
            }
        }
    }

    fn meanings(&self) -> Meanings {
        let pieces = GameId::CRAZYHOUSE.info().pieces;
        let in_hand = |kind: Kind| {
            let letter = pieces[kind.index()].letter;
            (0..COUNTED).map(move |number| Meaning::InHand(letter, number))
        };
        Meanings { facts: RESERVED.into_iter().flat_map(in_hand).collect(), ..self.chess.meanings() }
    }
}
