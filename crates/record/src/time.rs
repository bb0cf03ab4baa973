//! Time controls as text, as the PGN tag `TimeControl` has them, and the time of day.

#[cfg(feature = "files")]
use chrono::{DateTime, Local};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
#[cfg(feature = "files")]
use std::time::SystemTime;
use thiserror::Error;

/// Returns the present date and time where the system is, also if its clock was set to a time before 1970, at which
/// `Local::now` panics.
#[cfg(feature = "files")]
#[must_use]
pub fn local_now() -> DateTime<Local> {
    SystemTime::now().into()
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
    /// Reads `40/60+0.5`, `1:30+1`, `2:00:00+30`, `60+0.6`; `None` for `inf`.
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
            let (minutes, seconds) = base.rsplit_once(':').unwrap_or(("0", base));
            let (hours, minutes) = minutes.split_once(':').unwrap_or(("0", minutes));
            let [hours, minutes] = [hours, minutes].map(|part| part.parse::<u64>().ok());
            let minutes = hours?.checked_mul(60)?.checked_add(minutes?)?;
            let base = Duration::from_secs(minutes.checked_mul(60)?).checked_add(read_seconds(seconds)?)?;
            let increment = read_seconds(increment)?;
            // Zero moves are, as in XBoard, all moves.
            let period = Period { moves: moves.filter(|&moves: &u32| moves > 0), base, increment };
            (!base.is_zero() || !increment.is_zero()).then_some(period)
        };
        read().ok_or_else(|| PeriodError(text.to_owned()))
    }
}

/// Seconds with or without a fraction, not negative.
pub fn read_seconds(text: &str) -> Option<Duration> {
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
            ("40/2:00:00+30", Some(40), 7_200_000, 30_000),
        ] {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            assert_eq!(Period::read(text), Ok(Some(Period { moves, base, increment })), "{text}");
        }
        assert_eq!(Period::read("inf"), Ok(None));
        for text in [
            "",
            "x",
            "0",
            "-1",
            "1+",
            "/5",
            "1e3",
            "nan",
            "5+-1",
            "1:2:3:4",
            "1::3",
            "999999999999999999999999:0",
        ] {
            assert!(Period::read(text).is_err(), "{text}");
        }
        assert_eq!("40/1:30+0.5".parse::<Period>().unwrap().to_string(), "40/90+0.5");
    }
}
