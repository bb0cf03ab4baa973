//! Positions of chess in text, and which of them are refused.

use super::{BISHOP, Chess, ChessPosition, INFO, KING, KNIGHT, PAWN, PIECES, QUEEN, ROOK, Set, TABLES};
use crate::board::{Cells, Outline, Piece, Side, Square};
use crate::fen::{self, Cell, Fields};
use crate::kit::castling::{CASTLINGS, Castling};
use crate::{FenError, FenFault, Game, Info};

impl Game for Chess {
    type Position = ChessPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        TABLES.pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<ChessPosition, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
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
            check_side(&cells, side)?;
            check_army(&cells, side)?;
        }
        ChessPosition::read(cells, &fields)
    }

    fn castling_field(&self, position: &ChessPosition) -> String {
        let letters = (0..4).filter_map(|right| position.right_letter(right, self.outline()));
        fen::field(letters.collect())
    }

    fn en_passant_field(&self, position: &ChessPosition) -> String {
        fen::field(position.en_passant.map(|square| self.outline().name(square)).unwrap_or_default())
    }
}

impl ChessPosition {
    /// The position with these pieces and the other fields of a text.
    ///
    /// # Errors
    ///
    /// When a side has not one king, a pawn stands on an end rank, the side that is not to move is in
    /// check, or a field does not fit the pieces.
    pub(crate) fn read(cells: Cells<1, 64, 3>, fields: &Fields) -> Result<Self, FenError> {
        for side in Side::BOTH {
            check_side(&cells, side)?;
        }
        let outline = Chess.outline();
        let mut position = ChessPosition {
            cells,
            checkers: Set::EMPTY,
            turn: fields.turn,
            rooks: [None; 4],
            en_passant: None,
            castles_onto_rook: false,
        };
        if fields.castling != "-" {
            for letter in fields.castling.chars() {
                let (right, rook) = position.read_right(letter, fields.castling, outline)?;
                position.rooks[right] = Some(rook);
            }
        }
        let waiting = !position.turn.side;
        if position.army(position.turn.side).attacks(position.king(waiting), position.cells.occupied()) {
            return Err(FenError::in_check(fields.board, waiting));
        }
        position.checkers = position.find_checkers();
        if fields.en_passant != "-" {
            position.read_en_passant(fields.en_passant, outline)?;
        }
        Ok(position)
    }

    /// Reads a letter of the castling field: which right it is, and whose rook. `K` and `Q` mean the
    /// outermost rook on that wing, a file's letter the rook there.
    pub(super) fn read_right(
        &self,
        letter: char,
        field: &str,
        outline: &Outline,
    ) -> Result<(usize, Square), FenError> {
        let refuse = |expected: &str| FenError::new("castling", field, expected);
        let side = Side::of_letter(letter);
        let king = self.king(side);
        // The other side's last rank is this side's first.
        let rooks = self.cells.of(side, ROOK) & TABLES.last_rank[(!side).index()];
        let (kingside, rook) = match letter.to_ascii_uppercase() {
            'K' => (true, rooks.into_iter().last().filter(|&rook| rook > king)),
            'Q' => (false, rooks.first().filter(|&rook| rook < king)),
            file @ 'A'..='H' => {
                let rook = rooks.into_iter().find(|&rook| outline.file(rook) == file as u8 - b'A');
                (rook.is_some_and(|rook| rook > king), rook)
            }
            _ => return Err(refuse("`-` or letters of `KQkq` or of files")),
        };
        match rook {
            Some(rook) if outline.rank_of(side, king) == 0 => {
                // The order of `CASTLINGS`: K, Q, k, q.
                Ok((2 * side.index() + usize::from(!kingside), rook))
            }
            _ => Err(refuse("king and rook of each right on their first rank").of(FenFault::Rights)),
        }
    }

    /// The castling field with the files of all rooks that may castle.
    pub(super) fn castling_files(&self, outline: &Outline) -> String {
        let letter = |(castling, rook): (&Castling, Option<Square>)| {
            rook.map(|rook| castling.side.cased((b'a' + outline.file(rook)) as char))
        };
        fen::field(CASTLINGS.iter().zip(self.rooks).filter_map(letter).collect())
    }

    /// The letter of a right that lasts: `KQkq` for the outermost rook, else its file's.
    pub(super) fn right_letter(&self, right: usize, outline: &Outline) -> Option<char> {
        let rook = self.rooks[right]?;
        let castling = &CASTLINGS[right];
        let letter = castling.letter;
        // `K` and `Q` are read as the outermost rook, so another rook needs the letter of its file.
        match self.read_right(letter, "", outline) {
            Ok((_, outermost)) if outermost == rook => Some(letter),
            _ => Some(castling.side.cased((b'a' + outline.file(rook)) as char)),
        }
    }

    /// Reads the en passant field; a square on which no pawn can capture reads as none.
    pub(super) fn read_en_passant(&mut self, field: &str, outline: &Outline) -> Result<(), FenError> {
        let refuse =
            || FenError::new("en-passant", field, "`-` or an empty square that a pawn has just passed over");
        let target = outline.named(field).ok_or_else(refuse)?;
        let victim = Piece { kind: PAWN, side: !self.turn.side };
        // One step of a pawn that could capture leads to where the other one came from, which is empty now.
        let behind = TABLES.pieces.movement(Piece { kind: PAWN, side: self.turn.side }).quiet.leaps(target);
        let possible = outline.rank_of(!self.turn.side, target) == 2
            && self.cells.at(target).is_none()
            && self.cells.at(self.en_passant_victim(target)) == Some(victim)
            && !behind.meets(self.cells.occupied());
        if !possible {
            return Err(refuse());
        }
        self.en_passant = Some(target).filter(|&target| self.can_take_en_passant(target));
        Ok(())
    }
}

/// Refuses an army that no game leads to: more promoted pieces than pawns are missing.
fn check_army(cells: &Cells<1, 64, 3>, side: Side) -> Result<(), FenError> {
    let count = |kind| cells.of(side, kind).len();
    let pawns = cells.of(side, PAWN);
    let promoted: usize = [(QUEEN, 1), (ROOK, 2), (BISHOP, 2), (KNIGHT, 2)]
        .into_iter()
        .map(|(kind, own)| count(kind).saturating_sub(own))
        .sum();
    if pawns.len() + promoted > 8 {
        let value = format!("{} {} pawns and {promoted} promoted pieces", pawns.len(), side.name());
        return Err(FenError::new("board", value, "at most 8 together").of(FenFault::Promoted(side)));
    }
    Ok(())
}

/// Refuses pieces that no game of chess or a variant of it has: not one king, pawns on an end rank.
fn check_side(cells: &Cells<1, 64, 3>, side: Side) -> Result<(), FenError> {
    let refuse = |value, expected: &str| FenError::new("board", value, expected);
    // Everything else relies on it: attacks are counted from the one king's square.
    let kings = cells.of(side, KING).len();
    if kings != 1 {
        let fault = FenFault::Kings { side, count: kings };
        return Err(refuse(format!("{kings} {} kings", side.name()), "one king of each side").of(fault));
    }
    let pawns = cells.of(side, PAWN);
    if let Some(square) = (pawns & (TABLES.last_rank[0] | TABLES.last_rank[1])).first() {
        let name = TABLES.pieces.geometry.outline().name(square);
        return Err(refuse(name, "pawns on ranks 2 to 7 only").of(FenFault::LastRank));
    }
    Ok(())
}
