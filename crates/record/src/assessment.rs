//! The players' assessments of their moves, as programs write them in comments.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A player's assessment of a move: score, depth and time, as in `+0.25/12 0.34s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The score for the side that moved; `None` if it gave none.
    pub score: Option<ExpectedScore>,
    /// The depth of the search in plies; 0 if unknown.
    pub depth: u32,
    /// The time the move took; written in milliseconds.
    pub time: Duration,
}

/// A score of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedScore {
    /// Centipawns.
    Centipawns(i32),
    /// A win in this many own moves, or a loss if negative, as UCI counts; written `+M5`, `-M5`.
    Mate(i32),
}

impl ExpectedScore {
    /// The win or loss in so many moves if there is one, otherwise the centipawns.
    #[must_use]
    pub fn new(centipawns: i32, mate: Option<i32>) -> Self {
        mate.map_or(ExpectedScore::Centipawns(centipawns), ExpectedScore::Mate)
    }
}

impl fmt::Display for ExpectedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |number: i32| if number < 0 { '-' } else { '+' };
        match *self {
            ExpectedScore::Centipawns(0) => f.write_str("0.00"),
            ExpectedScore::Centipawns(score) => {
                let size = score.unsigned_abs();
                write!(f, "{}{}.{:02}", sign(score), size / 100, size % 100)
            }
            ExpectedScore::Mate(moves) => write!(f, "{}M{}", sign(moves), moves.unsigned_abs()),
        }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            write!(f, "{score}/{} ", self.depth)?;
        }
        let millis = self.time.as_millis();
        match millis % 10 {
            0 => write!(f, "{}.{:02}s", millis / 1000, millis / 10 % 100),
            _ => write!(f, "{}.{:03}s", millis / 1000, millis % 1000),
        }
    }
}

/// A comment that is not an [`Assessment`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected score, depth and time, such as `+0.25/12 0.34s`")]
pub struct NoAssessment;

impl FromStr for ExpectedScore {
    type Err = NoAssessment;

    fn from_str(text: &str) -> Result<Self, NoAssessment> {
        let (sign, size) = match text.strip_prefix('-') {
            Some(size) => (-1, size),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let number = |digits: &str| -> Result<i32, NoAssessment> {
            // `parse` alone would take a second sign, as in `--5`.
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { digits.parse().map_err(|_| NoAssessment) } else { Err(NoAssessment) }
        };
        if let Some(moves) = size.strip_prefix('M') {
            return Ok(ExpectedScore::Mate(sign * number(moves)?));
        }
        match size.split_once('.') {
            Some((whole, hundredths)) if hundredths.len() == 2 => {
                let whole = number(whole)?.checked_mul(100).ok_or(NoAssessment)?;
                let size = whole.checked_add(number(hundredths)?).ok_or(NoAssessment)?;
                Ok(ExpectedScore::Centipawns(sign * size))
            }
            _ => Err(NoAssessment),
        }
    }
}

impl FromStr for Assessment {
    type Err = NoAssessment;

    /// Reads the whole of a comment, or the part before its first comma.
    fn from_str(comment: &str) -> Result<Self, NoAssessment> {
        let mut words = comment.split(',').next().unwrap_or(comment).split_whitespace();
        let first = words.next().ok_or(NoAssessment)?;
        let (score, depth, time) = match first.split_once('/') {
            Some((score, depth)) => {
                let depth = depth.parse().map_err(|_| NoAssessment)?;
                (Some(score.parse()?), depth, words.next().ok_or(NoAssessment)?)
            }
            None => (None, 0, first),
        };
        let seconds = time.strip_suffix('s').and_then(|seconds| seconds.parse::<f64>().ok());
        let millis = seconds.map(|seconds| (seconds * 1000.0).round());
        // NaN is in no range, and 1e15 milliseconds, some 30,000 years, fit in 64 bits.
        match millis.filter(|millis| (0.0..1e15).contains(millis)) {
            Some(millis) if words.next().is_none() => {
                Ok(Assessment { score, depth, time: Duration::from_millis(millis as u64) })
            }
            _ => Err(NoAssessment),
        }
    }
}
