//! Squares and sides: the two coordinates everything else is indexed by.

use std::fmt;
use std::ops::Not;

/// One square of a board, as an index that only the board's [`Outline`](super::Outline) can turn
/// into a file and a rank. Boards have at most 255 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The square as an array index, below 256.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number, as in `#28`: the name depends on the board, see [`Outline::name`](super::Outline::name).
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player whose pieces are written in upper case; moves first in every game.
    White,
    /// The player whose pieces are written in lower case.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A letter in the case of this side: upper for White, lower for Black.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub const fn cased(self, letter: char) -> char {
        match self {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The side that a letter is [cased](Self::cased) for: White if it is upper case, else Black.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub const fn of_letter(letter: char) -> Side {
        if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
    }

    /// `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}
