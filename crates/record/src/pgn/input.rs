//! The lines of a file, one after the other: any line ends, UTF-8 or Latin-1, none too long.

use std::io::{self, BufRead};
use thiserror::Error;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 16 << 20;

/// The reason why nothing more can be read of a file.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read further.
    #[error("line {line}: {error}")]
    Io {
        /// The line, from 1.
        line: usize,
        /// The system's error.
        error: io::Error,
    },
    /// A line is longer than any in a file of games.
    #[error("line {0}: longer than 16 MiB, expected the lines of a PGN file")]
    LongLine(usize),
    /// The bytes are not those of a text; after the first line they are left out.
    #[error("line {0}: a zero byte, expected text in UTF-8 or Latin-1")]
    Binary(usize),
    /// A game is larger than any.
    #[error(
        "line {0}: the game that begins here is longer than 64 MiB, expected the end of a comment or a game"
    )]
    LongGame(usize),
}

impl ReadError {
    /// The line, from 1.
    pub fn line(&self) -> usize {
        match *self {
            ReadError::Io { line, .. }
            | ReadError::LongLine(line)
            | ReadError::Binary(line)
            | ReadError::LongGame(line) => line,
        }
    }
}

/// The lines of a file, whose input is handed in each time: so they are compiled once, with this crate.
#[derive(Clone, Default, Debug)]
pub struct FileLines {
    bytes: Vec<u8>,
    /// The number of the present line, from 1; 0 before the first.
    number: usize,
    /// Number of bytes read so far.
    taken: u64,
    /// True if the present line had zero bytes, which are left out.
    has_zeros: bool,
    /// True if the last line ended with a carriage return, whose line feed may follow.
    after_return: bool,
}

impl FileLines {
    /// The number of the line that was read last.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns true if the line that was read last had zero bytes.
    pub fn has_zeros(&self) -> bool {
        self.has_zeros
    }

    /// Returns the number of bytes read so far.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Puts the next line, without its end, in place of `text`; false at the end.
    pub fn next(&mut self, input: &mut dyn BufRead, text: &mut String) -> Result<bool, ReadError> {
        let line = self.number + 1;
        self.bytes.clear();
        let mut is_any = false;
        loop {
            let chunk = match input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(ReadError::Io { line, error }),
            };
            let chunk = match chunk {
                [b'\n', rest @ ..] if self.after_return => {
                    self.after_return = false;
                    let skipped = chunk.len() - rest.len();
                    input.consume(skipped);
                    self.taken += skipped as u64;
                    continue;
                }
                _ => chunk,
            };
            self.after_return = false;
            if chunk.is_empty() {
                break;
            }
            is_any = true;
            let end = chunk.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            self.bytes.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
            self.after_return = end.is_some_and(|end| chunk[end] == b'\r');
            let used = end.map_or(chunk.len(), |end| end + 1);
            input.consume(used);
            self.taken += used as u64;
            if self.bytes.len() > LONGEST_LINE {
                return Err(ReadError::LongLine(line));
            }
            if end.is_some() {
                break;
            }
        }
        if !is_any {
            return Ok(false);
        }
        self.number = line;
        self.has_zeros = self.bytes.contains(&0);
        if self.has_zeros {
            // A file that is not text has them soon. A damaged one has them where something was lost.
            if line == 1 {
                return Err(ReadError::Binary(line));
            }
            self.bytes.retain(|&byte| byte != 0);
        }
        let mut bytes = &self.bytes[..];
        // Where files were joined, their byte order marks are in the middle.
        while let Some(rest) = bytes.strip_prefix("\u{feff}".as_bytes()) {
            bytes = rest;
        }
        text.clear();
        match std::str::from_utf8(bytes) {
            Ok(utf8) => text.push_str(utf8),
            Err(_) => text.extend(bytes.iter().copied().map(latin)),
        }
        Ok(true)
    }
}

/// A character of Latin-1, or of its extension by Windows, where Latin-1 has no characters.
fn latin(byte: u8) -> char {
    const WINDOWS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xa0 => WINDOWS[usize::from(byte) - 0x80],
        _ => char::from(byte),
    }
}
