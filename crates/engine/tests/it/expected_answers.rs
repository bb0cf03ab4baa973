//! The expected answer is the second move of the last line that was reported, wherever the search was stopped: a GUI
//! ponders on a move that it has shown.

use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent, SearchReport};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, History, Line};

/// A search of this many nodes; the report, and the last line of the best move.
fn search(engine: &mut Engine, position: &AnyPosition, limits: &Limits) -> (SearchReport, Option<Iteration>) {
    let history = History::starting_with(position);
    let mut last = None;
    let report = engine.search_any(position, &history, limits, &Control::default(), |event| match event {
        SearchEvent::Iteration(iteration) if iteration.multipv == 1 => last = Some(iteration),
        _ => {}
    });
    (report, last)
}

/// Holds the report against the last line; true if there is an expected answer.
fn is_shown(position: &AnyPosition, (report, last): &(SearchReport, Option<Iteration>), place: &str) -> bool {
    let pv = last.as_ref().map_or(&[][..], |last| &last.pv);
    assert_eq!(report.best, pv.first().copied(), "{place}");
    assert_eq!(report.ponder, pv.get(1).copied(), "{place}");
    // Nothing is expected behind the end of the game.
    let mut line = Line::new(position.clone());
    for &played in pv.iter().take(2) {
        assert_eq!(line.verdict(), None, "{place}");
        line.try_play(played).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    report.ponder.is_some()
}

#[test]
fn the_expected_answer_is_on_the_last_line() {
    let chess = |fen| GameId::CHESS.parse(fen).unwrap();
    let positions = [
        // Stockfish's issue 6642 and its neighbours: lines that change in the iteration that is broken off.
        chess("5bnr/r1pqp1p1/2k1bp2/p2p3Q/2P5/NP1KP1P1/5P1P/R3BB1R b - - 0 20"),
        chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        chess("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1"),
        GameId::TAVRELI.start(),
        GameId::CRAZYHOUSE.start(),
    ];
    let (mut searches, mut expected) = (0, 0);
    for position in &positions {
        for multipv in [1, 3] {
            for nodes in (1..=16).map(|number| number * number * 239) {
                let mut engine = Engine::new(1, 1).unwrap();
                let limits = Limits { nodes: Some(nodes), multipv, ..Limits::new() };
                let found = search(&mut engine, position, &limits);
                let place = format!("{} {multipv} lines, {nodes} nodes", position.fen());
                expected += usize::from(is_shown(position, &found, &place));
                searches += 1;
            }
        }
    }
    assert!(expected * 10 > searches * 9, "{expected} of {searches}");
}

/// Several threads elect the line of one of them.
#[test]
fn the_expected_answer_of_several_threads_is_on_the_line_that_they_elect() {
    let position =
        GameId::CHESS.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    for number in 1..=12 {
        let mut engine = Engine::new(1, 3).unwrap();
        let limits = Limits { nodes: Some(number * 1777), ..Limits::new() };
        let found = search(&mut engine, &position, &limits);
        is_shown(&position, &found, &format!("{number}"));
    }
}

/// A draw by repetition ends the line, and nobody ponders on what the table knows behind it.
#[test]
fn no_answer_is_expected_after_a_repetition() {
    let start = GameId::CHESS.parse("7k/8/8/8/8/5q2/8/6K1 b - - 0 1").unwrap();
    let mut line = Line::new(start);
    let mut engine = Engine::new(1, 1).unwrap();
    for text in ["f3e3", "g1h1", "e3f3", "h1g1", "f3e3", "g1h1", "e3f3", "h1g1"] {
        let present = line.present().clone();
        let limits = Limits { nodes: Some(2000), ..Limits::new() };
        let mut last = None;
        let report =
            engine.search_any(&present, line.history(), &limits, &Control::default(), |event| match event {
                SearchEvent::Iteration(iteration) if iteration.multipv == 1 => last = Some(iteration),
                _ => {}
            });
        let pv = last.map(|last| last.pv).unwrap_or_default();
        assert_eq!(report.ponder, pv.get(1).copied(), "{text}");
        let mut supposed = line.clone();
        for &played in pv.iter().take(2) {
            assert_eq!(supposed.verdict(), None, "{text}");
            supposed.play(played);
        }
        let played = helgi_rules::notation::read(line.present(), text).unwrap();
        line.play(played);
    }
}
