//! Evaluation of crazyhouse: the board as in chess, and the worth of the reserves.

mod inputs;
mod wdl;
mod weights;

use super::chess::ChessEval;
use super::weights::weights;
use super::{CorrectionKeys, Evaluate, MayWin, Tunable};
use crate::strength::Ladder;
use helgi_rules::Position;
use helgi_rules::board::{Move, Piece, Side};
use helgi_rules::internals::crazyhouse::{Crazyhouse, CrazyhousePosition, RESERVED};
use weights::WEIGHTS;

/// The evaluation of crazyhouse.
#[derive(Clone, Debug)]
pub struct CrazyhouseEval {
    chess: ChessEval,
    weights: CrazyhouseWeights,
}

weights! {
    /// The weights of crazyhouse.
    pub struct CrazyhouseWeights {
        /// The additional worth of a piece on the board, compared with chess; lists of five are in the order
        /// queen, rook, bishop, knight, pawn.
        on_board: [i32; 5],
        /// The worth of a piece in reserve.
        reserved: [i32; 5],
        /// For each empty square beside the own king that no own piece guards, and each enemy piece
        /// in reserve.
        open_king: i32,
    }
}

impl Default for CrazyhouseEval {
    fn default() -> Self {
        CrazyhouseEval { chess: ChessEval::default(), weights: WEIGHTS.clone() }
    }
}

/// More pieces in reserve than these do not make a king less safe.
const ATTACKERS: i32 = 4;

impl CrazyhouseEval {
    /// Returns the additional worth of a side's pieces, and the safety of its king from the other's reserve.
    fn besides(&self, position: &CrazyhousePosition, side: Side) -> i32 {
        let reserve = position.reserve();
        let count = |side| RESERVED.map(|kind| i32::from(reserve.count(Piece { kind, side })));
        let board = RESERVED.map(|kind| position.board().cells().of(side, kind).len() as i32);
        let on_board: i32 = board.iter().zip(self.weights.on_board).map(|(count, worth)| count * worth).sum();
        let worth: i32 =
            count(side).iter().zip(self.weights.reserved).map(|(count, worth)| count * worth).sum();
        let attackers = count(!side).iter().sum::<i32>().min(ATTACKERS);
        on_board + worth + self.weights.open_king * attackers * open_squares(position, side)
    }
}

/// Returns the number of empty squares beside a side's king that only the king guards.
fn open_squares(position: &CrazyhousePosition, side: Side) -> i32 {
    let board = position.board();
    let king = board.king(side);
    let beside =
        board.attacks(Piece { kind: helgi_rules::chess::KING, side }, king) - board.cells().occupied();
    // The king itself is one of the guards.
    let is_open = |&square: &_| !board.attackers_of(square, side, board.cells().occupied()).has_several();
    beside.into_iter().filter(is_open).count() as i32
}

impl Tunable<CrazyhousePosition> for CrazyhouseEval {
    type Weights = CrazyhouseWeights;

    fn name(&self) -> &'static str {
        "crazyhouse"
    }

    fn weights(&self) -> &CrazyhouseWeights {
        &self.weights
    }

    fn with_weights(&self, weights: &CrazyhouseWeights) -> Self {
        CrazyhouseEval { weights: weights.clone(), ..self.clone() }
    }
}

impl crate::HasEvaluation for Crazyhouse {
    type Evaluation = CrazyhouseEval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        Ladder { nodes: [280, 3_200, 24_000, 140_000, 640_000], error: 1_114 }
    }
}

impl Evaluate<CrazyhousePosition> for CrazyhouseEval {
    fn evaluate(&self, position: &CrazyhousePosition) -> i32 {
        let side = position.side();
        let board = self.chess.evaluate(position.board());
        board + self.besides(position, side) - self.besides(position, !side)
    }

    /// A captured piece counts twice: the enemy has lost it and the captor can drop it.
    fn see(&self, position: &CrazyhousePosition, legal: Move) -> i32 {
        2 * self.chess.see(position.board(), legal)
    }

    fn correction_keys(&self, position: &CrazyhousePosition) -> Option<CorrectionKeys> {
        self.chess.correction_keys(position.board())
    }

    fn allows_null_move(&self, position: &CrazyhousePosition) -> bool {
        self.chess.allows_null_move(position.board())
            || position.reserve().kinds(position.side()).next().is_some()
    }

    /// Only mate wins.
    fn may_win_at_once(&self, _: &CrazyhousePosition) -> MayWin {
        MayWin::Checks
    }
}
