//! Scores that change with the phase of the game, by the pieces that are left: tapered evaluation, which
//! Hans Berliner described in 1979 and Fruit made common.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score in centipawns for the opening and one for the ending.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered {
    /// With all pieces on the board.
    pub opening: i32,
    /// With few pieces left.
    pub ending: i32,
}

/// A [`Tapered`] score.
pub const fn tapered(opening: i32, ending: i32) -> Tapered {
    Tapered { opening, ending }
}

impl Tapered {
    /// Returns a part of the score: `part` of `whole`.
    #[inline]
    pub const fn part(self, part: i32, whole: i32) -> Tapered {
        tapered(self.opening * part / whole, self.ending * part / whole)
    }
}

/// The parts of the opening that the pieces of a game stand for.
#[derive(Clone, Copy, Debug)]
pub struct GamePhase<const KINDS: usize> {
    /// Each piece on the board, by its kind.
    pub of: [i32; KINDS],
    /// All pieces of a full board.
    pub full: i32,
}

impl<const KINDS: usize> GamePhase<KINDS> {
    /// Returns the score with this much of the opening left: the opening's with a full board, the
    /// ending's at 0, and in proportion between them.
    #[inline]
    pub fn score(&self, score: Tapered, left: i32) -> i32 {
        // Promotions can bring more onto the board than stood there at the start.
        let left = left.clamp(0, self.full);
        (score.opening * left + score.ending * (self.full - left)) / self.full
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        tapered(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        tapered(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        tapered(-self.opening, -self.ending)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        tapered(self.opening * factor, self.ending * factor)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(scores: I) -> Tapered {
        scores.fold(Tapered::default(), Tapered::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_follow_the_phase() {
        let phase = GamePhase { of: [0, 4, 1], full: 8 };
        let score = tapered(100, -60);
        assert_eq!([8, 6, 4, 0].map(|left| phase.score(score, left)), [100, 60, 20, -60]);
        // Promotion can bring more than a full board.
        assert_eq!(phase.score(score, 9), 100);
        assert_eq!(score.part(-1, 3), tapered(-33, 20));
    }
}
