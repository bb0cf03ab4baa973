//! Bytes to lines: what a client or an engine has written, with the time at which it came.
//!
//! A program reads on a thread of its own that does nothing else. Then lines are taken off the input as they come, so
//! that no client is ever blocked in writing, and `stop`, `quit` and the end of input are known at once.

use crate::text;
use std::io::{self, BufRead, BufReader, Read};
use std::time::{Duration, Instant};

/// The longest line of a client that is kept, in bytes; anything longer is skipped to its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// Input within this time of the line before was written without waiting for an answer.
pub const PAUSE: Duration = Duration::from_millis(100);

/// An event of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientInput {
    /// A line, without its end.
    Line {
        /// The text; invalid UTF-8 is replaced.
        text: String,
        /// The time when the bytes with its end were read: lines that were read together have the same time.
        arrived: Instant,
    },
    /// A line of this many bytes was longer than is kept, and is lost.
    TooLong(u64),
    /// There will be no more: the other side is gone, or cannot be read.
    End {
        /// The time when that was known.
        arrived: Instant,
    },
}

/// The pace of the input, from its first line to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Without a [`PAUSE`]: a file, or the output of a script.
    AtOnce,
    /// With pauses: the client looked at the answers.
    Paused,
}

/// Reads until the end, and hands every line of at most `longest` bytes to `take`, with how the input has come so far,
/// and [`ClientInput::End`] as the last. Ends early once `take` says that it wants no more.
///
/// ```
/// use helgi_protocol::input::{ClientInput, LONGEST_LINE, read_lines};
///
/// let mut lines = Vec::new();
/// read_lines("uci\r\nquit\n".as_bytes(), LONGEST_LINE, |input, _| {
///     lines.extend(match input {
///         ClientInput::Line { text, .. } => Some(text),
///         _ => None,
///     });
///     true
/// });
/// assert_eq!(lines, ["uci", "quit"]);
/// ```
pub fn read_lines(input: impl Read, longest: usize, mut take: impl FnMut(ClientInput, Pace) -> bool) {
    let timed = Timed { input, read_at: Instant::now() };
    let mut input = BufReader::with_capacity(1 << 16, timed);
    let mut line = Vec::new();
    let (mut before, mut pace) = (None, Pace::AtOnce);
    loop {
        line.clear();
        let read = (&mut input).take(longest as u64).read_until(b'\n', &mut line);
        let arrived = input.get_ref().read_at;
        let text_line = |line: &[u8]| ClientInput::Line { text: text::decode(line), arrived };
        let next = match read {
            Ok(0) | Err(_) => ClientInput::End { arrived },
            Ok(length) if length == longest && !line.ends_with(b"\n") => match skip_line(&mut input) {
                // A last line may be exactly as long as allowed.
                Ok(0) => text_line(&line),
                Ok(skipped) => ClientInput::TooLong(longest as u64 + skipped),
                Err(_) => ClientInput::End { arrived },
            },
            Ok(_) => text_line(&line),
        };
        if before.is_some_and(|before| arrived.duration_since(before) >= PAUSE) {
            pace = Pace::Paused;
        }
        before = Some(arrived);
        let is_end = matches!(next, ClientInput::End { .. });
        if !take(next, pace) || is_end {
            return;
        }
    }
}

/// An input that knows when it was last read from.
struct Timed<R> {
    input: R,
    read_at: Instant,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer);
        self.read_at = Instant::now();
        read
    }
}

/// Reads past the end of the line, keeping nothing; the number of bytes.
fn skip_line(input: &mut impl BufRead) -> io::Result<u64> {
    input.skip_until(b'\n').map(|skipped| skipped as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<ClientInput> {
        let mut inputs = Vec::new();
        read_lines(bytes, LONGEST_LINE, |input, _| {
            inputs.push(input);
            true
        });
        inputs
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        let texts = read(bytes).into_iter().map(|input| match input {
            ClientInput::Line { text, .. } => text,
            ClientInput::TooLong(length) => format!("too long: {length}"),
            ClientInput::End { .. } => "end".to_owned(),
        });
        texts.collect()
    }

    #[test]
    fn lines_come_clean_and_the_last_needs_no_end() {
        assert_eq!(texts(b"\xef\xbb\xbfuci\r\n\n\xff\n quit"), ["uci", "", "\u{fffd}", "quit", "end"]);
        assert_eq!(texts(b""), ["end"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let mut bytes = vec![b'x'; 5_000_000];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(texts(&bytes), ["too long: 5000001", "isready", "end"]);
        let longest = vec![b'x'; LONGEST_LINE];
        assert_eq!(texts(&longest)[0].len(), LONGEST_LINE);
    }
}
