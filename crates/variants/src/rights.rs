//! Castling rights: which kings and rooks may still castle.

use helgi_rules::board::{Side, Square, ZobristKey, zobrist};

const CASTLING_FACT: u8 = 0;
const ROOK_FACT: u8 = 1;

/// By rights: their number in the key. A field for the sum would make every position larger.
static RIGHTS_KEYS: [ZobristKey; 16] = {
    let mut keys = [0; 16];
    let mut rights = 1;
    while rights < 16 {
        keys[rights] = zobrist::fact(CASTLING_FACT, rights as u64);
        rights += 1;
    }
    keys
};

/// The number of a right with the square of its rook.
const fn rook_number(right: usize, rook: usize) -> ZobristKey {
    zobrist::fact(ROOK_FACT, (rook << 8 | right) as u64)
}

/// By the number of the right and the square of the rook.
#[cfg(not(feature = "small"))]
static ROOK_KEYS: [[ZobristKey; 256]; 4] = {
    let mut keys = [[0; 256]; 4];
    let mut index = 0;
    while index < 4 * 256 {
        let (right, rook) = (index / 256, index % 256);
        keys[right][rook] = rook_number(right, rook);
        index += 1;
    }
    keys
};

#[cfg(not(feature = "small"))]
#[inline]
fn rook_key(right: usize, rook: Square) -> ZobristKey {
    ROOK_KEYS[right][rook.index()]
}

/// The same number without the table of 8 kB that nothing compresses.
#[cfg(feature = "small")]
#[inline]
fn rook_key(right: usize, rook: Square) -> ZobristKey {
    rook_number(right, rook.index())
}

/// The castlings that are still possible: by side, king's side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castlings {
    /// By side.
    kings: [Square; 2],
    rooks: [Square; 4],
    /// A bit for each, in the order `KQkq`.
    rights: u8,
    /// True if the last move has won by castling.
    pub has_won: bool,
}

impl Castlings {
    /// None at all.
    pub const NONE: Castlings =
        Castlings { kings: [Square(0); 2], rooks: [Square(0); 4], rights: 0, has_won: false };

    /// Adds the castling of a king and a rook, on the side on which the rook stands.
    pub fn gain(&mut self, side: Side, king: Square, rook: Square) {
        let index = 2 * side.index() + usize::from(rook < king);
        if self.kings[side.index()] != king {
            // Rights belong to one king: those of another one of the side end.
            self.rights &= !(0b11 << (2 * side.index()));
        }
        self.kings[side.index()] = king;
        self.rooks[index] = rook;
        self.rights |= 1 << index;
    }

    /// Ends the castlings that need the piece on a square.
    #[inline]
    pub fn lose(&mut self, square: Square) {
        if self.rights == 0 {
            return;
        }
        for index in 0..4 {
            if self.rooks[index] == square || self.kings[index / 2] == square {
                self.rights &= !(1 << index);
            }
        }
    }

    /// Ends the castling of a side to one side of the board.
    pub fn lose_wing(&mut self, side: Side, is_king_side: bool) {
        self.rights &= !(1 << (2 * side.index() + usize::from(!is_king_side)));
    }

    /// Returns true if one of some castlings, a bit for each in the order `KQkq`, is still possible.
    pub fn has_one_of(&self, rights: u8) -> bool {
        self.rights & rights != 0
    }

    /// Their part of a position's hash key.
    #[inline]
    pub fn key(&self) -> ZobristKey {
        let rights_key = RIGHTS_KEYS[usize::from(self.rights % 16)];
        self.rooks().fold(rights_key, |sum, (right, rook)| sum ^ rook_key(right, rook))
    }

    /// Returns true if a side may still castle.
    #[inline]
    pub fn has_any(&self, side: Side) -> bool {
        self.rights >> (2 * side.index()) & 0b11 != 0
    }

    /// The rooks of the castlings that are possible.
    pub fn rooks(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        (0..4).filter(|index| self.rights >> index & 1 != 0).map(|index| (index, self.rooks[index]))
    }

    /// The king of a side; of consequence only if it may castle.
    pub fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }
}
