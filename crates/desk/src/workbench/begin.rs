//! Texts to begin from: games that come along, and games of other programs.

use super::WriteRefusal;
use crate::findings;
use helgi_notation::excerpt;
use helgi_variants::exchange::{self, ExchangeError, ExchangeNote, LineFate};
use helgi_variants::library;
use helgi_words::TextMessage;
use serde::Serialize;
use serde_json::{Value, json};

/// The games that come along, each with its name and its title.
pub(super) fn games() -> Vec<Value> {
    let known = library::known().into_iter();
    known.map(|game| json!({ "name": game.name, "title": game.title })).collect()
}

/// The text of a game that comes along, as a game of another name; `None` if there is none.
pub(super) fn text_of(name: &str) -> Option<String> {
    let section = library::section(name)?;
    let (head, rest) = section.split_once('\n')?;
    let base = head.split_once(':').map(|(_, base)| base.trim_end_matches(']'));
    let base = base.map(|base| format!(":{base}")).unwrap_or_default();
    Some(format!("[my-{name}{base}]\n{rest}"))
}

/// The text of a game of another program, and the fate of each line of its source.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Imported {
    /// The sections.
    pub text: String,
    /// The fates, in the order of the source.
    pub notes: Vec<ImportedLine>,
}

/// The fate of a line of the source.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ImportedLine {
    /// The line, from 1.
    pub line: usize,
    /// The part of it that is meant.
    pub text: String,
    /// `taken`, `approximated`, `lost` or `looks`.
    pub fate: &'static str,
    /// The way in which it is approximated, or the reason why it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<TextMessage>,
}

impl From<&ExchangeNote> for ImportedLine {
    fn from(ExchangeNote { line, text, fate }: &ExchangeNote) -> ImportedLine {
        let (fate, why) = match fate {
            LineFate::Taken => ("taken", None),
            LineFate::Approximated(how) => ("approximated", Some(how)),
            LineFate::Lost(why) => ("lost", Some(why)),
            LineFate::Looks => ("looks", None),
        };
        ImportedLine { line: *line, text: text.clone(), fate, why: why.map(findings::text) }
    }
}

impl From<ExchangeError> for WriteRefusal {
    fn from(ExchangeError { line, found, expected }: ExchangeError) -> WriteRefusal {
        let error =
            WriteRefusal::new(422, "exchange.error").with("line", line).with("found", excerpt(&found));
        error.with("expected", TextMessage::new(expected.id).with_texts())
    }
}

impl Imported {
    /// Reads the games of a text.
    ///
    /// # Errors
    ///
    /// If it has none.
    pub fn of(text: &str, name: &str) -> Result<Imported, WriteRefusal> {
        let games = exchange::import(text, name)?;
        let sections: Vec<&str> = games.iter().map(|game| game.section.as_str()).collect();
        let notes = games.iter().flat_map(|game| &game.notes).map(ImportedLine::from);
        Ok(Imported { text: sections.join("\n"), notes: notes.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_that_comes_along_can_be_begun_from() {
        for name in library::names() {
            let text = text_of(name).unwrap_or_else(|| panic!("{name}"));
            let loaded = helgi_variants::load(&text);
            assert!(
                !loaded.findings.iter().any(helgi_variants::Finding::is_fatal),
                "{name}: {:?}",
                loaded.findings
            );
            assert_eq!(loaded.games.len(), 1, "{name}: {text}");
            let (own, known) = (loaded.games[0].spec(), library::game(name).unwrap());
            assert_eq!(own.fingerprint(), known.spec().fingerprint(), "{name}");
        }
        assert_eq!(text_of("none"), None);
    }

    #[test]
    fn diagrams_are_read_with_the_fate_of_each_line() {
        let text = "files=8\nranks=8\nroyal=2\nPawn:P:fmWfceFifmnD::a2-h2\nKing:K:K::e1";
        let imported = Imported::of(text, "small").unwrap();
        assert!(imported.text.starts_with("[small]"));
        assert!(imported.notes.iter().any(|note| note.line == 5 && note.fate == "taken"));
        assert_eq!(Imported::of("nothing", "x").unwrap_err().status, 422);
    }
}
