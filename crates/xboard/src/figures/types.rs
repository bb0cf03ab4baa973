//! The figures of a game.

use std::borrow::Cow;
use thiserror::Error;

/// The look of one game in XBoard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The name under which XBoard offers the game: one that it knows; the game's own; or one like that, if XBoard
    /// would take it for the name of another game.
    pub variant: Cow<'static, str>,
    /// The game whose further rules XBoard takes over; `None` for a game that XBoard knows by itself.
    pub parent: Option<Parent>,
    /// The number of kinds of pieces in hand, at most 16.
    pub holdings: u8,
    /// The letters of each kind of piece, in the order of [`Info::pieces`](helgi_rules::Info::pieces): the first for a piece that
    /// stands alone, the others for the top of higher and higher stacks. The last one stands for all
    /// that are higher still. Pieces that look alike to XBoard share letters.
    pub pieces: Vec<Vec<Figure>>,
    /// The letters of forms that XBoard takes for promoted ones, each behind that of its plain form. They are not on
    /// the wire: `+P` is there instead.
    pub promoted: Vec<(char, char)>,
    /// The letters of pieces whose [shadows](super::captives) promoted pawns become, `Q~` on the wire.
    pub shadows: Vec<char>,
    /// True if nothing is stated of the game, so that its promotions may be in any order.
    pub is_automatic: bool,
    /// The heights of stacks that take the second and the third letter; in games with stacks.
    pub heights: &'static [usize],
    /// A letter in no slot: a piece that is promoted to it disappears.
    pub vanish: char,
    /// The letter of an obstacle or a wall, in games that have them; on the board it may have either colour.
    pub obstacle: Option<char>,
    /// The slot of walls, in games that build them and have no piece for that.
    pub wall: Option<u8>,
    /// The letter that keeps the king's slot free of any piece, in games without a piece there.
    pub dummy_king: Option<char>,
    /// The part of the king's movement in XBoard that is not in its descriptor: the castling.
    pub castling: &'static str,
    /// The reason why XBoard's board goes wrong in the course of a game, so that the game is not offered.
    pub fault: Option<NotShown>,
}

/// The game whose further rules XBoard takes over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parent {
    /// `fairy`: captured pieces come into the hand, if there is one, and pieces may be dropped only
    /// from there.
    Fairy,
    /// `bughouse`: captured pieces are gone, and any piece may be dropped at any time, which puts
    /// the board right after moves that XBoard cannot make.
    Bughouse,
    /// `seirawan`: captured pieces are gone, and a letter behind the move of a piece, other than a pawn, is that of a piece
    /// which comes from the hand to the square that it leaves.
    Seirawan,
}

impl Parent {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Parent::Fairy => "fairy",
            Parent::Bughouse => "bughouse",
            Parent::Seirawan => "seirawan",
        }
    }
}

/// A letter and the slot in which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// The letter, upper case; XBoard writes Black's in lower case.
    pub letter: char,
    /// The number of the slot, from 0.
    pub slot: u8,
}

/// The reason why XBoard cannot show a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotShown {
    /// The board has too many files, or too many for one with hands.
    #[error("{0} files are more than XBoard can show")]
    Files(u8),
    /// The board has too many ranks.
    #[error("{0} ranks are more than XBoard can show")]
    Ranks(u8),
    /// There are more kinds of pieces than letters.
    #[error("{0} kinds of pieces are more than XBoard has letters for")]
    Kinds(usize),
    /// Walls are dropped, and what is dropped has to come from a hand that captures fill.
    #[error("XBoard cannot build walls in a game in which captured pieces come into the hand")]
    Walls,
    /// The hand is filled by captures in another way than XBoard's.
    #[error("XBoard cannot fill the hand with captured pieces by the rules of this game")]
    Captives,
    /// The king castles onto its own rook, which XBoard then takes for one that was captured: a rook comes into the hand.
    #[error("XBoard puts a rook into the hand where the king castles onto its own, as this game has it")]
    Castling,
    /// Pieces in hand come with the moves of others, and not as in XBoard's S-Chess.
    #[error("XBoard cannot bring pieces from the hand with the moves of others by the rules of this game")]
    Gates,
}

/// The figure with a letter in a slot.
pub const fn figure(letter: char, slot: u8) -> Figure {
    Figure { letter, slot }
}
