//! Judgement of an answer to a puzzle: right, as good, or wrong, with the reason.

use super::look::{LookStopped, Looker};
use super::solution::wins_at_once;
use crate::review::{Grade, StudyStop};
use helgi_engine::search::{Engine, is_win, moves_to_end};
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
        self.weigh(&mut Looker { engine, stop }, played).ok()
    }

    fn weigh(&self, looker: &mut Looker<'_>, played: Move) -> Result<AnswerVerdict, LookStopped> {
        let mut line = Line::new(self.start.clone());
        self.moves.iter().take(self.done).for_each(|&done| line.play(done));
        let right = self.moves.get(self.done).copied();
        let is_alternative = self.done == 0 && self.alternatives.contains(&played);
        if right == Some(played) || is_alternative || wins_at_once(&line, played) {
            return Ok(AnswerVerdict::Right);
        }
        let given = looker.worth(&line, played, self.nodes)?;
        let best = match right {
            Some(right) => looker.worth(&line, right, self.nodes)?,
            None => None,
        };
        let (Some(given), Some(best)) = (given, best) else { return Ok(AnswerVerdict::AsGood(None)) };
        let is_as_good = match is_win(best.score) {
            true => is_win(given.score),
            false => given.expected + Grade::Inaccuracy.least_loss() > best.expected,
        };
        if is_as_good {
            let win = moves_to_end(given.score).filter(|_| is_win(given.score));
            return Ok(AnswerVerdict::AsGood(win.and_then(|moves| u32::try_from(moves).ok())));
        }
        Ok(AnswerVerdict::Wrong {
            expected: given.expected,
            best: best.expected,
            misses_win: is_win(best.score),
            refutation: given.line.into_iter().skip(1).collect(),
        })
    }
}
