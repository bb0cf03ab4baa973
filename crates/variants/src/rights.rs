//! Castling rights: which kings and rooks may still castle.

use helgi_rules::board::{Side, Square};

/// The castlings that are still possible: by side, king's side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castlings {
    /// By side.
    kings: [Square; 2],
    rooks: [Square; 4],
    /// A bit for each, in the order `KQkq`.
    pub rights: u8,
}

impl Castlings {
    /// None at all.
    pub const NONE: Castlings = Castlings { kings: [Square(0); 2], rooks: [Square(0); 4], rights: 0 };

    /// Adds the castling of a king and a rook, on the side on which the rook stands.
    pub fn gain(&mut self, side: Side, king: Square, rook: Square) {
        let index = 2 * side.index() + usize::from(rook < king);
        if self.kings[side.index()] != king {
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

    /// The rooks of the castlings that are possible.
    pub fn rooks(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        (0..4).filter(|index| self.rights >> index & 1 != 0).map(|index| (index, self.rooks[index]))
    }

    /// The king of a side; of consequence only if it may castle.
    pub fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }
}
