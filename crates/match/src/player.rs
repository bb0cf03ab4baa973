//! A player: an engine as the referee sees it, whichever protocol it uses.
//!
//! The code that the protocols share is here; `uci` and `cecp` build on it, and `launch` chooses
//! between them.

use super::ending::Ending;
use super::process::{Process, Silence};
use super::time::Clock;
use helgi_protocol::info::SearchInfo;
use helgi_protocol::options::OptionError;
use helgi_rules::AnyPosition;
use helgi_rules::board::Side;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The most time that an engine may take to start and to get ready for a game.
pub(super) const START: Duration = Duration::from_secs(30);

/// The most time for a search without a clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// The least time that an engine without a clock may be silent, however low `patience` is: an
/// engine with a clock has its clock on top.
const LEAST_SILENCE: Duration = Duration::from_secs(1);

/// The most options and features that an engine may have.
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
    /// The player's limits for its moves.
    pub clock: &'a Clock,
    /// The name of the other player.
    pub opponent: &'a str,
}

/// A turn of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// The side to move.
    pub side: Side,
    /// All moves of the game in the dialect's text.
    pub moves: &'a [String],
    /// The same, but passes as moves of a piece to where it stands.
    pub moves_in_place: &'a [String],
    /// The position they have led to.
    pub position: &'a AnyPosition,
    /// Both clocks.
    pub clocks: &'a [Clock; 2],
    /// True if the other player has just offered a draw.
    pub draw_offered: bool,
    /// The most time by which the player may exceed its limit.
    pub margin: Duration,
    /// The longest silence after that, or at all if it has no clock.
    pub patience: Duration,
}

/// The result of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// The time from the order to the answer.
    pub taken: Duration,
    /// The answer.
    pub said: EngineReply,
    /// The last report of the search that had an exact score.
    pub info: Option<SearchInfo>,
    /// True if a draw was offered with it.
    pub offers_draw: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EngineReply {
    /// A move, as it was written.
    Move(String),
    /// The player resigns.
    Resign,
    /// The player claims a result of the game.
    Claim {
        /// `1-0`, `0-1` or `1/2-1/2`.
        score: &'static str,
        /// The player's words.
        comment: String,
    },
    /// The player does not take a move of the game: its words.
    Refusal(String),
}

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    /// The engine has ended, or closed its output.
    #[error("disconnects")]
    Disconnected,
    /// It is running, but silent.
    #[error("stalls")]
    Stalled,
    /// The match has been ended.
    #[error("was stopped")]
    Stopped,
    /// It cannot play this game at all.
    #[error("{0}")]
    Unfit(String),
}

/// An option that an engine has not, or not with this value.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum UnsetOption {
    /// It is not among those that the engine has announced, or does not fit.
    #[error("{engine}: {error}; it is not set")]
    Unfit {
        /// The name of the engine.
        engine: String,
        /// The reason.
        error: OptionError,
    },
    /// An engine of XBoard's protocol has no such option.
    #[error("{engine}: option {name}: unknown, expected one of: {known}; it is not set")]
    Unknown {
        /// The name of the engine.
        engine: String,
        /// The name of the option.
        name: String,
        /// The names of those that there are.
        known: String,
    },
}

/// Sets options, and returns warnings about those that the engine has not, a line each.
pub fn set_all(
    options: &[(String, String)],
    set: impl Fn(&str, &str) -> Result<(), UnsetOption>,
) -> Vec<String> {
    options.iter().filter_map(|(name, value)| set(name, value).err()).map(|error| error.to_string()).collect()
}

impl From<UnsetOption> for Fault {
    fn from(error: UnsetOption) -> Fault {
        Fault::Unfit(error.to_string())
    }
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

    /// Has the engine think about its move. When its time is over it is ordered to move at once,
    /// and given up only if it does not; without a clock it is prompted when it is silent for long,
    /// and given up if it stays silent.
    fn think(&mut self, turn: &Turn) -> Result<Thought, Fault>;

    /// Has the engine think in the other side's time, if it ponders; `turn` is the other's, with this player as the side.
    fn ponder(&mut self, _turn: &Turn) {}

    /// Reports the end of the game.
    fn end(&mut self, ending: &Ending);

    /// The engine's name and version in its own words, if it has said them.
    fn own_name(&self) -> Option<&str>;

    /// Returns true if it can play another game without a restart.
    fn is_reusable(&self) -> bool;

    /// The requests that were not carried out as asked since the last call: a line each.
    fn take_warnings(&mut self) -> Vec<String>;
}

/// A reminder to an engine that does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nudge {
    /// It has no clock and has been silent for long: it is asked whether it is still there.
    Ask,
    /// Its time is over: it is ordered to move.
    Hurry,
}

/// The wait for an answer.
pub(super) struct Wait {
    began: Instant,
    /// The time at which the engine is ordered to move …
    hurry: Instant,
    /// … and at which it is given up.
    end: Instant,
    hurried: bool,
    /// For an engine without a clock: the time at which its silence is too long, and whether it was
    /// asked since its last line.
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

    /// The time from the beginning until then.
    pub fn taken(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.began)
    }

    /// The next line; `nudge` is called when the engine needs a reminder.
    pub fn receive(
        &mut self,
        process: &mut Process,
        mut nudge: impl FnMut(&Process, Nudge),
    ) -> Result<(Instant, String), Fault> {
        loop {
            let time = if self.hurried { self.end } else { self.hurry };
            let until = self.silence.map_or(time, |(until, _)| until.min(time));
            let heard = match process.receive(until) {
                Ok(heard) => Some(heard),
                Err(Silence::Late) => None,
                Err(silence) => return Err(silence.into()),
            };
            match &heard {
                Some((at, _)) if *at <= time => {
                    // Each line ends the silence, and the engine may be asked anew.
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
                    // From now on only the end of the wait counts.
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
