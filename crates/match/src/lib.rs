#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! ```text
//! settings -> schedule -> workers: two players and a referee each -> standing, state, PGN -> events
//! ```
//!
//! | module | purpose |
//! |---|---|
//! | [`settings`], [`words`] | the settings of a match, and their form on a command line |
//! | [`schedule`] | the games and their order |
//! | [`openings`], `book`, `polyglot` | the beginnings of games, and the books of engines |
//! | `process`, [`group`] | engines as processes, with all that they start |
//! | `player`, `uci`, `cecp`, `launch` | the common interface of engines, the two protocols, the
//! choice between them |
//! | [`time`], `adjudication`, [`ending`], `referee` | clocks, endings, one game |
//! | [`scorer`] | scores of positions by an engine, without a game |
//! | [`standing`], [`statistics`], [`sprt`] | the meaning of the results |
//! | [`sheet`], `state`, `saved` | the score sheet of a game, the saved state of a match and its place |
//! | `part`, `pool`, `pool_settings`, `join` | matches of several machines: parts, their common test, their union |
//! | `identity`, `comparison` | the revisions of engines and the settings that may be counted together |
//! | `likeness` | engines that play alike, although they should not |
//! | `worker`, `run`, `stop`, `processors` | all of it together |
//!
//! This crate never prints, never treats one game differently from another, never waits without a
//! time limit, and never leaves an engine behind.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod adjudication;
mod book;
mod cecp;
mod comparison;
pub mod ending;
mod error;
pub mod group;
mod identity;
mod join;
mod launch;
mod likeness;
mod log;
pub mod openings;
mod part;
mod player;
mod polyglot;
mod pool;
mod pool_settings;
mod process;
mod processors;
mod referee;
mod run;
mod saved;
pub mod schedule;
pub mod scorer;
mod setting_error;
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
pub use join::{JoinedMatch, MissingGames};
pub use part::{Part, PartError};
pub use pool::PoolStanding;
pub use pool_settings::PoolSettings;
pub use run::{End, Match, MatchEvent, MatchReport};
pub use setting_error::SettingError;
pub use stop::MatchStop;
