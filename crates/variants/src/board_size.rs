//! The sizes of boards for which the types of games and positions are compiled.

use helgi_rules::internals::board::LARGEST_BOARD;

/// The numbers of words of 64 squares that boards of up to 64, 128 and 192 squares have, and those of more: of one size each,
/// or of the largest.
pub(crate) const SMALL: usize = if cfg!(feature = "small") { HUGE } else { 1 };
pub(crate) const MEDIUM: usize = if cfg!(feature = "small") { HUGE } else { 2 };
pub(crate) const LARGE: usize = if cfg!(feature = "small") { HUGE } else { 3 };
pub(crate) const HUGE: usize = LARGEST_BOARD;

/// The squares that fit in so many words.
pub(crate) const fn capacity(words: usize) -> usize {
    // As `Bitboard::CAPACITY`: the last index of four words is left for "none".
    if words == 4 { 255 } else { 64 * words }
}

/// Calls a method that is generic over the words and squares of a board with those of a number of squares.
macro_rules! on_board {
    ($squares:expr, $of:ident.$method:ident($($argument:expr),+)) => {{
        use $crate::board_size::{HUGE, LARGE, MEDIUM, SMALL, capacity};
        match $squares {
            0..=64 => $of.$method::<SMALL, { capacity(SMALL) }>($($argument),+),
            65..=128 => $of.$method::<MEDIUM, { capacity(MEDIUM) }>($($argument),+),
            129..=192 => $of.$method::<LARGE, { capacity(LARGE) }>($($argument),+),
            _ => $of.$method::<HUGE, { capacity(HUGE) }>($($argument),+),
        }
    }};
}
pub(crate) use on_board;
