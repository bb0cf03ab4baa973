//! Facts about a game: its name, its start, its pieces.

use crate::board::attack::{Attack, has_attack};
use crate::board::movement::{self, Term};
use crate::board::path::{Mode, Path};
use crate::board::{Kind, Side};
use crate::phrase::{Phrase, Translation};
use std::borrow::Cow;

/// A rule by which the owner of an entered king may declare a win. It counts the pieces in the enemy's camp, the king aside, and
/// the points of these and of those in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The ranks of a camp.
    pub camp: u8,
    /// The least number of own pieces in the enemy's camp besides the king.
    pub pieces: usize,
    /// By side, White first: the least number of points.
    pub points: [usize; 2],
    /// The kinds that count five points, promoted ones among them; others count one, and the king none.
    pub large: &'static [Kind],
}

impl Declaration {
    /// The rule of the Computer Shogi Association: ten pieces and 28 points for White, who moves first, 27 for Black.
    #[must_use]
    pub const fn csa(large: &'static [Kind]) -> Self {
        Declaration { camp: 3, pieces: 10, points: [28, 27], large }
    }
}

/// The facts about one game or variant, all constant: those that each game has by [`new`](Self::new); what is not as in most games is
/// assigned to the fields.
///
/// ```
/// use helgi_rules::{Info, PieceInfo};
///
/// static PIECES: [PieceInfo; 1] = [PieceInfo::new('M', "man", "fmWfF")];
/// static INFO: Info = {
///     let mut info = Info::new("race", "Race of men", (8, 4), "mmmmmmmm/8/8/MMMMMMMM w - - 0 1", &PIECES);
///     info.summary = "The first man on the last rank wins.";
///     info.draws = false;
///     info
/// };
/// assert_eq!((INFO.family, INFO.files, INFO.draws), ("race", 8, false));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The name on the wire, such as `tavreli`.
    pub name: &'static str,
    /// The name for people, such as `Tavreli, Russian chess`.
    pub title: &'static str,
    /// Further names under which it is [found](crate::GameId::named), as other programs write them. Those of games that
    /// come along as files stand beside the files.
    pub aliases: &'static [&'static str],
    /// One sentence about the game for somebody who chooses one.
    pub summary: &'static str,
    /// The name of the game that it is a variant of; its own name if it is none. Variants share a rules page.
    pub family: &'static str,
    /// The number of files, missing squares counted.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The number of kinds of pieces that a reserve can hold; 0 in games without reserves.
    pub pocket: u8,
    /// The fate of captured pieces.
    pub captives: Captives,
    /// The start position.
    pub start: &'static str,
    /// The pieces; a [`Kind`](crate::board::Kind) is an index into them.
    pub pieces: &'static [PieceInfo],
    /// After how many half-moves without progress the game ends; `None` if they are not counted.
    pub move_limit: Option<u16>,
    /// True if a game can end in a draw.
    pub draws: bool,
    /// True if walls are built in the course of a game, on squares that are no part of the board then.
    pub walls: bool,
    /// The thing that closes squares.
    pub obstacle: Obstacle,
    /// True if pieces in hand come to the board with the moves of others.
    pub gates: bool,
    /// Under which exchange of the colours the rules stay the same.
    pub symmetry: Symmetry,
    /// The phrase of every [`Reason::Rule`](crate::Reason::Rule) that a game can end with.
    pub reasons: &'static [Phrase],
    /// Words of the game in other languages, beside those that the catalogues have; a part of `internals`.
    #[doc(hidden)]
    pub translations: &'static [Translation],
    /// Parts of the board that some pieces never leave, such as the palaces and the halves of xiangqi: the lower left and
    /// the upper right square of each, by file and rank from 0. Boards are drawn with their edges.
    pub zones: &'static [[(u8, u8); 2]],
    /// The name that other programs have for the game beside `UCI_Chess960`, if it is played as Chess960 is: from
    /// shuffled [starts](crate::Game::starts), and with castling written as the king's move onto its own rook.
    pub chess960: Option<&'static str>,
    /// The rule by which a player may declare a win instead of moving; `None` if the game has none. A part of `internals`.
    #[doc(hidden)]
    pub declaration: Option<Declaration>,
}

/// A kind of obstacle, for its name and its picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Obstacle {
    /// A wall, or a stone.
    #[default]
    Wall,
    /// A duck that sits on the square.
    Duck,
    /// An arrow that sticks in the ground.
    Arrow,
    /// A hole where a square was removed.
    Hole,
    /// Water over a sunken square.
    Water,
}

