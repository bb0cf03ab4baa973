//! The sequential test of a match: whether the first player is better by one difference or by another.
//!
//! The generalised sequential probability ratio test of Michel Van den Bergh, "The generalized SPRT" and
//! "Comments on Normalized Elo" (cantate.be/Fishtest), as used by fishtest, OpenBench and fastchess.

use super::statistics::{MatchScore, NELO, Pairs, moments, scores};
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;
use std::str::FromStr;
use thiserror::Error;

/// The count given to an outcome that has not happened, since the likelihoods of the test need
/// something everywhere.
const NOT_SEEN: f64 = 1e-3;

/// The largest difference that a hypothesis may state; beyond it scores cannot be told from 1.
const MOST_ELO: f64 = 4000.0;

/// The unit in which the two hypotheses of a sequential test are stated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum EloModel {
    /// Normalized Elo.
    #[default]
    Normalized,
    /// Logistic Elo, the usual one.
    Logistic,
    /// BayesElo, with the share of draws that was seen; it looks at single games only.
    Bayesian,
}

impl FromStr for EloModel {
    type Err = SprtError;

    fn from_str(name: &str) -> Result<Self, SprtError> {
        match name {
            "normalized" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            "bayesian" => Ok(EloModel::Bayesian),
            _ => Err(SprtError { field: "model", value: name.to_owned(), expected: MODELS }),
        }
    }
}

const MODELS: &str = "normalized, logistic or bayesian";

/// A sequential test whose numbers make no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("sprt {field}: `{value}`, expected {expected}")]
pub struct SprtError {
    /// The name of the number.
    pub field: &'static str,
    /// Its value.
    pub value: String,
    /// The value that was expected.
    pub expected: &'static str,
}

/// The finding of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SprtVerdict {
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A sequential probability ratio test (SPRT): play until it is plain enough whether the first
/// player is better by `elo0` (H0) or by `elo1` (H1).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0, in the unit of the model.
    pub elo0: f64,
    /// The difference under H1; greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true; between 0 and 1.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true; between 0 and 1, and `alpha + beta < 1`.
    pub beta: f64,
    /// The unit of the differences.
    pub model: EloModel,
}

impl Sprt {
    /// A test whose numbers make sense.
    ///
    /// # Errors
    ///
    /// If one of them is outside its range; differences may be up to 4000 either way.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        let is_probability = |p: f64| p > 0.0 && p < 1.0;
        let refuse =
            |field, value: f64, expected| Err(SprtError { field, value: value.to_string(), expected });
        if elo0.is_nan() || elo0.abs() > MOST_ELO {
            refuse("elo0", elo0, "a number from -4000 to 4000")
        } else if elo1.is_nan() || elo1 <= elo0 || elo1 > MOST_ELO {
            refuse("elo1", elo1, "a number greater than elo0, up to 4000")
        } else if !is_probability(alpha) {
            refuse("alpha", alpha, "a number between 0 and 1")
        } else if !is_probability(beta) || alpha + beta >= 1.0 {
            refuse("beta", beta, "a number between 0 and 1, and less than 1 together with alpha")
        } else {
            Ok(Sprt { elo0, elo1, alpha, beta, model })
        }
    }

    /// The log-likelihood ratio of H1 to H0, from the pairs if there are any and the model can take
    /// them; 0 without games.
    pub fn llr(&self, score: &MatchScore, pairs: &Pairs) -> f64 {
        let games = [score.losses, score.draws, score.wins];
        if self.model != EloModel::Bayesian && pairs.count() > 0 {
            self.llr_of(pairs.0, SQRT_2)
        } else if score.games() > 0 {
            self.llr_of(games, 1.0)
        } else {
            0.0
        }
    }

    /// The log-likelihood ratios at which the test ends: H0 at or below the first, H1 at or above
    /// the second.
    pub fn bounds(&self) -> (f64, f64) {
        // Differences of logarithms, since quotients of the smallest probabilities are infinite.
        (self.beta.ln() - (1.0 - self.alpha).ln(), (1.0 - self.beta).ln() - self.alpha.ln())
    }

    /// The finding; `None` while the test goes on.
    pub fn verdict(&self, score: &MatchScore, pairs: &Pairs) -> Option<SprtVerdict> {
        let (llr, (lower, upper)) = (self.llr(score, pairs), self.bounds());
        if llr >= upper {
            Some(SprtVerdict::AcceptH1)
        } else if llr <= lower {
            Some(SprtVerdict::AcceptH0)
        } else {
            None
        }
    }

    /// `scale` is a game's standard deviation in units of that of the score that is counted.
    fn llr_of<const N: usize>(&self, counts: [u64; N], scale: f64) -> f64 {
        if self.model == EloModel::Bayesian && (counts[0] == 0 || counts[N - 1] == 0) {
            // The rating of draws cannot be known yet.
            return 0.0;
        }
        let counts = counts.map(|count| if count == 0 { NOT_SEEN } else { count as f64 });
        let number: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / number);
        let likeliest = |elo: f64| match self.model {
            EloModel::Normalized => likeliest_with_advantage(&seen, elo / NELO * scale),
            EloModel::Logistic => likeliest_with_mean(&seen, logistic(elo)),
            EloModel::Bayesian => likeliest_with_mean(&seen, bayesian(elo, draw_elo(&seen))),
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        number * (0..N).map(|index| seen[index] * (h1[index] / h0[index]).ln()).sum::<f64>()
    }
}

