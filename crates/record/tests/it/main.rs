//! Tests through the public surface. They are one program, since each program is linked against everything.

#[path = "../common/mod.rs"]
mod common;
mod game_files;
mod liberties;
mod pgn;
mod replays;
mod trees;
