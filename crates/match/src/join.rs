//! The union of the parts of a match.

use super::comparison::difference;
use super::error::Error;
use super::part::Part;
use super::pool;
use super::schedule::Schedule;
use super::setting_error::SettingError;
use super::settings::MatchSettings;
use super::sheet;
use super::sprt::SprtVerdict;
use super::standing::Standing;
use super::state::State;
use helgi_files::{NewFile, read_input};
use helgi_record::{PgnReader, Record};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest file of games. Unit: bytes.
const LARGEST: u64 = 4 << 30;

/// The parts of a match as one match.
///
/// The files of the parts are only read, so that they can be joined while they are played.
#[derive(Debug)]
pub struct JoinedMatch {
    state: State,
    sources: Vec<(PathBuf, State)>,
}

/// Games of a part that are not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingGames {
    /// The part; `None` if the match was not played in parts.
    pub part: Option<Part>,
    /// True if there is no file of this part.
    pub is_all: bool,
    /// Their numbers, from 0. Numbers from the first to the last of a range are those of games of this part.
    pub runs: Vec<(usize, usize)>,
    /// Number of them.
    pub count: usize,
}

impl JoinedMatch {
    /// Joins saved matches.
    ///
    /// # Errors
    ///
    /// When one cannot be read, is not of the same match, was played by another revision of an engine, or is a part
    /// that is there already.
    pub fn read(paths: &[PathBuf]) -> Result<JoinedMatch, Error> {
        let mut sources: Vec<(PathBuf, State)> = Vec::new();
        for path in paths {
            let state = State::look_at(path)?;
            let refuse = |found: String, expected| {
                Err(Error::Settings(SettingError::said(path.display().to_string(), found, expected)))
            };
            if let Some((first, other)) = sources.first()
                && let Some(problem) = difference(other, &state)
            {
                return refuse(format!("{problem} as in {}", first.display()), "");
            }
            let is_same = |other: &&(PathBuf, State)| other.1.settings.part == state.settings.part;
            if let Some((other, _)) = sources.iter().find(is_same) {
                let part =
                    state.settings.part.map_or("the whole match".to_owned(), |part| format!("part {part}"));
                return refuse(format!("{part} is also in {}", other.display()), "every part once");
            }
            sources.push((path.clone(), state));
        }
        let Some((_, first)) = sources.first() else {
            return Err(SettingError::said("", "no saved matches", "those of the parts").into());
        };
        let outputs = MatchSettings {
            part: None,
            pool: None,
            pgn: None,
            epd: None,
            log: None,
            ..first.settings.clone()
        };
        let mut state = State::new(outputs);
        for (_, source) in &sources {
            state.games.extend(source.games.iter().map(|(&number, ending)| (number, ending.clone())));
            state.identities.complete(source.identities.clone());
        }
        state.pooled =
            sources.iter().filter_map(|(_, source)| source.pooled).min_by_key(|pooled| pooled.games);
        Ok(JoinedMatch { state, sources })
    }

    /// The settings of the whole match.
    pub fn settings(&self) -> &MatchSettings {
        &self.state.settings
    }

    /// The standing of all games.
    pub fn standing(&self) -> Standing {
        pool::standing(&self.state.settings, &[&self.state])
    }

