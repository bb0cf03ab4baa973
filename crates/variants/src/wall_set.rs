//! The walls of a position.

use helgi_rules::board::{Bitboard, Square, ZobristKey, zobrist};

/// The class of walls among the facts of the hash key.
const WALL_FACT: u8 = 4;

/// The squares that nothing can enter, with their key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallSet<const W: usize> {
    squares: Bitboard<W>,
    key: ZobristKey,
}

impl<const W: usize> WallSet<W> {
    /// The squares.
    #[inline]
    pub fn squares(&self) -> Bitboard<W> {
        self.squares
    }

    /// Their part of a position's hash key.
    #[inline]
    pub fn key(&self) -> ZobristKey {
        self.key
    }

    /// Makes a square a wall.
    pub fn insert(&mut self, square: Square) {
        if !self.squares.has(square) {
            self.squares.insert(square);
            self.key ^= wall_key(square);
        }
    }

    /// Takes walls away.
    pub fn remove(&mut self, squares: Bitboard<W>) {
        for square in squares & self.squares {
            self.squares.remove(square);
            self.key ^= wall_key(square);
        }
    }
}

impl<const W: usize> From<Bitboard<W>> for WallSet<W> {
    fn from(squares: Bitboard<W>) -> Self {
        WallSet { squares, key: squares.into_iter().fold(0, |sum, square| sum ^ wall_key(square)) }
    }
}

fn wall_key(square: Square) -> ZobristKey {
    zobrist::fact(WALL_FACT, square.0.into())
}
