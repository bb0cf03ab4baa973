//! The inputs that fuzzing has kept, once more: each of them was worth keeping for a path through the
//! program that no other takes, or for a fault that it has shown.

#[path = "../fuzz/src/lib.rs"]
mod bodies;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

fn replay(name: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut count = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let input = fs::read(&path).unwrap();
        assert!(catch_unwind(|| body(&input)).is_ok(), "{}", path.display());
        count += 1;
    }
    assert!(count > 10, "{count} inputs in {}", folder.display());
}

macro_rules! replays {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name), bodies::$name);
        })+
    };
}

replays! { uci xboard fen moves pgn book matches uci_session xboard_session }
