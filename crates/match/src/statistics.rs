//! Statistics of a match: Elo differences and their errors.
//!
//! Games are counted alone (wins, draws, losses: *trinomial*) and in pairs from the same opening with
//! colours exchanged (points of the pair: *pentanomial*). The games of a pair depend on each other
//! through their opening, so pairs give the right error and are used wherever there are any.
//!
//! Formulas: the logistic Elo difference of a score is that of Arpad Elo; its error is half the
//! interval that the normal approximation of the score gives, as in cutechess and fastchess.
//! Normalized Elo is that of Michel Van den Bergh, "Comments on Normalized Elo" (cantate.be/Fishtest), as
//! used by fishtest, OpenBench and fastchess.

use libm::erf;
use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

/// Number of standard deviations on each side of an interval of 95 %.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Normalized Elo for each standard deviation of a game's score.
pub(super) const NELO: f64 = 800.0 / LN_10;

/// The games of a match, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl MatchScore {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of a game on average, from 0 to 1; `None` without games.
    pub fn ratio(&self) -> Option<f64> {
        Distribution::of([self.losses, self.draws, self.wins]).map(|games| games.mean)
    }

    /// The share of drawn games, from 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        share(self.draws, self.games())
    }

    /// The same games from the second player's side.
    pub(super) const fn reversed(&self) -> MatchScore {
        MatchScore { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Pairs of games by the first player's points: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair in which the first player has made this many half points; at most 4.
    pub(super) fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same pairs from the second player's side.
    pub(super) const fn reversed(&self) -> Pairs {
        let [none, half, one, more, two] = self.0;
        Pairs([two, more, one, half, none])
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A measured value and half the width of its interval of 95 %, as far as there are any.
///
/// [`Display`](fmt::Display) rounds to tenths and writes a dash for missing parts: `40.7 +/- 30.4`,
/// `0.0 +/- -`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value; `None` where it would be infinite, as after nothing but won or lost games.
    pub value: Option<f64>,
    /// The error; `None` where all results are the same, which tells nothing about their spread, and
    /// where the interval reaches beyond the end of the scale.
    pub error: Option<f64>,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} +/- {}", rounded(self.value, 1), rounded(self.error, 1))
    }
}

/// A number with this many decimals; a dash if there is none.
pub(super) fn rounded(number: Option<f64>, decimals: usize) -> String {
    let Some(number) = number else { return "-".to_owned() };
    let text = format!("{number:.decimals$}");
    // A number that is rounded to zero has no sign.
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// The estimated difference between the two players of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference in (logistic) Elo.
    pub elo: Estimate,
    /// The difference in normalized Elo, which does not depend on how drawish the games are.
    pub normalized: Estimate,
    /// The likelihood that the first player is the stronger one, from 0 to 1.
    pub superiority: f64,
}

impl Difference {
    /// The difference by the pairs, or by the single games where there is no pair; `None` where
    /// there is no game.
    ///
    /// ```
    /// use helgi_match::statistics::{Difference, Pairs, MatchScore};
    /// let score = MatchScore { wins: 136, draws: 111, losses: 96 };
    /// let difference = Difference::of(&score, &Pairs::default()).unwrap();
    /// assert_eq!(difference.elo.to_string(), "40.7 +/- 30.4");
    /// ```
    pub fn of(score: &MatchScore, pairs: &Pairs) -> Option<Difference> {
        let games = || Distribution::of([score.losses, score.draws, score.wins]).map(|games| (games, 1.0));
        let pairs = Distribution::of(pairs.0).map(|pairs| (pairs, 2.0));
        pairs.or_else(games).map(|(scores, games_each)| Difference {
            elo: scores.elo(),
            normalized: scores.normalized(games_each),
            superiority: scores.superiority(),
        })
    }
}

/// Scores that are spread evenly from 0 to 1, with the moments of the counts.
struct Distribution {
    number: f64,
    mean: f64,
    variance: f64,
}

