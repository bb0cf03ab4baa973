//! A match from its first game to its last.
//!
//! Workers play the games, each with processes of its own that it keeps from game to game. One thread,
//! the caller's, takes the results in the order in which they come, saves them, and tells the caller.

use super::book::Books;
use super::error::Error;
use super::launch::launch;
use super::log::Log;
use super::pgn::{self, GameResult};
use super::player::{Fault, Player};
use super::referee::{Record, Referee};
use super::schedule::{Fixture, Schedule};
use super::settings::Settings;
use super::standing::Standing;
use super::state::State;
use super::statistics::Verdict;
use super::stop::Stop;
use chrono::{DateTime, Local, SecondsFormat};
use crossbeam_channel::{Receiver, Sender, unbounded};
use helgi_rules::board::Side;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What happens in a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game has begun.
    Started {
        /// Which.
        fixture: &'a Fixture,
    },
    /// A game is finished, counted and saved.
    Finished {
        /// Which.
        fixture: &'a Fixture,
        /// What was played.
        record: &'a Record,
        /// How the match stands now.
        standing: &'a Standing,
    },
    /// Something that was asked for is not done, and the match goes on without.
    Warning(&'a str),
}

/// What came of a match.
#[derive(Debug)]
pub struct Report {
    /// How it stands.
    pub standing: Standing,
    /// Why it has ended.
    pub end: End,
}

/// Why a match has ended.
#[derive(Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// The sequential test has found something.
    Decided(Verdict),
    /// It was stopped.
    Stopped,
    /// Something went wrong.
    Failed(Error),
}

/// A match to be played, or to be gone on with.
#[derive(Debug)]
pub struct Match {
    state: State,
    path: Option<PathBuf>,
}

impl Match {
    /// A match of which nothing has been played.
    ///
    /// # Errors
    ///
    /// When the settings make no sense.
    pub fn new(settings: Settings) -> Result<Match, Error> {
        settings.check().map_err(Error::Settings)?;
        Ok(Match { state: State::new(settings), path: None })
    }

    /// The match that was saved in a file, and will be again after every game.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is no match.
    pub fn resume(path: &Path) -> Result<Match, Error> {
        let state = State::load(path)?;
        state.settings.check().map_err(Error::Settings)?;
        Ok(Match { state, path: Some(path.to_owned()) })
    }

    /// The match of a saved text, to look at: unlike [`resume`](Self::resume) it touches no file, and
    /// will not be saved.
    ///
    /// # Errors
    ///
    /// When the text is no match.
    pub fn read(text: &str) -> Result<Match, Error> {
        let state = State::read(text).map_err(|error| Error::file(Path::new("text"), error))?;
        state.settings.check().map_err(Error::Settings)?;
        Ok(Match { state, path: None })
    }

    /// What is saved of it: the text that [`read`](Self::read) reads back.
    ///
    /// # Errors
    ///
    /// When something in it cannot be written, such as a path that is no Unicode.
    pub fn text(&self) -> Result<String, Error> {
        self.state.text().map_err(|error| Error::file(Path::new("text"), error))
    }

    /// How the match stands.
    pub fn standing(&self) -> Standing {
        let schedule = Schedule::new(&self.state.settings);
        let mut standing = Standing::new(&self.state.settings);
        for (&number, ending) in self.state.games.iter().filter(|(number, _)| **number < schedule.len()) {
            standing.add(&schedule.fixture(number), ending);
        }
        standing
    }

    /// Has the match saved in a file, now and after every game.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn save_in(mut self, path: &Path) -> Result<Match, Error> {
        self.state.save(path)?;
        self.path = Some(path.to_owned());
        Ok(self)
    }

    /// What is played.
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The number of games that are finished already.
    pub fn finished(&self) -> usize {
        self.state.games.len()
    }

    /// Plays all games that are not finished yet, and tells `observe` what happens.
    pub fn run(self, stop: &Stop, observe: &mut dyn FnMut(&Event)) -> Report {
        let schedule = Schedule::new(&self.state.settings);
        let standing = self.standing();
        let mut desk =
            Desk { state: self.state, path: self.path, standing, warned: HashSet::new(), failed: None };
        let end = match desk.run(&schedule, stop, observe) {
            Err(error) => End::Failed(error),
            Ok(()) => match desk.standing.verdict() {
                Some(verdict) => End::Decided(verdict),
                None if desk.standing.finished() == schedule.len() => End::Complete,
                None => End::Stopped,
            },
        };
        Report { standing: desk.standing, end }
    }
}

