//! Both ends of a search: the moves that it begins with, and the answer that is expected to its choice.

use super::event::Iteration;
use super::limits::Control;
use super::ordering::Rated;
use super::score::{DRAW, of_outcome};
use super::table::{Bound, TranspositionTable};
use super::worker::table_key;
use crate::eval::Evaluate;
use helgi_rules::board::Move;
use helgi_rules::{GenMode, History, Position, verdict};
use std::cmp::Reverse;

/// The moves to choose from: the legal ones, restricted to `asked_for` unless that is empty. The
/// biggest gain at first sight comes first: with next to no time it is the only move that gets a
/// score.
pub(super) fn root_moves<P: Position, E: Evaluate<P>>(
    position: &P,
    evaluator: &E,
    asked_for: &[Move],
) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    if !asked_for.is_empty() {
        moves.retain(|candidate| asked_for.contains(candidate));
    }
    let see = |candidate| if position.is_noisy(candidate) { evaluator.see(position, candidate) } else { 0 };
    let mut rated: Vec<Rated> = moves.into_iter().map(|candidate| (candidate, see(candidate))).collect();
    sort_by_gain(&mut rated);
    rated.into_iter().map(|(candidate, _)| candidate).collect()
}

/// Sorts moves by gain, best first; stable. Not generic, as [`sort_by_score`](super::root_move::sort_by_score).
fn sort_by_gain(rated: &mut [Rated]) {
    rated.sort_by_key(|&(_, gain)| Reverse(gain));
}

/// Returns the score of a position without a choice of moves.
pub(super) fn verdict_without_moves<P: Position>(position: &P) -> i32 {
    // There are moves, but none of those that were asked for: nothing is known of them.
    if position.has_moves() {
        return DRAW;
    }
    let outcome = position.outcome().unwrap_or_else(|| position.no_moves());
    of_outcome(outcome, position.side(), 0)
}

/// The one line of a search without moves.
pub(super) fn nothing_to_search(score: i32, control: &Control) -> Iteration {
    Iteration {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: control.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    }
}

/// The answer to `best` that the table knows; none behind the end of the game.
pub(super) fn expected_answer<P: Position>(
    position: &P,
    history: &History,
    best: Move,
    table: &TranspositionTable,
) -> Option<Move> {
    let mut child = position.clone();
    child.play(best);
    // The entry may be that of another position with the same key, whose move need not be legal here.
    let answer = table.probe(table_key(&child))?.best.filter(|&answer| child.is_legal(answer))?;
    let mut history = history.clone();
    history.push(child.key());
    verdict(&child, &history).is_none().then_some(answer)
}
