//! Positions of chess as people read and write them. The general form of a position does it; this is the door to it.

use super::ChessPosition;
use crate::board::Move;
use crate::notation::MoveError;
use crate::readable::{self, Style};
use crate::{AnyPosition, Line};

impl ChessPosition {
    /// Returns true if castling is written as in Chess960, as the king's capture of its own rook.
    #[must_use]
    pub(crate) fn is_chess960(&self) -> bool {
        self.castles_onto_rook
    }

    /// The text of the position, its FEN.
    ///
    /// ```
    /// use helgi_rules::Game;
    /// use helgi_rules::chess::Chess;
    ///
    /// assert_eq!(Chess.start().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    #[must_use]
    pub fn fen(&self) -> String {
        AnyPosition::from(self.clone()).fen()
    }

    /// A legal move in the standard algebraic notation, with its mark of check or mate.
    #[must_use]
    pub fn san(&self, legal: Move) -> String {
        readable::write(&self.clone().into(), legal, Style::San)
    }

    /// Reads a move in any of the usual notations, `Nf3` or `g1f3`.
    ///
    /// ```
    /// use helgi_rules::Game;
    /// use helgi_rules::board::Move;
    /// use helgi_rules::chess::Chess;
    /// use helgi_rules::chess::squares::{F3, G1};
    ///
    /// let start = Chess.start();
    /// assert_eq!(start.read_move("Nf3"), Ok(Move::step(G1, F3)));
    /// assert_eq!(start.san(Move::step(G1, F3)), "Nf3");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a legal move, or could be several.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        readable::read(&self.clone().into(), text)
    }

    /// A line of play that begins here: it knows the past, repetitions and results.
    #[must_use]
    pub fn line(&self) -> Line {
        Line::from(self.clone())
    }
}
