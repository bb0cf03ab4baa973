//! A search that pauses after each iteration finds, reports and counts the same as one that does not, in every game.

use helgi_engine::internals::search::POLL_INTERVAL;
use helgi_engine::internals::strength::WEAKEST;
use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent, SearchReport, mate_in};
use helgi_rules::{AnyPosition, Game, GameId, History, Line, Position, verdict};
use std::num::NonZeroU64;
use std::time::Duration;

/// Games from files: drops, walls, explosions, palaces, checks that are counted, reserves.
const FROM_FILES: [&str; 8] =
    ["shogi", "duck", "atomic", "xiangqi", "janggi", "3check", "seirawan", "amazons"];

fn games() -> impl Iterator<Item = GameId> {
    helgi_variants::install_library();
    let from_files = FROM_FILES.into_iter().map(|name| name.parse().unwrap());
    GameId::BUILT_IN.iter().copied().chain(from_files)
}

/// The result of a search and its events, without times.
type Found = (SearchReport, Vec<SearchEvent>);

fn timeless(event: SearchEvent) -> SearchEvent {
    match event {
        SearchEvent::Iteration(line) => SearchEvent::Iteration(Iteration { elapsed: Duration::ZERO, ..line }),
        other => other,
    }
}

fn at_once(engine: &mut Engine, line: &Line, limits: &Limits) -> Found {
    let mut events = Vec::new();
    let report = engine.search_any(line.present(), line.history(), limits, &Control::default(), |event| {
        events.push(timeless(event));
    });
    (SearchReport { elapsed: Duration::ZERO, ..report }, events)
}

/// The same with pauses, and the number of calls.
fn by_steps(engine: &mut Engine, line: &Line, limits: &Limits) -> (Found, u32) {
    let (mut events, mut calls, control) = (Vec::new(), 0, Control::default());
    let mut running = engine.begin(line.present(), line.history(), limits);
    let report = loop {
        calls += 1;
        if let Some(report) = running.iterate(engine, &control, |event| events.push(timeless(event))) {
            break report;
        }
    };
    // The result stays, and nothing more is searched.
    let again = running.iterate(engine, &control, |event| panic!("{event:?}"));
    assert_eq!(again.as_ref(), Some(&report));
    ((SearchReport { elapsed: Duration::ZERO, ..report }, events), calls)
}

/// A clock that stands still, since players have a limit of time as well.
fn still() -> Control {
    Control::with_clock(|| Duration::ZERO)
}

/// Limits of every kind that does not depend on the machine.
fn kinds_of_limits(position: &AnyPosition) -> Vec<Limits> {
    let some = position.legal_moves().into_iter().step_by(2).collect();
    vec![
        Limits::to_depth(1),
        Limits::to_depth(4),
        Limits::to_nodes(3_000),
        Limits { multipv: 3, ..Limits::to_nodes(2_000) },
        Limits { soft_nodes: Some(800), ..Limits::new() },
        Limits { mate: Some(2), ..Limits::to_nodes(1_000) },
        Limits { search_moves: some, ..Limits::to_nodes(1_000) },
        Limits { node_time: NonZeroU64::new(40), ..Limits::for_time(Duration::from_millis(30)) },
    ]
}

#[test]
fn a_search_with_pauses_is_the_same_search() {
    for game in games() {
        let (mut engine, mut pausing) = (Engine::new(1, 1).unwrap(), Engine::new(1, 1).unwrap());
        let (mut line, mut most) = (Line::new(game.start()), 0);
        for limits in kinds_of_limits(line.present()) {
            // Each engine keeps its table and its memories from search to search.
            let expected = at_once(&mut engine, &line, &limits);
            let (found, calls) = by_steps(&mut pausing, &line, &limits);
            assert_eq!(found, expected, "{}, {limits:?}: {}", game.name(), line.present().fen());
            most = most.max(calls);
            if verdict(line.present(), line.history()).is_none() {
                line.play(expected.0.best.expect("a game that goes on has moves"));
            }
        }
        assert!(most >= 4, "{}: {most} iterations", game.name());
    }
}

