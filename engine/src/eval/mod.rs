//! Opinions on positions: who stands better, and what a move wins.
//!
//! One opinion per game. Rules are not decided here, and nothing here searches.

pub mod chess;
pub mod chessbattle;
pub mod crazyhouse;
mod exchange;
pub mod operational2;
mod placement;
pub mod popular10;
mod surroundings;
pub mod tactical;
mod tapered;
pub mod tavreli;
mod terms;
#[cfg(test)]
mod testing;
pub(crate) mod weights;

pub use tapered::{Tapered, tapered};
pub(crate) use terms::fade;
pub use weights::{Expression, Tunable, Weights};

use helgi_rules::Position;
use helgi_rules::board::Move;

/// An opinion on the positions of one game. All scores are centipawns for the side to move.
pub trait Evaluate<P: Position>: Clone + Send + Sync + 'static {
    /// How the side to move stands. The search clamps it below the mate scores.
    fn evaluate(&self, position: &P) -> i32;

    /// What a legal [noisy](Position::is_noisy) move wins when the best simple answers are counted
    /// in: victims and promotions, less what the mover loses in the move itself or by recapture.
    fn gain(&self, position: &P, legal: Move) -> i32;

    /// Whether a turn without a move can be trusted to be no improvement here, so that null-move
    /// pruning is sound enough; false where zugzwang is common or passing is a good legal move.
    fn trusts_pass(&self, position: &P) -> bool;

    /// Whether some legal move might win on the spot; `false` only where none does. It spares the
    /// search a look at every move of a game in which that is quickly seen.
    fn may_win_at_once(&self, _position: &P) -> bool {
        true
    }
}
