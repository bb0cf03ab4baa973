//! Text of others in what the program prints: it never steers the terminal, and is cut where nobody would read on.

#![cfg(unix)]

use crate::program;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

/// Text that sets the title of a window, clears the screen, and orders both by one character.
const ESCAPES: &str = "a\u{1b}]0;owned\u{7}b\u{1b}[2Jc\u{9b}2Jd\u{8}\re";

/// Everything that a command prints.
fn printed(folder: &Path, words: &[&str], input: &str) -> String {
    let mut command = Command::new(HELGI);
    command.args(words).current_dir(folder).env("XDG_DATA_HOME", folder);
    let output = program::run(&mut command, input.as_bytes());
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Asserts that a text has this part, and nothing that steers a terminal.
fn assert_plain(text: &str, part: &str) {
    assert!(text.contains(part), "{part}: {text}");
    let control = text.chars().find(|&c| c.is_control() && c != '\n' && c != '\t');
    assert_eq!(control, None, "{text:?}");
}

/// An engine that answers as the text of a shell's `case` says.
fn engine(folder: &Path, name: &str, answers: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\nwhile read -r line; do case $line in\n{answers}\nesac; done\n"))
        .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn files_of_games_do_not_steer_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("e.ini"), format!("[e:chess]\nk{ESCAPES} = 1\n[{ESCAPES}]\nking = {ESCAPES}\n"))
        .unwrap();
    for words in [
        &["variants", "check", "e.ini"][..],
        &["--games", "e.ini", "rules", "chess"],
        &["match", "-variants", "e.ini", "-engine", "cmd=a", "-engine", "cmd=b", "-each", "nodes=1"],
        &["--option", "VariantPath=e.ini", "rules", "chess"],
    ] {
        let text = printed(folder, words, "");
        // `rules` has styles of its own only on a terminal.
        if !words.contains(&"--option") {
            assert_plain(&text, "error: [e]");
        }
    }
    for input in
        ["setoption name VariantPath value e.ini\nquit\n", "xboard\noption VariantPath=e.ini\nquit\n"]
    {
        assert_plain(&printed(folder, &[], input), "error: [e]");
    }
}

#[test]
fn recorded_games_and_positions_do_not_steer_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = format!(
        "[Event \"{ESCAPES}\"]\n[White \"{ESCAPES}\"]\n\n1. e4 {{{ESCAPES}}} e5 2. {ESCAPES} Nf3 *\n"
    );
    fs::write(folder.join("g.pgn"), game).unwrap();
    fs::write(folder.join("g.epd"), format!("4k3/8/8/8/8/8/8/4K2R w K - bm {ESCAPES}; id \"{ESCAPES}\";\n"))
        .unwrap();
    for words in [
        &["pgn", "g.pgn"][..],
        &["pgn", "g.pgn", "--to", "san"],
        &["analyze", "g.pgn", "--nodes", "1"],
        &["book", "g.pgn", "--min-games", "1", "-o", "g.book"],
        &["puzzles", "--check", "g.epd", "--nodes", "1"],
        &["puzzles", "g.pgn", "--nodes", "1"],
        &["perft", ESCAPES, "1"],
        &["perft", "chess", "1", "--fen", ESCAPES],
        &["draw", "chess", "--fen", ESCAPES],
    ] {
        assert_plain(&printed(folder, words, ""), "");
    }
}

#[test]
fn engines_do_not_steer_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let answers = "uci) printf 'id name \\033]0;owned\\007x\\nid author y\\n\\033[2Jfoo\\nuciok\\n';;\n\
                   isready) printf '\\033[2Jfoo\\nreadyok\\n';;\ngo*) printf 'bestmove \\033[2J\\n';;\nquit) exit;;";
    let cmd = format!("cmd={}", engine(folder, "steers", answers));
    let conform = [
        "conform",
        "-engine",
        &cmd,
        "--only",
        "uci-handshake*",
        "--only",
        "uci-go/*",
        "--all",
        "--slow",
        "1",
    ];
    assert_plain(&printed(folder, &conform, ""), "owned");
    let words =
        ["match", "-engine", &cmd, "name=a", "-engine", &cmd, "name=b", "-each", "nodes=1", "-rounds", "1"];
    assert_plain(&printed(folder, &words, ""), "illegal move");
    let logged = [&words[..], &["-log", "file=match.log"]].concat();
    printed(folder, &logged, "");
    assert_plain(&fs::read_to_string(folder.join("match.log")).unwrap(), "bestmove");
}

#[test]
fn words_of_a_million_letters_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let long = "x".repeat(1_000_000);
    fs::write(folder.join("long.ini"), format!("[e:chess]\n{} = 1\n", &long[..900_000])).unwrap();
    fs::write(folder.join("value.ini"), format!("[e:chess]\nking = {}\n", &long[..900_000])).unwrap();
    fs::write(folder.join("name.ini"), format!("[{}:chess]\n", &long[..900_000])).unwrap();
    fs::write(folder.join("long.pgn"), format!("[Variant \"{long}\"]\n\n1. {long} {long} *\n")).unwrap();
    fs::write(folder.join("long.epd"), format!("{long} w - - bm {long};\n")).unwrap();
    for words in [
        &["variants", "check", "long.ini"][..],
        &["variants", "check", "value.ini"],
        &["variants", "check", "name.ini"],
        &["--games", "long.ini", "rules", "chess"],
        &["pgn", "long.pgn"],
        &["puzzles", "--check", "long.epd", "--nodes", "1"],
        &["match", "-openings", "file=long.epd", "-engine", "cmd=a", "-engine", "cmd=b", "-each", "nodes=1"],
    ] {
        let text = printed(folder, words, "");
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= 2100), "{words:?}: {longest:?}");
    }
    for file in ["long.ini", "value.ini", "name.ini"] {
        let text = printed(folder, &[], &format!("setoption name VariantPath value {file}\nquit\n"));
        assert!(text.len() < 10_000, "{file}: {} bytes", text.len());
    }
}

/// Help that is cut short is no success.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for words in
        [&["--help"][..], &["--version"], &["play", "--help"], &["match", "--help"], &["help", "pgn"]]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(HELGI).args(words).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"), "{words:?}");
        assert!(Command::new(HELGI).args(words).output().unwrap().status.success(), "{words:?}");
    }
}
