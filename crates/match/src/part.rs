//! Parts of a work that several machines share.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// The most parts of a work.
const MOST_PARTS: usize = 1_000_000;

/// One of several parts of a work, such as `3/16`. Pieces of the work are dealt to the parts in turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// From 0.
    index: usize,
    of: usize,
}

/// A text that is no part.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}`, expected a part and the number of parts, such as 3/16")]
pub struct PartError(String);

impl Part {
    /// The part of a number from 1; `None` unless the number is from 1 to `of`, a million at most.
    pub fn new(number: usize, of: usize) -> Option<Part> {
        (of <= MOST_PARTS && (1..=of).contains(&number)).then(|| Part { index: number - 1, of })
    }

    /// The whole work, as a part.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// The number of the part, from 1.
    pub fn number(self) -> usize {
        self.index + 1
    }

    /// The number of parts.
    pub fn of(self) -> usize {
        self.of
    }

    /// The stretch of a list of pieces that this part does: the stretches of all parts follow each other.
    pub fn stretch(self, pieces: usize) -> Range<usize> {
        let begin = |index: usize| {
            let share = index as u128 * pieces as u128 / self.of as u128;
            usize::try_from(share).unwrap_or(pieces)
        };
        begin(self.index)..begin(self.index + 1)
    }

    /// Returns true if a piece of the work, counted from 0, is of this part.
    pub fn has(self, piece: usize) -> bool {
        piece % self.of == self.index
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.of)
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        // A number may have a sign otherwise.
        let number =
            |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let part = text.split_once('/').and_then(|(part, of)| Part::new(number(part)?, number(of)?));
        part.ok_or_else(|| PartError(text.to_owned()))
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Part, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error| serde::de::Error::custom(format!("part: {error}")))
    }
}

/// Returns the number of rounds that are played by one part, because an opening is repeated, or colours change, from
/// one to the next.
pub(super) fn rounds_together(games: usize, repeat: usize) -> usize {
    let shared = |count: usize| {
        // The least multiple of both, in rounds.
        let (mut greatest, mut rest) = (games, count);
        while rest > 0 {
            (greatest, rest) = (rest, greatest % rest);
        }
        count / greatest
    };
    // A pair is two games, even if no opening is repeated.
    let (repeat, pair) = (shared(repeat), shared(2));
    if repeat % pair == 0 { repeat } else { repeat.saturating_mul(pair) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_one_part() {
        let parts: Vec<Part> = (1..=3).map(|number| Part::new(number, 3).unwrap()).collect();
        for piece in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(piece)).count(), 1, "{piece}");
        }
        for pieces in [0, 1, 2, 3, 10, usize::MAX] {
            let stretches: Vec<_> = parts.iter().map(|part| part.stretch(pieces)).collect();
            assert_eq!((stretches[0].start, stretches[2].end), (0, pieces));
            assert!(stretches.windows(2).all(|pair| pair[0].end == pair[1].start), "{stretches:?}");
        }
        assert_eq!(parts[1].to_string().parse(), Ok(parts[1]));
        assert!((0..10).all(|piece| Part::WHOLE.has(piece)));
    }

    #[test]
    fn texts_that_are_no_parts_are_refused() {
        for text in ["", "3", "0/4", "5/4", "1/0", "-1/4", "+1/4", "1/4/2", "1/1000001", "a/b", " 1/2"] {
            let error = text.parse::<Part>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}`, expected")), "{error}");
        }
    }
}
