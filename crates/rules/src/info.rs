//! Facts about a game: what it is called, how it starts, which pieces it has.

use crate::board::Kind;
use crate::board::attack::{Attack, has_attack};
use crate::board::movement;

/// The facts about one game or variant, all constant.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name on the wire, such as `tavreli`.
    pub name: &'static str,
    /// The name for people, such as `Tavreli, Russian chess`.
    pub title: &'static str,
    /// The number of files, missing squares counted.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The number of kinds of pieces that a reserve can hold; 0 in games without reserves.
    pub pocket: u8,
    /// The start position.
    pub start: &'static str,
    /// The pieces; a [`Kind`](crate::board::Kind) is an index into them.
    pub pieces: &'static [PieceInfo],
    /// True if a royal piece can be in check, so that it must not be left attacked.
    pub check: bool,
    /// After how many half-moves without progress the game ends; `None` if they are not counted.
    pub move_limit: Option<u16>,
    /// True if a game can end in a draw.
    pub draws: bool,
    /// Under which exchange of the colours the rules stay the same.
    pub symmetry: Symmetry,
    /// The words of every [`Reason::Rule`](crate::Reason::Rule) that a game can end with.
    pub reasons: &'static [&'static str],
}

impl Info {
    /// Returns the name of a kind of piece; `piece` if the game has none of that number.
    #[must_use]
    pub fn piece_name(&self, kind: Kind) -> &'static str {
        self.pieces.get(kind.index()).map_or("piece", |piece| piece.name)
    }
}

/// The facts about one kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceInfo {
    /// The letter, upper case; a piece and its promoted form may share it.
    pub letter: char,
    /// The mark beside the letter.
    pub mark: PieceMark,
    /// The name for people, in lower case.
    pub name: &'static str,
    /// Its moves, as a [movement descriptor](crate::board::movement).
    pub movement: &'static str,
    /// A further remark for people; may be empty.
    pub note: &'static str,
}

impl PieceInfo {
    /// A piece that is not a promoted form of another.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [parse](crate::board::movement::parse): a constant table with a
    /// slip does not compile.
    #[must_use]
    pub const fn new(letter: char, name: &'static str, movement: &'static str, note: &'static str) -> Self {
        movement::check(movement);
        PieceInfo { letter, mark: PieceMark::None, name, movement, note }
    }

    /// Returns true for the promoted form of another piece.
    #[must_use]
    pub fn is_promoted(&self) -> bool {
        self.mark != PieceMark::None
    }

    /// The piece's text in a position, in upper case: its letter with its mark.
    #[must_use]
    pub fn text(&self) -> String {
        match self.mark {
            PieceMark::None => self.letter.to_string(),
            PieceMark::Plus => format!("+{}", self.letter),
            PieceMark::Tilde => format!("{}~", self.letter),
        }
    }

    /// The piece's text in a readable move: its letter, with a `+` if it has that mark.
    #[must_use]
    pub fn move_text(&self) -> String {
        match self.mark {
            // It moves as its letter says, so that the plain letter is enough.
            PieceMark::Tilde => self.letter.to_string(),
            PieceMark::None | PieceMark::Plus => self.text(),
        }
    }
}

/// The mark that tells a promoted piece from another one of its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceMark {
    /// Nothing beside the letter.
    None,
    /// `+` before the letter, in positions and in moves: a promoted piece with moves of its own.
    Plus,
    /// `~` behind the letter, in positions only: a promoted piece that moves as its letter says.
    Tilde,
}

/// The kinds that attack in some way, in order.
///
/// # Panics
///
/// If they are not `N`, which as a constant does not compile.
pub(crate) const fn attackers<const N: usize>(pieces: &[PieceInfo], attack: Attack) -> [Kind; N] {
    let mut kinds = [Kind(0); N];
    let (mut kind, mut count) = (0, 0);
    while kind < pieces.len() {
        if has_attack(pieces[kind].movement, attack) {
            kinds[count] = Kind(kind as u8);
            count += 1;
        }
        kind += 1;
    }
    assert!(count == N, "another number of kinds attacks so");
    kinds
}

/// The way the board is turned when the colours are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Ranks are exchanged, files stay.
    Mirror,
    /// Ranks and files are exchanged: the board is turned by 180 degrees.
    HalfTurn,
}
