//! Static exchange evaluation (SEE) of Tavreli moves.

use crate::eval::exchange::{ExchangeReply, static_exchange};
use crate::eval::tapered::{Tapered, tapered};
use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Kind, Move, Piece, Side, Square};
use helgi_rules::internals::tavreli::{MAGUS, PROMOTED, TavreliPosition, is_promoted, is_soldier};
use std::mem;

type Set = Bitboard<1>;

/// The worth of pieces in exchanges.
const WORTH: [Tapered; 15] = [
    tapered(0, 0),
    tapered(950, 1000),
    tapered(480, 540),
    tapered(340, 340),
    tapered(330, 320),
    tapered(95, 120),
    tapered(90, 110),
    tapered(90, 110),
    tapered(100, 130),
    tapered(105, 140),
    tapered(440, 480),
    tapered(290, 280),
    tapered(300, 300),
    tapered(880, 920),
    tapered(1150, 1200),
];

/// In exchanges a covered piece is worth this part of its worth, in 128ths, to its owner.
const OWN_COVERED: i32 = 100;
const PRISONER: i32 = 28;

/// Returns the worth that a covered piece adds for the side on top of it.
#[inline]
fn covered_worth(covered: Piece, top: Side) -> Tapered {
    let worth = WORTH[covered.kind.index() % 15];
    let part = if covered.side == top { OWN_COVERED } else { -PRISONER };
    worth.part(part, 128)
}

/// Returns the worth of a stack with these pieces, from the top down, to `side`.
fn stack_worth(pieces: impl IntoIterator<Item = Piece>, side: Side) -> i32 {
    let mut pieces = pieces.into_iter();
    let Some(top) = pieces.next() else { return 0 };
    let own: i32 =
        pieces.map(|covered| covered_worth(covered, top.side).opening).sum::<i32>() + piece_worth(top.kind);
    if top.side == side { own } else { -own }
}

fn piece_worth(kind: Kind) -> i32 {
    if kind == MAGUS { 20_000 } else { WORTH[kind.index() % 15].opening }
}

/// Static exchange evaluation on stacks: every captor covers the stack there, so each capture in the
/// series imprisons one piece and may set others free for its side.
#[inline]
pub(super) fn see(position: &TavreliPosition, legal: Move) -> i32 {
    let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
    let Some(mover) = position.cells().at(from) else { return 0 };
    let side = mover.side;
    let mut after = position.clone();
    after.play(legal);
    // The squares that the move changes: departure, arrival, and that of a soldier passed over.
    let mut changed = Set::from(from) | Set::from(to);
    if position.cells().at(to).is_none() && is_soldier(mover.kind) && position.is_noisy(legal) {
        changed |= position.soldier_step(!side, to);
    }
    let count = |position: &TavreliPosition| -> i32 {
        changed.into_iter().map(|square| stack_worth(position.top_down(square), side)).sum()
    };
    // By the stacks before and after: a move may set free what stood beneath it.
    let first = count(&after) - count(position);
    let mut contest = Contest::new(&after, to, mover);
    static_exchange(side, first, |side| contest.capture(side))
}

/// The square of the captures, and the rest of the board around it.
struct Contest<'a> {
    /// The position after the first capture.
    position: &'a TavreliPosition,
    square: Square,
    /// The stack on the square from the bottom up, with the captors as they come.
    stack: [Piece; 40],
    height: usize,
    /// Its worth to the side on top.
    worth: i32,
    occupied: Set,
    gone: Set,
}

impl<'a> Contest<'a> {
    fn new(position: &'a TavreliPosition, square: Square, mover: Piece) -> Self {
        let mut stack = [mover; 40];
        let mut height = 0;
        for (place, piece) in stack.iter_mut().zip(position.top_down(square)) {
            *place = piece;
            height += 1;
        }
        stack[..height].reverse();
        let worth = stack_worth(position.top_down(square), mover.side);
        Contest {
            position,
            square,
            stack,
            height,
            worth,
            occupied: position.cells().occupied(),
            gone: Set::EMPTY,
        }
    }

    /// Lets the least top piece of a side capture.
    fn capture(&mut self, side: Side) -> ExchangeReply {
        let position = self.position;
        let attackers = position.attackers_of(self.square, side, self.occupied) - self.gone;
        let worth = |square: &Square| position.cells().at(*square).map_or(0, |piece| piece_worth(piece.kind));
        // A stack holds at most 32 pieces, and the captors come on top: a full array ends the series.
        let least = attackers.into_iter().min_by_key(worth).filter(|_| self.height < self.stack.len());
        let Some((from, captor)) = least.and_then(|square| Some((square, position.cells().at(square)?)))
        else {
            return ExchangeReply::Nothing;
        };
        let mut left = position.top_down(from).skip(1).peekable();
        self.gone.insert(from);
        // Only an empty square opens the line behind; a stack still stands in the way.
        if left.peek().is_none() {
            self.occupied.remove(from);
        }
        let uncovered = stack_worth(left, side) - stack_worth(position.top_down(from), side);
        let covered = &mut self.stack[self.height - 1];
        // A promoted soldier that is covered is a plain one again.
        if is_promoted(covered.kind) {
            covered.kind = Kind(covered.kind.0 - PROMOTED);
        }
        self.stack[self.height] = captor;
        self.height += 1;
        let worth = stack_worth(self.stack[..self.height].iter().rev().copied(), side);
        // Before it was worth as much to the other side.
        let before = -mem::replace(&mut self.worth, worth);
        ExchangeReply::Capture(uncovered + worth - before)
    }
}

#[cfg(test)]
mod tests {

    use crate::eval::testing;
    use helgi_rules::internals::tavreli::Tavreli;

    fn see_of(fen: &str, from: &str, to: &str) -> i32 {
        testing::see_of(&Tavreli, fen, from, to)
    }

    #[test]
    fn captures_imprison_and_recaptures_free() {
        // A safe capture of a Duke is worth most of a Duke.
        assert!(see_of("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3", "d5") > 700);
        // A Duke that takes a protected soldier is lost for it, and the soldier is free again.
        assert!(see_of("4k3/2m5/3d4/8/8/8/3Q4/4K3 w - - 0 1", "d2", "d6") < -700);
        // The same capture by a soldier is an even trade at worst.
        assert!(see_of("4k3/2m5/3d4/4D3/8/8/8/4K3 w - - 0 1", "e5", "d6").abs() < 150);
    }
}
