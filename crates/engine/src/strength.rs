//! Playing below full strength, for `UCI_Elo` and the levels of [`player`](crate::player).
//!
//! Three things make a weaker player. It searches less, by the [`Ladder`] of its game. It considers more
//! lines than the best one. The size of the search and the number of lines are random for each move, since a
//! little more than enough for a ply, or a line less, makes a good deal of strength. And it errs: each of
//! these lines gets a random bonus, of a wider range the weaker it is, and the line with the best sum is
//! played. How far the levels are apart is measured in `docs/strength.md`.

use crate::search::{FullWidth, Limits, is_decided};
use fastrand::Rng;
use helgi_rules::board::Move;

/// The least strength on offer.
pub const WEAKEST: u32 = 500;

/// The greatest strength on offer; above it there is only full strength.
pub const STRONGEST: u32 = 2900;

/// The highest level, which plays at full strength.
pub const HIGHEST_LEVEL: u32 = 18;

/// The strength of a level from 1 up; `None` for the highest, which has no limit.
pub fn elo_of_level(level: u32) -> Option<u32> {
    let step = (STRONGEST - WEAKEST) / (HIGHEST_LEVEL - 2);
    (level < HIGHEST_LEVEL).then(|| WEAKEST + level.saturating_sub(1) * step)
}

/// Number of lines that the weakest chooses from; the strongest has one.
const LINES: usize = 6;

/// The limits of strength in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ladder {
    /// The number of nodes after which no iteration is begun, in the middle, at strengths from [`WEAKEST`] to [`STRONGEST`] in
    /// even steps. Between them equal steps multiply it equally.
    pub nodes: [u32; 5],
    /// The greatest random bonus of the weakest, in centipawns; that of the strongest is 0.
    pub error: i32,
}

impl Ladder {
    /// The number of nodes after which a player of this strength begins no iteration, in the middle.
    fn mean_nodes(&self, elo: u32) -> f64 {
        let place = above_weakest(elo) * (self.nodes.len() - 1) as f64;
        let rung = (place as usize).min(self.nodes.len() - 2);
        let (from, to) = (f64::from(self.nodes[rung]), f64::from(self.nodes[rung + 1]));
        // Strength grows with the logarithm of the nodes.
        from * (to / from).powf(place - rung as f64)
    }

    /// The greatest random bonus at this strength, in centipawns.
    fn greatest_bonus(&self, elo: u32) -> i32 {
        (f64::from(self.error) * (1.0 - above_weakest(elo))).round() as i32
    }
}

/// Returns how far a strength is above the weakest: 1 for the strongest.
fn above_weakest(elo: u32) -> f64 {
    f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST) / f64::from(STRONGEST - WEAKEST)
}

/// Returns the mean number of lines that a player of this strength chooses from.
fn mean_lines(elo: u32) -> f64 {
    1.0 + (LINES - 1) as f64 * (1.0 - above_weakest(elo))
}

/// A player of limited strength at one move.
#[derive(Clone, Copy, Debug)]
pub struct Limited {
    /// The strength, from [`WEAKEST`] to [`STRONGEST`].
    pub elo: u32,
    /// Its meaning in the game, by [`ladder`](crate::ladder).
    pub ladder: Ladder,
    /// The seed of its errors: one that differs from move to move and from game to game.
    pub seed: u64,
}

impl Limited {
    /// Limits its search. Every line that it chooses from is looked at to the same depth: who knows one line
    /// only cannot err.
    pub fn restrict(self, limits: &mut Limits) {
        let mut random = self.random();
        // From half to twice the mean.
        let spread = (2.0 * random.f64() - 1.0).exp2();
        // Rounded by chance: a line less makes a good deal of strength.
        let lines = (mean_lines(self.elo) + random.f64()) as usize;
        limits.multipv = limits.multipv.max(lines);
        limits.soft_nodes = Some((self.ladder.mean_nodes(self.elo) * spread) as u64);
        // They leave small searches little.
        limits.full_width = FullWidth::Never;
    }

