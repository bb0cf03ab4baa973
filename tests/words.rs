//! Words in the sources: how doc comments begin, and one meaning for the name of a public type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The words that begin a relative clause where a noun phrase or a verb belongs.
const CLAUSES: [&str; 10] =
    ["What", "Who", "Whose", "Whom", "Whether", "How", "Where", "Which", "Why", "When"];

/// Names of public types that two or more crates have, with their meanings. A name in a new crate needs
/// a better name, not a line here.
const SHARED: &[(&str, &str)] = &[
    ("Answer", "of a book, of a solver of puzzles, of a task of a session"),
    ("Board", "a game at the browser's board, a net's squares, the settings of `-board`, XBoard's board"),
    ("Book", "an opening book, the openings of a match"),
    ("Bound", "of a stored score, of a score in `info`"),
    ("Budget", "the time of a search, the nodes and memory of a session in a test"),
    ("Cells", "squares by name for the page, pieces by square"),
    ("Choice", "a move for the page, the way to choose a book move, the best two moves of a puzzle"),
    ("Clock", "of a game in the browser, of XBoard's time controls"),
    ("Control", "the handle of a search, the time control of an engine in a match"),
    ("Count", "of games on the wall, a receiver of generated moves"),
    ("Doubt", "about the best move of a search, about a puzzle"),
    ("Ending", "of a game for the page, of a game of self-play, of a match game"),
    ("Entered", "a node past its entry, a half-move of XBoard's user"),
    ("Entry", "of a book, of the transposition table, of a transcript, of a move on XBoard's board"),
    ("Event", "of a search, of a match, of a session"),
    ("Expected", "the text that would fit, the score that a player expects"),
    ("Failure", "of self-play, of the search for puzzles"),
    ("Family", "siblings of a position, keys of a file of games"),
    ("FileGame", "a game whose rules are in a file, a recorded game of a file"),
    ("Filter", "of positions of self-play, of games of a file"),
    ("Finished", "a game of the wall, the games of an analysis that are done"),
    ("Found", "a player's move, a result of the search, a move of a saved game"),
    ("Head", "of the wall, of a file of self-play"),
    ("Info", "the facts about a game, a report of a search"),
    ("Input", "lines of a client, the games of three commands"),
    ("Job", "of an engine in the browser, of an analysis, of a session"),
    ("Judge", "of random openings, as a function and as the engine that is one"),
    ("Kind", "a kind of piece, for the page with its name, the type of an option"),
    ("Line", "a game so far, the best line of a move, a half-move of a match sheet"),
    ("Lines", "readable lines of moves, lines of a file"),
    ("Loaded", "a game on the board, the games of a file"),
    ("Look", "a position for the page, the style of a drawn board"),
    ("Mark", "of a move for the page, an arrow or a square of a comment"),
    ("Meeting", "two engines in the crosstable, for the page and in the match"),
    ("Model", "of a net in training, of the hypotheses of a sequential test"),
    ("Moves", "of a piece in XBetza, the list of moves in the terminal"),
    ("Node", "of the search, of a record"),
    ("Order", "of the page, of openings, of a client's `go`"),
    ("Output", "of a net, of a match, of a session"),
    ("Part", "of a reliability table, of a half-move of a saved game"),
    ("Path", "of a search, of a piece in XBetza"),
    ("Place", "on a board, in a record, of a command's files"),
    ("Plan", "of a new game in the browser, of games of self-play"),
    ("Played", "a game of self-play, a move of a match game"),
    ("Player", "of a side in the browser and in the terminal"),
    ("Ply", "of the search's path, of a game of self-play, of XBoard's board"),
    ("Problem", "of an opening, of a PGN file, of a transcript"),
    ("Progress", "of a review, of a thread of the search, of a tuning, the bar of a command"),
    ("Puzzle", "a found one with its measures, a written one"),
    ("Reach", "for the page, of a piece"),
    ("Reader", "of a file of self-play, of a PGN file"),
    ("Record", "a recorded game, of a match game, of XBoard's half-moves"),
    ("Registered", "a game with an evaluation of no knowledge, a game from a file"),
    ("Reply", "in an exchange, lines of the engine in UCI and in XBoard's protocol"),
    ("Report", "of a search, of a match"),
    ("Row", "of a table: crosstable, bench, tuning, options"),
    ("Running", "an analysis or review for the page, a task of a session"),
    ("Score", "of a match, of a search in the protocol"),
    ("Searcher", "of reviews, of a session"),
    ("Settings", "of the server, of training, of tuning, of a match"),
    ("Sheet", "of a live match game, of a game in the terminal"),
    ("Shown", "a position for the page, the secrets of a request, a match in the browser, a half-move"),
    ("Step", "a move for the page, of a book's game, of the optimiser, of a transcript, of an analysis"),
    ("Stop", "the handle of reviews, of matches"),
    ("Stopped", "a search, the look at a position"),
    ("Table", "the transposition table, XBoard's letters"),
    ("Task", "a puzzle for the page, the search for puzzles, a review, an analysis, a job of a session"),
    ("Term", "of a movement descriptor, of XBetza"),
    ("Test", "a sequential test, for the page and in the match"),
    ("Verdict", "on an answer to a puzzle, of a sequential test"),
    ("Visitor", "of the server, of the games of two crates"),
    ("Word", "of PGN, of a file of games"),
    ("Words", "of a line of a protocol, the completions at the terminal"),
    ("Written", "files of an analysis, moves of a saved game"),
];

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
    let is_allowed = |name: &str| SHARED.iter().any(|(allowed, _)| *allowed == name);
    let unknown: Vec<_> = shared.iter().filter(|(name, _)| !is_allowed(name)).collect();
    assert!(unknown.is_empty(), "expected another name in all crates but one: {unknown:?}");
    let is_shared = |name: &str| shared.keys().any(|shared| *shared == name);
    let unique: Vec<_> = SHARED.iter().filter(|(name, _)| !is_shared(name)).collect();
    assert!(unique.is_empty(), "these are unique now, take them off the list: {unique:?}");
}

#[test]
fn the_checks_find_what_they_look_for() {
    let text = "//! How it works.\n//! What follows is fine.\n\n/// The list.\npub struct List;\n\n    /// Whether it is.\n    pub fn is(&self) {}\n/// Whatever it is.\npub(crate) enum Hidden {}\npub type Alias<T> = Vec<T>;\n";
    assert_eq!(clauses(text), ["//! How it works.", "/// Whether it is."]);
    assert_eq!(public_types(text).collect::<Vec<_>>(), ["List", "Alias"]);
}
