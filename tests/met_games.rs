//! Answers about one game do not depend on the other games that the process has met, nor on their order: not those about
//! recorded games, saved matches and lists. Games of files that are read again with other rules are other games.

mod program;

use helgi_engine::net::NetChoice;
use helgi_match::Match;
use helgi_record::{PgnReader, replay};
use helgi_rules::internals::diagram;
use helgi_rules::{Game, GameId, Line, Position, notation};
use helgi_variants::{RegisteredFile, load, register};
use program::run;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A game of another game's rules, and games of chess that claim what happens only there.
const KING_OF_THE_HILL: &str = "[Variant \"kingofthehill\"]\n\n1. e4 e5 *\n";
const CHESS: &str = "1. e4 e5 2. Nf3 {White reaches the goal} 1-0\n";
const RACE: &str = "[Variant \"racingkings\"]\n\n1. Kh3 Ka3 *\n";
const ANTICHESS: &str = "[Variant \"antichess\"]\n\n1. e3 e6 {White has lost all pieces} 0-1\n";

/// The faults of each game of a file.
fn wrong(text: &str) -> Vec<Vec<String>> {
    let records = PgnReader::new(text.as_bytes()).map(|read| read.unwrap().record);
    let reports =
        records.map(|record| replay::replay(&record).wrong.iter().map(ToString::to_string).collect());
    reports.collect()
}

#[test]
fn the_verdict_on_a_recorded_game_is_that_of_its_own_rules() {
    helgi_variants::install_library();
    let alone: Vec<Vec<String>> =
        [CHESS, KING_OF_THE_HILL, RACE, ANTICHESS].iter().flat_map(|game| wrong(game)).collect();
    assert_eq!(alone[0], [""; 0], "chess has no goal, so that the words are a remark");
    let order = [CHESS, KING_OF_THE_HILL, RACE, ANTICHESS];
    let forward = wrong(&order.join("\n"));
    let mut backward = wrong(&order.iter().rev().copied().collect::<Vec<_>>().join("\n"));
    backward.reverse();
    assert_eq!(forward, alone);
    assert_eq!(backward, alone);
    // In the game that has the rule the claim is one about the board.
    let claim = wrong(&KING_OF_THE_HILL.replace('*', "2. Nf3 {White reaches the goal} 1-0"));
    assert_eq!(claim, [["the reason is `White reaches the goal`, but the game could go on at its end"]]);
}

fn helgi(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let output = run(program.args(arguments).env_remove("HELGI_GAMES"), input.as_bytes());
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (text, output.status.code())
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_program_judges_a_file_in_any_order() {
    for (name, text) in [
        ("chess-alone.pgn", CHESS.to_owned()),
        ("chess-first.pgn", format!("{CHESS}\n{KING_OF_THE_HILL}")),
        ("chess-last.pgn", format!("{KING_OF_THE_HILL}\n{CHESS}")),
    ] {
        let path = file(name, &text);
        let (said, status) = helgi(&["pgn", path.to_str().unwrap()], "");
        assert_eq!(status, Some(0), "{name}: {said}");
        assert!(!said.contains("wrong:"), "{name}: {said}");
    }
    // A position is looked for in each game by its own rules.
    let path = file("mixed.pgn", &format!("{CHESS}\n{KING_OF_THE_HILL}"));
    let wanted = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept.pgn");
    let _ = std::fs::remove_file(&kept);
    let [path, kept] = [&path, &kept].map(|path| path.to_str().unwrap());
    helgi(&["pgn", path, "--position", wanted, "-o", kept], "");
    let kept = std::fs::read_to_string(kept).unwrap();
    assert_eq!(kept.matches("1. e4 e5").count(), 2, "{kept}");
}

#[test]
fn a_saved_match_has_endings_of_its_own_games() {
    helgi_variants::install_library();
    let saved = include_str!("../crates/match/tests/saved-form-1.json");
    let reached = saved.replacen("Black resigns", "White reaches the goal", 1);
    assert_ne!(saved, reached);
    let refused = Match::read(&reached).unwrap_err().to_string();
    GameId::named("kingofthehill").unwrap();
    assert_eq!(Match::read(&reached).unwrap_err().to_string(), refused);
    let of_the_hill = reached.replace("\"variants\":[\"chess\"]", "\"variants\":[\"kingofthehill\"]");
    let error = Match::read(&of_the_hill).map(|_| ()).map_err(|error| error.to_string());
    assert!(
        error.as_ref().is_ok() || error.as_ref().is_err_and(|error| !error.contains("reaches the goal")),
        "{error:?}"
    );
}

#[test]
fn lists_and_searches_among_all_games_know_no_past() {
    helgi_variants::install_library();
    helgi_engine::internals::offer_nets(helgi_variants::net_of, helgi_variants::lender_of);
    let seen = || {
        let all: Vec<&str> = GameId::all()
            .into_iter()
            .filter(|game| !game.name().starts_with("met-"))
            .map(GameId::name)
            .collect();
        let kin = diagram::titled(GameId::CHESS, "9/9/9/9/9/9/9/9/9 w - - 0 1").is_none();
        let with_nets: Vec<&str> =
            helgi_engine::internals::games_with_nets().into_iter().map(GameId::name).collect();
        (all, kin, with_nets)
    };
    let before = seen();
    let net = include_bytes!("../crates/variants/nets/atomic.net");
    for name in ["atomic", "shogi", "3check"] {
        helgi_engine::internals::ladder(GameId::named(name).unwrap());
        assert_eq!(seen(), before, "{name}");
    }
    assert!(helgi_engine::read_net(net).is_ok());
    // In a session, what was chosen before does not change the bench, the list or the choices.
    let tail = "variants\nuci\nbench 1\nquit\n";
    let (fresh, _) = helgi(&[], tail);
    let (used, _) = helgi(
        &[],
        &format!("setoption name UCI_Variant value atomic\nsetoption name UCI_Variant value chess\n{tail}"),
    );
    let lines = |said: &str| {
        let is_kept = |line: &&str| !line.contains(" ms ") && !line.starts_with("info string variant");
        said.lines().filter(is_kept).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&used), lines(&fresh));
    let list = |input: &str| {
        let (said, _) = helgi(&[], input);
        said.lines().find(|line| line.contains("variants=")).map(str::to_owned)
    };
    let shown = list("xboard\nprotover 2\nquit\n");
    assert!(shown.as_ref().is_some_and(|line| line.contains("crazyhouse")), "{shown:?}");
    assert_eq!(list("xboard\nvariant atomic\nvariant duck\nnew\nprotover 2\nquit\n"), shown);
}

