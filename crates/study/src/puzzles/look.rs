//! Searches for the best move of a position and for its rivals.

use crate::review::{Grade, StudyStop};
use helgi_engine::search::{Bound, Engine, Iteration, Limits, SearchEvent, is_win};
use helgi_rules::board::Move;
use helgi_rules::internals::verdict_with_moves;
use helgi_rules::{Line, Position};

/// A side that expects less of the best move has no puzzle to solve: there is nothing to be won or saved.
const LEAST: f64 = 0.45;

/// The search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LookStopped;

/// The findings about one move of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The move, and the expected continuation.
    pub line: Vec<Move>,
    /// The score for the side that makes it.
    pub score: i32,
    /// The expected score of that side, from 0 to 1, by the game's own curve.
    pub expected: f64,
}

/// The best move of a position and the second best.
#[derive(Clone, PartialEq, Debug)]
pub struct TopMoves {
    /// The best move.
    pub best: Opinion,
    /// The best of all others; `None` if there is no other.
    pub second: Option<Opinion>,
    /// Number of positions after which the search of all moves had the best one in front, and kept it there.
    pub effort: u64,
}

impl TopMoves {
    /// The best move, if there is one.
    pub fn played(&self) -> Option<Move> {
        self.best.line.first().copied()
    }

    /// Returns by how much the expected score of the best move exceeds that of the second best,
    /// from 0 to 1; `None` if there is no other.
    pub fn margin(&self) -> Option<f64> {
        self.second.as_ref().map(|second| self.best.expected - second.expected)
    }

    /// Returns true if every other move would be a blunder, and the best one at least keeps the
    /// balance. If it forces a win, it is enough that every other move would be a mistake.
    pub fn is_clear(&self) -> bool {
        self.best.expected >= LEAST && !self.is_close()
    }

    /// Returns true if another move is nearly as good.
    pub fn is_close(&self) -> bool {
        let least = if self.is_won() { Grade::Mistake } else { Grade::Blunder };
        self.margin().is_some_and(|margin| margin < least.least_loss())
    }

    /// Returns true if the best move is known to force a win.
    pub fn is_won(&self) -> bool {
        is_win(self.best.score)
    }
}

/// An engine that looks at positions until it is stopped.
pub struct Looker<'a> {
    pub engine: &'a mut Engine,
    pub stop: &'a StudyStop,
}

impl Looker<'_> {
    /// Takes a glance at the end of a line: both moves by one search of this many positions. `None`
    /// if there are not two moves to choose from.
    pub fn glance(&mut self, line: &Line, nodes: u64) -> Result<Option<TopMoves>, LookStopped> {
        if verdict_with_moves(line.present(), line.history()).is_some() || line.present().count_moves() < 2 {
            return Ok(None);
        }
        let limits = Limits { multipv: 2, ..Limits::to_nodes(nodes) };
        let mut found = self.search(line, &limits)?.opinions.into_iter();
        let (Some(best), second @ Some(_)) = (found.next(), found.next()) else { return Ok(None) };
        Ok(Some(TopMoves { best, second, effort: nodes }))
    }

    /// Weighs the end of a line by a search of all moves, and one of all but the best and those that are `as_good`;
    /// each looks at `nodes` positions, and earlier searches are forgotten. `None` if the game is over.
    pub fn weigh(
        &mut self,
        line: &Line,
        as_good: &[Move],
        nodes: u64,
    ) -> Result<Option<TopMoves>, LookStopped> {
        if line.verdict().is_some() {
            return Ok(None);
        }
        // The effort must not depend on what the positions before have left in the table.
        self.engine.forget();
        let Search { opinions, effort } = self.search(line, &Limits::to_nodes(nodes))?;
        let Some(best) = opinions.into_iter().next() else { return Ok(None) };
        let mut others = line.present().legal_moves();
        others.retain(|other| best.line.first() != Some(other) && !as_good.contains(other));
        let second = match others.is_empty() {
            true => None,
            false => {
                let limits = Limits { search_moves: others, ..Limits::to_nodes(nodes) };
                self.search(line, &limits)?.opinions.into_iter().next()
            }
        };
        Ok(Some(TopMoves { best, second, effort }))
    }

    /// The best move at the end of a line within these limits.
    pub fn best(&mut self, line: &Line, limits: &Limits) -> Result<Option<Move>, LookStopped> {
        let opinions = self.search(line, limits)?.opinions;
        Ok(opinions.first().and_then(|best| best.line.first()).copied())
    }

    fn search(&mut self, line: &Line, limits: &Limits) -> Result<Search, LookStopped> {
        let mut exact: Vec<Iteration> = Vec::new();
        let mut leader = None;
        let mut effort = 0;
        let on_event = |event| {
            let SearchEvent::Iteration(iteration) = event else { return };
            let first = iteration.pv.first().copied();
            if iteration.multipv == 1 && first != leader {
                (leader, effort) = (first, iteration.nodes);
            }
            if iteration.bound == Bound::Exact && first.is_some() {
                exact.push(iteration);
            }
        };
        self.stop.search(self.engine, line, limits, on_event).ok_or(LookStopped)?;
        let best = exact.iter().rfind(|found| found.multipv == 1);
        // The last report of an interrupted search on another move may be from an iteration before.
        let other = |found: &&Iteration| best.is_some_and(|best| best.pv.first() != found.pv.first());
        let second = exact.iter().rfind(other).filter(|_| limits.multipv > 1);
        let model = helgi_engine::wdl(line.present());
        let opinion = |found: &Iteration| Opinion {
            line: found.pv.clone(),
            score: found.score,
            expected: model.expected(found.score),
        };
        Ok(Search { opinions: best.into_iter().chain(second).map(opinion).collect(), effort })
    }
}

/// The result of a search.
struct Search {
    opinions: Vec<Opinion>,
    /// The positions after which the best move stayed in front.
    effort: u64,
}
