//! The worth of pieces, fitted to the results of games.

use super::facts::StudyFacts;
use super::interval::tenths;
use crate::tune::fit::{Curve, FitRow, fit};
use helgi_rules::Game;
use serde::{Deserialize, Serialize};

/// A kind is fitted if its number differs between the sides in so many positions.
const LEAST_ROWS: usize = 40;

/// The worth of a piece is held back towards nothing by about so much. Unit: that of the curve, of which 200 make odds of e.
const EXPECTED: f64 = 800.0;

const CURVE: Curve = Curve { slope: 200.0 };

const ROUNDS: u32 = 300;

/// The unit of fitted worths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorthUnit {
    /// That of the worths that the author of the game gave.
    Author,
    /// The commonest piece of the start is worth 100.
    Commonest,
    /// 200 make odds of e to 1.
    Odds,
}

impl WorthUnit {
    /// The unit, as a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            WorthUnit::Author => {
                "It is fitted to the results of the games, in the unit of the worths that the author of the game gave."
            }
            WorthUnit::Commonest => {
                "It is fitted to the results of the games; the commonest piece is worth 100."
            }
            WorthUnit::Odds => "It is fitted to the results of the games; 200 make odds of 2.7 to 1.",
        }
    }
}

/// The worth of a kind of piece.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PieceWorth {
    /// By the results of the games.
    pub fitted: f64,
    /// Half the width of its interval of 95 %.
    pub error: f64,
}

impl PieceWorth {
    /// `310 ± 40`.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:.0} ± {:.0}", self.fitted, self.error)
    }
}

/// The worths by kind, `None` for kinds of which the games say too little, and their unit.
pub fn worths(facts: &StudyFacts) -> (Vec<Option<PieceWorth>>, WorthUnit) {
    let kinds = facts.kinds.len();
    let mut seen = vec![0; kinds];
    for (difference, counts) in &facts.material {
        let count = counts.iter().sum::<u64>() as usize;
        for (seen, difference) in seen.iter_mut().zip(difference) {
            *seen += if *difference == 0 { 0 } else { count };
        }
    }
    let fitted: Vec<usize> = (0..kinds).filter(|&kind| seen[kind] >= LEAST_ROWS).collect();
    let mut rows = Vec::new();
    for (difference, counts) in &facts.material {
        let own = fitted.iter().enumerate();
        let mut slopes: Vec<(usize, f32)> = own
            .map(|(weight, &kind)| (weight, f32::from(difference[kind])))
            .filter(|(_, difference)| *difference != 0.0)
            .collect();
        // The last weight is the advantage of White's side.
        slopes.push((fitted.len(), 1.0));
        for (count, result) in counts.iter().zip([0.0, 0.5, 1.0]) {
            let row = FitRow { score: 0.0, result, slopes: slopes.clone() };
            rows.extend(std::iter::repeat_n(row, *count as usize));
        }
    }
    let mut worths = vec![None; kinds];
    if fitted.is_empty() {
        return (worths, WorthUnit::Odds);
    }
    let finished = facts.games.iter().filter(|game| game.outcome.is_some()).count();
    let repeats = rows.len() as f64 / finished.max(1) as f64;
    let deviations = vec![EXPECTED; fitted.len() + 1];
    let found = fit(&rows, CURVE, &deviations, repeats, ROUNDS, |_| ());
    let errors = errors(&rows, &found, repeats);
    for (weight, &kind) in fitted.iter().enumerate() {
        worths[kind] = Some(PieceWorth { fitted: found[weight], error: 1.96 * errors[weight] });
    }
    let (factor, unit) = scale(facts, &worths);
    for worth in worths.iter_mut().flatten() {
        *worth = PieceWorth { fitted: tenths(factor * worth.fitted), error: tenths(factor * worth.error) };
    }
    (worths, unit)
}

/// The factor that brings fitted worths to those of the author or, without any, the commonest piece to 100.
fn scale(facts: &StudyFacts, worths: &[Option<PieceWorth>]) -> (f64, WorthUnit) {
    let given = facts.game.hints().worths;
    let both = worths.iter().zip(&given).filter_map(|(worth, given)| Some(((*worth)?, f64::from((*given)?))));
    let (mut product, mut square, mut count) = (0.0, 0.0, 0);
    for (worth, given) in both {
        let weight = 1.0 / worth.error.max(1.0).powi(2);
        product += weight * given * worth.fitted;
        square += weight * worth.fitted.powi(2);
        count += 1;
    }
    if count > 1 && product > 0.0 {
        return (product / square, WorthUnit::Author);
    }
    let start = facts.game.start();
    let mut at_start = vec![0; worths.len()];
    start.for_each_piece(|_, _, piece| {
        if let Some(count) = at_start.get_mut(piece.kind.index()) {
            *count += 1;
        }
    });
    let sure = worths.iter().zip(&at_start).filter_map(|(worth, count)| Some(((*worth)?, *count)));
    let commonest =
        sure.filter(|(worth, _)| worth.fitted > worth.error).fold(None, |best, (worth, count)| match best {
            Some((_, most)) if most >= count => best,
            _ => Some((worth, count)),
        });
    commonest.map_or((1.0, WorthUnit::Odds), |(worth, _)| (100.0 / worth.fitted, WorthUnit::Commonest))
}

/// The standard deviations of the weights, by the curvature of the error at its least.
fn errors(rows: &[FitRow], found: &[f64], repeats: f64) -> Vec<f64> {
    let count = found.len();
    // The matrix, and the unit matrix beside it.
    let mut matrix = vec![vec![0.0; 2 * count]; count];
    for row in rows {
        let score: f64 = row.slopes.iter().map(|&(weight, slope)| found[weight] * f64::from(slope)).sum();
        let expected = CURVE.expected(score);
        let weight = expected * (1.0 - expected) / CURVE.slope.powi(2) / repeats;
        for &(one, slope) in &row.slopes {
            for &(other, other_slope) in &row.slopes {
                matrix[one][other] += weight * f64::from(slope) * f64::from(other_slope);
            }
        }
    }
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] += 1.0 / EXPECTED.powi(2);
        row[count + index] = 1.0;
    }
    // Without exchanges: the matrix is positive definite.
    for index in 0..count {
        let pivot = matrix[index][index];
        matrix[index].iter_mut().for_each(|cell| *cell /= pivot);
        let own = matrix[index].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != index) {
            let factor = row[index];
            row.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= factor * own);
        }
    }
    matrix.iter().enumerate().map(|(index, row)| row[count + index].max(0.0).sqrt()).collect()
}
