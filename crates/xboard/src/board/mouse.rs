//! Input by the mouse: the squares where a piece may go, and the pieces that it may become.

use super::XBoardGame;
use crate::marks::{self, Held};
use crate::table::PROMOTED;
use helgi_protocol::notation::WireSquare;
use helgi_rules::board::Side;

impl XBoardGame {
    /// The user takes up a piece: where it may go.
    pub fn lift(&mut self, text: &str) -> Option<String> {
        let before = self.seen()?;
        let held = match (self.square(text), self.held.take()) {
            // XBoard lifts the piece again where the first leg ended: the way goes on.
            (Some(square), Some(Held::Board(way))) if way.len() > 1 && way.last() == Some(&square) => {
                Held::Board(way)
            }
            (Some(square), _) => Held::Board(vec![square]),
            (None, _) => Held::Hand(self.letter_in_hand(text, before.side())),
        };
        let orthodox = self.table.is_known();
        let marks = marks::highlight(self.entries(), &held, &before, orthodox);
        self.held = Some(held);
        Some(marks)
    }

    /// Handles the user's putting it down: returns the pieces that it may become.
    pub fn put(&mut self, text: &str) -> Option<String> {
        let (before, square) = (self.seen()?, self.square(text)?);
        let held = self.held.clone()?;
        let entries = self.entries();
        if marks::goes_on(entries, &held, square) {
            if let Some(Held::Board(way)) = &mut self.held {
                way.push(square);
            }
            return None;
        }
        let letters = marks::choice(entries, &held, &before, square)?;
        let letters = self.table.sort_likely(&letters);
        // XBoard itself offers both forms of a piece, and would show another's by `+`.
        (!letters.contains(PROMOTED) || letters.len() == 1).then_some(letters)
    }

    /// Handles the user's considering a capture: returns the pieces that it takes.
    pub fn hover(&mut self, text: &str) -> Option<String> {
        let (before, square, held) = (self.seen()?, self.square(text)?, self.held.clone()?);
        let orthodox = self.table.is_known();
        Some(marks::hover(self.entries(), &held, &before, orthodox, square))
    }

    /// A square of the board.
    pub(super) fn square(&self, text: &str) -> Option<WireSquare> {
        let square: WireSquare = self.in_dialect(text).parse().ok()?;
        let info = self.game.info();
        (square.file < info.files && square.rank <= info.ranks).then_some(square)
    }

    /// Returns the letter of the piece in hand that XBoard shows next to the board at this square.
    fn letter_in_hand(&self, text: &str, side: Side) -> Option<char> {
        // The file is one of the hands', beyond the board, and says nothing of the kind.
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        self.table.in_hand(digits.parse().ok()?, side)
    }
}
