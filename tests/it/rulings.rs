//! Every numbered ruling of a game's rules page is found in that game's code or tests, where a
//! comment names it as `Ruling N: ...`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The number that a text begins with, if `end` follows it.
fn number(text: &str, end: &str) -> Option<u32> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    text[digits..].starts_with(end).then(|| text[..digits].parse().ok()).flatten()
}

/// The numbers that the comments of a game's sources name.
fn named(folder: &Path) -> BTreeSet<u32> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let texts = files.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let mut found = BTreeSet::new();
    for text in texts {
        let lines = text.lines().filter_map(|line| line.split_once("// Ruling "));
        found.extend(lines.filter_map(|(_, rest)| number(rest, ": ")));
    }
    found
}

#[test]
fn every_ruling_is_named_where_it_is_kept() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = 0;
    for entry in fs::read_dir(root.join("docs/rules")).unwrap() {
        let page = entry.unwrap().path();
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let game = page.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&page).unwrap();
        let rulings: BTreeSet<u32> = text.lines().filter_map(|line| number(line, ". ")).collect();
        assert!(rulings.len() > 2, "{game}: {rulings:?}");
        assert_eq!(rulings, named(&root.join("crates/rules/src").join(game)), "{game}: page and sources");
        pages += 1;
    }
    assert_eq!(pages, 7);
}
