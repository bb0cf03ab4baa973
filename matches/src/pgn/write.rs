//! Records written as PGN.

use super::record::Record;
use helgi_rules::board::Side;
use std::fmt;

/// The length that lines do not exceed, unless a single word does: less than 80 characters, as the
/// standard wants it.
const WIDTH: usize = 79;

/// The record as a game of a PGN file, in lines of less than 80 characters, with an empty line at its end.
///
/// What PGN cannot hold is replaced: braces in comments by parentheses, and all blanks between words
/// by one.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let mut lines = Lines::default();
        self.preface.iter().for_each(|comment| lines.comment(comment));
        let (side, number) = self.first_turn().unwrap_or((Side::White, 1));
        for (ply, played) in (side.index()..).zip(&self.moves) {
            let number = number as usize + ply / 2;
            match ply % 2 {
                0 => lines.word(&format!("{number}.")),
                _ if ply == side.index() => lines.word(&format!("{number}...")),
                _ => {}
            }
            lines.word(&played.text);
            played.comments.iter().for_each(|comment| lines.comment(comment));
        }
        lines.word(self.result.text());
        write!(f, "\n{}\n\n", lines.text)
    }
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    /// The length of the last line, in characters.
    length: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        // A line that begins with `%` would be skipped by readers.
        let fits = self.length + 1 + length <= WIDTH || word.starts_with('%');
        if self.length == 0 {
            self.length = length;
        } else if fits {
            self.text.push(' ');
            self.length += 1 + length;
        } else {
            self.text.push('\n');
            self.length = length;
        }
        self.text.push_str(word);
    }

    fn comment(&mut self, comment: &str) {
        let text = format!("{{{}}}", plain_comment(comment));
        text.split(' ').for_each(|word| self.word(word));
    }
}

/// A comment without what cannot stand in one.
pub(super) fn plain_comment(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ").replace('{', "(").replace('}', ")")
}
