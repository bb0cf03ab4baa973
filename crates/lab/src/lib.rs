#![doc = include_str!("../README.md")]
//!
//! | module | contents | never |
//! |---|---|---|
//! | [`selfplay`] | games of the engine against itself, and the file that keeps them | what is learned from them |
//! | [`studies`] | what games between players of two strengths say about the rules of a game | the rules |
//! | [`train`] | nets from such games | which game it is |
//! | [`tune`] | weights and search parameters, fitted to results of games | what a weight means |

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod random;
pub mod selfplay;
pub mod studies;
pub mod train;
pub mod tune;
