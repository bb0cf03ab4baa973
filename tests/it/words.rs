//! Words in the sources: how doc comments begin, and one meaning for the name of a public type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The words that begin a relative clause where a noun phrase or a verb belongs.
const CLAUSES: [&str; 10] =
    ["What", "Who", "Whose", "Whom", "Whether", "How", "Where", "Which", "Why", "When"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a folder with their texts.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", ".git", "node_modules"].contains(&name.as_str()) {
                found.extend(sources(&path));
            }
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// The first lines of the doc comments of a text that begin with one of the [`CLAUSES`].
fn clauses(text: &str) -> Vec<&str> {
    let (mut found, mut is_inside) = (Vec::new(), false);
    for line in text.lines().map(str::trim_start) {
        let words = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if let Some(words) = words.filter(|_| !is_inside) {
            let first = words.trim_start().split(|c: char| !c.is_alphabetic()).next();
            found.extend(first.filter(|first| CLAUSES.contains(first)).map(|_| line));
        }
        is_inside = words.is_some();
    }
    found
}

/// The names of the public types that a text declares.
fn public_types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (kind, rest) = line.trim_start().strip_prefix("pub ")?.split_once(' ')?;
        let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (is_type && name.starts_with(char::is_uppercase)).then_some(name)
    })
}

/// The crates of the workspace that declare each public type.
fn owners() -> BTreeMap<String, BTreeSet<String>> {
    let mut crates = vec![root().to_owned(), root().join("protocol")];
    crates.extend(fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()));
    crates.retain(|package| package.join("Cargo.toml").is_file());
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in crates {
        let crate_name = package.strip_prefix(root()).unwrap().display().to_string();
        let crate_name = if crate_name.is_empty() { "src".to_owned() } else { crate_name };
        for (_, text) in sources(&package.join("src")) {
            for name in public_types(&text) {
                owners.entry(name.to_owned()).or_default().insert(crate_name.clone());
            }
        }
    }
    owners
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let sources = sources(root());
    assert!(sources.len() > 400, "{} files", sources.len());
    let odd: Vec<String> = sources
        .iter()
        .flat_map(|(path, text)| clauses(text).into_iter().map(|line| format!("{}: {line}", path.display())))
        .collect();
    assert!(odd.is_empty(), "expected `The …`, `Returns …` or `True if …`:\n{}", odd.join("\n"));
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let owners = owners();
    assert!(owners.len() > 300, "{} names", owners.len());
    let shared: BTreeMap<_, _> = owners.iter().filter(|(_, crates)| crates.len() > 1).collect();
    assert!(shared.is_empty(), "expected another name in all crates but one: {shared:?}");
}

#[test]
fn the_checks_find_what_they_look_for() {
    let text = "//! How it works.\n//! What follows is fine.\n\n/// The list.\npub struct List;\n\n    /// Whether it is.\n    pub fn is(&self) {}\n/// Whatever it is.\npub(crate) enum Hidden {}\npub type Alias<T> = Vec<T>;\n";
    assert_eq!(clauses(text), ["//! How it works.", "/// Whether it is."]);
    assert_eq!(public_types(text).collect::<Vec<_>>(), ["List", "Alias"]);
}
