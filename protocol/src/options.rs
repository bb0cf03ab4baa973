//! Options an engine offers: how they are announced and which values they take.
//!
//! This module checks values; it keeps none.

use std::fmt;

use thiserror::Error;

use crate::text;

/// An option by name and kind.
///
/// ```
/// use helgi_protocol::options::{OptionKind, OptionSpec, OptionValue};
///
/// let hash = OptionSpec::new("Hash", OptionKind::Spin { default: 16, min: 1, max: 65_536 });
/// assert_eq!(hash.to_string(), "option name Hash type spin default 16 min 1 max 65536");
/// assert_eq!(hash.check_value(Some("64")), Ok(OptionValue::Spin(64)));
/// assert_eq!(
///     hash.check_value(Some("0")).unwrap_err().to_string(),
///     "option Hash: value `0`, expected an integer from 1 to 65536"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, which may hold blanks; compared without regard to case.
    pub name: String,
    /// The type of the option, with its values.
    pub kind: OptionKind,
}

/// The kinds of options that UCI knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// An integer in a range.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at the start, one of the choices.
        default: String,
        /// All values, as they are announced.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text on one line.
    Text {
        /// The value at the start; may be empty.
        default: String,
    },
    /// The path of a file. XBoard lets it be chosen; in UCI it is announced as a text, and read as one.
    File {
        /// The value at the start; may be empty.
        default: String,
    },
}

/// A value that fits its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of [`OptionKind::Check`].
    Check(bool),
    /// Of [`OptionKind::Spin`], within the range.
    Spin(i64),
    /// Of [`OptionKind::Combo`], spelled as announced.
    Combo(String),
    /// [`OptionKind::Button`] was pressed.
    Button,
    /// Of [`OptionKind::Text`] or [`OptionKind::File`]; `<empty>` has become the empty text.
    Text(String),
}

/// The reason why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("option {name}: unknown, {}", hint(near))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that may have been meant, the likeliest first; few.
        near: Vec<String>,
    },
    /// The option needs a value and got none.
    #[error("option {name}: no value, expected {expected}")]
    Missing {
        /// The option.
        name: String,
        /// The values it takes.
        expected: String,
    },
    /// The value does not fit the option.
    #[error("option {name}: value `{value}`, expected {expected}")]
    Invalid {
        /// The option.
        name: String,
        /// The value, cut short if it is long.
        value: String,
        /// The values that the option takes.
        expected: String,
    },
}

impl OptionSpec {
    /// An option by name and kind.
    pub fn new(name: impl Into<String>, kind: OptionKind) -> Self {
        Self { name: name.into(), kind }
    }

    /// Reads an announcement, without the word `option`: `name Hash type spin default 16 min 1 max 512`.
    ///
    /// `None` if there is no name or no known type. A missing or unreadable default is the empty one,
    /// a missing end of a range is open.
    pub fn read(text: &str) -> Option<Self> {
        let (first, rest) = text::split_word(text);
        if first != "name" {
            return None;
        }
        let (name, rest) = text::split_before(rest, "type");
        let (kind, facts) = text::split_word(text::split_word(rest).1);
        let name = text::trim(name);
        if name.is_empty() {
            return None;
        }
        Some(Self::new(name, OptionKind::read_announced(kind, facts)?))
    }

    /// Returns true if this is the option's name, in any case of letters.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value, as `setoption` gives it, against the option's kind.
    ///
    /// `true` and `false` may be written `1` and `0`, as XBoard does. A button
    /// ignores its value.
    ///
    /// # Errors
    ///
    /// [`OptionError::Missing`] without a value, except for buttons, texts and files;
    /// [`OptionError::Invalid`] for a value that does not fit.
    pub fn check_value(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let value = value.map(text::trim);
        match &self.kind {
            OptionKind::Button => return Ok(OptionValue::Button),
            OptionKind::Text { .. } | OptionKind::File { .. } => {
                let text = value.filter(|&text| text != "<empty>").unwrap_or_default();
                return Ok(OptionValue::Text(text.to_owned()));
            }
            _ => {}
        }
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return Err(OptionError::Missing { name: self.name.clone(), expected: self.expected() });
        };
        self.kind.read(value).ok_or_else(|| OptionError::Invalid {
            name: self.name.clone(),
            value: text::excerpt(value),
            expected: self.expected(),
        })
    }

    fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("an integer from {min} to {max}"),
            OptionKind::Combo { choices, .. } => format!("one of: {}", choices.join(", ")),
            OptionKind::Button => "nothing".to_owned(),
            OptionKind::Text { .. } => "any text".to_owned(),
            OptionKind::File { .. } => "a path".to_owned(),
        }
    }
}

