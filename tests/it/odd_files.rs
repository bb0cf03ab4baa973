//! Pipes, devices and folders instead of files: none of them is waited for, or read without end.

#![cfg(unix)]

use crate::program;
use crate::program::Engine;
use std::fs;
use std::path::Path;
use std::process::Command;

const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

/// A folder with a pipe without a writer, a link to it, a link to an endless device, and a folder.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("pipe", at("link")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("endless")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    folder
}

/// Its files with their kinds.
const KINDS: [(&str, &str); 4] =
    [("pipe", "a pipe"), ("link", "a pipe"), ("endless", "a device"), ("folder", "a folder")];

/// The exit status and both outputs, or `None` if the program does not end.
fn helgi(folder: &Path, words: &str, input: &str) -> (Option<i32>, String) {
    let mut command = Command::new("timeout");
    command.args(["60", HELGI]).args(words.split_whitespace()).current_dir(folder);
    let output = program::run(command.env("XDG_DATA_HOME", folder), input.as_bytes());
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn options_of_a_running_engine_want_ordinary_files() {
    let folder = folder();
    let stays = [("Book", "; no book stays"), ("EvalFile", "; <built-in> stays"), ("VariantPath", "")];
    for (option, stays) in stays {
        let mut engine = Engine::start_with(Command::new(HELGI).current_dir(&folder));
        for (name, kind) in KINDS {
            engine.send_line(&format!("setoption name {option} value {name}"));
            engine.send_line("isready");
            let seen = engine.wait_for("readyok").join("\n");
            let error = format!("{option}: {name}: {kind}, expected an ordinary file{stays}");
            assert!(seen.contains(&error), "{option}, {name}: {seen}");
        }
        engine.send_line("quit");
        let mut engine = Engine::start_with(Command::new(HELGI).current_dir(&folder));
        engine.send_line("xboard\nprotover 2");
        for (name, kind) in KINDS {
            engine.send_line(&format!("option {option}={name}\nping 1"));
            let seen = engine.wait_for("pong 1").join("\n");
            assert!(seen.contains(&format!("{name}: {kind}, expected an ordinary file")), "{seen}");
        }
    }
}

#[test]
fn commands_refuse_endless_files() {
    let folder = folder();
    fs::write(folder.path().join("few.games"), "").unwrap();
    for (name, kind) in KINDS {
        for words in [
            "--option Book=NAME",
            "--option EvalFile=NAME",
            "--option VariantPath=NAME",
            "play --no-record --book NAME",
            "book NAME --show",
            "datagen chess --games 1 --nodes 1 -o new.games --net NAME",
            "train chess few.games --start NAME",
            "train chess NAME",
            "match -variants NAME -engine cmd=a -engine cmd=b -each nodes=1",
            "tune search --game chess --pairs 1 --nodes 16 -o NAME",
            "match -config file=NAME",
        ] {
            let (status, said) = helgi(folder.path(), &words.replace("NAME", name), "quit\n");
            let expected = format!("{name}: {kind}, expected an ordinary file");
            assert!(said.contains(&expected) && status != Some(0), "{words} {name}: {status:?} {said}");
            fs::remove_file(folder.path().join("new.games")).unwrap_or_default();
        }
        let (status, said) = helgi(folder.path(), "play --no-record", &format!("load {name}\nquit\n"));
        let expected = format!("Could not load the game: {name}: {kind}, expected an ordinary file.");
        assert!(status == Some(0) && said.contains(&expected), "{said}");
    }
    // The name of a folder does not make it a game.
    fs::create_dir_all(folder.path().join("helgi/games")).unwrap();
    for name in ["pipe", "endless"] {
        fs::rename(folder.path().join(name), folder.path().join(format!("helgi/games/{name}.pgn"))).unwrap();
    }
    let (status, said) = helgi(folder.path(), "play --resume", "quit\n");
    assert!(status == Some(2) && said.contains(", expected an ordinary file"), "{status:?} {said}");
}

/// Every command reads the user's games first.
#[test]
fn files_of_games_in_the_users_folder_are_ordinary() {
    let folder = folder();
    let games = folder.path().join("helgi/variants");
    fs::create_dir_all(&games).unwrap();
    for (name, kind) in KINDS {
        fs::rename(folder.path().join(name), games.join(format!("{name}.ini"))).unwrap();
        // The link leads to the pipe beside it.
        if name == "link" {
            fs::remove_file(games.join("link.ini")).unwrap();
            std::os::unix::fs::symlink("pipe.ini", games.join("link.ini")).unwrap();
        }
        let (status, said) = helgi(folder.path(), "perft chess 2", "");
        let expected = format!("{name}.ini: {kind}, expected an ordinary file");
        assert!(status == Some(0) && said.contains(&expected) && said.contains("400"), "{status:?} {said}");
    }
}

/// Inputs of commands may come from other programs.
#[test]
fn commands_still_read_pipes() {
    let folder = folder();
    let game = "1. e4 e5 2. Nf3 *\n";
    for words in ["pgn -", "pgn /dev/stdin", "book /dev/stdin --min-games 1 -o new.book"] {
        let (status, said) = helgi(folder.path(), words, game);
        assert!(status == Some(0) && said.contains('1'), "{words}: {said}");
    }
    let games = "[piped:chess]\n";
    for words in ["variants check /dev/stdin", "--games /dev/stdin rules piped"] {
        let (status, said) = helgi(folder.path(), words, games);
        assert!(status == Some(0) && said.contains("piped"), "{words}: {said}");
    }
    let puzzle = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";\n";
    let (_, said) = helgi(folder.path(), "puzzles --check /dev/stdin --nodes 100", puzzle);
    assert!(said.contains("puzzle"), "{said}");
    // Here an endless one ends at a limit.
    let (status, said) = helgi(folder.path(), "play --puzzles endless", "quit\n");
    assert!(status == Some(2) && said.contains("endless: more than "), "{said}");
}

/// The openings of a match come from a pipe that nobody writes: the match waits, and ends when it is told to.
#[test]
fn a_match_that_waits_for_its_openings_ends_with_a_signal() {
    let folder = folder();
    let words = format!(
        "60 {HELGI} match -engine cmd={HELGI} name=a -engine cmd={HELGI} name=b -each nodes=1 -openings file=pipe"
    );
    let mut child =
        Command::new("timeout").args(words.split_whitespace()).current_dir(&folder).spawn().unwrap();
    // Opened as soon as the match waits for it, and never written.
    let writer = fs::File::options().write(true).open(folder.path().join("pipe")).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(writer);
}

/// Inputs that are read twice.
#[test]
fn positions_to_be_labelled_want_an_ordinary_file() {
    let folder = folder();
    for words in ["label NAME -o new --engine cmd=x eval", "datagen chess --siblings 2 --from NAME -o new"] {
        for (name, kind) in KINDS {
            let (status, said) = helgi(folder.path(), &words.replace("NAME", name), "");
            let expected = format!("{name}: {kind}, expected an ordinary file");
            assert!(said.contains(&expected) && status == Some(2), "{words} {name}: {status:?} {said}");
        }
    }
}

/// A saved match keeps the sum of its openings, and goes on with them: a pipe has them only once.
#[test]
fn saved_matches_and_suites_want_ordinary_files() {
    let folder = folder();
    for (name, kind) in KINDS {
        let words = format!(
            "match -engine cmd={HELGI} name=a -engine cmd={HELGI} name=b -each nodes=1 -rounds 1 -config {name}.json \
             -openings file={name} format=epd"
        );
        let (status, said) = helgi(folder.path(), &words, "");
        let expected = format!("{name}: {kind}, expected an ordinary file");
        assert!(
            said.contains(&expected) && status.is_some_and(|status| status != 0),
            "{name}: {status:?} {said}"
        );
    }
    let suite = folder.path().join("suite");
    fs::create_dir(&suite).unwrap();
    fs::rename(folder.path().join("pipe"), suite.join("uci-own.txt")).unwrap();
    let (status, said) = helgi(folder.path(), "conform --suite suite --list", "");
    assert!(
        said.contains("uci-own.txt: a pipe, expected an ordinary file") && status == Some(2),
        "{status:?} {said}"
    );
}
