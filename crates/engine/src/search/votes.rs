//! The vote on the move to play, when several threads have searched.
//!
//! Each thread votes for the first move of its line, with more weight the deeper it looked and the more it
//! promises. The idea is from Stockfish, which took it from Shogi engines.

use super::root_move::RootLine;
use super::score::is_win;
use super::table::Bound;

/// A thread's final vote: the line of its best move, and the bound of its score.
pub type Ballot = (RootLine, Bound);

/// The weight of the least promising line for each iteration, in centipawns.
const LEAST_WEIGHT: i64 = 15;

/// The place of the line that is played, of at least one; the first, which is the main thread's, where
/// none is better.
///
/// A proven win is taken, the shortest first.
pub fn elect(ballots: &[Ballot]) -> usize {
    // Weights are relative to the least promising line, so none is negative.
    let lowest = ballots.iter().map(|(line, _)| line.score).min().unwrap_or_default();
    let weight = |line: &RootLine| (i64::from(line.score - lowest) + LEAST_WEIGHT) * i64::from(line.depth);
    let votes = |line: &RootLine| -> i64 {
        let agree = ballots.iter().filter(|(other, _)| other.moves.first() == line.moves.first());
        agree.map(|(other, _)| weight(other)).sum()
    };
    let rank = |line: &RootLine| {
        let win = if is_win(line.score) { line.score } else { 0 };
        // A proven win needs no majority.
        (win, votes(line), weight(line))
    };
    // Among equals `max_by_key` takes the last.
    let places = ballots.iter().enumerate().rev();
    places.max_by_key(|(_, (line, _))| rank(line)).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::games::GameId;
    use helgi_rules::{Game, Position};

    /// Ballots for the moves of these numbers in the starting position of chess.
    fn elected(ballots: &[(usize, i32, i32)]) -> usize {
        let moves = GameId::CHESS.start().legal_moves();
        let ballot = |&(number, score, depth): &(usize, i32, i32)| {
            (RootLine { score, depth, seldepth: 0, moves: vec![moves[number]] }, Bound::Exact)
        };
        elect(&ballots.iter().map(ballot).collect::<Vec<_>>())
    }

    #[test]
    fn the_main_threads_move_stands_where_all_are_equal() {
        assert_eq!(elected(&[(0, 20, 9)]), 0);
        assert_eq!(elected(&[(0, 20, 9), (1, 20, 9), (2, 20, 9)]), 0);
    }

    #[test]
    fn most_votes_win_and_then_the_weightiest_line() {
        assert_eq!(elected(&[(0, 20, 9), (1, 20, 9), (1, 20, 10)]), 2);
        assert_eq!(elected(&[(0, 20, 9), (1, 25, 10)]), 1);
        assert_eq!(elected(&[(0, 20, 12), (1, 21, 9)]), 0);
    }

    #[test]
    fn the_shortest_proven_win_is_played() {
        let slow = mate_in(9);
        assert_eq!(elected(&[(0, 900, 20), (0, 900, 20), (1, slow, 9)]), 2);
        assert_eq!(elected(&[(0, slow, 20), (0, slow, 20), (1, mate_in(5), 5)]), 2);
    }

    #[test]
    fn a_proven_loss_is_left_to_who_has_seen_no_other() {
        assert_eq!(elected(&[(0, -mate_in(4), 12), (1, -300, 11)]), 1);
    }
}
