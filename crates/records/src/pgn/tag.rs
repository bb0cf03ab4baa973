//! A tag of a PGN file.

use crate::tags::is_tag_letter;

/// Returns the name of the tag that a text seems to begin with, and the text after the first quote
/// of its value.
pub fn begun(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let (name, rest) = inner.split_at(inner.find(|c| !is_tag_letter(c))?);
    let quoted = rest.trim_start().strip_prefix('"')?;
    (!name.is_empty()).then_some((name, quoted))
}

/// The name and the value of the tag that a text begins with, and its length.
pub fn parts(text: &str) -> Option<(&str, String, usize)> {
    let (name, quoted) = begun(text)?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        let after = &quoted[at + c.len_utf8()..];
        match c {
            '\\' if after.starts_with(['\\', '"']) => value.extend(characters.next().map(|(_, c)| c)),
            // An unescaped quote within the value is not the last one.
            '"' if after.trim_start().starts_with(']') => {
                let rest = after.trim_start().len() - 1;
                return Some((name, value, text.len() - rest));
            }
            _ => value.push(c),
        }
    }
    None
}

/// Returns true if a line within a comment is the first tag of the next game, so that the comment has no end.
pub fn begins_game(line: &str) -> bool {
    line.starts_with("[Event ") && parts(line).is_some_and(|(.., length)| length == line.trim_end().len())
}
