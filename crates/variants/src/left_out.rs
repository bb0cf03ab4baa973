//! A game without one of the lines of its section, to see what the line does.

use crate::file_game::ReadGame;
use crate::finding::Severity;
use crate::ini::Section;
use crate::{check, ini, library, load_sections, read};
use std::sync::Arc;

/// A line of a game's section that was left out.
#[derive(Clone, Debug)]
pub struct LeftOutLine {
    /// Its key.
    pub key: String,
    /// The game without it: the game that it starts from says what holds instead, or the default. `None` if there is no
    /// such game.
    pub game: Option<ReadGame>,
}

/// Leaves out each line of the section of a game in turn. Lines of the games that it starts from stay; without such a
/// section there is nothing to leave out.
///
/// ```
/// let text = "[my-game:chess]\nstalemateValue = loss\ncastling = true\n";
/// let lines = helgi_variants::each_left_out(text, "my-game");
/// let game = |key: &str| lines.iter().find(|line| line.key == key).unwrap().game.clone().unwrap();
/// let whole = &helgi_variants::load(text).games[0];
/// // Chess has castling anyhow.
/// assert_eq!(game("castling").spec().castling, whole.spec().castling);
/// assert_ne!(game("stalemateValue").spec().stalemate, whole.spec().stalemate);
/// ```
#[must_use]
pub fn each_left_out(text: &str, name: &str) -> Vec<LeftOutLine> {
    let sections = ini::sections(text, &mut Vec::new());
    // Of two sections of a name the later counts.
    let Some(at) = sections.iter().rposition(|section| section.name.text == name) else { return Vec::new() };
    let specs = load_sections(&sections[..at], &library::bases(), Vec::new()).specs;
    let section = &sections[at];
    let without = |key: &str| {
        let rest = section.entries.iter().filter(|entry| entry.key.text != key).cloned().collect();
        let section = Section { entries: rest, ..section.clone() };
        let mut findings = Vec::new();
        let spec = Arc::new(read::spec(&section, &specs, &mut findings)?);
        if findings.iter().any(|finding| finding.severity == Severity::Error) {
            return None;
        }
        check::game(&spec, &section, &mut findings)
    };
    let keys = section.entries.iter().map(|entry| &entry.key.text);
    keys.map(|key| LeftOutLine { key: key.clone(), game: without(key) }).collect()
}
