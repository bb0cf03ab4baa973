//! Plans of new games, and the reasons for refusals.

use crate::shared::{self, LinkedGame, RulesFault};
use crate::unread::UnreadText;
use helgi_engine::internals::strength::HIGHEST_LEVEL;
use helgi_record::{EngineStrength, Seat};
use helgi_rules::board::Side;
use helgi_rules::games::{GameId, NameError};
use helgi_rules::internals::advice;
use helgi_rules::notation::MoveError;
use helgi_rules::{AnyPosition, FenError};
use helgi_words::{Catalogue, TextMessage, positions, slips};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::time::Duration;
use thiserror::Error;

/// The longest pause between the moves of two engines. Unit: milliseconds.
pub const LONGEST_PAUSE: u64 = 60_000;

/// The times for a move that can be chosen. Unit: milliseconds.
const TIMES: RangeInclusive<u64> = 100..=600_000;

/// The numbers of nodes for a move that can be chosen.
const NODES: RangeInclusive<u64> = 1..=1_000_000_000;

/// The longest name of a game. Unit: characters.
pub const LONGEST_NAME: usize = 80;

/// The player of one side.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum SeatPlan {
    /// A person at the page.
    Person,
    /// The engine.
    Engine(StrengthPlan),
}

/// The strength of the engine as a page names it: `{"level": 4}`, `{"time": 2500}` or `{"nodes": 10000}`.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum StrengthPlan {
    /// A level, from 1 to 18.
    Level(u32),
    /// Full strength with this time for each move. Unit: milliseconds.
    Time(u64),
    /// Full strength with this number of nodes for each move.
    Nodes(u64),
}

/// The sides for which a page speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpokenSides {
    white: bool,
    black: bool,
}

impl SpokenSides {
    /// Both, as long as nobody plays at another device.
    pub const BOTH: SpokenSides = SpokenSides { white: true, black: true };
    /// None: those of somebody who watches.
    pub const NEITHER: SpokenSides = SpokenSides { white: false, black: false };

    /// One side.
    pub fn one(side: Side) -> Self {
        SpokenSides { white: side == Side::White, black: side == Side::Black }
    }

    /// The sides that another page does not speak for.
    #[must_use]
    pub fn without(self, side: Side) -> Self {
        SpokenSides { white: self.white && side != Side::White, black: self.black && side != Side::Black }
    }

    /// Returns true if the page speaks for a side.
    pub fn has(self, side: Side) -> bool {
        if side == Side::White { self.white } else { self.black }
    }
}

/// The plan of a new game.
#[derive(Clone, Deserialize, Debug)]
pub struct GamePlan {
    /// The name of the game.
    pub variant: String,
    /// White's player.
    pub white: SeatPlan,
    /// Black's player.
    pub black: SeatPlan,
    /// The time control, such as `300+3`; no clocks without it.
    #[serde(default)]
    pub clock: Option<String>,
    /// The position to begin with, instead of the start of the game or, as Chess960, a random one of its starts.
    #[serde(default)]
    pub fen: Option<String>,
    /// The number of the start, in a game that has several, instead of a position.
    #[serde(default)]
    pub number: Option<usize>,
    /// The moves that have been played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The [packed](crate::shared) rules of the game, if it came with a link.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A game that has begun.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct BegunGame {
    /// Its name in addresses.
    pub id: String,
    /// The name of the game that is played.
    pub variant: &'static str,
}

impl GamePlan {
    /// The game that is to be played.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or its rules cannot be read.
    pub fn game(&self) -> Result<GameId, Refusal> {
        match &self.rules {
            Some(rules) => {
                // Rules that came with a link count before a game of the same name in this process.
                Ok(shared::accept(&LinkedGame { variant: self.variant.clone(), rules: rules.clone() })?)
            }
            None => Ok(self.variant.parse()?),
        }
    }

    /// A game of two people from its start, without a clock.
    pub fn of_two(game: GameId) -> Self {
        GamePlan {
            variant: game.name().to_owned(),
            white: SeatPlan::Person,
            black: SeatPlan::Person,
            clock: None,
            fen: None,
            number: None,
            moves: Vec::new(),
            rules: None,
        }
    }

