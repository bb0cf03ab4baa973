//! The pieces that have not moved: they may still make the first leaps of Cambodian chess, or bring one from the hand.

use helgi_rules::board::{Side, ZobristKey, zobrist};

/// The class of facts for the keys of positions.
const LEAP_FACT: u8 = 10;

/// The pieces whose first move means something: by side, a bit for each file of its castling rank. A board has 26 files at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leapers([u32; 2]);

impl Leapers {
    /// None at all.
    pub const NONE: Leapers = Leapers([0; 2]);

    /// Returns true if the piece of a side on a file may.
    pub fn has(self, side: Side, file: u8) -> bool {
        self.0[side.index()] >> file & 1 != 0
    }

    /// Lets the piece of a side on a file leap.
    pub fn insert(&mut self, side: Side, file: u8) {
        self.0[side.index()] |= 1 << file;
    }

    /// Ends the leap of a side's piece on a file.
    pub fn remove(&mut self, side: Side, file: u8) {
        self.0[side.index()] &= !(1 << file);
    }

    /// Ends those of a side.
    pub fn close(&mut self, side: Side) {
        self.0[side.index()] = 0;
    }

    /// Returns true if a side has some.
    #[inline]
    pub fn has_any(self, side: Side) -> bool {
        self.0[side.index()] != 0
    }

    /// Their part of a position's hash key.
    #[inline]
    pub fn key(self) -> ZobristKey {
        if self == Leapers::NONE {
            return 0;
        }
        zobrist::fact(LEAP_FACT, u64::from(self.0[0]) << 32 | u64::from(self.0[1]))
    }
}
