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
//! | `process`, `player`, `uci`, `cecp`, `launch` | engines as processes, and what they speak |
//! | [`time`], `adjudication`, [`ending`], [`referee`] | clocks, how games end, one game |
//! | [`standing`], [`statistics`], [`sprt`] | what the results say |
//! | `state`, [`pgn`] | what is left on the disk |
//! | [`replay`] | recorded games, checked by the rules |
//! | `worker`, `sheet`, [`run`](mod@run), [`stop`] | all of it together |
//!
//! What never happens here: printing, a choice between games, a wait that no engine can be late for,
//! an engine that is left behind.
//!
//! # Example
//!
//! ```no_run
//! use helgi_match::openings::unjudged;
//! use helgi_match::settings::{EngineSettings, Settings};
//! use helgi_match::time::Control;
//! use helgi_match::{Event, Match, Stop};
//!
//! let engine = |name: &str, nodes| EngineSettings {
//!     name: name.to_owned(),
//!     control: Control { nodes: Some(nodes), ..Control::default() },
//!     ..EngineSettings::new("target/release/helgi")
//! };
//! let engines = vec![engine("more", 2000), engine("less", 1000)];
//! let settings = Settings { rounds: 50, games: 2, repeat: 2, ..Settings::new(engines) };
//! let report = Match::new(settings)?.run(&Stop::new(), &mut unjudged, &mut |event| {
//!     if let Event::Finished { record, .. } = event {
//!         println!("{}", record.ending);
//!     }
//! });
//! let meeting = &report.standing.meetings()[0];
//! println!("{} won, {} lost", meeting.score.wins, meeting.score.losses);
//! # Ok::<(), helgi_match::Error>(())
//! ```

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod adjudication;
mod book;
mod cecp;
pub mod ending;
mod error;
mod launch;
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
mod sheet;
pub mod sprt;
pub mod standing;
mod state;
pub mod statistics;
pub mod stop;
pub mod time;
mod uci;
pub mod words;
mod worker;

pub use error::Error;
pub use process::kill_all;
pub use run::{End, Event, Match, Report};
pub use stop::Stop;
