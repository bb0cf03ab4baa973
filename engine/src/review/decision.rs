//! The half-move that decided a game.

use super::judge::{Grade, MoveReview};
use super::positions::PositionReview;
use helgi_rules::board::Side;

/// Who expects less than this share of the point, and never as much again, has lost the game.
const LOST: f64 = 1.0 / 3.0;

/// Who expects at least this share at the end of a game that is not over counts as its winner, and who expects
/// it in a game that is drawn has let a win slip if the expectation falls.
const WINNING: f64 = 0.75;

/// The half-move that decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its number, from 0.
    pub ply: usize,
    /// In what way.
    pub kind: DecisionKind,
}

/// In what way a half-move decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Its mover lost the game by it: before it there was something to expect, and never so much again.
    Lost,
    /// Its mover gave away the better part of a win in a game that nobody won.
    LetSlip,
}

/// The move of the loser after which there was never much to expect again; in a game without a winner the
/// greatest loss of somebody who was winning. `None` if there is no such move, as where a game slides away.
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
    // The last position in which the loser had something to expect.
    let hope = positions.iter().rposition(|position| position.expected(loser) >= LOST)?;
    let is_his = |ply: &usize| moves.get(*ply).is_some_and(|judged| judged.side == loser);
    // It may be that in which the winner was to move: searches that follow each other do not always agree.
    let ply = [hope, hope + 1].into_iter().find(is_his)?;
    (moves[ply].loss >= Grade::Inaccuracy.least_loss()).then_some(Decision { ply, kind: DecisionKind::Lost })
}

fn let_slip(moves: &[MoveReview]) -> Option<Decision> {
    let grave = |judged: &MoveReview| judged.before >= WINNING && judged.loss >= Grade::Mistake.least_loss();
    let found = moves.iter().enumerate().filter(|(_, judged)| grave(judged));
    let (ply, _) = found.max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))?;
    Some(Decision { ply, kind: DecisionKind::LetSlip })
}
