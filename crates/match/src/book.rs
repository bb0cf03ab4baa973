//! The openings of a match, one book for each of its games.

use super::error::Error;
use super::openings::{
    self, Opening, OpeningError, OpeningJudge, OpeningOrder, OpeningSource, RandomOpenings,
};
use super::schedule::{Fixture, Schedule};
use super::setting_error::SettingError;
use super::settings::{MatchSettings, Openings};
use helgi_files::read_input;
use helgi_notation::{TextEncoding, decode_text};
use helgi_rules::games::GameId;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// The largest file of openings. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The books of a match.
pub(super) struct Books {
    books: Vec<(GameId, OpeningBook)>,
    /// The mends of positions of the files.
    pub notices: Vec<String>,
}

/// The most notices about a file of openings that are told one by one.
const MOST_NOTICES: usize = 10;

/// The openings of one game.
enum OpeningBook {
    /// Known from the beginning.
    Listed(OpeningSource),
    /// Drawn when they are wanted.
    Random(RandomOpenings),
}

impl Books {
    /// Opens the books of the games that the match's schedule deals.
    pub fn open(settings: &MatchSettings, schedule: &Schedule) -> Result<Books, Error> {
        let mut notices = Vec::new();
        let book = |&game: &GameId| -> Result<(GameId, OpeningBook), Error> {
            let openings = match &settings.openings {
                Some(Openings::Random { plies }) => {
                    let random = RandomOpenings::new(game, *plies, settings.seed);
                    return Ok((game, OpeningBook::Random(random)));
                }
                None | Some(Openings::Starts { .. }) => openings::starts(game),
                Some(Openings::File { path, format, plies, .. }) => {
                    let (text, encoding) = read_text(path).map_err(|error| Error::file(path, error))?;
                    let file = path.display().to_string();
                    notices.extend(encoding.notice().map(|notice| format!("openings: {file}: {notice}")));
                    let mut count = 0;
                    let mut note = |line: usize, notice: &dyn Display| {
                        count += 1;
                        if count <= MOST_NOTICES {
                            notices.push(format!("openings: {file}, line {line}: {notice}"));
                        }
                    };
                    let read = openings::read_noting(game, &text, &file, *format, *plies, &mut note);
                    if count > MOST_NOTICES {
                        notices.push(format!("openings: {file}: {} more of this kind", count - MOST_NOTICES));
                    }
                    read.map_err(|error: OpeningError| SettingError::said("openings", error, ""))?
                }
            };
            let (order, first) = match settings.openings {
                Some(Openings::File { order, first, .. } | Openings::Starts { order, first }) => {
                    (order, first)
                }
                // A game as Chess960 is to begin with any of its starts.
                None if game.info().chess960.is_some() => (OpeningOrder::Random, 1),
                _ => (OpeningOrder::Sequential, 1),
            };
            let source = OpeningSource::new(openings, order, first, settings.seed);
            Ok((game, OpeningBook::Listed(source.ok_or_else(|| none(game))?)))
        };
        // A short match may not come to all of its games: those need no openings, and no file is read for them.
        let is_dealt = |game: &&GameId| schedule.openings(**game) > 0;
        let books = settings.variants.iter().filter(is_dealt).map(book).collect::<Result<_, Error>>()?;
        Ok(Books { books, notices })
    }

    /// The opening of a game; `judge` decides which random ones are balanced.
    ///
    /// # Errors
    ///
    /// If the game has none.
    pub fn opening(&mut self, fixture: &Fixture, judge: &mut OpeningJudge) -> Result<Opening, Error> {
        let book = self.books.iter_mut().find(|(game, _)| *game == fixture.variant);
        let opening = book.and_then(|(_, book)| match book {
            OpeningBook::Listed(source) => Some(source.opening(fixture.opening).clone()),
            OpeningBook::Random(random) => random.opening(fixture.opening, judge),
        });
        opening.ok_or_else(|| none(fixture.variant))
    }
}

fn none(game: GameId) -> Error {
    SettingError::said("openings", format!("none for {}", game.name()), "at least one").into()
}

fn read_text(path: &Path) -> io::Result<(String, TextEncoding)> {
    Ok(decode_text(&read_input(path, LARGEST)?)?)
}
