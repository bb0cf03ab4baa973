//! A tag of a PGN file.
//!
//! [`parts`] reads what the standard allows, and [`loose`] what people write instead: other quotes or none, no bracket
//! at the end. Both end before the next tag of a line.

use crate::tags::{is_tag_letter, standard_name};
use helgi_notation::is_invisible;

/// A tag in another form than the standard's.
#[derive(PartialEq, Eq, Debug)]
pub struct LooseTag {
    pub name: String,
    pub value: String,
    /// The length of its text.
    pub length: usize,
    /// True if a quote is open at the end of the line.
    pub is_open: bool,
}

/// Returns the name of the tag that a text seems to begin with, and the text after the first quote
/// of its value.
pub fn begun(text: &str) -> Option<(&str, &str)> {
    let inner = skip(text.strip_prefix('[')?);
    let (name, rest) = inner.split_at(inner.find(|c| !is_tag_letter(c))?);
    let quoted = skip(rest).strip_prefix('"')?;
    (!name.is_empty()).then_some((name, quoted))
}

/// The reason why a text does not begin with a tag in the form of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTag {
    /// It has no name, or no quote behind it.
    Other,
    /// The quote that ends the value is missing, and another tag follows.
    Broken,
    /// No quote ends a value in the rest of the line: no other tag can have one either.
    Unclosed,
}

/// The name and the value of the tag that a text begins with, and its length.
pub fn parts(text: &str) -> Result<(&str, String, usize), NoTag> {
    let (name, quoted) = begun(text).ok_or(NoTag::Other)?;
    // Nearly all values have no mark in them.
    if let Some((value, rest)) = quoted.split_once(['"', '\\', ']'])
        && rest.starts_with(']')
        && quoted.as_bytes()[value.len()] == b'"'
    {
        return Ok((name, value.to_owned(), text.len() - rest.len() + 1));
    }
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        let after = &quoted[at + c.len_utf8()..];
        match c {
            '\\' if after.starts_with(['\\', '"']) => value.extend(characters.next().map(|(_, c)| c)),
            // An unescaped quote within the value is not the last one.
            '"' if after.trim_start().starts_with(']') => {
                let rest = after.trim_start().len() - 1;
                return Ok((name, value, text.len() - rest));
            }
            ']' if is_before_tag(after) => return Err(NoTag::Broken),
            _ => value.push(c),
        }
    }
    Err(NoTag::Unclosed)
}

/// Returns true if the rest of a line begins with a tag whose value is in quotes.
fn is_before_tag(text: &str) -> bool {
    // A quote that ends the value of this tag is none that begins the next one's.
    begun(text.trim_start()).is_some_and(|(_, quoted)| !quoted.trim_start().starts_with(']'))
}

/// Reads a tag in another form than the standard's: its value is what stands between the name and the last bracket
/// before the next tag, without quotes. `None` if there is no name, or no value.
pub fn loose(text: &str) -> Option<LooseTag> {
    let inner = skip(text.strip_prefix('[')?);
    let (name, rest) = inner.split_at(inner.find(|c| !is_tag_letter(c))?);
    // As in `[Event: "?"]`.
    let mut name = name.trim_end_matches([':', '=']).to_owned();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name || !rest.starts_with(|c: char| c.is_whitespace() || is_quote(c) || is_invisible(c)) {
        return None;
    }
    let end = value_end(rest);
    let length = text.len() - rest.len() + end.map_or(rest.len(), |end| end + 1);
    let mut inside = skip(&rest[..end.unwrap_or(rest.len())]).trim_end();
    // As in `[White Elo "2000"]`.
    if let Some((words, _)) = inside.split_once('"').filter(|(words, _)| !words.trim().is_empty()) {
        let joined: String = name.chars().chain(words.chars().filter(|c| !c.is_whitespace())).collect();
        if let Some(standard) = standard_name(&joined) {
            name = standard.to_owned();
            inside = &inside[words.len()..];
        }
    }
    let is_open = end.is_none() && inside.starts_with('"') && !inside[1..].contains('"');
    let value = without_quotes(inside)?;
    Some(LooseTag { name, value, length, is_open })
}

/// Returns the rest of a value that goes on from the line before, and how much of the line it takes; `None` if it does
/// not.
pub fn continued(line: &str) -> Option<(&str, usize)> {
    if line.trim_start().starts_with('[') {
        return None;
    }
    let end = line.find('"')?;
    let after = line[end + 1..].trim_start().strip_prefix(']')?;
    Some((line[..end].trim(), line.len() - after.len()))
}

/// The place of the bracket that ends a value.
fn value_end(rest: &str) -> Option<usize> {
    let (mut last, mut depth) = (None, 0_usize);
    for (at, c) in rest.char_indices().filter(|(_, c)| matches!(c, '[' | ']')) {
        if c == '[' {
            depth += 1;
            continue;
        }
        let after = rest[at + 1..].trim_start();
        let is_before_moves = after.starts_with(|c: char| c.is_ascii_digit() || "{;*".contains(c));
        if after.is_empty() || begins(after) || depth == 0 && is_before_moves {
            return Some(at);
        }
        last = Some(at);
        depth = depth.saturating_sub(1);
    }
    last
}

