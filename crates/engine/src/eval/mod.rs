//! Static evaluation and static exchange evaluation (SEE).
//!
//! One evaluation per game. Knows no rules of its own, and never searches.

pub(crate) mod by_reach;
pub(crate) mod chess;
pub(crate) mod chessbattle;
pub(crate) mod crazyhouse;
pub(crate) mod erased;
mod exchange;
pub(crate) mod operational2;
mod placement;
pub(crate) mod popular10;
mod surroundings;
pub(crate) mod tactical;
pub(crate) mod tapered;
pub(crate) mod tavreli;
pub(crate) mod terms;
mod territory;
#[cfg(test)]
mod testing;
pub(crate) mod weights;

pub(crate) use terms::fade;
pub(crate) use weights::{Expression, Tunable, Weights};

use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Move, Side, ZobristKey};

/// The legal moves that may win on the spot: no other does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayWin {
    /// None.
    Nothing,
    /// Those that are [noisy](Position::is_noisy).
    Noisy,
    /// Those that give check.
    Checks,
    /// All of them, as far as is known.
    All,
}

impl MayWin {
    /// Returns true if a legal move of `position` is one of them.
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

/// Keys for the correction history: one each for the pawns or soldiers of both sides, for White's
/// other pieces and for Black's.
pub type CorrectionKeys = [ZobristKey; 3];

/// The keys of a board on which each side's pieces stand on these squares, and its pawns or
/// soldiers on those, where `pattern` hashes the pieces on some squares.
fn correction_keys<const W: usize>(
    pieces: impl Fn(Side) -> Bitboard<W>,
    pawns: impl Fn(Side) -> Bitboard<W>,
    pattern: impl Fn(Bitboard<W>) -> ZobristKey,
) -> CorrectionKeys {
    let [white, black] = Side::BOTH.map(|side| pieces(side) - pawns(side));
    // Three tables learn apart: the structure of pawns changes slowly, pieces move all the time.
    [pawns(Side::White) | pawns(Side::Black), white, black].map(pattern)
}

/// An opinion on the positions of one game. All scores are centipawns for the side to move.
pub trait Evaluate<P: Position>: Clone + Send + Sync + 'static {
    /// Returns the score of the side to move. The search clamps it below the mate scores.
    fn evaluate(&self, position: &P) -> i32;

    /// Returns the gain of a legal move, with the best simple answers counted in: victims and
    /// promotions, less the mover's losses in the move itself or by recapture. For a quiet one,
    /// this is zero or a loss.
    fn see(&self, position: &P, legal: Move) -> i32;

    /// Returns true if a turn without a move can be trusted to be no improvement here, so that
    /// null-move pruning is sound enough; false where zugzwang is common or passing is a good legal
    /// move.
    fn allows_null_move(&self, position: &P) -> bool;

    /// Returns the keys of the board for the correction history; `None` if the evaluation errs in
    /// the same way on different boards.
    fn correction_keys(&self, _position: &P) -> Option<CorrectionKeys> {
        None
    }

    /// Returns the moves that might win on the spot. It spares the search a look at all others
    /// where only such a win matters.
    fn may_win_at_once(&self, _position: &P) -> MayWin {
        MayWin::All
    }

    /// Returns what the side to move gains by a check as such, in centipawns; `None` where checks are not counted.
    fn gain_of_check(&self, _position: &P) -> Option<i32> {
        None
    }
}
