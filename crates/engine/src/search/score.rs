//! Scores: centipawns for the side to move, and wins by the plies that are left to them.
//!
//! A win `n` plies away is [`mate_in(n)`](mate_in), by whatever rule of the game: mate, a captured
//! king, the last outpost, points. Such a score is a proof, never an estimate.

use super::limits::MAX_PLY;
use helgi_rules::Outcome;
use helgi_rules::board::Side;

/// The score of a win on the board.
pub const MATE: i32 = 32_000;

/// Scores from here on are wins, and losses below its negative.
pub const WIN: i32 = MATE - MAX_PLY as i32;

/// More than any score.
pub const INFINITE: i32 = MATE + 1;

/// The score of a draw.
pub const DRAW: i32 = 0;

/// The score of a win that is complete after `plies` half-moves.
#[inline]
pub const fn mate_in(plies: usize) -> i32 {
    MATE - plies as i32
}

/// Returns true if the score is a proven win of the side to move.
#[inline]
pub const fn is_win(score: i32) -> bool {
    score >= WIN
}

/// Returns true if the score is a proven loss of the side to move.
#[inline]
pub const fn is_loss(score: i32) -> bool {
    score <= -WIN
}

/// Returns true if the score is a proof rather than an estimate.
#[inline]
pub const fn is_decided(score: i32) -> bool {
    is_win(score) || is_loss(score)
}

/// The number of half-moves to the end, if the score is a proven win or loss.
pub const fn plies_to_end(score: i32) -> Option<usize> {
    if is_decided(score) { Some((MATE - score.abs()) as usize) } else { None }
}

/// The number of the player's own moves to the end: positive for a win, negative for a loss, and 0
/// for a game that is lost already. `None` for an estimate.
///
/// ```
/// use helgi_engine::search::{mate_in, moves_to_end};
/// assert_eq!(moves_to_end(mate_in(1)), Some(1));
/// assert_eq!(moves_to_end(mate_in(3)), Some(2));
/// assert_eq!(moves_to_end(-mate_in(2)), Some(-1));
/// assert_eq!(moves_to_end(250), None);
/// ```
pub const fn moves_to_end(score: i32) -> Option<i32> {
    match plies_to_end(score) {
        Some(plies) => {
            let moves = plies.div_ceil(2) as i32;
            Some(if score > 0 { moves } else { -moves })
        }
        None => None,
    }
}

/// An evaluation, clamped so that it cannot be taken for a proven score.
#[inline]
pub fn estimate(evaluation: i32) -> i32 {
    evaluation.clamp(1 - WIN, WIN - 1)
}

/// Returns the score of a result at `ply` half-moves from the root for `side`.
#[inline]
pub fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == side => mate_in(ply),
        Some(_) => -mate_in(ply),
    }
}

/// A score as the table keeps it: wins counted from the node instead of the root.
#[inline]
pub fn to_table(score: i32, ply: usize) -> i16 {
    let relative = match score {
        _ if is_win(score) => score + ply as i32,
        _ if is_loss(score) => score - ply as i32,
        _ => score,
    };
    // Scores lie within 32,000 either way, so nothing is cut off here.
    relative.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// A score from the table, counted from the root again.
#[inline]
pub fn from_table(stored: i16, ply: usize) -> i32 {
    let score = i32::from(stored);
    match score {
        _ if is_win(score) => score - ply as i32,
        _ if is_loss(score) => score + ply as i32,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_own_moves() {
        assert_eq!(moves_to_end(mate_in(5)), Some(3));
        assert_eq!(moves_to_end(-mate_in(4)), Some(-2));
        assert_eq!(moves_to_end(-MATE), Some(0));
        assert_eq!(moves_to_end(WIN - 1), None);
        assert_eq!(estimate(1_000_000), WIN - 1);
        assert_eq!(estimate(-1_000_000), 1 - WIN);
    }

    #[test]
    fn the_table_keeps_wins_relative_to_the_node() {
        for score in [mate_in(9), -mate_in(9), 17, -17, 0, WIN - 1, 1 - WIN] {
            assert_eq!(from_table(to_table(score, 7), 7), score);
        }
        // Found 4 plies below a node at ply 5; met again at ply 1.
        assert_eq!(from_table(to_table(mate_in(9), 5), 1), mate_in(5));
    }
}
