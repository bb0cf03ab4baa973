//! Words and lines: how raw input becomes clean text.
//!
//! Blanks, in every part of both protocols, are ASCII white space, control
//! characters and the byte order mark, so that CRLF line ends, stray NULs and
//! tabs need no special care elsewhere. Nothing here knows a protocol.

use std::fmt;

pub(crate) use helgi_notation::{excerpt, one_line};

/// Turns one line of raw input into text: invalid UTF-8 becomes U+FFFD, blanks
/// at both ends are dropped.
///
/// ```
/// use helgi_protocol::text::decode;
/// assert_eq!(decode(b"\xef\xbb\xbfuci\r\n"), "uci");
/// ```
pub fn decode(bytes: &[u8]) -> String {
    trim(&String::from_utf8_lossy(bytes)).to_owned()
}

/// A list of words, kept as one string with single blanks between them.
///
/// Move lists run to hundreds of words and come with every `position`: one
/// allocation holds them all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words(String);

impl Words {
    /// The words in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split(' ').filter(|word| !word.is_empty())
    }

    /// True if there is no word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words with single blanks between them.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Adds the words of `text` at the end.
    pub fn push(&mut self, text: &str) {
        for word in words(text) {
            if !self.0.is_empty() {
                self.0.push(' ');
            }
            self.0.push_str(word);
        }
    }
}

impl<S: AsRef<str>> FromIterator<S> for Words {
    fn from_iter<I: IntoIterator<Item = S>>(items: I) -> Self {
        let mut list = Self::default();
        for item in items {
            list.push(item.as_ref());
        }
        list
    }
}

impl From<&str> for Words {
    fn from(text: &str) -> Self {
        let mut list = Self(String::with_capacity(text.len()));
        list.push(text);
        list
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Splits text at blanks; there are no empty words.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// Splits off the first word; the rest comes without blanks at its ends.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = trim(text);
    match text.split_once(is_blank) {
        Some((word, rest)) => (word, trim(rest)),
        None => (text, ""),
    }
}

/// Splits before the first word that equals `wanted` in any case of letters;
/// the second part is empty if there is none.
pub(crate) fn split_before<'a>(text: &'a str, wanted: &str) -> (&'a str, &'a str) {
    // Word by word, because a search in the text would also find the end of another word.
    let mut rest = trim(text);
    while !rest.is_empty() {
        let (word, next) = split_word(rest);
        if word.eq_ignore_ascii_case(wanted) {
            let (before, found) = text.split_at(text.len() - rest.len());
            return (before, found);
        }
        rest = next;
    }
    (text, "")
}

/// Drops the blanks at both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c.is_control() || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_every_kind_separate_words() {
        let line = decode(b"\xef\xbb\xbf go\tdepth \x00 5\r\n");
        assert_eq!(words(&line).collect::<Vec<_>>(), ["go", "depth", "5"]);
        assert_eq!(split_word(&line), ("go", "depth \0 5"));
        assert_eq!(Words::from(line.as_str()).as_str(), "go depth 5");
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(decode(b"\xff\xfe uci \n"), "\u{fffd}\u{fffd} uci");
    }
}