    /// A game of two people from a position, without a clock.
    pub fn of_two_from(position: &AnyPosition) -> Self {
        GamePlan { fen: Some(position.fen()), ..GamePlan::of_two(position.game()) }
    }
}

/// The reason for a refusal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no game of that name.
    #[error("variant: {0}")]
    Variant(#[from] NameError),
    /// The rules of a game that came with a link.
    #[error(transparent)]
    Rules(#[from] RulesFault),
    /// The position.
    #[error("{0}")]
    Fen(FenError, Box<TextMessage>),
    /// The number of the start, and how many there are.
    #[error("number: {0}, expected a number from 0 to {last}, of a start of this game", last = .1.saturating_sub(1))]
    StartNumber(usize, usize),
    /// A square that the board does not have.
    #[error("square: `{0}`, expected one of this board")]
    Square(String),
    /// A square or an arrow to be drawn.
    #[error("marks: {0}")]
    Mark(String),
    /// The text of recorded games or puzzles.
    #[error(transparent)]
    Unread(Box<UnreadText>),
    /// The time control.
    #[error("clock: {0}")]
    Clock(#[from] helgi_record::time::PeriodError),
    /// The level of an engine.
    #[error("level: {0}, expected a number from 1 to {HIGHEST_LEVEL}")]
    Level(u32),
    /// The time that the engine is to take for a move.
    #[error("time: {0} ms a move, expected {least} to {most}", least = TIMES.start(), most = TIMES.end())]
    MoveTime(u64),
    /// The nodes that the engine is to search for a move.
    #[error("nodes: {0} a move, expected {least} to {most}", least = NODES.start(), most = NODES.end())]
    MoveNodes(u64),
    /// The move.
    #[error("move: {0}")]
    Move(#[from] MoveError),
    /// The move, with advice for the person who has entered it.
    #[error("{}", Catalogue::english().write(.0))]
    Advice(TextMessage),
    /// The page does not know of a move yet.
    #[error("ply: {0}, expected {1}: the position has changed")]
    Ply(usize, usize),
    /// The other side is to move.
    #[error("move: it is the engine's turn; take back, or wait for its move")]
    Turn,
    /// Somebody at another device is to move.
    #[error("{} is played at another device: wait, or have its guest dismissed", .0.name())]
    Away(Side),
    /// The same was asked for before, and not answered.
    #[error("this was asked for before: the other side has not answered yet")]
    Asked,
    /// No guest can have the seat.
    #[error("seat: {0}")]
    Uninvited(&'static str),
    /// The game is over.
    #[error("the game is over: take a move back, or begin a new one")]
    Over,
    /// Another program has the game.
    #[error("this game is open in {0}: close it there, and try again here")]
    InUse(String),
    /// There is no such move.
    #[error(
        "at: `{0}`, expected the name of a move of this game: it has been read anew, or the move is gone"
    )]
    Place(String),
    /// A variation cannot follow the last move.
    #[error("a variation stands in the stead of a move: play from here in a new game, or go a move back")]
    End,
    /// A move that was played stays.
    #[error("this move was played: take it back, or begin a new game from an earlier position")]
    Played,
    /// There is nothing to be written into the game.
    #[error("this game has not been reviewed as it is now: review it first")]
    Unreviewed,
    /// The game is played by engines or against the clock.
    #[error("this game goes on: play from here in a new game instead")]
    GoesOn,
    /// There is nothing to take back.
    #[error("there is no move of yours to take back")]
    Start,
    /// The game has no draws, or there is nobody to agree.
    #[error("No draw: {0}.")]
    Draw(&'static str),
    /// A person sets the pace.
    #[error("the pace is set for two engines: a person plays in this game")]
    Pace,
    /// The pause between the moves of two engines.
    #[error("pause: {0} ms, expected {LONGEST_PAUSE} at most")]
    Pause(u64),
    /// The name of a game.
    #[error("name: expected one line of {LONGEST_NAME} characters at most")]
    Name,
    /// The file of a game stays.
    #[error("the game is not deleted: {0}")]
    Stays(String),
    /// The file with the guests cannot be written.
    #[error("the guests are not kept: {0}")]
    Unkept(String),
    /// Both sides are the engine's.
    #[error("nobody can resign: the engine plays both sides")]
    Nobody,
}

impl Refusal {
    /// The refusal of a text that is no position of a game.
    pub fn position(game: GameId, error: FenError) -> Refusal {
        let fault = positions::fault(game, &error);
        Refusal::Fen(error, Box::new(fault))
    }

    /// The refusal of a move that a person has entered, with advice if there is some.
    pub fn advised(self, position: &AnyPosition, text: &str) -> Refusal {
        match (&self, advice::advise(position, text)) {
            (Refusal::Move(_), Some(advice)) => Refusal::Advice(slips::advice(position, &advice)),
            (Refusal::Move(_), None) => {
                Refusal::Advice(TextMessage::new("slip.not-a-move").with("text", text))
            }
            _ => self,
        }
    }

    /// Returns the name under which a page has the same refusal in other languages; `None` for those that pages do
    /// not cause.
    pub fn code(&self) -> Option<&'static str> {
        Some(match self {
            Refusal::Move(_) | Refusal::Advice(_) => "move",
            Refusal::Turn => "turn",
            Refusal::Away(_) => "away",
            Refusal::Asked => "asked",
            Refusal::Over => "over",
            Refusal::InUse(_) => "in-use",
            Refusal::Ply(..) | Refusal::Place(_) => "changed",
            Refusal::Start => "start",
            Refusal::Draw(_) => "draw",
            Refusal::Nobody => "nobody",
            Refusal::Played | Refusal::GoesOn => "played",
            Refusal::Stays(_) => "stays",
            Refusal::Fen(..) => "fen",
            Refusal::Unread(_) => "text",
            Refusal::Rules(_) => "rules",
            _ => return None,
        })
    }

    /// Returns the refusal as a message, if it is one.
    pub fn message(&self) -> Option<&TextMessage> {
        match self {
            Refusal::Advice(advice) => Some(advice),
            Refusal::Fen(_, fault) | Refusal::Rules(RulesFault(fault)) => Some(fault),
            Refusal::Unread(text) => Some(text.message()),
            _ => None,
        }
    }
}

impl From<UnreadText> for Refusal {
    fn from(text: UnreadText) -> Self {
        Refusal::Unread(Box::new(text))
    }
}

impl From<SeatPlan> for Seat {
    fn from(player: SeatPlan) -> Self {
        match player {
            SeatPlan::Person => Seat::Person,
            SeatPlan::Engine(plan) => Seat::Engine(plan.into()),
        }
    }
}

impl From<Seat> for SeatPlan {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Person => SeatPlan::Person,
            Seat::Engine(strength) => SeatPlan::Engine(strength.into()),
        }
    }
}

