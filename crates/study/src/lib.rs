#![doc = include_str!("../README.md")]
//!
//! | module | contents | never |
//! |---|---|---|
//! | [`annotation`] | reviews in words, and records annotated with them | the search |
//! | [`mod@review`] | the cost of each move of a game, and the move that decided it | a record, a word |
//! | `stop` | the way to stop a series of searches | a search |
//! | `searches` | the searches of a review or a judgement, by an engine at hand or by somebody else's | a verdict |
//! | [`puzzles`] | positions with a single good move, the judgement of answers, the sets that come with the program | when to ask |
//! | [`tasks`] | positions to learn a game by, checked by its rules | a search |
//! | [`book`] | moves played in each position, and their success | when a book is asked |

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod annotation;
mod balance;
pub mod book;
pub mod puzzles;
pub mod review;
mod searches;
mod stop;
pub mod tasks;

pub use balance::BalanceJudge;
pub use searches::{StudyFinding, StudySearch, StudyStep};
