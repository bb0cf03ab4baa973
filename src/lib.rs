//! helgi: an engine for chess and for games beyond it, with drops, shots, explosions and stacks.
//!
//! # What flows where
//!
//! ```text
//! stdin  -> helgi-protocol (text to values) -> session -> search -> rules -> board
//! stdout <- helgi-protocol (values to text) <- session <- events, reports, outcomes
//! ```
//!
//! Data goes down as commands and comes back as values. Nobody imports upward, which
//! `tests/layers.rs` holds by reading the sources.
//!
//! | layer | knows | never |
//! |---|---|---|
//! | [`board`] | squares, sets of them, lines, movement tables, stacks, packed moves, hash keys | a game, a rule |
//! | [`rules`] | the games: what is legal and how it ends, and their text | an opinion on who stands better |
//! | [`eval`] | for each game an opinion: how a position stands, what a move wins | what is legal, how to search |
//! | [`search`] | any game through the traits of `rules` and `eval`: the best move | which game it is, a protocol |
//! | [`tune`] | how weights are fitted to the results of self-play | what a weight means |
//! | [`session`] | the dialogue with a client, the list of games, options | how moves are made |
//! | [`mod@matches`] | matches of engines: processes, referee, openings, statistics, PGN | a terminal, how moves are made |
//! | [`drawing`] | pictures of positions, from their text | a rule, a file |
//! | the crate `helgi-protocol` | the text of UCI and XBoard, squares, moves, options | any of the above |
//! | `main.rs`, `cli/` | the command line | |
//!
//! # What holds everywhere
//!
//! * A position is a small value ([`rules::Position`], at most 512 bytes) that is copied, never
//!   unmade. What repetition needs of the past is beside it, in [`rules::History`].
//! * A [`board::Move`] has four bytes and one form for all games.
//! * A result is a value, [`rules::Outcome`].
//! * Static dispatch: the search and [`session`]'s game in progress are compiled once for each game;
//!   everything else once.
//! * Nothing below `session` prints or reads input; on standard output there is one writer.
//! * No `unsafe`. No panic on input: in `session` and the protocol crate the ways to panic are denied.
//! * A search that panics all the same is caught, and its `go` answered.
//!
//! # How to add a game
//!
//! 1. Its rules: a file in `src/rules/` with a table of pieces at its head and the two traits
//!    [`rules::Game`] and [`rules::Position`]; parts that another game has as well come from `board` and
//!    `rules`.
//! 2. An opinion on it: a file in `src/eval/` with [`eval::Evaluate`] and [`eval::Tunable`].
//! 3. One line in the list of [`session::games`].
//!
//! The protocol, the search, the command line and the tests that are for all games need no change.

pub mod board;
pub mod drawing;
pub mod eval;
pub mod matches;
pub mod rules;
pub mod search;
pub mod session;
pub mod tune;
