//! The texts of the games that come along, and the names that stand in them. The games themselves are not read for it.

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
#[derive(PartialEq, Eq, Debug)]
struct LibraryNames {
    name: String,
    title: String,
    /// The titles in other languages.
    translated: Vec<String>,
}

/// The names and titles of the games that the texts hold.
static NAMES: LazyLock<Vec<LibraryNames>> =
    LazyLock::new(|| TEXTS.iter().flat_map(|(_, text)| names_in(text)).collect());

/// The names and titles in a text that comes along. Every session begins with them, and to take all lines apart would be more than
/// half of its start.
fn names_in(text: &str) -> Vec<LibraryNames> {
    let mut found: Vec<LibraryNames> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix('[') {
            let name = head.split([':', ']']).next().unwrap_or_default().to_owned();
            found.push(LibraryNames { title: name.clone(), name, translated: Vec::new() });
        } else if line.starts_with("title")
            && let (Some(game), Some((key, value))) = (found.last_mut(), line.split_once('='))
        {
            match key.trim_end() {
                "title" => game.title = value.trim().to_owned(),
                key if key.starts_with("title.") => game.translated.push(value.trim().to_owned()),
                _ => {}
            }
        }
    }
    found
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ini;

    #[test]
    fn names_are_those_of_the_whole_sections() {
        for (file, text) in TEXTS {
            let names = |section: ini::Section| {
                let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
                    let entries = section.entries.iter().filter(|entry| wanted(&entry.key.text));
                    entries.map(|entry| entry.value.text.clone()).collect()
                };
                let title = of(&|key| key == "title").pop();
                let translated = of(&|key| key.starts_with("title."));
                let name = section.name.text;
                LibraryNames { title: title.unwrap_or_else(|| name.clone()), name, translated }
            };
            let whole: Vec<LibraryNames> =
                ini::sections(text, &mut Vec::new()).into_iter().map(names).collect();
            assert!(!whole.is_empty());
            assert_eq!(names_in(text), whole, "{file}");
        }
    }
}
