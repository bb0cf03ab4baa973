//! A match from its first game to its last.
//!
//! Workers play the games. One thread, the caller's, takes the results in the order in which they
//! come, saves them, and tells the caller.
//!
//! A sequential test ends the match with the game that decides it: no further game begins, and those
//! in progress are given up and not counted, as in fastchess and cutechess-cli. The test keeps its error
//! rates by stopping at its bound, so that later results could only blur the verdict.

use super::book::Books;
use super::ending::Ending;
use super::error::Error;
use super::identity::{EngineIdentity, Identities};
use super::likeness::Likeness;
use super::openings::{Opening, OpeningJudge};
use super::pool::{Pool, PoolStanding};
use super::saved::Saved;
use super::schedule::{Fixture, Schedule};
use super::setting_error::SettingError;
use super::settings::MatchSettings;
use super::sheet::{self, GameSheet, PlayedMove};
use super::sprt::SprtVerdict;
use super::standing::Standing;
use super::state::State;
use super::stop::MatchStop;
use super::worker::{Message, Shared, StopOnPanic};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use helgi_rules::board::Side;
use std::collections::HashSet;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

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
    /// The results of all parts, as they have been seen now.
    Pooled(&'a PoolStanding),
    /// A request that is not carried out; the match goes on without it.
    Warning(&'a str),
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchReport {
    /// The standing.
    pub standing: Standing,
    /// The standing of all parts, if the match is one of several that end together.
    pub pool: Option<PoolStanding>,
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
        // A file that is not there cannot be locked, and one that is no match gets no file of a lock beside it.
        State::look_at(path)?;
        let saved = Saved::at(path)?;
        let state = State::load(path)?;
        Ok(Match { saved: Some(saved), ..Match::checked(state, path)? })
    }

    /// A match that makes sense and may have come to where it is; `path` names it.
    fn checked(state: State, path: &Path) -> Result<Match, Error> {
        state.settings.check().map_err(|problem| Error::invalid(path, problem))?;
        state.check().map_err(|problem| Error::invalid(path, problem))?;
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
        if let Some(pool) = &self.state.settings.pool {
            pool.check_own(path).map_err(Error::Settings)?;
        }
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
            decided: standing.verdict(),
            likeness: self.state.settings.are_pairs().then(Likeness::default),
            state: self.state,
            saved: self.saved,
            standing,
            pool: None,
            pooled: None,
            warned: HashSet::new(),
            failed: None,
        };
        let end = match playing.run(&schedule, stop, judge, observe) {
            Err(error) => End::Failed(error),
            Ok(()) => match playing.decided {
                Some(verdict) => End::Decided(verdict),
                None if playing.standing.finished() == schedule.own().count() => End::Complete,
                None => End::Stopped,
            },
        };
        MatchReport { standing: playing.standing, pool: playing.pooled, end }
    }
}

