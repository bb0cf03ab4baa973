//! The engine without its protocols: evaluation, search and tuning for all games.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bench;
pub mod eval;
mod games;
pub mod search;
pub mod tune;

pub use games::{Judged, Visitor, evaluate, visit};
