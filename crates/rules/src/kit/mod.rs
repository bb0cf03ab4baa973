//! The kit that games are written with, for games inside and outside this crate.
//!
//! A game implements [`Game`](crate::Game) for its facts and its text, and [`Position`](crate::Position) for what
//! is on the board. Its building blocks:
//!
//! | part | for |
//! |---|---|
//! | [`Outline`], [`Geometry`] | the squares of a board of up to 26 files and 192 squares, holes allowed, and the lines between them |
//! | [`PieceTables`], [`Movement`], [`Reach`] | how pieces move, made from [paths](crate::board::path), which [descriptors](crate::board::movement) such as `fmWfcF` are lowered to |
//! | [`Cells`] | boards with at most one piece on a square |
//! | [`Stacks`] | boards on which pieces stand on pieces |
//! | [`Reserve`] | pieces in hand |
//! | [`Occupancy`], [`Way`], [`Direction`] | the pieces in the way |
//! | [`MoveSink`], [`MoveCounter`], [`Find`] | the receivers that a generator hands its moves to |
//! | [`zobrist`] | Zobrist keys |
//! | [`Fields`], [`Cell`], [`read_board`] | reading positions |
//! | [`castling`], [`check`], [`orthodox`] | rules that several games share |
//!
//! `examples/own_game` in this crate writes a whole game with it. [`register`](crate::games::register) makes a
//! game known to the process: from then on [`AnyPosition`](crate::AnyPosition), notation, records, the referee
//! and the search take it like any other.
//!
//! # Limits
//!
//! A board has at most 192 squares, a game at most [`Kind::LIMIT`](crate::board::Kind::LIMIT) kinds of pieces, of
//! which the first 16 can be held in hand; letters are `A` to `Z`, each with a promoted form written `+X`. What is beyond
//! them is refused: [`Bitboard`](crate::board::Bitboard) of four words does not compile, [`Outline::try_new`] returns an
//! error. On squares off the board there is nothing: boards answer `None` there, and put nothing on them.

pub mod castling;
pub mod check;
pub mod orthodox;

pub use crate::board::{
    Cells, Direction, Find, Geometry, MoveCounter, MoveSink, Movement, Occupancy, Outline, OutlineError,
    PieceTables, Reach, Reserve, Stacks, Way, zobrist,
};
pub use crate::fen::{Cell, Fields, board as read_board};