    /// The finding of the sequential test: the one that ended the parts of a pool, or else that of all games.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.state.pooled.map(|pooled| pooled.verdict).or_else(|| self.standing().verdict())
    }

    /// The number of games with which a pool ended; `None` if no pool has.
    pub fn pooled_games(&self) -> Option<usize> {
        self.state.pooled.map(|pooled| pooled.games)
    }

    /// The number of files, and the number of parts of the match.
    pub fn parts(&self) -> (usize, usize) {
        (self.sources.len(), self.of())
    }

    fn of(&self) -> usize {
        self.sources.iter().find_map(|(_, state)| state.settings.part).map_or(1, Part::of)
    }

    /// The games that are not there, by parts.
    pub fn missing(&self) -> Vec<MissingGames> {
        let whole = Schedule::new(&self.state.settings);
        let mut missing = Vec::new();
        for number in 1..=self.of() {
            let Some(part) = Part::new(number, self.of()) else { continue };
            let mut runs: Vec<(usize, usize)> = Vec::new();
            let (mut count, mut is_in_run) = (0, false);
            for game in whole.of_part(part).own() {
                if self.state.games.contains_key(&game) {
                    is_in_run = false;
                    continue;
                }
                count += 1;
                match runs.last_mut().filter(|_| is_in_run) {
                    Some((_, last)) => *last = game,
                    None => runs.push((game, game)),
                }
                is_in_run = true;
            }
            if count > 0 {
                let part = (self.of() > 1).then_some(part);
                let is_all =
                    part.is_some() && !self.sources.iter().any(|(_, state)| state.settings.part == part);
                missing.push(MissingGames { part, is_all, runs, count });
            }
        }
        missing
    }

    /// Writes the games of all parts, in the order of their numbers, to a file that must not be there. It
    /// becomes the file to which the joined match would append.
    ///
    /// # Errors
    ///
    /// When a part was played without such a file, a game is not in its file, or something cannot be read or
    /// written.
    pub fn write_games(&mut self, path: &Path) -> Result<(), Error> {
        let mut games = BTreeMap::new();
        for (saved, state) in &self.sources {
            let Some(pgn) = &state.settings.pgn else {
                let field = saved.display().to_string();
                return Err(SettingError::said(field, "played without -pgnout", "a file of its games").into());
            };
            let found = games_of(pgn, saved, state)?;
            for &number in state.games.keys() {
                let Some(text) = found.get(&number) else {
                    let problem = format!("no game {} of {}, expected all", number + 1, saved.display());
                    return Err(Error::invalid(pgn, problem));
                };
                games.insert(number, text.clone());
            }
        }
        let text: String = games.into_values().collect();
        write_new(path, text.as_bytes())?;
        self.state.settings.pgn = Some(path.to_owned());
        Ok(())
    }

    /// Saves the joined match in a file that must not be there; it can be resumed, which plays what is missing.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<(), Error> {
        let settings = self.state.settings.with_absolute_paths();
        self.state.settings = settings.map_err(|error| Error::file(path, error))?;
        let text = self.state.text().map_err(|error| Error::file(path, error))?;
        write_new(path, format!("{text}\n").as_bytes())
    }
}

/// Writes a file that was not there.
fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let made = fs::File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let found = "the file exists; remove it, or choose another name";
            SettingError::said(path.display().to_string(), found, "").into()
        }
        _ => Error::file(path, error),
    });
    drop(made?);
    let write = || {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes)?;
        file.finish()
    };
    write().map_err(|error| {
        // The name was taken for this text.
        let _ = fs::remove_file(path);
        Error::Write(error)
    })
}

/// The games of a part by their numbers, as they stand in its file.
fn games_of(pgn: &Path, saved: &Path, state: &State) -> Result<BTreeMap<usize, String>, Error> {
    // The files of a part may have been brought here from another machine.
    let beside = pgn.file_name().map(|name| saved.with_file_name(name));
    let place = [Some(pgn.to_owned()), beside].into_iter().flatten().find(|path| path.exists());
    let place = place.unwrap_or_else(|| pgn.to_owned());
    let mut bytes = match read_input(&place, LARGEST) {
        // The last game is noted before it is written.
        Err(error) if error.kind() == io::ErrorKind::NotFound && state.games.len() <= 1 => Vec::new(),
        read => read.map_err(|error| Error::file(&place, error))?,
    };
    if let Some((offset, text)) = state.last_in(pgn)
        && let Ok(offset) = usize::try_from(offset)
        && bytes.len() >= offset
    {
        // After a crash a part of it may be there; in a match that is played, later games.
        bytes.truncate(offset);
        bytes.extend_from_slice(text.as_bytes());
    }
    let schedule = Schedule::new(&state.settings);
    let mut games = BTreeMap::new();
    for record in PgnReader::new(&bytes[..]).flatten().filter_map(|game| game.whole().ok()) {
        let Some(number) = number_of(&record, &schedule) else { continue };
        let Some(ending) = state.games.get(&number) else { continue };
        let fixture = schedule.fixture(number);
        let engine = |place: usize| state.settings.engines[fixture.players[place]].name.as_str();
        let tag = |name| record.tags.get(name).unwrap_or_default();
        let result = ending.result().to_string();
        let is_same = [tag("White"), tag("Black"), tag("Result")] == [engine(0), engine(1), &*result];
        // Earlier matches may have left others of this number: the last one counts.
        if is_same {
            games.insert(number, record.to_string());
        }
    }
    Ok(games)
}

/// The number of a game, from 0.
fn number_of(record: &Record, schedule: &Schedule) -> Option<usize> {
    let number: usize = record.tags.get(sheet::NUMBER)?.parse().ok()?;
    number.checked_sub(1).filter(|&number| number < schedule.len())
}
