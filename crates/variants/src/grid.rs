//! Lines of a grid, which moves have to cross.

use crate::position::FilePosition;
use helgi_rules::board::{Action, Move, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if a line of the grid runs between two squares, or the game has no grid.
    pub(crate) fn crosses(&self, from: Square, to: Square) -> bool {
        self.rules.grid.as_ref().is_none_or(|fields| !fields[from.index()].has(to))
    }

    /// Returns true if a move of a piece crosses a line; a castling with the king.
    pub(crate) fn crosses_line(&self, candidate: Move) -> bool {
        match candidate.action() {
            Action::Step { from, to, .. } => {
                let to = self.castling_of(from, to).map_or(to, |castling| castling.king_to);
                self.crosses(from, to)
            }
            Action::Shoot { from, target, .. } => self.crosses(from, target),
            _ => true,
        }
    }
}
