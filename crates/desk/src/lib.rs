#![doc = include_str!("../README.md")]
//!
//! | module | |
//! |---|---|
//! | [`moment`] | time, date and seed, as they are handed in |
//! | [`game`], [`sides`] | one game with its players, clocks and end; its sides in different hands |
//! | [`tree`], [`clock`], [`plan`], [`ending`] | its moves, its clocks, its beginning and the reasons for refusals, its end |
//! | [`orders`] | what a page may order at a board |
//! | [`snapshot`] | its state as the page receives it |
//! | [`kept`], [`opening`] | games as records and as they are listed; games opened from texts |
//! | [`scene`], [`entry`] | a position as the page shows it, and the entry of its moves |
//! | [`desk`] | all of it together, for a page without a server |
//! | [`draft`] | positions that are set up |
//! | [`explorer`] | what was played from a position |
//! | [`analysis`], [`review`], [`hint`] | what an engine has found, as the page receives it |
//! | [`variants`], [`showcase`] | the facts about a game; games that the start page plays |
//! | [`learn`], [`rulebook`], [`demonstration`] | lessons: the rules, and the moves of pieces |
//! | [`puzzles`], [`tasks`] | puzzles and tasks, and what is said about answers |
//! | [`workbench`] | games that are written on the page |
//! | [`shared`] | rules of games that come with links |
//! | [`resources`] | the resources of engines that can be chosen |
//! | [`reply`] | refusals as the page reads them |
//!
//! This crate never opens a file, starts a thread, asks a clock, draws a number of its own, thinks, or panics on a request.

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod analysis;
pub mod clock;
pub mod demonstration;
pub mod desk;
pub mod draft;
pub mod ending;
pub mod entry;
pub mod explorer;
pub mod findings;
pub mod game;
pub mod hint;
pub mod kept;
pub mod learn;
pub mod moment;
pub mod opening;
pub mod orders;
pub mod plan;
pub mod puzzles;
pub mod reply;
pub mod resources;
pub mod review;
pub mod rulebook;
pub mod scene;
pub mod shared;
pub mod showcase;
pub mod sides;
pub mod snapshot;
pub mod tasks;
pub mod tree;
pub mod unread;
pub mod variants;
mod variations;
pub mod workbench;
