//! Limits of time or nodes for an engine: the agreed ones, and the running clock.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The limits for an engine's moves; none at all is no limit.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Control {
    /// A clock.
    pub clock: Option<Period>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// The depth of each search.
    pub depth: Option<u32>,
}

/// A time control of a game, `40/1:30+0.5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Period {
    /// The number of moves for which the time is, after which it is given anew; `None` for all.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// The time added after every move.
    pub increment: Duration,
}

/// Text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}`, expected MOVES/MINUTES:SECONDS+INCREMENT such as 60+0.6, 1:30 or 40/60, or `inf`")]
pub struct PeriodError(String);

impl Period {
    /// Reads `40/60+0.5`, `1:30+1`, `60+0.6`; `None` for `inf`.
    ///
    /// # Errors
    ///
    /// When it is neither, or zero.
    pub fn read(text: &str) -> Result<Option<Period>, PeriodError> {
        if ["inf", "infinite"].contains(&text) {
            return Ok(None);
        }
        text.parse().map(Some)
    }
}

impl FromStr for Period {
    type Err = PeriodError;

    fn from_str(text: &str) -> Result<Period, PeriodError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let base = Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?)
                .checked_add(read_seconds(seconds)?)?;
            let increment = read_seconds(increment)?;
            // Zero moves are, as in XBoard, all moves.
            let period = Period { moves: moves.filter(|&moves: &u32| moves > 0), base, increment };
            (!base.is_zero() || !increment.is_zero()).then_some(period)
        };
        read().ok_or_else(|| PeriodError(text.to_owned()))
    }
}

/// Seconds with or without a fraction, not negative.
pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    Duration::try_from_secs_f64(text.parse().ok().filter(|_| plain)?).ok()
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Control {
    /// Returns true if there is a limit of time, by which an engine can lose.
    pub(super) fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }

    /// Returns true if there is no limit at all.
    pub(super) fn is_unlimited(&self) -> bool {
        *self == Control::default()
    }
}

/// In the form of the PGN tag `TimeControl`: `-` without a limit.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// One side's clock in a game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Control,
    left: Option<Duration>,
    played: u32,
}

impl Clock {
    pub fn new(control: &Control) -> Self {
        Clock { left: control.clock.map(|clock| clock.base), control: control.clone(), played: 0 }
    }

    /// The time left on the clock, if there is one.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time added after each move.
    pub fn increment(&self) -> Option<Duration> {
        self.control.clock.map(|clock| clock.increment)
    }

    /// The number of moves until more time comes, if it does.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.control.clock?.moves?;
        Some(moves - self.played % moves)
    }

    /// The agreed limits.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// The longest time for the next move.
    pub fn limit(&self) -> Option<Duration> {
        [self.left, self.control.move_time].into_iter().flatten().min()
    }

    /// A move has been made in this time.
    pub fn spend(&mut self, taken: Duration) {
        let Some(clock) = self.control.clock else { return };
        self.played += 1;
        let renewed = clock.moves.is_some_and(|moves| self.played.is_multiple_of(moves));
        let renewal = if renewed { clock.base } else { Duration::ZERO };
        let left = self.left.unwrap_or_default().saturating_sub(taken);
        self.left = Some(left + renewal + clock.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        for (text, moves, base, increment) in [
            ("40/60+0.5", Some(40), 60_000, 500),
            ("1:30+1", None, 90_000, 1_000),
            ("60+0.6", None, 60_000, 600),
            ("0.2+0.002", None, 200, 2),
            ("0/5", None, 5_000, 0),
        ] {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            assert_eq!(Period::read(text), Ok(Some(Period { moves, base, increment })), "{text}");
        }
        assert_eq!(Period::read("inf"), Ok(None));
        for text in
            ["", "x", "0", "-1", "1+", "/5", "1e3", "nan", "5+-1", "1:2:3", "999999999999999999999999:0"]
        {
            assert!(Period::read(text).is_err(), "{text}");
        }
        assert_eq!("40/1:30+0.5".parse::<Period>().unwrap().to_string(), "40/90+0.5");
    }

    #[test]
    fn clocks_run_and_are_renewed() {
        let clock = Some("2/10+1".parse().unwrap());
        let mut clock = Clock::new(&Control { clock, ..Control::default() });
        let left = |clock: &Clock| clock.left().unwrap().as_secs();
        assert_eq!((left(&clock), clock.moves_to_go()), (10, Some(2)));
        clock.spend(Duration::from_secs(3));
        assert_eq!((left(&clock), clock.moves_to_go()), (8, Some(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!((left(&clock), clock.moves_to_go()), (11, Some(2)));
    }

    #[test]
    fn the_nearest_limit_counts() {
        let move_time = Some(Duration::from_secs(2));
        let clock = Some("5".parse().unwrap());
        assert_eq!(Clock::new(&Control { clock, move_time, ..Control::default() }).limit(), move_time);
        assert_eq!(Clock::new(&Control { nodes: Some(1), ..Control::default() }).limit(), None);
    }
}
