//! Prediction of a net's input weights from those of earlier inputs.
//!
//! An input is mostly a piece on a square, and its weights resemble those of the squares beside and below it and those of
//! other pieces on its square: inputs at the same distances before it, whatever the game. Which distances these are, and how
//! much each of them tells, is fitted to a net when it is written and stands in its file. Neighbours beyond the edge of the board are of no
//! use, so that each square has shares of its own if that saves more than they take, or each file: the remainder of an
//! input's number by a period that is fitted, too.

use std::ops::RangeInclusive;

/// The number of neighbours that are fitted, and the greatest distance of one.
const NEIGHBOURS: usize = 16;
const FARTHEST: usize = 300;

/// The periods that are tried, and 1: those of distances that are among the neighbours.
const PERIODS: RangeInclusive<usize> = 5..=150;

/// The share that stands for a whole weight.
const WHOLE: i32 = 128;

/// A linear prediction of the weights of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prediction {
    /// The distances of the neighbours: how many inputs before the predicted one they are.
    distances: Vec<u16>,
    /// For each remainder of an input's number, divided by their number, the shares of the neighbours.
    shares: Vec<Vec<i8>>,
}

impl Prediction {
    /// Half of the weight for the input before: that of all nets of the format's version 2.
    pub fn half_of_last() -> Self {
        Prediction { distances: vec![1], shares: vec![vec![(WHOLE / 2) as i8]] }
    }

    /// The best prediction of the weights of a net with this many hidden units.
    pub fn fitted(weights: &[i16], hidden: usize) -> Self {
        let distances = likely_distances(weights, hidden);
        let periods = distances.iter().copied().filter(|distance| PERIODS.contains(distance));
        let periods: Vec<usize> = periods.chain([1]).collect();
        let sums = sums(weights, hidden, &distances, &periods);
        let fits = sums.into_iter().map(|of_phases| Fit::new(weights, of_phases));
        let best = fits.min_by(|one, other| one.bits.total_cmp(&other.bits));
        Prediction {
            shares: best.map(|fit| fit.shares).unwrap_or_default(),
            distances: distances.iter().map(|&distance| distance as u16).collect(),
        }
    }

    /// Predicts the weights of the input that follows those in `done`, one for each hidden unit.
    pub fn predict(&self, done: &[i16], predicted: &mut [i32]) {
        let hidden = predicted.len();
        predicted.fill(0);
        let shares = &self.shares[done.len() / hidden % self.shares.len()];
        for (&distance, &share) in self.distances.iter().zip(shares) {
            let Some(start) = done.len().checked_sub(usize::from(distance) * hidden) else { continue };
            for (sum, &weight) in predicted.iter_mut().zip(&done[start..]) {
                // 255 of these fit 32 bits.
                *sum += i32::from(share) * i32::from(weight);
            }
        }
        for sum in predicted {
            *sum = (*sum / WHOLE).clamp(i16::MIN.into(), i16::MAX.into());
        }
    }

    /// The numbers in front of the packed weights: that of the lists of shares, that of the neighbours, the distances in
    /// two bytes each, and the lists.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.shares.len() as u8, self.distances.len() as u8];
        bytes.extend(self.distances.iter().flat_map(|distance| distance.to_le_bytes()));
        bytes.extend(self.shares.iter().flatten().map(|&share| share as u8));
        bytes
    }

    /// Reads these numbers; returns also the bytes behind them. `None` if they are cut off or there is no list of shares.
    pub fn from_bytes(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (&[lists, neighbours], rest) = bytes.split_first_chunk()?;
        let (lists, neighbours) = (usize::from(lists), usize::from(neighbours));
        let (distances, rest) = rest.split_at_checked(2 * neighbours)?;
        let (shares, rest) = rest.split_at_checked(lists * neighbours)?;
        let list = |list: usize| {
            shares[list * neighbours..][..neighbours].iter().map(|&share| share as i8).collect()
        };
        let prediction = Prediction {
            distances: distances.as_chunks().0.iter().map(|&word| u16::from_le_bytes(word)).collect(),
            shares: (0..lists).map(list).collect(),
        };
        (lists > 0).then_some((prediction, rest))
    }
}

