//! The squares of a board, and their names.

use super::side_effects::EffectList;
use super::{Side, Square};
use std::sync::Arc;
use thiserror::Error;

/// The reason why there is no board of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{found} {things}: expected at most {most}")]
pub struct OutlineError {
    things: &'static str,
    found: usize,
    most: usize,
}

impl OutlineError {
    /// An error if there are more of these things than there may be.
    fn check(things: &'static str, found: usize, most: usize) -> Result<(), OutlineError> {
        if found > most { Err(OutlineError { things, found, most }) } else { Ok(()) }
    }
}

/// The squares of a board and their coordinates.
///
/// A board is a rectangle in which squares may be missing. Squares are numbered without gaps from
/// the first rank up, each rank from file a on.
#[derive(Clone, Debug)]
pub struct Outline {
    files: u8,
    ranks: u8,
    cells: Vec<(u8, u8)>,
    squares: Vec<Option<Square>>,
    /// The numbered effects of the moves of the game that is played on it, if it has such moves.
    pub(super) effects: Option<Arc<EffectList>>,
}

impl Outline {
    /// The most files: one for each letter.
    const MOST_FILES: u8 = 26;
    /// The most ranks: their numbers have two digits.
    const MOST_RANKS: u8 = 99;
    /// The most squares: as many as a [`Square`] can number.
    const MOST_SQUARES: usize = 256;

    /// A board of `files` x `ranks` with the squares of which `exists(file, rank)` holds; files and
    /// ranks count from 0.
    ///
    /// # Panics
    ///
    /// If there is no such board; [`try_new`](Self::try_new) returns an error then.
    pub fn new(files: u8, ranks: u8, exists: impl Fn(u8, u8) -> bool) -> Self {
        match Self::try_new(files, ranks, exists) {
            Ok(outline) => outline,
            Err(error) => panic!("{error}"),
        }
    }

    /// The same, for a size that may be any.
    ///
    /// # Errors
    ///
    /// If squares would lack a number or a name of their own: there are more than 26 files, 99 ranks or 256 squares.
    ///
    /// ```
    /// use helgi_rules::board::Outline;
    ///
    /// assert!(Outline::try_new(20, 20, |_, _| true).is_err());
    /// assert!(Outline::try_new(20, 20, |file, rank| file < 8 && rank < 8).is_ok());
    /// ```
    pub fn try_new(files: u8, ranks: u8, exists: impl Fn(u8, u8) -> bool) -> Result<Self, OutlineError> {
        OutlineError::check("files", files.into(), Self::MOST_FILES.into())?;
        OutlineError::check("ranks", ranks.into(), Self::MOST_RANKS.into())?;
        let size = usize::from(files) * usize::from(ranks);
        let (mut cells, mut squares) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for rank in 0..ranks {
            for file in 0..files {
                squares.push(exists(file, rank).then(|| {
                    cells.push((file, rank));
                    // May wrap on a board that is too large; that is refused below, once all squares are counted.
                    Square((cells.len() - 1) as u8)
                }));
            }
        }
        OutlineError::check("squares", cells.len(), Self::MOST_SQUARES)?;
        Ok(Outline { files, ranks, cells, squares, effects: None })
    }

    /// The number of files, missing squares counted.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of squares that exist.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no game is played without squares")]
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// The greatest number of numbered effects that a move from one square to another can have.
    pub(crate) fn most_effects(&self) -> usize {
        self.effects.as_ref().map_or(0, |effects| effects.most())
    }

    /// All squares in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.cells.len()).map(|index| Square(index as u8))
    }

    /// The square at a file and rank, both from 0, if it exists.
    #[must_use]
    pub fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        self.squares[rank as usize * self.files as usize + file as usize]
    }

    /// The file of a square, from 0.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    #[must_use]
    pub fn file(&self, square: Square) -> u8 {
        self.cells[square.index()].0
    }

    /// The rank of a square, from 0.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    #[must_use]
    pub fn rank(&self, square: Square) -> u8 {
        self.cells[square.index()].1
    }

    /// The rank of a square as its owner counts: 0 is the own first rank.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    #[must_use]
    pub fn rank_of(&self, side: Side, square: Square) -> u8 {
        match side {
            Side::White => self.rank(square),
            Side::Black => self.ranks - 1 - self.rank(square),
        }
    }

    /// The square `files` to the right and `ranks` up (as White sees it), if it exists, and `from` is on the board.
    #[must_use]
    pub fn offset(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let &(file, rank) = self.cells.get(from.index())?;
        self.square(file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?)
    }

    /// The square's name, such as `e4` or `q11`; ranks count from 1.
    ///
    /// # Panics
    ///
    /// If the square is not on the board.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        let (file, rank) = (self.file(square), self.rank(square) + 1);
        // Boards name squares all the time: no formatting for it.
        let mut name = String::with_capacity(3);
        name.push((b'a' + file) as char);
        if rank >= 10 {
            name.push((b'0' + rank / 10) as char);
        }
        name.push((b'0' + rank % 10) as char);
        name
    }

    /// The square of a name, if it is one of this board.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = letters.next()?.to_ascii_lowercase() as u32;
        let digits = letters.as_str();
        // Rust's numbers may begin so, names of squares never do: each square has one name.
        if digits.starts_with(['0', '+']) {
            return None;
        }
        let rank: u8 = digits.parse().ok()?;
        // Any character may stand there; what is before `a` is no file.
        let file = u8::try_from(file.checked_sub('a' as u32)?).ok()?;
        self.square(file, rank.checked_sub(1)?)
    }
}
