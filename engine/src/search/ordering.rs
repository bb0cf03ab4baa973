//! Which move to try first: a list that hands out its best moves one by one.

use super::params::{PICKS_BEFORE_SORT, SORTED_BLOCK};
use helgi_rules::board::Move;
use std::cmp::Reverse;

/// A move and what is thought of it.
pub type Rated = (Move, i32);

/// A stretch of the moves list that a node owns, handed out best first.
///
/// Most nodes are refuted by one of the first moves, so these are picked one by one. A list that
/// gets beyond them is sorted, a block at a time: few nodes want all of their hundreds of moves.
#[derive(Clone, Copy, Debug)]
pub struct Picker {
    next: usize,
    /// Before this the list is in order.
    sorted: usize,
    /// Up to this the moves are picked one by one.
    picked: usize,
}

impl Picker {
    /// The moves of `list` from `first` on.
    pub fn new(first: usize) -> Self {
        Picker { next: first, sorted: first, picked: first + PICKS_BEFORE_SORT }
    }

    /// The best move that has not been handed out.
    #[inline]
    pub fn next(&mut self, list: &mut [Rated]) -> Option<Rated> {
        if self.next == self.sorted {
            let rest = list.get_mut(self.next..)?;
            self.sorted += if self.next < self.picked { pick(rest) } else { sort_block(rest) };
        }
        let best = list.get(self.next).copied()?;
        self.next += 1;
        Some(best)
    }

    /// Drops what has not been handed out and is rated above `most`. The list ends with this
    /// stretch.
    pub fn drop_above(&mut self, most: i32, list: &mut Vec<Rated>) {
        list.extract_if(self.next.., |&mut (_, rating)| rating > most).for_each(drop);
        self.sorted = self.next;
    }
}

/// Brings the best move to the front; the number of moves that are in order then.
fn pick(rest: &mut [Rated]) -> usize {
    if let Some(best) = (0..rest.len()).max_by_key(|&index| (rest[index].1, Reverse(index))) {
        rest.swap(0, best);
    }
    1
}

/// Brings a block of the best moves to the front, in order; the number of moves in it.
fn sort_block(rest: &mut [Rated]) -> usize {
    let order = |&(candidate, rating): &Rated| (Reverse(rating), candidate);
    let block = if rest.len() > 2 * SORTED_BLOCK {
        rest.select_nth_unstable_by_key(SORTED_BLOCK, order).0
    } else {
        rest
    };
    block.sort_unstable_by_key(order);
    block.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;

    fn step(number: usize) -> Move {
        Move::step(Square((number / 100) as u8), Square((number % 100) as u8))
    }

    #[test]
    fn lists_come_out_best_first() {
        for length in [0, 1, 5, 6, 7, 8, 70, 71, 300] {
            let mut list: Vec<Rated> = (0..length).map(|n| (step(n), (n * 7919 % 101) as i32)).collect();
            // What is before the node's own stretch is somebody else's.
            list.insert(0, (Move::PASS, i32::MAX));
            let mut picker = Picker::new(1);
            let ratings: Vec<i32> =
                std::iter::from_fn(|| picker.next(&mut list)).map(|(_, rating)| rating).collect();
            assert_eq!(ratings.len(), length);
            assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
        }
    }

    #[test]
    fn what_is_dropped_does_not_come_out() {
        for before in [0, 3, 50] {
            let mut list: Vec<Rated> = (0..100).map(|n| (step(n), (n * 7919 % 101) as i32 - 50)).collect();
            let mut picker = Picker::new(0);
            let first: Vec<Rated> = (0..before).map_while(|_| picker.next(&mut list)).collect();
            picker.drop_above(-30, &mut list);
            let rest: Vec<Rated> = std::iter::from_fn(|| picker.next(&mut list)).collect();
            assert!(rest.is_sorted_by(|a, b| a.1 >= b.1) && rest.iter().all(|rated| rated.1 <= -30));
            assert_eq!((first.len(), rest.len()), (before, 21));
        }
    }
}
