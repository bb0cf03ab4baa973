//! The end of the program when the client has said `quit` but no longer reads.
//!
//! A write into a full pipe lasts until somebody reads. The session that waits in one hears nothing, so
//! whoever reads the input watches it: after `quit` no write may last longer than [`LAST_RESORT`].

use super::LAST_RESORT;
use helgi_match::reader::PAUSE;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether a write hangs.
const LOOK: Duration = Duration::from_millis(50);

/// The longest line that can be `quit`, in bytes.
const LONGEST: usize = 64;

/// When the present write began; `None` while nothing is written.
type Since = Arc<Mutex<Option<Instant>>>;

/// An input and an output that belong together. After a line `quit` of the input the program is ended, with
/// status 0, as soon as a write hangs. A file of commands, which comes without a pause, may be read as
/// slowly as its reader likes.
pub fn watched<R: Read, W: Write>(input: R, output: W) -> (WatchedInput<R>, WatchedOutput<W>) {
    let since = Since::default();
    let watched = WatchedInput {
        input,
        since: since.clone(),
        line: Vec::new(),
        read_at: None,
        pauses: false,
        is_watching: false,
    };
    (watched, WatchedOutput { output, since })
}

/// The input, in which `quit` is looked for.
pub struct WatchedInput<R> {
    input: R,
    since: Since,
    /// The line so far, as much of it as matters.
    line: Vec<u8>,
    read_at: Option<Instant>,
    /// There was a pause between two reads: the client looks at the answers.
    pauses: bool,
    is_watching: bool,
}

impl<R: Read> Read for WatchedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let now = Instant::now();
        self.pauses |= self.read_at.is_some_and(|before| now.duration_since(before) >= PAUSE);
        self.read_at = Some(now);
        for &byte in buffer.iter().take(read) {
            if byte != b'\n' {
                if self.line.len() <= LONGEST {
                    self.line.push(byte);
                }
                continue;
            }
            if self.line.trim_ascii().eq_ignore_ascii_case(b"quit") && self.pauses && !self.is_watching {
                self.is_watching = true;
                let since = self.since.clone();
                thread::Builder::new().name("farewell".to_owned()).spawn(move || end_if_stuck(&since))?;
            }
            self.line.clear();
        }
        Ok(read)
    }
}

/// Ends the program once a write hangs.
fn end_if_stuck(since: &Since) {
    loop {
        thread::sleep(LOOK);
        let began = *since.lock().unwrap_or_else(PoisonError::into_inner);
        if began.is_some_and(|began| began.elapsed() >= LAST_RESORT) {
            std::process::exit(0);
        }
    }
}

/// The output, which knows when it began to write.
pub struct WatchedOutput<W> {
    output: W,
    since: Since,
}

impl<W> WatchedOutput<W> {
    fn during<T>(&mut self, write: impl FnOnce(&mut W) -> T) -> T {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let written = write(&mut self.output);
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = None;
        written
    }
}

impl<W: Write> Write for WatchedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.during(|output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.during(Write::flush)
    }
}
