//! The engine's findings about a position, as the page receives them.

use crate::scene::{self, SceneStep};
use helgi_engine::search::{Bound, Iteration, moves_to_end};
use helgi_rules::board::Side;
use helgi_rules::{Line, Position};
use serde::Serialize;

/// The most lines that can be asked for.
pub const MOST_LINES: usize = 5;
/// The most moves shown of a line.
const LONGEST: usize = 10;

/// The findings so far.
#[derive(Clone, Serialize, Default, Debug)]
pub struct Analysis {
    /// The move of the tree after which the position is.
    pub at: String,
    /// The depth of the search, in half-moves.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// The time so far, in milliseconds.
    pub time: u64,
    /// The best lines, the best first.
    pub lines: Vec<BestLine>,
}

/// One of the best lines.
#[derive(Clone, Serialize, Debug)]
pub struct BestLine {
    /// The score for White, in centipawns.
    pub score: i32,
    /// White's expected score of the game, from 0 to 1.
    pub expected: f64,
    /// The score for people: `+0.35`, or `#5` and `#−5` if White or Black wins in this many moves.
    pub text: String,
    /// The depth of this line.
    pub depth: u32,
    /// Its moves.
    pub steps: Vec<SceneStep>,
}

impl Analysis {
    /// An analysis of the position after a move of the tree, which has found nothing yet.
    pub fn begin(at: &str) -> Self {
        Analysis { at: at.to_owned(), ..Analysis::default() }
    }

    /// Takes note of the search's report about the end of a line.
    pub fn note(&mut self, line: &Line, iteration: &Iteration) {
        self.nodes = iteration.nodes;
        self.time = u64::try_from(iteration.elapsed.as_millis()).unwrap_or(u64::MAX);
        // A bound is no score to be shown; the one before stays until the search is sure.
        if iteration.bound != Bound::Exact || iteration.pv.is_empty() {
            return;
        }
        self.depth = self.depth.max(iteration.depth);
        let present = line.present();
        let chances = helgi_engine::wdl(present).chances(iteration.score);
        let (score, chances) = match present.side() {
            Side::White => (iteration.score, chances),
            Side::Black => (-iteration.score, chances.of_other_side()),
        };
        let found = BestLine {
            score,
            expected: chances.expected(),
            text: score_text(score),
            depth: iteration.depth,
            steps: scene::steps(present, iteration.pv.iter().take(LONGEST).copied()),
        };
        let index = iteration.multipv.saturating_sub(1);
        match self.lines.get_mut(index) {
            Some(known) => *known = found,
            None => self.lines.push(found),
        }
    }
}

/// A score in pawns, `+0.35`, or in how many moves the game is won or lost, `#5` or `#−5`.
pub fn score_text(score: i32) -> String {
    let sign = if score < 0 { "−" } else { "+" };
    match moves_to_end(score) {
        Some(moves) if score > 0 => format!("#{moves}"),
        Some(moves) => format!("#−{}", moves.abs()),
        None => format!("{sign}{:.2}", f64::from(score.abs()) / 100.0),
    }
}