/// Where the results come in.
struct Desk {
    state: State,
    path: Option<PathBuf>,
    standing: Standing,
    warned: HashSet<String>,
    failed: Option<Error>,
}

/// What a worker has to say.
enum Message {
    Started(Fixture),
    Finished(Fixture, Box<Record>),
    Warning(String),
    Failed(Error),
}

impl Desk {
    fn run(
        &mut self,
        schedule: &Schedule,
        stop: &Stop,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<(), Error> {
        if self.standing.verdict().is_some() {
            return Ok(());
        }
        let settings = self.state.settings.clone();
        let hall = Hall::open(&settings, schedule, &self.state, stop)?;
        let (sender, messages) = unbounded();
        thread::scope(|scope| {
            // Should anything panic, the others do not play on for nobody.
            let _guard = StopOnPanic(stop);
            for _ in 0..settings.concurrency.min(hall.waiting.len()) {
                let (sender, hall) = (sender.clone(), &hall);
                scope.spawn(move || {
                    let _guard = StopOnPanic(&hall.stop);
                    Worker { hall, sender, players: HashMap::new() }.work();
                });
            }
            drop(sender);
            self.listen(&messages, stop, observe);
        });
        if let (Some(path), Some(error)) = (&settings.log, hall.log.take_error()) {
            self.failed.get_or_insert(Error::file(path, error));
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Takes what the workers say until they have all left.
    fn listen(&mut self, messages: &Receiver<Message>, stop: &Stop, observe: &mut dyn FnMut(&Event)) {
        for message in messages {
            match message {
                Message::Started(fixture) => observe(&Event::Started { fixture: &fixture }),
                Message::Warning(text) => {
                    if self.warned.insert(text.clone()) {
                        observe(&Event::Warning(&text));
                    }
                }
                Message::Failed(error) => self.fail(error, stop),
                Message::Finished(fixture, record) => {
                    if let Err(error) = self.enter(&fixture, &record) {
                        self.fail(error, stop);
                    }
                    observe(&Event::Finished {
                        fixture: &fixture,
                        record: &record,
                        standing: &self.standing,
                    });
                    let is_crash = record.ending.termination.is_crash();
                    if is_crash && !self.state.settings.recover {
                        self.fail(Error::Crash(record.ending.reason.clone()), stop);
                    }
                    if self.standing.verdict().is_some() {
                        stop.stop();
                    }
                }
            }
        }
    }

    /// The first thing that goes wrong ends the match.
    fn fail(&mut self, error: Error, stop: &Stop) {
        self.failed.get_or_insert(error);
        stop.stop();
    }

    /// Counts a game and writes it down.
    fn enter(&mut self, fixture: &Fixture, record: &Record) -> Result<(), Error> {
        self.standing.add(fixture, &record.ending);
        let settings = &self.state.settings;
        let pgn = settings.pgn.clone().map(|path| (path, pgn(settings, fixture, record).to_string()));
        let epd = settings.epd.clone().map(|path| (path, format!("{}\n", record.last)));
        let texts = pgn.into_iter().chain(epd).collect();
        self.state.add(fixture.number, record.ending.clone(), texts, self.path.as_deref())
    }
}

/// Ends the match if the thread panics.
struct StopOnPanic<'a>(&'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// What all workers share.
struct Hall<'a> {
    settings: &'a Settings,
    schedule: &'a Schedule,
    books: Books,
    /// The games that are not finished, and how many of them are begun.
    waiting: Vec<usize>,
    begun: AtomicUsize,
    log: Log,
    stop: Stop,
}

impl<'a> Hall<'a> {
    fn open(
        settings: &'a Settings,
        schedule: &'a Schedule,
        state: &State,
        stop: &Stop,
    ) -> Result<Self, Error> {
        let log = match &settings.log {
            Some(path) => Log::append_to(path).map_err(|error| Error::file(path, error))?,
            None => Log::default(),
        };
        let waiting: Vec<usize> =
            (0..schedule.len()).filter(|number| !state.games.contains_key(number)).collect();
        let books = Books::open(settings, schedule)?;
        Ok(Hall { settings, schedule, books, waiting, begun: AtomicUsize::new(0), log, stop: stop.clone() })
    }

    /// The next game to be played.
    fn next(&self) -> Option<Fixture> {
        let place = self.begun.fetch_add(1, Ordering::Relaxed);
        self.waiting.get(place).map(|&number| self.schedule.fixture(number))
    }
}

struct Worker<'a> {
    hall: &'a Hall<'a>,
    sender: Sender<Message>,
    /// The engines of the last game that can go on.
    players: HashMap<usize, Box<dyn Player>>,
}

impl Worker<'_> {
    fn work(&mut self) {
        while let Some(fixture) = self.hall.next() {
            if self.hall.stop.is_stopped() {
                return;
            }
            let done = self.play(&fixture);
            match done {
                Ok(record) => self.say(Message::Finished(fixture, Box::new(record))),
                Err(Fault::Stopped) => return,
                Err(fault) => return self.say(Message::Failed(Error::Engine(fault.to_string()))),
            }
            // A pause, which a stop ends.
            let _ = self.hall.stop.waiter().recv_timeout(self.hall.settings.wait);
        }
    }

