//! SPSA: all parameters of the search are changed at once, by games between two players that lie on
//! opposite sides of the present values.
//!
//! Simultaneous perturbation stochastic approximation of James Spall, with the gains that fishtest uses
//! (<https://official-stockfish.github.io/docs/fishtest-wiki/Creating-my-first-test.html>): a pair of games
//! moves every number towards the side of the player that won, by less the more pairs have been played.
//! Nothing here plays.

use fastrand::Rng;
use helgi_engine::internals::search::Params;

/// The rate at which the perturbation and the steps shrink.
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;

/// The part of all pairs for which the first steps are held back.
const STABILITY: f64 = 0.1;

/// Expected random drift of an irrelevant number, in units of its perturbation, whatever the number
/// of pairs. So a short run takes larger steps; one of 120,000 pairs takes those of fishtest, 0.002
/// for each half point.
const DRIFT: f64 = 0.7;

/// The last perturbation of a number: this part of its range, but no less than this much.
const PERTURBATION: (f64, f64) = (1.0 / 10.0, 0.5);

/// The state of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// Number of pairs to be played.
    pub pairs: u32,
    /// Number of pairs noted.
    pub done: u32,
    /// The seed of the perturbations.
    pub seed: u64,
    /// The tuned numbers, and their present values.
    pub values: Vec<(&'static str, f64)>,
}

impl Spsa {
    /// A run that begins with the numbers in the source. Tunes the named ones, or all.
    pub fn new(pairs: u32, seed: u64, names: &[String]) -> Spsa {
        let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
        let wanted = Params::RANGES.iter().filter(|(name, _)| is_wanted(name));
        let value = |name: &str| f64::from(Params::DEFAULT.get(name).unwrap_or_default());
        let values = wanted.map(|&(name, _)| (name, value(name))).collect();
        Spsa { pairs: pairs.max(1), done: 0, seed, values }
    }

    /// The numbers as they are now.
    pub fn params(&self) -> Params {
        self.with(|value, _| value.round())
    }

    /// The two players of a pair.
    pub fn players(&self, number: u32) -> [Params; 2] {
        let size = self.perturbation_growth(number);
        [1.0, -1.0].map(|sign| {
            let mut signs = self.signs(number);
            // A number between two whole ones is each of them as often as it is near.
            let mut random = Rng::with_seed(self.seed ^ u64::from(number) << 1);
            self.with(|value, last| {
                let moved = value + sign * signs() * last * size;
                (moved + random.f64()).floor()
            })
        })
    }

    /// Notes the half points of the first player of a pair, 0 to 4.
    pub fn note(&mut self, number: u32, half_points: usize) {
        let balance = half_points as f64 - 2.0;
        let size = self.perturbation_growth(number);
        let held_back = STABILITY * f64::from(self.pairs);
        let progress = (held_back + f64::from(self.pairs)) / (held_back + f64::from(number) + 1.0);
        let last_step = DRIFT / f64::from(self.pairs).sqrt();
        let gain = last_step * progress.powf(ALPHA) / size;
        let mut signs = self.signs(number);
        for (name, value) in &mut self.values {
            let Some((range, last)) = bounds(name) else { continue };
            let (low, high) = (f64::from(*range.start()), f64::from(*range.end()));
            *value = (*value + gain * last * balance * signs()).clamp(low, high);
        }
        self.done += 1;
    }

    /// Returns how much larger than the last the perturbation of a pair is.
    fn perturbation_growth(&self, number: u32) -> f64 {
        (f64::from(self.pairs) / (f64::from(number) + 1.0)).max(1.0).powf(GAMMA)
    }

    /// The signs with which the numbers are perturbed in a pair, one after the other.
    fn signs(&self, number: u32) -> impl FnMut() -> f64 + use<> {
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ u64::from(number));
        move || if random.bool() { 1.0 } else { -1.0 }
    }

    /// The numbers that `place` makes of each value and its last perturbation, within their ranges.
    fn with(&self, mut place: impl FnMut(f64, f64) -> f64) -> Params {
        let mut params = Params::DEFAULT;
        for &(name, value) in &self.values {
            if let Some((range, last)) = bounds(name) {
                let placed = place(value, last) as i32;
                params.set(name, placed.clamp(*range.start(), *range.end()));
            }
        }
        params
    }
}

/// The range of a number, and its last perturbation.
fn bounds(name: &str) -> Option<(&'static std::ops::RangeInclusive<i32>, f64)> {
    let (_, range) = Params::RANGES.iter().find(|(known, _)| *known == name)?;
    let (part, least) = PERTURBATION;
    Some((range, (f64::from(range.end() - range.start()) * part).max(least)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_lie_on_opposite_sides() {
        let spsa = Spsa::new(1_000, 7, &["futility_margin".to_owned(), "razoring_margin".to_owned()]);
        for number in 0..100 {
            let [one, other] = spsa.players(number);
            let margin = |params: Params| params.get("futility_margin").unwrap();
            assert_ne!(margin(one), margin(other));
            let middle = f64::from(margin(one) + margin(other)) / 2.0;
            assert!((middle - f64::from(margin(Params::DEFAULT))).abs() <= 1.0, "{middle}");
            assert_eq!(one.get("null_move_depth"), Params::DEFAULT.get("null_move_depth"));
        }
        assert_eq!(spsa.params(), Params::DEFAULT);
    }

    #[test]
    fn values_go_where_games_are_won() {
        let mut spsa = Spsa::new(4_000, 3, &[]);
        let before = spsa.params();
        for number in 0..4_000 {
            // The nearer to 150, the better.
            let distance = |player: Params| (player.get("futility_margin").unwrap() - 150).abs();
            let [one, other] = spsa.players(number).map(distance);
            spsa.note(
                number,
                match one.cmp(&other) {
                    std::cmp::Ordering::Less => 3,
                    std::cmp::Ordering::Equal => 2,
                    std::cmp::Ordering::Greater => 1,
                },
            );
        }
        let after = spsa.params();
        let distance = |params: &Params| (params.get("futility_margin").unwrap() - 150).abs();
        assert!(distance(&after) < distance(&before) / 2, "{before:?} to {after:?}");
        assert_eq!(spsa.done, 4_000);
    }
}
