//! Accuracy of a side's play, in percent, as lichess counts it.
//!
//! The accuracy of a move is the formula of <https://lichess.org/page/accuracy>. That of a game is the
//! mean of two means of them, as in lichess's program: one weighted by how much the expectation changed
//! around the move, so that a quiet stretch does not cover a mistake in a sharp one; and the harmonic
//! one, in which the worst moves count most. The expectation is that of the game's own curve, and forced
//! moves do not count.

use super::judge::MoveReview;
use super::positions::PositionReview;
use helgi_rules::board::Side;

/// The accuracy of a move by its loss of its mover's expectation, from 0 to 1: from 100, that of a move
/// that lost nothing, down to 0.
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The least and greatest weight of a move. Unit: percentage points.
const WEIGHTS: (f64, f64) = (0.5, 12.0);

/// Number of positions on which a move's weight depends: a tenth of them, within these bounds.
const WINDOW: (usize, usize) = (2, 8);

/// Returns the accuracy of each side, White first.
pub fn of_game(positions: &[PositionReview], moves: &[MoveReview]) -> [Option<f64>; 2] {
    let weights = weights(positions);
    Side::BOTH.map(|side| {
        let own = moves.iter().zip(&weights).filter(|(judged, _)| judged.side == side && !judged.is_forced);
        let rated: Vec<(f64, f64)> =
            own.map(|(judged, &weight)| (move_accuracy(judged.loss), weight)).collect();
        (!rated.is_empty()).then(|| f64::midpoint(weighted(&rated), harmonic(&rated)))
    })
}

/// The weight of each move: the deviation of expectations in a window of positions that ends with the move.
fn weights(positions: &[PositionReview]) -> Vec<f64> {
    let expected: Vec<f64> =
        positions.iter().map(|position| 100.0 * position.expected(Side::White)).collect();
    let moves = expected.len().saturating_sub(1);
    let size = (moves / 10).clamp(WINDOW.0, WINDOW.1);
    let (least, most) = WEIGHTS;
    let of_move = |number: usize| {
        // The first moves share the first whole window.
        let end = (number + 2).max(size).min(expected.len());
        deviation(&expected[end.saturating_sub(size)..end]).clamp(least, most)
    };
    (0..moves).map(of_move).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

fn weighted(rated: &[(f64, f64)]) -> f64 {
    let sum: f64 = rated.iter().map(|(accuracy, weight)| accuracy * weight).sum();
    sum / rated.iter().map(|(_, weight)| weight).sum::<f64>()
}

fn harmonic(rated: &[(f64, f64)]) -> f64 {
    // A move of no accuracy at all does not make all others worthless.
    let sum: f64 = rated.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    rated.len() as f64 / sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!((move_accuracy(0.0) - 100.0).abs() < 0.001);
        assert_eq!(move_accuracy(1.0), 0.0);
        // As the page's graph has it.
        assert!((move_accuracy(0.1) - 63.6).abs() < 0.1, "{}", move_accuracy(0.1));
        let falling = (0..100).map(|loss| move_accuracy(f64::from(loss) / 100.0));
        assert!(falling.collect::<Vec<_>>().windows(2).all(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn the_worst_moves_count_most() {
        let even = [(90.0, 1.0), (90.0, 1.0)];
        let uneven = [(100.0, 1.0), (80.0, 1.0)];
        assert!((weighted(&even) - weighted(&uneven)).abs() < 1e-9);
        assert!(harmonic(&even) > harmonic(&uneven));
        assert!(harmonic(&[(0.0, 1.0), (100.0, 1.0)]) > 1.9);
    }
}
