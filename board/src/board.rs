//! One game at one board: who plays, the moves, the clocks, how it ends.
//!
//! Nothing here waits or thinks; what changed is told by a number that grows with every change.

use crate::clock::Clock;
use crate::engines::Job;
use crate::plan::{Plan, Player, Refusal};
use crate::record::{Played, Record};
use crate::scene::{Choice, Scene, choices, side_name};
use helgi_engine::search::Control;
use helgi_match::time::Period;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: &'static str,
    /// Why, in words.
    pub reason: String,
}

/// What both clocks show.
#[derive(Clone, Serialize, Debug)]
pub struct Times {
    /// The time control.
    pub control: String,
    /// White's milliseconds.
    pub white: u64,
    /// Black's milliseconds.
    pub black: u64,
    /// Whose clock runs.
    pub running: Option<&'static str>,
}

/// All that the page shows of a game.
#[derive(Clone, Serialize, Debug)]
pub struct Snapshot {
    /// The game's name in addresses.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The name of the game.
    pub variant: &'static str,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// Where it began.
    pub start: Scene,
    /// The moves since.
    pub line: Vec<Played>,
    /// The present position.
    pub scene: Scene,
    /// Its legal moves.
    pub moves: Vec<Choice>,
    /// How the game has ended.
    pub ending: Option<Ending>,
    /// The clocks.
    pub clock: Option<Times>,
    /// Who offers a draw.
    pub offer: Option<&'static str>,
    /// Whether the engine is to move.
    pub thinking: bool,
    /// What goes wrong with the game, for people.
    pub trouble: Option<String>,
}

/// One game.
#[derive(Debug)]
pub struct Board {
    id: String,
    pub(crate) game: GameId,
    pub(crate) record: Record,
    pub(crate) players: [Player; 2],
    pub(crate) clock: Option<Clock>,
    pub(crate) ending: Option<Ending>,
    /// What goes wrong besides the game itself.
    pub(crate) trouble: Option<String>,
    offer: Option<Side>,
    control: Arc<Control>,
    /// The version in which the engine was last asked for a move.
    asked: u64,
    /// The score of the engine's last move, for the engine.
    opinion: Option<i32>,
    version: watch::Sender<u64>,
}

impl Board {
    /// A new game.
    ///
    /// # Errors
    ///
    /// When the plan is no game.
    pub fn new(id: String, plan: &Plan) -> Result<Self, Refusal> {
        let game = GameId::named(&plan.variant).ok_or_else(|| Refusal::Variant(plan.variant.clone()))?;
        let start = match &plan.fen {
            Some(fen) => game.parse(fen)?,
            None => game.start(),
        };
        let clock = plan.clock.as_deref().map(Period::read).transpose()?.flatten();
        let players = [plan.white.checked()?, plan.black.checked()?];
        let mut record = Record::new(start);
        for text in &plan.moves {
            record.play(text, None)?;
        }
        Ok(Self::of(id, game, record, players, clock.map(Clock::new)))
    }

    /// A game as it stands.
    pub(crate) fn of(
        id: String,
        game: GameId,
        record: Record,
        players: [Player; 2],
        clock: Option<Clock>,
    ) -> Self {
        let mut board = Board {
            id,
            game,
            record,
            players,
            clock,
            ending: None,
            trouble: None,
            offer: None,
            control: Arc::new(Control::new(Instant::now())),
            asked: 0,
            opinion: None,
            version: watch::Sender::new(1),
        };
        board.settle();
        board
    }