fn game(text: &str) -> GameId {
    let loaded = load(text);
    assert_eq!(loaded.findings, [], "{text}");
    match register(&loaded.games[0]) {
        Ok(RegisteredFile::Plays(id)) => id,
        other => panic!("{text}: {other:?}"),
    }
}

/// A queen that is worth less in the changed game: both go on by their own evaluations, and nets stay with their games.
#[test]
fn a_changed_game_has_an_evaluation_of_its_own() {
    let text =
        |worth: u32| format!("[met-worths:chess]\npieceValueMg = q:{worth}\npieceValueEg = q:{worth}\n");
    let evaluation = |game: GameId| {
        let position = game.parse("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        helgi_engine::evaluate(&position, &NetChoice::BuiltIn).score
    };
    let old = game(&text(900));
    let mut line = Line::new(old.start());
    let dear = evaluation(old);
    let new = game(&text(300));
    assert!(evaluation(new) + 200 < dear);
    assert_eq!(evaluation(old), dear);
    line.play(notation::read(line.present(), "e2e4").unwrap());
    assert_eq!((line.present().game(), line.present().legal_moves().len()), (old, 20));
    assert_eq!(game(&text(900)), old);
    assert_eq!(evaluation(GameId::named("met-worths").unwrap()), dear);
    // A net of other inputs than those of the game is refused, and changes nothing.
    let net = include_bytes!("../crates/variants/nets/atomic.net");
    assert!(helgi_engine::use_net(old, net, "of a test").is_err());
    assert_eq!(evaluation(old), dear);
}

/// In a session a file is edited and read again, while its game is played.
#[test]
fn a_session_plays_the_file_as_it_was_read_last() {
    let read = |name: &str, goal: &str| {
        let text = format!("[met-edited:chess]\nflagPiece = k\nflagRegionWhite = {goal}\n");
        format!("setoption name VariantPath value {}\n", file(name, &text).display())
    };
    let (one, two) = (read("edited-1.ini", "e2"), read("edited-2.ini", "e3"));
    let choose = "setoption name UCI_Variant value met-edited\n";
    let moves = "position startpos moves e2e4 e7e5 e1e2\nd\n";
    let ends = |input: &str| helgi(&[], input).0.matches("reaches the goal").count();
    assert_eq!(ends(&format!("{one}{choose}{moves}quit\n")), 1);
    assert_eq!(ends(&format!("{one}{choose}{moves}{two}{moves}quit\n")), 1);
    assert_eq!(ends(&format!("{one}{choose}{moves}{two}{one}{moves}quit\n")), 2);
    let (said, _) = helgi(&[], &format!("{one}{choose}{two}quit\n"));
    assert_eq!(said.matches("info string variant met-edited").count(), 2, "{said}");
    assert!(!said.contains("is taken"), "{said}");
}