impl Obstacle {
    /// Returns its name in English.
    ///
    /// ```
    /// assert_eq!(helgi_rules::Obstacle::Duck.name(), "duck");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Obstacle::Wall => "wall",
            Obstacle::Duck => "duck",
            Obstacle::Arrow => "arrow",
            Obstacle::Hole => "hole",
            Obstacle::Water => "water",
        }
    }
}

impl Info {
    /// The facts that each game has: its name on the wire and the one for people, the numbers of files and ranks, the
    /// start position and the pieces. The rest is as in most games: nobody knows it by other names, it is a variant of
    /// none, what is captured is gone, nothing is counted, draws are possible.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static str,
        (files, ranks): (u8, u8),
        start: &'static str,
        pieces: &'static [PieceInfo],
    ) -> Self {
        Info {
            name,
            title,
            aliases: &[],
            summary: "",
            family: name,
            files,
            ranks,
            pocket: 0,
            captives: Captives::Gone,
            start,
            pieces,
            move_limit: None,
            draws: true,
            walls: false,
            obstacle: Obstacle::Wall,
            gates: false,
            symmetry: Symmetry::Mirror,
            reasons: &[],
            translations: &[],
            zones: &[],
            chess960: None,
            declaration: None,
        }
    }

    /// Returns true if captured pieces come into the captor's hand, not into that of a partner.
    #[must_use]
    pub const fn captures_to_hand(&self) -> bool {
        !matches!(self.captives, Captives::Gone | Captives::Partner)
    }

    /// Returns the name of a kind of piece; `piece` if the game has none of that number.
    #[must_use]
    pub fn piece_name(&self, kind: Kind) -> &'static str {
        self.pieces.get(kind.index()).map_or("piece", |piece| piece.name)
    }

    /// The kind of the pieces that must not be left attacked; `None` in games without check.
    #[must_use]
    pub fn checked_kind(&self) -> Option<Kind> {
        let kind = self.pieces.iter().position(|piece| piece.royalty == Royalty::Checked)?;
        u8::try_from(kind).ok().map(Kind)
    }
}

/// The fate of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Captives {
    /// They are out of the game.
    Gone,
    /// They leave the board for a partner's hand on a second one, and those in hand come from there.
    Partner,
    /// They come into the captor's hand without their [mark](PieceMark), and are dropped so: the first
    /// [`pocket`](Info::pocket) kinds of [`pieces`](Info::pieces) can be there.
    Unmarked,
    /// They come into a hand by other rules: with their mark, to be dropped with or without it, or with others that
    /// were not captured themselves.
    Otherwise,
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
    /// Its moves for people, as a movement descriptor such as `fmWfcF`; empty if it does not move, or if the
    /// notation cannot say how.
    pub movement: &'static str,
    /// By side: its moves as data, where they are not made of the descriptor.
    #[doc(hidden)] // a part of `internals`, as paths are
    pub own_paths: Option<[&'static [Path]; 2]>,
    /// Those moves of the piece that moved last, of either side, which it has as well.
    #[doc(hidden)] // a part of `internals`, as paths are
    pub imitates: Option<Mode>,
    /// The consequence of its loss.
    pub royalty: Royalty,
    /// The kinds it becomes on the last rank.
    pub promotion: Promotion,
    /// The kinds that cannot capture it.
    pub not_captured_by: &'static [Kind],
    /// A remark for people on everything that the other facts leave out.
    pub note: Option<Phrase>,
}