#[test]
fn a_search_that_is_stopped_between_iterations_ends_at_once() {
    for game in games() {
        let line = Line::new(game.start());
        let (mut engine, control) = (Engine::new(1, 1).unwrap(), Control::default());
        let infinite = Limits { infinite: true, ..Limits::new() };
        let mut running = engine.begin(line.present(), line.history(), &infinite);
        let mut last = None;
        for _ in 0..3 {
            let ended = running.iterate(&mut engine, &control, |event| {
                if let SearchEvent::Iteration(line) = event {
                    last = Some(line);
                }
            });
            assert_eq!(ended, None, "{}", game.name());
        }
        control.stop();
        let told = last.expect("every iteration reports a line");
        let report = running.iterate(&mut engine, &control, |_| ()).expect("it was stopped");
        assert!(report.nodes <= told.nodes + POLL_INTERVAL, "{}: {} {told:?}", game.name(), report.nodes);
        assert_eq!(report.best, told.pv.first().copied(), "{}", game.name());
    }
}

#[test]
fn an_engine_may_be_used_and_changed_while_a_search_pauses() {
    let (line, other) = (Line::new(GameId::CHESS.start()), Line::new(GameId::TAVRELI.start()));
    let (mut engine, control) = (Engine::new(1, 1).unwrap(), Control::default());
    let mut running = engine.begin(line.present(), line.history(), &Limits::to_depth(6));
    let mut disturbances = 0;
    let report = loop {
        if let Some(report) = running.iterate(&mut engine, &control, |_| ()) {
            break report;
        }
        disturbances += 1;
        match disturbances % 4 {
            0 => engine.forget(),
            1 => engine.resize_table(2).unwrap(),
            2 => engine.set_threads(3),
            _ => drop(at_once(&mut engine, &other, &Limits::to_nodes(500))),
        }
    };
    assert_eq!((report.depth, disturbances), (6, 5));
    assert!(line.present().is_legal(report.best.unwrap()));
}

#[test]
fn positions_without_a_choice_end_at_the_first_call() {
    let position = GameId::CHESS.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let mated = GameId::CHESS.parse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    for (position, score) in [(position, 0), (mated, -mate_in(0))] {
        let (mut engine, mut lines) = (Engine::new(1, 1).unwrap(), Vec::new());
        let limits = Limits { infinite: true, ..Limits::new() };
        let mut running = engine.begin(&position, &History::starting_with(&position), &limits);
        let report = running.iterate(&mut engine, &Control::default(), |event| lines.push(event));
        let report = report.expect("there is nothing to search");
        assert_eq!((report.best, report.score, lines.len()), (None, score, 1));
    }
}

#[test]
fn players_choose_the_same_move_with_pauses() {
    let mut chosen = 0;
    for game in games() {
        let line = Line::new(game.start());
        for (seed, elo) in [WEAKEST, 900, 1_700].into_iter().enumerate() {
            let (mut engine, control, seed) = (Engine::new(1, 1).unwrap(), still(), seed as u64);
            let expected = engine.play_at_elo(&line, Some(elo), None, seed, &control);
            let mut pausing = Engine::new(1, 1).unwrap();
            let mut moving = pausing.begin_move_at_elo(&line, Some(elo), None, seed);
            assert_eq!(moving.chosen(), None);
            while moving.iterate(&mut pausing, &control) {
                assert!(moving.chosen().is_some_and(|chosen| line.present().is_legal(chosen.best)));
                chosen += 1;
            }
            assert_eq!(moving.chosen(), expected, "{} {elo}", game.name());
        }
        let (mut engine, mut pausing) = (Engine::new(1, 1).unwrap(), Engine::new(1, 1).unwrap());
        let (limits, control) = (Limits::to_nodes(1_500), still());
        let mut moving = pausing.begin_move_within(&line, &limits);
        while moving.iterate(&mut pausing, &control) {}
        assert_eq!(moving.chosen(), engine.play_within(&line, &limits, &control), "{}", game.name());
    }
    assert!(chosen > 100, "only {chosen} pauses");
}
