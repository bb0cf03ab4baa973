//! Fitting the weights of an evaluation to the results of positions of self-play, by logistic regression
//! (known from chess as Texel's method): to the result of the game, to the score of a search, or to a
//! mixture of both. A result is the truth but tells little about one position in a long game; a search
//! sees a little further than the evaluation, in every position.
//!
//! Never prints, and does not know the meaning of a weight: how a score depends on a weight is
//! found by changing it, so that the tuned evaluation is the one that plays. That is exact because
//! evaluations are [linear](Tunable) in their weights.

pub mod fit;
mod fitting;
pub mod samples;
pub mod source;
pub mod spsa;
#[cfg(test)]
mod tests;
pub mod wdl;

pub use fitting::{Fitting, fitting};

use crate::selfplay::replay::ReplayError;
use fit::{Curve, FitRow, fit};
use helgi_engine::internals::eval::{Tunable, Weights};
use helgi_rules::{GameId, Position};
use samples::Sample;

/// The change of a weight by which its effect is measured: large, against rounding.
const NUDGE: i32 = 4096;

/// One game in this many is held out for validation.
const HELD_OUT: usize = 8;

/// The settings of a tuning run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningSettings {
    /// The rounds of the descent.
    pub rounds: u32,
    /// The freedom of the weights to move from where they are: 1 is the usual, more is freer.
    pub freedom: f64,
    /// The weight of the search's score in the target, from 0 (results alone) to 1.
    pub search_share: f64,
    /// The curve of results by score; found from the samples if `None`.
    pub curve: Option<Curve>,
}

/// The result of a tuning run.
#[derive(Clone, Debug)]
pub struct Tuned<W> {
    /// The new weights.
    pub weights: W,
    /// The curve of results by score: that of the search, as far as it counts.
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

/// The progress of a tuning run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuningProgress {
    /// Number of weights that have been looked at, and of all.
    Weights(usize, usize),
    /// Number of rounds that are done, and of all.
    Rounds(u32, u32),
}

/// Checks that a file is of the game that is expected.
fn expect(expected: GameId, found: GameId) -> Result<(), ReplayError> {
    if found == expected {
        return Ok(());
    }
    Err(ReplayError::OtherGame { found: found.name(), expected: expected.name() })
}

/// Fits the weights of `evaluator` to the samples.
fn tune<P: Position, E: Tunable<P>>(
    evaluator: &E,
    samples: &[Sample<P>],
    settings: TuningSettings,
    progress: &mut dyn FnMut(TuningProgress),
) -> Tuned<E::Weights> {
    let start = numbers(evaluator.weights());
    let mut rows = rows(evaluator, samples, |done| progress(TuningProgress::Weights(done, start.len())));
    let curve = mix(&mut rows, samples, settings);
    let (held_out, fitted): (Vec<_>, Vec<_>) =
        rows.into_iter().zip(samples).partition(|(_, sample)| sample.game % HELD_OUT == 0);
    let games = fitted.chunk_by(|(_, one), (_, next)| one.game == next.game).count();
    let rows_of = |part: Vec<(FitRow, _)>| part.into_iter().map(|(row, _)| row).collect::<Vec<FitRow>>();
    let (fitted, held_out) = (rows_of(fitted), rows_of(held_out));

    let deviations: Vec<f64> =
        start.iter().map(|&weight| settings.freedom * (5.0 + f64::from(weight.abs()) / 8.0)).collect();
    // Positions of one game share its result, but not their scores.
    let per_game = fitted.len() as f64 / games.max(1) as f64;
    let repeats = 1.0 + (per_game - 1.0) * (1.0 - settings.search_share);
    let changes = fit(&fitted, curve, &deviations, repeats, settings.rounds, |round| {
        progress(TuningProgress::Rounds(round, settings.rounds));
    });

    // The error that counts is that of the weights as they are written down.
    let changes: Vec<f64> = changes.iter().map(|change| change.round()).collect();
    let mut weights = evaluator.weights().clone();
    let mut change = changes.iter();
    weights.each(&mut |weight| *weight += change.next().map_or(0, |&change| change as i32));
    let errors = |rows: &[FitRow]| Errors {
        positions: rows.len(),
        before: curve.error(rows, &[]),
        after: curve.error(rows, &changes),
    };
    Tuned { weights, curve, fitted: errors(&fitted), held_out: errors(&held_out) }
}

/// Blends the search scores into the results (weight `search_share`), and returns the curve of
/// results by score. The curve is the same for both, so that weights keep the scale of the search's
/// scores.
fn mix<P: Position>(rows: &mut [FitRow], samples: &[Sample<P>], settings: TuningSettings) -> Curve {
    if settings.search_share == 0.0 {
        return settings.curve.unwrap_or_else(|| Curve::fitted(rows));
    }
    let searched: Vec<FitRow> = rows
        .iter()
        .zip(samples)
        .map(|(row, sample)| FitRow {
            score: sample.score_for_mover().into(),
            result: row.result,
            slopes: Vec::new(),
        })
        .collect();
    let curve = settings.curve.unwrap_or_else(|| Curve::fitted(&searched));
    for (row, searched) in rows.iter_mut().zip(&searched) {
        row.result += settings.search_share * (curve.expected(searched.score) - row.result);
    }
    curve
}

/// The weights as a list.
fn numbers(weights: &impl Weights) -> Vec<i32> {
    let mut numbers = Vec::new();
    weights.clone().each(&mut |weight| numbers.push(*weight));
    numbers
}

/// Returns for each sample its score and how that depends on the weights; `progress` gets the
/// number of weights that are done.
fn rows<P: Position, E: Tunable<P>>(
    evaluator: &E,
    samples: &[Sample<P>],
    mut progress: impl FnMut(usize),
) -> Vec<FitRow> {
    let mut rows: Vec<FitRow> = samples
        .iter()
        .map(|sample| FitRow {
            score: evaluator.evaluate(&sample.position).into(),
            result: sample.result_for_mover(),
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
        let nudged = evaluator.with_weights(&nudged);
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
