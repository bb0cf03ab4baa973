#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! ```text
//! suite -> plan (engines x checks) -> workers: a dialogue with a fresh process each -> report
//! ```
//!
//! | module | purpose |
//! |---|---|
//! | `tested` | the engine as a process: bytes to it, lines from it, its end |
//! | `facts` | the options, features and games that an engine declares |
//! | `track` | the position that the dialogue has led to |
//! | `dialogue`, `steps` | one check: what was said and heard, and the steps |
//! | `judge` | the words of judgement |
//! | `plan`, [`run`] | the checks of each engine, side by side |
//! | [`report`] | results, as a text, a table, JSON and JUnit's XML |
//!
//! This crate never prints, and never waits without a time limit.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod dialogue;
mod facts;
mod judge;
mod plan;
pub mod report;
pub mod run;
mod steps;
mod tested;
mod track;

pub use plan::{Choice, built_in, read_folder};
