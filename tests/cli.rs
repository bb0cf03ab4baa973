//! The command line as people use it: what it prints, and how it ends.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with arguments and input.
fn helgi(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_helgi"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that wants no input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it prints when all is well.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = helgi(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{text}\n{errors}");
    assert!(errors.is_empty(), "{errors}");
    text
}

/// What it says when the arguments are wrong.
fn refused(arguments: &[&str]) -> String {
    let output = helgi(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn perft_counts_and_divides() {
    assert!(printed(&["perft", "chess", "4"], "").starts_with("Nodes searched: 197281\n"));
    let text = printed(&["perft", "chess", "2", "--divide"], "");
    assert!(text.contains("\ne2e4: 20\n"));
    assert!(text.contains("\nNodes searched: 400\n"));
    assert!(text.contains(" nodes per second\n"));
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(printed(&["perft", "chess", "2", "--fen", fen], "").starts_with("Nodes searched: 568\n"));
    assert!(printed(&["perft", "tavreli", "1"], "").starts_with("Nodes searched: 39\n"));
    assert!(printed(&["perft", "chess", "0"], "").starts_with("Nodes searched: 1\n"));
}

#[test]
fn xboard_settings_start_this_program() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/tactical settings.xop");
    let text = printed(&["xboard-settings", "tactical", "--output", &path], "");
    assert_eq!(text, format!("{path} is written. Now start: xboard @{path}\n"));
    let settings = std::fs::read_to_string(&path).unwrap();
    assert!(settings.contains("\n-variant tactical\n"), "{settings}");
    assert!(settings.contains("\n-fcp \"") && settings.contains("helgi\"\n"), "{settings}");
    let here = printed(&["xboard-settings", "chess", "--engine", "nice helgi", "-o", "-"], "");
    assert!(here.contains("\n-variant normal\n-fcp \"nice helgi\"\n"), "{here}");
    assert!(refused(&["xboard-settings", "operational2"]).contains("17 files"));
}

#[test]
fn bad_arguments_are_refused_with_status_2() {
    let text = refused(&["perft", "shogi", "3"]);
    assert!(text.contains("shogi") && text.contains("chess, tavreli"), "{text}");
    assert!(refused(&["perft", "chess", "x"]).contains('x'));
    let text = refused(&["perft", "chess", "3", "--fen", "8/8 w"]);
    assert!(text.contains("FEN field board") && text.contains("8 ranks"), "{text}");
    refused(&["play", "chess", "--level", "11"]);
    refused(&["bench", "--depth", "0"]);
    refused(&["juggle"]);
}

#[test]
fn bench_prints_its_signature() {
    let text = printed(&["bench", "tavreli", "chess", "--depth", "3"], "");
    let nodes = |line: &str| -> u64 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|&word| word == "nodes").unwrap();
        words[at - 1].parse().unwrap()
    };
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("tavreli ") && lines[1].starts_with("chess "), "{text}");
    let total = nodes(lines[0]) + nodes(lines[1]);
    assert_eq!(lines.last().unwrap(), &format!("Bench: {total}"));
    let again = printed(&["bench", "chess", "tavreli", "--depth", "3"], "");
    assert_eq!(again.lines().last(), text.lines().last());
}

