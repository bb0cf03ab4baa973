//! Acceptance of draw offers by the engine: one rule for every front end.
//!
//! The engine accepts as soon as it stands worse. If it stands no better, it accepts once the game
//! has gone on for long, or nothing has happened for a while. If both hold, a small advantage is no
//! reason to play on.

use helgi_rules::{AnyPosition, Position};

/// The score from which the engine stands worse, if it is as far below 0, and up to which the position is even.
/// Unit: centipawns.
const EVEN: i32 = 10;

/// The greatest advantage that the engine gives up late in a game in which nothing happens. Unit: centipawns.
const NEARLY_EVEN: i32 = 25;

/// The number of the full move from which a game is late.
const LATE: u32 = 40;

/// The half-moves without progress, by the game's own count, after which nothing happens.
const QUIET: u32 = 20;

/// Returns true if the engine accepts a draw offered in this position. `score` is the score of its last move, for its
/// own side, in centipawns; without one it plays on. Always false in a game without draws.
pub fn is_welcome(score: Option<i32>, position: &AnyPosition) -> bool {
    let is_late = position.fullmove_number() >= LATE;
    let is_quiet = position.halfmove_clock() >= QUIET;
    let most = match (is_late, is_quiet) {
        (true, true) => NEARLY_EVEN,
        (true, false) | (false, true) => EVEN,
        (false, false) => -EVEN - 1,
    };
    position.game().info().draws && score.is_some_and(|score| score <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::games::GameId;

    #[test]
    fn a_draw_is_taken_when_worse_late_or_without_progress() {
        for (counts, most) in [
            ("0 1", -11),
            ("19 39", -11),
            ("0 40", 10),
            ("19 400", 10),
            // A pasted ending may count its moves from 1.
            ("20 1", 10),
            ("30 39", 10),
            ("20 40", 25),
            ("99 300", 25),
        ] {
            let position = GameId::CHESS.parse(&format!("6k1/6r1/8/8/8/8/1R6/1K6 w - - {counts}")).unwrap();
            let welcome = |score| is_welcome(score, &position);
            assert!(welcome(Some(most)) && welcome(Some(i32::MIN)), "{counts}");
            assert!(!welcome(Some(most + 1)) && !welcome(Some(i32::MAX)) && !welcome(None), "{counts}");
        }
    }

    #[test]
    fn games_without_draws_have_none_to_offer() {
        for game in GameId::BUILT_IN {
            assert_eq!(is_welcome(Some(-500), &game.start()), game.info().draws, "{}", game.name());
        }
    }
}
