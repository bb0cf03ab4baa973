//! Positions in which nobody can win any more: a draw for the search, as repetition is.

use super::line;
use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent};
use helgi_rules::{GameId, Position, notation};

#[test]
fn they_score_as_draws_and_end_lines() {
    let mut engine = Engine::new(1, 1).unwrap();
    for (fen, best) in [
        // They are searched all the same, if that is asked for.
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", None),
        ("8/8/4k3/3b4/8/3K1B2/8/8 b - - 0 1", None),
        // The last piece can be captured.
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", Some("a1b2")),
    ] {
        let line = line(GameId::CHESS, Some(fen), "");
        let mut lines: Vec<Iteration> = Vec::new();
        let limits = Limits::to_depth(9);
        let report =
            engine.search_any(line.present(), line.history(), &limits, &Control::default(), |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    lines.push(iteration);
                }
            });
        assert_eq!(report.score, 0, "{fen}");
        if let Some(best) = best {
            assert_eq!(report.best, Some(notation::read(line.present(), best).unwrap()), "{fen}");
        }
        for iteration in lines.iter().filter(|iteration| iteration.depth == 9) {
            let mut played = line.clone();
            for (ply, &step) in iteration.pv.iter().enumerate() {
                assert!(ply == 0 || !played.present().is_dead(), "{fen}: {ply} plies, and on");
                played.play(step);
            }
        }
    }
}
