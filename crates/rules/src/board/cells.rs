//! Boards with at most one piece on a square: the pieces by square, with the Zobrist key kept in step.

use super::{Bitboard, Kind, Piece, Side, Square, ZobristKey, zobrist};

const EMPTY: u8 = 255;

/// The pieces of a board of `N` squares in `W` words, of up to 2^`BITS` kinds.
///
/// Kept twice, because both questions are asked all the time: as a list by square, and as sets by
/// side and by kind. The kinds are sets of their binary digits, which keeps the many kinds of the
/// larger games small enough to copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells<const W: usize, const N: usize, const BITS: usize> {
    at: [u8; N],
    sides: [Bitboard<W>; 2],
    digits: [Bitboard<W>; BITS],
    key: ZobristKey,
}

impl<const W: usize, const N: usize, const BITS: usize> Default for Cells<W, N, BITS> {
    fn default() -> Self {
        Cells { at: [EMPTY; N], sides: [Bitboard::EMPTY; 2], digits: [Bitboard::EMPTY; BITS], key: 0 }
    }
}

impl<const W: usize, const N: usize, const BITS: usize> Cells<W, N, BITS> {
    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        // A look whether there is such a square is quicker than a remainder.
        match self.at.get(square.index()).copied().unwrap_or(EMPTY) {
            EMPTY => None,
            code => Some(Piece {
                kind: Kind(code & 0x7F),
                side: if code & 0x80 == 0 { Side::White } else { Side::Black },
            }),
        }
    }

    /// Puts a piece on an empty square. Nothing happens off the board.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.at(square).is_none(), "{square:?} is occupied");
        if let Some(at) = self.at.get_mut(square.index()) {
            *at = piece.kind.0 | (piece.side as u8) << 7;
            self.toggle(square, piece);
        }
    }

    /// Takes the piece off a square, if there is one.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.at(square)?;
        // The remainder only spares the check: there was a piece on the square.
        self.at[square.index() % N] = EMPTY;
        self.toggle(square, piece);
        Some(piece)
    }

    /// The squares of one side's pieces.
    #[inline]
    #[must_use]
    pub fn side(&self, side: Side) -> Bitboard<W> {
        self.sides[side.index()]
    }

    /// The squares of all pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard<W> {
        self.sides[0] | self.sides[1]
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    #[must_use]
    pub fn of(&self, side: Side, kind: Kind) -> Bitboard<W> {
        let mut set = self.side(side);
        for (bit, &digit) in self.digits.iter().enumerate() {
            // Without branches: kinds alternate, so that branches would be mispredicted.
            set &= digit ^ Bitboard::all_if(kind.0 >> bit & 1 == 0);
        }
        set
    }

    /// Hash of the pieces on these squares; equal arrangements hash equally. Pieces outside do not
    /// matter. Indexes the correction history.
    #[inline]
    #[must_use]
    pub fn piece_hash(&self, squares: Bitboard<W>) -> ZobristKey {
        let sets = self.digits.iter().chain([&self.sides[0], &self.sides[1]]);
        sets.fold(0, |sum, &set| (set & squares).folded(sum))
    }

    /// The exclusive or of the numbers of all pieces on their squares.
    #[inline]
    #[must_use]
    pub fn key(&self) -> ZobristKey {
        self.key
    }

    /// The [`zobrist`](Self::key) recomputed from the squares.
    #[cfg(test)]
    fn fresh_key(&self) -> ZobristKey {
        let number = |index| self.at(Square(index)).map_or(0, |piece| zobrist::piece(piece, Square(index)));
        (0..N as u8).map(number).fold(0, |sum, number| sum ^ number)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.sides[piece.side.index()].toggle(square);
        for (bit, digit) in self.digits.iter_mut().enumerate() {
            if piece.kind.0 >> bit & 1 != 0 {
                digit.toggle(square);
            }
        }
        self.key ^= zobrist::piece(piece, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_views_and_the_key_stay_in_step() {
        let mut cells = Cells::<2, 104, 5>::default();
        let piece = |kind, side| Piece { kind: Kind(kind), side };
        cells.put(Square(0), piece(0, Side::White));
        cells.put(Square(70), piece(21, Side::Black));
        cells.put(Square(103), piece(21, Side::White));
        assert_eq!(cells.of(Side::Black, Kind(21)), Bitboard::from(Square(70)));
        assert_eq!(cells.of(Side::White, Kind(0)), Bitboard::from(Square(0)));
        assert!(cells.of(Side::Black, Kind(0)).is_empty());
        assert_eq!(cells.key(), cells.fresh_key());
        let [one, both] =
            [Square(70), Square(103)].map(|square| Bitboard::from(square) | Bitboard::from(Square(70)));
        let patterns = [cells.piece_hash(one), cells.piece_hash(both)];
        assert_ne!(patterns[0], patterns[1]);
        cells.take(Square(103));
        assert_eq!([cells.piece_hash(one), cells.piece_hash(both)], [patterns[0]; 2]);
        cells.put(Square(103), piece(21, Side::White));
        assert_eq!(cells.take(Square(70)), Some(piece(21, Side::Black)));
        assert_eq!(cells.take(Square(70)), None);
        assert_eq!((cells.occupied().len(), cells.key()), (2, cells.fresh_key()));
    }
}
