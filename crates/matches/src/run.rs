//! A match from its first game to its last.
//!
//! Workers play the games. One thread, the caller's, takes the results in the order in which they
//! come, saves them, and tells the caller.
//!
//! A sequential test ends the match with the game that decides it: no further game begins, and those
//! in progress are given up and not counted, as in fastchess and cutechess-cli. The test keeps its error
//! rates by stopping at its bound, so that later results could only blur the verdict.

use super::ending::Ending;
use super::error::Error;
use super::openings::{Opening, OpeningJudge};
use super::schedule::{Fixture, Schedule};
use super::settings::MatchSettings;
use super::sheet::{self, GameSheet, PlayedMove};
use super::sprt::SprtVerdict;
use super::standing::Standing;
use super::state::State;
use super::stop::MatchStop;
use super::worker::{Message, Shared, StopOnPanic};
use crossbeam_channel::{Receiver, unbounded};
use helgi_record::files::FileLock;
use helgi_rules::board::Side;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use std::{fs, io};

/// The longest wait for the lock of a saved match: if a program was killed while it started an
/// engine, the engine has the lock until its own code begins.
const PATIENCE: Duration = Duration::from_millis(300);

/// An event of a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// A game has begun.
    Started {
        /// The game.
        fixture: &'a Fixture,
        /// Its opening.
        opening: &'a Opening,
    },
    /// An engine has made a move.
    Moved {
        /// In which game.
        fixture: &'a Fixture,
        /// The side that moved.
        side: Side,
        /// The move, and the engine's report about it.
        played: &'a PlayedMove,
        /// The time left on White's and Black's clocks, where there are clocks.
        clocks: [Option<Duration>; 2],
    },
    /// A game is finished, counted and saved.
    Finished {
        /// The game.
        fixture: &'a Fixture,
        /// The moves of the game.
        record: &'a GameSheet,
        /// The standing of the match now.
        standing: &'a Standing,
    },
    /// A request that is not carried out; the match goes on without it.
    Warning(&'a str),
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchReport {
    /// The standing.
    pub standing: Standing,
    /// The reason why it has ended.
    pub end: End,
}

/// The reason for the end of a match.
#[derive(Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// The sequential test has found something; games in progress were given up.
    Decided(SprtVerdict),
    /// It was stopped.
    Stopped,
    /// An error ended it.
    Failed(Error),
}

/// A match to be played or resumed.
#[derive(Debug)]
pub struct Match {
    state: State,
    saved: Option<Saved>,
}

/// The place of a saved match, locked against other programs.
#[derive(Debug)]
struct Saved {
    path: PathBuf,
    _lock: FileLock,
}

impl Saved {
    /// The place, unless another program plays the match that is saved there.
    fn at(path: &Path) -> Result<Saved, Error> {
        Ok(Saved { path: path.to_owned(), _lock: FileLock::take(path, PATIENCE)? })
    }
}

impl Match {
    /// A match of which nothing has been played.
    ///
    /// # Errors
    ///
    /// When the settings make no sense.
    pub fn new(settings: MatchSettings) -> Result<Match, Error> {
        settings.check().map_err(Error::Settings)?;
        Ok(Match { state: State::new(settings), saved: None })
    }

    /// The match that was saved in a file, and will be again after every game. Until it is dropped
    /// nobody else can resume it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is not a match, or is being played by another program, and
    /// when the output of its last game is not where it was.
    pub fn resume(path: &Path) -> Result<Match, Error> {
        // A file that is not there cannot be locked.
        fs::metadata(path).map_err(|error| Error::file(path, error))?;
        let saved = Saved::at(path)?;
        let state = State::load(path)?;
        Ok(Match { saved: Some(saved), ..Match::checked(state, path)? })
    }

    /// A match that makes sense and may have come to where it is; `path` names it.
    fn checked(state: State, path: &Path) -> Result<Match, Error> {
        state.settings.check().map_err(Error::Settings)?;
        let invalid = |problem| Error::file(path, io::Error::new(io::ErrorKind::InvalidData, problem));
        state.check().map_err(invalid)?;
        Ok(Match { state, saved: None })
    }

