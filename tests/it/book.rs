//! Opening books as people use them: made of games, shown, joined, and played from.

use crate::program;
use helgi_protocol::transcript;
use helgi_rules::{Game, GameId};
use helgi_study::book::{Book, BookChoice};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn data(name: &str) -> String {
    format!("{}/tests/books/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs `helgi book` in a folder: the status, the output, the errors.
fn book(folder: &Path, words: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_helgi"));
    program.arg("book").args(words).current_dir(folder);
    let Output { status, stdout, stderr } = program::run(&mut program, input);
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// The standard output of a run that succeeds.
fn printed(folder: &Path, words: &[&str]) -> String {
    let (status, text, errors) = book(folder, words, b"");
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{words:?}");
    text
}

/// The error of a run that fails with this status.
fn refused(folder: &Path, words: &[&str], expected: i32) -> String {
    let (status, text, errors) = book(folder, words, b"");
    assert_eq!(status, Some(expected), "{words:?}\n{text}\n{errors}");
    errors
}

#[test]
fn games_are_counted_as_by_hand() {
    let folder = folder("counted");
    let pgn = data("small.pgn");
    let text = fs::read_to_string(data("shown.txt")).unwrap();
    let mut blocks = 0;
    for made in text.split("\n$ ").skip(1) {
        let mut shown = made.split("\n>");
        let words = shown.next().unwrap().split_whitespace();
        printed(&folder, &[&[&*pgn, "-o", "small.book"][..], &words.collect::<Vec<_>>()].concat());
        for block in shown {
            let (moves, table) = block.split_once('\n').unwrap();
            let mut words = vec!["small.book", "--show"];
            words.extend(moves.split_whitespace());
            let said = printed(&folder, &words);
            let (_, found) = said.split_once("\n\n").unwrap();
            assert_eq!(found.trim_end(), table.trim_end(), "{made}");
            blocks += 1;
        }
    }
    assert!(blocks > 12, "{blocks}");
}

#[test]
fn a_book_is_the_same_bytes_however_it_is_made() {
    let folder = folder("same");
    let pgn = data("small.pgn");
    let said = printed(&folder, &[&pgn, "--min-games", "1", "-o", "small.book"]);
    assert_eq!(said, "small.book: chess, 14 moves in 9 positions, from 7 games\n");
    let whole = fs::read(data("small.book")).unwrap();
    let made = |name: &str| fs::read(folder.join(name)).unwrap() == whole;
    assert!(made("small.book"));

    let games = fs::read_to_string(&pgn).unwrap();
    let (first, second) = games.split_at(games.match_indices("[White ").nth(3).unwrap().0);
    fs::write(folder.join("1.pgn"), first).unwrap();
    fs::write(folder.join("2.pgn"), second).unwrap();
    printed(&folder, &["1.pgn", "2.pgn", "--min-games", "1", "-o", "both.book"]);
    assert!(made("both.book"));
    for part in ["1", "2"] {
        let (pgn, book) = (format!("{part}.pgn"), format!("{part}.book"));
        printed(&folder, &[&pgn, "--min-games", "1", "-o", &book]);
    }
    printed(&folder, &["2.book", "1.book", "--min-games", "1", "-o", "joined.book"]);
    assert!(made("joined.book"));
    printed(&folder, &["1.book", "2.pgn", "--min-games", "1", "-o", "1.book"]);
    assert!(made("1.book"));
    let (status, _, errors) = book(&folder, &["-", "--min-games", "1", "-o", "input.book"], games.as_bytes());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(made("input.book"));
    let output = Command::new(env!("CARGO_BIN_EXE_helgi"))
        .args(["book", &pgn, "--min-games", "1", "-o", "-"])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout == whole);

    // Games of one kind among others; moves that were drawn in self-play.
    let mixed = games + "[Variant \"tavreli\"]\n\n1. Ad2 f5 *\n";
    fs::write(folder.join("mixed.pgn"), mixed).unwrap();
    let words = ["mixed.pgn", "--game", "chess", "--min-games", "1", "-o", "mixed.book"];
    printed(&folder, &words);
    assert!(made("mixed.book"));
    let errors = refused(&folder, &["mixed.pgn", "-o", "no.book"], 2);
    assert!(errors.contains("mixed.pgn, game 8: a game of tavreli after games of chess"), "{errors}");
    assert!(errors.contains("--game chess skips others"), "{errors}");
    assert!(!folder.join("no.book").exists());
}

#[test]
fn self_play_is_counted_without_its_drawn_moves() {
    let folder = folder("selfplay");
    let words = ["datagen", "tavreli", "--games", "9", "--nodes", "20", "--threads", "1", "-o", "t.games"];
    let made = Command::new(env!("CARGO_BIN_EXE_helgi")).args(words).current_dir(&folder).output().unwrap();
    assert!(made.status.success());
    printed(&folder, &["t.games", "--min-games", "1", "-o", "all.book"]);
    printed(&folder, &["t.games", "--min-games", "1", "--searched", "-o", "searched.book"]);
    let [all, searched] = ["all.book", "searched.book"]
        .map(|name| Book::read(&fs::read(folder.join(name)).unwrap()[..]).unwrap());
    let start = GameId::TAVRELI.start();
    assert_eq!(all.moves(&start).iter().map(|entry| entry.counts.games()).sum::<u64>(), 9);
    assert!(all.answer(&start, BookChoice::Best).is_some() && searched.moves(&start).is_empty());
    assert!(!searched.entries().is_empty() && searched.entries().len() < all.entries().len());
    // Games after a damaged one are left out, with a warning.
    let bytes = fs::read(folder.join("t.games")).unwrap();
    fs::write(folder.join("t.games"), &bytes[..bytes.len() - 5]).unwrap();
    let said = printed(&folder, &["t.games", "--min-games", "1", "-o", "cut.book"]);
    assert!(
        said.contains("; the rest of the file is ignored\n") && said.contains(", from 8 games\n"),
        "{said}"
    );
}

#[test]
fn faults_are_named_and_no_file_is_half_written() {
    let folder = folder("wrong");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    // The moves before the wrong one count.
    write("bad.pgn", b"1. e4 e5 2. Ke3 *\n\n1. e4 c5 *\n");
    let errors = refused(&folder, &["bad.pgn", "--min-games", "1", "-o", "bad.book"], 1);
    assert!(errors.contains("move 2. (half-move 3): `Ke3`, expected a legal move"), "{errors}");
    assert!(errors.contains("1 of 2 games is wrong; the moves before the errors are counted"), "{errors}");
    let said = printed(&folder, &["bad.book", "--show", "e4"]);
    assert!(said.starts_with("bad.book: chess, 3 moves in 2 positions\nBlack to move after e4:\n"), "{said}");

    write("few.pgn", b"1. e4 e5 1-0\n");
    let whole = fs::read(data("small.book")).unwrap();
    write("whole.book", &whole);
    write("cut.book", &whole[..100]);
    let mut flipped = whole.clone();
    flipped[200] ^= 4;
    write("flipped.book", &flipped);
    write("old.book", b"what was there before");
    for (words, expected) in [
        (&["few.pgn", "-o", "old.book"][..], "no move of 1 game qualifies; lower --min-games"),
        (&["none.pgn", "-o", "old.book"], "none.pgn: No such file"),
        (&["/dev/null", "-o", "old.book"], "no games: expected PGN"),
        (&["cut.book", "-o", "old.book"], "cut.book: cut off after 100 bytes, expected 481"),
        (&["flipped.book", "-o", "old.book"], "flipped.book: its checksum is "),
        (&["whole.book", "--only-white", "-o", "old.book"], "a book does not say who played its moves"),
        (
            &["whole.book", "--game", "tavreli", "-o", "old.book"],
            "whole.book: this is a book of chess, not of the game",
        ),
        (&["few.pgn", "-o", "none/x.book"], "none/x.book: "),
        (&["few.pgn", "--min-score", "101", "-o", "old.book"], "expected a number from 0 to 100"),
        (&["few.pgn"], "--output"),
        (&["few.pgn", "--show"], "few.pgn: no opening book: expected a file that `helgi book` has made"),
        (&["flipped.book", "--show"], "flipped.book: its checksum is "),
        (&["/dev/zero", "--show"], "/dev/zero: a device, expected an ordinary file"),
        (&["whole.book", "--show", "e5"], "--show: `e5`, expected a legal move in rnbqkbnr/"),
        (&["whole.book", "--start", "8/8", "--show"], "--start: "),
        (&["whole.book", "whole.book", "--show"], "--show: expected one book"),
    ] {
        let status = if expected.starts_with("none/x") { 1 } else { 2 };
        let errors = refused(&folder, words, status);
        assert!(errors.contains(expected), "{words:?}: {errors}");
    }
    assert_eq!(fs::read(folder.join("old.book")).unwrap(), b"what was there before");
    if cfg!(target_os = "linux") {
        let words = ["few.pgn", "--min-games", "1", "-o", "/dev/full"];
        assert!(refused(&folder, &words, 1).contains("No space left on device"));
    }
}

#[test]
fn the_engine_plays_from_a_book_in_both_protocols() {
    for name in ["uci.txt", "xboard.txt"] {
        let text = fs::read_to_string(data(name)).unwrap();
        let entries = transcript::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Err((line, reason)) = program::replay(&entries) {
            panic!("{name}, line {line}: {reason}");
        }
    }
}
