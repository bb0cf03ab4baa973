//! The parts that boards of all games are made of: squares and sets of them, geometry, movement
//! tables, stacks, reserves, packed moves and hash keys.
//!
//! Knows no game: no piece has a name here, no rule is applied, nothing is printed.

pub(crate) mod attack;
mod cells;
mod geometry;
pub mod movement;
mod moves;
pub mod path;
mod pieces;
mod reach;
mod reserve;
mod ride;
mod set;
mod sink;
mod square;
mod stack;
pub mod zobrist;

pub use cells::Cells;
pub use geometry::{Direction, Geometry, Outline, OutlineError};
pub use moves::{Action, Extra, Kind, Move};
pub use pieces::{Movement, PieceTables};
pub use reach::Reach;
pub use reserve::Reserve;
pub use ride::{Occupancy, Way};
pub use set::{Bitboard, Squares};
pub use sink::{Find, MoveCounter, MoveSink};
pub use square::{Side, Square};
pub use stack::{STACK_LIMIT, Stacks};
pub use zobrist::{Piece, ZobristKey};