    /// The match of a saved text, to look at: unlike [`resume`](Self::resume) it touches no file, and
    /// will not be saved.
    ///
    /// # Errors
    ///
    /// When the text is not a match.
    pub fn read(text: &str) -> Result<Match, Error> {
        let path = Path::new("text");
        Match::checked(State::read(text).map_err(|error| Error::file(path, error))?, path)
    }

    /// The saved form: the text that [`read`](Self::read) reads back.
    ///
    /// # Errors
    ///
    /// When something in it cannot be written, such as a path that is not Unicode.
    pub fn text(&self) -> Result<String, Error> {
        self.state.text().map_err(|error| Error::file(Path::new("text"), error))
    }

    /// The standing of the match.
    pub fn standing(&self) -> Standing {
        let mut standing = Standing::new(&self.state.settings);
        self.results().for_each(|(fixture, ending)| standing.add(&fixture, ending));
        standing
    }

    /// Has the match saved in a file, now and after every game. From now on all its paths are
    /// [absolute](MatchSettings::with_absolute_paths), and until it is dropped no other program can play it.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, the match's own or one that its settings name, or another program plays
    /// the match that is saved there.
    pub fn save_in(mut self, path: &Path) -> Result<Match, Error> {
        // The lock that it has may be that of this file.
        self.saved = None;
        let saved = Saved::at(path)?;
        let settings = self.state.settings.with_absolute_paths();
        self.state.settings = settings.map_err(|error| Error::file(path, error))?;
        self.state.settings.open_outputs()?;
        self.state.save(path)?;
        self.saved = Some(saved);
        Ok(self)
    }

    /// Makes sure that all files that the settings name can be written for games, positions and lines,
    /// and makes those that are not there; [`run`](Self::run) begins with that.
    ///
    /// # Errors
    ///
    /// When one cannot be written.
    pub fn open_outputs(&self) -> Result<(), Error> {
        self.state.settings.open_outputs()
    }

    /// The settings of the match.
    pub fn settings(&self) -> &MatchSettings {
        &self.state.settings
    }

    /// The games that are finished already, and how they ended.
    pub fn results(&self) -> impl Iterator<Item = (Fixture, &Ending)> {
        let schedule = Schedule::new(&self.state.settings);
        self.state.games.iter().map(move |(&number, ending)| (schedule.fixture(number), ending))
    }

    /// The number of games that are finished already.
    pub fn finished(&self) -> usize {
        self.state.games.len()
    }

    /// Plays all games that are not finished yet, and calls `observe` for every event; `judge` decides
    /// which random openings are balanced, if the match has any.
    pub fn run(
        self,
        stop: &MatchStop,
        judge: &mut OpeningJudge,
        observe: &mut dyn FnMut(&MatchEvent),
    ) -> MatchReport {
        let schedule = Schedule::new(&self.state.settings);
        let standing = self.standing();
        let mut playing = InProgress {
            state: self.state,
            saved: self.saved,
            standing,
            warned: HashSet::new(),
            failed: None,
        };
        let end = match playing.run(&schedule, stop, judge, observe) {
            Err(error) => End::Failed(error),
            Ok(()) => match playing.standing.verdict() {
                Some(verdict) => End::Decided(verdict),
                None if playing.standing.finished() == schedule.len() => End::Complete,
                None => End::Stopped,
            },
        };
        MatchReport { standing: playing.standing, end }
    }
}

/// A match that is being played: where the results come in.
struct InProgress {
    state: State,
    saved: Option<Saved>,
    standing: Standing,
    warned: HashSet<String>,
    failed: Option<Error>,
}

