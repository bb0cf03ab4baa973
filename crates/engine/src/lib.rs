#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! | layer | knows | never |
//! |---|---|---|
//! | [`eval`] | for each game an opinion: how a position stands, what a move wins | what is legal, how to search |
//! | [`net`] | what was learned of a game: nets, and what they see | a rule, how nets are made |
//! | [`search`] | any game through the traits of the rules and of `eval`: the best move | which game it is, a protocol |
//! | [`mod@wdl`] | how results follow from scores | which game it is |
//! | [`draw_offer`] | when an offered draw is taken | who offers it |
//! | [`mod@side_by_side`] | work shared out to threads | what the work is |
//!
//! The search is compiled once for each game, so that nothing is looked up while it runs;
//! everything else is compiled once. [`HasEvaluation`] assigns each game its evaluation.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bench;
pub mod draw_offer;
pub mod eval;
mod games;
pub mod lines;
pub mod net;
pub mod player;
pub mod search;
pub mod side_by_side;
pub mod strength;
pub mod wdl;

pub use games::{
    EvalBreakdown, EvalVisitor, HasEvaluation, Running, evaluate, games_with_nets, is_in_use, ladder,
    net_in_use, net_source, offer_nets, read_net, register, use_net, visit, wdl, wdl_curves,
};
