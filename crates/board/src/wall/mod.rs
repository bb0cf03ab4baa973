//! A live match: all its games while they are played, and its standing.
//!
//! The match calls [`Wall::record_event`], which notes the event and returns: the page's data is made
//! elsewhere, for each watcher, from the latest state and no more often than people can see. A slow
//! watcher misses the states between; nothing waits for it, and nothing is kept for it.

pub mod routes;
pub mod sheet;
pub mod views;

use helgi_match::openings::Opening;
use helgi_match::schedule::{Fixture, Schedule};
use helgi_match::settings::MatchSettings;
use helgi_match::sheet::{GameSheet, PlayedMove, pgn};
use helgi_match::standing::Standing;
use helgi_match::statistics::MatchScore as Results;
use helgi_match::{End, Match, MatchEvent, MatchReport};
use helgi_protocol::info::{SearchInfo, SearchScore};
use helgi_protocol::notation::WireMove;
use helgi_record::ending::Ending;
use helgi_rules::board::Side;
use helgi_rules::notation;
use helgi_rules::{Game as _, Position};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// This many finished games can be replayed, the last ones.
pub const KEPT: usize = 1000;
/// The most warnings that are shown, the last ones.
const WARNINGS: usize = 5;

/// A match that is watched.
#[derive(Debug)]
pub struct Wall {
    settings: MatchSettings,
    /// Number of games of the match.
    games: usize,
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

/// The state of the match.
#[derive(Debug)]
struct State {
    standing: Standing,
    /// The results of the first two engines in each game of the match, from the first one's side.
    by_game: Vec<Results>,
    /// Counts what changes the standing, the warnings or the end.
    version: u64,
    over: Option<Over>,
    warnings: VecDeque<String>,
    /// The places of the wall: the numbers of the games there.
    slots: Vec<usize>,
    /// The games that are played or shown on the wall, and the last finished ones.
    games: BTreeMap<usize, Game>,
    /// The numbers of the last games that were finished, in that order.
    finished: VecDeque<usize>,
    /// Number of games finished since the match was begun or resumed.
    count: usize,
}

/// The end of a match.
#[derive(Clone, Debug)]
struct Over {
    state: &'static str,
    /// The error, if the match has failed.
    why: Option<String>,
}

/// A game of the match.
#[derive(Debug)]
struct Game {
    fixture: Fixture,
    opening: Opening,
    moves: Vec<Heard>,
    /// The last lines of White and Black, each with the number of its first half-move.
    lines: [(usize, Vec<WireMove>); 2],
    /// The time at which the player to move began to think.
    turned: Instant,
    began: SystemTime,
    ending: Option<(Ending, Duration)>,
    /// True if the match has ended before the game.
    given_up: bool,
}

/// A move that an engine has made.
#[derive(Clone, Debug)]
struct Heard {
    side: Side,
    text: Box<str>,
    score: Option<SearchScore>,
    depth: u32,
    time: Duration,
    /// Both clocks after it.
    clocks: [Option<Duration>; 2],
}

impl Wall {
    /// The wall of a match that is about to be played.
    pub fn new(to_play: &Match) -> Self {
        let settings = to_play.settings().clone();
        let mut by_game = vec![Results::default(); settings.variants.len()];
        to_play.results().for_each(|(fixture, ending)| count(&mut by_game, &settings, &fixture, ending));
        let state = State {
            standing: to_play.standing(),
            by_game,
            version: 1,
            over: None,
            warnings: VecDeque::new(),
            slots: Vec::new(),
            games: BTreeMap::new(),
            finished: VecDeque::new(),
            count: 0,
        };
        // Of a match in parts, the games of this part.
        let games = Schedule::new(&settings).own().count();
        Wall { settings, games, state: Mutex::new(state), changes: watch::Sender::new(0) }
    }

    /// Takes note of an event of the match.
    pub fn record_event(&self, event: &MatchEvent) {
        let mut state = self.lock();
        match event {
            MatchEvent::Started { fixture, opening } => state.begin(fixture, opening),
            MatchEvent::Moved { fixture, side, played, clocks } => {
                if let Some(game) = state.games.get_mut(&fixture.number) {
                    game.push(*side, played, *clocks);
                }
            }
            MatchEvent::Finished { fixture, record, standing } => {
                state.standing = (*standing).clone();
                count(&mut state.by_game, &self.settings, fixture, &record.ending);
                state.finish(fixture.number, record);
            }
            // The page shows the games that are played here.
            MatchEvent::Pooled(_) => {}
            MatchEvent::Warning(text) => {
                state.version += 1;
                state.warnings.push_back((*text).to_owned());
                if state.warnings.len() > WARNINGS {
                    state.warnings.pop_front();
                }
            }
        }
        // Watchers take the lock too, and are woken without it.
        drop(state);
        self.publish();
    }

