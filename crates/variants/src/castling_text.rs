//! The rights to castle in the text of a position: `KQkq`, or the files of rooks and of pieces that have not moved.

use crate::position::FilePosition;
use helgi_rules::FenError;
use helgi_rules::board::{Bitboard, Side, Square};
use helgi_rules::internals::FenFault;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The rook that a letter of the castling field stands for: the first from the outside.
    fn outer_rook(&self, side: Side, is_king_side: bool) -> Option<Square> {
        let spec = &self.rules.spec;
        let outline = self.rules.geometry.outline();
        let rank = match side {
            Side::White => spec.castling_rank,
            Side::Black => spec.ranks.checked_sub(1 + spec.castling_rank)?,
        };
        let is_rook = |square: &Square| {
            self.cells.at(*square).is_some_and(|piece| {
                let slot = self.rules.facts(piece.kind).slot;
                piece.side == side && spec.castling_rooks[side.index()].has(slot)
            })
        };
        let from = if is_king_side { spec.castling_rook_king_side } else { spec.castling_rook_queen_side };
        let mut files: Vec<u8> = match is_king_side {
            true => (0..=from.min(spec.files - 1)).collect(),
            false => (from.min(spec.files - 1)..spec.files).collect(),
        };
        if is_king_side {
            files.reverse();
        }
        files.into_iter().filter_map(|file| outline.square(file, rank)).find(is_rook)
    }

    /// The piece that castles as a side's king. As Chess960 has it, one of several may stand on any file.
    fn castling_king(&self, side: Side) -> Option<Square> {
        let spec = &self.rules.spec;
        let outline = self.rules.geometry.outline();
        let kings = self.castling_kings(side);
        match kings[..] {
            [king] => Some(king),
            _ => kings.into_iter().find(|&king| outline.file(king) == spec.castling_king_file),
        }
    }

    /// The pieces on a side's castling rank that could castle as its king.
    fn castling_kings(&self, side: Side) -> Vec<Square> {
        let rank = self.rules.castling_rank[side.index()];
        rank.into_iter().filter(|&square| self.is_castling_king(square, side)).collect()
    }

    /// Reads the castling field, which says nothing where nobody castles. At the start, rights without a king and a rook
    /// are left out.
    pub(crate) fn read_castlings(&mut self, field: &str, is_start: bool) -> Result<(), FenError> {
        let letters = if field == "-" { "" } else { field };
        let mut named_kings = [None; 2];
        for letter in letters.chars() {
            let side = Side::of_letter(letter);
            let file = (letter.to_ascii_uppercase() as u32).wrapping_sub('A' as u32);
            let is_file = file < self.rules.spec.files.into();
            if !matches!(letter.to_ascii_uppercase(), 'K' | 'Q') && !is_file {
                let expected = "`-`, letters of `KQkq`, or the files of rooks";
                return Err(FenError::new("castling", field, expected));
            }
            let outline = self.rules.geometry.outline();
            let spec = &self.rules.spec;
            let is_wing = spec.castling && matches!(letter.to_ascii_uppercase(), 'K' | 'Q');
            if spec.gating && is_file && !is_wing {
                let home = self.rules.castling_rank[side.index()];
                self.unmoved |=
                    home.into_iter().filter(|&home| u32::from(outline.file(home)) == file).collect();
                // With nothing to come the letters mean what they mean in Chess960.
                if !spec.hand_gating || self.has_gating_hand(side) {
                    continue;
                }
            }
            if !spec.castling {
                continue;
            }
            if spec.chess960 && !spec.gating {
                let on_file = |square: &Square| u32::from(outline.file(*square)) == file;
                let rank = self.rules.castling_rank[side.index()];
                let named =
                    rank.into_iter().find(on_file).filter(|&square| self.is_castling_king(square, side));
                if named.is_some() {
                    named_kings[side.index()] = named;
                    continue;
                }
            }
            let king = named_kings[side.index()].or_else(|| self.castling_king(side));
            let rook = king.and_then(|king| match letter.to_ascii_uppercase() {
                // The outermost rook may stand on the other side of the king: then it has another right.
                'K' => self.outer_rook(side, true).filter(|&rook| outline.file(rook) > outline.file(king)),
                'Q' => self.outer_rook(side, false).filter(|&rook| outline.file(rook) < outline.file(king)),
                _ => outline
                    .square(file as u8, outline.rank(king))
                    .filter(|&square| self.is_rook(square, side)),
            });
            match king.zip(rook).filter(|(king, rook)| king != rook) {
                Some((king, rook)) => {
                    self.castlings.gain(side, king, rook);
                    self.unmoved |= Bitboard::from(king) | Bitboard::from(rook);
                }
                None if is_start || spec.gating && !is_wing => {}
                None => {
                    let expected = "king and rook of each right where they castle";
                    return Err(FenError::new("castling", field, expected).of(FenFault::Rights));
                }
            }
        }
        if self.rules.spec.gating {
            Side::BOTH.into_iter().for_each(|side| self.castle_by_gates(side));
            self.close_gates(Bitboard::EMPTY);
        } else {
            self.unmoved = Bitboard::EMPTY;
        }
        Ok(())
    }

    /// Gives a side that has no other castlings those of a king and rooks which have not moved.
    fn castle_by_gates(&mut self, side: Side) {
        let spec = &self.rules.spec;
        if !spec.castling || self.castlings.has_any(side) || spec.hand_gating && !self.has_gating_hand(side) {
            return;
        }
        let gates = self.gate_squares(side);
        let Some(king) = self.castling_king(side).filter(|&king| gates.has(king)) else { return };
        let (left, right): (Vec<Square>, Vec<Square>) =
            gates.into_iter().filter(|&square| self.is_rook(square, side)).partition(|&rook| rook < king);
        for rook in left.first().into_iter().chain(right.last()) {
            self.castlings.gain(side, king, *rook);
        }
    }

    fn is_rook(&self, square: Square, side: Side) -> bool {
        self.cells.at(square).is_some_and(|piece| {
            let slot = self.rules.facts(piece.kind).slot;
            piece.side == side && self.rules.spec.castling_rooks[side.index()].has(slot)
        })
    }

    pub(crate) fn castling_field(&self) -> String {
        let outline = self.rules.geometry.outline();
        let letter = |(index, rook): (usize, Square)| {
            let side = if index < 2 { Side::White } else { Side::Black };
            let is_king_side = index.is_multiple_of(2);
            let of_file = (b'A' + outline.file(rook)) as char;
            // On wide boards two files have the letters of the wings.
            let by_file = self.rules.spec.chess960 && !matches!(of_file, 'K' | 'Q');
            let letter = if !by_file && self.outer_rook(side, is_king_side) == Some(rook) {
                if is_king_side { 'K' } else { 'Q' }
            } else {
                of_file
            };
            side.cased(letter)
        };
        let mut text = String::new();
        for side in Side::BOTH {
            let spec = &self.rules.spec;
            let has_kings = self.castlings.has_any(side) && self.castling_kings(side).len() > 1;
            if spec.chess960 && !spec.gating && has_kings {
                let king = (b'A' + outline.file(self.castlings.king(side))) as char;
                text.push(side.cased(king));
            }
            let own = self.castlings.rooks().filter(|(index, _)| index / 2 == side.index());
            text.extend(own.map(letter));
            // King and rooks that castle have not moved; as Chess960 has it, the king is named nevertheless.
            let castles = |square: &Square| {
                let is_king = *square == self.castlings.king(side) && !spec.chess960;
                let mut rooks = self.castlings.rooks();
                self.castlings.has_any(side)
                    && (is_king || rooks.any(|(index, rook)| index / 2 == side.index() && rook == *square))
            };
            let gates = self.gate_squares(side).into_iter().filter(|square| !castles(square));
            text.extend(gates.map(|square| side.cased((b'A' + outline.file(square)) as char)));
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}
