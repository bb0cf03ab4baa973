//! Playing below full strength, for `UCI_Elo` and the levels of [`player`](crate::player).
//!
//! Two things make a weaker player. It searches less: the number of nodes after which it begins no iteration
//! doubles with every 167 Elo. It is drawn anew for each move, since in a game with many moves a little
//! more than enough for a ply is all the difference. And it errs: each of the best few lines gets a random bonus,
//! of a wider range the weaker it is, and the line with the best sum is played. Wins and losses that are proven
//! are seen by the stronger half only. How far the levels are apart is measured in `docs/strength.md`.

use crate::search::{Limits, is_decided};
use fastrand::Rng;
use helgi_rules::board::Move;

/// The least strength on offer.
pub const WEAKEST: u32 = 500;

/// The greatest strength on offer; above it there is only full strength.
pub const STRONGEST: u32 = 2500;

/// The highest level, which plays at full strength.
pub const HIGHEST_LEVEL: u32 = 18;

/// The level, and its strength, from which on the steps are smaller: by then twice the nodes are worth more.
const BEND: (u32, u32) = (4, 1000);

/// The strength of a level from 1 up; `None` for the highest, which has no limit.
pub fn elo_of_level(level: u32) -> Option<u32> {
    let (bend, elo) = BEND;
    let rise = |step: u32, steps, from, to| from + step * (to - from) / steps;
    (level < HIGHEST_LEVEL).then(|| match level.checked_sub(bend) {
        None => rise(level.max(1) - 1, bend - 1, WEAKEST, elo),
        Some(above) => rise(above, HIGHEST_LEVEL - 1 - bend, elo, STRONGEST),
    })
}

/// The nodes of the weakest, in the middle.
const LEAST_NODES: f64 = 280.0;

/// How often they double from the weakest to the strongest.
const DOUBLINGS: f64 = 12.0;

/// How many lines a limited player chooses from.
const LINES: usize = 6;

/// A player of limited strength at one move.
#[derive(Clone, Copy, Debug)]
pub struct Limited {
    /// The strength, from [`WEAKEST`] to [`STRONGEST`].
    pub elo: u32,
    /// What its errors are drawn by: one that differs from move to move and from game to game.
    pub seed: u64,
}

impl Limited {
    /// Limits its search. Every line that it chooses from is looked at to the same depth: who knows one line
    /// only cannot err.
    pub fn restrict(self, limits: &mut Limits) {
        limits.multipv = limits.multipv.max(LINES);
        // From half to twice the mean.
        let spread = (2.0 * self.random().f64() - 1.0).exp2();
        limits.soft_nodes = Some((mean_nodes(self.elo) * spread) as u64);
        // They leave small searches little.
        limits.full_width = false;
    }

    /// The line to play, as an index into `lines`, given the first move and the score of each, best
    /// first. `None` without lines.
    pub fn choose(self, lines: &[(Move, i32)]) -> Option<usize> {
        let sees_proof = self.elo >= (WEAKEST + STRONGEST) / 2;
        if sees_proof && lines.first().is_some_and(|&(_, score)| is_decided(score)) {
            return Some(0);
        }
        let (width, mut random) = (greatest_bonus(self.elo), self.random().fork());
        let rated = lines.iter().enumerate().map(|(index, &(_, score))| {
            let bonus = random.i32(0..=width);
            (score.saturating_add(bonus), index)
        });
        // Of equals the first: it is the better line.
        rated.max_by_key(|&(sum, index)| (sum, usize::MAX - index)).map(|(_, index)| index)
    }

    fn random(self) -> Rng {
        Rng::with_seed(self.seed ^ u64::from(self.elo))
    }
}

/// The number of nodes after which a player of this strength begins no iteration, in the middle.
fn mean_nodes(elo: u32) -> f64 {
    let above = f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST);
    LEAST_NODES * (above * DOUBLINGS / f64::from(STRONGEST - WEAKEST)).exp2()
}

/// The greatest random bonus in centipawns.
fn greatest_bonus(elo: u32) -> i32 {
    STRONGEST.saturating_sub(elo).cast_signed() / 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::board::Square;

    #[test]
    fn levels_span_the_strengths() {
        let levels = [0, 1, 4, 5, HIGHEST_LEVEL - 1].map(|level| elo_of_level(level).unwrap());
        assert_eq!(levels, [WEAKEST, WEAKEST, 1000, 1115, STRONGEST]);
        assert_eq!([HIGHEST_LEVEL, u32::MAX].map(elo_of_level), [None, None]);
    }

    fn lines(scores: &[i32]) -> Vec<(Move, i32)> {
        let numbered = scores.iter().zip(0..);
        numbered.map(|(&score, number)| (Move::step(Square(number), Square(63)), score)).collect()
    }

    fn choices(elo: u32, lines: &[(Move, i32)]) -> Vec<Option<usize>> {
        (0..100).map(|seed| Limited { elo, seed }.choose(lines)).collect()
    }

    #[test]
    fn more_strength_looks_at_more_positions() {
        let nodes = [1, 4, 17].map(|level| mean_nodes(elo_of_level(level).unwrap()).round());
        assert_eq!(nodes, [280.0, 2_240.0, 1_146_880.0]);
        assert!((WEAKEST..STRONGEST).step_by(50).all(|elo| mean_nodes(elo) < mean_nodes(elo + 50)));
        let mut drawn = Vec::new();
        for seed in 0..100 {
            let mut limits = Limits::new();
            Limited { elo: WEAKEST, seed }.restrict(&mut limits);
            assert_eq!((limits.multipv, limits.full_width), (LINES, false));
            drawn.extend(limits.soft_nodes);
        }
        drawn.sort_unstable();
        assert!(drawn.len() == 100 && drawn[0] >= 140 && drawn[99] <= 560, "{drawn:?}");
        assert!(drawn[0] < 160 && (250..310).contains(&drawn[50]) && drawn[99] > 500, "{drawn:?}");
    }

    #[test]
    fn the_strongest_choose_the_best() {
        assert_eq!(choices(STRONGEST, &lines(&[30, 29, -200])), [Some(0); 100]);
        assert_eq!(Limited { elo: 1000, seed: 1 }.choose(&[]), None);
    }

    #[test]
    fn the_weak_choose_differently_but_the_same_for_the_same_seed() {
        let lines = lines(&[30, 20, 10, -2000]);
        let choice = choices(WEAKEST, &lines);
        assert!((0..3).all(|index| choice.contains(&Some(index))));
        assert!(!choice.contains(&Some(3)));
        assert_eq!(choices(WEAKEST, &lines), choice);
    }

    #[test]
    fn a_good_player_sees_a_mate() {
        assert_eq!(choices(1600, &lines(&[mate_in(3), mate_in(5), 900])), [Some(0); 100]);
    }
}
