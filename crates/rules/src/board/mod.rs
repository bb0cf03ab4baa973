//! The parts that boards of all games are made of: squares and sets of them, geometry, movement
//! tables, stacks, reserves, packed moves and hash keys.
//!
//! Knows no game: no piece has a name here, no rule is applied, nothing is printed.

pub(crate) mod attack;
mod cells;
mod collect;
mod geometry;
pub mod key;
pub mod movement;
mod moves;
mod pieces;
mod reach;
mod reserve;
mod ride;
mod set;
mod square;
mod stack;

pub use cells::Cells;
pub use collect::{Collect, Count, Find};
pub use geometry::{Direction, Geometry, Outline};
pub use key::{Key, Piece};
pub use moves::{Action, Extra, Kind, Move};
pub use pieces::{Movement, PieceTables};
pub use reach::Reach;
pub use reserve::Reserve;
pub use ride::{Occupancy, Way};
pub use set::{SquareSet, Squares};
pub use square::{Side, Square};
pub use stack::{STACK_LIMIT, Stacks};