/// The score that a difference in Elo makes expected.
fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The same in BayesElo, where draws have a rating of their own.
fn bayesian(elo: f64, draw_elo: f64) -> f64 {
    let (wins, losses) = (logistic(elo - draw_elo), logistic(-elo - draw_elo));
    wins + (1.0 - wins - losses) / 2.0
}

/// BayesElo's rating of draws, from the shares that were seen.
fn draw_elo<const N: usize>(seen: &[f64; N]) -> f64 {
    let (losses, wins) = (seen[0], seen[N - 1]);
    200.0 * ((1.0 - losses) / losses * (1.0 - wins) / wins).log10()
}

/// The likeliest distribution with this mean for the observed results ("The generalized SPRT",
/// proposition 1.1).
fn likeliest_with_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    tilted(seen, &scores::<N>().map(|score| score - mean))
}

/// Returns the likeliest distribution whose mean lies `advantage` of its standard deviations above
/// one half ("Comments on Normalized Elo", section 4.1): an iteration that takes mean and deviation
/// from its last step.
fn likeliest_with_advantage<const N: usize>(seen: &[f64; N], advantage: f64) -> [f64; N] {
    let scores = scores::<N>();
    let mut shares = somewhere_with_advantage(advantage);
    for _ in 0..100 {
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let excess = scores.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - advantage * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = tilted(seen, &excess);
        let change = next.iter().zip(&shares).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-9 {
            break;
        }
    }
    shares
}

/// A start for that iteration: the even distribution, unless the advantage is so large that the
/// iteration has no step from there (it has none from 1 on). Then enough is moved to the best or
/// the worst score to have the advantage itself.
fn somewhere_with_advantage<const N: usize>(advantage: f64) -> [f64; N] {
    let with_even_part = |part: f64| {
        let mut shares = [part / N as f64; N];
        shares[if advantage > 0.0 { N - 1 } else { 0 }] += 1.0 - part;
        shares
    };
    if advantage.abs() < 0.9 {
        return with_even_part(1.0);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let (mean, variance) = moments(&with_even_part(middle));
        if (mean - 0.5).abs() > advantage.abs() * variance.sqrt() {
            low = middle;
        } else {
            high = middle;
        }
    }
    with_even_part(high)
}

/// The shares `seen[i] / (1 + t excess[i])` with the `t` that makes the excess 0 on average.
fn tilted<const N: usize>(seen: &[f64; N], excess: &[f64; N]) -> [f64; N] {
    let least = excess.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = excess.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let share = |index: usize, tilt: f64| seen[index] / (1.0 + tilt * excess[index]);
    // All shares are positive between these, and the mean excess falls from one to the other.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if (0..N).map(|index| share(index, middle) * excess[index]).sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let tilt = (low + high) / 2.0;
    std::array::from_fn(|index| share(index, tilt))
}

#[cfg(test)]
mod tests {
    use super::super::statistics::tests::all_kinds_of_results;
    use super::*;

    #[test]
    fn log_likelihood_ratios_are_numbers() {
        let hypotheses =
            [(-4000.0, 4000.0), (3999.0, 4000.0), (-4000.0, -3999.0), (-400.0, 300.0), (0.0, 5e-324)];
        for model in [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian] {
            for (elo0, elo1) in hypotheses {
                let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
                for (score, pairs) in all_kinds_of_results() {
                    let llr = test.llr(&score, &pairs);
                    assert!(llr.is_finite(), "{model:?} {elo0} {elo1} {score:?} {pairs:?}: {llr}");
                }
            }
        }
    }

    #[test]
    fn bounds_of_tests_are_numbers() {
        let nearly_one = 1.0 - f64::EPSILON / 2.0;
        let below_half = nearly_one / 2.0;
        for (alpha, beta) in [
            (5e-324, 0.5),
            (0.5, 5e-324),
            (nearly_one, 1e-300),
            (1e-300, nearly_one),
            (below_half, below_half),
        ] {
            let (lower, upper) = Sprt::new(0.0, 5.0, alpha, beta, EloModel::Normalized).unwrap().bounds();
            assert!(lower < 0.0 && lower.is_finite(), "{alpha:e} {beta:e}: {lower}");
            assert!(upper > 0.0 && upper.is_finite(), "{alpha:e} {beta:e}: {upper}");
        }
    }

    #[test]
    fn the_likeliest_distribution_has_its_advantage() {
        for advantage in [-2.0, -1.5, -1.0, -0.95, -0.5, 0.0, 0.1, 0.9, 1.0, 1.2, 2.0] {
            for seen in [[0.2; 5], [0.001, 0.001, 0.001, 0.001, 0.996], [0.6, 0.1, 0.1, 0.1, 0.1]] {
                let (mean, variance) = moments(&likeliest_with_advantage(&seen, advantage));
                let found = (mean - 0.5) / variance.sqrt();
                assert!((found - advantage).abs() < 1e-5, "{found}, expected {advantage}: {seen:?}");
            }
        }
    }
}
