//! The half-move that decided a game.

use super::judge::{Grade, MoveReview};
use super::positions::PositionReview;
use helgi_rules::board::Side;

/// A side that expects at least this share of the point is near equality.
const EVEN: f64 = 0.45;

/// A side that expects less than this share, and never as much again, has lost the game.
const LOST: f64 = 1.0 / 3.0;

/// A move that lost less has decided nothing.
const LEAST: f64 = 0.05;

/// A side that expects at least this share at the end of an unfinished game counts as its winner;
/// one that expects it in a drawn game has let a win slip if the expectation falls.
const WINNING: f64 = 0.75;

/// The half-move that decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its number, from 0.
    pub ply: usize,
    /// The way in which it decided.
    pub kind: DecisionKind,
}

/// A way in which a half-move decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Of the moves between the last even position and the first lost one it cost its mover most.
    Lost,
    /// Its mover gave away the better part of a win in a drawn game.
    LetSlip,
}

/// Returns the costliest of the loser's moves between the last even position and the point from
/// which there was never much to expect again; in a game without a winner the greatest loss of a
/// side that was winning. `None` if there is no such move, as when a game slides away.
pub fn find(positions: &[PositionReview], moves: &[MoveReview], winner: Option<Side>) -> Option<Decision> {
    let last = positions.last()?;
    let by_rule = last.outcome.map(|outcome| outcome.winner);
    let ahead = || Side::BOTH.into_iter().find(|&side| last.expected(side) >= WINNING);
    match by_rule.unwrap_or_else(|| winner.or_else(ahead)) {
        Some(winner) => lost(positions, moves, !winner),
        None => let_slip(moves),
    }
}

fn lost(positions: &[PositionReview], moves: &[MoveReview], loser: Side) -> Option<Decision> {
    let last = |share| positions.iter().rposition(|position| position.expected(loser) >= share);
    let even = last(EVEN).unwrap_or(0);
    let hope = last(LOST).unwrap_or(even);
    let on_the_way = moves.iter().enumerate().take(hope + 2).skip(even);
    let (ply, judged) = on_the_way
        .filter(|(_, judged)| judged.side == loser)
        .max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))?;
    (judged.loss >= LEAST).then_some(Decision { ply, kind: DecisionKind::Lost })
}

fn let_slip(moves: &[MoveReview]) -> Option<Decision> {
    let grave = |judged: &MoveReview| judged.before >= WINNING && judged.loss >= Grade::Mistake.least_loss();
    let found = moves.iter().enumerate().filter(|(_, judged)| grave(judged));
    let (ply, _) = found.max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))?;
    Some(Decision { ply, kind: DecisionKind::LetSlip })
}
