//! The lines of a file, one after the other: any line ends, UTF-8, UTF-16 or Latin-1, none too long.

use helgi_notation::{ByteOrder, NoText, PackedFormat, latin1, utf16};
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
    /// The bytes are not those of a text: the file is packed, or has zero bytes in its first line. After that they are
    /// left out.
    #[error("line {line}: {problem}")]
    NoText {
        /// The line, from 1.
        line: usize,
        /// The reason.
        problem: NoText,
    },
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
            | ReadError::NoText { line, .. }
            | ReadError::LongLine(line)
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
    /// The order of the bytes, if the text is in UTF-16.
    order: Option<ByteOrder>,
    /// The units of the present line of such a text.
    units: Vec<u16>,
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

    /// Returns true if the text is in UTF-16.
    pub fn is_utf16(&self) -> bool {
        self.order.is_some()
    }

    /// Puts the next line, without its end, in place of `text`; false at the end.
    pub fn next(&mut self, input: &mut dyn BufRead, text: &mut String) -> Result<bool, ReadError> {
        self.bytes.clear();
        if self.taken == 0 {
            self.begin(input)?;
        }
        match self.order {
            Some(order) => self.next_of_units(order, input, text),
            None => self.next_of_bytes(input, text),
        }
    }

    /// Reads the byte order mark of UTF-16, if there is one. A first byte that could begin one and does not is kept.
    fn begin(&mut self, input: &mut dyn BufRead) -> Result<(), ReadError> {
        let Some(first @ (0xfe | 0xff)) = self.peek(input)? else { return Ok(()) };
        self.skip(input);
        let second = self.peek(input)?;
        self.order = second.and_then(|second| ByteOrder::of_mark(&[first, second]));
        match self.order {
            Some(_) => self.skip(input),
            None => self.bytes.push(first),
        }
        Ok(())
    }

    /// Returns the next byte without taking it; `None` at the end.
    fn peek(&self, input: &mut dyn BufRead) -> Result<Option<u8>, ReadError> {
        loop {
            match input.fill_buf() {
                Ok(chunk) => return Ok(chunk.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::Io { line: self.number + 1, error }),
            }
        }
    }

    fn skip(&mut self, input: &mut dyn BufRead) {
        input.consume(1);
        self.taken += 1;
    }

    /// The next line of a text in UTF-16.
    fn next_of_units(
        &mut self,
        order: ByteOrder,
        input: &mut dyn BufRead,
        text: &mut String,
    ) -> Result<bool, ReadError> {
        const RETURN: u16 = b'\r' as u16;
        const FEED: u16 = b'\n' as u16;
        let line = self.number + 1;
        self.units.clear();
        let mut is_any = false;
        while let Some(first) = self.peek(input)? {
            self.skip(input);
            // Half a unit is a fault at the end, and named as one.
            let second = self.peek(input)?;
            let unit = second.map_or(0xfffd, |second| order.unit([first, second]));
            if second.is_some() {
                self.skip(input);
            }
            if std::mem::take(&mut self.after_return) && unit == FEED {
                continue;
            }
            is_any = true;
            if matches!(unit, RETURN | FEED) {
                self.after_return = unit == RETURN;
                break;
            }
            self.units.push(unit);
            if self.units.len() > LONGEST_LINE / 2 {
                return Err(ReadError::LongLine(line));
            }
        }
        if is_any {
            self.number = line;
            self.has_zeros = self.units.contains(&0);
            if self.has_zeros && line == 1 {
                return Err(ReadError::NoText { line, problem: NoText::Binary });
            }
            text.clear();
            text.extend(utf16(self.units.iter().copied().filter(|&unit| !matches!(unit, 0 | 0xfeff))));
        }
        Ok(is_any)
    }

    /// The next line of a text whose characters are bytes, or several each.
    fn next_of_bytes(&mut self, input: &mut dyn BufRead, text: &mut String) -> Result<bool, ReadError> {
        let line = self.number + 1;
        let mut is_any = !self.bytes.is_empty();
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
        if line == 1
            && let Some(format) = PackedFormat::of(&self.bytes)
        {
            return Err(ReadError::NoText { line, problem: format.into() });
        }
        self.has_zeros = self.bytes.contains(&0);
        if self.has_zeros {
            // A file that is not text has them soon. A damaged one has them where something was lost.
            if line == 1 {
                return Err(ReadError::NoText { line, problem: NoText::Binary });
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
            Err(_) => text.extend(bytes.iter().copied().map(latin1)),
        }
        Ok(true)
    }
}
