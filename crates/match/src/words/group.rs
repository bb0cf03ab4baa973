//! The words after a word with a dash, taken one after the other.

use helgi_record::time::read_seconds;
use helgi_rules::nearest;
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
        let value = |word: &String| Some(word.strip_prefix(key)?.strip_prefix('=')?.to_owned());
        let last = self.words.iter().rev().find_map(value);
        self.words.retain(|word| value(word).is_none());
        last
    }

    pub fn take_optional<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        parse(&format!("{} {key}", self.word), &text).map(Some)
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
            Some(word) => Err(unknown(&self.word, word, self.known.iter().map(String::as_str))),
            None => Ok(()),
        }
    }

    /// There must be words after it.
    pub fn has_words(&self, form: &str) -> Result<(), String> {
        if self.words.is_empty() { Err(format!("{}: expected {form}", self.word)) } else { Ok(()) }
    }

    /// The only word after it.
    pub fn one<T: FromStr>(&self) -> Result<T, String> {
        parse(&self.word, &self.words.join(" "))
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
            (_, [.., other]) => {
                return Err(unknown(&self.word, other, self.known.iter().map(String::as_str)));
            }
            (None, []) => String::new(),
        };
        if file.is_empty() {
            return Err(format!("{}: no file, expected file=…", self.word));
        }
        Ok(PathBuf::from(file))
    }
}

/// Reads a value; `place` names it in an error.
pub(super) fn parse<T: FromStr>(place: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{place}: `{text}`, expected {}", expected::<T>()))
}

/// The error about a word that is not known after another, with the nearest of those that are.
pub(super) fn unknown<'a>(place: &str, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let key = word.split(['=', '.']).next().unwrap_or(word);
    // Of `option.NAME` only the head is a word.
    let near = nearest(key, known).map_or(String::new(), |near| match near {
        "option" => "; did you mean `option.NAME=`?".to_owned(),
        near => format!("; did you mean `{near}`?"),
    });
    format!("{place}: `{word}` is not known here{near}")
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
        // Two dashes are one.
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let head = name.filter(|name| name.starts_with(|c: char| c.is_alphabetic()));
        match (head, groups.last_mut()) {
            (Some(name), _) => groups.push(Group::new(&format!("-{name}"), Vec::new())),
            (None, Some(group)) => group.words.push(word.clone()),
            (None, None) => return Err(format!("`{word}`, expected a word with a dash, such as -engine")),
        }
    }
    Ok(groups)
}
