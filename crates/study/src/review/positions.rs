//! Searches of the positions of a game, and the agreement of proofs with each other.

use super::Counter;
use crate::searches::{Searches, StudyFinding};
use helgi_engine::Chances;
use helgi_engine::internals::search::plies_to_end;
use helgi_engine::search::{DRAW, Limits, is_loss, is_win, mate_in};
use helgi_rules::board::{Move, Side};
use helgi_rules::{AnyPosition, Line, Outcome, Position};

/// The findings about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionReview {
    /// The side to move.
    pub side: Side,
    /// The score for the side to move: centipawns, or a proven win or loss.
    pub score: i32,
    /// The chances of the side to move.
    pub chances: Chances,
    /// The depth of the search, in half-moves; 0 if the game is over.
    pub depth: u32,
    /// The positions that were searched.
    pub nodes: u64,
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
    /// The number of legal moves.
    pub choices: usize,
    /// The outcome of the game here, if it is over.
    pub outcome: Option<Outcome>,
}

impl PositionReview {
    /// Returns the expected score of a side, from 0 to 1.
    pub fn expected(&self, side: Side) -> f64 {
        let expected = self.chances.expected();
        if side == self.side { expected } else { 1.0 - expected }
    }

    /// The score for a side.
    pub const fn score_for(&self, side: Side) -> i32 {
        if side as usize == self.side as usize { self.score } else { -self.score }
    }
}

/// The searches of a review.
pub struct PositionSearcher<'a> {
    pub searches: &'a mut dyn Searches,
    pub limits: &'a Limits,
    /// True until the first search: what the engine knew before the review is forgotten.
    pub is_fresh: bool,
}

impl PositionSearcher<'_> {
    /// Looks at the last position of a line; `None` if the review was stopped.
    pub fn look(&mut self, line: &Line) -> Option<PositionReview> {
        match line.verdict() {
            Some(outcome) => Some(ended(line.present(), outcome)),
            None => self.search(line),
        }
    }

    /// Searches the last position of a line; `None` if the review was stopped.
    fn search(&mut self, line: &Line) -> Option<PositionReview> {
        let found = self.searches.search(line, self.limits, std::mem::take(&mut self.is_fresh))?;
        let StudyFinding { score, depth, nodes, line: best, .. } = found;
        let position = line.present();
        let choices = position.count_moves();
        Some(review(position, Found { score, depth, nodes, line: best, choices, outcome: None }))
    }
}

/// The findings about a position before they are put in order.
struct Found {
    score: i32,
    depth: u32,
    nodes: u64,
    line: Vec<Move>,
    choices: usize,
    outcome: Option<Outcome>,
}

fn review(position: &AnyPosition, found: Found) -> PositionReview {
    let Found { score, depth, nodes, line, choices, outcome } = found;
    let chances = helgi_engine::wdl(position).chances(score);
    PositionReview { side: position.side(), score, chances, depth, nodes, line, choices, outcome }
}

/// A position in which the game is over.
fn ended(position: &AnyPosition, outcome: Outcome) -> PositionReview {
    let score = match outcome.winner {
        None => DRAW,
        Some(winner) if winner == position.side() => mate_in(0),
        Some(_) => -mate_in(0),
    };
    let outcome = Some(outcome);
    review(position, Found { score, depth: 0, nodes: 0, line: Vec::new(), choices: 0, outcome })
}

/// Looks at all positions, the last first; `None` if the review was stopped.
pub fn all(
    searcher: &mut PositionSearcher<'_>,
    line: &Line,
    counter: &mut Counter<'_>,
) -> Option<Vec<PositionReview>> {
    let mut line = line.clone();
    let mut positions = vec![searcher.look(&line)?];
    counter.done();
    while line.undo().is_some() {
        // Unclaimed draws have been played past.
        positions.push(searcher.search(&line)?);
        counter.done();
    }
    positions.reverse();
    Some(positions)
}

/// Makes proofs known to their neighbours: who is lost after a move was lost to it before, and who plays the
/// first move of a proven line stays on it.
pub fn agree(positions: &mut [PositionReview], played: &[Move]) {
    for (ply, &played) in played.iter().enumerate().rev() {
        let [before, after] = &mut positions[ply..ply + 2] else { continue };
        let score = after.score_for(before.side);
        let Some(win) = plies_to_end(score).map(|plies| mate_in(plies + 1)) else { continue };
        // Only a shorter or a new proof is news.
        if is_win(score) && is_win(win) && win > before.score {
            let line = [&[played][..], &after.line].concat();
            prove(before, win, line);
        }
    }
    for (ply, &played) in played.iter().enumerate() {
        let [before, after] = &mut positions[ply..ply + 2] else { continue };
        let Some((first, rest)) = before.line.split_first() else { continue };
        let Some(plies) = plies_to_end(before.score).and_then(|plies| plies.checked_sub(1)) else { continue };
        // The move that was played is the first of the proven line: the rest of it holds behind the move.
        if *first != played || after.outcome.is_some() {
            continue;
        }
        let known = after.score_for(before.side);
        let score = if is_win(before.score) { mate_in(plies) } else { -mate_in(plies) };
        let is_news =
            (is_win(score) && known < score) || (is_loss(score) && known > score && !is_loss(known));
        if is_news {
            let rest = rest.to_vec();
            let score = if after.side == before.side { score } else { -score };
            prove(after, score, rest);
        }
    }
}

fn prove(position: &mut PositionReview, score: i32, line: Vec<Move>) {
    let win = f64::from(u8::from(is_win(score)));
    position.score = score;
    position.chances = Chances { win, draw: 0.0, loss: 1.0 - win };
    position.line = line;
}
