//! The words after a word with a dash, taken one after the other.

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
}

impl Group {
    /// Takes all values of `key=`; the last one counts.
    pub fn take_text(&mut self, key: &str) -> Option<String> {
        let value = |word: &String| Some(word.strip_prefix(key)?.strip_prefix('=')?.to_owned());
        let last = self.words.iter().rev().find_map(value);
        self.words.retain(|word| value(word).is_none());
        last
    }

    pub fn take_optional<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        let value = text.parse();
        value.map(Some).map_err(|_| format!("{} {key}: `{text}`, expected {}", self.word, expected::<T>()))
    }

    pub fn take_or<T: FromStr>(&mut self, key: &str, otherwise: T) -> Result<T, String> {
        Ok(self.take_optional(key)?.unwrap_or(otherwise))
    }

    pub fn take<T: FromStr>(&mut self, key: &str) -> Result<T, String> {
        self.take_optional(key)?.ok_or_else(|| format!("{}: expected {key}=…", self.word))
    }

    /// Everything must have been taken.
    pub fn finish(&self) -> Result<(), String> {
        match self.words.first() {
            Some(word) => Err(format!("{}: `{word}` is not known here", self.word)),
            None => Ok(()),
        }
    }

    /// The only word after it.
    pub fn one<T: FromStr>(&self) -> Result<T, String> {
        let text = self.words.join(" ");
        text.parse().map_err(|_| format!("{}: `{text}`, expected {}", self.word, expected::<T>()))
    }

    pub fn into_one<T: FromStr>(self, field: &mut T) -> Result<(), String> {
        *field = self.one()?;
        Ok(())
    }

    pub fn seconds(&self) -> Result<Duration, String> {
        let text = self.words.join(" ");
        read_seconds(&text).ok_or_else(|| format!("{}: `{text}`, expected seconds", self.word))
    }

    /// All words after it as one text.
    pub fn text(&self) -> Result<String, String> {
        let text = self.words.join(" ");
        if text.is_empty() { Err(format!("{}: nothing, expected a text", self.word)) } else { Ok(text) }
    }

    /// `FILE` or `file=FILE`.
    pub fn file(mut self) -> Result<PathBuf, String> {
        let named = self.take_text("file");
        let file = match (named, self.words.as_slice()) {
            (Some(file), []) => file,
            (None, [file]) => file.clone(),
            (_, [.., other]) => return Err(format!("{}: `{other}` is not known here", self.word)),
            (None, []) => String::new(),
        };
        if file.is_empty() {
            return Err(format!("{}: no file, expected file=…", self.word));
        }
        Ok(PathBuf::from(file))
    }
}

/// The name of a type of value.
fn expected<T>() -> &'static str {
    match std::any::type_name::<T>() {
        "bool" => "true or false",
        "f64" | "i32" => "a number",
        "u16" => "a number from 0 to 65535",
        "alloc::string::String" => "a text",
        _ => "a whole number, not negative",
    }
}

/// The words by groups, each beginning with a word with a dash.
pub(super) fn groups(words: &[String]) -> Result<Vec<Group>, String> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        let is_head =
            word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()));
        match groups.last_mut() {
            _ if is_head => groups.push(Group { word: word.clone(), words: Vec::new() }),
            Some(group) => group.words.push(word.clone()),
            None => return Err(format!("`{word}`, expected a word with a dash, such as -engine")),
        }
    }
    Ok(groups)
}