/// Splits `default a b var c` into `("default", "a b")` and `("var", "c")`, at the words that begin a fact about a
/// kind of option.
///
/// A default comes once, first or, as UCCI has it, behind other facts, and the word after the beginning of a fact is its value,
/// so that a choice may be called `max`, `default` or `var`. A default is missing if a fact with another value than its own
/// name follows it.
fn facts<'a>(names: &[&str], text: &'a str) -> Vec<(&'a str, String)> {
    let words: Vec<&str> = text::words(text).collect();
    let mut facts: Vec<(&str, String)> = Vec::new();
    for (at, &word) in words.iter().enumerate() {
        let may_begin = word != "default" || facts.iter().all(|(fact, _)| *fact != "default");
        let begins = names.contains(&word) && may_begin;
        let open = facts.last().is_some_and(|(_, value)| value.is_empty());
        let is_behind_default = at == 1 && facts.first().is_some_and(|(fact, _)| *fact == "default");
        let follows_missing = is_behind_default && words.get(2).is_some_and(|&next| next != word);
        match facts.last_mut() {
            _ if begins && (!open || follows_missing) => facts.push((word, String::new())),
            Some((_, value)) if value.is_empty() => value.push_str(word),
            Some((_, value)) => {
                value.push(' ');
                value.push_str(word);
            }
            None => {}
        }
    }
    facts
}

impl OptionKind {
    fn read_announced(kind: &str, text: &str) -> Option<Self> {
        // A text may hold any word.
        // A text may hold the words that begin facts in other kinds.
        if kind == "string" || kind == "filename" {
            let default = text::trim(text.strip_prefix("default").unwrap_or_default());
            let default = if default == "<empty>" { "" } else { default }.to_owned();
            // USI's word for a file.
            return Some(if kind == "string" { Self::Text { default } } else { Self::File { default } });
        }
        let names: &[&str] = match kind {
            "spin" => &["default", "min", "max"],
            "combo" => &["default", "var"],
            _ => &["default"],
        };
        let facts = facts(names, text);
        let find = |name: &'static str| {
            facts.iter().find(|(fact, _)| *fact == name).map(|(_, value)| value.as_str())
        };
        let default = find("default").unwrap_or_default();
        let number =
            // Without its bounds a number may be anything.
            |name: &'static str, open: i64| find(name).and_then(|value| value.parse().ok()).unwrap_or(open);
        Some(match kind {
            "check" => Self::Check { default: default == "true" },
            "spin" => Self::Spin {
                default: default.parse().unwrap_or_default(),
                min: number("min", i64::MIN),
                max: number("max", i64::MAX),
            },
            "combo" => Self::Combo {
                default: default.to_owned(),
                choices: facts
                    .iter()
                    .filter(|(fact, _)| *fact == "var")
                    .map(|(_, value)| value.clone())
                    .collect(),
            },
            "button" => Self::Button,
            _ => return None,
        })
    }

    fn read(&self, value: &str) -> Option<OptionValue> {
        match self {
            Self::Check { .. } => match value.to_ascii_lowercase().as_str() {
                // GUIs differ in what they send for a switch.
                "true" | "1" => Some(OptionValue::Check(true)),
                "false" | "0" => Some(OptionValue::Check(false)),
                _ => None,
            },
            Self::Spin { min, max, .. } => {
                let number = value.parse().ok()?;
                (*min..=*max).contains(&number).then_some(OptionValue::Spin(number))
            }
            Self::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .map(OptionValue::Combo),
            Self::Button => Some(OptionValue::Button),
            Self::Text { .. } | Self::File { .. } => Some(OptionValue::Text(value.to_owned())),
        }
    }
}

/// Finds an option by its name, in any case of letters.
///
/// # Errors
///
/// [`OptionError::Unknown`] if no option has the name, with the names that are near it.
pub fn find<'a>(options: &'a [OptionSpec], name: &str) -> Result<&'a OptionSpec, OptionError> {
    options.iter().find(|option| option.is_named(name)).ok_or_else(|| OptionError::unknown(options, name))
}

