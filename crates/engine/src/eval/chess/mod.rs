//! Evaluation of chess: material and placement, beside which a net stands alone.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{SquareWeight, by_square};
use crate::eval::tapered::{GamePhase, Tapered, tapered};
use crate::eval::terms::{fade, seen_by};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::board::{Kind, Move, Outline, Side};
use helgi_rules::chess::{BISHOP, Chess, ChessPosition, KNIGHT, PAWN, QUEEN, ROOK};
use helgi_rules::{Game, Position};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of orthodox chess.
#[derive(Clone, Debug)]
pub struct ChessEval {
    tables: Arc<Tables>,
}

weights! {
    /// The weights of chess; lists of six are in the order king, queen, rook, bishop, knight, pawn.
    pub struct ChessWeights {
        /// The worth of a piece.
        material: [Tapered; 6],
        /// The worth of standing on a square.
        squares: [HalfBoard; 6],
        /// For the move.
        tempo: i32,
    }
}

weights! {
    /// The worth of each square, a row for each rank from the side's own first one; files from the edge to
    /// the centre.
    pub struct HalfBoard {
        /// With all pieces on the board.
        opening: [[i32; 4]; 8],
        /// With few pieces left.
        ending: [[i32; 4]; 8],
    }
}

/// The part of the opening that a piece stands for.
// Both armies at the start: a queen and two rooks, bishops and knights each.
const PHASE: GamePhase<6> = GamePhase { of: [0, 4, 2, 1, 1, 0], full: 24 };

#[derive(Debug)]
struct Tables {
    weights: ChessWeights,
    /// Worth and placement of each kind on each square, as White sees it and as Black does.
    placement: [[[Tapered; 64]; 6]; 2],
}

static TABLES: Lazy<Arc<Tables>> = Lazy::new(|| Arc::new(Tables::new(&WEIGHTS)));

impl Default for ChessEval {
    fn default() -> Self {
        ChessEval { tables: Arc::clone(&TABLES) }
    }
}

impl Tables {
    fn new(weights: &ChessWeights) -> Self {
        let of_kind = |side, kind| placement(weights, Chess.outline(), side, Kind(kind as u8));
        let placement = Side::BOTH.map(|side| std::array::from_fn(|kind| of_kind(side, kind)));
        Tables { weights: weights.clone(), placement }
    }
}

/// The worth of a kind on each square.
fn placement(weights: &ChessWeights, outline: &Outline, side: Side, kind: Kind) -> [Tapered; 64] {
    let HalfBoard { opening, ending } = &weights.squares[kind.index()];
    by_square(outline, side, |_, SquareWeight { rank, edge }| {
        weights.material[kind.index()] + tapered(opening[rank][edge], ending[rank][edge])
    })
}

impl Tunable<ChessPosition> for ChessEval {
    type Weights = ChessWeights;

    fn name(&self) -> &'static str {
        "chess"
    }

    fn weights(&self) -> &ChessWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &ChessWeights) -> Self {
        ChessEval { tables: Arc::new(Tables::new(weights)) }
    }
}

/// The ladder of levels.
const LADDER: Ladder = Ladder { nodes: [280, 2_100, 11_500, 55_000, 220_000], error: 399 };

impl crate::HasEvaluation for helgi_rules::chess::Chess {
    type Evaluation = ChessEval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        LADDER
    }
}

impl crate::HasEvaluation for helgi_rules::chess::Chess960 {
    type Evaluation = ChessEval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        LADDER
    }
}

impl Evaluate<ChessPosition> for ChessEval {
    fn evaluate(&self, position: &ChessPosition) -> i32 {
        let (mut sum, mut phase) = (Tapered::default(), 0);
        for square in position.cells().occupied() {
            let Some(piece) = position.cells().at(square) else { continue };
            let worth = self.tables.placement[piece.side.index()][piece.kind.index()][square.index()];
            sum += if piece.side == Side::White { worth } else { -worth };
            phase += PHASE.of[piece.kind.index()];
        }
        let score = fade(PHASE.score(sum, phase), position.turn().halfmove.into());
        self.tables.weights.tempo + seen_by(position.side(), score)
    }

    fn see(&self, position: &ChessPosition, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &ChessPosition) -> Option<CorrectionKeys> {
        let pawns = |side| position.cells().of(side, PAWN);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// Zugzwang is rare while the side to move has a piece besides king and pawns.
    fn allows_null_move(&self, position: &ChessPosition) -> bool {
        [QUEEN, ROOK, BISHOP, KNIGHT]
            .into_iter()
            .any(|kind| !position.cells().of(position.side(), kind).is_empty())
    }

    /// Only mate wins.
    fn may_win_at_once(&self, _: &ChessPosition) -> MayWin {
        MayWin::Checks
    }
}
