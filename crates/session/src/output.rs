//! The output: whole lines, flushed one by one, from one writer.

use std::fmt::Display;
use std::io::{self, Write};

/// The writer of all answers. An error means that nobody reads any more, and ends the session.
#[derive(Debug)]
pub struct SessionOutput<W> {
    writer: W,
    line: Vec<u8>,
}

impl<W: Write> SessionOutput<W> {
    /// Writes to `writer` from here on.
    pub const fn new(writer: W) -> Self {
        SessionOutput { writer, line: Vec::new() }
    }

    /// Writes the text, which may be of several lines, and a line's end, in one piece.
    ///
    /// # Errors
    ///
    /// When the other side is gone.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        // Written in one piece: other programs read half a line as a line.
        self.line.clear();
        writeln!(self.line, "{text}")?;
        self.writer.write_all(&self.line)?;
        self.writer.flush()
    }
}
