//! Puts the nets that come with the engine where they are compiled in: in builds for tests unpacked, since tests start programs by
//! the thousand and each would unpack its nets again, in all others as they are.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[allow(dead_code)] // only the net's own code packs
#[path = "src/net/coding.rs"]
mod coding;

#[path = "src/net/checksum.rs"]
mod checksum;

#[allow(dead_code)]
#[path = "src/net/prediction.rs"]
mod prediction;

/// The bytes of a file before the length of the game's name.
const HEAD: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=nets");
    if env::var_os("CARGO_FEATURE_NETS").is_none() {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names a folder"));
    let is_for_tests = env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    for entry in fs::read_dir("nets").expect("the nets are in a folder") {
        let path = entry.expect("the folder of the nets can be read").path();
        if path.extension().is_some_and(|extension| extension == "net") {
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let bytes = if is_for_tests { unpacked(&bytes, &path) } else { bytes };
            let target = out.join(path.file_name().unwrap_or_default());
            fs::write(&target, bytes).unwrap_or_else(|error| panic!("{}: {error}", target.display()));
        }
    }
}

/// The same net in the first version of the format, whose weights are as they are; `src/net/file.rs` has both.
fn unpacked(bytes: &[u8], path: &Path) -> Vec<u8> {
    let number = |from: usize, count: usize| {
        bytes[from..from + count].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    assert_eq!(bytes[HEAD - 1], 3, "{}: expected version 3 of the format", path.display());
    // Behind the name: a flag, the inputs, the hidden units, the outputs, and the length of the weights.
    let sizes = HEAD + 1 + usize::from(bytes[HEAD]) + 1;
    let (inputs, hidden, length) = (number(sizes, 4), number(sizes + 4, 2), number(sizes + 7, 4));
    let weights = sizes + 11;
    let mut plain = bytes[..sizes + 7].to_vec();
    plain[HEAD - 1] = 1;
    let numbers = coding::unpacked(&bytes[weights..weights + length], inputs, hidden);
    let numbers =
        numbers.unwrap_or_else(|| panic!("{}: expected a prediction before the weights", path.display()));
    plain.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    plain.extend(&bytes[weights + length..bytes.len() - 4]);
    plain.extend(checksum::checksum(&plain).to_le_bytes());
    plain
}
