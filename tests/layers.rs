//! Layers that Cargo cannot enforce: the search knows no game, and standard output has one writer.
//! The crates' dependencies already keep anybody from importing upward.

use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The sources below a folder: the path, and the code without comments and without the unit tests
/// at its end.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
            found.push((path.display().to_string(), code.join("\n")));
        }
    }
    found
}

#[test]
fn the_search_knows_no_game() {
    let games: Vec<String> = fs::read_dir(folder("crates/engine/src/eval"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() || fs::read_to_string(path).unwrap().contains("HasEvaluation for"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(games.iter().any(|game| game == "chess"), "{games:?}");
    let search = sources(&folder("crates/engine/src/search"));
    assert!(search.len() > 10, "{} files", search.len());
    for (file, code) in search {
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named = words.find(|word| games.iter().any(|game| game == word) || *word == "games");
        assert_eq!(named, None, "{file}");
    }
}

#[test]
fn standard_output_has_one_writer() {
    for (file, code) in sources(&folder("src/session")) {
        assert!(!code.contains("print!") && !code.contains("println!"), "{file}: prints by itself");
        let is_door = file.ends_with("session/mod.rs");
        assert!(is_door || !code.contains("stdout"), "{file}: only the session's door opens it");
    }
}
