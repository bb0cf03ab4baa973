//! Positions of crazyhouse in text.
//!
//! The reserve follows the board in brackets, and `~` a promoted piece. Other forms are read as
//! well: `+Q` for a promoted queen, the reserve as a ninth rank.

use super::{Crazyhouse, CrazyhousePosition, INFO, PIECES, PROMOTED, Set};
use crate::board::{Cells, Kind, Outline, Piece, Reserve, Side};
use crate::chess::{Chess, ChessPosition, KING, PAWN};
use crate::fen::{self, Cell, Fields};
use crate::{FenError, FenFault, Game, Info};

/// The most pieces of each kind that both sides have together; a promoted one counts as a pawn.
const MOST: [usize; 6] = [2, 2, 4, 4, 4, 16];

/// The most pieces in both hands together. Other programs have positions with more pieces than the set.
const MOST_IN_HAND: usize = 64;

impl Game for Crazyhouse {
    type Position = CrazyhousePosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        Chess.outline()
    }

    fn parse(&self, text: &str) -> Result<CrazyhousePosition, FenError> {
        let mut fields = Fields::split(text)?;
        if let Some((board, ninth)) = ninth_rank(fields.board).filter(|_| fields.reserve.is_none()) {
            (fields.board, fields.reserve) = (board, Some(ninth));
        }
        // Without the promoted kinds: a captured one comes into the hand as a pawn.
        let reserve = fen::reserve(fields.reserve, &PIECES[..MOST.len()])?;
        let (mut cells, mut promoted) = (Cells::default(), Set::EMPTY);
        for (square, cell) in fen::board(fields.board, self.outline(), PIECES)? {
            let Cell::Pieces(stack) = cell else {
                let name = self.outline().name(square);
                return Err(FenError::new("board", name, "a piece or none").of(FenFault::Square));
            };
            let &[piece] = &stack[..] else {
                let name = self.outline().name(square);
                return Err(FenError::new("board", name, "one piece on a square").of(FenFault::Square));
            };
            if piece.kind.index() < MOST.len() {
                cells.put(square, piece);
            } else {
                cells.put(square, Piece { kind: Kind(piece.kind.0 - PROMOTED), ..piece });
                promoted.insert(square);
            }
        }
        check_count(&cells, promoted, &reserve)?;
        let board = ChessPosition::read(cells, &fields)?;
        Ok(CrazyhousePosition { board, promoted, reserve })
    }

    fn castling_field(&self, position: &CrazyhousePosition) -> String {
        Chess.castling_field(&position.board)
    }

    fn en_passant_field(&self, position: &CrazyhousePosition) -> String {
        Chess.en_passant_field(&position.board)
    }
}

/// The board and the reserve of a board field in which the reserve is a ninth rank.
fn ninth_rank(board: &str) -> Option<(&str, &str)> {
    board.rsplit_once('/').filter(|(ranks, _)| ranks.matches('/').count() == 7)
}

/// Refuses a king in reserve, more pieces on the board than there are in the game, and more in reserve than there can be
/// of any.
fn check_count(cells: &Cells<1, 64, 3>, promoted: Set, reserve: &Reserve) -> Result<(), FenError> {
    let mut in_hand = 0;
    for (kind, most) in (0..).map(Kind).zip(MOST) {
        let name = PIECES[kind.index()].name;
        let reserved: usize =
            Side::BOTH.map(|side| reserve.count(Piece { kind, side }) as usize).iter().sum();
        if kind == KING && reserved > 0 {
            return Err(FenError::new("reserve", name, "only queens, rooks, bishops, knights and pawns"));
        }
        let on_board = Side::BOTH.map(|side| (cells.of(side, kind) - promoted).len());
        let total = on_board[0] + on_board[1] + if kind == PAWN { promoted.len() } else { 0 };
        in_hand += reserved;
        if total > most {
            let expected = format!("at most {most} on the board");
            let fault = FenFault::TooMany { letter: PIECES[kind.index()].letter, count: total, most };
            return Err(FenError::new("board", format!("{total} of {name}"), expected).of(fault));
        }
    }
    if in_hand > MOST_IN_HAND {
        let expected = format!("at most {MOST_IN_HAND} pieces");
        return Err(FenError::new("reserve", in_hand.to_string(), expected));
    }
    Ok(())
}
