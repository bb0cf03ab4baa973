//! Positions of Chess-Battle in text, and which of them are refused.

use super::{ChessBattle, ChessBattlePosition, HEADQUARTERS, PIECES, SOLDIER};
use crate::board::{Bitboard, Cells, Kind, Outline, Side};
use crate::fen::{self, Cell, Fields};
use crate::{FenError, FenFault, Game, Info};

impl<const W: usize, const N: usize> Game for ChessBattle<W, N> {
    type Position = ChessBattlePosition<W, N>;

    fn info(&self) -> &'static Info {
        self.info
    }

    fn outline(&self) -> &'static Outline {
        self.board.pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<Self::Position, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
        fields.without_rights()?;
        let mut cells = Cells::default();
        for (square, cell) in fen::board(fields.board, outline, PIECES)? {
            match cell {
                Cell::Pieces(stack) if stack.len() == 1 => cells.put(square, stack[0]),
                _ => {
                    let expected = "one piece on a square";
                    return Err(FenError::new("board", outline.name(square), expected).of(FenFault::Square));
                }
            }
        }
        for side in Side::BOTH {
            self.check_army(&cells, side)?;
        }
        let mut position =
            ChessBattlePosition { board: self.board, cells, checkers: Bitboard::EMPTY, turn: fields.turn };
        // No move may leave the own headquarters in check, so that no game leads to such a position.
        let waiting = !position.turn.side;
        if !position.find_checkers(waiting).is_empty() {
            return Err(FenError::in_check(fields.board, waiting));
        }
        position.checkers = position.find_checkers(position.turn.side);
        Ok(position)
    }
}

impl<const W: usize, const N: usize> ChessBattle<W, N> {
    /// Refuses an army that no game leads to: not one headquarters, more pieces of a kind than at
    /// the start, or a soldier that has arrived but not left.
    fn check_army(&self, cells: &Cells<W, N, 3>, side: Side) -> Result<(), FenError> {
        for (index, (&most, info)) in ARMY.iter().zip(PIECES).enumerate() {
            let kind = Kind(index as u8);
            let count = cells.of(side, kind).len();
            if count > most || kind == HEADQUARTERS && count == 0 {
                let value = format!("{count} {} {}", side.name(), info.letter);
                let bound = if kind == HEADQUARTERS { "exactly" } else { "at most" };
                let fault = if kind == HEADQUARTERS {
                    FenFault::Kings { side, count }
                } else {
                    FenFault::TooMany { letter: side.cased(info.letter), count, most }
                };
                return Err(FenError::new("board", value, format!("{bound} {most}")).of(fault));
            }
        }
        let arrived = cells.of(side, SOLDIER) & self.board.last_rank[side.index()];
        match arrived.first() {
            Some(square) => {
                let value = self.outline().name(square);
                let expected = format!("no {} soldier on its last rank", side.name());
                Err(FenError::new("board", value, expected).of(FenFault::LastRank))
            }
            None => Ok(()),
        }
    }
}

/// The most pieces of each kind that a side has; of headquarters exactly this number.
const ARMY: [usize; 7] = [1, 1, 1, 2, 2, 2, 15];
