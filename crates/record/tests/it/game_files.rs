//! Games in files that several programs write: one at a time, nothing is overwritten, and leftovers
//! of killed programs are removed.

use helgi_files::FileLock;
use helgi_record::Record;
use helgi_record::files::{GameFile, GameFolder};
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

fn record(text: &str) -> Record {
    helgi_record::PgnReader::new(text.as_bytes()).next().unwrap().unwrap().record
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_game_is_written_by_one_at_a_time_and_nothing_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut first = GameFile::behind(path.clone()).unwrap();
    first.claim().unwrap();
    first.write(&record("1. e4 *")).unwrap();
    let (mut second, _) = GameFile::last(path.clone()).unwrap().unwrap();
    let refused = second.write(&record("1. e4 c5 *")).unwrap_err().to_string();
    let own = format!("process {}, expected in one program at a time", std::process::id());
    assert!(refused.contains("game.pgn: open in `") && refused.contains(&own), "{refused}");
    assert!(GameFile::resume(path.clone()).is_err());
    first.write(&record("1. e4 e5 *")).unwrap();
    first.release();
    // The second does not know what the first has written.
    let refused = second.write(&record("1. e4 c5 *")).unwrap_err().to_string();
    assert!(refused.contains("another program has written it meanwhile"), "{refused}");
    second.claim().unwrap();
    assert!(first.write(&record("1. e4 e5 2. f4 *")).is_err(), "the second has it now");
    drop(second);
    let (mut third, found) = GameFile::resume(path.clone()).unwrap().unwrap();
    assert_eq!(found, record("1. e4 e5 *"));
    third.write(&record("1. e4 e5 2. f4 *")).unwrap();
    drop(third);
    assert_eq!(GameFile::last(path).unwrap().unwrap().1, record("1. e4 e5 2. f4 *"));
    if cfg!(unix) {
        assert_eq!(names(folder.path()), ["game.pgn"]);
    }
}

#[test]
fn a_file_that_is_gone_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut file = GameFile::behind(path.clone()).unwrap();
    file.write(&record("1. e4 *")).unwrap();
    fs::remove_file(&path).unwrap();
    file.write(&record("1. e4 e5 *")).unwrap();
    assert!(path.exists());
}

#[test]
fn leftovers_of_killed_programs_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (left, held) = (".helgi-0123456789.tmp", ".helgi-abcdefghij.tmp");
    for name in [left, held, "own.pgn", "helgi-own", "left.pgn.lock", "held.pgn.lock", "own.lock"] {
        File::create(at(name)).unwrap();
    }
    let held = File::open(at(held)).unwrap();
    held.lock().unwrap();
    let _lock = FileLock::take(&at("held.pgn"), Duration::ZERO).unwrap();
    GameFolder::new(folder.path().to_owned()).create().unwrap();
    let left = [".helgi-abcdefghij.tmp", "held.pgn.lock", "helgi-own", "own.lock", "own.pgn"];
    if cfg!(unix) {
        assert_eq!(names(folder.path()), left);
    }
}
