//! The best lines of a search, for a player who does not always take the first.

use crate::search::{Bound, Iteration};
use crate::strength::Limited;
use helgi_rules::board::Move;
use helgi_rules::internals::sort_short_by_key;

/// The exact lines of the last iteration that was complete, and of the one that is going on.
#[derive(Clone, Default, Debug)]
pub struct ReadableLines {
    complete: Vec<Iteration>,
    current: Vec<Iteration>,
}

impl ReadableLines {
    /// Takes note of a line; lines with a bound are passed over.
    pub fn add(&mut self, line: Iteration) {
        if line.bound != Bound::Exact || line.pv.is_empty() {
            return;
        }
        if self.current.first().is_some_and(|first| first.depth != line.depth) {
            self.complete = std::mem::take(&mut self.current);
        }
        // An iteration may report a line more than once, the last time with its final score.
        self.current.retain(|other| other.multipv != line.multipv);
        self.current.push(line);
    }

    /// The line that a player of limited strength plays, as if it were the best. `None` if there is
    /// no line.
    pub fn choose(&self, player: Limited) -> Option<Iteration> {
        // An iteration that was interrupted may know one line only.
        let lines = if self.current.len() < self.complete.len() { &self.complete } else { &self.current };
        let mut lines: Vec<&Iteration> = lines.iter().collect();
        sort_short_by_key(&mut lines, |line| line.multipv);
        let rated: Vec<(Move, i32)> =
            lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect();
        let index = player.choose(&rated)?;
        lines.get(index).map(|&line| Iteration { multipv: 1, ..line.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::{STRONGEST, WEAKEST};
    use helgi_rules::GameId;
    use helgi_rules::board::Square;
    use std::time::Duration;

    fn line(depth: u32, multipv: usize, score: i32, bound: Bound) -> Iteration {
        Iteration {
            depth,
            seldepth: depth,
            multipv,
            score,
            bound,
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
            pv: vec![Move::step(Square(multipv as u8), Square(0))],
        }
    }

    #[test]
    fn a_broken_iteration_does_not_narrow_the_choice() {
        let mut lines = ReadableLines::default();
        let ladder = crate::ladder(GameId::CHESS);
        let strong = Limited { elo: STRONGEST, ladder, seed: 0 };
        assert_eq!(lines.choose(strong), None);
        for (depth, multipv, score) in [(1, 1, 9), (1, 2, 5), (2, 1, 30), (2, 2, 20), (3, 1, 0)] {
            lines.add(line(depth, multipv, score, Bound::Exact));
        }
        lines.add(line(3, 1, 99, Bound::Lower));
        assert_eq!(lines.choose(strong), Some(line(2, 1, 30, Bound::Exact)));
        let weak = (0..50).filter_map(|seed| lines.choose(Limited { elo: WEAKEST, ladder, seed }));
        assert!(weak.into_iter().any(|chosen| chosen.score == 20 && chosen.multipv == 1));
    }
}
