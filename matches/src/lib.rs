//! Matches between engines: who plays whom, refereed by the rules of the games, counted and written down.
//!
//! ```text
//! settings -> schedule -> workers: two players and a referee each -> standing, state, PGN -> events
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | [`settings`], [`words`] | what is to be played, and how it is said on a command line |
//! | [`schedule`] | which games, in which order |
//! | [`openings`], `book` | what the games begin with |
//! | `process`, `player`, `uci`, `cecp` | engines as processes, and what they speak |
//! | [`time`], `adjudication`, [`referee`] | clocks, early endings, one game |
//! | [`standing`], [`statistics`] | what the results say |
//! | `state`, [`pgn`] | what is left on the disk |
//! | [`replay`] | recorded games, checked by the rules |
//! | [`run`](mod@run), [`stop`] | all of it together |
//!
//! What never happens here: printing, a choice between games, a wait that no engine can be late for,
//! an engine that is left behind.
//!
//! # Example
//!
//! ```no_run
//! use helgi::matches::settings::{EngineSettings, Settings};
//! use helgi::matches::time::Control;
//! use helgi::matches::{Event, Match, Stop};
//!
//! let engine = |name: &str, nodes| EngineSettings {
//!     name: name.to_owned(),
//!     control: Control { nodes: Some(nodes), ..Control::default() },
//!     ..EngineSettings::new("target/release/helgi")
//! };
//! let engines = vec![engine("more", 2000), engine("less", 1000)];
//! let settings = Settings { rounds: 50, games: 2, repeat: 2, ..Settings::new(engines) };
//! let report = Match::new(settings)?.run(&Stop::new(), &mut |event| {
//!     if let Event::Finished { record, .. } = event {
//!         println!("{} {}", record.ending.score, record.ending.reason);
//!     }
//! });
//! let meeting = &report.standing.meetings()[0];
//! println!("{} won, {} lost", meeting.score.wins, meeting.score.losses);
//! # Ok::<(), helgi::matches::Error>(())
//! ```

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod adjudication;
mod book;
mod cecp;
mod log;
pub mod openings;
pub mod pgn;
mod player;
mod process;
pub mod reader;
pub mod referee;
pub mod replay;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod standing;
mod state;
pub mod statistics;
pub mod stop;
pub mod time;
mod uci;
pub mod words;

pub use process::kill_all;
pub use run::{End, Event, Match, Report};
pub use stop::Stop;

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no match, or no more of it.
#[derive(Debug, Error)]
pub enum Error {
    /// The settings make no sense: the field, the value, and what was expected.
    #[error("{0}")]
    Settings(String),
    /// An engine does not start, or cannot play the game.
    #[error("{0}")]
    Engine(String),
    /// An engine has crashed or hung, and the match was not to go on then.
    #[error("{0}: the match ends, since it is not to recover from that")]
    Crash(String),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Error {
    fn file(path: &Path, error: io::Error) -> Self {
        Error::File { path: path.to_owned(), error }
    }
}
