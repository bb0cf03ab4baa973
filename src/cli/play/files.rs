//! The files of a game in the terminal: saved, loaded, and kept move by move.

use super::sheet;
use super::who::players;
use super::{Table, Turn};
use crate::cli::language::shown;
use helgi_words::TextMessage;
use std::io::{self, Write};
use std::path::Path;

impl<W: Write> Table<'_, W> {
    /// Warns that the game is recorded no longer, if that is so.
    pub(super) fn warn(&mut self, recorded: io::Result<()>) -> io::Result<()> {
        match recorded {
            Ok(()) => Ok(()),
            Err(error) => self.tell(TextMessage::new("play.not-recorded").with("error", shown(&error))),
        }
    }

    pub(super) fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.tell(TextMessage::new("play.save.usage"));
        }
        self.sheet.set_players(players(self.player, self.strength));
        match self.sheet.save(Path::new(path)) {
            Ok(()) => self.tell(TextMessage::new("play.saved").with("path", path)),
            Err(error) => self.tell(TextMessage::new("play.not-saved").with("error", shown(&error))),
        }
    }

    pub(super) fn load(&mut self, what: &str) -> io::Result<()> {
        // A path that itself ends in a blank and a number is read as one only with a further number behind it.
        let number = |(path, number): (&str, &str)| Some((path.trim_end().to_owned(), number.parse().ok()?));
        let (path, number) = match what.rsplit_once(char::is_whitespace).and_then(number) {
            Some((path, number)) => (path, Some(number)),
            None => (what.to_owned(), None),
        };
        if path.is_empty() {
            return self.tell(TextMessage::new("play.load.usage"));
        }
        let language = self.language();
        match sheet::load(Path::new(&path), number, language) {
            Ok((record, line)) => {
                writeln!(self.out, "{}\n", language.title(line.present().game()))?;
                self.sheet.begin(record);
                self.go_on(line)
            }
            Err(error) => self.tell(TextMessage::new("play.not-loaded").with("error", shown(&error))),
        }
    }

    /// The person leaves, and sees where the game is saved.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        let is_over = self.turn() == Turn::Nobody;
        let Some(path) = self.sheet.path().map(Path::display) else { return Ok(()) };
        let kept = TextMessage::new(if is_over { "play.kept" } else { "play.kept.open" });
        let kept = kept.with("path", shown(&path));
        self.tell(kept)
    }
}
