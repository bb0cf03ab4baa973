//! Events of a search while it runs, and its final report.

use super::table::Bound;
use helgi_rules::board::Move;
use std::time::Duration;

/// An event worth reporting while a search runs.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchEvent {
    /// A line is searched; one event for each line of each iteration.
    Iteration(Iteration),
    /// A move of the root is being looked at. Not in the first seconds.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        played: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// A thread of the search has panicked; the search goes on, or ends with what it has.
    Failure(String),
}

/// One of the best lines of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// The iteration; 0 where there was nothing to search.
    pub depth: u32,
    /// The length of the longest line that was looked at.
    pub seldepth: u32,
    /// The place of the line, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: i32,
    /// The bound that the score is.
    pub bound: Bound,
    /// The positions searched so far, by all threads.
    pub nodes: u64,
    /// The time since the search was asked for.
    pub elapsed: Duration,
    /// Fullness of the transposition table, in thousandths.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Move>,
}

/// The best lines of a search so far: of each place the last one whose score is exact.
#[derive(Clone, PartialEq, Debug)]
pub struct BestLines(Vec<Option<Iteration>>);

impl BestLines {
    /// None yet, of so many places.
    #[must_use]
    pub fn new(places: usize) -> BestLines {
        BestLines(vec![None; places])
    }

    /// Takes a line in, if its score is exact and there is such a place.
    pub fn hear(&mut self, line: &Iteration) {
        if line.bound == Bound::Exact
            && let Some(place) = self.0.get_mut(line.multipv.saturating_sub(1))
        {
            *place = Some(line.clone());
        }
    }

    /// The lines, the best first. Where there is no legal move there are none.
    pub fn iter(&self) -> impl Iterator<Item = &Iteration> {
        // Without a legal move a line of none is reported, with the score.
        self.0.iter().flatten().filter(|line| !line.pv.is_empty())
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SearchReport {
    /// The best move; `None` if there is none to choose.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// The score of the last exact line, or of the one that several threads elected, for the side to move.
    pub score: i32,
    /// The last iteration of which the score is.
    pub depth: u32,
    /// The positions searched, by all threads.
    pub nodes: u64,
    /// The time since the search was asked for.
    pub elapsed: Duration,
}
