//! The pieces that have not moved, and the moves that they have until then: XBetza's `i`, of the kinds that `firstMoveTypes`
//! names.
//!
//! A position keeps the squares of such pieces. Its text has them behind the rights to castle, `KQkqa1e8`. They belong to it
//! as those rights do: positions that differ in them are not the same for repetition.

use crate::king_castling::letters_in;
use crate::position::FilePosition;
use crate::spec::Spec;
use crate::standing::outline;
use helgi_rules::FenError;
use helgi_rules::board::{Bitboard, Move, ZobristKey, zobrist};
use helgi_rules::internals::FenFault;

/// The class of facts for the keys of positions.
const UNMOVED_FACT: u8 = 10;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The part of the pieces that have not moved in the hash key.
    #[inline]
    pub(crate) fn unmoved_key(&self) -> ZobristKey {
        if self.unmoved.is_empty() { 0 } else { zobrist::fact(UNMOVED_FACT, self.unmoved.folded(0)) }
    }

    /// The squares that count as moved from after a move: those of the pieces that it moves, and where it ends.
    pub(crate) fn moved_by(&self, legal: Move) -> Bitboard<W> {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return Bitboard::EMPTY };
        let rook = self.castling_of(from, to).map(|castling| Bitboard::from(castling.rook_from));
        let set_down = legal.set_down(self.rules.geometry.outline()).into_iter().flatten();
        let displaced: Bitboard<W> = set_down.collect();
        rook.unwrap_or(Bitboard::EMPTY) | displaced | Bitboard::from(from) | Bitboard::from(to)
    }

    /// Notes which pieces have moved and which are gone.
    pub(crate) fn end_first_moves(&mut self, moved: Bitboard<W>) {
        match self.rules.spec.has_gates() {
            true => self.close_gates(moved),
            false => self.unmoved = (self.unmoved & self.cells.occupied()) - moved,
        }
    }

    /// Takes the first moves from the pieces of the side to move that a check ends them for.
    pub(crate) fn end_checked_first_moves(&mut self) {
        let types = self.rules.spec.beyond.first_until_check;
        if types.is_empty() || self.unmoved.is_empty() {
            return;
        }
        let waiting = self.of_types(self.turn.side, types) & self.unmoved;
        if !waiting.is_empty() && self.is_king_attacked() {
            self.unmoved -= waiting;
        }
    }

    /// Reads the field of rights. At the start of the game all pieces with first moves have them, unless some are named.
    pub(crate) fn read_rights(&mut self, field: &str, is_start: bool) -> Result<(), FenError> {
        if self.rules.spec.regional.first_leaps {
            return self.read_leapers(field, is_start);
        }
        let types = self.rules.spec.beyond.first_movers;
        if types.is_empty() {
            return self.read_castlings(field, is_start);
        }
        let (rights, names) = split(field);
        self.read_castlings(if rights.is_empty() { "-" } else { &rights }, is_start)?;
        let standing = self.of_either(types);
        for name in &names {
            let square = self.rules.geometry.outline().named(name).filter(|&square| standing.has(square));
            let square = square.ok_or_else(|| {
                let expected =
                    "squares of pieces of `firstMoveTypes` that have not moved, behind the rights to castle";
                FenError::new("castling", field, expected).of(FenFault::Rights)
            })?;
            self.unmoved.insert(square);
        }
        if is_start && names.is_empty() {
            self.unmoved = standing;
        }
        Ok(())
    }

    /// The field of rights.
    pub(crate) fn rights_field(&self) -> String {
        if self.rules.spec.regional.first_leaps {
            return self.leapers_field();
        }
        let rights = self.castling_field();
        if self.rules.spec.beyond.first_movers.is_empty() || self.unmoved.is_empty() {
            return rights;
        }
        let outline = self.rules.geometry.outline();
        let squares: String = self.unmoved.into_iter().map(|square| outline.name(square)).collect();
        if rights == "-" { squares } else { rights + &squares }
    }
}

/// The letters of rights in a field, and the names of squares, which have a number behind their letter.
fn split(field: &str) -> (String, Vec<&str>) {
    let (mut rights, mut names) = (String::new(), Vec::new());
    let mut rest = field;
    // The rights come in one run of letters with the squares: `KQkqa1e8`.
    while let Some(first) = rest.chars().next() {
        let tail = &rest[first.len_utf8()..];
        let digits = tail.len() - tail.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let end = first.len_utf8() + digits;
        match digits {
            0 if first == '-' => {}
            0 => rights.push(first),
            _ => names.push(&rest[..end]),
        }
        rest = &rest[end..];
    }
    (rights, names)
}

/// The text of a start with the squares of its pieces that have first moves; as it is if it names some, or has none.
pub(crate) fn with_first_movers(spec: &Spec, start: String) -> String {
    let fields: Vec<&str> = start.split(' ').collect();
    let [board, side, rights, rest @ ..] = &fields[..] else { return start };
    let types = spec.beyond.first_movers;
    // A digit shows that the author has named squares.
    if types.is_empty() || rights.contains(|letter: char| letter.is_ascii_digit()) {
        return start;
    }
    let outline = outline(spec);
    let mut squares: Vec<_> = letters_in(spec, board)
        .into_iter()
        .filter(|&(letter, ..)| spec.slot_of(letter).is_some_and(|slot| types.has(slot)))
        .filter_map(|(_, file, rank)| outline.square(file, rank))
        .collect();
    squares.sort_unstable();
    let names: String = squares.into_iter().map(|square| outline.name(square)).collect();
    let rights = match (*rights, names.is_empty()) {
        ("-", false) => names,
        (rights, _) => rights.to_owned() + &names,
    };
    [&[*board, *side, &rights][..], rest].concat().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_and_squares_are_told_apart() {
        assert_eq!(split("KQkqa10e1"), ("KQkq".to_owned(), vec!["a10", "e1"]));
        assert_eq!(split("-"), (String::new(), vec![]));
        assert_eq!(split("b2HA"), ("HA".to_owned(), vec!["b2"]));
    }
}
