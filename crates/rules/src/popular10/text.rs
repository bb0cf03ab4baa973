//! Positions of popular10 in text.

use super::variants::INFOS;
use super::{
    EnPassant, GOLD_GENERAL, KING, Popular10, Popular10Position, ROOK, SILVER_GENERAL, Set, is_pawn,
};
use crate::board::{Cells, Outline, Piece, Side, Square};
use crate::fen::{self, Cell, Fields};
use crate::kit::castling;
use crate::{FenError, FenFault, Game, Info};

impl Game for Popular10 {
    type Position = Popular10Position;

    fn info(&self) -> &'static Info {
        &INFOS[*self as usize]
    }

    fn outline(&self) -> &'static Outline {
        self.tables().pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<Popular10Position, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
        let mut cells = Cells::default();
        for (square, cell) in fen::board(fields.board, outline, self.info().pieces)? {
            let refuse =
                |expected: &str, fault| FenError::new("board", outline.name(square), expected).of(fault);
            let piece = match cell {
                Cell::Pieces(stack) if stack.len() == 1 => stack[0],
                _ => {
                    let expected = "one piece on a square, `*` only where there is no square";
                    return Err(refuse(expected, FenFault::Square));
                }
            };
            if is_pawn(piece.kind) && self.tables().last_rank[piece.side.index()].has(square) {
                return Err(refuse(
                    "no pawn, berolina pawn or sergeant on its last rank",
                    FenFault::LastRank,
                ));
            }
            cells.put(square, piece);
        }
        for side in Side::BOTH {
            let kings = cells.of(side, KING).len();
            if kings != 1 {
                let found = format!("{kings} {} kings", side.name());
                let fault = FenFault::Kings { side, count: kings };
                return Err(FenError::new("board", found, "one king of each side").of(fault));
            }
        }
        let mut position = Popular10Position {
            cells,
            checkers: Set::EMPTY,
            game: *self,
            turn: fields.turn,
            rights: 0,
            en_passant: None,
            frozen: None,
            bonus_win: false,
        };
        position.read_castling(fields.castling)?;
        position.read_en_passant(fields.en_passant)?;
        // The side that has just moved may not be in check.
        let waiting = !position.turn.side;
        let attackers =
            position.attackers_of(position.king(waiting), position.turn.side, position.cells.occupied());
        // A frozen general attacks nothing in this turn.
        if !(attackers - position.frozen.map_or(Set::EMPTY, Set::from)).is_empty() {
            return Err(FenError::in_check(fields.board, waiting));
        }
        position.checkers = position.find_checkers();
        Ok(position)
    }

    fn castling_field(&self, position: &Popular10Position) -> String {
        fen::field(castling::letters(position.rights))
    }

    fn en_passant_field(&self, position: &Popular10Position) -> String {
        let name = |square| self.outline().name(square);
        let mut text = String::new();
        if let Some(EnPassant { passed, jumper }) = position.en_passant {
            text += &(name(passed) + &name(jumper));
        }
        if let Some(frozen) = position.frozen {
            text += &format!("!{}", name(frozen));
        }
        fen::field(text)
    }
}

impl Popular10Position {
    fn read_castling(&mut self, field: &str) -> Result<(), FenError> {
        let letters = if field == "-" { "" } else { field };
        for letter in letters.chars() {
            let right = castling::right(letter)
                .ok_or_else(|| FenError::new("castling", field, "`-` or letters of `KQkq`"))?;
            let at_home =
                self.tables().castlings.iter().filter(|castling| castling.right == right).all(|castling| {
                    let side = castling.side;
                    self.cells.at(castling.king_from) == Some(Piece { kind: KING, side })
                        && self.cells.at(castling.rook_from) == Some(Piece { kind: ROOK, side })
                });
            if !at_home {
                let expected = "king and rook of that right on their initial squares";
                return Err(FenError::new("castling", letter, expected).of(FenFault::Rights));
            }
            self.rights |= right;
        }
        Ok(())
    }

    /// Reads the en passant field: a double step, a frozen general, or both.
    fn read_en_passant(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let (jump, frozen) = match field.split_once('!') {
            Some((jump, frozen)) => (jump, Some(frozen)),
            None => (field, None),
        };
        if let Some(frozen) = frozen {
            self.frozen = Some(self.read_frozen(field, frozen)?);
        }
        if frozen.is_none() || !jump.is_empty() {
            self.en_passant = self.read_double_step(field, jump)?;
        }
        Ok(())
    }

    fn read_frozen(&self, field: &str, name: &str) -> Result<Square, FenError> {
        if !self.game.freezes() {
            return Err(FenError::new("en-passant", field, "no frozen general: this variant has none"));
        }
        let is_general = |square: &Square| {
            let piece = self.cells.at(*square);
            piece.is_some_and(|piece| {
                piece.side == self.turn.side && matches!(piece.kind, GOLD_GENERAL | SILVER_GENERAL)
            })
        };
        let outline = self.tables().pieces.geometry.outline();
        outline
            .named(name)
            .filter(is_general)
            .ok_or_else(|| FenError::new("en-passant", field, "`!` and the square of a general to move"))
    }

    /// Reads a square passed over and the jumper's; one without a ready taker reads as none.
    fn read_double_step(&self, field: &str, jump: &str) -> Result<Option<EnPassant>, FenError> {
        let expected = "`-`, or the empty square of a double step and that of the piece that made it, \
                        or `!` and the square of a frozen general";
        let fits = || {
            let (tables, occupied) = (&self.tables().pieces, self.cells.occupied());
            let outline = tables.geometry.outline();
            // The names of two squares run together: the second begins with the second letter.
            let second = jump.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
            let passed = outline.named(&jump[..second])?;
            let jumper = outline.named(&jump[second..])?;
            let piece =
                self.cells.at(jumper).filter(|piece| piece.side != self.turn.side && is_pawn(piece.kind))?;
            // Searched, since the square of departure is not part of the text.
            let from = outline.squares().find(|&from| tables.passed(piece, from, jumper) == Some(passed))?;
            let possible = !occupied.has(from) && !occupied.has(passed);
            possible.then_some(EnPassant { passed, jumper })
        };
        let en_passant = fits().ok_or_else(|| FenError::new("en-passant", field, expected))?;
        // Positions that differ only in a capture that nobody can make are the same.
        Ok(Some(en_passant).filter(|en_passant| self.can_take_en_passant(en_passant.passed)))
    }
}
