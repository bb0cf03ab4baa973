//! Scores that change with the phase of the game.

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
    /// The score at `phase` of `full`: the opening's at `full`, the ending's at 0.
    #[inline]
    pub fn at(self, phase: i32, full: i32) -> i32 {
        let phase = phase.clamp(0, full);
        (self.opening * phase + self.ending * (full - phase)) / full
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
