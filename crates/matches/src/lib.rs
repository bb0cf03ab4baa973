#![doc = include_str!("../README.md")]
//!
//! # How it is built
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
//! | `process`, `group`, [`reader`] | engines as processes, with all that they start, and lines as they come from them |
//! | `player`, `uci`, `cecp`, `launch` | what all engines can do, the two protocols, the choice between them |
//! | [`time`], `adjudication`, [`ending`], `referee` | clocks, how games end, one game |
//! | [`standing`], [`statistics`], [`sprt`] | what the results say |
//! | [`sheet`], `state` | what is written down of a game, what is saved of a match |
//! | `worker`, `run`, `stop` | all of it together |
//!
//! What never happens here: printing, a choice between games, a wait that no engine can be late for,
//! an engine that is left behind.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod adjudication;
mod book;
mod cecp;
pub mod ending;
mod error;
mod group;
mod launch;
mod log;
pub mod openings;
mod player;
mod process;
pub mod reader;
mod referee;
mod run;
pub mod schedule;
pub mod settings;
pub mod sheet;
pub mod sprt;
pub mod standing;
mod state;
pub mod statistics;
mod stop;
pub mod time;
mod uci;
pub mod words;
mod worker;

pub use error::Error;
pub use group::kill_all;
pub use run::{End, Event, Match, Report};
pub use stop::Stop;
