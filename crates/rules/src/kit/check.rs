//! Rules that games with check share: blockers of a royal piece, answers to a check, mate.

use crate::board::{Bitboard, Geometry, Move, Side, Square};
use crate::{Outcome, Position, Reason};

/// The pieces that alone stand between a royal piece and one of the line pieces that aim at it.
#[inline]
#[must_use]
pub fn blockers<const W: usize>(
    geometry: &Geometry<W>,
    royal: Square,
    aiming: Bitboard<W>,
    occupied: Bitboard<W>,
) -> Bitboard<W> {
    let mut blockers = Bitboard::EMPTY;
    for line_piece in aiming {
        let between = geometry.between(royal, line_piece) & occupied;
        // Of two pieces on the way each may leave: the other still stands there.
        if !between.has_several() {
            blockers |= between;
        }
    }
    blockers
}

/// Returns the squares where a piece other than the royal one ends all checks, by a capture or by
/// coming between; every square without a check.
#[inline]
#[must_use]
pub fn evasions<const W: usize>(geometry: &Geometry<W>, royal: Square, checkers: Bitboard<W>) -> Bitboard<W> {
    checkers.into_iter().fold(!Bitboard::EMPTY, |evasions, checker| {
        // A move has to end every check. Two rarely have a square in common: then the royal piece itself has to move.
        evasions & (geometry.between(royal, checker) | Bitboard::from(checker))
    })
}

/// Returns true if a legal move gives check, found by playing it.
#[inline]
pub fn gives_check_when_played<P: Position>(position: &P, legal: Move) -> bool {
    let mut child = position.clone();
    child.play(legal);
    child.in_check()
}

/// The verdict without a legal move: mate in check, else a draw.
#[must_use]
pub fn mate_or_stalemate(loser: Side, in_check: bool) -> Outcome {
    if in_check { Outcome::win(!loser, Reason::Mate) } else { Outcome::draw(Reason::Stalemate) }
}
