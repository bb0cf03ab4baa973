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

/// How long an engine without a clock may be silent at least, however little patience there is: an
/// engine with a clock has that besides.
const LEAST_SILENCE: Duration = Duration::from_secs(1);

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
    /// How long it may be silent after that, or at all if it has no clock.
    pub patience: Duration,
}

/// What came of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// How long it took, from the order to the answer.
    pub taken: Duration,
    /// The answer.
    pub said: EngineReply,
    /// The last report of the search that had an exact score.
    pub info: Option<Info>,
    /// Whether a draw was offered with it.
    pub offers_draw: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EngineReply {
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
    /// given up only when it does not; without a clock it is asked for a word when it is silent for
    /// long, and given up when none comes.
    fn think(&mut self, turn: &Turn) -> Result<Thought, Fault>;

    /// Says how the game has ended.
    fn end(&mut self, ending: &Ending);

    /// Whether it can play another game without being started anew.
    fn is_reusable(&self) -> bool;

    /// What has been done otherwise than asked for since this was asked last: a line each.
    fn take_warnings(&mut self) -> Vec<String>;
}

/// What is said to an engine that does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nudge {
    /// It has no clock and has been silent for long: it is asked whether it is still there.
    Ask,
    /// Its time is over: it is told to move.
    Hurry,
}

/// The wait for an answer.
pub(super) struct Wait {
    began: Instant,
    /// When the engine is told to move …
    hurry: Instant,
    /// … and when it is given up.
    end: Instant,
    hurried: bool,
    /// Of an engine without a clock: when its silence is too long, and whether it was asked since it
    /// last said something.
    silence: Option<(Instant, bool)>,
    patience: Duration,
}

impl Wait {
    /// Begins now.
    pub fn begin(turn: &Turn) -> Wait {
        let began = Instant::now();
        let limit = turn.clocks[turn.side.index()].limit().map(|limit| limit + turn.margin);
        let hurry = began + limit.unwrap_or(WITHOUT_CLOCK);
        let patience = if limit.is_some() { turn.patience } else { turn.patience.max(LEAST_SILENCE) };
        let silence = limit.is_none().then_some((began + patience, false));
        Wait { began, hurry, end: hurry + patience, hurried: false, silence, patience }
    }

    /// How long it took until then.
    pub fn taken(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.began)
    }

    /// The next line; `nudge` is called when the engine is to be reminded of its answer.
    pub fn hear(
        &mut self,
        process: &mut Process,
        mut nudge: impl FnMut(&Process, Nudge),
    ) -> Result<(Instant, String), Fault> {
        loop {
            let time = if self.hurried { self.end } else { self.hurry };
            let until = self.silence.map_or(time, |(until, _)| until.min(time));
            let heard = match process.hear(until) {
                Ok(heard) => Some(heard),
                Err(Silence::Late) => None,
                Err(silence) => return Err(silence.into()),
            };
            match &heard {
                Some((at, _)) if *at <= time => {
                    self.silence = self.silence.map(|_| (*at + self.patience, false));
                }
                None if until < time => match self.silence {
                    Some((_, false)) => {
                        self.silence = Some((until + self.patience, true));
                        nudge(process, Nudge::Ask);
                    }
                    _ => return Err(Fault::Stalled),
                },
                // An engine that never stops writing is late, too.
                _ if self.hurried => return Err(Fault::Stalled),
                _ => {
                    self.hurried = true;
                    self.silence = None;
                    nudge(process, Nudge::Hurry);
                }
            }
            if let Some(heard) = heard {
                return Ok(heard);
            }
        }
    }
}
