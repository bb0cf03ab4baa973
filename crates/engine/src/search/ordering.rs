//! Move ordering: ratings of moves, and a list that hands out its best moves one by one.

use super::params::{PICKS_BEFORE_SORT, SORTED_BLOCK};
use super::score::MATE;
use helgi_rules::board::Move;
use std::cmp::Reverse;

/// A move and its rating.
pub type Rated = (Move, i32);

// The table move comes first, then moves that win something, killers, quiet moves by their history
// (within 32,768 either way), and moves that lose something.

/// The rating of the table move.
pub const TABLE_MOVE: i32 = i32::MAX;

/// The rating of the first killer; the second has one less.
pub const KILLER: i32 = 1 << 20;

/// A noisy move that neither wins nor loses; all of them are rated at least as high or below the
/// negative of this.
const NOISY: i32 = 1 << 24;

/// The rating of a noisy move by its gain. Unit of `gain`: centipawns.
pub fn rate_noisy(see: i32) -> i32 {
    // Evaluations may name any gain; beyond this they would run into the ratings of other groups.
    let see = see.clamp(-2 * MATE, 2 * MATE);
    // The two groups stand on either side of the quiet moves, and the gain can be read back from either.
    if see >= 0 { NOISY + see } else { see - NOISY }
}

/// Returns the gain of a move that was rated by [`rate_noisy`]; `None` for a quiet one. Does not
/// apply to the table move.
#[inline]
pub fn see(rating: i32) -> Option<i32> {
    match rating {
        _ if rating >= NOISY => Some(rating - NOISY),
        _ if rating <= -NOISY => Some(rating + NOISY),
        _ => None,
    }
}

/// Returns true if this is the rating of a killer.
#[inline]
pub fn is_killer(rating: i32) -> bool {
    (KILLER - 1..=KILLER).contains(&rating)
}

/// The moves of a node, handed out best first.
///
/// Most nodes are refuted by one of the first moves, so these are picked one by one. A list that
/// gets beyond them is sorted, a block at a time: few nodes want all of their hundreds of moves.
#[derive(Clone, Default, Debug)]
pub struct MoveList {
    list: Vec<Rated>,
    /// Number of moves handed out.
    next: usize,
    /// Before this the list is in order.
    sorted: usize,
}

impl MoveList {
    /// Drops all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        (self.next, self.sorted) = (0, 0);
    }

    /// Adds a move. None has been handed out.
    #[inline]
    pub fn add(&mut self, candidate: Move, rating: i32) {
        self.list.push((candidate, rating));
    }

    /// Returns true if no move was added.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Drops the quiet moves that have not been handed out, but for those to `keep`, and the noisy ones
    /// that lose nothing.
    pub fn drop_quiet(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let drops = |&mut (candidate, rating): &mut Rated| {
            // Of the noisy moves only losing ones are left behind a quiet one; they stay, for exchange pruning to
            // judge.
            rating > -NOISY && !(see(rating).is_none() && keep(candidate))
        };
        self.list.extract_if(self.next.., drops).for_each(drop);
        self.sorted = self.next;
    }
}

impl Iterator for MoveList {
    type Item = Rated;

    /// The best move that has not been handed out.
    #[inline]
    fn next(&mut self) -> Option<Rated> {
        if self.next == self.sorted {
            let rest = self.list.get_mut(self.next..)?;
            self.sorted += if self.next < PICKS_BEFORE_SORT { pick(rest) } else { sort_block(rest) };
        }
        let best = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(best)
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

    /// A list of this many moves with ratings in no order, `least` and up to 100 more.
    fn list(length: usize, least: i32) -> MoveList {
        let mut list = MoveList::default();
        for number in 0..length {
            let step = Move::step(Square((number / 100) as u8), Square((number % 100) as u8));
            list.add(step, least + (number * 7919 % 101) as i32);
        }
        list
    }

    fn ratings(list: impl Iterator<Item = Rated>) -> Vec<i32> {
        list.map(|(_, rating)| rating).collect()
    }

    #[test]
    fn lists_come_out_best_first() {
        for length in [0, 1, 5, 6, 7, 8, 70, 71, 300] {
            let ratings = ratings(list(length, -50));
            assert_eq!(ratings.len(), length);
            assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
        }
    }

    #[test]
    fn dropped_moves_are_not_returned() {
        for before in [0, 3, 50] {
            let mut list = list(100, -NOISY - 20);
            let first = ratings(list.by_ref().take(before));
            list.drop_quiet(|_| false);
            let rest = ratings(list);
            assert!(rest.is_sorted_by(|a, b| a >= b) && rest.iter().all(|&rating| rating <= -NOISY));
            assert_eq!((first.len(), rest.len()), (before, 21));
        }
    }

    #[test]
    fn quiet_moves_to_keep_stay() {
        let mut list = list(100, -20);
        list.by_ref().take(3).for_each(drop);
        list.drop_quiet(|candidate| candidate.to() == Some(Square(7)));
        assert_eq!(list.count(), 1);
    }

    #[test]
    fn a_cleared_list_is_as_good_as_new() {
        let mut reused = list(90, 0);
        assert_eq!(reused.by_ref().take(40).count(), 40);
        reused.clear();
        assert!(reused.is_empty());
        for (candidate, rating) in list(30, 0).list {
            reused.add(candidate, rating);
        }
        assert_eq!(ratings(reused), ratings(list(30, 0)));
    }

    #[test]
    fn ratings_keep_what_pruning_needs() {
        for gained in [0, 1, 900, -1, -900] {
            assert_eq!(see(rate_noisy(gained)), Some(gained));
        }
        for quiet in [KILLER, KILLER - 1, 32_768, -32_768] {
            assert_eq!((see(quiet), is_killer(quiet)), (None, quiet >= KILLER - 1));
        }
        assert!(rate_noisy(0) > KILLER && rate_noisy(-1) < -32_768 && TABLE_MOVE > rate_noisy(i32::MAX));
    }
}
