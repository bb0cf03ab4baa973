//! One game at one board: the players, the moves, the clocks, the end.
//!
//! Never waits or thinks: whoever has the game hands in the moment, does the engine's [jobs](MoveJob), and looks at
//! [`LiveGame::version`] for changes.

use crate::clock::GameClock;
use crate::ending::GameEnd;
use crate::moment::{Moment, Occasion};
use crate::plan::{GamePlan, LONGEST_NAME, LONGEST_PAUSE, Refusal, SeatPlan, SpokenSides};
use crate::scene::side_name;
use crate::snapshot::{ClockTimes, GamePace, PositionView, Snapshot};
use crate::tree::Tree;
use fastrand::Rng;
use helgi_engine::ChosenMove;
use helgi_engine::internals::draw_offer::RecentScores;
use helgi_engine::search::{TimeControl, moves_to_end};
use helgi_notation::without_numbers;
use helgi_record::ending::{Ending, LossReason};
use helgi_record::time::Period;
use helgi_record::{Assessment, EngineStrength, ExpectedScore, NodeId, Seat};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::{Game, Line, Position};
use helgi_words::ends;
use std::time::Duration;

/// The least time before the engine's move appears, so that people see the one before. Unit: milliseconds.
const PAUSE: u64 = 250;

/// The event of games that have no name.
pub const UNNAMED: &str = "helgi board";

/// One game.
#[derive(Debug)]
pub struct LiveGame {
    /// Its name in addresses.
    pub id: String,
    /// A problem outside the game itself.
    pub trouble: Option<String>,
    pub(crate) game: GameId,
    pub(crate) tree: Tree,
    pub(crate) players: [SeatPlan; 2],
    pub(crate) clock: Option<GameClock>,
    pub(crate) ending: Option<GameEnd>,
    /// The side that offers a draw.
    pub(crate) offer: Option<Side>,
    /// The side that asks to take its last move back.
    pub(crate) takeback: Option<Side>,
    pace: GamePace,
    /// The time of the last job for the engine.
    asked_at: Moment,
    /// The turn in which the engine was last asked for a move.
    asked: Option<u64>,
    /// Another number after every change of the game itself.
    turn: u64,
    /// The scores of the engine's last moves.
    pub(crate) scores: RecentScores,
    /// Another number after every change.
    version: u64,
}

/// A move that the engine has to choose.
#[derive(Clone, Debug)]
pub struct MoveJob {
    /// The game so far.
    pub line: Line,
    /// The strength of the player; `None` to think for somebody else at full strength.
    pub strength: Option<EngineStrength>,
    /// The clock of the side to move.
    pub clock: Option<TimeControl>,
}

/// The move that an engine plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAnswer {
    /// The move.
    pub chosen: ChosenMove,
    /// True if it was not searched, but found in a book.
    pub is_from_book: bool,
}

impl LiveGame {
    /// A new game, which has no name yet.
    ///
    /// # Errors
    ///
    /// When the plan is not a game.
    pub fn new(plan: &GamePlan, occasion: &Occasion) -> Result<Self, Refusal> {
        let game = plan.game()?;
        let start = match (&plan.fen, plan.number) {
            (Some(fen), _) => game.parse_lenient(fen).map_err(|error| Refusal::position(game, error))?.0,
            // Moves without a position were played from the start of the game, not from a random one.
            (None, Some(number)) => {
                let starts = game.starts();
                let text = starts.get(number).ok_or(Refusal::StartNumber(number, starts.len()))?;
                game.parse(text).map_err(|error| Refusal::position(game, error))?
            }
            (None, None) if plan.moves.is_empty() => game.new_start(occasion.seed),
            (None, None) => game.start(),
        };
        let clock = plan.clock.as_deref().map(Period::read).transpose()?.flatten();
        let players = [plan.white.checked()?, plan.black.checked()?];
        let mut tree = Tree::new(start, occasion.seed);
        // Links that people write have numbers of moves, also between them.
        for text in plan.moves.iter().filter(|text| !without_numbers(text).is_empty()) {
            tree.play(text)?;
        }
        tree.set_tag("Event", UNNAMED);
        tree.set_tag("Date", &occasion.today.to_string());
        tree.set_tag("Round", "-");
        if let Some(period) = clock {
            tree.set_tag("TimeControl", &period.to_string());
        }
        // The name in addresses comes from whoever keeps the game.
        let mut board = Self::of(String::new(), tree, players, clock.map(GameClock::new), occasion);
        board.name_players();
        Ok(board)
    }

