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
//! # What is promised
//!
//! What these pages show is the library's face; `docs/api` in the repository lists it, so that no change of it goes unseen.
//! One module is not shown: `internals`, which helgi's own crates use, with the few fields and methods of public types that
//! have its types. It promises nothing.

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
