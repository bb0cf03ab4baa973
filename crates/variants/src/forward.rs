//! Pieces that only go forward until their side has captured something.

use crate::position::FilePosition;
use helgi_rules::board::{Action, Move};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true unless a piece goes sideways or back that may not do so yet.
    pub(crate) fn goes_forward(&self, candidate: Move) -> bool {
        let (rules, side) = (self.rules, self.turn.side);
        let Some(at_start) = rules.pieces_at_start else { return true };
        let Action::Step { from, to, .. } = candidate.action() else { return true };
        let Some(mover) = self.cells.at(from) else { return true };
        if !rules.spec.beyond.forward_first.has(rules.facts(mover.kind).slot) {
            return true;
        }
        let outline = rules.geometry.outline();
        self.cells.side(!side).len() < at_start[(!side).index()]
            || outline.rank_of(side, to) > outline.rank_of(side, from)
    }
}
