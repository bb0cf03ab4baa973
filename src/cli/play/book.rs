//! The opening book of `helgi play`.

use super::{Table, Turn};
use crate::cli::book::text;
use crate::cli::invalid;
use crate::cli::language::Language;
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_session::books;
use helgi_study::book::{Book, BookChoice};
use helgi_words::TextMessage;
use std::io::{self, Write};
use std::path::Path;

/// The book of a file, which has to be of the game.
///
/// # Errors
///
/// When there is none, or it is of another game.
pub fn open(path: &Path, game: GameId, language: Language) -> io::Result<Book> {
    let refuse = |text: String| invalid(format!("--book {}: {text}", path.display()));
    let book = books::open(path).map_err(|error| refuse(error.to_string()))?;
    match book.game() {
        found if found == game => Ok(book),
        found => {
            let wrong =
                TextMessage::new("play.book.wrong").with("found", found.name()).with("game", game.name());
            Err(refuse(language.write(&wrong)))
        }
    }
}

impl<W: Write> Table<'_, W> {
    /// The move that the book plays, if it has one.
    pub(super) fn book_move(&self) -> Option<Move> {
        let answer = self.book.as_ref()?.answer(self.present(), BookChoice::Weighted { seed: self.seed });
        answer.map(|answer| answer.entry.played)
    }

    /// Shows the book's moves here.
    pub(super) fn show_book(&mut self) -> io::Result<()> {
        let present = self.line.present();
        let language = self.language();
        match &self.book {
            None => self.tell(TextMessage::new("play.no-book")),
            Some(_) if self.turn() == Turn::Nobody => self.tell(TextMessage::new("play.over")),
            Some(book) if book.game() != present.game() => {
                let other = TextMessage::new("play.book.other").with("book", book.game().name());
                let other = other.with("game", present.game().name());
                self.tell(other)
            }
            Some(book) => writeln!(self.out, "{}", text(book, present, language)),
        }
    }
}
