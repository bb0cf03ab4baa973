//! Receivers of generated moves: they list them, count them, or look for one among them.
//!
//! A generator written once against [`MoveSink`] lists moves, counts them without making them, and
//! tests single moves for legality, always by the same rules.

use super::{Action, Bitboard, Kind, Move, Square};

/// A receiver of generated moves.
pub trait MoveSink {
    /// Takes one move.
    fn add(&mut self, candidate: Move);

    /// Takes the moves that `make` makes for each square of `targets`; one move for each.
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move);

    /// Returns true if moves from `from` can matter to this receiver, so that others need not be made.
    #[inline]
    fn wants_from(&self, _from: Square) -> bool {
        true
    }

    /// Returns true if drops of `kind` can matter to this receiver.
    #[inline]
    fn wants_drop(&self, _kind: Kind) -> bool {
        true
    }

    /// Returns true if this very move can matter to this receiver: a generator asks before it examines a move that may
    /// turn out to be illegal.
    #[inline]
    fn wants(&self, _candidate: Move) -> bool {
        true
    }
}

/// Lists the moves.
impl MoveSink for Vec<Move> {
    #[inline]
    fn add(&mut self, candidate: Move) {
        self.push(candidate);
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        self.extend(targets.into_iter().map(make));
    }
}

/// Counts the moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct MoveCounter(pub usize);

impl MoveSink for MoveCounter {
    #[inline]
    fn add(&mut self, _candidate: Move) {
        self.0 += 1;
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, _make: impl Fn(Square) -> Move) {
        self.0 += targets.len();
    }
}

/// Looks for any move of some sort, and asks for nothing more once there is one.
#[derive(Clone, Copy, Debug)]
pub struct AnyMove<F> {
    is_wanted: F,
    /// True once such a move has been generated.
    pub is_found: bool,
}

impl<F: Fn(Move) -> bool> AnyMove<F> {
    /// A search that has found nothing yet, for a move of which `is_wanted` holds.
    #[must_use]
    pub const fn new(is_wanted: F) -> Self {
        AnyMove { is_wanted, is_found: false }
    }
}

impl<F: Fn(Move) -> bool> MoveSink for AnyMove<F> {
    #[inline]
    fn add(&mut self, candidate: Move) {
        // Not asked again once found: the test may be expensive.
        self.is_found = self.is_found || (self.is_wanted)(candidate);
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        self.is_found = self.is_found || targets.into_iter().any(|target| (self.is_wanted)(make(target)));
    }

    #[inline]
    fn wants_from(&self, _from: Square) -> bool {
        !self.is_found
    }

    #[inline]
    fn wants_drop(&self, _kind: Kind) -> bool {
        !self.is_found
    }

    #[inline]
    fn wants(&self, candidate: Move) -> bool {
        !self.is_found && (self.is_wanted)(candidate)
    }
}

/// Looks for one move.
#[derive(Clone, Copy, Debug)]
pub struct Find {
    wanted: Move,
    /// True once the move has been generated.
    pub found: bool,
}

impl Find {
    /// A search for `wanted`.
    #[must_use]
    pub const fn new(wanted: Move) -> Self {
        Find { wanted, found: false }
    }
}

impl MoveSink for Find {
    #[inline]
    fn add(&mut self, candidate: Move) {
        self.found |= candidate == self.wanted;
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        self.found |= targets.into_iter().any(|target| make(target) == self.wanted);
    }

    #[inline]
    fn wants_from(&self, from: Square) -> bool {
        self.wanted.from() == Some(from)
    }

    #[inline]
    fn wants_drop(&self, kind: Kind) -> bool {
        matches!(self.wanted.action(), Action::Drop { kind: wanted, .. } if wanted == kind)
    }

    #[inline]
    fn wants(&self, candidate: Move) -> bool {
        candidate == self.wanted
    }
}

/// Passes on the moves that end on one square.
pub struct MovesTo<'a> {
    to: Square,
    found: &'a mut dyn FnMut(Move),
}

impl<'a> MovesTo<'a> {
    /// A receiver that calls `found` with each move that ends on `to`.
    #[must_use]
    pub const fn new(to: Square, found: &'a mut dyn FnMut(Move)) -> Self {
        MovesTo { to, found }
    }
}

impl MoveSink for MovesTo<'_> {
    #[inline]
    fn add(&mut self, candidate: Move) {
        if candidate.to() == Some(self.to) {
            (self.found)(candidate);
        }
    }

    #[inline]
    fn fan<const W: usize>(&mut self, targets: Bitboard<W>, make: impl Fn(Square) -> Move) {
        if targets.has(self.to) {
            (self.found)(make(self.to));
        }
    }

    #[inline]
    fn wants_drop(&self, _kind: Kind) -> bool {
        false
    }

    #[inline]
    fn wants(&self, candidate: Move) -> bool {
        candidate.to() == Some(self.to)
    }
}