/// Returns true if a text begins with a bracket, a name and something else behind a blank or in quotes.
fn begins(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('[').map(skip) else { return false };
    let rest = inner.trim_start_matches(is_tag_letter);
    let has_name = rest.len() < inner.len() && inner.starts_with(|c: char| c.is_ascii_alphabetic());
    has_name
        && skip(rest).starts_with(|c: char| c != ']')
        && rest.starts_with(|c: char| c.is_whitespace() || is_quote(c))
}

/// A value without the quotes around it, or with one of them missing; `None` if nothing is there, not even quotes.
fn without_quotes(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let last = text.chars().next_back().filter(|_| text.chars().nth(1).is_some());
    let is_single = |c: char| "'’‘‚‛`´‹›".contains(c);
    // An apostrophe belongs to a word, unless two of them stand around it.
    let are_two = last.is_some_and(|last| is_single(first) && is_single(last));
    let goes = |c: char| is_quote(c) && (!is_single(c) || are_two);
    let mut value = text;
    if goes(first) {
        value = &value[first.len_utf8()..];
    }
    if let Some(last) = last.filter(|&last| goes(last)) {
        value = &value[..value.len() - last.len_utf8()];
    }
    let is_empty = value.is_empty() && value.len() == text.len();
    (!is_empty).then(|| value.trim().replace("\\\"", "\"").replace("\\\\", "\\"))
}

fn is_quote(c: char) -> bool {
    "\"“”„‟«»″＂'’‘‚‛`´‹›".contains(c)
}

/// The text without blanks and invisible characters before it.
fn skip(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

/// Returns true if a line within a comment is the first tag of the next game, so that the comment has no end.
pub fn begins_game(line: &str) -> bool {
    line.starts_with("[Event ") && parts(line).is_ok_and(|(.., length)| length == line.trim_end().len())
}

/// Returns true if a line among moves is a tag in another form than the standard's, of a name that every reader knows,
/// so that a game ends before it.
pub fn is_loose_line(line: &str) -> bool {
    loose(line).is_some_and(|tag| standard_name(&tag.name).is_some() && line.trim_end().ends_with(']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String, &str)> {
        loose(text).map(|tag| (tag.name, tag.value, &text[tag.length..]))
    }

    #[test]
    fn values_are_kept_in_whatever_quotes() {
        for (text, name, value) in [
            ("[Event Foo]", "Event", "Foo"),
            ("[Event “Foo”]", "Event", "Foo"),
            ("[Event «Foo bar»]", "Event", "Foo bar"),
            ("[Event 'Foo']", "Event", "Foo"),
            ("[Site 's-Hertogenbosch]", "Site", "'s-Hertogenbosch"),
            ("[Event “Foo\"]", "Event", "Foo"),
            ("[White \"a]", "White", "a"),
            ("[White a\"]", "White", "a"),
            ("[Event \"C:\\games\\\"]", "Event", "C:\\games\\"),
            ("[SetUp 1]", "SetUp", "1"),
            ("[SetUp\u{a0}1 ] ", "SetUp", "1"),
            ("[Event: Foo]", "Event", "Foo"),
            ("[Event = Foo]", "Event", "= Foo"),
            ("[Event \"Foo\"", "Event", "Foo"),
            ("[Event Foo", "Event", "Foo"),
            ("[Event Foo [rapid] x]", "Event", "Foo [rapid] x"),
            ("[Event“”]", "Event", ""),
            ("[White Elo \"2000\"]", "WhiteElo", "2000"),
            ("[White Eli \"2000\"]", "White", "Eli \"2000"),
            ("[\u{200b}Event Foo]", "Event", "Foo"),
        ] {
            let found = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.0.as_str(), found.1.as_str(), found.2.trim()), (name, value, ""), "{text}");
        }
        for text in
            ["[Event]", "[Event ]", "[\"Foo\"]", "[]", "[%clk 1:00]", "[1 x]", "[Ünit x]", "Event x]", "["]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_tag_ends_before_the_next_one() {
        let text = "[Event Foo][White \"a] [Black \"b\"] [Round 1] 1. e4 {[%clk 0:01]} *";
        let first = loose(text).unwrap();
        assert_eq!((first.value.as_str(), first.length), ("Foo", 11));
        let rest = &text[first.length..];
        assert_eq!(parts(rest), Err(NoTag::Broken));
        let second = loose(rest).unwrap();
        assert_eq!((second.name.as_str(), second.value.as_str()), ("White", "a"));
        let rest = rest[second.length..].trim_start();
        let (name, value, length) = parts(rest).unwrap();
        assert_eq!((name, value.as_str()), ("Black", "b"));
        assert_eq!(read(rest[length..].trim_start()).unwrap().2, " 1. e4 {[%clk 0:01]} *");
        // A value may hold what looks like the begin of a tag.
        let (_, value, _) = parts("[T \"] [a \"]").unwrap();
        assert_eq!(value, "] [a ");
    }

    #[test]
    fn values_go_on_in_the_next_line() {
        assert!(loose("[Event \"Foo").unwrap().is_open);
        assert!(!loose("[Event \"Foo\"").unwrap().is_open);
        assert_eq!(continued(" bar\" ] 1. e4"), Some(("bar", 7)));
        assert_eq!([continued("[White \"x\"]"), continued("1. e4 \"x"), continued("")], [None; 3]);
    }
}