impl PieceInfo {
    /// Returns the paths of the pieces of a side.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [parse](crate::board::movement::parse): it is a constant of the game, which
    /// [`new`](Self::new) checks.
    #[must_use]
    #[doc(hidden)] // a part of `internals`, as paths are
    pub fn paths(&self, side: Side) -> Cow<'static, [Path]> {
        match self.own_paths {
            Some(paths) => Cow::Borrowed(paths[side.index()]),
            None => {
                let terms = movement::parse(self.movement).unwrap_or_else(|error| panic!("{error}"));
                terms.iter().map(|term| term.path(side)).collect()
            }
        }
    }

    /// Its moves as terms of helgi's notation; `None` if it cannot say one of them.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [parse](crate::board::movement::parse).
    #[must_use]
    #[doc(hidden)] // a part of `internals`, as paths are
    pub fn terms(&self) -> Option<Vec<Term>> {
        if self.imitates.is_some() {
            return None;
        }
        self.paths(Side::White).iter().map(Term::of_path).collect()
    }

    /// A piece that is not a promoted form of another, is not royal and never promotes.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [parse](crate::board::movement::parse): a constant table with a
    /// slip does not compile.
    #[must_use]
    pub const fn new(letter: char, name: &'static str, movement: &'static str) -> Self {
        movement::check(movement);
        PieceInfo {
            letter,
            mark: PieceMark::None,
            name,
            movement,
            own_paths: None,
            imitates: None,
            royalty: Royalty::None,
            promotion: Promotion::None,
            not_captured_by: &[],
            note: None,
        }
    }

    /// The same piece with a remark, by its name and its English words.
    #[must_use]
    pub const fn noted(self, id: &'static str, words: &'static str) -> Self {
        PieceInfo { note: Some(Phrase::new(id, words)), ..self }
    }

    /// The same piece with a meaning of its loss.
    #[must_use]
    pub const fn royal(self, royalty: Royalty) -> Self {
        PieceInfo { royalty, ..self }
    }

    /// The same piece, promoted on the last rank.
    #[must_use]
    pub const fn promoting(self, promotion: Promotion) -> Self {
        PieceInfo { promotion, ..self }
    }

    /// Returns true if pieces of a kind can capture this one where they reach it.
    #[must_use]
    pub(crate) const fn is_captured_by(&self, kind: Kind) -> bool {
        let mut number = 0;
        while number < self.not_captured_by.len() {
            if self.not_captured_by[number].0 == kind.0 {
                return false;
            }
            number += 1;
        }
        true
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
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn move_text(&self) -> String {
        match self.mark {
            // It moves as a plain one, so that the plain letter is enough.
            PieceMark::Tilde => self.letter.to_string(),
            PieceMark::None | PieceMark::Plus => self.text(),
        }
    }
}

/// The consequence of the loss of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Royalty {
    /// The game goes on.
    None,
    /// It cannot be lost: no move may leave it attacked.
    Checked,
    /// It may be captured, and the side that has lost all of this royalty loses the game.
    Objective,
}

/// The promotion of a piece that arrives on the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// It stays as it is.
    None,
    /// It becomes another piece; of several, the player chooses one.
    To {
        /// The kinds that it can become.
        kinds: &'static [Kind],
        /// A kind that it can become as a piece of the enemy.
        enemy: Option<Kind>,
    },
    /// It leaves the board.
    Leaves,
}

impl Promotion {
    /// A promotion to one of some kinds of the same side.
    #[must_use]
    pub const fn to(kinds: &'static [Kind]) -> Self {
        Promotion::To { kinds, enemy: None }
    }
}

/// The words of other programs for a game: letters of its pieces, which are read in moves and never written, and what they
/// need to write its passes and walls.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OtherSpelling {
    /// Upper-case letters that no piece of the game has, each with the letter of the piece that it means.
    pub pieces: Vec<(char, char)>,
    /// Kinds with the mark [`Plus`](PieceMark::Plus), each with the upper-case letter of the piece that it moves as: `=H`
    /// instead of `=+B`, where a promoted bishop moves as the game's piece `H`.
    pub promotions: Vec<(Kind, char)>,
    /// Royal kinds that are no kings: Fairy-Stockfish's pseudo-royal ones, which do not pass by a move to where they stand.
    pub pseudo_royals: Vec<Kind>,
    /// True if a wall is built instead of a move. Then every move has a wall there, also where a check lets none be built.
    pub walls_alone: bool,
}

/// The mark that tells a promoted piece from another one of its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceMark {
    /// Nothing beside the letter.
    None,
    /// `+` before the letter, in positions and in moves: a promoted piece with moves of its own.
    Plus,
    /// `~` after the letter, in positions only: a promoted piece that moves as a plain one.
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

#[cfg(test)]
mod tests {
    use crate::GameId;
    use crate::board::movement;

    /// Words are made of paths: nothing of a descriptor is lost on the way.
    #[test]
    fn paths_have_the_terms_of_their_descriptors() {
        for game in GameId::BUILT_IN {
            for piece in game.info().pieces {
                let terms = movement::parse(piece.movement).ok();
                assert_eq!(piece.terms(), terms, "{} {}", game.name(), piece.name);
            }
        }
    }
}
