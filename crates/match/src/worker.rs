//! The workers of a match: threads that play its games one after the other, each with processes of
//! its own, which it keeps from game to game.
//!
//! A worker decides nothing: it asks before each game whether it may begin, and reports its result.

use super::error::Error;
use super::launch::launch;
use super::log::Log;
use super::openings::Opening;
use super::player::{Fault, Player};
use super::polyglot::PolyglotBook;
use super::processors;
use super::referee::Referee;
use super::schedule::{Fixture, Schedule};
use super::settings::{EngineBook, EngineSettings, MatchSettings};
use super::sheet::{GameSheet, PlayedMove};
use super::state::State;
use super::stop::MatchStop;
use crossbeam_channel::{Sender, bounded, select};
use helgi_rules::board::Side;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The time after the end of an engine in which the match may turn out to be ending, too.
const AFTER_CRASH: Duration = Duration::from_secs(1);

/// A message of a worker.
pub(super) enum Message {
    /// A game can begin. It does once its opening is sent back, and never if the sender is dropped: no more
    /// than the messages of one game of each worker are ever on the way.
    Ready(Fixture, Sender<Opening>),
    /// An engine has started, and has said its name and version.
    Launched(usize, String),
    /// A player has made a move; what both clocks show then.
    Moved(Fixture, Side, Box<PlayedMove>, [Option<Duration>; 2]),
    /// A game has come to its end.
    Finished(Fixture, Box<GameSheet>),
    /// A request is not carried out.
    Warning(String),
    /// The match cannot go on.
    Failed(Error),
}

/// Ends the match if the thread panics.
pub(super) struct StopOnPanic<'a>(pub &'a MatchStop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// The data that all workers share.
pub(super) struct Shared<'a> {
    settings: &'a MatchSettings,
    schedule: &'a Schedule,
    /// The games that are not finished, and how many of them are begun.
    waiting: Vec<usize>,
    begun: AtomicUsize,
    /// The books of the engines.
    books: Vec<Option<PolyglotBook>>,
    /// The processor of each worker; empty if they are not bound.
    processors: Vec<usize>,
    log: Log,
    stop: MatchStop,
}

impl<'a> Shared<'a> {
    /// Opens the log; the games already played are in the state.
    pub fn open(
        settings: &'a MatchSettings,
        schedule: &'a Schedule,
        state: &State,
        stop: &MatchStop,
    ) -> Result<Self, Error> {
        let log = match &settings.log {
            Some(path) => Log::append_to(path).map_err(|error| Error::file(path, error))?,
            None => Log::default(),
        };
        // A resumed match has gaps where workers were faster than others.
        let waiting: Vec<usize> = schedule.own().filter(|number| !state.games.contains_key(number)).collect();
        let (begun, stop) = (AtomicUsize::new(0), stop.clone());
        let processors = match &settings.processors {
            Some(wanted) => processors::choose(wanted, settings.concurrency).map_err(Error::Settings)?,
            None => Vec::new(),
        };
        let book = |engine: &EngineSettings| {
            let open = |book: &EngineBook| {
                PolyglotBook::open(&book.path).map_err(|error| Error::file(&book.path, error))
            };
            engine.book.as_ref().map(open).transpose()
        };
        let books = settings.engines.iter().map(book).collect::<Result<_, _>>()?;
        Ok(Shared { settings, schedule, waiting, begun, books, processors, log, stop })
    }

    /// Number of games to be played.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Plays games until there are no more, or the match ends, as the worker of a number from 0.
    pub fn work(&self, place: usize, sender: Sender<Message>) {
        // Should this thread panic, the others stop too.
        let _guard = StopOnPanic(&self.stop);
        // Engines inherit it, with all threads that they start.
        if let Some(Err(error)) = self.processors.get(place).map(|&number| processors::bind(number)) {
            let _ = sender.send(Message::Warning(format!("-use-affinity: {error}")));
        }
        Worker { shared: self, sender, players: HashMap::new() }.work();
    }

    /// The error that ended the log, if one has.
    pub fn log_error(&self) -> Option<Error> {
        let error = self.log.take_error()?;
        self.settings.log.as_ref().map(|path| Error::file(path, error))
    }

