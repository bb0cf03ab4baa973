//! The kit that games are written with, for games inside and outside this crate: the parts that boards of all games are
//! made of. It knows no game: no piece has a name here, no rule is applied, nothing is printed.
//!
//! A game implements [`Game`](crate::Game) for its facts and its text, and [`Position`](crate::Position) for what
//! is on the board. Its building blocks:
//!
//! | part | for |
//! |---|---|
//! | [`Square`], [`Side`], [`Kind`], [`Piece`], [`Move`] | what everything else is about |
//! | [`Outline`], [`Geometry`] | the squares of a board of up to 26 files and 255 squares, holes allowed, and the lines between them |
//! | [`PieceTables`], [`Movement`] | how pieces move, made from descriptors such as `fmWfcF` |
//! | [`Bitboard`] | sets of squares |
//! | [`Cells`] | boards with at most one piece on a square |
//! | [`Stacks`] | boards on which pieces stand on pieces |
//! | [`Reserve`] | pieces in hand |
//! | [`Occupancy`] | the pieces in the way |
//! | [`MoveSink`] | the receiver that a generator hands its moves to |
//! | [`zobrist`] | Zobrist keys |
//!
//! [`fen`](crate::fen) reads and writes positions. `examples/own_game` in this crate writes a whole game so;
//! [`register`](crate::games::register) makes a game known to the process: from then on
//! [`AnyPosition`](crate::AnyPosition), notation, records, the referee and the search take it like any other.
//!
//! # Limits
//!
//! A board has at most 255 squares, a game at most [`Kind::LIMIT`] kinds of pieces, of which the first 16 can be held in
//! hand; letters are `A` to `Z`, each with a promoted form written `+X`. What is beyond them is refused: [`Bitboard`] of
//! five words does not compile, [`Outline::try_new`] returns an error. On squares off the board there is nothing: boards
//! answer `None` there, and put nothing on them.

pub(crate) mod any_sink;
pub(crate) mod attack;
mod cells;
pub(crate) mod geometry;
pub(crate) mod movement;
mod moves;
mod occupancy;
mod outline;
pub(crate) mod path;
mod piece;
mod pieces;
pub(crate) mod reach;
mod reserve;
pub(crate) mod ride;
mod set;
pub(crate) mod side_effects;
pub(crate) mod sink;
mod square;
mod stack;
pub mod zobrist;

pub use cells::Cells;
pub(crate) use geometry::Direction;
pub use geometry::Geometry;
pub use moves::{Action, Extra, Move};
pub use occupancy::Occupancy;
pub use outline::{Outline, OutlineError};
pub use piece::{Kind, Piece};
pub use pieces::{Movement, PieceTables};
pub(crate) use reach::Reach;
pub use reserve::Reserve;
pub(crate) use ride::Way;
pub use set::{Bitboard, Squares};
pub use sink::MoveSink;
pub(crate) use sink::{AnyMove, Find, MoveCounter, MovesTo};
pub use square::{Side, Square};
pub use stack::Stacks;
pub use zobrist::ZobristKey;
