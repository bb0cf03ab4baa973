use super::line;
use helgi_engine::internals::strength;
use helgi_engine::search::{Control, Engine, TimeControl};
use helgi_rules::{GameId, Position, notation};
use std::time::Duration;

#[test]
fn levels_play_legal_moves_and_the_strong_see_a_mate() {
    let mut engine = Engine::new(1, 1).unwrap();
    let start = line(GameId::CHESS, None, "");
    for (level, seed) in [(1, 1), (1, 2), (4, 1)] {
        let mut play = || engine.play_at_level(&start, level, None, seed, &Control::default()).unwrap();
        let found = play();
        assert!(start.present().is_legal(found.best), "{found:?}");
        assert_eq!(found.line.first(), Some(&found.best));
    }
    let mate = line(GameId::CHESS, Some("7k/8/6K1/8/8/8/8/4R3 w - - 0 1"), "");
    let best = notation::read(mate.present(), "e1e8").unwrap();
    let clock = TimeControl {
        remaining: Duration::from_secs(1),
        increment: Duration::ZERO,
        byoyomi: Duration::ZERO,
        moves_to_go: None,
        pondering: false,
    };
    for (level, clock) in [(9, None), (9, Some(clock)), (strength::HIGHEST_LEVEL, Some(clock))] {
        let found = engine.play_at_level(&mate, level, clock, 3, &Control::default()).unwrap();
        assert_eq!((found.best, found.line), (best, vec![best]));
        assert!(found.score.is_some() && found.depth > 0);
    }
    assert_eq!(engine.advise(&mate, &Control::default()).unwrap().best, best);
}

#[test]
fn a_level_is_a_strength() {
    let start = line(GameId::CHESS, None, "");
    let mut engine = Engine::new(1, 1).unwrap();
    for level in [1, 5] {
        engine.forget();
        let by_level = engine.play_at_level(&start, level, None, 7, &Control::default());
        engine.forget();
        let elo = strength::elo_of_level(level);
        assert_eq!(engine.play_at_elo(&start, elo, None, 7, &Control::default()), by_level);
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mated = line(GameId::CHESS, Some("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), "");
    let mut engine = Engine::new(1, 1).unwrap();
    assert_eq!(engine.play_at_level(&mated, 1, None, 0, &Control::default()), None);
    assert_eq!(engine.advise(&mated, &Control::default()), None);
}
