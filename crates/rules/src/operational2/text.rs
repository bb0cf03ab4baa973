//! Positions of Operational Chess 2 in text, and which of them are refused.

use super::{ARMY, FOUR_STAR, INFO, INFO_RANGE1, Operational2, Operational2Position, PIECES, SOLDIER};
use crate::board::{Cells, Kind, Outline, Side};
use crate::fen::{self, Cell, Fields};
use crate::{FenError, FenFault, Game, Info};

impl Game for Operational2 {
    type Position = Operational2Position;

    fn info(&self) -> &'static Info {
        match self {
            Operational2::Range2 => &INFO,
            Operational2::Range1 => &INFO_RANGE1,
        }
    }

    fn outline(&self) -> &'static Outline {
        self.tables().pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<Operational2Position, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
        fields.without_rights()?;
        let mut cells = Cells::default();
        for (square, cell) in fen::board(fields.board, outline, &PIECES)? {
            let refuse = |expected, fault| FenError::new("board", outline.name(square), expected).of(fault);
            let Cell::Pieces(stack) = cell else {
                return Err(refuse("a piece or none, no obstacle", FenFault::Square));
            };
            let &[piece] = &stack[..] else { return Err(refuse("at most one piece", FenFault::Square)) };
            if piece.kind == SOLDIER && self.tables().last_rank[piece.side.index()].has(square) {
                return Err(refuse("no soldier on its last rank, where it promotes", FenFault::LastRank));
            }
            cells.put(square, piece);
        }
        for side in Side::BOTH {
            check_army(&cells, side)?;
        }
        let position = Operational2Position { cells, turn: fields.turn, game: *self };
        if Side::BOTH.into_iter().all(|side| position.objectives(side).is_empty()) {
            let expected = "an outpost or a stronghold of at least one side";
            return Err(FenError::new("board", fields.board, expected).of(FenFault::Objectives));
        }
        Ok(position)
    }
}

/// Refuses an army that no game leads to: more of a kind than at the start, or more 4-star
/// generals than soldiers that are missing can have become.
fn check_army(cells: &Cells<3, 187, 4>, side: Side) -> Result<(), FenError> {
    let soldiers = cells.of(side, SOLDIER).len();
    for (index, (info, &initial)) in PIECES.iter().zip(&ARMY).enumerate() {
        let promoted =
            if Kind(index as u8) == FOUR_STAR { ARMY[SOLDIER.index()].saturating_sub(soldiers) } else { 0 };
        let count = cells.of(side, Kind(index as u8)).len();
        let most = initial + promoted;
        if count > most {
            let letter = side.cased(info.letter);
            let fault = FenFault::TooMany { letter, count, most };
            return Err(
                FenError::new("board", format!("{count} {letter}"), format!("at most {most}")).of(fault)
            );
        }
    }
    Ok(())
}
