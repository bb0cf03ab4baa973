//! The limits of a search are kept in every game: nodes nearly, depth, mates and moves to search
//! exactly. How promptly time and `stop` are kept, `cargo bench --bench latency` measures.

use helgi_engine::search::{Control, Engine, Iteration, Limits, SearchEvent, SearchReport, mate_in};
use helgi_rules::games::GameId;
use helgi_rules::{Game, History, Position};
use std::path::Path;

/// Searches a position, or the start, with an empty table; also the lines that were reported.
fn search(game: GameId, fen: Option<&str>, limits: &Limits) -> (SearchReport, Vec<Iteration>) {
    let position = fen.map_or_else(|| game.start(), |fen| game.parse(fen).unwrap());
    let history = History::starting_with(&position);
    let mut engine = Engine::new(1, 1).unwrap();
    let mut lines = Vec::new();
    let on_event = |event| {
        if let SearchEvent::Iteration(line) = event {
            lines.push(line);
        }
    };
    let report = engine.search_any(&position, &history, limits, &Control::default(), on_event);
    (report, lines)
}

fn in_every_game(check: fn(GameId)) {
    GameId::BUILT_IN.iter().for_each(|&game| check(game));
}

#[test]
fn nodes_are_kept_to_a_hundredth_or_2000() {
    in_every_game(|game| {
        for nodes in [1, 100, 3_000, 50_000] {
            let (report, lines) = search(game, None, &Limits::to_nodes(nodes));
            let most = nodes + (nodes / 100).max(2_000);
            assert!(report.nodes <= most, "{}: {} of {nodes}", game.name(), report.nodes);
            assert!(report.nodes >= nodes, "{}: {} of {nodes}", game.name(), report.nodes);
            assert!(!lines.is_empty() && report.best.is_some(), "{}: {nodes}", game.name());
        }
    });
}

#[test]
fn depth_is_exact() {
    in_every_game(|game| {
        for depth in 1..=4 {
            let (report, lines) = search(game, None, &Limits::to_depth(depth));
            let deepest = lines.iter().map(|line| line.depth).max();
            assert_eq!((deepest, report.depth), (Some(depth), depth), "{}", game.name());
        }
    });
}

#[test]
fn a_mate_is_proven_in_as_many_moves_as_were_asked_for() {
    in_every_game(|game| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/wins/{}.txt", game.name()));
        let text = std::fs::read_to_string(path).unwrap();
        for fen in text.lines().take(4) {
            // Without the mate it would stop after a hundred million nodes.
            let limits = Limits { mate: Some(2), nodes: Some(100_000_000), ..Limits::new() };
            let (report, lines) = search(game, Some(fen), &limits);
            assert_eq!(report.score, mate_in(3), "{}: {fen}", game.name());
            assert!(report.nodes < 100_000_000);
            assert_eq!(lines.last().unwrap().pv.first().copied(), report.best);
        }
    });
}

#[test]
fn only_the_moves_to_search_are_searched() {
    in_every_game(|game| {
        let all = game.start().legal_moves();
        for chosen in [vec![all[0]], vec![all[all.len() - 1], all[all.len() / 2]]] {
            let multipv = 3;
            let limits = Limits { search_moves: chosen.clone(), multipv, ..Limits::to_depth(3) };
            let (report, lines) = search(game, None, &limits);
            assert!(report.best.is_some_and(|best| chosen.contains(&best)), "{}", game.name());
            assert!(lines.iter().all(|line| chosen.contains(&line.pv[0])), "{}", game.name());
            let shown = lines.iter().map(|line| line.multipv).max();
            assert_eq!(shown, Some(chosen.len().min(multipv)), "{}", game.name());
        }
    });
}
