//! Games that are played while their authors still write them: under names that no other game has.
//!
//! The name of such a game has a fingerprint of its rules in it. So another game of the author's name, a version before or
//! after it, and the games of the library stay what they are, and a game that was begun goes on by the rules it began with.

use crate::exchange::section_name;
use crate::ini::{self, Section};
use crate::load;
use crate::section_base;

/// The letters between a game's own name and the fingerprint of its rules.
const MARK: &str = "-w";

/// The digits of the fingerprint.
const DIGITS: usize = 8;

/// The letters of the author's name that are kept: names of games have 32.
const OWN: usize = 22;

/// A game under the name of its rules, with the text that says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenGame {
    /// Its name: `my-game-w0123abcd`.
    pub name: String,
    /// The text of a file in which every section has a name of this kind.
    pub text: String,
}

impl WrittenGame {
    /// The game of a text that has this name there; `None` if there is none that can be played.
    ///
    /// ```
    /// use helgi_variants::{load, written::WrittenGame};
    ///
    /// let game = WrittenGame::of("[chess:shatranj]\nnFoldRule = 3\n", "chess").unwrap();
    /// assert!(game.name.starts_with("chess-w"));
    /// assert_eq!(load(&game.text).games[0].name(), game.name);
    /// ```
    #[must_use]
    pub fn of(text: &str, name: &str) -> Option<WrittenGame> {
        let loaded = load(text);
        let game = loaded.games.iter().rev().find(|game| game.name() == name)?;
        let digits: String = game.spec().fingerprint().chars().skip(16 - DIGITS).collect();
        let renamed = |name: &str| {
            let own: String = section_name(name).chars().take(OWN).collect();
            format!("{}{MARK}{digits}", own.trim_end_matches('-'))
        };
        let written = WrittenGame { name: renamed(name), text: with_names(text, &renamed) };
        // Two sections whose names differ only in what is left out would be one game.
        let again = load(&written.text);
        let found = again.games.iter().rev().find(|game| game.name() == written.name)?;
        (found.spec().fingerprint() == game.spec().fingerprint()).then_some(written)
    }
}

/// Returns true if a name is that of such a game.
///
/// ```
/// use helgi_variants::written::is_written;
///
/// assert!(is_written("my-game-w0123abcd") && !is_written("chess") && !is_written("-w0123abcd"));
/// ```
#[must_use]
pub fn is_written(name: &str) -> bool {
    name.rsplit_once(MARK).is_some_and(|(own, digits)| {
        !own.is_empty() && digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// The text with other names for its sections, and for the bases that are among them. Each keeps its name for people.
fn with_names(text: &str, renamed: &impl Fn(&str) -> String) -> String {
    let sections = ini::sections(text, &mut Vec::new());
    let head_of = |line: usize| sections.iter().find(|section| section.name.place.line == line);
    let mut out = String::with_capacity(text.len() + 256);
    for (number, line) in (1..).zip(text.lines()) {
        match head_of(number).filter(|section| !section.is_broken) {
            Some(section) => head(section, &sections, renamed, &mut out),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The first line of a section under its other name, and the title if it has none of its own.
fn head(section: &Section, sections: &[Section], renamed: &impl Fn(&str) -> String, out: &mut String) {
    let is_earlier = |base: &str| {
        // A base that does not stand before the section is one of the library.
        let mut before = sections.iter().filter(|other| other.name.place < section.name.place);
        before.any(|other| other.name.text == base)
    };
    let base = section.base.as_ref().map(|base| {
        // Under another program's name for it, it may be a game of the text all the same.
        let own = || section_base::own_name(&base.text).filter(|own| is_earlier(own));
        let earlier = Some(base.text.clone()).filter(|name| is_earlier(name)).or_else(own);
        earlier.map_or_else(|| base.text.clone(), |name| renamed(&name))
    });
    let name = renamed(&section.name.text);
    out.push_str(&base.map_or_else(|| format!("[{name}]"), |base| format!("[{name}:{base}]")));
    if section.entry("title").is_none() {
        out.push_str(&format!("\ntitle = {}", section.name.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn games_keep_their_rules_under_other_names() {
        let text = "# two\n[my_game:chess]\nstalemateValue = loss\n[chess:my_game]\ncastling = false\n";
        let game = WrittenGame::of(text, "chess").unwrap();
        let loaded = load(&game.text);
        assert_eq!(loaded.findings, [], "{}", game.text);
        let [base, own] = &loaded.games[..] else { panic!("{}", game.text) };
        assert!(base.name().starts_with("my-game-w"), "{}", game.text);
        assert_eq!((own.name(), own.spec().title.as_str()), (game.name.as_str(), "chess"));
        assert!(!own.spec().castling && own.spec().fingerprint() == load(text).games[1].spec().fingerprint());
        assert!(is_written(own.name()) && is_written(base.name()));
    }

    #[test]
    fn games_of_a_text_are_found_under_names_of_other_programs() {
        let text = "[chess:chess]\ncastling = false\n[a:normal]\nstalemateValue = loss\n";
        let written = WrittenGame::of(text, "a").unwrap();
        let loaded = load(&written.text);
        assert!(!loaded.games[1].spec().castling, "{}", written.text);
    }

    #[test]
    fn other_rules_have_another_name() {
        let of = |text: &str| WrittenGame::of(text, "a").unwrap().name;
        assert_eq!(
            of("[a:chess]\ncastling = false\n"),
            of("# once more\n[a:chess]\ncastling=false\ntitle = A\n")
        );
        assert_ne!(of("[a:chess]\ncastling = false\n"), of("[a:chess]\ncastling = true\n"));
        assert_eq!(WrittenGame::of("[a:chess]\ncastling = perhaps\n", "a"), None);
    }

    #[test]
    fn no_game_of_the_library_has_such_a_name() {
        assert!(!library::names().into_iter().any(is_written));
    }
}
