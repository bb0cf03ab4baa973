//! Zobrist keys: random numbers for everything that tells positions apart, the same in every run, made at compile
//! time or at first use.

use super::{Kind, Piece, Square};
#[cfg(all(feature = "small", not(target_family = "wasm")))]
use std::sync::LazyLock;

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
    if nth >= 64 {
        return fact(
            RESERVED,
            u64::from(nth) << 16 | (piece.kind.index() as u64) << 8 | piece.side.index() as u64,
        );
    }
    reserve_number(piece, nth as usize % 64)
}

/// The class of the facts that number the pieces of larger reserves.
const RESERVED: u8 = 255;

/// The number of places that a kind of a side had in the sequence when boards had at most 192 squares: those of the squares,
/// and behind them 64 for the reserve. Keys of positions are kept in files, so that every number stays as it was.
const PLACES: usize = 256;
/// The place of the reserve in that sequence.
const RESERVE_PLACE: usize = 192;

/// Numbers by side, kind and place.
#[cfg(not(target_family = "wasm"))]
type Numbers<const N: usize> = [[[ZobristKey; N]; Kind::LIMIT]; 2];

#[cfg(not(any(target_family = "wasm", feature = "small")))]
static NUMBERS: Numbers<PLACES> = numbers(0);
#[cfg(not(any(target_family = "wasm", feature = "small")))]
static RESERVE_NUMBERS: Numbers<{ PLACES - RESERVE_PLACE }> = numbers(RESERVE_PLACE);

/// Made at first use: what is downloaded would have 164 kB more that nothing compresses.
#[cfg(all(feature = "small", not(target_family = "wasm")))]
static NUMBERS: LazyLock<Box<Numbers<PLACES>>> = LazyLock::new(|| Box::new(numbers(0)));
#[cfg(all(feature = "small", not(target_family = "wasm")))]
static RESERVE_NUMBERS: LazyLock<Box<Numbers<{ PLACES - RESERVE_PLACE }>>> =
    LazyLock::new(|| Box::new(numbers(RESERVE_PLACE)));

#[cfg(not(target_family = "wasm"))]
#[inline]
fn number(piece: Piece, place: usize) -> ZobristKey {
    NUMBERS[piece.side.index()][piece.kind.index()][place]
}

#[cfg(not(target_family = "wasm"))]
#[inline]
fn reserve_number(piece: Piece, nth: usize) -> ZobristKey {
    RESERVE_NUMBERS[piece.side.index()][piece.kind.index()][nth]
}

/// The same number without the table: a module that pages download would have 131 kB that nothing compresses.
#[cfg(target_family = "wasm")]
#[inline]
fn number(piece: Piece, place: usize) -> ZobristKey {
    square_number(piece.side.index(), piece.kind.index(), place)
}

#[cfg(target_family = "wasm")]
#[inline]
fn reserve_number(piece: Piece, nth: usize) -> ZobristKey {
    place_number(piece.side.index(), piece.kind.index(), RESERVE_PLACE + nth)
}

/// The number of a kind of a side at a place of the sequence.
const fn place_number(side: usize, kind: usize, place: usize) -> ZobristKey {
    // Zero would be its own mixture and hide the first piece: the sequence begins at 1.
    mix(((side * Kind::LIMIT + kind) * PLACES + place) as u64 + 1)
}

/// The number of a kind of a side on a square.
const fn square_number(side: usize, kind: usize, square: usize) -> ZobristKey {
    // The places of the last squares are taken: theirs follow behind all others.
    let behind = if square < RESERVE_PLACE { 0 } else { 2 * Kind::LIMIT * PLACES };
    place_number(side, kind, square + behind)
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

/// The numbers of `N` squares, or those of the reserve if they begin at its place.
#[cfg(not(target_family = "wasm"))]
const fn numbers<const N: usize>(from: usize) -> Numbers<N> {
    let mut numbers = [[[0; N]; Kind::LIMIT]; 2];
    let mut index = 0;
    while index < 2 * Kind::LIMIT * N {
        let (side, kind, nth) = (index / N / Kind::LIMIT, index / N % Kind::LIMIT, index % N);
        numbers[side][kind][nth] =
            if from == 0 { square_number(side, kind, nth) } else { place_number(side, kind, from + nth) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use std::collections::HashSet;

    /// Keys are in books and tables of other people: these were so before boards had more than 192 squares.
    #[test]
    fn numbers_stay_and_are_all_different() {
        let knight = Piece { kind: Kind(1), side: Side::Black };
        let seen =
            [piece(knight, Square(0)), piece(knight, Square(191)), reserved(knight, 1), reserved(knight, 63)];
        let known =
            [0x20fe_ab87_6dab_839c, 0x594e_227a_70ce_8609, 0xcfe2_eb71_cd44_7502, 0xa7ef_22a0_0d9f_56a1];
        assert_eq!(seen, known);
        let mut all = HashSet::new();
        for (side, kind) in
            Side::BOTH.into_iter().flat_map(|side| (0..Kind::LIMIT as u8).map(move |kind| (side, kind)))
        {
            let here = Piece { kind: Kind(kind), side };
            all.extend((0..255).map(|square| piece(here, Square(square))));
            all.extend((1..64).map(|nth| reserved(here, nth)));
        }
        assert_eq!(all.len(), 2 * Kind::LIMIT * (255 + 63));
    }
}