impl InProgress {
    fn run(
        &mut self,
        schedule: &Schedule,
        stop: &MatchStop,
        judge: &mut OpeningJudge,
        observe: &mut dyn FnMut(&MatchEvent),
    ) -> Result<(), Error> {
        self.state.complete()?;
        if self.standing.verdict().is_some() {
            return Ok(());
        }
        self.state.settings.open_outputs()?;
        let settings = self.state.settings.clone();
        let shared = Shared::open(&settings, schedule, &self.state, judge, stop)?;
        let (sender, messages) = unbounded();
        thread::scope(|scope| {
            // Should the caller's observer panic, the workers stop.
            let _guard = StopOnPanic(stop);
            for _ in 0..settings.concurrency.min(shared.len()) {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || shared.work(sender));
            }
            drop(sender);
            self.listen(&messages, stop, observe);
        });
        if let Some(error) = shared.log_error() {
            self.failed.get_or_insert(error);
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Handles the workers' messages until they have all left.
    fn listen(
        &mut self,
        messages: &Receiver<Message>,
        stop: &MatchStop,
        observe: &mut dyn FnMut(&MatchEvent),
    ) {
        for message in messages {
            match message {
                Message::Ready(fixture, opening, leave) => {
                    if !stop.is_stopped() {
                        observe(&MatchEvent::Started { fixture: &fixture, opening: &opening });
                        // A worker that has gone needs no leave.
                        let _ = leave.send(());
                    }
                }
                // Its game is given up.
                Message::Moved(..) if self.standing.verdict().is_some() => {}
                Message::Moved(fixture, side, played, clocks) => {
                    observe(&MatchEvent::Moved { fixture: &fixture, side, played: &played, clocks });
                }
                Message::Warning(text) => {
                    if self.warned.insert(text.clone()) {
                        observe(&MatchEvent::Warning(&text));
                    }
                }
                Message::Failed(error) => self.fail(error, stop),
                // It ended too late to count.
                Message::Finished(..) if self.standing.verdict().is_some() => {}
                Message::Finished(fixture, record) => self.finish(&fixture, &record, stop, observe),
            }
        }
    }

    /// Enters a finished game and tells of it; the match may end with it.
    fn finish(
        &mut self,
        fixture: &Fixture,
        record: &GameSheet,
        stop: &MatchStop,
        observe: &mut dyn FnMut(&MatchEvent),
    ) {
        if let Err(error) = self.enter(fixture, record) {
            self.fail(error, stop);
        }
        if self.standing.verdict().is_some() {
            stop.stop();
        }
        observe(&MatchEvent::Finished { fixture, record, standing: &self.standing });
        let is_crash = record.ending.termination().is_crash();
        if is_crash && !self.state.settings.recover {
            self.fail(Error::Crash(record.ending.reason()), stop);
        }
    }

    /// The first thing that goes wrong ends the match.
    fn fail(&mut self, error: Error, stop: &MatchStop) {
        self.failed.get_or_insert(error);
        stop.stop();
    }

    /// Counts a game and writes it down.
    fn enter(&mut self, fixture: &Fixture, record: &GameSheet) -> Result<(), Error> {
        self.standing.add(fixture, &record.ending);
        let settings = &self.state.settings;
        let pgn = settings.pgn.clone().map(|path| (path, sheet::pgn(settings, fixture, record).to_string()));
        let epd = settings.epd.clone().map(|path| (path, format!("{}\n", record.last)));
        let texts = pgn.into_iter().chain(epd).collect();
        let path = self.saved.as_ref().map(|saved| saved.path.as_path());
        self.state.add(fixture.number, record.ending.clone(), texts, path)
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::EngineSettings;
    use super::super::time::EngineClock;
    use super::*;

    fn two() -> MatchSettings {
        let engine = |name: &str| EngineSettings {
            control: EngineClock { nodes: Some(1), ..EngineClock::default() },
            ..EngineSettings::new(name)
        };
        MatchSettings::new(vec![engine("a"), engine("b")])
    }

    #[test]
    fn a_saved_match_reads_back() {
        let text = Match::new(two()).unwrap().text().unwrap();
        let read = Match::read(&text).unwrap();
        assert_eq!((read.settings(), read.text().unwrap()), (&two(), text.clone()));
        for wrong in [text.replace("\"form\":1", "\"form\":2"), text.replace("\"rounds\":1", "\"rounds\":0")]
        {
            assert!(Match::read(&wrong).is_err(), "{wrong}");
        }
    }
}