/// The weights of an input.
fn row(weights: &[i16], hidden: usize, input: usize) -> &[i16] {
    &weights[input * hidden..][..hidden]
}

/// The sum of the products of two lists.
fn product(one: &[i16], other: &[i16]) -> i64 {
    one.iter().zip(other).map(|(&one, &other)| i64::from(i32::from(one) * i32::from(other))).sum()
}

/// The distances of the neighbours that tell most together, each chosen by what those before leave open.
fn likely_distances(weights: &[i16], hidden: usize) -> Vec<usize> {
    let inputs = weights.len() / hidden;
    let farthest = FARTHEST.min(inputs.saturating_sub(1));
    // By distance. As if all inputs had neighbours at all distances; the shares are fitted to those that there are.
    let alike: Vec<f64> = (0..=farthest)
        .map(|distance| product(weights, weights.get(distance * hidden..).unwrap_or_default()) as f64)
        .collect();
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < NEIGHBOURS.min(farthest) {
        let products = |&one: &usize| chosen.iter().map(|&other| alike[one.abs_diff(other)]).collect();
        let targets = chosen.iter().map(|&distance| alike[distance]).collect();
        let shares = solution(chosen.iter().map(products).collect(), targets);
        let open = |distance: usize| {
            let explained =
                chosen.iter().zip(&shares).map(|(other, share)| share * alike[distance.abs_diff(*other)]);
            (alike[distance] - explained.sum::<f64>()).abs()
        };
        let others = (1..=farthest).filter(|distance| !chosen.contains(distance));
        let Some(best) = others.max_by(|&one, &other| open(one).total_cmp(&open(other))) else { break };
        chosen.push(best);
    }
    chosen
}

/// The best shares of neighbours for a period.
struct Fit {
    shares: Vec<Vec<i8>>,
    /// About how many bits the differences take, and the shares; for comparison with other periods.
    bits: f64,
}

impl Fit {
    fn new(weights: &[i16], of_phases: Vec<PhaseSums>) -> Self {
        let mut open = product(weights, weights) as f64;
        let mut shares = Vec::new();
        for PhaseSums { products, targets } in of_phases {
            let numbers = |sums: Vec<i64>| sums.into_iter().map(|sum| sum as f64).collect::<Vec<f64>>();
            let targets = numbers(targets);
            let solved = solution(products.into_iter().map(numbers).collect(), targets.clone());
            open -= solved.iter().zip(&targets).map(|(share, target)| share * target).sum::<f64>();
            shares.push(
                solved.iter().map(|share| (share * f64::from(WHOLE)).round() as i8).collect::<Vec<i8>>(),
            );
        }
        let differences = weights.len() as f64 / 2.0 * open.max(1.0).log2();
        let count: usize = shares.iter().map(Vec::len).sum();
        Fit { shares, bits: differences + (8 * count) as f64 }
    }
}

/// The sums that the best shares of neighbours follow from: the products of any two of them, and of each with what is to
/// be predicted; over the inputs of one phase of a period.
#[derive(Clone)]
struct PhaseSums {
    products: Vec<Vec<i64>>,
    targets: Vec<i64>,
}

/// The sums for each phase of each period. The products of an input are the same in all of them.
fn sums(weights: &[i16], hidden: usize, distances: &[usize], periods: &[usize]) -> Vec<Vec<PhaseSums>> {
    let count = distances.len();
    let none = PhaseSums { products: vec![vec![0; count]; count], targets: vec![0; count] };
    let mut sums: Vec<Vec<PhaseSums>> = periods.iter().map(|&period| vec![none.clone(); period]).collect();
    for input in 0..weights.len() / hidden {
        let known = |index: usize| Some(row(weights, hidden, input.checked_sub(distances[index])?));
        for one in 0..count {
            let Some(neighbour) = known(one) else { continue };
            let target = product(neighbour, row(weights, hidden, input));
            let others = (0..=one).map(|other| known(other).map_or(0, |other| product(neighbour, other)));
            let others: Vec<i64> = others.collect();
            for (of_phases, period) in sums.iter_mut().zip(periods) {
                let phase = &mut of_phases[input % period];
                phase.targets[one] += target;
                for (other, product) in others.iter().enumerate() {
                    phase.products[one][other] += product;
                    if other < one {
                        phase.products[other][one] += product;
                    }
                }
            }
        }
    }
    sums
}

