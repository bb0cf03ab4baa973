//! Positions of Tavreli in text, and which of them are refused.

use super::{
    INFO, MAGUS, PIECES, SOLDIER_OF_FILE, SOLDIERS, Set, TABLES, Tavreli, TavreliPosition, Unmoved, WARRIOR,
    demote, is_promoted, promote_on,
};
use crate::board::{Cells, Outline, Piece, Side, Square, Stacks, zobrist};
use crate::fen::{self, Cell, Fields};
use crate::kit::castling::{self, CASTLINGS};
use crate::{FenError, FenFault, Game, Info};

impl Game for Tavreli {
    type Position = TavreliPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        TABLES.pieces.geometry.outline()
    }

    fn parse(&self, text: &str) -> Result<TavreliPosition, FenError> {
        let fields = Fields::split(text)?;
        let outline = self.outline();
        fields.without_reserve()?;
        let mut position = TavreliPosition {
            tops: Cells::default(),
            stacks: Stacks::default(),
            covered_key: 0,
            checkers: Set::EMPTY,
            unmoved: Unmoved(0),
            turn: fields.turn,
            en_passant: None,
            // The text has no count of its own for it, and the history begins here anyway.
            reversible: fields.turn.halfmove,
        };
        let mut army = [Army::default(); 2];
        for (square, cell) in fen::board(fields.board, outline, PIECES)? {
            let Cell::Pieces(stack) = cell else {
                let expected = "a piece or a stack, no obstacle";
                return Err(FenError::new("board", outline.name(square), expected).of(FenFault::Square));
            };
            position.read_stack(square, &stack, &mut army)?;
        }
        for side in Side::BOTH {
            let kings = army[side.index()][MAGUS.index()];
            if kings != 1 {
                let found = format!("{kings} {} Magi", side.name());
                let fault = FenFault::Kings { side, count: kings };
                return Err(FenError::new("board", found, "one Magus of each side").of(fault));
            }
        }
        position.unmoved = position.read_unmoved(fields.castling, outline)?;
        let waiting = !position.turn.side;
        if position.army(position.turn.side).attacks(position.magus(waiting), position.tops.occupied()) {
            return Err(FenError::in_check(fields.board, waiting));
        }
        position.checkers = position.find_checkers();
        if fields.en_passant != "-" {
            position.read_en_passant(fields.en_passant, outline)?;
        }
        Ok(position)
    }

    fn castling_field(&self, position: &TavreliPosition) -> String {
        let mut unmoved = castling::letters(position.unmoved.0 as u8);
        // Behind the four rights to castle, a bit for each soldier, White's and then Black's.
        for (first, letter) in [(4, 'A'), (12, 'a')] {
            let files = (0..8u8).filter(|file| position.unmoved.0 >> (first + file) & 1 != 0);
            unmoved.extend(files.map(|file| (letter as u8 + file) as char));
        }
        fen::field(unmoved)
    }

    fn en_passant_field(&self, position: &TavreliPosition) -> String {
        fen::field(position.en_passant.map(|square| self.outline().name(square)).unwrap_or_default())
    }
}