    /// A game as it stands.
    pub(crate) fn of(
        id: String,
        tree: Tree,
        players: [SeatPlan; 2],
        clock: Option<GameClock>,
        occasion: &Occasion,
    ) -> Self {
        let mut random = Rng::with_seed(occasion.seed);
        let mut board = LiveGame {
            id,
            game: tree.line().start().game(),
            tree,
            players,
            clock,
            ending: None,
            trouble: None,
            offer: None,
            takeback: None,
            pace: GamePace { paused: false, pause: PAUSE },
            asked_at: occasion.now,
            asked: None,
            // A game that is read again differs from the one that others knew.
            turn: random.u32(..).into(),
            scores: RecentScores::default(),
            version: random.u32(..).into(),
        };
        board.settle();
        board
    }

    /// The game that is played.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The moves.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The ending, if the game is over.
    pub fn ending(&self) -> Option<&GameEnd> {
        self.ending.as_ref()
    }

    /// A number that is another one after every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A number that changes with every change of the game itself, not with variations.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// All that the page shows.
    pub fn snapshot(&self, now: Moment) -> Snapshot {
        let milliseconds =
            |clock: &GameClock, side| clock.left(side, now).as_millis().try_into().unwrap_or(u64::MAX);
        let times = |clock: &GameClock| ClockTimes {
            control: clock.period().to_string(),
            white: milliseconds(clock, Side::White),
            black: milliseconds(clock, Side::Black),
            running: clock.running().map(side_name),
        };
        let PositionView { scene, moves, .. } = PositionView::at(self.tree.line());
        Snapshot {
            id: self.id.clone(),
            version: self.version(),
            variant: self.game.name(),
            white: self.players[0],
            black: self.players[1],
            names: Side::BOTH.map(|side| self.name_of(side)),
            start: self.tree.start(),
            root: self.tree.name(NodeId::START),
            introduction: self.tree.introduction(),
            marks: self.tree.first_marks(),
            tree: self.tree.list(),
            line: self.tree.main_line(),
            scene,
            moves: if self.ending.is_some() { Vec::new() } else { moves },
            ending: self.ending.clone(),
            repeats: self.tree.repetition_ahead().filter(|_| self.ending.is_none()).map(ends::outcome),
            clock: self.clock.as_ref().map(times),
            offer: self.offer.map(side_name),
            takeback: self.takeback.map(side_name),
            away: Vec::new(),
            thinking: self.is_engines_turn(),
            pace: self.pace,
            trouble: self.trouble.clone(),
        }
    }

    /// The name of a player of whom more is known than that it is a person or a level.
    fn name_of(&self, side: Side) -> Option<String> {
        let record = self.tree.record();
        let name = record.tags.get(side.name()).filter(|name| *name != "?")?;
        record.seat(side).is_none().then(|| name.to_owned())
    }

    /// Plays a person's move after `ply` others.
    ///
    /// # Errors
    ///
    /// When it is not legal, or not a person's turn; nothing has changed then.
    pub fn play(&mut self, text: &str, ply: usize, now: Moment) -> Result<(), Refusal> {
        // The time may have run out since the last request.
        self.check_flag(now);
        let length = self.tree.line().len();
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

    /// Returns the engine's job, if it is its turn; once for every turn. Two engines play for somebody who looks at them
    /// here alone.
    pub fn job(&mut self, is_watched: bool, now: Moment) -> Option<MoveJob> {
        let side = self.tree.line().present().side();
        let SeatPlan::Engine(strength) = self.player(side) else { return None };
        // Two engines play for nobody, unless somebody looks on or plays with.
        let waits = !self.has_person() && (self.pace.paused || !is_watched);
        if self.ending.is_some() || self.asked == Some(self.turn) || waits {
            return None;
        }
        self.asked = Some(self.turn);
        self.asked_at = now;
        Some(MoveJob {
            line: self.tree.line().clone(),
            strength: Some(strength.into()),
            clock: self.clock.as_ref().map(|clock| clock.control(side, now)),
        })
    }

    /// Plays the engine's move, if it is still that of the turn `asked`.
    pub fn answer(&mut self, wire: &str, answer: &EngineAnswer, asked: u64, now: Moment) {
        self.check_flag(now);
        // The game may have changed while the engine thought.
        if self.turn == asked && self.is_engines_turn() && self.make(wire, now).is_ok() {
            let ChosenMove { score, depth, .. } = answer.chosen;
            self.scores.note(score);
            let time = now.saturating_duration_since(self.asked_at);
            let score = score.map(|score| ExpectedScore::new(score, moves_to_end(score)));
            let thought = Assessment { score, depth, time };
            let comment = if answer.is_from_book { "book".to_owned() } else { thought.to_string() };
            self.tree.annotate(None, Some(comment));
        }
    }

    /// Returns the job for a hint.
    ///
    /// # Errors
    ///
    /// When the game is over.
    pub fn question(&self) -> Result<MoveJob, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        Ok(MoveJob { line: self.tree.line().clone(), strength: None, clock: None })
    }