    /// Takes note of the match's end.
    pub fn end(&self, report: &MatchReport) {
        let mut state = self.lock();
        state.standing = report.standing.clone();
        let (name, why) = match &report.end {
            End::Complete => ("complete", None),
            End::Decided(_) => ("decided", None),
            End::Stopped => ("stopped", None),
            End::Failed(error) => ("failed", Some(error.to_string())),
        };
        state.over = Some(Over { state: name, why });
        state.version += 1;
        state.games.values_mut().filter(|game| game.ending.is_none()).for_each(|game| game.given_up = true);
        drop(state);
        self.publish();
    }

    /// A finished game as PGN; `None` if it is not there, or goes on.
    pub fn pgn(&self, number: usize) -> Option<String> {
        let state = self.lock();
        let game = state.games.get(&number)?;
        let (ending, duration) = game.ending.clone()?;
        let mut position = game.fixture.variant.parse(&game.opening.fen).ok()?;
        let played = game.moves.iter().map(Heard::played);
        let book = game.opening.moves.iter().map(|text| PlayedMove { text: text.clone(), thought: None });
        let moves: Vec<PlayedMove> = book.chain(played).collect();
        for played in &moves {
            position.play(notation::read(&position, &played.text).ok()?);
        }
        let record = GameSheet {
            start: game.opening.fen.clone(),
            moves,
            last: position.fen(),
            ending,
            began: game.began,
            duration,
        };
        Some(pgn(&self.settings, &game.fixture, &record).to_string())
    }

    /// The names of White and Black.
    fn names(&self, fixture: &Fixture) -> [String; 2] {
        let name = |engine: usize| self.settings.engines.get(engine).map(|engine| engine.name.clone());
        fixture.players.map(|engine| name(engine).unwrap_or_default())
    }

    /// Tells of every change.
    fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn publish(&self) {
        self.changes.send_modify(|version| *version += 1);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a game of the first two engines where it belongs.
fn count(by_game: &mut [Results], settings: &MatchSettings, fixture: &Fixture, ending: &Ending) {
    let place = settings.variants.iter().position(|&variant| variant == fixture.variant);
    let Some(results) = place.and_then(|place| by_game.get_mut(place)) else { return };
    if fixture.pairing != 0 {
        return;
    }
    let first = fixture.players.first().copied().min(fixture.players.last().copied());
    match ending.winner().and_then(|side| fixture.players.get(side.index()).copied()) {
        None => results.draws += 1,
        winner if winner == first => results.wins += 1,
        Some(_) => results.losses += 1,
    }
}

impl State {
    /// A game begins: it takes the place of one that is over.
    fn begin(&mut self, fixture: &Fixture, opening: &Opening) {
        let number = fixture.number;
        // A place is free when its game is over, and taken again only then, so that the last game can be looked
        // at.
        let is_free = |slot: &usize| self.games.get(slot).is_none_or(|game| game.ending.is_some());
        match self.slots.iter().position(is_free) {
            Some(place) => {
                let before = self.slots.get_mut(place).map(|slot| std::mem::replace(slot, number));
                before.into_iter().for_each(|before| self.forget(before));
            }
            None => self.slots.push(number),
        }
        let game = Game {
            fixture: *fixture,
            opening: opening.clone(),
            moves: Vec::new(),
            lines: Default::default(),
            turned: Instant::now(),
            began: SystemTime::now(),
            ending: None,
            given_up: false,
        };
        self.games.insert(number, game);
    }

    fn finish(&mut self, number: usize, record: &GameSheet) {
        self.version += 1;
        self.count += 1;
        let Some(game) = self.games.get_mut(&number) else { return };
        game.ending = Some((record.ending.clone(), record.duration));
        game.began = record.began;
        // The lines of the engines are shown while they think.
        game.lines = Default::default();
        self.finished.push_back(number);
        if self.finished.len() > KEPT {
            let first = self.finished.pop_front();
            first.into_iter().for_each(|first| self.forget(first));
        }
    }

    /// Forgets a game that is neither on the wall nor among the last.
    fn forget(&mut self, number: usize) {
        if !self.slots.contains(&number) && !self.finished.contains(&number) {
            self.games.remove(&number);
        }
    }
}

impl Game {
    fn push(&mut self, side: Side, played: &PlayedMove, clocks: [Option<Duration>; 2]) {
        let (info, time) = played.thought.clone().unwrap_or_default();
        let SearchInfo { score, depth, pv, .. } = info.unwrap_or_default();
        let ply = self.opening.moves.len() + self.moves.len();
        self.turned = Instant::now();
        let (text, depth) = (played.text.as_str().into(), depth.unwrap_or(0));
        let heard = Heard { side, text, score, depth, time, clocks };
        self.moves.push(heard);
        if let Some(line) = self.lines.get_mut(side.index()) {
            *line = (ply, pv);
        }
    }
}

impl Heard {
    /// The move as the match has it.
    fn played(&self) -> PlayedMove {
        let info = SearchInfo { score: self.score, depth: Some(self.depth), ..SearchInfo::default() };
        PlayedMove { text: self.text.to_string(), thought: Some((Some(info), self.time)) }
    }
}
