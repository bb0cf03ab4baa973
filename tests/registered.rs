//! A game that is not part of the program, registered while it runs: everything takes it like a built-in one.
//!
//! It is chess under another name, so that its behaviour can be compared with that of chess. The engine of
//! the match is `tests/registered/engine.rs`, another process that registers it for itself.

mod match_common;
#[path = "registered/second_chess.rs"]
mod second_chess;

use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control as SearchControl, Engine, Limits};
use helgi_lab::selfplay::file::{GamesFile, Head};
use helgi_lab::selfplay::replay::SampleFilter;
use helgi_lab::selfplay::store::Store;
use helgi_lab::selfplay::{self, SelfPlayPlan};
use helgi_lab::train::{Beginning, Samples, TrainingSettings, train};
use helgi_match::settings::EngineSettings;
use helgi_match::time::EngineClock;
use helgi_record::{PgnReader, Record, replay};
use helgi_rules::games::{self, RegisterError};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Game, GameId, Line, Position, notation};
use second_chess::{NAME, SecondChess};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// The game, registered once for all tests of this process.
static GAME: LazyLock<GameId> = LazyLock::new(|| helgi_engine::internals::register(SecondChess).unwrap());

/// A game of chess by its moves as people write them.
const MOVES: [&str; 9] = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4", "Nxe5", "Qg5", "Nxf7"];

#[test]
fn it_is_found_listed_and_refused_a_second_time() {
    let game = *GAME;
    assert_eq!(GameId::named("Second-Chess"), Some(game));
    assert!(GameId::all().contains(&game) && !GameId::BUILT_IN.contains(&game));
    assert_eq!((game.name(), format!("{game:?}").as_str()), (NAME, NAME));
    assert_ne!(game, GameId::CHESS);
    assert_eq!(games::register(SecondChess), Err(RegisterError::Taken(NAME.to_owned())));
    let error = games::register(helgi_rules::chess::Chess).unwrap_err();
    assert_eq!(error.to_string(), "name of the game: `chess` is taken, expected another name");
}

#[test]
fn it_plays_by_its_rules() {
    let start = GAME.start();
    assert_eq!((start.game(), start.perft(3)), (*GAME, 8_902));
    let mut line = Line::new(start);
    for text in MOVES {
        let legal = readable::read(line.present(), text).unwrap();
        assert_eq!(readable::write(line.present(), legal, Style::San), text);
        line.try_play(legal).unwrap();
    }
    let chess = GameId::CHESS.parse(&line.present().fen()).unwrap();
    // The same board, but another game.
    assert_ne!(chess, *line.present());
    assert_eq!(chess.key(), line.present().key());
    assert_eq!(notation::read(line.present(), "g5f6"), notation::read(&chess, "g5f6"));
}

#[test]
fn its_games_are_written_and_read_as_pgn() {
    let mut record = Record::new(*GAME, GAME.info().start);
    for text in MOVES {
        record.push(text, None);
    }
    let text = record.to_string();
    assert!(text.contains("[Variant \"second-chess\"]"), "{text}");
    let read = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().whole().unwrap();
    assert_eq!(read.game(), Some(*GAME));
    let replayed = replay::replay(&read);
    assert_eq!((replayed.game, replayed.moves.len()), (Some(*GAME), read.main_line().count() + 1));
    assert_eq!(read.moves().collect::<Vec<_>>(), MOVES);
    assert!(replayed.wrong.is_empty(), "{:?}", replayed.wrong);
}

/// The best move, the score and the nodes of a small search.
fn searched(position: &AnyPosition) -> (String, i32, u64) {
    let mut engine = Engine::new(4, 1).unwrap();
    let limits = Limits { depth: Some(7), ..Limits::new() };
    let line = Line::new(position.clone());
    let report = engine.search_any(position, line.history(), &limits, &SearchControl::default(), |_| ());
    (position.game().display(report.best.unwrap()).to_string(), report.score, report.nodes)
}

#[test]
fn it_is_searched_as_chess_is() {
    for fen in [GAME.info().start, "r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"] {
        let (second, chess) = (GAME.parse(fen).unwrap(), GameId::CHESS.parse(fen).unwrap());
        assert_eq!(searched(&second), searched(&chess));
        let evaluation = |position| helgi_engine::evaluate(position, &NetChoice::BuiltIn);
        assert_eq!(evaluation(&second), evaluation(&chess));
        assert!(evaluation(&second).learned.is_some());
    }
    assert_eq!(helgi_engine::internals::ladder(*GAME), helgi_engine::internals::ladder(GameId::CHESS));
}

/// The engine that knows the game, which Cargo builds together with all tests, but not with this one alone.
fn second_engine() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--profile", "test", "--example", "second_chess"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let tests = std::env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join("second_chess");
    program.with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn two_engines_that_know_it_play_a_match_of_it() {
    let program = second_engine();
    GAME.start();
    let engine = |name: &str, nodes| EngineSettings {
        name: name.to_owned(),
        options: vec![("Hash".to_owned(), "1".to_owned())],
        control: EngineClock { nodes: Some(nodes), ..EngineClock::default() },
        ..EngineSettings::new(program.to_str().unwrap())
    };
    let settings = helgi_match::settings::MatchSettings {
        variants: vec![*GAME],
        games: 4,
        max_moves: Some(60),
        concurrency: 2,
        ..helgi_match::settings::MatchSettings::new(vec![engine("strong", 2_000), engine("weak", 20)])
    };
    let (report, endings) = match_common::play(settings);
    assert_eq!(endings.len(), 4);
    assert!(endings.iter().all(|ending| ending.contains("mates") || ending.contains("move")), "{endings:?}");
    assert_eq!(report.standing.finished(), 4);
}

#[test]
fn a_net_is_trained_for_it() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("second-chess.games");
    let _ = std::fs::remove_file(&path);
    let head = Head { game: NAME.into(), revision: "test".into(), seed: 3, nodes: 40 };
    GAME.start();
    let mut store = Store::<GamesFile>::create(&path, &head).unwrap();
    let plan = SelfPlayPlan { nodes: 40, seed: 3, threads: 2, clock: None };
    let stop = AtomicBool::new(false);
    selfplay::play(*GAME, &NetChoice::None, &plan, &mut (0..40), &stop, &mut |played| store.add(&played))
        .unwrap();
    drop(store);

    let mut samples = Samples::new(*GAME);
    let filter = SampleFilter { from_ply: 2, most: 3_000, only_quiet: true };
    assert!(samples.add(&path, filter, 0.0).unwrap().is_none());
    let (games, learned, held_out) = samples.counts();
    assert!(games == 40 && learned > 300 && held_out > 5, "{games} {learned} {held_out}");
    let settings = TrainingSettings {
        beginning: Beginning::Nothing { hidden: 16, outputs: 1, adds: true },
        epochs: 2,
        batch: 64,
        rate: 1e-3,
        decay: 0.0,
        result_share: 0.0,
        seed: 4,
        threads: 2,
    };
    let trained = train(&samples, &settings, |_, _, _| std::ops::ControlFlow::Continue(())).unwrap();
    let choice = NetChoice::Loaded(trained.net.into());
    assert!(helgi_engine::evaluate(&GAME.start(), &choice).learned.is_some());
}
