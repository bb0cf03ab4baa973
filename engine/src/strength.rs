//! Playing below full strength, for `UCI_Elo` and the levels of [`player`](crate::player).
//!
//! Two things make a weaker player. It searches less: the number of nodes after which it begins no iteration
//! doubles from the first level to the second, and grows more from each to the next, where it counts for less.
//! And it errs: each of the best few lines gets a random bonus, of a wider range the weaker it is, and the line
//! with the best sum is played. Wins and losses that are proven are seen by the stronger half only. How far the
//! levels are apart is measured in `docs/strength.md`.

use crate::search::{Limits, is_decided};
use fastrand::Rng;
use helgi_rules::board::Move;

/// The least strength on offer.
pub const WEAKEST: u32 = 500;

/// The greatest strength on offer; above it there is only full strength.
pub const STRONGEST: u32 = 2500;

/// The highest level, which plays at full strength.
pub const HIGHEST_LEVEL: u32 = 10;

/// From one level to the next.
const LEVEL_STEP: u32 = (STRONGEST - WEAKEST) / (HIGHEST_LEVEL - 2);

/// The strength of a level from 1 up; `None` for the highest, which has no limit.
pub fn elo_of_level(level: u32) -> Option<u32> {
    (level < HIGHEST_LEVEL).then(|| WEAKEST + (level.max(1) - 1) * LEVEL_STEP)
}

/// How many lines a limited player chooses from.
const LINES: usize = 6;

/// What a search is limited to for a player of this strength. Every line that it chooses from is looked at to
/// the same depth: who knows one line only cannot err.
pub fn restrict(limits: &mut Limits, elo: u32) {
    limits.multipv = limits.multipv.max(LINES);
    limits.soft_nodes = Some(nodes(elo));
    // They leave small searches little.
    limits.full_width = false;
}

/// The number of nodes after which a player of this strength begins no iteration.
fn nodes(elo: u32) -> u64 {
    let levels = f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST) / f64::from(LEVEL_STEP);
    (200.0 * (levels + levels * levels / 16.0).exp2()) as u64
}

/// The greatest random bonus in centipawns.
fn greatest_bonus(elo: u32) -> i32 {
    STRONGEST.saturating_sub(elo).cast_signed() / 5
}

/// The line to play, as an index into `lines`, given the first move and the score of each, best
/// first. `None` without lines.
pub fn choose(lines: &[(Move, i32)], elo: u32, seed: u64) -> Option<usize> {
    let mut random = Rng::with_seed(seed ^ u64::from(elo));
    let width = greatest_bonus(elo);
    let sees_proof = elo >= (WEAKEST + STRONGEST) / 2;
    if sees_proof && lines.first().is_some_and(|&(_, score)| is_decided(score)) {
        return Some(0);
    }
    let rated = lines.iter().enumerate().map(|(index, &(_, score))| {
        let bonus = random.i32(0..=width);
        (score.saturating_add(bonus), index)
    });
    // Of equals the first: it is the better line.
    rated.max_by_key(|&(sum, index)| (sum, usize::MAX - index)).map(|(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::board::Square;

    #[test]
    fn levels_span_the_strengths() {
        let levels = [1, HIGHEST_LEVEL - 1, HIGHEST_LEVEL].map(elo_of_level);
        assert_eq!(levels, [Some(WEAKEST), Some(STRONGEST), None]);
    }

    fn lines(scores: &[i32]) -> Vec<(Move, i32)> {
        let numbered = scores.iter().zip(0..);
        numbered.map(|(&score, number)| (Move::step(Square(number), Square(63)), score)).collect()
    }

    #[test]
    fn more_strength_looks_at_more_positions() {
        assert_eq!(nodes(WEAKEST), 200);
        assert!((WEAKEST..STRONGEST).step_by(50).all(|elo| nodes(elo) < nodes(elo + 50)));
        assert_eq!(nodes(WEAKEST + 4 * LEVEL_STEP), 6400);
    }

    #[test]
    fn the_strongest_choose_the_best() {
        let lines = lines(&[30, 29, -200]);
        assert!((0..100).all(|seed| choose(&lines, STRONGEST, seed) == Some(0)));
        assert_eq!(choose(&[], 1000, 1), None);
    }

    #[test]
    fn the_weak_choose_differently_but_the_same_for_the_same_seed() {
        let lines = lines(&[30, 20, 10, -2000]);
        let choices: Vec<_> = (0..100).map(|seed| choose(&lines, WEAKEST, seed)).collect();
        for index in 0..3 {
            assert!(choices.contains(&Some(index)));
        }
        assert!(!choices.contains(&Some(3)));
        assert!((0..100).map(|seed| choose(&lines, WEAKEST, seed)).eq(choices));
    }

    #[test]
    fn a_good_player_sees_a_mate() {
        let lines = lines(&[mate_in(3), mate_in(5), 900]);
        assert!((0..100).all(|seed| choose(&lines, 1600, seed) == Some(0)));
    }
}
