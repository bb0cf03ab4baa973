//! The openings of a match, one book for each of its games.

use super::error::Error;
use super::openings::{self, Opening, OpeningError, OpeningJudge, OpeningOrder, OpeningSource};
use super::schedule::{Fixture, Schedule};
use super::settings::{MatchSettings, Openings};
use helgi_record::files::read_input;
use helgi_rules::games::GameId;
use std::io;
use std::path::Path;

/// The largest file of openings. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The books of a match.
pub(super) struct Books(Vec<(GameId, OpeningSource)>);

impl Books {
    /// Opens, or makes, the books of the games that the match's schedule deals.
    pub fn open(
        settings: &MatchSettings,
        schedule: &Schedule,
        judge: &mut OpeningJudge,
    ) -> Result<Books, Error> {
        let book = |&game: &GameId| {
            let openings = openings(game, settings, schedule, judge)?;
            let (order, first) = match settings.openings {
                Some(Openings::File { order, first, .. } | Openings::Starts { order, first }) => {
                    (order, first)
                }
                // Chess960 is to begin with any of its starts.
                None if game == GameId::FISCHERANDOM => (OpeningOrder::Random, 1),
                _ => (OpeningOrder::Sequential, 1),
            };
            let none =
                || Error::Settings(format!("openings: none for {}, expected at least one", game.name()));
            Ok((game, OpeningSource::new(openings, order, first, settings.seed).ok_or_else(none)?))
        };
        // A short match may not come to all of its games: those need no openings, and no file is read for them.
        let is_dealt = |game: &&GameId| schedule.openings(**game) > 0;
        settings.variants.iter().filter(is_dealt).map(book).collect::<Result<_, _>>().map(Books)
    }

    /// The opening of a game; `None` if it has no book.
    pub fn opening(&self, fixture: &Fixture) -> Option<&Opening> {
        let (_, book) = self.0.iter().find(|(game, _)| *game == fixture.variant)?;
        Some(book.opening(fixture.opening))
    }
}

fn openings(
    game: GameId,
    settings: &MatchSettings,
    schedule: &Schedule,
    judge: &mut OpeningJudge,
) -> Result<Vec<Opening>, Error> {
    let refuse = |error: OpeningError| Error::Settings(format!("openings: {error}"));
    match &settings.openings {
        None | Some(Openings::Starts { .. }) => Ok(openings::starts(game)),
        Some(Openings::Random { plies }) => {
            Ok(openings::random(game, *plies, schedule.openings(game), settings.seed, judge))
        }
        Some(Openings::File { path, format, plies, .. }) => {
            let text = read_text(path).map_err(|error| Error::file(path, error))?;
            openings::read(game, &text, &path.display().to_string(), *format, *plies).map_err(refuse)
        }
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    let invalid = |_| io::Error::new(io::ErrorKind::InvalidData, "not in UTF-8, expected EPD or PGN");
    String::from_utf8(read_input(path, LARGEST)?).map_err(invalid)
}
