//! Texts about files of games: the name of a text, and the values for its places.

use super::phrases;
use helgi_notation::excerpt;
use helgi_rules::games::RegisterError;
use helgi_rules::{FenError, Phrase};
use std::fmt;

/// A text about a file of games: its name in the catalogues, with the values for its places. It is written in English.
///
/// ```
/// let loaded = helgi_variants::load("[my-game:chess]\nnMoveRule = many\n");
/// let expected = &loaded.findings[0].expected;
/// assert_eq!(expected.id(), "finding.value-number");
/// assert_eq!(expected.to_string(), "a number from 0 to 4999");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingText {
    phrase: Phrase,
    values: Vec<(&'static str, FindingValue)>,
}

/// A value for a place of a [`FindingText`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindingValue {
    /// A number.
    Number(u64),
    /// A word of the file or of its form, which is the same in every language.
    Word(String),
    /// Another text, without places.
    Phrase(Phrase),
    /// The reason why a text is no position.
    Position(Box<FenError>),
}

impl FindingText {
    /// The same with a value for a place.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<FindingValue>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// The name of the text in the catalogues, such as `finding.key-unknown`. It never changes.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.phrase.id
    }

    /// The values, each with the name of its place.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, FindingValue)] {
        &self.values
    }
}

impl From<Phrase> for FindingText {
    fn from(phrase: Phrase) -> Self {
        FindingText { phrase, values: Vec::new() }
    }
}

/// The reason why a game of a file is not made known to the process.
impl From<RegisterError> for FindingText {
    fn from(error: RegisterError) -> Self {
        let of = |phrase: Phrase, name: &str| FindingText::from(phrase).with("name", name);
        match error {
            RegisterError::Name(name) => of(phrases::REGISTER_NAME, &excerpt(&name)),
            RegisterError::Taken(name) => of(phrases::REGISTER_TAKEN, &excerpt(&name)),
            RegisterError::Start { name, error } => of(phrases::REGISTER_START, &name).with("fault", error),
            RegisterError::Full(name) => of(phrases::REGISTER_FULL, &name),
            other => FindingText::from(phrases::REGISTER_OTHER).with("error", other.to_string()),
        }
    }
}

/// In English, its places filled.
impl fmt::Display for FindingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.phrase.words;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else { break };
            f.write_str(before)?;
            match self.values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => value.fmt(f)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = behind;
        }
        f.write_str(rest)
    }
}

impl fmt::Display for FindingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingValue::Number(number) => number.fmt(f),
            FindingValue::Word(word) => f.write_str(word),
            FindingValue::Phrase(phrase) => f.write_str(phrase.words),
            FindingValue::Position(error) => error.fmt(f),
        }
    }
}

impl From<u64> for FindingValue {
    fn from(number: u64) -> Self {
        FindingValue::Number(number)
    }
}

impl From<usize> for FindingValue {
    fn from(number: usize) -> Self {
        FindingValue::Number(number as u64)
    }
}

impl From<&str> for FindingValue {
    fn from(word: &str) -> Self {
        FindingValue::Word(word.to_owned())
    }
}

impl From<String> for FindingValue {
    fn from(word: String) -> Self {
        FindingValue::Word(word)
    }
}

impl From<char> for FindingValue {
    fn from(letter: char) -> Self {
        FindingValue::Word(letter.into())
    }
}

impl From<Phrase> for FindingValue {
    fn from(phrase: Phrase) -> Self {
        FindingValue::Phrase(phrase)
    }
}

impl From<FenError> for FindingValue {
    fn from(error: FenError) -> Self {
        FindingValue::Position(Box::new(error))
    }
}