/// Solves linear equations by elimination; those of least squares, whose matrix is symmetric and has nothing negative.
fn solution(mut matrix: Vec<Vec<f64>>, mut targets: Vec<f64>) -> Vec<f64> {
    let count = targets.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        // So that it can be divided by, even if two neighbours are always alike.
        row[index] += 1.0 + row[index] / 1e6;
    }
    for pivot in 0..count {
        let row = matrix[pivot].clone();
        for below in pivot + 1..count {
            let share = matrix[below][pivot] / row[pivot];
            for (number, above) in matrix[below].iter_mut().zip(&row).skip(pivot) {
                *number -= share * above;
            }
            targets[below] -= share * targets[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * targets[column]).sum();
        targets[row] = (targets[row] - known) / matrix[row][row];
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let found = solution(vec![vec![4e9, 2e9], vec![2e9, 3e9]], vec![8e9, 8e9]);
        assert!((found[0] - 1.0).abs() < 1e-4 && (found[1] - 2.0).abs() < 1e-4, "{found:?}");
        assert_eq!(solution(vec![vec![0.0; 2]; 2], vec![0.0; 2]), [0.0; 2]);
    }

    /// Each weight is half of that for the square before it in its rank of seven, and a quarter of that for the square below.
    #[test]
    fn neighbours_are_found_by_their_distances() {
        let (hidden, inputs) = (16, 7 * 600);
        let mut random = fastrand::Rng::with_seed(7);
        let mut weights = vec![0; hidden * inputs];
        for at in 0..weights.len() {
            let before =
                |distance: usize| at.checked_sub(distance * hidden).map_or(0, |at| i32::from(weights[at]));
            let beside = if (at / hidden).is_multiple_of(7) { 0 } else { before(1) / 2 };
            weights[at] = (beside + before(7) / 4 + random.i32(-999..=999)) as i16;
        }
        let prediction = Prediction::fitted(&weights, hidden);
        assert_eq!(prediction.distances[..2], [1, 7]);
        assert_eq!(prediction.shares.len(), 7);
        for (file, shares) in prediction.shares.iter().enumerate() {
            let beside = if file == 0 { 0 } else { WHOLE / 2 };
            assert!((i32::from(shares[0]) - beside).abs() < 9, "{file}: {shares:?}");
            assert!((i32::from(shares[1]) - WHOLE / 4).abs() < 9, "{file}: {shares:?}");
        }
    }

    #[test]
    fn predictions_are_read_as_they_were_written() {
        let mut random = fastrand::Rng::with_seed(8);
        let weights: Vec<i16> = (0..16 * 900).map(|_| random.i16(..)).collect();
        let predictions = [
            Prediction::half_of_last(),
            Prediction::fitted(&weights, 16),
            Prediction::fitted(&weights[..48], 16),
            Prediction::fitted(&[], 16),
        ];
        for prediction in predictions {
            let mut bytes = prediction.to_bytes();
            assert_eq!(Prediction::from_bytes(&bytes), Some((prediction.clone(), &[][..])));
            assert_eq!(Prediction::from_bytes(&bytes[..bytes.len() - 1]), None);
            bytes.push(9);
            assert_eq!(Prediction::from_bytes(&bytes).unwrap().1, [9]);
        }
        assert_eq!(Prediction::from_bytes(&[0, 0, 1]), None);
    }

    /// No numbers of a file lead beyond the weights or their range.
    #[test]
    fn any_prediction_stays_in_range() {
        let done = vec![i16::MIN; 16 * 300];
        let prediction = Prediction { distances: (0..255).collect(), shares: vec![vec![i8::MIN; 255]] };
        for inputs in [0, 1, 254, 300] {
            let mut predicted = [0; 16];
            prediction.predict(&done[..16 * inputs], &mut predicted);
            let expected = if inputs == 0 { 0 } else { i16::MAX.into() };
            assert_eq!(predicted, [expected; 16], "{inputs}");
        }
    }
}
