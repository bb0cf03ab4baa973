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
pub mod registered;
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
use helgi_rules::board::{Bitboard, Move, Side, ZobristKey};

/// Which legal moves may win on the spot: no other does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayWin {
    /// None.
    Nothing,
    /// Those of which [`Position::is_noisy`] holds.
    Noisy,
    /// Those that give check.
    Checks,
    /// All of them, as far as can be told.
    All,
}

impl MayWin {
    /// Whether a legal move of `position` is one of them.
    pub fn includes<P: Position>(
        self,
        position: &P,
        legal: Move,
        gives_check: impl FnOnce(Move) -> bool,
    ) -> bool {
        match self {
            MayWin::Nothing => false,
            MayWin::Noisy => position.is_noisy(legal),
            MayWin::Checks => gives_check(legal),
            MayWin::All => true,
        }
    }
}

/// What stands on a board: a number each for the pawns or soldiers of both sides, for White's other pieces and
/// for Black's.
pub type CorrectionKeys = [ZobristKey; 3];

/// The structure of a board on which each side's pieces stand on these squares, and its pawns or soldiers on
/// those, where `pattern` makes a number of what stands on some squares.
fn correction_keys<const W: usize>(
    pieces: impl Fn(Side) -> Bitboard<W>,
    pawns: impl Fn(Side) -> Bitboard<W>,
    pattern: impl Fn(Bitboard<W>) -> ZobristKey,
) -> CorrectionKeys {
    let [white, black] = Side::BOTH.map(|side| pieces(side) - pawns(side));
    [pawns(Side::White) | pawns(Side::Black), white, black].map(pattern)
}

/// An opinion on the positions of one game. All scores are centipawns for the side to move.
pub trait Evaluate<P: Position>: Clone + Send + Sync + 'static {
    /// How the side to move stands. The search clamps it below the mate scores.
    fn evaluate(&self, position: &P) -> i32;

    /// What a legal move wins when the best simple answers are counted in: victims and promotions, less what
    /// the mover loses in the move itself or by recapture. Of a quiet one, this is nothing or a loss.
    fn see(&self, position: &P, legal: Move) -> i32;

    /// Whether a turn without a move can be trusted to be no improvement here, so that null-move
    /// pruning is sound enough; false where zugzwang is common or passing is a good legal move.
    fn allows_null_move(&self, position: &P) -> bool;

    /// What stands on the board, as correction history sees it; nothing where the evaluation errs alike on
    /// unlike boards.
    fn correction_keys(&self, _position: &P) -> Option<CorrectionKeys> {
        None
    }

    /// Which moves might win on the spot. It spares the search a look at all others where nothing but
    /// such a win is asked for.
    fn may_win_at_once(&self, _position: &P) -> MayWin {
        MayWin::All
    }
}
