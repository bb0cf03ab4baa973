#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! | layer | knows | never |
//! |---|---|---|
//! | [`eval`] | for each game an opinion: how a position stands, what a move wins | what is legal, how to search |
//! | [`net`] | what was learned of a game: nets, and what they see | a rule, how nets are made |
//! | [`search`] | any game through the traits of the rules and of `eval`: the best move | which game it is, a protocol |
//! | `wdl` | how results follow from scores | which game it is |
//! | `draw_offer` | when an offered draw is taken | who offers it |
//! | `side_by_side` | work shared out to threads | what the work is |
//!
//! The search is compiled once for each game, so that nothing is looked up while it runs;
//! everything else is compiled once. `HasEvaluation` assigns each game its evaluation.
//!
//! # Stability
//!
//! These pages show the public interface; `docs/api` in the repository lists it, so no change of it goes unnoticed. The hidden
//! module `internals`, and the few hidden fields and methods of public types that use its types, are for helgi's own crates and
//! may change in any release.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod draw_offer;
pub mod eval;
mod games;
#[doc(hidden)]
pub mod internals;
mod lines;
pub mod net;
mod player;
pub mod search;
mod side_by_side;
mod strength;
mod wdl;

pub use games::{EvalBreakdown, Running, evaluate, read_net, use_net, wdl};
pub(crate) use games::{HasEvaluation, ladder};
pub use player::ChosenMove;
pub use wdl::{Chances, WdlModel};
