//! Forced wins in two moves, made by random play and confirmed here by trying everything, are found
//! in the first iteration that can see them, in every game.
//!
//! The positions are data in `tests/wins/`; `HELGI_WRITE_WINS=1 cargo test --release --test it wins::`
//! looks for them again, with a game's name instead of `1` for that game alone.

use helgi_engine::search::{Control, Engine, Limits, SearchEvent, mate_in};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::{Game, GenMode, History, Outcome, Position};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Number of positions of each game to find.
const WANTED: usize = 12;
/// The most random games played for that.
const GAMES: u64 = 20_000;
/// A win in two moves: the third ply ends the game.
const PLIES: u32 = 3;

fn legal_moves<P: Position>(position: &P) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    moves
}

/// The outcome of the game on the board, with mate and the like.
fn ended<P: Position>(position: &P) -> Option<Outcome> {
    position.outcome().or_else(|| (position.count_moves() == 0).then(|| position.no_moves()))
}

/// Returns true if the side to move wins within this many plies whatever the other does: everything is tried.
fn wins_within<P: Position>(position: &P, plies: u32) -> bool {
    if plies == 0 || ended(position).is_some() {
        return false;
    }
    legal_moves(position).into_iter().any(|chosen| {
        let mut child = position.clone();
        child.play(chosen);
        match ended(&child) {
            Some(outcome) => outcome.winner == Some(position.side()),
            None => plies > 2 && loses_within(&child, plies - 1),
        }
    })
}

/// Returns true if the side to move, not yet beaten, loses within this many plies whatever it does.
fn loses_within<P: Position>(position: &P, plies: u32) -> bool {
    legal_moves(position).into_iter().all(|chosen| {
        let mut child = position.clone();
        child.play(chosen);
        match ended(&child) {
            Some(outcome) => outcome.winner == Some(!position.side()),
            None => wins_within(&child, plies - 1),
        }
    })
}

fn is_win_in_two<P: Position>(position: &P) -> bool {
    // Counts must be far enough away not to end the game first.
    position.turn().halfmove < 90 && !wins_within(position, 1) && wins_within(position, PLIES)
}

/// Positions three plies before the end of random games, where there are wins to be found.
fn find(game: GameId) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut path = vec![game.start()];
        while let Some(position) = path.last().filter(|_| path.len() < 400) {
            let Some(&chosen) = random.choice(&legal_moves(position)) else { break };
            let mut child = position.clone();
            child.play(chosen);
            path.push(child);
        }
        let last = path.last().and_then(ended);
        let Some(before) = path.len().checked_sub(1 + PLIES as usize).map(|index| &path[index]) else {
            continue;
        };
        if last.is_some_and(|outcome| outcome.winner == Some(before.side())) && is_win_in_two(before) {
            let text = game.format(before);
            // A position may hold more than its text: the written one must be a win itself.
            if game.parse(&text).is_ok_and(|position| is_win_in_two(&position)) {
                found.push(text);
            }
        }
        if found.len() == WANTED {
            break;
        }
    }
    found
}

fn solve(game: GameId, fen: &str) {
    let position = game.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(is_win_in_two(&position), "no win in two: {fen}");
    let mut engine = Engine::new(4, 1).expect("memory for a small table");
    let mut scores = Vec::new();
    let report = engine.search_any(
        &position,
        &History::starting_with(&position),
        &Limits::to_depth(PLIES),
        &Control::new(Instant::now()),
        |event| {
            if let SearchEvent::Iteration(iteration) = event {
                scores.push((iteration.depth, iteration.score));
            }
        },
    );
    assert_eq!(report.score, mate_in(PLIES as usize), "{}: {fen}: {scores:?}", game.info().name);
    let mut child = position.clone();
    child.play(report.best.expect("a winning position has moves"));
    assert!(loses_within(&child, PLIES - 1), "{:?} does not win: {fen}", report.best);
}

fn file(game: GameId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wins").join(format!("{}.txt", game.name()))
}

#[test]
fn wins_in_two_are_found_in_the_third_iteration() {
    let wanted = std::env::var("HELGI_WRITE_WINS").unwrap_or_default();
    let mut solved = 0;
    for &game in GameId::BUILT_IN {
        if wanted == "1" || wanted == game.name() {
            let mut text = String::new();
            for fen in find(game) {
                writeln!(text, "{fen}").expect("writing to a string");
            }
            std::fs::write(file(game), text).expect("the folder tests/wins can be written");
        }
        let text = std::fs::read_to_string(file(game)).unwrap_or_else(|error| panic!("{game:?}: {error}"));
        assert!(text.lines().count() >= 3, "too few positions of {game:?}");
        for fen in text.lines() {
            solve(game, fen);
            solved += 1;
        }
    }
    assert!(solved >= 3 * GameId::BUILT_IN.len());
}