impl Distribution {
    fn of<const N: usize>(counts: [u64; N]) -> Option<Self> {
        let number = counts.iter().sum::<u64>() as f64;
        let shares = counts.map(|count| count as f64 / number);
        let (mean, variance) = moments(&shares);
        (number > 0.0).then_some(Distribution { number, mean, variance })
    }

    /// The standard deviation of the mean.
    fn deviation(&self) -> f64 {
        (self.variance / self.number).sqrt()
    }

    fn elo(&self) -> Estimate {
        let elo = |score: f64| {
            let is_inside = score > 0.0 && score < 1.0;
            is_inside.then(|| -400.0 * (1.0 / score - 1.0).log10())
        };
        let reach = DEVIATIONS * self.deviation();
        let error = match (elo(self.mean - reach), elo(self.mean + reach)) {
            (Some(low), Some(high)) if reach > 0.0 => Some((high - low) / 2.0),
            _ => None,
        };
        Estimate { value: elo(self.mean), error }
    }

    /// In the unit of one game's standard deviation, of which a pair's score has `1 / sqrt(2)`.
    fn normalized(&self, games_each: f64) -> Estimate {
        let advantage = self.mean - 0.5;
        let varies = self.variance > 0.0;
        let value = match varies {
            true => Some(NELO * advantage / (games_each * self.variance).sqrt()),
            false => (advantage == 0.0).then_some(0.0),
        };
        let error = varies.then(|| NELO * DEVIATIONS / (games_each * self.number).sqrt());
        Estimate { value, error }
    }

    fn superiority(&self) -> f64 {
        let advantage = self.mean - 0.5;
        // Without any spread the quotient would be 0 by 0.
        if advantage == 0.0 { 0.5 } else { (1.0 + erf(advantage / (SQRT_2 * self.deviation()))) / 2.0 }
    }
}

/// The scores from 0 to 1 that `N` outcomes stand for.
pub(super) fn scores<const N: usize>() -> [f64; N] {
    std::array::from_fn(|index| index as f64 / (N - 1) as f64)
}

/// The mean and the variance of scores with these probabilities.
pub(super) fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let scores = scores::<N>();
    let mean: f64 = scores.iter().zip(shares).map(|(score, share)| score * share).sum();
    let variance = scores.iter().zip(shares).map(|(score, share)| (score - mean).powi(2) * share).sum();
    (mean, variance)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Results of games and of pairs, each of them never, once, some and very many times.
    pub fn all_kinds_of_results() -> impl Iterator<Item = (MatchScore, Pairs)> {
        const COUNTS: [u64; 4] = [0, 1, 7, 1_000_000];
        let results = (0..COUNTS.len().pow(5)).flat_map(|number| {
            let count = |place: u32| COUNTS[number / COUNTS.len().pow(place) % COUNTS.len()];
            let score = MatchScore { wins: count(0), draws: count(1), losses: count(2) };
            let pairs = Pairs([0, 1, 2, 3, 4].map(count));
            [(score, Pairs::default()), (score, pairs)]
        });
        results.filter(|(score, pairs)| score.games() + pairs.count() > 0)
    }

    #[test]
    fn differences_are_numbers_or_dashes() {
        for (score, pairs) in all_kinds_of_results() {
            let Difference { elo, normalized, superiority } = Difference::of(&score, &pairs).unwrap();
            let numbers = [elo.value, elo.error, normalized.value, normalized.error, Some(superiority)];
            assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{score:?} {pairs:?}");
            let text = format!("{elo} {normalized}");
            let is_plain = |word: &str| ["-", "+/-"].contains(&word) || word.parse::<f64>().is_ok();
            assert!(text.split(' ').all(is_plain), "{text}");
            assert!(!text.contains("inf") && !text.contains("nan") && !text.contains("-0.0"), "{text}");
        }
    }
}