#[test]
fn help_has_examples() {
    let text = printed(&["--help"], "");
    assert!(text.contains("helgi play tavreli"));
    for command in ["play", "rules", "variants", "perft", "pgn", "bench"] {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
    for command in ["play", "rules", "perft", "pgn", "bench"] {
        assert!(printed(&[command, "--help"], "").contains(&format!("  helgi {command}")), "{command}");
    }
}

#[test]
fn variants_are_listed() {
    let text = printed(&["variants"], "");
    assert!(text.starts_with("chess 8x8 rnbqkbnr/pppppppp/"));
    assert!(text.contains("\ntavreli 8x8 rnbqkbnr/tmadeamt/"));
}

#[test]
fn rules_come_from_the_descriptors() {
    let text = printed(&["rules", "tavreli"], "");
    for fact in [
        "Tavreli, Russian chess (tavreli), 8x8",
        "  8 | r | n | b | q | k | b | n | r |",
        "+E  Helgi",
        "QN                any number of squares in any direction\n",
        "  a leap of 1 by 2\n",
        "  one square diagonally forward, only capturing\n",
        "e5d6:2    the top two pieces of a stack",
    ] {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let text =
        printed(&["play", "chess", "--side", "both"], "f2f3\ne7e5\ng2g4\nd8h4\nresign\nnew\nfen\nquit\n");
    assert!(text.contains("Check!"), "{text}");
    assert!(text.contains("Result: 0-1 {Black mates}\n"), "{text}");
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert_eq!(text.matches("Result: ").count(), 1);
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let text = printed(&["play", "tavreli", "--level", "1"], "c1d2\nfen\nundo\nfen\nhint\nquit\n");
    assert!(text.contains("| DB |"), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 1, "{text}");
    // The engine, which plays at random here, may have moved its king or a rook.
    let fens: Vec<&str> = text.lines().filter(|line| line.contains(" w KQ")).collect();
    assert_eq!(fens.len(), 2, "{text}");
    assert!(fens[0].contains("(DB)") && fens[0].ends_with(" 2"), "{text}");
    assert!(fens[1].ends_with("TMADEAMT/RNBQKBNR w KQkqABCDEFGHabcdefgh - 0 1"), "{text}");
    assert!(text.contains("Try "), "{text}");
}

#[test]
fn who_plays_black_is_not_first() {
    let text = printed(&["play", "chess", "--side", "black", "--level", "1"], "moves e7\nside white\n");
    assert_eq!(text.matches("White plays ").count(), 1, "{text}");
    assert!(text.contains("e7e6 e7e5\n") || text.contains("e7e5 e7e6\n"), "{text}");
    // Having changed sides, the person sees the engine move again.
    assert_eq!(text.matches("Black plays ").count(), 1, "{text}");
}

#[test]
fn play_helps_and_forgives() {
    let input = "help\nmoves e2\nmoves z9\ne2e5\nhello\nlevel 99\nlevel 2\nside green\nundo\nresign\ne2e4\n";
    let text = printed(&["play", "chess"], input);
    for fact in [
        "moves e2: those of the piece on e2",
        "e2e3 e2e4\n",
        "`z9` is no square of this board.",
        "`e2e5`, expected a legal move",
        "`hello`, character 2: expected a rank from 1 to 99",
        "A level is a number from 1 to 10.",
        "Level 2.",
        "A side is white, black or both.",
        "There is nothing to take back.",
        "Result: 0-1 {White resigns}",
        "The game is over.",
    ] {
        assert!(text.contains(fact), "{fact}\n{text}");
    }
    assert!(!text.contains('\x1b'), "colours without a terminal");
}

#[test]
fn a_position_can_be_played_on() {
    let fen = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let text = printed(&["play", "chess", "--side", "both", "--fen", fen], "b1b7\nh8g8\na2a8\n");
    assert!(text.contains("Result: 1-0 {White mates}"), "{text}");
}

#[test]
fn draw_makes_pictures_of_starts_and_of_positions() {
    let start = printed(&["draw", "tavreli"], "");
    assert!(start.starts_with("<svg ") && start.trim_end().ends_with("</svg>"), "{start}");
    assert_eq!(start.matches("<circle").count(), 32);
    let stacks = "4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1";
    assert_eq!(printed(&["draw", stacks, "--game", "tavreli"], "").matches("<circle").count(), 7);

    // Without a name the first game that accepts the position is meant.
    let folder = std::env::temp_dir().join(format!("helgi-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("start.svg");
    printed(&["draw", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-o", file.to_str().unwrap()], "");
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(picture.contains("<title>Orthodox chess</title>"), "{picture}");

    assert!(refused(&["draw", "nonsense"]).contains("nonsense"));
    assert!(refused(&["draw", "8/8 w", "--game", "chess"]).contains("8 ranks"));
}
