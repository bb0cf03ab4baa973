//! Any receiver of moves behind one type, so that the generator is compiled once for all of them.

use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Square};

/// A [`MoveSink`] without its generic method.
pub trait MoveReceiver {
    /// Takes one move.
    fn take(&mut self, candidate: Move);
    /// As [`MoveSink::wants_from`].
    fn needs_from(&self, from: Square) -> bool;
    /// As [`MoveSink::wants_drop`].
    fn needs_drop(&self, kind: Kind) -> bool;
    /// As [`MoveSink::wants`].
    fn needs(&self, candidate: Move) -> bool;
}

impl<S: MoveSink> MoveReceiver for S {
    fn take(&mut self, candidate: Move) {
        self.add(candidate);
    }

    fn needs_from(&self, from: Square) -> bool {
        self.wants_from(from)
    }

    fn needs_drop(&self, kind: Kind) -> bool {
        self.wants_drop(kind)
    }

    fn needs(&self, candidate: Move) -> bool {
        self.wants(candidate)
    }
}

/// A receiver that is chosen at run time.
pub struct AnySink<'a>(pub &'a mut dyn MoveReceiver);

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
        self.0.needs_from(from)
    }

    fn wants_drop(&self, kind: Kind) -> bool {
        self.0.needs_drop(kind)
    }

    fn wants(&self, candidate: Move) -> bool {
        self.0.needs(candidate)
    }
}
