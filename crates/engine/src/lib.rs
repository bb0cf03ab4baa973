#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! | layer | knows | never |
//! |---|---|---|
//! | [`eval`] | for each game an opinion: how a position stands, what a move wins | what is legal, how to search |
//! | [`net`] | what was learned of a game: nets, and what they see | a rule, how nets are made |
//! | [`search`] | any game through the traits of the rules and of `eval`: the best move | which game it is, a protocol |
//! | [`mod@wdl`] | how results follow from scores | which game it is |
//! | [`mod@review`] | what each move of a game cost, and where it was decided | a record, a word |
//! | [`puzzles`] | which positions have one good move alone, and whether an answer is it | a record, a word |
//! | [`draw_offer`] | when an offered draw is taken | who offers it |
//! | [`book`] | what was played in which position, and with what success | when a book is asked |
//! | [`selfplay`] | games against itself, and the file they are kept in | what is learned from them |
//! | [`train`] | how nets are made of such games | which game it is |
//! | [`tune`] | how weights are fitted to the results of self-play | what a weight means |
//!
//! The search is compiled once for each game, so that nothing is looked up while it runs;
//! everything else is compiled once. Which evaluation goes with which game is said by [`HasEvaluation`].

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bench;
pub mod book;
pub mod draw_offer;
pub mod eval;
mod games;
pub mod lines;
pub mod net;
pub mod player;
pub mod puzzles;
pub mod review;
pub mod search;
pub mod selfplay;
mod side_by_side;
pub mod strength;
pub mod train;
pub mod tune;
pub mod wdl;

pub use games::{
    EvalBreakdown, HasEvaluation, Visitor, evaluate, games_with_nets, ladder, read_net, register, visit, wdl,
    wdl_curves,
};