impl TavreliPosition {
    /// Puts a stack, bottom first, on an empty square, and counts its pieces for their army.
    fn read_stack(&mut self, square: Square, stack: &[Piece], army: &mut [Army; 2]) -> Result<(), FenError> {
        let refuse = |expected: &str, fault| {
            FenError::new("board", Tavreli.outline().name(square), expected).of(fault)
        };
        for (height, &piece) in stack.iter().enumerate() {
            let on_top = height + 1 == stack.len();
            if !on_top && piece.kind == MAGUS {
                return Err(refuse("a Magus only on top of a stack", FenFault::Square));
            }
            if !on_top && is_promoted(piece.kind) {
                return Err(refuse("`+` only on top of a stack", FenFault::Square));
            }
            if on_top && promote_on(square, piece) != piece {
                return Err(refuse("a soldier on top on its last rank written with `+`", FenFault::LastRank));
            }
            let kind = demote(piece).kind.index();
            let (counted, most) = (&mut army[piece.side.index()][kind], ARMY[kind]);
            *counted += 1;
            if *counted > most {
                let found = format!("{counted} {}", fen::piece_text(demote(piece), PIECES));
                let letter = piece.side.cased(PIECES[kind].letter);
                let fault = FenFault::TooMany { letter, count: *counted, most };
                return Err(FenError::new("board", found, format!("at most {most}")).of(fault));
            }
            if !self.stacks.push(square, piece) {
                return Err(refuse("at most 32 pieces", FenFault::Field));
            }
            if on_top {
                self.tops.put(square, piece);
            } else {
                self.covered_key ^= zobrist::stacked(piece, square, height + 1);
            }
        }
        Ok(())
    }

    pub(super) fn read_unmoved(&self, field: &str, outline: &Outline) -> Result<Unmoved, FenError> {
        let mut unmoved = 0;
        if field == "-" {
            return Ok(Unmoved(0));
        }
        for letter in field.chars() {
            // A piece that has not moved is at the bottom of its square: the others came on top of it.
            let lowest_is =
                |square, kind, side| self.stacks.top_down(square).last() == Some(Piece { kind, side });
            let (right, at_home) = if let Some(right) = castling::right(letter) {
                let castling = &CASTLINGS[right.trailing_zeros() as usize];
                let home = lowest_is(castling.king_from, MAGUS, castling.side)
                    && lowest_is(castling.rook_from, WARRIOR, castling.side);
                (right as u32, home)
            } else {
                let side = Side::of_letter(letter);
                let file = (letter.to_ascii_lowercase() as u32).wrapping_sub('a' as u32);
                let rank = if side == Side::White { 1 } else { 6 };
                let Some(square) = u8::try_from(file).ok().and_then(|file| outline.square(file, rank)) else {
                    let expected = "`-` or letters of `KQkq`, `A`-`H`, `a`-`h`";
                    return Err(FenError::new("castling", field, expected));
                };
                (Unmoved::soldier(square), lowest_is(square, SOLDIER_OF_FILE[file as usize % 8], side))
            };
            if !at_home {
                let expected = "the piece of that right at the bottom of its initial square";
                return Err(FenError::new("castling", letter, expected).of(FenFault::Rights));
            }
            unmoved |= right;
        }
        Ok(Unmoved(unmoved))
    }

    /// Reads the en passant field; one without a ready capturer reads as none.
    pub(super) fn read_en_passant(&mut self, field: &str, outline: &Outline) -> Result<(), FenError> {
        let refuse = || {
            FenError::new("en-passant", field, "`-` or an empty square that a soldier has just passed over")
        };
        let target = outline.named(field).ok_or_else(refuse)?;
        let jumper = !self.turn.side;
        if outline.rank_of(jumper, target) != 2 {
            return Err(refuse());
        }
        let victim = self.en_passant_victim(target);
        // One step of a soldier that could capture leads to where the other one came from, which is empty now.
        let behind =
            TABLES.pieces.movement(Piece { kind: SOLDIERS[0], side: self.turn.side }).quiet.leaps(target);
        let kind = SOLDIER_OF_FILE[outline.file(target) as usize % 8];
        let possible = self.tops.at(target).is_none()
            && self.tops.at(victim) == Some(Piece { kind, side: jumper })
            && !behind.meets(self.tops.occupied());
        if !possible {
            return Err(refuse());
        }
        self.en_passant = Some(target).filter(|&target| !self.en_passant_takers(target).is_empty());
        Ok(())
    }
}

/// Number of pieces of each unpromoted kind that a side has.
type Army = [usize; 10];

/// Number of pieces of each kind that a side has; a promoted soldier counts as its soldier.
const ARMY: Army = [1, 1, 2, 2, 2, 2, 2, 2, 1, 1];
