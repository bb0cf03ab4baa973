//! The inputs that fuzzing has kept, once more: each of them was worth keeping for a path through the
//! program that no other takes, or for a fault that it has shown.

#[path = "../../fuzz/src/lib.rs"]
mod bodies;

use flate2::read::GzDecoder;
use std::fs::File;
use std::io::Read;
use std::panic::catch_unwind;
use std::path::Path;
use tar::Archive;

/// Gives every input of a target, which are in a folder of the archive, to its body.
fn replay(name: &str, body: fn(&[u8])) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus.tar.gz");
    let mut archive = Archive::new(GzDecoder::new(File::open(path).unwrap()));
    let mut count = 0;
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().into_owned();
        if path.parent() == Some(Path::new(name)) {
            let mut input = Vec::new();
            entry.read_to_end(&mut input).unwrap();
            assert!(catch_unwind(|| body(&input)).is_ok(), "{}: `fuzz/run unpack` has it", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count} inputs of {name}");
}

macro_rules! replays {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name), bodies::$name);
        })+
    };
}

replays! { uci xboard fen games moves pgn book matches uci_session xboard_session desk }
