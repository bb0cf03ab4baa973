//! The window of alpha-beta: the scores between which the exact one is wanted.

use super::score::INFINITE;
use super::table::Bound;

/// Scores up to `alpha` and from `beta` on need not be exact. Unit: centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// A null window: it only tells whether the score is above `alpha`.
    #[inline]
    pub fn null_above(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns true if an exact score can be found in it: then the node may be on the principal variation.
    #[inline]
    pub fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window for the other side.
    #[inline]
    pub fn reversed(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the bound that a score is, if a search with this window has returned it.
    #[inline]
    pub fn bound(self, score: i32) -> Bound {
        match score {
            _ if score >= self.beta => Bound::Lower,
            _ if score > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_exact_only_within_the_window() {
        let window = Window { alpha: -20, beta: 30 };
        let bounds = [-21, -20, -19, 29, 30, 31].map(|score| window.bound(score));
        let expected = [Bound::Upper, Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower, Bound::Lower];
        assert_eq!(bounds, expected);
        assert_eq!(window.reversed(), Window { alpha: -30, beta: 20 });
        let null = Window::null_above(7);
        assert!(window.is_open() && !null.is_open());
        assert!((-9..=19).all(|score| null.bound(score) != Bound::Exact));
    }
}
