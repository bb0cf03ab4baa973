//! The input: bytes to lines, on a thread of its own that never waits for anybody.
//!
//! Whatever the rest of the program does, lines are taken off the input as they come, so that no
//! client is ever blocked in writing and `stop`, `quit` and the end of input are known at once.
//! What the lines mean is not known here.

use crossbeam_channel::Sender;
use helgi_protocol::text;
use std::io::{self, BufRead, BufReader, Read};
use std::thread;
use std::time::Instant;

/// The longest line that is kept; anything longer is skipped to its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// What comes from the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its end.
    Line {
        /// The text; what was no UTF-8 is replaced.
        text: String,
        /// When it was read.
        arrived: Instant,
    },
    /// A line of so many bytes was longer than [`LONGEST_LINE`] and is lost.
    TooLong(u64),
    /// There will be no more: the other side is gone, or cannot be read.
    End,
}

/// Reads until the end on a thread of its own; afterwards that thread calls `after_end`.
///
/// # Errors
///
/// If the system gives no thread.
pub fn spawn(
    input: impl Read + Send + 'static,
    sender: Sender<Input>,
    after_end: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let read = move || {
        read_all(BufReader::with_capacity(1 << 16, input), &sender);
        after_end();
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).map(drop)
}

/// Sends everything there is to read. Returns early if nobody listens any more.
pub fn read_all(mut input: impl BufRead, sender: &Sender<Input>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let next = match (&mut input).take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
            Ok(0) => Input::End,
            Ok(LONGEST_LINE) if !line.ends_with(b"\n") => match skip_line(&mut input) {
                // A last line may be exactly as long as allowed.
                Ok(0) => line_of(&line),
                Ok(skipped) => Input::TooLong(LONGEST_LINE as u64 + skipped),
                Err(_) => Input::End,
            },
            Ok(_) => line_of(&line),
            Err(_) => Input::End,
        };
        let is_end = next == Input::End;
        if sender.send(next).is_err() || is_end {
            return;
        }
    }
}

fn line_of(bytes: &[u8]) -> Input {
    Input::Line { text: text::decode(bytes), arrived: Instant::now() }
}

/// Reads past the end of the line, keeping nothing; the number of bytes.
fn skip_line(input: &mut impl BufRead) -> io::Result<u64> {
    input.skip_until(b'\n').map(|skipped| skipped as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;

    fn read(bytes: &[u8]) -> Vec<Input> {
        let (sender, receiver) = unbounded();
        read_all(bytes, &sender);
        drop(sender);
        receiver.iter().collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        let texts = read(bytes).into_iter().map(|input| match input {
            Input::Line { text, .. } => text,
            Input::TooLong(length) => format!("too long: {length}"),
            Input::End => "end".to_owned(),
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