    /// Tells of every change.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// How many changes there have been.
    pub fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// All that the page shows.
    pub fn snapshot(&self, now: Instant) -> Snapshot {
        let line = self.record.line();
        let present = line.present();
        let milliseconds =
            |clock: &Clock, side| clock.left(side, now).as_millis().try_into().unwrap_or(u64::MAX);
        let times = |clock: &Clock| Times {
            control: clock.period().to_string(),
            white: milliseconds(clock, Side::White),
            black: milliseconds(clock, Side::Black),
            running: clock.running().map(side_name),
        };
        Snapshot {
            id: self.id.clone(),
            version: self.version(),
            variant: self.game.name(),
            white: self.players[0],
            black: self.players[1],
            start: self.record.start(),
            line: self.record.played().to_vec(),
            scene: Scene::of(present),
            moves: if self.ending.is_some() { Vec::new() } else { choices(present) },
            ending: self.ending.clone(),
            clock: self.clock.as_ref().map(times),
            offer: self.offer.map(side_name),
            thinking: self.is_engines_turn(),
            trouble: self.trouble.clone(),
        }
    }

    /// Plays a person's move after so many others.
    ///
    /// # Errors
    ///
    /// When it is not legal, or nobody's turn; nothing has changed then.
    pub fn play(&mut self, text: &str, ply: usize, now: Instant) -> Result<(), Refusal> {
        self.check_flag(now);
        let length = self.record.line().len();
        if ply != length {
            return Err(Refusal::Ply(ply, length));
        }
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        if self.is_engines_turn() {
            return Err(Refusal::Turn);
        }
        self.make(text, now)
    }

    /// What the engine is to think about, if it is its turn; once for every version of the game.
    pub fn job(&mut self, now: Instant) -> Option<Job> {
        let side = self.record.line().present().side();
        let Player::Engine { level } = self.player(side) else { return None };
        let version = self.version();
        if self.ending.is_some() || self.asked == version {
            return None;
        }
        self.asked = version;
        self.control = Arc::new(Control::new(now));
        Some(Job {
            line: self.record.line().clone(),
            level: Some(level),
            clock: self.clock.as_ref().map(|clock| clock.control(side, now)),
            control: self.control.clone(),
        })
    }

    /// Plays the engine's move, if nothing has changed since version `asked`.
    pub fn answer(&mut self, wire: &str, score: Option<i32>, asked: u64, now: Instant) {
        self.check_flag(now);
        if self.version() == asked && self.is_engines_turn() && self.make(wire, now).is_ok() {
            self.opinion = score;
        }
    }