impl OptionError {
    /// The error about a name that none of these options has.
    pub fn unknown(options: &[OptionSpec], name: &str) -> Self {
        Self::Unknown { name: text::excerpt(name), near: near(options, name) }
    }
}

/// The most names of options in an error.
const MOST_NEAR: usize = 3;

/// The length in characters from which a part of a name stands for the name.
const LEAST_PART: usize = 3;

/// The names of the options that a name may mean: those that differ in few letters, or of which one is part of the
/// other. Case, blanks and signs do not count, nor does UCI's prefix.
fn near(options: &[OptionSpec], name: &str) -> Vec<String> {
    let plain = |name: &str| -> String {
        let letters: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        letters.strip_prefix("uci").map_or(letters.clone(), str::to_owned)
    };
    let wanted = plain(&text::excerpt(name));
    let length = wanted.chars().count();
    let is_part = |part: &str, whole: &str| part.chars().count() >= LEAST_PART && whole.contains(part);
    let mut near: Vec<(usize, &str)> = options
        .iter()
        .filter_map(|option| {
            let other = plain(&option.name);
            let distance = strsim::osa_distance(&wanted, &other);
            // A third of the letters may be wrong; short names need more of them to be right.
            let is_near = distance <= length / 3 || is_part(&wanted, &other) || is_part(&other, &wanted);
            is_near.then_some((distance, option.name.as_str()))
        })
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().take(MOST_NEAR).map(|(_, name)| name.to_owned()).collect()
}

