//! Squares and moves as values, and the one text by which each is printed.

use std::fmt::{self, Write};

/// A square by its printed coordinates, `a1` to `z99`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WireSquare {
    /// The file, 0 to 25 for `a` to `z`.
    pub file: u8,
    /// The rank as printed, 1 to 99.
    pub rank: u8,
}

/// The pieces that a shot or a step removes, in the order of the text: at least one, the nearest first.
///
/// ```
/// use helgi_notation::{Victims, WireSquare};
///
/// let [e5, f5] = [(4, 5), (5, 5)].map(|(file, rank)| WireSquare { file, rank });
/// let victims = Victims::new([e5, f5]).unwrap();
/// assert_eq!(victims.iter().collect::<Vec<_>>(), [e5, f5]);
/// assert_eq!(Victims::new([]), None);
/// assert_eq!(Victims::new([e5; Victims::MOST + 1]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Victims {
    // Behind the last victim all squares are alike, so that equal victims are equal values.
    squares: [WireSquare; Victims::MOST],
    count: u8,
}

impl Victims {
    /// The most victims of one move.
    pub const MOST: usize = 31;

    /// The victims on these squares; `None` if there are none, or more than [`MOST`](Self::MOST).
    #[must_use]
    pub fn new(victims: impl IntoIterator<Item = WireSquare>) -> Option<Self> {
        let nowhere = WireSquare { file: 0, rank: 0 };
        let mut found = Victims { squares: [nowhere; Victims::MOST], count: 0 };
        for victim in victims {
            *found.squares.get_mut(usize::from(found.count))? = victim;
            found.count += 1;
        }
        (found.count > 0).then_some(found)
    }

    /// The squares, in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = WireSquare> {
        self.squares.iter().take(usize::from(self.count)).copied()
    }
}

impl fmt::Debug for Victims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A move as its text gives it.
///
/// [`Display`](fmt::Display) prints the one canonical form. [`FromStr`](std::str::FromStr) also
/// reads the forms that other programs write, in any case of letters:
///
/// ```
/// use helgi_notation::WireMove;
/// # fn main() -> Result<(), helgi_notation::NotationError> {
/// for (read, printed) in [
///     ("E7E8Q", "e7e8q"),
///     ("n@b3", "N@b3"),
///     ("@@@@", "0000"),
///     ("+p@e4", "+P@e4"),
///     ("E7E8+", "e7e8+"),
///     ("c3d4,d4e5,e5c3", "c3xd4xe5"),
///     ("c3xd4xe5-c3", "c3xd4xe5"),
///     ("D4G5xE5xF5", "d4g5xe5xf5"),
///     ("b4b1+xb3xb2", "b4b1+xb3xb2"),
///     ("b4b1+x2", "b4b1+x2"),
///     ("D4D7@D5", "d4d7@d5"),
///     ("d4g7xe5@f6", "d4g7xe5@f6"),
///     ("D6D7+@D6xC5", "d6d7+@d6xc5"),
///     ("e7e8,e8d4q", "e7e8q,e8d4"),
/// ] {
///     assert_eq!(read.parse::<WireMove>()?.to_string(), printed);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WireMove {
    /// `0000`: the turn passes and nothing moves.
    Pass,
    /// `N@b3`, `+P@b3`: a piece comes from the reserve.
    Drop {
        /// The piece's letter, upper case.
        letter: char,
        /// The square it comes to.
        to: WireSquare,
        /// `+` before the letter: it comes in its promoted state.
        promoted: bool,
    },
    /// `*@e4`: a wall is built and nothing moves.
    Wall {
        /// The square that becomes a wall.
        at: WireSquare,
    },
    /// `c3xd4xe5`: the piece stays where it is and removes others.
    Shot {
        /// The square of the piece that shoots.
        from: WireSquare,
        /// The squares of the pieces that leave the board.
        victims: Victims,
    },
    /// `e2e4`, with anything else that happens.
    ///
    /// If `from` and `to` are the same square, the text may stand for a pass; the game
    /// decides.
    Step {
        /// The square the piece leaves.
        from: WireSquare,
        /// The square it comes to.
        to: WireSquare,
        /// `:2`: only this many pieces from the top of the stack move, at least 1.
        count: Option<u8>,
        /// `q`: the letter of the promotion, lower case; `+` for the promoted state of the piece that moves, `-` for
        /// the plain one.
        promotion: Option<char>,
        /// `@c5`: where a hostile piece goes that the move makes, or a piece that it displaces; behind `removed` that is the last of
        /// those pieces.
        hostile_at: Option<WireSquare>,
        /// `xg10`, `xe5xf5`: the squares of other pieces that leave the board.
        removed: Option<Victims>,
        /// `+b2`: the square of another own piece that is promoted.
        promoted: Option<WireSquare>,
        /// `,e4e5` behind a move to e4: the square that becomes a wall. With one victim XBoard writes a shot in the same
        /// way; the game decides.
        wall: Option<WireSquare>,
    },
}

