//! The moves of the root, with their results.

use super::event::Iteration;
use super::score::INFINITE;
use super::table::Bound;
use helgi_rules::board::Move;
use std::time::Duration;

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub played: Move,
    /// The score that it is sorted by, or nothing good if it was only found to be no better.
    pub score: i32,
    /// Its last exact result.
    pub exact: Option<RootLine>,
    /// Its last result above the aspiration window: a lower bound.
    pub raised: Option<RootLine>,
    /// The line with its last score.
    pub line: Vec<Move>,
    /// The positions that this thread has searched after it.
    pub nodes: u64,
}

/// A result.
#[derive(Clone, Debug)]
pub struct RootLine {
    pub score: i32,
    /// The iteration.
    pub depth: i32,
    /// The length of the longest line that was looked at.
    pub seldepth: usize,
    /// The best line.
    pub moves: Vec<Move>,
}

impl RootLine {
    /// The `info` line for this move at MultiPV rank `multipv` from 1, after this many nodes and
    /// this much time.
    pub fn told(
        self,
        multipv: usize,
        bound: Bound,
        nodes: u64,
        elapsed: Duration,
        hashfull: u32,
    ) -> Iteration {
        Iteration {
            depth: self.depth as u32,
            seldepth: self.seldepth.max(self.moves.len()) as u32,
            multipv,
            score: self.score,
            bound,
            nodes,
            elapsed,
            hashfull,
            pv: self.moves,
        }
    }
}

impl RootMove {
    /// Its newest result, and its bound.
    pub fn newest(&self) -> Option<(&RootLine, Bound)> {
        match (&self.exact, &self.raised) {
            // At the same depth the exact result is the newer one: a move above the window is searched again in a wider one.
            (exact, Some(raised)) if exact.as_ref().is_none_or(|exact| exact.depth < raised.depth) => {
                Some((raised, Bound::Lower))
            }
            (exact, _) => exact.as_ref().map(|exact| (exact, Bound::Exact)),
        }
    }

    /// A move of which nothing is known.
    pub fn new(played: Move) -> Self {
        RootMove { played, score: -INFINITE, exact: None, raised: None, line: vec![played], nodes: 0 }
    }
}

/// Sorts moves by their scores, the best first; equal ones stay in their order. Outside the generic search,
/// which is compiled for each game: a sort is 5 kB of code.
pub fn sort_by_score(roots: &mut [RootMove]) {
    roots.sort_by_key(|root| -root.score);
}

/// Sorts moves by the scores of their last exact lines, the best first; equal ones stay in their order.
pub fn sort_by_exact_score(roots: &mut [RootMove]) {
    roots.sort_by_key(|root| root.exact.as_ref().map(|exact| -exact.score));
}
