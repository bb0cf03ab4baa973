//! Texts in other encodings than UTF-8, and packed files: all readers treat them alike.

use crate::program;
use std::fs;
use std::path::Path;
use std::process::Command;

const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

/// The exit status and both outputs.
fn helgi(folder: &Path, words: &str) -> (Option<i32>, String) {
    let mut command = Command::new(HELGI);
    command.args(words.split_whitespace()).current_dir(folder).env("XDG_CONFIG_HOME", folder);
    let output = program::run(&mut command, b"");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// A text with a byte order mark, the lower byte of each unit first or last.
fn in_utf16(text: &str, is_little: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}

/// A file, its text, a command that reads it, and a part of what the command prints.
fn readers() -> Vec<(&'static str, String, String, &'static str)> {
    let play = format!(
        "match -engine cmd={HELGI} name=A -engine cmd={HELGI} name=B -each nodes=20 option.Hash=1 -maxmoves 2 -rounds 1 \
         -openings"
    );
    let games = "[White \"Müller\"]\r\n\r\n1. e4 e5 2. Nf3 *\r\n".to_owned();
    let lines = "4k3/8/8/8/8/8/8/4K2R w K - id \"Müller\";\r\n".to_owned();
    let puzzle = "6k1/5ppp/8/8/8/1q6/8/K3R3 w - - bm Re8#; id \"Müller\";\r\n".to_owned();
    let solved = "[FEN \"6k1/5ppp/8/8/8/1q6/8/K3R3 w - - 0 1\"]\r\n[Event \"Müller\"]\r\n\r\n1. Re8# 1-0\r\n"
        .to_owned();
    let own = "# Müller\r\n[mine:chess]\r\nstalemateValue = loss\r\n".to_owned();
    let diagram = "files=8\r\nranks=8\r\npawn::::a2-h2\r\nking:K:K:e1\r\n".to_owned();
    vec![
        ("g.pgn", games.clone(), "pgn g.pgn".into(), "1 game, 0 wrong"),
        ("o.pgn", games, format!("{play} file=o.pgn format=pgn"), "Finished match"),
        ("o.epd", lines, format!("{play} file=o.epd format=epd"), "Finished match"),
        ("p.epd", puzzle, "puzzles --check p.epd --nodes 5000".into(), "1 puzzle correct"),
        ("p.pgn", solved, "puzzles --check p.pgn --nodes 5000".into(), "1 puzzle correct"),
        ("m.ini", own.clone(), "variants check m.ini".into(), "games that can be played: mine"),
        ("n.ini", own, "--games n.ini rules mine".into(), "mine"),
        ("d.txt", diagram, "variants import d.txt".into(), "[d]"),
    ]
}

#[test]
fn texts_in_utf16_and_latin_1_are_read_with_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, words, expected) in readers() {
        let run = |bytes: &[u8]| {
            fs::write(folder.path().join(name), bytes).unwrap();
            let (status, said) = helgi(folder.path(), &words);
            assert!(status == Some(0) && said.contains(expected), "{words}: {status:?} {said}");
            said
        };
        let plain = run(text.as_bytes());
        assert!(!plain.contains("read as such"), "{words}: {plain}");
        let said = run(&in_utf16(&text, true));
        assert!(said.contains("a text in UTF-16, read as such"), "{words}: {said}");
        // The other half of the readers, in the other order of bytes.
        if name.ends_with(".ini") || name == "g.pgn" {
            let said = run(&in_utf16(&text, false));
            assert!(said.contains("a text in UTF-16, read as such"), "{words}: {said}");
        }
        if name == "m.ini" {
            let said = run(&text.chars().map(|c| u8::try_from(c).unwrap()).collect::<Vec<_>>());
            assert!(said.contains("a text in Latin-1, read as such"), "{words}: {said}");
        }
    }
    // Outputs that a shell has redirected are inputs again.
    let (_, counted) = helgi(folder.path(), "perft chess 2 --divide --part 1/1");
    fs::write(folder.path().join("part"), in_utf16(&counted, true)).unwrap();
    let (status, said) = helgi(folder.path(), "perft chess 2 --join part");
    assert!(status == Some(0) && said.contains("Nodes searched: 400"), "{said}");
    let engines = format!("[{{ \"name\": \"Müller\", \"command\": {HELGI:?} }}]");
    fs::write(folder.path().join("engines.json"), in_utf16(&engines, true)).unwrap();
    assert_eq!(helgi(folder.path(), "match -engines"), (Some(0), "Müller\n".to_owned()));
}

#[test]
fn packed_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (magic, expected) in [
        (
            &b"\x28\xb5\x2f\xfd\x04\x58\x61\x04"[..],
            "a file packed by zstd, expected text: unpack it first, as with `unzstd`",
        ),
        (
            b"\x1f\x8b\x08\x00\x00\n\x00",
            "a file packed by gzip, expected text: unpack it first, as with `gunzip`",
        ),
    ] {
        for (name, _, words, _) in readers() {
            fs::write(folder.path().join(name), magic).unwrap();
            let (status, said) = helgi(folder.path(), &words);
            assert!(
                status != Some(0) && said.contains(name) && said.contains(expected),
                "{words}: {status:?} {said}"
            );
        }
    }
}
