#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! ```text
//! board      the game and what XBoard makes of it: moves, marks, taking back
//!   entry      how each move is entered on XBoard's board
//!   marks      where a held piece may go
//!   record     XBoard's half-moves
//!   screen     what XBoard shows, and how to put it right
//! saved      games in XBoard's files
//! setup      how a game is announced
//!   betza      movements in XBoard's notation
//! faces      the files with pictures instead of XBoard's own
//! table      the letters of a game, positions as XBoard has them
//!   figures    which letter and picture each piece of a game has
//! ```
//!
//! XBoard knows few of our games. It is told the letters, the start and the movements, is shown by marks
//! where a piece may go, and is sent further half-moves where one of its own does not say all. What is
//! known about the behaviour of XBoard 4.9.1 is written where it is used. Nothing is sent from here, and nothing
//! searched.

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod betza;
mod board;
mod entry;
mod faces;
mod figures;
mod marks;
mod offered;
mod record;
pub mod saved;
mod screen;
mod setup;
mod table;

#[doc(hidden)]
pub use board::testing;
pub use board::{EditedBoard, EnteredPly, EntryError, Repairs, ShownPly, XBoardGame};
pub use faces::{BITMAP_SIZES, BitmapRole, Face};
pub use figures::NotShown;
pub use offered::{game_called, listed, offered};
pub use table::LetterTable;