/// The last part of the error about an unknown option.
fn hint(near: &[String]) -> String {
    match near {
        [] => "expected one that was announced".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } | OptionKind::File { default } if default.is_empty() => {
                f.write_str("string default <empty>")
            }
            OptionKind::Text { default } | OptionKind::File { default } => {
                write!(f, "string default {}", text::one_line(default))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant() -> OptionSpec {
        OptionSpec::new(
            "UCI_Variant",
            OptionKind::Combo {
                default: "chess".to_owned(),
                choices: vec!["chess".to_owned(), "tavreli".to_owned()],
            },
        )
    }

    fn ponder() -> OptionSpec {
        OptionSpec::new("Ponder", OptionKind::Check { default: false })
    }

    fn log() -> OptionSpec {
        let default = String::new();
        OptionSpec::new("Log File", OptionKind::Text { default })
    }

    #[test]
    fn announcements() {
        for (option, line) in [
            (variant(), "option name UCI_Variant type combo default chess var chess var tavreli"),
            (ponder(), "option name Ponder type check default false"),
            (log(), "option name Log File type string default <empty>"),
            (OptionSpec::new("Clear Hash", OptionKind::Button), "option name Clear Hash type button"),
            (
                OptionSpec::new("Book", OptionKind::File { default: String::new() }),
                "option name Book type string default <empty>",
            ),
        ] {
            assert_eq!(option.to_string(), line);
        }
    }

    #[test]
    fn announcements_are_read_back() {
        let spin = OptionKind::Spin { default: 16, min: 1, max: 512 };
        let text = OptionKind::Text { default: "var of all min".to_owned() };
        for option in [
            variant(),
            ponder(),
            log(),
            OptionSpec::new("Hash", spin),
            OptionSpec::new("Clear Hash", OptionKind::Button),
            OptionSpec::new("Book File", text),
        ] {
            let line = option.to_string();
            assert_eq!(OptionSpec::read(line.strip_prefix("option ").unwrap()), Some(option));
        }
        for odd in ["", "Hash type spin", "name Hash", "name Hash type", "name type spin", "name X type list"]
        {
            assert_eq!(OptionSpec::read(odd), None, "{odd}");
        }
    }

    /// UCCI's own example has the default behind the choices.
    #[test]
    fn a_default_may_stand_behind_the_choices() {
        let combo = |facts: &str| {
            OptionSpec::read(&format!("name style type combo {facts}")).map(|option| option.kind)
        };
        let kind = |default: &str, choices: &[&str]| {
            let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
            Some(OptionKind::Combo { default: default.to_owned(), choices })
        };
        for (facts, default, choices) in [
            ("var solid var normal var risky default normal", "normal", &["solid", "normal", "risky"][..]),
            ("default normal var solid var normal", "normal", &["solid", "normal"]),
            // A choice may have that name.
            ("var default var other", "", &["default", "other"]),
            ("var default var other default default", "default", &["default", "other"]),
            ("default default var default", "default", &["default"]),
            ("default a default var a default var b", "a default", &["a default", "b"]),
            ("default var a var b", "", &["a", "b"]),
        ] {
            assert_eq!(combo(facts), kind(default, choices), "{facts}");
        }
    }

    /// Engines may announce anything.
    #[test]
    fn a_long_announcement_takes_no_longer_than_its_length() {
        let words = "a ".repeat(200_000);
        let option = OptionSpec::read(&format!("name A type combo default {words}var {words}")).unwrap();
        let OptionKind::Combo { default, choices } = option.kind else { unreachable!() };
        assert_eq!((default.len(), choices.len(), choices[0].len()), (399_999, 1, 399_999));
    }

    #[test]
    fn values_that_fit() {
        for (option, value, expected) in [
            (variant(), Some("TAVRELI "), OptionValue::Combo("tavreli".to_owned())),
            (ponder(), Some("True"), OptionValue::Check(true)),
            (ponder(), Some("0"), OptionValue::Check(false)),
            (log(), Some("<empty>"), OptionValue::Text(String::new())),
            (log(), None, OptionValue::Text(String::new())),
            (log(), Some(" a b.txt "), OptionValue::Text("a b.txt".to_owned())),
        ] {
            assert_eq!(option.check_value(value), Ok(expected));
        }
    }

    #[test]
    fn errors_name_option_value_and_expectation() {
        assert_eq!(
            variant().check_value(Some("shogi")).unwrap_err().to_string(),
            "option UCI_Variant: value `shogi`, expected one of: chess, tavreli"
        );
        assert_eq!(
            ponder().check_value(None).unwrap_err().to_string(),
            "option Ponder: no value, expected true or false"
        );
        assert!(ponder().check_value(Some("maybe")).is_err());
    }

    #[test]
    fn integers_out_of_range_are_refused() {
        let (default, min, max) = (0, -5, 5);
        let spin = OptionSpec::new("X", OptionKind::Spin { default, min, max });
        assert_eq!(spin.check_value(Some("-5")), Ok(OptionValue::Spin(-5)));
        for value in ["-6", "6", "1.5", "99999999999999999999", "x"] {
            assert!(spin.check_value(Some(value)).is_err(), "{value}");
        }
    }

    #[test]
    fn options_are_found_by_name_in_any_case() {
        let options = [variant(), ponder()];
        assert_eq!(find(&options, "uci_VARIANT"), Ok(&variant()));
    }

    #[test]
    fn an_unknown_option_gets_the_names_that_are_near() {
        let spin = |name: &str| OptionSpec::new(name, OptionKind::Spin { default: 1, min: 1, max: 9 });
        let mut options = vec![variant(), ponder()];
        options.extend(["Hash", "Clear Hash", "MultiPV", "Move Overhead", "UCI_Elo", "Book"].map(spin));
        for (name, hint) in [
            ("Hush", "did you mean Hash?"),
            ("hash size", "did you mean Hash?"),
            ("Clear-hash", "did you mean Clear Hash or Hash?"),
            ("ponderr", "did you mean Ponder?"),
            ("UCI_Varaint", "did you mean UCI_Variant?"),
            ("Multi PV", "did you mean MultiPV?"),
            ("Elo", "did you mean UCI_Elo?"),
            ("MoveOverhead", "did you mean Move Overhead?"),
            ("OwnBook", "did you mean Book?"),
            ("SyzygyPath", "expected one that was announced"),
            ("Skill Level", "expected one that was announced"),
            ("Foo", "expected one that was announced"),
            ("é", "expected one that was announced"),
            ("", "expected one that was announced"),
        ] {
            let error = find(&options, name).unwrap_err().to_string();
            assert_eq!(error, format!("option {name}: unknown, {hint}"));
        }
        let long = find(&options, &"Hash".repeat(100_000)).unwrap_err().to_string();
        assert!(long.len() < 300, "{}", long.len());
    }
}
