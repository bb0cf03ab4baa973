//! The layers of the program, held by reading its sources: nobody imports upward, nobody below the
//! session prints, and the search knows no game.

use std::fs;
use std::path::{Path, PathBuf};

/// For each module of the crate the modules it may use.
const ALLOWED: [(&str, &[&str]); 8] = [
    ("board", &["board"]),
    ("rules", &["rules", "board"]),
    ("eval", &["eval", "rules", "board"]),
    ("search", &["search", "eval", "rules", "board"]),
    ("drawing", &["drawing", "rules", "board"]),
    ("tune", &["tune", "search", "eval", "rules", "board"]),
    ("session", &["session", "search", "eval", "rules", "board", "drawing"]),
    ("matches", &["matches", "session", "search", "eval", "rules", "board"]),
];

/// Only these may print; even they use a writer where they can.
const MAY_PRINT: [&str; 3] = ["session", "main", "cli"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file: the module it belongs to, its path, and its code without comments and without
/// the unit tests at its end.
fn sources() -> Vec<(String, String, String)> {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    assert!(files.len() > 40, "{} source files", files.len());
    files
        .into_iter()
        .map(|path| {
            let relative = path.strip_prefix(source()).unwrap().to_path_buf();
            let module = relative.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap().to_owned();
            (module, relative.display().to_string(), without_comments(&text))
        })
        .collect()
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The paths that begin with `crate::`, lists in braces taken apart one level deep.
fn crate_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => {
                let mut depth = 1;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 1 => paths.push(std::mem::take(&mut item)),
                        _ => item.push(c),
                    }
                    if depth == 0 {
                        break;
                    }
                }
                paths.push(item);
            }
            None => paths.push(after.split(';').next().unwrap().to_owned()),
        }
    }
    paths.retain(|path| !path.trim().is_empty());
    paths.into_iter().map(|path| path.trim().to_owned()).collect()
}

fn first_word(path: &str) -> &str {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()
}

#[test]
fn nobody_imports_upward() {
    for (module, file, code) in sources() {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == module) else {
            assert!(["main", "lib", "cli"].contains(&module.as_str()), "{file}: a module without a layer");
            continue;
        };
        for path in crate_paths(&code) {
            let used = first_word(&path);
            assert!(allowed.contains(&used), "{file}: `{module}` may not use `crate::{path}`");
        }
        // These would go round the list.
        assert!(!code.contains("super::super"), "{file}: the way up by `super`");
        assert!(!code.contains("helgi::") && !code.contains("extern crate"), "{file}: the crate by its name");
        if !["session", "matches"].contains(&module.as_str()) {
            assert!(!code.contains("helgi_protocol"), "{file}: only sessions and matches know the protocol");
        }
    }
}

#[test]
fn the_search_knows_no_game() {
    let games: Vec<String> = fs::read_dir(source().join("rules"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| match fs::read_to_string(path) {
            Ok(text) => text.contains(" Game for "),
            // A game may be a folder.
            Err(_) => true,
        })
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(games.iter().any(|game| game == "chess"), "{games:?}");
    for (module, file, code) in sources() {
        if module != "search" {
            continue;
        }
        for path in crate_paths(&code) {
            let words: Vec<&str> = path.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let game = games.iter().find(|game| words.contains(&game.as_str()));
            assert_eq!(game, None, "{file}: `crate::{path}`");
        }
    }
}

#[test]
fn nobody_below_the_session_prints() {
    for (module, file, code) in sources() {
        if MAY_PRINT.contains(&module.as_str()) {
            continue;
        }
        // The pipes of the engines bear these names.
        if file.ends_with("matches/process.rs") {
            continue;
        }
        for word in ["print!", "println!", "eprint!", "eprintln!", "dbg!", "stdout", "stderr", "stdin"] {
            assert!(!code.contains(word), "{file}: `{word}`");
        }
    }
}

#[test]
fn standard_output_has_one_writer() {
    for (module, file, code) in sources() {
        if module == "session" {
            assert!(!code.contains("print!") && !code.contains("println!"), "{file}: prints by itself");
            let is_door = file.ends_with("mod.rs");
            assert!(is_door || !code.contains("stdout"), "{file}: only the session's door opens it");
        }
    }
}

#[test]
fn paths_are_found() {
    let code = "use crate::board::{Move, Square};\nuse crate::{eval::x, rules::{a, b}};\ncrate::search::f()";
    let paths = crate_paths(code);
    let firsts: Vec<&str> = paths.iter().map(|path| first_word(path)).collect();
    assert_eq!(firsts, ["board", "eval", "rules", "search"]);
}
