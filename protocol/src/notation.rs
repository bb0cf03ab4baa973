//! Squares and moves as text, for any board of up to 26 files and 99 ranks.
//!
//! A [`WireMove`] is what the text says and nothing more: whether the move is
//! legal, whether the squares are on the board and which pieces the letters
//! stand for is known to the game alone.

mod ranks;
mod read;
mod wire;

pub use ranks::{ranks_from_one, ranks_from_zero};
pub(crate) use read::Scanner;
pub use read::{Expected, NotationError};
pub use wire::{Victims, WireMove, WireSquare};
