//! Results that cannot be written, or are being written when the program is killed: the old files stay.
//!
//! Nothing may be longer than no byte in these processes: writing fails, or the system ends the program in
//! the middle of it.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A system with a full disk tells the program; one that kills does not.
const FULL: &str = "trap '' XFSZ; ulimit -c 0; ulimit -f 0; exec \"$@\"";
const KILLS: &str = "ulimit -c 0; ulimit -f 0; exec \"$@\"";

fn helgi(folder: &Path, limits: &str, words: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", limits, "sh", env!("CARGO_BIN_EXE_helgi")]).args(words.split_whitespace());
    command.current_dir(folder).env("XDG_DATA_HOME", folder).output().unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap()))
        .collect()
}

/// Commands with output files, at places where files of these names exist.
const COMMANDS: [&str; 10] = [
    "train chess few.games --hidden 16 --epochs 1 -o old.net",
    "tune chess few.games --rounds 0 --write old.rs",
    "tune chess few.games --wdl --write old.rs",
    "xboard-settings chess -o old.xop",
    "draw chess -o old.svg",
    "draw chess -o old.png",
    "draw game.pgn -o old.gif",
    "pgn game.pgn --to san -o old.pgn",
    "book game.pgn --min-games 1 -o old.book",
    "analyze game.pgn --nodes 20 -o old.pgn",
];

#[test]
fn old_results_survive_full_disks_and_kills() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = helgi(folder, "exec \"$@\"", "datagen chess --games 40 --nodes 10 -o few.games");
    assert!(made.status.success(), "{made:?}");
    fs::write(folder.join("game.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    for name in ["net", "md", "svg", "rs", "xop", "png", "gif", "pgn", "book"] {
        fs::write(folder.join(format!("old.{name}")), format!("what was in {name}")).unwrap();
    }
    let before = files(folder);
    for words in COMMANDS {
        let Output { status, stderr, .. } = helgi(folder, FULL, words);
        let errors = String::from_utf8_lossy(&stderr);
        // It is the disk, and the file that is not written is named.
        assert!(status.code() == Some(1) && errors.contains("File too large"), "{words}: {status} {errors}");
        assert!(errors.contains("old."), "{words}: {errors}");
        assert!(files(folder) == before, "{words}: {:?}", files(folder).keys());

        let killed = helgi(folder, KILLS, words).status;
        assert!(!killed.success(), "{words}: {killed}");
        let mut after = files(folder);
        let is_left = |name: &str| name.starts_with(".helgi-") || name.ends_with(".part");
        after.retain(|name, _| !is_left(name));
        assert!(after == before, "{words}: {:?}", after.keys());
        fs::remove_file(folder.join("old.pgn.part")).unwrap_or_default();
    }
    // The next one that writes there removes the leftovers.
    assert!(!helgi(folder, KILLS, COMMANDS[0]).status.success());
    assert!(files(folder).keys().any(|name| name.starts_with(".helgi-")));
    assert!(helgi(folder, "exec \"$@\"", COMMANDS[0]).status.success());
    let after = files(folder);
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    for name in ["old.net", "old.md", "old.svg"] {
        assert_ne!(after[name], before[name], "{name}");
    }
}

#[test]
fn new_results_are_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let engines = format!("-engine cmd={0} -engine cmd={0}", env!("CARGO_BIN_EXE_helgi"));
    fs::write(folder.path().join("old.pgn"), "old\n").unwrap();
    let before = files(folder.path());
    for words in [
        "datagen chess --games 1 --nodes 1 -o new.games",
        "tune search --game chess --nodes 16 --pairs 1 --threads 1 -o new.tsv",
        &format!("match {engines} -each nodes=10 -maxmoves 2 -pgnout file=old.pgn -config file=new.json"),
    ] {
        let output = helgi(folder.path(), FULL, words);
        assert!(!output.status.success(), "{words}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("File too large"), "{words}: {output:?}");
        let mut after = files(folder.path());
        // A lock does not matter.
        after.retain(|name, _| !name.ends_with(".lock"));
        assert!(after == before, "{words}: {:?}", after.keys());
    }
    // A run that was killed can be resumed.
    let words = "datagen chess --games 1 --nodes 1 -o new.games";
    assert!(!helgi(folder.path(), KILLS, words).status.success());
    assert_eq!(fs::read(folder.path().join("new.games")).unwrap(), b"");
    let output = helgi(folder.path(), "exec \"$@\"", &format!("{words} --resume"));
    assert!(output.status.success(), "{output:?}");
}
