//! Sets of squares as bits in one to four words.

use super::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares, one bit each, in `W` words of 64: one to four. Sets of other sizes do not compile:
///
/// ```compile_fail
/// let set = helgi_rules::board::Bitboard::<5>::EMPTY;
/// ```
///
/// Squares are ordered by their index. The set is not an iterator itself; iterate over it by value:
///
/// ```
/// use helgi_rules::board::{Square, Bitboard};
/// let set = Bitboard::<2>::from(Square(3)) | Bitboard::from(Square(100));
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square(3), Square(100)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bitboard<const W: usize>([u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The set without squares.
    pub const EMPTY: Self = {
        // Evaluated for each size that is used, so that a wrong one does not compile.
        assert!(Self::CAPACITY > 0);
        Bitboard([0; W])
    };

    /// The number of words.
    const WORDS: usize = {
        assert!(W >= 1 && W <= 4, "a set of squares has one to four words");
        W
    };

    /// The number of squares that fit; also the index that `first_index`
    /// gives for the empty set. Four words have 255: the last index is left for "none".
    #[doc(hidden)] // a part of `internals`
    pub const CAPACITY: u8 = if Self::WORDS == 4 { u8::MAX } else { (Self::WORDS * 64) as u8 };

    /// The first `count` squares of the board.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn first_squares(count: usize) -> Self {
        let mut set = Self::EMPTY;
        for index in 0..count {
            set.insert(Square(index as u8));
        }
        set
    }

    /// Returns true if `square` is in the set. The square must be one of the first `64 * W`, of four words
    /// the first 255, as for everything that takes a square here: this is asked too often to be checked.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0[Self::word(square)] >> (square.0 % 64) & 1 != 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[Self::word(square)] |= 1 << (square.0 % 64);
    }

    /// Takes `square` out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[Self::word(square)] &= !(1 << (square.0 % 64));
    }

    /// Puts `square` in if it is out, and the other way round.
    #[inline]
    pub(crate) const fn toggle(&mut self, square: Square) {
        self.0[Self::word(square)] ^= 1 << (square.0 % 64);
    }

    /// The same squares in a set of four words.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn widened(self) -> Bitboard<4> {
        let mut words = [0; 4];
        words[..W].copy_from_slice(&self.0);
        Bitboard(words)
    }

    /// A number for this set behind others, of which `sum` was made so.
    ///
    /// ```
    /// use helgi_rules::board::{Bitboard, Square};
    ///
    /// let [one, other] = [3, 100].map(|index| Bitboard::<2>::from(Square(index)));
    /// assert_ne!(one.folded(0), other.folded(0));
    /// ```
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn folded(self, sum: u64) -> u64 {
        // Odd, so that nothing is lost; from the golden ratio.
        self.0
            .iter()
            .fold(sum, |sum, &word| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(29))
    }

    /// The number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let mut count = 0;
        let mut word = 0;
        while word < W {
            count += self.0[word].count_ones();
            word += 1;
        }
        count as usize
    }

    /// Returns true if no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let mut all = 0;
        let mut word = 0;
        while word < W {
            all |= self.0[word];
            word += 1;
        }
        all == 0
    }

    /// Returns true if at least two squares are in the set.
    #[inline]
    #[must_use]
    pub fn has_several(self) -> bool {
        let mut rest = self;
        // Cheaper than counting: one word is looked at in most cases.
        rest.drop_first();
        !rest.is_empty()
    }

    /// Returns true if the two sets share a square.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns true if every square of this set is in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The set itself if `condition` holds, else the empty set.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::EMPTY }
    }

    /// Every index if `condition` holds, else none; made without a branch.
    #[inline]
    pub(super) const fn all_if(condition: bool) -> Self {
        // True becomes all ones.
        Bitboard([(condition as u64).wrapping_neg(); W])
    }

    /// The square with the lowest index.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square> {
        let index = self.first_index();
        (index < Self::CAPACITY).then_some(Square(index))
    }

    /// The lowest index in the set, or [`CAPACITY`](Self::CAPACITY) for the empty set.
    #[inline]
    #[must_use]
    pub(crate) const fn first_index(self) -> u8 {
        let mut word = 0;
        // The last word needs no test: an empty one has 64 trailing zeros, which makes the capacity.
        while word + 1 < W {
            if self.0[word] != 0 {
                return (word * 64) as u8 + self.0[word].trailing_zeros() as u8;
            }
            word += 1;
        }
        // Of four words that would be 256; with fewer nothing can overflow, which the compiler sees.
        ((word * 64) as u8).saturating_add(self.0[word].trailing_zeros() as u8)
    }

    /// The highest index in the set, or 255 for the empty set.
    #[inline]
    #[must_use]
    pub(crate) const fn last_index(self) -> u8 {
        let mut word = W - 1;
        while word > 0 {
            if self.0[word] != 0 {
                return (word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8;
            }
            word -= 1;
        }
        // 64 leading zeros of the empty set wrap to 255.
        63u8.wrapping_sub(self.0[0].leading_zeros() as u8)
    }

    /// Takes the lowest square out, if there is one.
    #[inline]
    pub(crate) const fn drop_first(&mut self) {
        let mut word = 0;
        while word < W {
            if self.0[word] != 0 {
                // Clears the lowest bit that is set.
                self.0[word] &= self.0[word] - 1;
                return;
            }
            word += 1;
        }
    }

    /// The word that holds `square`. The mask keeps the index in bounds, so that the compiler
    /// needs no check where `W` is 1.
    #[inline]
    const fn word(square: Square) -> usize {
        if W == 1 { 0 } else { (square.0 / 64) as usize }
    }
}

impl<const W: usize> From<Square> for Bitboard<W> {
    #[inline]
    fn from(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }
}

impl<const W: usize> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $word:expr) => {
        impl<const W: usize> $trait for Bitboard<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, &$b) in self.0.iter_mut().zip(&other.0) {
                    let $a = *word;
                    *word = $word;
                }
                self
            }
        }

        impl<const W: usize> $assign for Bitboard<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<const W: usize> Not for Bitboard<W> {
    type Output = Self;

    /// Returns every index that is not in the set, also those that are not squares of the board.
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;

    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares(self)
    }
}

/// The squares of a set in the order of their index.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize>(Bitboard<W>);

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first();
        self.0.drop_first();
        first
    }

    /// Word by word, which is quicker than looking for the next one from each square.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (word, mut rest) in self.0.0.into_iter().enumerate() {
            while rest != 0 {
                folded = f(folded, Square((word * 64) as u8 + rest.trailing_zeros() as u8));
                rest &= rest - 1;
            }
        }
        folded
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<const W: usize> ExactSizeIterator for Squares<W> {}
