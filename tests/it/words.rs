//! Words in the sources: how comments and names of functions begin, names of conversation, and one meaning for the name
//! of a public type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The words that begin a relative clause where a noun phrase or a verb belongs.
const CLAUSES: [&str; 10] =
    ["What", "Who", "Whose", "Whom", "Whether", "How", "Where", "Which", "Why", "When"];

/// Words of a conversation, or of everyday life, that stood for senders, bursts, trainers and portions.
const CONVERSATION: [&str; 4] = ["voice", "breath", "pupil", "lots"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files below a folder with their texts.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    files(folder, &[".rs"])
}

/// The files below a folder whose names have one of these ends, with their texts.
fn files(folder: &Path, ends: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", ".git", "node_modules", "vendor"].contains(&name.as_str()) {
                found.extend(files(&path, ends));
            }
        } else if ends.iter().any(|end| name.ends_with(end)) {
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

/// The first lines of the comments of a script that begin with one of the [`CLAUSES`].
fn script_clauses(text: &str) -> Vec<&str> {
    let (mut found, mut is_inside) = (Vec::new(), false);
    for line in text.lines().map(str::trim_start) {
        let words = ["/**", "/*", "//", "*"].iter().find_map(|begin| line.strip_prefix(begin));
        let first = words.and_then(|words| words.trim_start().split(|c: char| !c.is_alphabetic()).next());
        if !is_inside && first.is_some_and(|first| CLAUSES.contains(&first)) {
            found.push(line);
        }
        // The first sentence may stand below the sign that opens the comment.
        is_inside = words.is_some_and(|words| !words.trim().is_empty());
    }
    found
}

/// The parts of a line of code outside of comments and of text between quotation marks.
fn code(line: &str) -> impl Iterator<Item = &str> {
    line.split("//").next().into_iter().flat_map(|code| code.split('"').step_by(2))
}

/// The names of functions that begin with a word of the [`CLAUSES`], or with `nobody`.
fn clause_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(code).filter_map(|code| {
        let name = code.split_once("fn ")?.1.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let first = name.split_once('_')?.0;
        let is_clause = first == "nobody" || CLAUSES.iter().any(|clause| clause.eq_ignore_ascii_case(first));
        is_clause.then_some(name)
    })
}

/// The words of the [`CONVERSATION`] among the names in a line of code.
fn conversation(line: &str) -> Option<&str> {
    let mut names = code(line).flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'));
    names.find(|name| CONVERSATION.contains(name))
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
fn comments_of_the_page_begin_with_a_noun_or_a_verb() {
    let mut scripts = files(&root().join("crates/board/page"), &[".js"]);
    scripts.extend(files(&root().join("tests/board"), &[".mjs"]));
    assert!(scripts.len() > 70, "{} files", scripts.len());
    let odd: Vec<String> = scripts
        .iter()
        .flat_map(|(path, text)| {
            script_clauses(text).into_iter().map(|line| format!("{}: {line}", path.display()))
        })
        .collect();
    assert!(odd.is_empty(), "expected `The …`, `Returns …` or `True if …`:\n{}", odd.join("\n"));
}

#[test]
fn names_are_terms_and_no_clauses() {
    let mut odd = Vec::new();
    for (path, text) in sources(root()) {
        odd.extend(clause_names(&text).map(|name| format!("{}: fn {name}", path.display())));
        let names = text.lines().filter_map(conversation);
        odd.extend(names.map(|name| format!("{}: {name}", path.display())));
    }
    assert!(
        odd.is_empty(),
        "expected names such as `errors_name_the_line` and `sender`:\n{}",
        odd.join("\n")
    );
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
    let script = "// What it is.\n// Who it is.\n\n/**\n * Whether it is.\n * Where it is.\n */\nlet a; // How\n/** The place. */\n";
    assert_eq!(script_clauses(script), ["// What it is.", "* Whether it is."]);
    let text = "    async fn whose_turn() {\n// fn who_is()\nfn whole_games() {\nfn nobody_moves() {\n";
    assert_eq!(clause_names(text).collect::<Vec<_>>(), ["whose_turn", "nobody_moves"]);
    assert_eq!(conversation("    voice: Sender, // pupil"), Some("voice"));
    assert_eq!(conversation(&format!("say({:?}); let invoice = 1; // voice", "lots")), None);
}
