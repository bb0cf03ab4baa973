//! Logistic regression: numbers in, numbers out.

/// The terms on which the score of a position depends.
#[derive(Clone, PartialEq, Debug)]
pub struct FitRow {
    /// The score with the weights at the beginning, in centipawns for the side to move.
    pub score: f64,
    /// The result for the side to move, from 0 to 1.
    pub result: f64,
    /// The weights that the score depends on, with the effect of one unit of each.
    pub slopes: Vec<(usize, f32)>,
}

impl FitRow {
    /// The score after these changes of the weights.
    fn score_with(&self, changes: &[f64]) -> f64 {
        let change: f64 = self.slopes.iter().map(|&(weight, slope)| changes[weight] * f64::from(slope)).sum();
        self.score + change
    }
}

/// The curve of results by score: the odds of winning grow by e for each `slope` centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Centipawns.
    pub slope: f64,
}

impl Curve {
    /// The slope between 20 and 2000 with the least error.
    pub fn fitted(rows: &[FitRow]) -> Curve {
        let (mut low, mut high) = (20_f64.ln(), 2000_f64.ln());
        let error = |slope: f64| Curve { slope: slope.exp() }.error(rows, &[]);
        // A ternary search: the error has one valley.
        for _ in 0..40 {
            let third = (high - low) / 3.0;
            if error(low + third) < error(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        Curve { slope: low.midpoint(high).exp() }
    }

    /// The expected result at a score.
    pub fn expected(self, score: f64) -> f64 {
        1.0 / (1.0 + (-score / self.slope).exp())
    }

    /// The mean cross-entropy between results and expectations after changes of the weights (none, if
    /// `changes` is empty): 0 would be foresight, 0.693 is a blind guess.
    pub fn error(self, rows: &[FitRow], changes: &[f64]) -> f64 {
        let of = |row: &FitRow| {
            let score = if changes.is_empty() { row.score } else { row.score_with(changes) };
            // ln(1 + e^x), for any x.
            let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
            let x = score / self.slope;
            row.result * softplus(-x) + (1.0 - row.result) * softplus(x)
        };
        let sum = rows.iter().map(of).fold(0.0, |sum, error| sum + error);
        sum / rows.len().max(1) as f64
    }
}

/// Returns the changes of the weights that make scores and results agree best, each held back by
/// its expected size.
///
/// The penalty is that of a normal distribution around no change, with `deviations` for the weights
/// and as if there were one independent result for every `repeats` rows: positions of one game share
/// their result. `progress` is called for every one of the `rounds`.
pub fn fit(
    rows: &[FitRow],
    curve: Curve,
    deviations: &[f64],
    repeats: f64,
    rounds: u32,
    mut progress: impl FnMut(u32),
) -> Vec<f64> {
    /// Adam's usual numbers; the unit of a step is the expected change of a weight.
    const STEP: f64 = 0.05;
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    let count = deviations.len();
    let (mut changes, mut means, mut squares) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let penalty = repeats / rows.len().max(1) as f64;
    for round in 1..=rounds {
        let mut gradient = vec![0.0; count];
        for row in rows {
            let miss = curve.expected(row.score_with(&changes)) - row.result;
            for &(weight, slope) in &row.slopes {
                gradient[weight] += miss * f64::from(slope);
            }
        }
        // Towards the end smaller steps.
        let step = STEP * (1.0 - f64::from(round - 1) / f64::from(rounds));
        let unbias = |decay: f64| 1.0 - decay.powi(round as i32);
        for (weight, deviation) in deviations.iter().enumerate() {
            let of_data = gradient[weight] / rows.len().max(1) as f64 / curve.slope * deviation;
            let slope = of_data + penalty * changes[weight] / deviation;
            means[weight] = MEAN * means[weight] + (1.0 - MEAN) * slope;
            squares[weight] = SQUARE * squares[weight] + (1.0 - SQUARE) * slope * slope;
            let root = (squares[weight] / unbias(SQUARE)).sqrt().max(1e-12);
            changes[weight] -= step * deviation * means[weight] / unbias(MEAN) / root;
        }
        progress(round);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Results drawn from known weights, of which the scores at the beginning know nothing.
    fn toy(weights: &[f64], curve: Curve, count: usize) -> Vec<FitRow> {
        let mut random = Rng::with_seed(3);
        (0..count)
            .map(|_| {
                let slopes: Vec<(usize, f32)> =
                    (0..weights.len()).map(|weight| (weight, random.i32(-3..=3) as f32)).collect();
                let mut row = FitRow { score: 0.0, result: 0.0, slopes };
                row.result = f64::from(random.f64() < curve.expected(row.score_with(weights)));
                row
            })
            .collect()
    }

    #[test]
    fn known_weights_are_recovered() {
        let curve = Curve { slope: 180.0 };
        let weights = [100.0, -40.0, 5.0, 0.0];
        let rows = toy(&weights, curve, 40_000);
        let found = fit(&rows, curve, &[50.0; 4], 1.0, 300, |_| ());
        for (found, known) in found.iter().zip(weights) {
            assert!((found - known).abs() < 4.0, "{found} {known}");
        }
        assert!(curve.error(&rows, &found) < curve.error(&rows, &[]) - 0.05);
    }

    #[test]
    fn little_data_changes_little() {
        let curve = Curve { slope: 180.0 };
        let rows = toy(&[100.0], curve, 50);
        let free = fit(&rows, curve, &[100.0], 1.0, 300, |_| ());
        let held = fit(&rows, curve, &[2.0], 1.0, 300, |_| ());
        assert!(free[0] > 50.0 && held[0].abs() < 10.0, "{free:?} {held:?}");
        // Without data nothing changes.
        assert_eq!(fit(&[], curve, &[1.0, 1.0], 1.0, 50, |_| ()), [0.0, 0.0]);
    }

    #[test]
    fn the_curve_is_found() {
        let mut rows = toy(&[100.0, -50.0], Curve { slope: 220.0 }, 40_000);
        for row in &mut rows {
            row.score = row.score_with(&[100.0, -50.0]);
        }
        let found = Curve::fitted(&rows).slope;
        assert!((found - 220.0).abs() < 10.0, "{found}");
    }
}
