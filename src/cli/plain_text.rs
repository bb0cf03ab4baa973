//! The doors to the terminal: foreign text, which most of what a command prints quotes, never steers it.
//!
//! A file of games, an engine or a recorded game may hold escape sequences that set a window's title, move the cursor
//! over what was printed, or worse (CWE-150). So standard output and standard error are written through
//! [`PlainText`], which lets no control character pass; only what draws with codes of its own, such as `helgi play`,
//! and what writes no text, is handed the output itself.

use std::io::{self, Write};

/// The most characters of a line on standard error.
const LONGEST_LINE: usize = 2000;

/// A writer that replaces each control character, but for line breaks and tabs, by a blank.
///
/// The text is in UTF-8, and may be cut anywhere between two calls.
pub struct PlainText<W: Write> {
    out: W,
    /// True if the last byte was the first of a character of two that may be a control character.
    is_open: bool,
}

/// The first byte of the characters from U+0080 to U+00BF, of which those below U+00A0 are control characters.
const LATIN_1: u8 = 0xc2;

impl<W: Write> PlainText<W> {
    /// A writer in front of another.
    pub fn new(out: W) -> Self {
        PlainText { out, is_open: false }
    }
}

/// Returns true for a byte that is a control character by itself.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\n' && byte != b'\t'
}

impl<W: Write> Write for PlainText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |byte: &u8| !is_control(*byte) && *byte != LATIN_1;
        if !self.is_open && bytes.iter().all(is_plain) {
            return self.out.write(bytes);
        }
        let mut plain = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            if std::mem::take(&mut self.is_open) {
                match byte {
                    0x80..=0x9f => {
                        plain.push(b' ');
                        continue;
                    }
                    _ => plain.push(LATIN_1),
                }
            }
            match byte {
                LATIN_1 => self.is_open = true,
                _ if is_control(byte) => plain.push(b' '),
                _ => plain.push(byte),
            }
        }
        self.out.write_all(&plain)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard error, for text.
pub fn stderr() -> PlainText<io::Stderr> {
    PlainText::new(io::stderr())
}

/// Prints a message of helgi on standard error; its lines are cut where nobody would read on.
pub fn tell(message: impl std::fmt::Display) {
    let message = message.to_string();
    let cut = |line: &str| match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(line)),
        None => line.to_owned(),
    };
    let lines: Vec<String> = message.lines().map(cut).collect();
    // There is nowhere else to say that it could not be printed.
    let _ = stderr().write_all(format!("helgi: {}\n", lines.join("\n")).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_passes_wherever_the_text_is_cut() {
        let text = "a\u{1b}]0;b\u{7}\tc\u{9b}1m\u{85}é°\r\nд\u{7f}";
        let expected = "a ]0;b \tc 1m é° \nд ";
        for size in 1..=text.len() {
            let mut out = PlainText::new(Vec::new());
            for part in text.as_bytes().chunks(size) {
                out.write_all(part).unwrap();
            }
            assert_eq!(String::from_utf8(out.out).unwrap(), expected, "{size}");
        }
    }
}
