#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! | module | what it is for |
//! |---|---|
//! | `record`, `node`, `tags`, `seats`, `result`, `glyph` | a game as a value |
//! | `commands`, `assessment` | what programs say in comments |
//! | `pgn` | records as text |
//! | [`puzzle`] | puzzles as PGN and EPD |
//! | [`replay`] | what the rules say of a record |
//! | [`files`] | records on disk |
//!
//! What never happens here: a file that is opened but by [`files`], a word that is printed, a choice between
//! games.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod assessment;
mod commands;
pub mod files;
mod glyph;
mod node;
mod pgn;
pub mod puzzle;
mod record;
pub mod replay;
mod result;
mod seats;
mod tags;

pub use assessment::{Assessment, Expected, NoAssessment};
pub use commands::{Colour, Evaluation, Mark, NoMark};
pub use glyph::Glyph;
pub use node::{Node, NodeId};
pub use pgn::{Located, PgnError, Problem, ReadError, Reader, comment_text};
pub use record::Record;
pub use result::GameResult;
pub use seats::Seat;
pub use tags::Tags;