impl From<StrengthPlan> for EngineStrength {
    fn from(plan: StrengthPlan) -> Self {
        match plan {
            StrengthPlan::Level(level) => EngineStrength::Level(level),
            StrengthPlan::Time(milliseconds) => EngineStrength::Time(Duration::from_millis(milliseconds)),
            StrengthPlan::Nodes(nodes) => EngineStrength::Nodes(nodes),
        }
    }
}

impl From<EngineStrength> for StrengthPlan {
    fn from(strength: EngineStrength) -> Self {
        match strength {
            EngineStrength::Level(level) => StrengthPlan::Level(level),
            EngineStrength::Time(time) => {
                StrengthPlan::Time(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            }
            EngineStrength::Nodes(nodes) => StrengthPlan::Nodes(nodes),
        }
    }
}

impl SeatPlan {
    /// The player, if the engine can have such a strength.
    ///
    /// # Errors
    ///
    /// When the level, the time or the number of nodes is out of range.
    pub fn checked(self) -> Result<SeatPlan, Refusal> {
        let SeatPlan::Engine(strength) = self else { return Ok(self) };
        match strength {
            StrengthPlan::Level(level) if !(1..=HIGHEST_LEVEL).contains(&level) => Err(Refusal::Level(level)),
            StrengthPlan::Time(time) if !TIMES.contains(&time) => Err(Refusal::MoveTime(time)),
            StrengthPlan::Nodes(nodes) if !NODES.contains(&nodes) => Err(Refusal::MoveNodes(nodes)),
            _ => Ok(self),
        }
    }
}
