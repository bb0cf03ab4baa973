//! Reserves: how many pieces of each kind can still come to the board.

use super::{Key, Kind, Piece, Side, key};

/// The reserves of both sides: up to [`MOST`](Self::MOST) pieces of each of the first 16 kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reserve {
    /// A byte for each kind, by side.
    counts: [u128; 2],
    key: Key,
}

const KINDS: u8 = 16;
/// The lowest bit of each kind's count.
const LOWEST: u128 = 0x01010101_01010101_01010101_01010101;

impl Reserve {
    /// The most pieces of one kind that a side can have in reserve.
    pub const MOST: u8 = 31;

    /// How many pieces like this one are in reserve.
    #[inline]
    pub const fn count(&self, piece: Piece) -> u8 {
        if piece.kind.0 < KINDS { (self.counts[piece.side.index()] >> (8 * piece.kind.0)) as u8 } else { 0 }
    }

    /// Puts a piece into the reserve. Gives `false`, and changes nothing, where no more fit.
    #[inline]
    pub fn add(&mut self, piece: Piece) -> bool {
        let count = self.count(piece);
        if piece.kind.0 >= KINDS || count == Self::MOST {
            return false;
        }
        self.counts[piece.side.index()] += 1 << (8 * piece.kind.0);
        self.key ^= key::reserved(piece, count + 1);
        true
    }

    /// Takes a piece out of the reserve. Gives `false`, and changes nothing, where there is none.
    #[inline]
    pub fn take(&mut self, piece: Piece) -> bool {
        let count = self.count(piece);
        if count == 0 {
            return false;
        }
        self.counts[piece.side.index()] -= 1 << (8 * piece.kind.0);
        self.key ^= key::reserved(piece, count);
        true
    }

    /// The kinds that a side has in reserve, each once.
    #[inline]
    pub fn kinds(&self, side: Side) -> impl Iterator<Item = Kind> + use<> {
        let counts = self.counts[side.index()];
        // Counts are below 32.
        let mut rest = (counts | counts >> 1 | counts >> 2 | counts >> 3 | counts >> 4) & LOWEST;
        std::iter::from_fn(move || {
            let kind = (rest != 0).then(|| Kind(rest.trailing_zeros() as u8 / 8));
            rest &= rest.wrapping_sub(1);
            kind
        })
    }

    /// The exclusive or of the numbers of all pieces in reserve, by their count.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The [`key`](Self::key) computed anew from the counts.
    #[cfg(test)]
    fn fresh_key(&self) -> Key {
        let mut sum = 0;
        for side in Side::BOTH {
            for kind in self.kinds(side) {
                let piece = Piece { kind, side };
                sum ^= (1..=self.count(piece)).fold(0, |sum, nth| sum ^ key::reserved(piece, nth));
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_kinds_and_key_stay_in_step() {
        let piece = |kind, side| Piece { kind: Kind(kind), side };
        let mut reserve = Reserve::default();
        let pawn = piece(6, Side::White);
        for _ in 0..Reserve::MOST {
            assert!(reserve.add(pawn));
        }
        assert!(!reserve.add(pawn) && !reserve.add(piece(16, Side::White)));
        assert!(reserve.add(piece(15, Side::White)) && reserve.add(piece(0, Side::Black)));
        assert_eq!(reserve.kinds(Side::White).collect::<Vec<_>>(), [Kind(6), Kind(15)]);
        assert_eq!(reserve.kinds(Side::Black).collect::<Vec<_>>(), [Kind(0)]);
        assert_eq!((reserve.count(pawn), reserve.count(piece(6, Side::Black))), (Reserve::MOST, 0));
        assert!(reserve.take(pawn) && !reserve.take(piece(6, Side::Black)));
        assert_eq!((reserve.count(pawn), reserve.key()), (Reserve::MOST - 1, reserve.fresh_key()));
    }
}
