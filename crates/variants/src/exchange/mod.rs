//! Games in the forms of other programs: read into a section of a file of games, and written from one.
//!
//! | module | |
//! |---|---|
//! | `diagram`, `piece_rules` | read the text of an Interactive Diagram |
//! | `saved` | finds that text in a saved page |
//! | `fairymax`, `rays` | read a file of Fairy-Max |
//! | `draft` | a game as both have it, and the section that says it |
//! | `shuffles` | the keys that say a shuffled start |
//! | `write` | writes the text of a diagram |
//! | `phrases` | all that is said of lines |
//!
//! Each line of the source is told of: taken, approximated and how, or not sayable and why.

mod diagram;
mod draft;
mod fairymax;
mod phrases;
mod piece_rules;
mod rays;
mod saved;
mod shuffles;
mod write;

pub use phrases::EXCHANGE_PHRASES;
pub use write::{WrittenDiagram, diagram_of};

use crate::finding::FindingText;
use helgi_rules::Phrase;
use helgi_rules::internals::games::LONGEST_NAME;
use std::fmt;

/// A square by file and rank, from 0.
type Place = (u8, u8);

/// The names of squares with a text between them.
fn squares(places: &[Place], between: &str) -> String {
    let name = |&(file, rank): &Place| format!("{}{}", char::from(b'a' + file), rank + 1);
    places.iter().map(name).collect::<Vec<_>>().join(between)
}

/// The fate of a line of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineFate {
    /// The section says the same.
    Taken,
    /// The section says something like it.
    Approximated(FindingText),
    /// The section does not say it.
    Lost(FindingText),
    /// It is no rule: pictures, colours, comments.
    Looks,
}

/// One line of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangeNote {
    /// The line of the source, from 1.
    pub line: usize,
    /// The part of it that is meant.
    pub text: String,
    /// Its fate.
    pub fate: LineFate,
}

impl fmt::Display for ExchangeNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: ", self.line, self.text)?;
        match &self.fate {
            LineFate::Taken => f.write_str("taken"),
            LineFate::Approximated(how) => write!(f, "approximated: {how}"),
            LineFate::Lost(why) => write!(f, "not taken: {why}"),
            LineFate::Looks => f.write_str("no rule"),
        }
    }
}

/// A game that was read from another form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// The section of a file of games.
    pub section: String,
    /// A line for each part of the source, in its order.
    pub notes: Vec<ExchangeNote>,
}

/// The reason why a text has no games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangeError {
    /// The line, from 1.
    pub line: usize,
    /// The offending text.
    pub found: String,
    /// The text that would have been accepted.
    pub expected: Phrase,
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: `{}`, expected {}", self.line, self.found, self.expected.words)
    }
}

impl std::error::Error for ExchangeError {}

/// Reads the games of a text: an Interactive Diagram, plain or in a saved page, or a file of Fairy-Max.
///
/// `name` is the name of the game of a diagram; several games of a source have names of their own, or a number behind it.
///
/// # Errors
///
/// If the text is neither, or a board or its pieces cannot be made out.
///
/// ```
/// let text = "files=8\nranks=8\nroyal=2\nPawn:P:fmWfceFifmnD::a2-h2\nKing:K:K::e1";
/// let games = helgi_variants::exchange::import(text, "small").unwrap();
/// assert!(games[0].section.starts_with("[small]"));
/// assert_eq!(helgi_variants::load(&games[0].section).findings, []);
/// ```
pub fn import(text: &str, name: &str) -> Result<Vec<ImportedGame>, ExchangeError> {
    let name = section_name(name);
    // Each game in a file of Fairy-Max begins with such a line.
    if text.lines().any(|line| line.starts_with("Game:")) {
        return fairymax::read(text);
    }
    let diagrams = saved::diagrams(text);
    diagrams.iter().zip(1..).map(|(lines, number)| diagram::read(lines, &numbered(&name, number))).collect()
}

/// The name of a game that is one of several of a name, by its number from 1.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 {
        return name.to_owned();
    }
    let number = format!("-{number}");
    // A name that is as long as names may be gives way to the number.
    let begin: String = name.chars().take(LONGEST_NAME - number.len()).collect();
    format!("{}{number}", begin.trim_end_matches('-'))
}

/// A name that a section may have.
pub(crate) fn section_name(text: &str) -> String {
    let mut name = String::new();
    for letter in text.to_lowercase().chars() {
        match letter {
            'a'..='z' | '0'..='9' => name.push(letter),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    let name: String = name.chars().take(30).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() { "imported".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::internals::games::is_name;

    #[test]
    fn long_names_leave_room_for_numbers() {
        assert_eq!((numbered("small", 1).as_str(), numbered("small", 12).as_str()), ("small", "small-12"));
        let name = section_name(&"a name of many words ".repeat(9));
        for number in [1, 2, 9, 10, 100, usize::MAX] {
            let name = numbered(&name, number);
            assert!(is_name(&name), "{name}");
        }
    }
}