    /// Changes the players. A guest stays a person.
    ///
    /// # Errors
    ///
    /// When a level is out of range, or a guest plays a side that is to be the engine's.
    pub fn seat(&mut self, sides: SpokenSides, white: SeatPlan, black: SeatPlan) -> Result<(), Refusal> {
        let plans = [white.checked()?, black.checked()?];
        for (side, plan) in Side::BOTH.into_iter().zip(plans) {
            if plan != SeatPlan::Person && !sides.has(side) {
                return Err(Refusal::Away(side));
            }
        }
        self.players = plans;
        self.name_players();
        // An offer was made to the player before.
        (self.offer, self.takeback) = (None, None);
        self.scores = RecentScores::default();
        self.changed();
        Ok(())
    }

    /// Lets two engines wait or go on, with a pause before each move. Unit: milliseconds.
    ///
    /// # Errors
    ///
    /// When a person plays, or the pause is too long.
    pub fn pace(&mut self, paused: bool, pause: u64) -> Result<(), Refusal> {
        if self.has_person() {
            return Err(Refusal::Pace);
        }
        if pause > LONGEST_PAUSE {
            return Err(Refusal::Pause(pause));
        }
        let now_paused = paused && !self.pace.paused;
        self.pace = GamePace { paused, pause };
        // The move that is being thought about is not made.
        if now_paused {
            self.changed()
        } else {
            self.noted()
        }
        Ok(())
    }

    /// The least time before the engine's move appears.
    pub fn pause(&self) -> Duration {
        Duration::from_millis(if self.has_person() { PAUSE } else { self.pace.pause })
    }

    /// Gives the game a name, or takes it away if it is empty.
    ///
    /// # Errors
    ///
    /// When it is too long, or not one line.
    pub fn name(&mut self, name: &str) -> Result<(), Refusal> {
        if name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            return Err(Refusal::Name);
        }
        self.tree.set_tag("Event", if name.is_empty() { UNNAMED } else { name });
        self.noted();
        Ok(())
    }

    /// Ends the game if a side's time is up: it loses, unless the other side cannot win.
    pub fn check_flag(&mut self, now: Moment) {
        if let Some(loser) = self.clock.as_ref().and_then(|clock| clock.flagged(now)) {
            match self.tree.line().present().cannot_win(!loser) {
                true => self.end(Ending::Timeout, now),
                false => self.end(Ending::Loss { loser, reason: LossReason::LossOnTime }, now),
            }
        }
    }

    /// The time that the clock that runs still has.
    pub fn time_left(&self, now: Moment) -> Option<Duration> {
        self.clock.as_ref().and_then(|clock| Some(clock.left(clock.running()?, now)))
    }

    fn make(&mut self, text: &str, now: Moment) -> Result<(), Refusal> {
        let side = self.tree.line().present().side();
        let played = self.tree.play(text);
        played.map_err(|error| Refusal::from(error).advised(self.tree.line().present(), text))?;
        if let Some(clock) = &mut self.clock {
            clock.press(side, now);
            self.tree.annotate(Some(clock.left(side, now)), None);
        }
        // A move declines the offer of the other side; the mover's own stands.
        self.offer = self.offer.filter(|&offered| offered == side);
        self.takeback = None;
        self.settle();
        if self.ending.is_some() {
            self.stop_clock(now);
        }
        self.changed();
        Ok(())
    }

    /// Looks whether the game has ended on the board.
    pub(crate) fn settle(&mut self) {
        self.ending = self.tree.verdict().map(GameEnd::from);
    }

    pub(crate) fn end(&mut self, ending: Ending, now: Moment) {
        self.ending = Some(GameEnd::from(ending));
        (self.offer, self.takeback) = (None, None);
        self.stop_clock(now);
        self.changed();
    }

    fn stop_clock(&mut self, now: Moment) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> SeatPlan {
        let [white, black] = self.players;
        if side == Side::White { white } else { black }
    }

    pub(crate) fn has_person(&self) -> bool {
        self.players.contains(&SeatPlan::Person)
    }

    pub(crate) fn has_engine(&self) -> bool {
        self.players.iter().any(|&player| player != SeatPlan::Person)
    }

    /// Returns true if the game goes on and the engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.ending.is_none() && self.player(self.tree.line().present().side()) != SeatPlan::Person
    }

    /// Writes the present players into the record.
    fn name_players(&mut self) {
        for (side, player) in Side::BOTH.into_iter().zip(self.players) {
            self.tree.set_seat(side, Seat::from(player));
        }
    }

    /// Announces a change outside the game itself: an engine that thinks goes on.
    pub fn noted(&mut self) {
        self.version += 1;
    }

    /// Announces a change of the game itself: the engine's present job is of no use any more.
    pub(crate) fn changed(&mut self) {
        self.turn += 1;
        self.noted();
    }
}
