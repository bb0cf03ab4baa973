//! Games from files, as people use them: checked, counted, searched, played, and in a match.

mod program;

use program::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A game that nobody has seen: walls, a cannon, drops and a flag on nine files and ranks.
const GAMES: &str = "\
[walled]
title = Walled game
rules = The first king on the last rank wins.
url = https://example.org/walled
maxRank = 9
maxFile = i
startFen = r1c1k1c1r/9/2*3*2/p1p1p1p1p/9/P1P1P1P1P/2*3*2/9/R1C1K1C1R[Nn] w - - 0 1
king = k
rook = r
cannon = c
horse = n
soldier = p
promotionPieceTypes = -
castling = false
doubleStep = false
pieceDrops = true
capturesToHand = true
flagPiece = k
flagRegionWhite = *9
flagRegionBlack = *1
stalemateValue = loss

[broken:chess]
casteling = false
";

/// Writes the games into a file of this test's own.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, GAMES).unwrap();
    path
}

fn helgi(arguments: &[&str], input: &str) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_helgi")).args(arguments).env_remove("HELGI_GAMES"), input.as_bytes())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_file_is_checked() {
    let path = file("checked.ini");
    let name = path.to_str().unwrap();
    let checked = helgi(&["variants", "check", name], "");
    let expected = format!(
        "{name}:24:1: error: [broken] `casteling`, expected a key of this format; did you mean `castling`?\n\
         {name}: games that can be played: walled\n"
    );
    assert_eq!((text(&checked.stdout), checked.status.code()), (expected, Some(1)));
    let missing = helgi(&["variants", "check", "no-such.ini"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no-such.ini"));
    assert!(
        text(&helgi(&["variants", "--keys"], "").stdout).contains("\n  castling (true or false; true): ")
    );
}

#[test]
fn commands_know_the_games_of_files() {
    let path = file("known.ini");
    let name = path.to_str().unwrap();
    let counted = |arguments: &[&str]| text(&helgi(arguments, "").stdout).lines().next().unwrap().to_owned();
    let expected = "Nodes searched: 7176";
    assert_eq!(counted(&["--games", name, "perft", "walled", "2"]), expected);
    assert_eq!(
        counted(&["--option", "Hash=1", &format!("--games={name}"), "perft", "walled", "2"]),
        expected
    );
    let mut by_variable = Command::new(env!("CARGO_BIN_EXE_helgi"));
    let output = run(by_variable.args(["perft", "walled", "2"]).env("HELGI_GAMES", &path), b"");
    assert!(text(&output.stdout).starts_with(expected), "{output:?}");
    assert!(text(&output.stderr).contains("did you mean `castling`?"));
    // Those that come along need no file.
    assert_eq!(counted(&["perft", "makruk", "3"]), "Nodes searched: 12012");
    assert!(text(&helgi(&["variants"], "").stdout).contains("makruk"));
    assert_eq!(helgi(&["perft", "walled", "2"], "").status.code(), Some(2));
}

#[test]
fn uci_reads_a_file_and_searches_its_game() {
    let path = file("uci.ini");
    let input = format!(
        "uci\nsetoption name VariantPath value {}\nsetoption name UCI_Variant value walled\n\
         position startpos moves e1e2 N@e5\nd\ngo depth 3\nquit\n",
        path.display()
    );
    let said = text(&helgi(&[], &input).stdout);
    assert!(said.contains("info string games loaded: walled\n"), "{said}");
    assert!(said.contains("did you mean `castling`?"), "{said}");
    assert!(
        said.lines().any(|line| line.starts_with("option name UCI_Variant") && line.ends_with("var walled"))
    );
    assert!(said.contains("info string variant walled files 9 ranks 9"), "{said}");
    let fen = "Fen: r1c1k1c1r/9/2*3*2/p1p1p1p1p/4n4/P1P1P1P1P/2*3*2/4K4/R1C3C1R[N] w - - 0 2\n";
    assert!(said.contains(fen), "{said}");
    assert!(said.lines().any(|line| line.starts_with("bestmove ") && line != "bestmove 0000"), "{said}");
    let wrong = text(&helgi(&[], "setoption name VariantPath value no-such.ini\nquit\n").stdout);
    assert!(wrong.contains("info string error option VariantPath: no-such.ini: "), "{wrong}");
    let own = text(&helgi(&[], "setoption name UCI_Variant value makruk\ngo depth 2\nquit\n").stdout);
    assert!(own.contains("info string variant makruk") && own.contains("bestmove "), "{own}");
}

#[test]
fn xboard_reads_a_file_and_plays_its_game() {
    let path = file("xboard.ini");
    let input = format!(
        "xboard\nprotover 2\noption VariantPath={}\nnew\nvariant walled\nsd 2\nusermove e1e2\nping 1\nquit\n",
        path.display()
    );
    let said = text(&helgi(&[], &input).stdout);
    assert!(said.contains("setup "), "{said}");
    assert!(!said.contains("Error"), "{said}");
}

#[test]
fn a_game_from_a_file_is_played_in_the_terminal() {
    let path = file("played.ini");
    let words = ["--games", path.to_str().unwrap(), "play", "walled", "--level", "1", "--no-record"];
    let played = helgi(&words, "e1e2\nquit\n");
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    assert!(text(&played.stdout).contains("e2"), "{played:?}");
}

#[test]
fn its_rules_are_shown() {
    let path = file("rules.ini");
    let shown = text(&helgi(&["--games", path.to_str().unwrap(), "rules", "walled"], "").stdout);
    assert!(shown.starts_with("Walled game (walled), 9x9\n"), "{shown}");
    for part in ["The first king on the last rank wins.", "https://example.org/walled", "mRcpR", "XBetza"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn two_engines_play_a_match_of_it() {
    let path = file("match.ini");
    let program = env!("CARGO_BIN_EXE_helgi");
    let command = |name: &str| format!("cmd={program} name={name}");
    let (one, two) = (command("one"), command("two"));
    let mut words = vec!["match", "-variants", path.to_str().unwrap(), "-variant", "walled"];
    let engine = |engine: &str| engine.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (one, two) = (engine(&one), engine(&two));
    words.push("-engine");
    words.extend(one.iter().map(String::as_str));
    words.push("-engine");
    words.extend(two.iter().map(String::as_str));
    words.extend(["-each", "nodes=60", "option.Hash=1", "-rounds", "1", "-games", "2", "-maxmoves", "20"]);
    let output = helgi(&words, "");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    assert!(said.contains("Finished match"), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("Finished game")).count(), 2, "{said}");
    assert!(!said.contains("illegal") && !said.contains("forfeit"), "{said}");
}
