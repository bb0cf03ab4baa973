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

pub use collect::Collect;
pub use geometry::{Geometry, Outline};
pub use key::{Key, Piece};
pub use moves::{Action, Extra, Kind, Move};
pub use pieces::Movement;
pub use reach::Reach;
pub use reserve::Reserve;
pub use ride::Occupancy;
pub use set::{SquareSet, Squares};
pub use square::{Side, Square};

pub(crate) use cells::Cells;
pub(crate) use collect::{Count, Find};
pub(crate) use geometry::Direction;
pub(crate) use pieces::PieceTables;
pub(crate) use ride::Way;
pub(crate) use stack::Stacks;
