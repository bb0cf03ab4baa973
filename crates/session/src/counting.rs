//! Perft move by move, which can be stopped.

use helgi_engine::search::Control;
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Position};
use std::ops::Range;

/// A count of this depth or less is over at once and need not be stopped.
const UNINTERRUPTED: u32 = 2;

/// Counts the move paths of length `depth` that begin with some of the legal moves, and tells for each of
/// these how many do; returns the total, or `None` if it was stopped.
pub fn divide(
    position: &AnyPosition,
    depth: u32,
    moves: Range<usize>,
    control: &Control,
    mut on_move: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        // The empty path is of the first part.
        return Some(u64::from(moves.start == 0));
    }
    let mut total = 0;
    for (first, child) in children(position).skip(moves.start).take(moves.len()) {
        let nodes = count(&child, depth - 1, control)?;
        on_move(first, nodes);
        total += nodes;
    }
    Some(total)
}

fn count(position: &AnyPosition, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(position.perft(depth));
    }
    children(position).map(|(_, child)| count(&child, depth - 1, control)).sum()
}

fn children(position: &AnyPosition) -> impl Iterator<Item = (Move, AnyPosition)> {
    position.legal_moves().into_iter().map(|played| (played, position.after(played)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::chess::Chess;
    use helgi_rules::{Game, GameId};

    #[test]
    fn counts_are_those_of_perft() {
        let start = GameId::CHESS.start();
        for depth in 0..=4 {
            let mut parts = 0;
            let total = divide(&start, depth, 0..usize::MAX, &Control::default(), |_, nodes| parts += nodes);
            assert_eq!(total, Some(Chess.start().perft(depth)));
            assert!(depth == 0 || total == Some(parts));
        }
    }

    #[test]
    fn a_count_can_be_stopped() {
        let control = Control::default();
        control.stop();
        assert_eq!(divide(&GameId::CHESS.start(), 30, 0..usize::MAX, &control, |_, _| ()), None);
    }
}
