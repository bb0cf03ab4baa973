//! Fitting the weights of an evaluation to the results of self-play, by logistic regression (known
//! from chess as Texel's method).
//!
//! Nothing here prints, and nothing here knows what a weight means: how a score depends on a weight is
//! found by changing it, so that what is tuned is the evaluation that plays. That is exact because
//! evaluations are [linear](Tunable) in their weights.

pub mod fit;
pub mod samples;

use crate::board::Side;
use crate::eval::{Tunable, Weights};
use crate::rules::Position;
use fit::{Curve, Row, fit};
use samples::Sample;

/// By how much a weight is changed to see what it does: much, against rounding.
const NUDGE: i32 = 4096;

/// Every so manieth game is held out.
const HELD_OUT: usize = 8;

/// What a tuning is to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The rounds of the descent.
    pub rounds: u32,
    /// How far weights may go from where they are: 1 is the usual, more is freer.
    pub freedom: f64,
}

/// What has come of a tuning.
#[derive(Clone, Debug)]
pub struct Tuned<W> {
    /// The new weights.
    pub weights: W,
    /// How results follow from scores.
    pub curve: Curve,
    /// The positions and errors that the weights were fitted to.
    pub fitted: Errors,
    /// The same of the games that were held out.
    pub held_out: Errors,
}

/// The [error](Curve::error) over some positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// The number of positions.
    pub positions: usize,
    /// With the weights at the beginning.
    pub before: f64,
    /// With the new ones.
    pub after: f64,
}

/// How far a tuning has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// So many of so many weights have been looked at.
    Weights(usize, usize),
    /// So many of so many rounds are done.
    Rounds(u32, u32),
}

/// Fits the weights of `evaluator` to the samples.
pub fn tune<P: Position, E: Tunable<P>>(
    evaluator: &E,
    samples: &[Sample<P>],
    settings: Settings,
    mut progress: impl FnMut(Progress),
) -> Tuned<E::Weights> {
    let start = numbers(evaluator.weights());
    let rows = rows(evaluator, samples, |done| progress(Progress::Weights(done, start.len())));
    let (held_out, fitted): (Vec<_>, Vec<_>) =
        rows.into_iter().zip(samples).partition(|(_, sample)| sample.game % HELD_OUT == 0);
    let games = fitted.chunk_by(|(_, one), (_, next)| one.game == next.game).count();
    let rows_of = |part: Vec<(Row, _)>| part.into_iter().map(|(row, _)| row).collect::<Vec<Row>>();
    let (fitted, held_out) = (rows_of(fitted), rows_of(held_out));

    let curve = Curve::fitted(&fitted);
    let deviations: Vec<f64> =
        start.iter().map(|&weight| settings.freedom * (5.0 + f64::from(weight.abs()) / 8.0)).collect();
    let repeats = fitted.len() as f64 / games.max(1) as f64;
    let changes = fit(&fitted, curve, &deviations, repeats, settings.rounds, |round| {
        progress(Progress::Rounds(round, settings.rounds));
    });

    // What counts is the error of the weights as they are written down.
    let changes: Vec<f64> = changes.iter().map(|change| change.round()).collect();
    let mut weights = evaluator.weights().clone();
    let mut change = changes.iter();
    weights.each(&mut |weight| *weight += change.next().map_or(0, |&change| change as i32));
    let errors = |rows: &[Row]| Errors {
        positions: rows.len(),
        before: curve.error(rows, &[]),
        after: curve.error(rows, &changes),
    };
    Tuned { weights, curve, fitted: errors(&fitted), held_out: errors(&held_out) }
}

/// The weights as a list.
fn numbers(weights: &impl Weights) -> Vec<i32> {
    let mut numbers = Vec::new();
    weights.clone().each(&mut |weight| numbers.push(*weight));
    numbers
}

/// For each sample its score and how that depends on the weights; `progress` hears how many weights
/// are done.
pub fn rows<P: Position, E: Tunable<P>>(
    evaluator: &E,
    samples: &[Sample<P>],
    mut progress: impl FnMut(usize),
) -> Vec<Row> {
    let mut rows: Vec<Row> = samples
        .iter()
        .map(|Sample { position, result, .. }| Row {
            score: evaluator.evaluate(position).into(),
            result: if position.side() == Side::White { *result } else { 1.0 - result },
            slopes: Vec::new(),
        })
        .collect();
    for number in 0..numbers(evaluator.weights()).len() {
        let mut nudged = evaluator.weights().clone();
        let mut count = 0;
        nudged.each(&mut |weight| {
            *weight += NUDGE * i32::from(count == number);
            count += 1;
        });
        let nudged = E::with_weights(&nudged);
        for (row, sample) in rows.iter_mut().zip(samples) {
            let change = f64::from(nudged.evaluate(&sample.position)) - row.score;
            // Less is rounding.
            if change.abs() > 4.0 {
                row.slopes.push((number, (change / f64::from(NUDGE)) as f32));
            }
        }
        progress(number + 1);
    }
    rows
}
