//! Castling on the orthodox array: the four rights, their squares and their letters.
//!
//! Each game decides which pieces must stand where, and whether squares are attacked.

use crate::board::{Bitboard, Side, Square};

/// The squares of one castling. Squares are numbered from a1 = 0, rank by rank, on 8x8.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// The letter of the right.
    pub letter: char,
    /// The side that castles.
    pub side: Side,
    /// The king's initial square.
    pub king_from: Square,
    /// The square where it goes.
    pub king_to: Square,
    /// The rook's initial square.
    pub rook_from: Square,
    /// The square where it goes; the king passes over this square.
    pub rook_to: Square,
    /// The squares between king and rook, which have to be empty.
    pub between: Bitboard<1>,
}

/// The castlings; the right to each is the bit of its index in a set of rights.
pub const CASTLINGS: [Castling; 4] = [
    castling('K', Side::White, 4, 6, 7, 5),
    castling('Q', Side::White, 4, 2, 0, 3),
    castling('k', Side::Black, 60, 62, 63, 61),
    castling('q', Side::Black, 60, 58, 56, 59),
];

const fn castling(letter: char, side: Side, king: u8, to: u8, rook: u8, rook_to: u8) -> Castling {
    let mut between = Bitboard::EMPTY;
    let (mut index, last) = if king < rook { (king + 1, rook) } else { (rook + 1, king) };
    while index < last {
        between.insert(Square(index));
        index += 1;
    }
    Castling {
        letter,
        side,
        king_from: Square(king),
        king_to: Square(to),
        rook_from: Square(rook),
        rook_to: Square(rook_to),
        between,
    }
}

/// The castling that a king's step stands for, if it is one.
#[inline]
#[must_use]
pub fn by_king_step(from: Square, to: Square) -> Option<&'static Castling> {
    // A king goes two files in no other way: its squares are enough.
    CASTLINGS.iter().find(|castling| castling.king_from == from && castling.king_to == to)
}

/// The rights that end when the piece on a square leaves it or is captured there.
#[inline]
#[must_use]
pub const fn rights_of(square: Square) -> u8 {
    // The remainder spares a check of bounds; a square of this board is below 64 as it is.
    RIGHTS_OF[square.index() % 64]
}

static RIGHTS_OF: [u8; 64] = {
    let mut rights = [0; 64];
    let mut index = 0;
    while index < CASTLINGS.len() {
        rights[CASTLINGS[index].king_from.index()] |= 1 << index;
        rights[CASTLINGS[index].rook_from.index()] |= 1 << index;
        index += 1;
    }
    rights
};

/// The right of a letter of the castling field.
#[must_use]
pub fn right(letter: char) -> Option<u8> {
    CASTLINGS.iter().position(|castling| castling.letter == letter).map(|index| 1 << index)
}

/// The letters of a set of rights, in the order of the text; empty if there are none.
#[must_use]
pub fn letters(rights: u8) -> String {
    CASTLINGS
        .iter()
        .enumerate()
        .filter(|(index, _)| rights >> index & 1 != 0)
        .map(|(_, castling)| castling.letter)
        .collect()
}