    /// The next game to be played.
    fn next(&self) -> Option<Fixture> {
        // Nobody else gets the same place; that is all the order that is needed.
        let place = self.begun.fetch_add(1, Ordering::Relaxed);
        self.waiting.get(place).map(|&number| self.schedule.fixture(number))
    }
}

/// One thread with its engines.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    sender: Sender<Message>,
    /// The engines of the last game that can play another.
    players: HashMap<usize, Box<dyn Player>>,
}

impl Worker<'_> {
    fn work(&mut self) {
        while let Some(fixture) = self.shared.next() {
            if self.shared.stop.is_stopped() {
                return;
            }
            let done = self.play(&fixture);
            match done {
                Ok(record) if record.ending.termination().is_crash() && self.is_about_to_stop() => return,
                Ok(record) => self.send(Message::Finished(fixture, Box::new(record))),
                Err(Fault::Stopped) => return,
                Err(fault) => return self.send(Message::Failed(Error::Engine(fault.to_string()))),
            }
            // A pause, which a stop ends.
            let _ = self.shared.stop.waiter().recv_timeout(self.shared.settings.wait);
        }
    }

    /// Returns true if the match is stopped at the same time. A scheduler that takes a machine away ends all
    /// programs on it, and engines may go a little earlier: that is no loss of theirs.
    fn is_about_to_stop(&self) -> bool {
        self.shared.stop.waiter().recv_timeout(AFTER_CRASH).is_err_and(|error| error.is_disconnected())
    }

    fn send(&self, message: Message) {
        // There is a receiver as long as there are workers.
        let _ = self.sender.send(message);
    }

    fn play(&mut self, fixture: &Fixture) -> Result<GameSheet, Fault> {
        // At most two engines of a worker run at a time, whatever the number of engines in the match.
        self.players.retain(|engine, _| fixture.players.contains(engine));
        let [mut white, mut black] = [self.player(fixture.players[0])?, self.player(fixture.players[1])?];
        let opening = self.wait_until_granted(fixture)?;
        let heard = |side, played: &PlayedMove, clocks| {
            self.send(Message::Moved(*fixture, side, Box::new(played.clone()), clocks));
        };
        let referee = Referee {
            settings: self.shared.settings,
            fixture,
            opening: &opening,
            players: [white.as_mut(), black.as_mut()],
            books: fixture.players.map(|engine| self.shared.books[engine].as_ref()),
            heard: &heard,
        };
        let record = referee.conduct()?;
        let loser = record.ending.winner().map(|winner| !winner);
        for (side, mut player) in Side::BOTH.into_iter().zip([white, black]) {
            player.take_warnings().into_iter().for_each(|warning| self.send(Message::Warning(warning)));
            let has_failed = loser == Some(side) && record.ending.termination().is_fault();
            // An engine that lost by a fault gets a new process: nobody knows what state it is in.
            if player.is_reusable() && !has_failed {
                self.players.insert(fixture.players[side.index()], player);
            }
        }
        Ok(record)
    }

    /// Asks for permission to begin a game, and gets its opening. It is refused once the match has been
    /// decided, even if this worker has not heard of it.
    fn wait_until_granted(&self, fixture: &Fixture) -> Result<Opening, Fault> {
        // Room for one, so that the grant never waits for this worker.
        let (sender, granted) = bounded(1);
        self.send(Message::Ready(*fixture, sender));
        select! {
            recv(granted) -> opening => opening.map_err(|_| Fault::Stopped),
            recv(self.shared.stop.waiter()) -> _ => Err(Fault::Stopped),
        }
    }

    /// The engine of the last game, or a new one.
    fn player(&mut self, engine: usize) -> Result<Box<dyn Player>, Fault> {
        if let Some(player) = self.players.remove(&engine) {
            return Ok(player);
        }
        let settings = &self.shared.settings.engines[engine];
        let started = launch(settings, &self.shared.log, &self.shared.stop).map_err(|fault| match fault {
            Fault::Stopped | Fault::Unfit(_) => fault,
            fault => Fault::Unfit(format!("{}: {fault} at its start", settings.name)),
        });
        let (player, warnings) = started?;
        warnings.into_iter().for_each(|warning| self.send(Message::Warning(warning)));
        if let Some(name) = player.own_name() {
            self.send(Message::Launched(engine, name.to_owned()));
        }
        Ok(player)
    }
}
