#![doc = include_str!("../README.md")]
//!
//! # Threads
//!
//! Three threads work together, and share nothing but messages:
//!
//! ```text
//! stdin  -> reader: lines, as they come, never waiting
//!              |
//! stdout <- event loop: one session, of UCI or of XBoard; owns all state, decides, is the only writer
//!              |            ^
//!              v            | lines, and the end
//!           task: one search, count or bench at a time
//! ```
//!
//! Never happens here: a panic on input, a loop that waits for a search, a line that is written
//! in parts, code for one game alone.
//!
//! | module | contents |
//! |---|---|
//! | [`game_files`] | games from files that the user, a variable or the option `VariantPath` names |
//! | [`books`], [`nets`] | files of opening books and nets that people name |
//! | [`counting`] | move paths, counted with several threads and cancelled when asked |
//! | [`report`] | values of the search as values of the protocol |

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod book;
pub mod books;
pub mod counting;
mod event_loop;
pub mod game_files;
mod judgement;
mod limits;
pub mod nets;
mod options;
mod output;
mod playing;
pub mod report;
mod search;
mod shutdown;
mod task;
mod uci;
mod worker;
mod xboard;

pub use options::{SessionBudget, describe as describe_options};

use crossbeam_channel::unbounded;
use helgi_protocol::input::{LONGEST_LINE, Pace, read_lines};
use options::{Change, Options};
use std::io;
use std::path::Path;
use std::thread;

/// Speaks with the client on standard input and output until it leaves. `settings` are names of options
/// and values that they have from the beginning, and are announced as defaults.
///
/// # Errors
///
/// If the session cannot begin, for lack of memory or threads, or because a setting is refused. A
/// client that is gone is not an error.
pub fn run(settings: &[(String, String)]) -> io::Result<()> {
    let mut options = Options::default();
    for (name, value) in settings {
        let set = options.set(name, Some(value));
        let change = set.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error.to_string()))?;
        if change == Change::Games {
            game_files::read(Path::new(&options.variant_path))?;
        }
    }
    let (sender, receiver) = unbounded();
    let (output, mut shutdown) = shutdown::watched(io::stdout());
    let take = move |next, pace| {
        // A file of commands has all the time it takes.
        let leaves = (pace == Pace::Paused).then(|| shutdown::of(&next)).flatten();
        let goes_on = sender.send(next).is_ok();
        if let Some(leaves) = leaves {
            shutdown.begin(leaves);
        }
        goes_on
    };
    let read = move || read_lines(io::stdin(), LONGEST_LINE, take);
    thread::Builder::new().name("input".to_owned()).spawn(read)?;
    // UCI is understood until the client says `xboard`.
    if let Some(output) = uci::Session::new(output, options.clone(), search::any)?.run(&receiver) {
        xboard::Session::new(output, options, search::any)?.run(&receiver);
    }
    Ok(())
}

/// Holds a dialogue whose input is known beforehand, each task within a budget; returns the output.
///
/// The client waits with each line until the engine is idle or waits for `stop`. The same input
/// gives the same output, except for times: for tests and fuzzing.
///
/// # Errors
///
/// If the session cannot begin, for lack of memory or threads.
pub fn converse(input: &[u8], budget: SessionBudget) -> io::Result<Vec<u8>> {
    let (sender, receiver) = unbounded();
    read_lines(input, LONGEST_LINE, |next, _| sender.send(next).is_ok());
    let options = || Options { budget: Some(budget), ..Options::default() };
    let mut said = Vec::new();
    if let Some(output) = uci::Session::new(&mut said, options(), search::any)?.run(&receiver) {
        xboard::Session::new(output, options(), search::any)?.run(&receiver);
    }
    Ok(said)
}
