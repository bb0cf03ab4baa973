//! A player: an engine as the referee sees it, whatever it speaks.
//!
//! What the protocols have in common stands here; `uci` and `cecp` build on it, and `launch` chooses
//! between them.

use super::ending::Ending;
use super::process::{Process, Silence};
use super::time::Clock;
use helgi_protocol::info::Info;
use helgi_rules::AnyPosition;
use helgi_rules::board::Side;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long an engine may take to start and to get ready for a game.
pub(super) const START: Duration = Duration::from_secs(30);

/// How long a search without a clock may take.
const WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// How many options and features an engine may have.
pub(super) const MOST_OPTIONS: usize = 1000;

/// A game, as it is announced to a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewGame<'a> {
    /// The game's name on the wire.
    pub variant: &'a str,
    /// The number of ranks of its board.
    pub ranks: u8,
    /// The position it begins with, unless it is the game's own.
    pub start: Option<&'a str>,
    /// What the player may use for its moves.
    pub clock: &'a Clock,
    /// The name of the other player.
    pub opponent: &'a str,
}

/// A turn of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// Whose it is.
    pub side: Side,
    /// All moves of the game in the dialect's text.
    pub moves: &'a [String],
    /// The position they have led to.
    pub position: &'a AnyPosition,
    /// Both clocks.
    pub clocks: &'a [Clock; 2],
    /// Whether the other player has just offered a draw.
    pub draw_offered: bool,
    /// How much later than its time the player may answer.
    pub margin: Duration,
    /// How long it may be silent after that.
    pub patience: Duration,
}

impl Turn<'_> {
    /// When the player is told to move, and when it is given up, from when it began to think.
    fn deadlines(&self, began: Instant) -> [Instant; 2] {
        let limit = self.clocks[self.side.index()].limit().map_or(WITHOUT_CLOCK, |limit| limit + self.margin);
        [began + limit, began + limit + self.patience]
    }
}

/// What came of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// How long it took, from the order to the answer.
    pub taken: Duration,
    /// The answer.
    pub said: Said,
    /// The last report of the search that had an exact score.
    pub info: Option<Info>,
    /// Whether a draw was offered with it.
    pub offers_draw: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A move, as it was written.
    Move(String),
    /// The player resigns.
    Resign,
    /// The player says how the game has ended.
    Claim {
        /// `1-0`, `0-1` or `1/2-1/2`.
        score: &'static str,
        /// The player's words.
        comment: String,
    },
    /// The player does not take a move of the game: its words.
    Refusal(String),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    /// The engine has ended, or closed its output.
    #[error("disconnects")]
    Disconnected,
    /// It is there, and silent.
    #[error("stalls")]
    Stalled,
    /// The match has been ended.
    #[error("was stopped")]
    Stopped,
    /// It cannot play this game at all.
    #[error("{0}")]
    Unfit(String),
}

impl From<Silence> for Fault {
    fn from(silence: Silence) -> Fault {
        match silence {
            Silence::Late => Fault::Stalled,
            Silence::Gone => Fault::Disconnected,
            Silence::Stopped => Fault::Stopped,
        }
    }
}

/// An engine that takes part in games.
pub(super) trait Player: Send {
    /// Announces a game, and waits until the engine is ready for it.
    fn begin(&mut self, game: &NewGame) -> Result<(), Fault>;

    /// Has the engine think about its move. When its time is over it is told to move at once, and
    /// given up only when it does not.
    fn think(&mut self, turn: &Turn) -> Result<Thought, Fault>;

    /// Says how the game has ended.
    fn end(&mut self, ending: &Ending);

    /// Whether it can play another game without being started anew.
    fn is_reusable(&self) -> bool;

    /// What is to be said about lines that were dropped since this was asked last.
    fn take_warning(&mut self) -> Option<String>;
}

/// The wait for an answer, with its two deadlines.
pub(super) struct Wait {
    began: Instant,
    hurry: Instant,
    end: Instant,
    hurried: bool,
}

impl Wait {
    /// Begins now.
    pub fn begin(turn: &Turn) -> Wait {
        let began = Instant::now();
        let [hurry, end] = turn.deadlines(began);
        Wait { began, hurry, end, hurried: false }
    }

    /// How long it took until then.
    pub fn taken(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.began)
    }

    /// The next line; `hurry` is called once, when the time is over.
    pub fn hear(
        &mut self,
        process: &mut Process,
        hurry: impl Fn(&Process),
    ) -> Result<(Instant, String), Fault> {
        loop {
            let until = if self.hurried { self.end } else { self.hurry };
            let late = match process.hear(until) {
                Ok((at, line)) if at <= until => return Ok((at, line)),
                Ok(late) => Some(late),
                Err(Silence::Late) => None,
                Err(silence) => return Err(silence.into()),
            };
            if self.hurried {
                return Err(Fault::Stalled);
            }
            self.hurried = true;
            hurry(process);
            if let Some(line) = late {
                return Ok(line);
            }
        }
    }
}
