//! Any receiver of moves behind one type, so that the generator is compiled once for all of them.

use crate::filter::Receiver;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Square};

/// A receiver that is chosen at run time.
pub(crate) struct AnySink<'a>(pub &'a mut dyn Receiver);

impl MoveSink for AnySink<'_> {
    fn add(&mut self, candidate: Move) {
        self.0.take(candidate);
    }

    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        for target in targets {
            self.0.take(make(target));
        }
    }

    fn wants_from(&self, from: Square) -> bool {
        self.0.asks_from(from)
    }

    fn wants_drop(&self, kind: Kind) -> bool {
        self.0.asks_drop(kind)
    }

    fn wants(&self, candidate: Move) -> bool {
        self.0.asks(candidate)
    }
}
