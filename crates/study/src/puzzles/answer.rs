//! Judgement of an answer to a puzzle: right, as good, or wrong, with the reason.

use super::look::Opinion;
use super::solution::wins_at_once;
use crate::review::{Grade, StudyStop};
use crate::searches::{EngineSearches, KnownSearches, Searches, StudyFinding, StudyStep};
use helgi_engine::search::{Engine, Limits, is_win, moves_to_end};
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Line};

/// A puzzle that is being solved, up to the move that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct SolverAnswer<'a> {
    /// The position of the puzzle.
    pub start: &'a AnyPosition,
    /// Its solution.
    pub moves: &'a [Move],
    /// Other first moves that solve it as well.
    pub alternatives: &'a [Move],
    /// The half-moves of the solution that have been played; it is the solver's turn.
    pub done: usize,
    /// The positions that are searched for each move where one has to be compared with another.
    pub nodes: u64,
}

/// The verdict on an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum AnswerVerdict {
    /// The move of the solution, an alternative to it, or another that ends the game at once.
    Right,
    /// Another move that is as good; if it wins, the win is forced in this many own moves.
    AsGood(Option<u32>),
    /// A move that is not good enough.
    Wrong {
        /// The solver's expected score after it, from 0 to 1.
        expected: f64,
        /// The expected score after the right move.
        best: f64,
        /// True if the right move would force a win.
        misses_win: bool,
        /// The other side's answer, and its continuation.
        refutation: Vec<Move>,
    },
}

impl SolverAnswer<'_> {
    /// Judges a legal move. `None` if it was stopped. The engine forgets what it knew.
    ///
    /// A proven win is as good as another. Where there is none, a move is as good that loses less than an
    /// inaccuracy does.
    ///
    /// # Panics
    ///
    /// If the moves of the solution, or this one, are not legal.
    pub fn judge(&self, engine: &mut Engine, played: Move, stop: &StudyStop) -> Option<AnswerVerdict> {
        self.weigh(&mut EngineSearches { engine, stop }, played)
    }

    /// Carries a judgement on whose searches are somebody else's: the next search that it needs after those with these
    /// findings, or the verdict.
    ///
    /// # Panics
    ///
    /// As [`judge`](Self::judge).
    pub fn judge_by_steps(
        &self,
        played: Move,
        findings: &[StudyFinding],
    ) -> Option<StudyStep<AnswerVerdict>> {
        KnownSearches::run(findings, |known| self.weigh(known, played))
    }

    fn weigh(&self, searches: &mut dyn Searches, played: Move) -> Option<AnswerVerdict> {
        let mut line = Line::new(self.start.clone());
        self.moves.iter().take(self.done).for_each(|&done| line.play(done));
        let right = self.moves.get(self.done).copied();
        let is_alternative = self.done == 0 && self.alternatives.contains(&played);
        if right == Some(played) || is_alternative || wins_at_once(&line, played) {
            return Some(AnswerVerdict::Right);
        }
        let mut worth = |played| worth(searches, &line, played, self.nodes);
        let given = worth(played)?;
        let best = match right {
            Some(right) => worth(right)?,
            None => None,
        };
        // Where a search has found no line nobody can say that the answer is worse.
        let (Some(given), Some(best)) = (given, best) else { return Some(AnswerVerdict::AsGood(None)) };
        // Where the solution wins by force, only another forced win is as good.
        let is_as_good = match is_win(best.score) {
            true => is_win(given.score),
            false => given.expected + Grade::Inaccuracy.least_loss() > best.expected,
        };
        if is_as_good {
            let win = moves_to_end(given.score).filter(|_| is_win(given.score));
            return Some(AnswerVerdict::AsGood(win.and_then(|moves| u32::try_from(moves).ok())));
        }
        Some(AnswerVerdict::Wrong {
            expected: given.expected,
            best: best.expected,
            misses_win: is_win(best.score),
            refutation: given.line.into_iter().skip(1).collect(),
        })
    }
}

/// The worth of one move at the end of a line, by a search of this many positions; `None` if it was stopped, and for a
/// move without one.
fn worth(searches: &mut dyn Searches, line: &Line, played: Move, nodes: u64) -> Option<Option<Opinion>> {
    let limits = Limits { search_moves: vec![played], ..Limits::to_nodes(nodes) };
    let found = searches.search(line, &limits, true)?;
    let StudyFinding { score, line: best, is_exact, .. } = found;
    let expected = helgi_engine::wdl(line.present()).expected(score);
    Some((is_exact && !best.is_empty()).then_some(Opinion { line: best, score, expected }))
}
