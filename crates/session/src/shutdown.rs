//! The end of the program when the client leaves and no longer reads.
//!
//! A write into a full pipe lasts until somebody reads, and the session that waits in one reads nothing. So
//! the reader of the input ends the program: after `quit` once a write hangs, and after the end of the input
//! in any case.

use helgi_protocol::input::ClientInput;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The most time for the program to end by itself, and for a write at the end; longer than an
/// orderly end takes.
const LAST_RESORT: Duration = Duration::from_millis(450);

/// The interval at which hanging writes are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The time at which the present write began; `None` while nothing is written.
type Since = Arc<Mutex<Option<Instant>>>;

/// The way in which a client leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// With `quit`.
    Politely,
    /// Without a word: it closes its end of the input.
    Silently,
}

/// Returns how the client leaves with this input, if it does.
pub fn of(input: &ClientInput) -> Option<Leaves> {
    match input {
        ClientInput::Line { text, .. } if text.trim().eq_ignore_ascii_case("quit") => Some(Leaves::Politely),
        ClientInput::End { .. } => Some(Leaves::Silently),
        ClientInput::Line { .. } | ClientInput::TooLong(_) => None,
    }
}

/// An output, and what ends the program if a write into it hangs when the client leaves.
pub fn watched<W: Write>(output: W) -> (WatchedOutput<W>, Farewell) {
    let since = Since::default();
    (WatchedOutput { output, since: since.clone() }, Farewell { since, has_begun: false })
}

/// Ends the program, with status 0, if it does not end by itself.
pub struct Farewell {
    since: Since,
    /// There was a `quit`: writes are watched.
    has_begun: bool,
}

impl Farewell {
    /// The client leaves. Does not return if it does so silently.
    pub fn begin(&mut self, leaves: Leaves) {
        match leaves {
            Leaves::Silently => {
                thread::sleep(LAST_RESORT);
                std::process::exit(0);
            }
            Leaves::Politely if !self.has_begun => {
                let since = self.since.clone();
                let watch = thread::Builder::new().name("shutdown".to_owned());
                // Without a thread the program ends only with its input.
                self.has_begun = watch.spawn(move || end_if_stuck(&since)).is_ok();
            }
            Leaves::Politely => {}
        }
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
