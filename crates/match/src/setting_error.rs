//! The error about a setting that cannot be.

use helgi_rules::internals::nearest;
use std::fmt::{self, Display, Formatter};

/// A setting of a match, or a word that gives one, which is not as it has to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingError {
    field: String,
    found: String,
    expected: String,
}

impl SettingError {
    /// A value that is not one of those that the field takes.
    pub(super) fn value(
        field: impl Into<String>,
        value: impl Display,
        expected: impl Into<String>,
    ) -> SettingError {
        SettingError::said(field, format!("`{value}`"), expected)
    }

    /// A field without what it needs.
    pub(super) fn missing(field: impl Into<String>, expected: impl Into<String>) -> SettingError {
        SettingError::said(field, "", expected)
    }

    /// A field of which something else is to be said; `expected` is empty where `found` says it.
    pub(super) fn said(
        field: impl Into<String>,
        found: impl Display,
        expected: impl Into<String>,
    ) -> SettingError {
        SettingError { field: field.into(), found: found.to_string(), expected: expected.into() }
    }

    /// Fewer processors than games at once, each of which is to have its own.
    pub(super) fn too_few_processors(count: usize, games: usize) -> SettingError {
        let expected = format!("{games}, one for each game at once");
        let ending = if count == 1 { "" } else { "s" };
        SettingError::said("use-affinity", format!("{count} processor{ending}"), expected)
    }

    /// A word that is not known after another, with the nearest of those that are.
    pub(super) fn unknown<'a>(field: &str, word: &str, known: impl Iterator<Item = &'a str>) -> SettingError {
        let key = word.split(['=', '.']).next().unwrap_or(word);
        // Of `option.NAME` only the head is a word.
        let near = nearest(key, known).map_or(String::new(), |near| match near {
            "option" => "; did you mean `option.NAME=`?".to_owned(),
            near => format!("; did you mean `{near}`?"),
        });
        SettingError::said(field, format!("`{word}` is not known here{near}"), "")
    }

    /// The setting, such as `rounds`, or the word, such as `-engine proto`; empty for a word that belongs nowhere.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The value, and what is wrong with it; empty if there is none.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The right value; empty where there is none.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

/// `FIELD: FOUND, expected EXPECTED`, each where there is one.
impl Display for SettingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SettingError { field, found, expected } = self;
        if !field.is_empty() {
            write!(f, "{field}: ")?;
        }
        f.write_str(found)?;
        match (found.as_str(), expected.as_str()) {
            (_, "") => Ok(()),
            ("", expected) => write!(f, "expected {expected}"),
            (_, expected) => write!(f, ", expected {expected}"),
        }
    }
}

impl std::error::Error for SettingError {}
