//! Any receiver of moves behind one type, so that a generator is compiled once for all of them.

use super::{Bitboard, Kind, Move, MoveSink, Square};
use crate::{GenMode, Position};

/// Any receiver, without the generic method of [`MoveSink`].
pub trait Receiver {
    /// Takes one move.
    fn take(&mut self, candidate: Move);

    /// Takes a step once with each of these squares as its wall.
    fn take_with_walls(&mut self, step: Move, walls: Bitboard<4>);

    /// See [`MoveSink::wants_from`].
    fn asks_from(&self, from: Square) -> bool;

    /// See [`MoveSink::wants_drop`].
    fn asks_drop(&self, kind: Kind) -> bool;

    /// See [`MoveSink::wants`].
    fn asks(&self, candidate: Move) -> bool;
}

impl<S: MoveSink> Receiver for S {
    fn take(&mut self, candidate: Move) {
        self.add(candidate);
    }

    fn take_with_walls(&mut self, step: Move, walls: Bitboard<4>) {
        self.fan(walls, |wall| step.with_wall(wall));
    }

    fn asks_from(&self, from: Square) -> bool {
        self.wants_from(from)
    }

    fn asks_drop(&self, kind: Kind) -> bool {
        self.wants_drop(kind)
    }

    fn asks(&self, candidate: Move) -> bool {
        self.wants(candidate)
    }
}

/// A receiver that is chosen at run time.
pub struct AnySink<'a>(pub &'a mut dyn Receiver);

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

/// Hands the selected legal moves of a position to a receiver. With the feature `small` the generator is compiled for [`AnySink`]
/// alone.
#[cfg(not(feature = "small"))]
#[inline]
pub(crate) fn visit_for<P: Position>(position: &P, select: GenMode, moves: &mut impl MoveSink) {
    position.visit(select, moves);
}

/// See above.
#[cfg(feature = "small")]
pub(crate) fn visit_for<P: Position>(position: &P, select: GenMode, moves: &mut impl MoveSink) {
    #[inline(never)]
    fn visit<P: Position>(position: &P, select: GenMode, moves: &mut AnySink<'_>) {
        position.visit(select, moves);
    }

    visit(position, select, &mut AnySink(moves));
}
