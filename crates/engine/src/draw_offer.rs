//! Acceptance of draw offers by the engine: one rule for every front end.
//!
//! In the first moves of a game the engine accepts only where it has stood clearly worse for a while: nobody offers a
//! draw there who does not hope for a present. Later it accepts as soon as it stands worse. If it stands no better, it
//! accepts once the game has gone on for long, or nothing has happened for a while. If both hold, a small advantage is
//! no reason to play on.

use helgi_rules::{AnyPosition, Position};

/// The score from which the engine stands worse, if it is as far below 0, and up to which the position is even.
/// Unit: centipawns.
const EVEN: i32 = 10;

/// The greatest advantage that the engine gives up late in a game in which nothing happens. Unit: centipawns.
const NEARLY_EVEN: i32 = 25;

/// The score up to which the engine stands clearly worse. Unit: centipawns.
const CLEARLY_WORSE: i32 = -100;

/// The number of scores, one after the other, that have to be so.
const RUN: usize = 3;

/// The number of the full move before which a game has only begun.
const EARLY: u16 = 20;

/// The number of the full move from which a game is late.
const LATE: u16 = 40;

/// The half-moves without progress, by the game's own count, after which nothing happens.
const QUIET: u16 = 20;

/// The scores of the engine's last moves in a game, for its own side, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RecentScores {
    /// The last one last.
    scores: [Option<i32>; RUN],
}

impl RecentScores {
    /// Takes note of the score of a move; `None` if it has none, as a move from a book.
    pub fn note(&mut self, score: Option<i32>) {
        self.scores.rotate_left(1);
        if let Some(last) = self.scores.last_mut() {
            *last = score;
        }
    }

    fn last(&self) -> Option<i32> {
        self.scores.last().copied().flatten()
    }

    /// Returns true if all of them are known and no greater than `most`.
    fn are_at_most(&self, most: i32) -> bool {
        self.scores.iter().all(|score| score.is_some_and(|score| score <= most))
    }
}

/// Returns true if the engine accepts a draw offered in this position, after moves with these scores; without a score
/// it plays on. Always false in a game without draws.
pub fn is_welcome(scores: &RecentScores, position: &AnyPosition) -> bool {
    let is_late = position.turn().fullmove >= LATE;
    let is_quiet = position.turn().halfmove >= QUIET;
    let most = match (is_late, is_quiet) {
        _ if position.turn().fullmove < EARLY => {
            return position.game().info().draws && scores.are_at_most(CLEARLY_WORSE);
        }
        (true, true) => NEARLY_EVEN,
        (true, false) | (false, true) => EVEN,
        (false, false) => -EVEN - 1,
    };
    position.game().info().draws && scores.last().is_some_and(|score| score <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    fn scores(scores: &[Option<i32>]) -> RecentScores {
        let mut recent = RecentScores::default();
        scores.iter().for_each(|&score| recent.note(score));
        recent
    }

    fn ending(counts: &str) -> AnyPosition {
        GameId::CHESS.parse(&format!("6k1/6r1/8/8/8/8/1R6/1K6 w - - {counts}")).unwrap()
    }

    #[test]
    fn a_draw_is_taken_when_worse_late_or_without_progress() {
        for (counts, most) in [
            ("0 20", -11),
            ("19 39", -11),
            ("0 40", 10),
            ("19 400", 10),
            ("20 20", 10),
            ("30 39", 10),
            ("20 40", 25),
            ("99 300", 25),
        ] {
            let position = ending(counts);
            let welcome = |score| is_welcome(&scores(&[Some(900), score]), &position);
            assert!(welcome(Some(most)) && welcome(Some(i32::MIN)), "{counts}");
            assert!(!welcome(Some(most + 1)) && !welcome(Some(i32::MAX)) && !welcome(None), "{counts}");
        }
    }

    #[test]
    fn before_move_twenty_only_a_run_of_bad_scores_is_a_reason() {
        for counts in ["0 1", "0 19", "20 1", "90 19"] {
            let welcome = |run: &[Option<i32>]| is_welcome(&scores(run), &ending(counts));
            assert!(welcome(&[Some(-100), Some(-900), Some(-100)]), "{counts}");
            assert!(welcome(&[Some(500), Some(-100), Some(-101), Some(-200)]), "{counts}");
            for run in [
                &[Some(-12)][..],
                &[Some(-900)],
                &[Some(-900), Some(-900)],
                &[Some(-900), Some(-900), Some(-99)],
                &[Some(-900), Some(-99), Some(-900)],
                &[Some(-900), Some(-900), None],
                &[],
            ] {
                assert!(!welcome(run), "{counts} {run:?}");
            }
        }
    }

    #[test]
    fn games_without_draws_have_none_to_offer() {
        let bad = scores(&[Some(-500); RUN]);
        for game in GameId::BUILT_IN {
            assert_eq!(is_welcome(&bad, &game.start()), game.info().draws, "{}", game.name());
        }
    }
}
