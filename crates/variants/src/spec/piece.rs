//! The pieces of a game, with their moves as data.

use crate::betza::BetzaMoves;
use helgi_rules::internals::board::movement::Term;

/// One piece of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSpec {
    /// Its letter, upper case.
    pub letter: char,
    /// Its moves, where they are not those of its kind.
    pub moves: Option<PieceMoves>,
}

/// The moves of a piece as a file gives them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceMoves {
    /// The text in the file.
    pub text: String,
    /// The moves.
    pub dialect: MoveDialect,
}

/// Moves in one of the two notations of files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveDialect {
    /// XBetza, as in Fairy-Stockfish's files.
    XBetza(BetzaMoves),
    /// Helgi's own, after `movement = helgi`.
    Own(Vec<Term>),
}
