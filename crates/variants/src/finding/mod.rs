//! Reports about a file: what is wrong, where, what was expected and what to write instead.

pub(crate) mod phrases;
mod text;

use helgi_notation::{excerpt, one_line};
use std::fmt;

pub use phrases::FINDING_PHRASES;
pub use text::{FindingText, FindingValue};

/// A place in a text, both numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within it.
    pub column: usize,
}

/// The weight of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A hint: the game loads.
    Note,
    /// A text that could be a slip, with what was made of it: the game loads.
    Warning,
    /// A game that starts from one with mistakes: it is not offered.
    Refused,
    /// A mistake: the game is not offered.
    Error,
}

impl Severity {
    /// Its name, in English: `note`, `warning`, `refused` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Refused => "refused",
            Severity::Error => "error",
        }
    }
}

/// One report about a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its weight.
    pub severity: Severity,
    /// Its place.
    pub place: Place,
    /// The game; empty outside a section.
    pub section: String,
    /// The key; empty for what concerns no key.
    pub key: String,
    /// The offending text.
    pub found: String,
    /// The same as a text, where the mistake is no single text of the file: `19 kinds`.
    pub found_in_words: Option<FindingText>,
    /// The text that would have been accepted, or the whole sentence of a refusal, a warning or a note.
    pub expected: FindingText,
    /// The text to write instead.
    pub suggestion: Option<String>,
}

impl Finding {
    /// A mistake.
    #[must_use]
    pub fn error(
        place: Place,
        section: &str,
        key: &str,
        found: &str,
        expected: impl Into<FindingText>,
    ) -> Self {
        Finding {
            severity: Severity::Error,
            place,
            section: section.to_owned(),
            key: key.to_owned(),
            found: found.to_owned(),
            found_in_words: None,
            expected: expected.into(),
            suggestion: None,
        }
    }

    /// A rule that helgi does not have.
    #[must_use]
    pub fn refusal(place: Place, section: &str, key: &str, found: &str, why: impl Into<FindingText>) -> Self {
        Finding { severity: Severity::Refused, ..Self::error(place, section, key, found, why) }
    }

    /// A text that could be a slip; `text` says what was made of it.
    #[must_use]
    pub fn warning(
        place: Place,
        section: &str,
        key: &str,
        found: &str,
        text: impl Into<FindingText>,
    ) -> Self {
        Finding { severity: Severity::Warning, ..Self::error(place, section, key, found, text) }
    }

    /// A hint.
    #[must_use]
    pub fn note(place: Place, section: &str, key: &str, found: &str, text: impl Into<FindingText>) -> Self {
        Finding { severity: Severity::Note, ..Self::error(place, section, key, found, text) }
    }

    /// Returns true if the game of its section cannot be played.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        // In the order of `Severity`.
        self.severity > Severity::Warning
    }

    /// Says what is wrong in words: it is no single text of the file.
    #[must_use]
    pub(crate) fn about(mut self, found: FindingText) -> Self {
        self.found = found.to_string();
        self.found_in_words = Some(found);
        self
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: Option<String>) -> Self {
        self.suggestion = suggestion;
        self
    }
}

/// One line, to be read behind the name of the file: `12:9: [game] castling: ...`. Words of the file are cut after 60
/// characters and cannot steer a terminal.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.place.line, self.place.column)?;
        write!(f, "{}: ", self.severity.name())?;
        if !self.section.is_empty() {
            write!(f, "[{}] ", excerpt(&self.section))?;
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", excerpt(&self.key))?;
        }
        let (found, expected) = (excerpt(&self.found), one_line(&self.expected.to_string()));
        match self.severity {
            Severity::Error => write!(f, "`{found}`, expected {expected}")?,
            Severity::Refused if found.is_empty() => f.write_str(&expected)?,
            Severity::Refused | Severity::Warning => write!(f, "`{found}`: {expected}")?,
            Severity::Note => f.write_str(&expected)?,
        }
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean `{}`?", excerpt(suggestion)),
            None => Ok(()),
        }
    }
}

/// The one of `known` that a misspelt word most likely means, if one is near.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    helgi_rules::internals::nearest(word, known).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found() {
        let known = ["castling", "maxRank", "maxFile"];
        assert_eq!(nearest("casteling", known).as_deref(), Some("castling"));
        assert_eq!(nearest("maxrank", known).as_deref(), Some("maxRank"));
        assert_eq!(nearest("gating", known), None);
    }
}
