//! Receivers of moves between the generator and whoever wants the moves. Each hands on what is wanted, so that nothing
//! else is examined or played.

use crate::position::FilePosition;
use crate::tables::Legality;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Square};
use helgi_rules::internals::board::Receiver;
use std::cell::{Cell, OnceCell};

/// A receiver that hands on the moves that are legal by themselves.
pub(crate) struct Filter<'a, const W: usize, const N: usize> {
    position: &'a FilePosition<'a, W, N>,
    /// See [`exposing`](FilePosition::exposing); found when it is first needed.
    exposing: OnceCell<Option<Bitboard<W>>>,
    /// The number of checks that are looked at already; see [`mates`](FilePosition::mates).
    depth: u8,
    moves: &'a mut dyn Receiver,
}

impl<'a, const W: usize, const N: usize> Filter<'a, W, N> {
    /// A filter of the moves of a position.
    pub fn new(position: &'a FilePosition<'a, W, N>, moves: &'a mut dyn Receiver) -> Self {
        Self::within(position, 0, moves)
    }

    /// A filter of the moves of a position after so many checks that are looked at.
    pub fn within(position: &'a FilePosition<'a, W, N>, depth: u8, moves: &'a mut dyn Receiver) -> Self {
        Filter { position, exposing: OnceCell::new(), depth, moves }
    }

    fn allows(&self, candidate: Move) -> bool {
        let position = self.position;
        let keeps_royals = match position.rules.legality {
            Legality::Examined => {
                // Found once for all moves of the position; most of them need no closer look then.
                let exposing = self.exposing.get_or_init(|| position.exposing());
                exposing.is_some_and(|exposing| position.exposes_nothing(candidate, exposing))
                    || position.is_safe_for_royals(candidate)
            }
            Legality::Played => position.keeps_king(candidate),
            Legality::Free | Legality::Guarded => true,
        };
        keeps_royals && position.is_permitted(candidate, self.depth)
    }
}

impl<const W: usize, const N: usize> MoveSink for Filter<'_, W, N> {
    #[inline]
    fn add(&mut self, candidate: Move) {
        if self.moves.asks(candidate) && self.allows(candidate) {
            self.moves.take(candidate);
        }
    }

    #[inline]
    fn fan<const V: usize>(&mut self, targets: Bitboard<V>, make: impl Fn(Square) -> Move) {
        targets.into_iter().for_each(|target| self.add(make(target)));
    }

    #[inline]
    fn wants_from(&self, from: Square) -> bool {
        self.moves.asks_from(from)
    }

    #[inline]
    fn wants_drop(&self, kind: Kind) -> bool {
        self.moves.asks_drop(kind)
    }

    #[inline]
    fn wants(&self, candidate: Move) -> bool {
        self.moves.asks(candidate)
    }
}

/// A list of the moves that another receiver asks for, which notes whether it has refused any.
pub(crate) struct Asked<'a> {
    pub list: Vec<Move>,
    moves: &'a dyn Receiver,
    has_refused: Cell<bool>,
}

impl<'a> Asked<'a> {
    /// An empty list of moves for a receiver.
    pub fn by(moves: &'a dyn Receiver) -> Self {
        Asked { list: Vec::new(), moves, has_refused: Cell::new(false) }
    }

    /// Returns true if moves may be lacking, because the receiver does not ask for them.
    pub fn has_refused(&self) -> bool {
        self.has_refused.get()
    }

    fn note(&self, is_wanted: bool) -> bool {
        // Kept in a cell, since receivers are asked through a shared reference.
        self.has_refused.set(self.has_refused.get() || !is_wanted);
        is_wanted
    }
}

impl MoveSink for Asked<'_> {
    #[inline]
    fn add(&mut self, candidate: Move) {
        self.list.push(candidate);
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        self.list.fan(targets, make);
    }

    #[inline]
    fn wants_from(&self, from: Square) -> bool {
        self.note(self.moves.asks_from(from))
    }

    #[inline]
    fn wants_drop(&self, kind: Kind) -> bool {
        self.note(self.moves.asks_drop(kind))
    }

    #[inline]
    fn wants(&self, candidate: Move) -> bool {
        self.note(self.moves.asks(candidate))
    }
}