/// A match that is being played: where the results come in.
struct InProgress {
    state: State,
    saved: Option<Saved>,
    standing: Standing,
    /// The finding that ends the match.
    decided: Option<SprtVerdict>,
    /// The other parts, if the match is one of several that end together.
    pool: Option<Pool>,
    pooled: Option<PoolStanding>,
    warned: HashSet<String>,
    /// The comparison of both games of each pair, where they begin alike.
    likeness: Option<Likeness>,
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
        if self.decided.is_some() {
            return Ok(());
        }
        self.state.settings.open_outputs()?;
        let settings = self.state.settings.clone();
        self.identify(&settings)?;
        if let Some(pool) = &settings.pool {
            let Some(saved) = &self.saved else {
                return Err(SettingError::value("pool", pool.pattern.display(), "a saved match").into());
            };
            self.pool = Some(Pool::new(pool, saved.path())?);
            self.look(stop, observe)?;
            if self.decided.is_some() {
                return Ok(());
            }
        }
        let mut books = Books::open(&settings, schedule)?;
        books.notices.iter().for_each(|notice| observe(&MatchEvent::Warning(notice)));
        let shared = Shared::open(&settings, schedule, &self.state, stop)?;
        let (sender, messages) = unbounded();
        thread::scope(|scope| {
            // Should the caller's observer panic, the workers stop.
            let _guard = StopOnPanic(stop);
            for place in 0..settings.concurrency.min(shared.len()) {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || shared.work(place, sender));
            }
            drop(sender);
            self.listen(&messages, stop, &mut |fixture| books.opening(fixture, judge), observe);
        });
        if self.pool.is_some() && self.decided.is_none() && self.failed.is_none() {
            // The games since the last look count, too.
            self.look(stop, observe)?;
        }
        if let Some(error) = shared.log_error() {
            self.failed.get_or_insert(error);
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Makes sure that the engines of a saved match are those that played its games so far.
    fn identify(&mut self, settings: &MatchSettings) -> Result<(), Error> {
        if self.saved.is_none() {
            return Ok(());
        }
        let found = Identities::of(settings)?;
        if let Some(difference) = self.state.identities.difference(&found, settings) {
            return Err(Error::Engine(changed(&difference)));
        }
        self.state.identities.complete(found);
        Ok(())
    }

    /// Looks at the other parts; the match ends if all results together decide the test.
    fn look(&mut self, stop: &MatchStop, observe: &mut dyn FnMut(&MatchEvent)) -> Result<(), Error> {
        let Some(pool) = &mut self.pool else { return Ok(()) };
        let look = pool.look(&self.state);
        for text in look.warnings {
            self.warn(&text, observe);
        }
        if self.pooled.as_ref() != Some(&look.pooled) {
            observe(&MatchEvent::Pooled(&look.pooled));
        }
        self.pooled = Some(look.pooled);
        if let Some(found) = look.verdict {
            self.decided = Some(found.verdict);
            stop.stop();
            if let Some(saved) = self.saved.as_ref().filter(|_| self.state.pooled.is_none()) {
                self.state.pooled = Some(found);
                self.state.save_in(saved)?;
            }
        }
        Ok(())
    }

    /// Handles the workers' messages until they have all left.
    fn listen(
        &mut self,
        messages: &Receiver<Message>,
        stop: &MatchStop,
        book: &mut dyn FnMut(&Fixture) -> Result<Opening, Error>,
        observe: &mut dyn FnMut(&MatchEvent),
    ) {
        loop {
            let message = match self.pool.as_ref().filter(|_| !stop.is_stopped()) {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(pool) if pool.next() <= Instant::now() => Err(RecvTimeoutError::Timeout),
                Some(pool) => messages.recv_deadline(pool.next()),
            };
            match message {
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = self.look(stop, observe) {
                        self.fail(error, stop);
                    }
                }
                Ok(Message::Ready(fixture, leave)) => {
                    if !stop.is_stopped() {
                        match book(&fixture) {
                            Ok(opening) => {
                                observe(&MatchEvent::Started { fixture: &fixture, opening: &opening });
                                // A worker that has gone needs no leave.
                                let _ = leave.send(opening);
                            }
                            Err(error) => self.fail(error, stop),
                        }
                    }
                }
                // Its game is given up.
                Ok(Message::Moved(..)) if self.decided.is_some() => {}
                Ok(Message::Moved(fixture, side, played, clocks)) => {
                    observe(&MatchEvent::Moved { fixture: &fixture, side, played: &played, clocks });
                }
                Ok(Message::Launched(engine, name)) => self.name(engine, name, stop),
                Ok(Message::Warning(text)) => self.warn(&text, observe),
                Ok(Message::Failed(error)) => self.fail(error, stop),
                // It ended too late to count.
                Ok(Message::Finished(..)) if self.decided.is_some() => {}
                Ok(Message::Finished(fixture, record)) => self.finish(&fixture, &record, stop, observe),
            }
        }
    }

    /// Tells of a problem once.
    fn warn(&mut self, text: &str, observe: &mut dyn FnMut(&MatchEvent)) {
        if self.warned.insert(text.to_owned()) {
            observe(&MatchEvent::Warning(text));
        }
    }

    /// Takes note of an engine's name in its own words, which must be the one that it had before.
    fn name(&mut self, engine: usize, name: String, stop: &MatchStop) {
        let known = &mut self.state.identities;
        let Some(own) = known.engines.get(engine) else { return };
        let mut found = Identities::default();
        found.engines.resize(known.engines.len(), Default::default());
        found.engines[engine] = EngineIdentity { name: Some(name), file: own.file.clone() };
        match known.difference(&found, &self.state.settings) {
            Some(difference) => self.fail(Error::Engine(changed(&difference)), stop),
            None => known.complete(found),
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
        self.decided = self.standing.verdict();
        if self.decided.is_some() {
            stop.stop();
        }
        observe(&MatchEvent::Finished { fixture, record, standing: &self.standing });
        if let Some(pairs) = self.likeness.as_mut().and_then(|likeness| likeness.add(fixture, record)) {
            let [one, other] = fixture.players.map(|engine| self.standing.name(engine));
            let text = format!(
                "{one} and {other} have played all of {pairs} pairs move for move alike: are options not taken, or the \
                 programs the same?"
            );
            self.warn(&text, observe);
        }
        let is_crash = record.ending.termination().is_crash();
        if is_crash && !self.state.settings.recover {
            self.fail(Error::Crash(record.ending.reason_in(fixture.variant)), stop);
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
        self.state.add(fixture.number, record.ending.clone(), texts, self.saved.as_ref())
    }
}

/// The error about an engine or a file that is not the one of the games so far.
fn changed(difference: &str) -> String {
    format!(
        "{difference} as in the games so far; play on with the same files, or begin a match with another -config"
    )
}

#[cfg(test)]
mod tests {
    use super::super::settings::two;
    use super::*;

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
