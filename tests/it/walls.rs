//! Games in which walls are built, as people use them: in both protocols, typed, recorded, judged, drawn, and in a match.

use crate::program::run;
use helgi_engine::net::NetChoice;
use helgi_rules::{Game, GameId};
use std::path::Path;
use std::process::{Command, Output};

/// The games, as a file that engines can be told of.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/variants/games/walls.ini");

fn helgi(arguments: &[&str], input: &str) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).env_remove("HELGI_GAMES"), input.as_bytes())
}

/// Runs a command, and expects success.
fn said(arguments: &[&str], input: &str) -> String {
    let output = helgi(arguments, input);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    said
}

/// The move behind the last `bestmove`.
fn best(said: &str) -> &str {
    let line = said.lines().rev().find_map(|line| line.strip_prefix("bestmove "));
    line.unwrap_or_else(|| panic!("{said}")).split(' ').next().unwrap()
}

#[test]
fn uci_takes_and_gives_walls() {
    let dialogue = |game: &str, moves: &str, go: &str| {
        let input = format!(
            "setoption name UCI_Variant value {game}\nposition startpos moves {moves}\nd\n{go}\nquit\n"
        );
        said(&[], &input)
    };
    let duck = dialogue("duck", "e2e4,e4d6 e7e5,e5d3", "go nodes 3000");
    let fen = "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/3*4/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    assert!(duck.contains(fen), "{duck}");
    let played = best(&duck);
    let (step, wall) = played.split_once(',').unwrap_or_else(|| panic!("{played}"));
    assert_eq!(step[2..4], wall[..2], "{played}");
    // The king is there to be taken.
    let taken = said(
        &[],
        "setoption name UCI_Variant value duck\nposition fen 4k3/8/8/8/4*3/8/3Q4/K3R3 w - - 0 1\ngo nodes 2000\n\
         position fen 3k4/8/8/8/4*3/8/3Q4/K3R3 w - - 0 1\ngo nodes 2000\nquit\n",
    );
    assert!(taken.contains("score mate 1") && best(&taken).starts_with("d2d8,d8"), "{taken}");
    let atlantis = dialogue("atlantis", "*@a4 e8e8,e8a5", "go nodes 500");
    assert!(atlantis.contains("/8/*7/*7/8/"), "{atlantis}");
    let wrong = dialogue("duck", "e2e4", "go nodes 1");
    assert!(wrong.contains("info string error") && wrong.contains("`e2e4`"), "{wrong}");
}

#[test]
fn xboard_takes_and_gives_walls() {
    let input = format!(
        "xboard\nprotover 2\naccepted highlight\noption VariantPath={FILE}\nnew\nvariant duck\nsd 1\nusermove e2e4,e4d6\nping 1\nquit\n"
    );
    let said = said(&[], &input);
    assert!(!said.contains("Error") && !said.contains("Illegal"), "{said}");
    assert!(said.lines().any(|line| line.starts_with("move ") && line.contains(',')), "{said}");
}

#[test]
fn walls_are_typed_in_the_terminal() {
    let words = ["play", "duck", "--level", "1", "--no-record"];
    let played = said(&words, "e4,d6\nquit\n");
    assert!(played.contains("e4,d6"), "{played}");
    let wrong = said(&words, "e4\nquit\n");
    assert!(wrong.contains("e4"), "{wrong}");
}

#[test]
fn games_with_walls_are_recorded_judged_and_drawn() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("walls");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let moves = "1. e4,d6 Nf6,d5 2. Nf3,e5 {back again} (2. Bc4,d4) e6,f4 3. Be2,h4 Be7,h5 4. O-O,e1 O-O,e8";
    let pgn = format!("[Event \"x\"]\n[Variant \"duck\"]\n[Result \"*\"]\n\n{moves} *\n");
    std::fs::write(at("in.pgn"), pgn).unwrap();
    said(&["pgn", &at("in.pgn"), "--to", "uci", "-o", &at("wire.pgn")], "");
    let wire = std::fs::read_to_string(at("wire.pgn")).unwrap();
    assert!(wire.contains("e2e4,e4d6") && wire.contains("e1g1,g1e1"), "{wire}");
    said(&["pgn", &at("wire.pgn"), "--to", "san", "-o", &at("again.pgn")], "");
    let again = std::fs::read_to_string(at("again.pgn")).unwrap();
    for part in ["1. e4,d6", "{back again}", "(2. Bc4,d4)", "4. O-O,e1 O-O,e8"] {
        assert!(again.replace('\n', " ").contains(part), "{part}: {again}");
    }
    let judged = said(&["analyze", &at("in.pgn"), "--nodes", "100"], "");
    assert!(judged.contains("O-O,e1"), "{judged}");
    said(&["draw", &at("in.pgn"), "-o", &at("game.gif")], "");
    said(&["draw", "duck", "--moves", "e4,d6 Nf6,d5", "-o", &at("duck.svg")], "");
    assert!(std::fs::read_to_string(at("duck.svg")).unwrap().contains("<svg"));
}

#[test]
fn engines_play_matches_of_games_with_walls() {
    let program = format!("cmd={}", env!("CARGO_BIN_EXE_helgi"));
    for game in ["duck", "amazons6", "snailtrail", "atlantis"] {
        let words = [
            "match",
            "-variants",
            FILE,
            "-variant",
            game,
            "-engine",
            &program,
            "name=one",
            "-engine",
            &program,
            "name=two",
            "-each",
            "nodes=300",
            "option.Hash=1",
            "-rounds",
            "1",
            "-games",
            "2",
            "-maxmoves",
            "30",
        ];
        let said = said(&words, "");
        assert_eq!(said.lines().filter(|line| line.starts_with("Finished game")).count(), 2, "{said}");
        assert!(!said.contains("illegal") && !said.contains("forfeit"), "{said}");
    }
}

/// A piece that is shut in stands worse, whoever has the move.
#[test]
fn room_counts_where_walls_close_the_board() {
    helgi_variants::install_library();
    let score = |fen: &str| {
        let position = GameId::named("snailtrail").unwrap().parse(fen).unwrap();
        helgi_engine::evaluate(&position, &NetChoice::BuiltIn).score
    };
    let shut_in = "6p/7/7/7/***4/2*4/P1*4";
    let (white, black) = (score(&format!("{shut_in} w - - 0 1")), score(&format!("{shut_in} b - - 0 1")));
    assert!(white < -300 && black > 300, "{white} {black}");
    let even = score("6p/7/7/7/7/7/P6 w - - 0 1");
    assert!((0..50).contains(&even), "{even}");
}