    /// The line to play, as an index into `lines`, given the first move and the score of each, best
    /// first. `None` without lines. Of proven wins it is the shortest.
    pub fn choose(self, lines: &[(Move, i32)]) -> Option<usize> {
        // A player who has seen a mate plays it, at any level.
        if lines.first().is_some_and(|&(_, score)| is_decided(score)) {
            return Some(0);
        }
        // A stream of its own, so that errors do not follow the numbers that limited the search.
        let (width, mut random) = (self.ladder.greatest_bonus(self.elo), self.random().fork());
        let rated = lines.iter().enumerate().map(|(index, &(_, score))| {
            let bonus = random.i32(0..=width);
            (score.saturating_add(bonus), index)
        });
        // Of equally good ones the first: it is the better line.
        rated.max_by_key(|&(sum, index)| (sum, usize::MAX - index)).map(|(_, index)| index)
    }

    fn random(self) -> Rng {
        Rng::with_seed(self.seed ^ u64::from(self.elo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::board::Square;

    const LADDER: Ladder = Ladder { nodes: [100, 400, 1_600, 12_800, 25_600], error: 400 };

    #[test]
    fn levels_span_the_strengths() {
        let levels = [0, 1, 2, 4, HIGHEST_LEVEL - 1].map(|level| elo_of_level(level).unwrap());
        assert_eq!(levels, [WEAKEST, WEAKEST, 650, 950, STRONGEST]);
        assert_eq!([HIGHEST_LEVEL, u32::MAX].map(elo_of_level), [None, None]);
    }

    fn limited(elo: u32, seed: u64) -> Limited {
        Limited { elo, ladder: LADDER, seed }
    }

    fn scored(scores: &[i32]) -> Vec<(Move, i32)> {
        let numbered = scores.iter().zip(0..);
        numbered.map(|(&score, number)| (Move::step(Square(number), Square(63)), score)).collect()
    }

    fn choices(elo: u32, lines: &[(Move, i32)]) -> Vec<Option<usize>> {
        (0..100).map(|seed| limited(elo, seed).choose(lines)).collect()
    }

    #[test]
    fn more_strength_looks_at_more_positions() {
        let nodes = [0, 500, 800, 1100, 1700, 2600, 2900, 9999].map(|elo| LADDER.mean_nodes(elo).round());
        assert_eq!(nodes, [100.0, 100.0, 200.0, 400.0, 1_600.0, 18_102.0, 25_600.0, 25_600.0]);
        let mut drawn = Vec::new();
        for seed in 0..100 {
            let mut limits = Limits::new();
            limited(WEAKEST, seed).restrict(&mut limits);
            assert_eq!((limits.multipv, limits.full_width), (LINES, FullWidth::Never));
            drawn.extend(limits.soft_nodes);
        }
        drawn.sort_unstable();
        assert!(drawn.len() == 100 && drawn[0] >= 50 && drawn[99] <= 200, "{drawn:?}");
        assert!(drawn[0] < 60 && (85..115).contains(&drawn[50]) && drawn[99] > 180, "{drawn:?}");
    }

    #[test]
    fn more_strength_errs_less_and_among_fewer_lines() {
        let bonus = [WEAKEST, 1700, 2899, STRONGEST].map(|elo| LADDER.greatest_bonus(elo));
        assert_eq!(bonus, [400, 200, 0, 0]);
        let drawn = |elo| -> Vec<usize> {
            let lines = (0..100).map(|seed| {
                let mut limits = Limits::new();
                limited(elo, seed).restrict(&mut limits);
                limits.multipv
            });
            lines.collect()
        };
        assert_eq!([WEAKEST, STRONGEST].map(drawn), [vec![LINES; 100], vec![1; 100]]);
        let middle = drawn(1700);
        assert!(middle.iter().all(|lines| [3, 4].contains(lines)), "{middle:?}");
        assert!((320..380).contains(&middle.iter().sum::<usize>()), "{middle:?}");
    }

    #[test]
    fn the_strongest_choose_the_best() {
        assert_eq!(choices(STRONGEST, &scored(&[30, 29, -200])), [Some(0); 100]);
        assert_eq!(limited(1000, 1).choose(&[]), None);
    }

    #[test]
    fn the_weak_choose_differently_but_the_same_for_the_same_seed() {
        let lines = scored(&[30, 20, 10, -2000]);
        let choice = choices(WEAKEST, &lines);
        assert!((0..3).all(|index| choice.contains(&Some(index))));
        assert!(!choice.contains(&Some(3)));
        assert_eq!(choices(WEAKEST, &lines), choice);
    }

    #[test]
    fn a_mate_that_is_seen_is_given() {
        assert_eq!(choices(WEAKEST, &scored(&[mate_in(3), mate_in(5), 900])), [Some(0); 100]);
    }
}
