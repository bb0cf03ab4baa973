//! The texts of the games that come along, and the names that stand in them. The games themselves are not read for it.

use crate::ini;
use helgi_rules::internals::games::GameNames;
use std::sync::LazyLock;

/// The texts, in the order in which they build on each other.
pub const TEXTS: &[(&str, &str)] = &[
    ("chess.ini", include_str!("../games/chess.ini")),
    ("pieces.ini", include_str!("../games/pieces.ini")),
    ("beyond.ini", include_str!("../games/beyond.ini")),
    ("boards.ini", include_str!("../games/boards.ini")),
    ("asian.ini", include_str!("../games/asian.ini")),
    ("other.ini", include_str!("../games/other.ini")),
    ("walls.ini", include_str!("../games/walls.ini")),
    ("modern.ini", include_str!("../games/modern.ini")),
    ("two-boards.ini", include_str!("../games/two-boards.ini")),
    ("chess960.ini", include_str!("../games/chess960.ini")),
];

/// A game of the texts with the names that stand there.
struct LibraryNames {
    name: String,
    title: String,
    /// The titles in other languages.
    translated: Vec<String>,
}

/// The names and titles of the games that the texts hold.
static NAMES: LazyLock<Vec<LibraryNames>> = LazyLock::new(|| {
    let sections = |(_, text): &(_, &str)| ini::sections(text, &mut Vec::new());
    let names = |section: ini::Section| {
        let name = section.name.text;
        let (mut title, mut translated) = (name.clone(), Vec::new());
        for entry in section.entries {
            match entry.key.text.as_str() {
                "title" => title = entry.value.text,
                key if key.starts_with("title.") => translated.push(entry.value.text),
                _ => {}
            }
        }
        LibraryNames { name, title, translated }
    };
    TEXTS.iter().flat_map(sections).map(names).collect()
});

/// The other names of the games, a line each: the name, a colon, and the aliases with commas between them.
const ALIASES: &str = include_str!("../games/aliases.txt");

/// The names of the games that the texts hold, in their order. The games themselves are not read for it.
#[must_use]
pub fn names() -> Vec<&'static str> {
    NAMES.iter().map(|game| game.name.as_str()).collect()
}

/// The names of the games that the texts hold, with their titles, those in other languages too, and aliases, in their
/// order. The games themselves are not read for it.
#[must_use]
pub fn known() -> Vec<GameNames> {
    let lines = ALIASES.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(':')).collect();
    let names = |game: &'static LibraryNames| {
        let own = rows.iter().filter(|(name, _)| *name == game.name);
        let aliases = own.flat_map(|(_, aliases)| aliases.split(',').map(str::trim));
        let translated = game.translated.iter().map(String::as_str);
        GameNames { name: &game.name, title: &game.title, aliases: aliases.chain(translated).collect() }
    };
    NAMES.iter().map(names).collect()
}