impl WireMove {
    /// The plain step from one square to another.
    #[must_use]
    pub const fn step(from: WireSquare, to: WireSquare) -> Self {
        Self::Step {
            from,
            to,
            count: None,
            promotion: None,
            hostile_at: None,
            removed: None,
            promoted: None,
            wall: None,
        }
    }
}

impl WireSquare {
    fn write_to(self, text: &mut impl Write) -> fmt::Result {
        text.write_char(char::from(b'a'.saturating_add(self.file)))?;
        // Nearly all ranks have one digit, and a formatter is slow beside a single character.
        match self.rank {
            rank @ 0..=9 => text.write_char(char::from(b'0' + rank)),
            rank => write!(text, "{rank}"),
        }
    }
}

impl fmt::Display for WireSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl WireMove {
    /// Writes the move at the end of a text, as [`Display`](fmt::Display) prints it, without a formatter between.
    ///
    /// # Errors
    ///
    /// If the text refuses it; a `String` never does.
    #[inline]
    pub fn write_to(&self, text: &mut impl Write) -> fmt::Result {
        match *self {
            Self::Pass => text.write_str("0000"),
            Self::Drop { letter, to, promoted } => {
                let mark = if promoted { "+" } else { "" };
                write!(text, "{mark}{}@{to}", letter.to_ascii_uppercase())
            }
            Self::Wall { at } => write!(text, "*@{at}"),
            Self::Shot { from, victims } => {
                from.write_to(text)?;
                victims.iter().try_for_each(|victim| behind('x', victim, text))
            }
            Self::Step { from, to, count, promotion, hostile_at, removed, promoted, wall } => {
                from.write_to(text)?;
                to.write_to(text)?;
                if let Some(count) = count {
                    write!(text, ":{count}")?;
                }
                if let Some(letter) = promotion {
                    text.write_char(letter.to_ascii_lowercase())?;
                }
                let place = |is_here: bool, text: &mut _| {
                    hostile_at.filter(|_| is_here).map_or(Ok(()), |square| behind('@', square, text))
                };
                // The square of a piece that is made stands behind its letter, that of one that was there behind it.
                place(promotion.is_some(), text)?;
                removed.iter().flat_map(Victims::iter).try_for_each(|victim| behind('x', victim, text))?;
                place(promotion.is_none(), text)?;
                promoted.map_or(Ok(()), |square| behind('+', square, text))?;
                if let Some(square) = wall {
                    behind(',', to, text)?;
                    square.write_to(text)?;
                }
                Ok(())
            }
        }
    }
}

/// Writes a square behind a mark.
fn behind(mark: char, square: WireSquare, text: &mut impl Write) -> fmt::Result {
    text.write_char(mark)?;
    square.write_to(text)
}

impl fmt::Display for WireMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}
