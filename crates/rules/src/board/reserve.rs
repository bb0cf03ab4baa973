//! Reserves: how many pieces of each kind can still come to the board.

use super::{Kind, Piece, Side, ZobristKey, zobrist};

/// The reserves of both sides: up to [`MOST`](Self::MOST) pieces of each of the first 16 kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reserve {
    /// Number of pieces of each kind, by side.
    counts: [[u8; KINDS]; 2],
    /// By side, a bit for each kind in reserve: the most frequent question.
    held: [u16; 2],
    key: ZobristKey,
}

const KINDS: usize = 16;

impl Reserve {
    /// The most pieces of one kind that a side can have in reserve.
    pub const MOST: u8 = 127;

    /// Returns the number of pieces like this one in reserve.
    #[inline]
    #[must_use]
    pub fn count(&self, Piece { kind, side }: Piece) -> u8 {
        self.counts[side.index()].get(kind.index()).copied().unwrap_or(0)
    }

    /// Puts a piece into the reserve. Gives `false`, and changes nothing, where no more fit.
    #[inline]
    pub fn add(&mut self, piece: Piece) -> bool {
        let Piece { kind, side } = piece;
        match self.counts[side.index()].get_mut(kind.index()) {
            Some(count) if *count < Self::MOST => {
                *count += 1;
                self.held[side.index()] |= 1 << kind.index();
                self.key ^= zobrist::reserved(piece, *count);
                true
            }
            _ => false,
        }
    }

    /// Takes a piece out of the reserve. Returns false, and changes nothing, if there is none.
    #[inline]
    pub fn take(&mut self, piece: Piece) -> bool {
        let Piece { kind, side } = piece;
        match self.counts[side.index()].get_mut(kind.index()) {
            Some(count) if *count > 0 => {
                self.key ^= zobrist::reserved(piece, *count);
                *count -= 1;
                // The bit was set, since there was one: it goes with the last.
                self.held[side.index()] ^= u16::from(*count == 0) << kind.index();
                true
            }
            _ => false,
        }
    }

    /// The kinds that a side has in reserve, each once.
    #[inline]
    pub fn kinds(&self, side: Side) -> impl Iterator<Item = Kind> + use<> {
        let mut rest = self.held[side.index()];
        std::iter::from_fn(move || {
            let kind = (rest != 0).then(|| Kind(rest.trailing_zeros() as u8));
            // Wrapping, since the empty mask comes here too, once at the end.
            rest &= rest.wrapping_sub(1);
            kind
        })
    }

    /// The exclusive or of the numbers of all pieces in reserve, by their count.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> ZobristKey {
        self.key
    }

    /// The [`zobrist`](Self::key) recomputed from the counts.
    #[cfg(test)]
    fn fresh_key(&self) -> ZobristKey {
        let mut sum = 0;
        for side in Side::BOTH {
            for kind in self.kinds(side) {
                let piece = Piece { kind, side };
                sum ^= (1..=self.count(piece)).fold(0, |sum, nth| sum ^ zobrist::reserved(piece, nth));
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
