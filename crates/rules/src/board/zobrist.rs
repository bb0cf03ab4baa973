//! Zobrist keys: random numbers for everything that tells positions apart, the same in every run, made at compile
//! time.

use super::{Kind, Piece, Square};

/// The Zobrist key of a position: the exclusive or of the numbers of everything that makes it different from
/// others.
pub type ZobristKey = u64;

/// The number of a piece on a square.
#[inline]
#[must_use]
pub fn piece(piece: Piece, square: Square) -> ZobristKey {
    number(piece, square.index())
}

/// The number of a piece at a height in the stack on a square; height 0 is the bottom and gives
/// [`piece`]. Heights are below 64.
#[inline]
#[must_use]
pub(crate) fn stacked(occupant: Piece, square: Square, height: usize) -> ZobristKey {
    // Rotation makes 64 numbers of one, without a table for each height.
    piece(occupant, square).rotate_left(height as u32)
}

/// The number of the `nth` piece of its kind in a reserve; `nth` counts from 1 and is below 64.
#[inline]
#[must_use]
pub(crate) fn reserved(piece: Piece, nth: u8) -> ZobristKey {
    // Boards have at most 192 squares; the numbers past them serve here.
    if nth >= 64 {
        return fact(
            RESERVED,
            u64::from(nth) << 16 | (piece.kind.index() as u64) << 8 | piece.side.index() as u64,
        );
    }
    number(piece, 192 + nth as usize % 64)
}

/// The class of the facts that number the pieces of larger reserves.
const RESERVED: u8 = 255;

#[cfg(not(target_family = "wasm"))]
static NUMBERS: [[[ZobristKey; 256]; Kind::LIMIT]; 2] = piece_numbers();

#[cfg(not(target_family = "wasm"))]
#[inline]
fn number(piece: Piece, place: usize) -> ZobristKey {
    NUMBERS[piece.side.index()][piece.kind.index()][place]
}

/// The same number without the table: a module that pages download would have 131 kB that nothing compresses.
#[cfg(target_family = "wasm")]
#[inline]
fn number(piece: Piece, place: usize) -> ZobristKey {
    mix(((piece.side.index() * Kind::LIMIT + piece.kind.index()) * 256 + place) as u64 + 1)
}

/// The Zobrist number of any other fact: `domain` is its class (a game keeps its own list, below
/// 256), `value` its value.
#[inline]
#[must_use]
pub const fn fact(domain: u8, value: u64) -> ZobristKey {
    // Mixed twice, so that neither classes nor values that differ by little share bits.
    mix(mix(0xFAC7 ^ (domain as u64) << 48) ^ value)
}

/// The number that is in the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: ZobristKey = mix(0xB1AC);

#[cfg(not(target_family = "wasm"))]
const fn piece_numbers() -> [[[ZobristKey; 256]; Kind::LIMIT]; 2] {
    let mut numbers = [[[0; 256]; Kind::LIMIT]; 2];
    let mut index = 0;
    while index < 2 * Kind::LIMIT * 256 {
        // Zero would be its own mixture and hide the first piece: the sequence begins at 1.
        numbers[index / 256 / Kind::LIMIT][index / 256 % Kind::LIMIT][index % 256] = mix(index as u64 + 1);
        index += 1;
    }
    numbers
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014) on a Weyl sequence.
const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