    fn say(&self, message: Message) {
        // The desk listens as long as there are workers.
        let _ = self.sender.send(message);
    }

    fn play(&mut self, fixture: &Fixture) -> Result<Record, Fault> {
        self.players.retain(|engine, _| fixture.players.contains(engine));
        let [mut white, mut black] = [self.player(fixture.players[0])?, self.player(fixture.players[1])?];
        let unbooked = || Fault::Unfit(format!("{}: no openings", fixture.variant.name()));
        let opening = self.hall.books.opening(fixture).ok_or_else(unbooked)?;
        self.say(Message::Started(*fixture));
        let referee = Referee {
            settings: self.hall.settings,
            fixture,
            opening,
            players: [white.as_mut(), black.as_mut()],
        };
        let record = referee.conduct()?;
        let loser = record.ending.winner().map(|winner| !winner);
        for (side, player) in Side::BOTH.into_iter().zip([white, black]) {
            let has_failed = loser == Some(side) && record.ending.termination.is_fault();
            if player.is_reusable() && !has_failed {
                self.players.insert(fixture.players[side.index()], player);
            }
        }
        Ok(record)
    }

    /// The engine of the last game, or a new one.
    fn player(&mut self, engine: usize) -> Result<Box<dyn Player>, Fault> {
        if let Some(player) = self.players.remove(&engine) {
            return Ok(player);
        }
        let settings = &self.hall.settings.engines[engine];
        let started = launch(settings, &self.hall.log, &self.hall.stop).map_err(|fault| match fault {
            Fault::Stopped | Fault::Unfit(_) => fault,
            fault => Fault::Unfit(format!("{}: {fault} at its start", settings.name)),
        });
        let (player, warnings) = started?;
        warnings.into_iter().for_each(|warning| self.say(Message::Warning(warning)));
        Ok(player)
    }
}

/// A game as PGN.
fn pgn(settings: &Settings, fixture: &Fixture, record: &Record) -> pgn::Record {
    let mut game = pgn::Record::new(fixture.variant, &record.start);
    let engines = fixture.players.map(|engine| &settings.engines[engine]);
    let began = DateTime::<Local>::from(record.began);
    let controls = engines.map(|engine| engine.control.to_string());
    let tags = &mut game.tags;
    tags.set("Event", &settings.event);
    tags.set("Site", &settings.site);
    tags.set("Date", began.format("%Y.%m.%d").to_string());
    tags.set("Round", (fixture.round + 1).to_string());
    tags.set("White", &engines[0].name);
    tags.set("Black", &engines[1].name);
    tags.set("GameStartTime", began.to_rfc3339_opts(SecondsFormat::Millis, false));
    tags.set("GameDuration", clock_text(record.duration.as_secs()));
    tags.set("Termination", record.ending.termination.as_str());
    let [white, black] = &controls;
    if white == black {
        tags.set("TimeControl", white);
    } else {
        tags.set("WhiteTimeControl", white);
        tags.set("BlackTimeControl", black);
    }
    for played in &record.moves {
        game.push(&played.text, Some(played.comment()));
    }
    game.finish(record.ending.winner().map_or(GameResult::Draw, GameResult::win), &record.ending.reason);
    game
}

/// Hours, minutes and seconds.
fn clock_text(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::super::settings::EngineSettings;
    use super::super::time::Control;
    use super::*;

    fn two() -> Settings {
        let engine = |name: &str| EngineSettings {
            control: Control { nodes: Some(1), ..Control::default() },
            ..EngineSettings::new(name)
        };
        Settings::new(vec![engine("a"), engine("b")])
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
