#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! | module | purpose |
//! |---|---|
//! | `record`, `node`, `tags`, `seats`, `result`, `glyph` | a game as a value |
//! | `commands`, `assessment` | the comments of programs |
//! | `findings` | lists of faults that stay short |
//! | `pgn` | records as text |
//! | [`ending`] | endings of games between players |
//! | [`epd`] | lines of EPD taken apart, for puzzles and openings |
//! | [`puzzle`] | puzzles as PGN and EPD |
//! | [`replay`] | records checked by the rules |
//! | [`time`] | time controls |
//! | `files` | records on disk |
//!
//! This crate opens files only in `files`, by `helgi-files`, which the feature of that name brings (on by default); it
//! never prints, and never treats one game
//! differently from another.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod assessment;
mod commands;
pub mod ending;
pub mod epd;
#[cfg(feature = "files")]
pub mod files;
mod findings;
mod glyph;
mod node;
mod pgn;
pub mod puzzle;
mod record;
pub mod replay;
mod result;
mod seats;
mod tags;
pub mod time;

pub use assessment::{Assessment, ExpectedScore, NoAssessment};
pub use commands::{BoardMark, Colour, Evaluation, NoMark};
pub use epd::EpdLine;
pub use findings::{Findings, MOST_FINDINGS};
pub use glyph::Glyph;
pub use node::{Node, NodeId};
pub use pgn::{
    Located, Movetext, MovetextError, MovetextNotice, PgnError, PgnNotice, PgnProblem, PgnReader, PgnReading,
    ReadError, comment_text, movetext,
};
pub use record::Record;
pub use result::GameResult;
pub use seats::{EngineStrength, NoStrength, Seat};
pub use tags::Tags;
