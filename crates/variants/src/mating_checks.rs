//! Checks that are forbidden unless they mate.

use crate::filter::Filter;
use crate::position::FilePosition;
use helgi_rules::board::Move;
use helgi_rules::internals::board::AnyMove;
use helgi_rules::{GenMode, Position};

/// The most checks in a row, each of which answers the one before, that are looked through. Files may have games in which
/// such a row never ends.
const MOST_CHECKS: u8 = 16;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if a move that gives check mates. `depth` is the number of checks that are looked at already.
    pub(crate) fn mates(&self, candidate: Move, depth: u8) -> bool {
        if depth >= MOST_CHECKS {
            return false;
        }
        let mut after = self.clone();
        after.play(candidate);
        // What ends the game otherwise is no mate.
        after.outcome().is_none() && !after.has_answer(depth + 1)
    }

    /// Returns true if there is a legal move. Compulsion never takes the last one away.
    fn has_answer(&self, depth: u8) -> bool {
        let any: &dyn Fn(Move) -> bool = &|_| true;
        let mut search = AnyMove::new(any);
        self.visit_single(GenMode::All, &mut Filter::within(self, depth, &mut search));
        search.is_found
    }
}