    /// What is to be thought about for a hint.
    ///
    /// # Errors
    ///
    /// When the game is over.
    pub fn question(&self, now: Instant) -> Result<Job, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let control = Arc::new(Control::new(now));
        Ok(Job { line: self.record.line().clone(), level: None, clock: None, control })
    }

    /// What the other side could do if it were its turn; nothing where the turn cannot be given up.
    pub fn others(&self) -> Vec<Choice> {
        self.record.line().present().pass().map(|passed| choices(&passed)).unwrap_or_default()
    }

    /// Takes moves back: until it is a person's turn again, at least one.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn take_back(&mut self, now: Instant) -> Result<(), Refusal> {
        let line = self.record.line();
        // The last move after which a person was to move.
        let start = line.start().side();
        let side_at = |ply: usize| if ply.is_multiple_of(2) { start } else { !start };
        let target = (0..line.len()).rev().find(|&ply| self.player(side_at(ply)) == Player::Person);
        let target = target.or_else(|| line.len().checked_sub(1).filter(|_| !self.has_person()));
        let Some(target) = target else { return Err(Refusal::Start) };
        while self.record.line().len() > target {
            self.record.take_back();
        }
        (self.ending, self.offer, self.opinion) = (None, None, None);
        let side = self.record.line().present().side();
        if let Some(clock) = &mut self.clock {
            clock.turn(side, now);
        }
        self.changed();
        Ok(())
    }

    /// A person gives up: the one who plays the engine, or who is to move.
    ///
    /// # Errors
    ///
    /// When the game is over, or nobody is there.
    pub fn resign(&mut self, now: Instant) -> Result<(), Refusal> {
        let loser = self.speaker()?;
        self.end(Some(!loser), format!("{} resigns", loser.name()), now);
        Ok(())
    }

    /// A person offers a draw, or takes the offer; the engine answers at once, as one does who stands worse,
    /// and late in the game one who stands no better.
    ///
    /// # Errors
    ///
    /// When the game is over, or knows no draw. An offer that is refused is an error, too.
    pub fn draw(&mut self, now: Instant) -> Result<(), Refusal> {
        /// An engine that stands worse by so much takes a draw; in centipawns.
        const WORSE: i32 = -10;
        /// After so many moves it takes one in an even position.
        const LATE: u32 = 40;
        let speaker = self.speaker()?;
        if !self.game.info().draws {
            return Err(Refusal::Draw("this game knows no draws"));
        }
        let late = self.record.line().present().fullmove_number() >= LATE;
        if let Player::Engine { .. } = self.player(!speaker) {
            let welcome = self.opinion.is_some_and(|score| score < WORSE || score <= -WORSE && late);
            if !welcome {
                return Err(Refusal::Draw("the engine plays on"));
            }
        }
        if self.has_engine() || self.offer.is_some() {
            self.end(None, "Draw by agreement".to_owned(), now);
        } else {
            self.offer = Some(speaker);
            self.changed();
        }
        Ok(())
    }

    /// Other players go on.
    ///
    /// # Errors
    ///
    /// When a level is none.
    pub fn seat(&mut self, white: Player, black: Player) -> Result<(), Refusal> {
        self.players = [white.checked()?, black.checked()?];
        (self.offer, self.opinion) = (None, None);
        self.changed();
        Ok(())
    }

    /// Ends the game if somebody's time is up; says how long the clock that runs still has.
    pub fn check_flag(&mut self, now: Instant) -> Option<std::time::Duration> {
        let clock = self.clock.as_ref()?;
        if let Some(loser) = clock.flagged(now) {
            self.end(Some(!loser), format!("{} loses on time", loser.name()), now);
            return None;
        }
        Some(clock.left(clock.running()?, now))
    }

    fn make(&mut self, text: &str, now: Instant) -> Result<(), Refusal> {
        let side = self.record.line().present().side();
        self.record.play(text, None)?;
        if let Some(clock) = &mut self.clock {
            clock.press(side, now);
            self.record.note_time(clock.left(side, now));
        }
        self.offer = self.offer.filter(|&offered| offered == side);
        self.settle();
        if self.ending.is_some() {
            self.stop_clock(now);
        }
        self.changed();
        Ok(())
    }

    /// Looks whether the game has ended on the board.
    fn settle(&mut self) {
        let verdict = self.record.verdict();
        self.ending = verdict
            .map(|outcome| Ending { score: outcome.score(), reason: outcome.reason_text().to_string() });
    }

    fn end(&mut self, winner: Option<Side>, reason: String, now: Instant) {
        let score = match winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        };
        self.ending = Some(Ending { score, reason });
        self.offer = None;
        self.stop_clock(now);
        self.changed();
    }

    fn stop_clock(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Who speaks for the persons.
    fn speaker(&self) -> Result<Side, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let mover = self.record.line().present().side();
        let is_person = |side: &Side| self.player(*side) == Player::Person;
        [mover, !mover].into_iter().find(is_person).ok_or(Refusal::Nobody)
    }

    fn player(&self, side: Side) -> Player {
        let [white, black] = self.players;
        if side == Side::White { white } else { black }
    }

    fn has_person(&self) -> bool {
        self.players.contains(&Player::Person)
    }

    fn has_engine(&self) -> bool {
        self.players.iter().any(|&player| player != Player::Person)
    }

    fn is_engines_turn(&self) -> bool {
        self.ending.is_none() && self.player(self.record.line().present().side()) != Player::Person
    }

    /// Whatever the engine is thinking about is no longer asked for.
    fn changed(&mut self) {
        self.control.stop();
        self.version.send_modify(|version| *version += 1);
    }
}
