//! The words after a word with a dash, taken one after the other.

use super::super::setting_error::SettingError;
use helgi_files::at_home;
use helgi_protocol::notation::whole_number;
use helgi_record::time::read_seconds;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// A word with the words that follow it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The word with the dash.
    pub word: String,
    /// The words that follow it and are not taken yet.
    pub words: Vec<String>,
    /// The keys that have been asked for.
    known: Vec<String>,
}

impl Group {
    /// A word with those that follow it.
    pub fn new(word: &str, words: Vec<String>) -> Group {
        Group { word: word.to_owned(), words, known: Vec::new() }
    }

    /// Takes all values of `key=`; the last one counts.
    pub fn take_text(&mut self, key: &str) -> Option<String> {
        self.known.push(key.to_owned());
        let value = |word: &String| {
            let (name, value) = word.split_once('=')?;
            name.eq_ignore_ascii_case(key).then(|| value.to_owned())
        };
        let last = self.words.iter().rev().find_map(value);
        self.words.retain(|word| value(word).is_none());
        last
    }

    /// Takes all values of `key=` in small letters: one of some words, in which case does not count.
    pub fn take_word(&mut self, key: &str) -> Option<String> {
        self.take_text(key).map(|word| word.to_ascii_lowercase())
    }

    pub fn take_optional<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, SettingError> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        parse(&format!("{} {key}", self.word), &text).map(Some)
    }

    pub fn take_or<T: FromStr>(&mut self, key: &str, otherwise: T) -> Result<T, SettingError> {
        Ok(self.take_optional(key)?.unwrap_or(otherwise))
    }

    pub fn take<T: FromStr>(&mut self, key: &str) -> Result<T, SettingError> {
        self.take_optional(key)?.ok_or_else(|| SettingError::missing(&self.word, format!("{key}=…")))
    }

    /// Everything must have been taken.
    pub fn finish(&self) -> Result<(), SettingError> {
        match self.words.first() {
            Some(word) => Err(SettingError::unknown(&self.word, word, self.known.iter().map(String::as_str))),
            None => Ok(()),
        }
    }

    /// There must be words after it.
    pub fn has_words(&self, form: &str) -> Result<(), SettingError> {
        if self.words.is_empty() { Err(SettingError::missing(&self.word, form)) } else { Ok(()) }
    }

    /// The only word after it.
    pub fn one<T: FromStr>(&self) -> Result<T, SettingError> {
        parse(&self.word, &self.words.join(" "))
    }

    pub fn into_one<T: FromStr>(self, field: &mut T) -> Result<(), SettingError> {
        *field = self.one()?;
        Ok(())
    }

    pub fn seconds(&self) -> Result<Duration, SettingError> {
        let text = self.words.join(" ");
        read_seconds(&text).ok_or_else(|| SettingError::value(&self.word, &text, "seconds"))
    }

    /// All words after it as one text.
    pub fn text(&self) -> Result<String, SettingError> {
        let text = self.words.join(" ");
        if text.is_empty() { Err(SettingError::said(&self.word, "nothing", "a text")) } else { Ok(text) }
    }

    /// `FILE` or `file=FILE`.
    pub fn file(mut self) -> Result<PathBuf, SettingError> {
        let named = self.take_text("file");
        let file = match (named, self.words.as_slice()) {
            (Some(file), []) => file,
            (None, [file]) => file.clone(),
            (_, [.., other]) => {
                return Err(SettingError::unknown(&self.word, other, self.known.iter().map(String::as_str)));
            }
            (None, []) => String::new(),
        };
        if file.is_empty() {
            return Err(SettingError::said(&self.word, "no file", "file=…"));
        }
        Ok(at_home(&file))
    }
}

/// Reads a value; `place` names it in an error.
pub(super) fn parse<T: FromStr>(place: &str, text: &str) -> Result<T, SettingError> {
    let other = || other_spelling::<T>(text)?.parse().ok();
    text.parse().ok().or_else(other).ok_or_else(|| SettingError::value(place, text, expected::<T>()))
}

/// A value in the spelling of its type, where people write it otherwise: `on`, `10k`.
fn other_spelling<T>(text: &str) -> Option<String> {
    match expected::<T>() {
        SWITCH => match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Some("true".to_owned()),
            "false" | "off" | "no" | "0" => Some("false".to_owned()),
            _ => None,
        },
        _ => whole_number(text).map(|number| number.to_string()),
    }
}

/// The values of a switch, for errors.
const SWITCH: &str = "true or false";

/// The name of a type of value.
fn expected<T>() -> &'static str {
    match std::any::type_name::<T>() {
        "bool" => SWITCH,
        "f64" | "i32" => "a number",
        "u16" => "a number from 0 to 65535",
        "alloc::string::String" => "a text",
        _ => "a whole number, not negative",
    }
}

/// The words by groups, each beginning with a word with a dash.
pub(super) fn groups(words: &[String]) -> Result<Vec<Group>, SettingError> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        // Two dashes are one.
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        // A dash before a digit belongs to a negative number.
        let head = name.filter(|name| name.starts_with(|c: char| c.is_alphabetic()));
        match (head, groups.last_mut()) {
            (Some(name), _) => {
                // `-rounds=2`.
                let (name, value) =
                    name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                groups.push(Group::new(&format!("-{name}"), value.map(str::to_owned).into_iter().collect()));
            }
            (None, Some(group)) => group.words.push(word.clone()),
            (None, None) => return Err(SettingError::value("", word, "a word with a dash, such as -engine")),
        }
    }
    Ok(groups)
}
