//! Figures for pieces of games from files: those of chess that move alike, and figures that are made of them.
//!
//! A piece is shown by its moves, and of the moves by those that people know: a rook that moves as a knight as well is a rook
//! with a knight beside it. Only a piece whose moves are none of these may be shown by its name.

mod atoms;
mod choose;

use helgi_rules::board::Side;
use helgi_rules::internals::board::path::Path;
use helgi_rules::{PieceInfo, PieceMark};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// A figure: one of the letters `KQRBNP`, of an elephant `E`, a camel `J` or a cannon `C`; what stands beside it, and a sign.
///
/// Its text is `R+N` for a rook that moves as a knight, too, `QxN` for a queen that captures as a knight, `N:ride` for a knight
/// with a sign, and `:0246` for a sign alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PieceFigure {
    /// The letter of the main figure; `None` if there is only a sign.
    pub main: Option<char>,
    /// The letter of the small figure, and its meaning.
    pub second: Option<(Second, char)>,
    /// A sign.
    pub sign: Option<FigureSign>,
}

/// The meaning of a small figure beside another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Second {
    /// The piece moves and captures as both.
    Both,
    /// It moves as the large one, and captures as the small one.
    Captures,
}

/// A sign on a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FigureSign {
    /// Single steps, a bit for each of the eight directions, clockwise from straight ahead.
    Steps(u8),
    /// Equal leaps, one after the other.
    Ride,
    /// A hop over another piece.
    Hop,
    /// A leap that a piece beside it prevents.
    Lame,
    /// The moves ahead alone.
    Ahead,
}

impl PieceFigure {
    /// The figure of a letter.
    const fn plain(letter: char) -> PieceFigure {
        PieceFigure { main: Some(letter), second: None, sign: None }
    }

    /// The same figure with a small one beside it.
    const fn with(self, letter: char) -> PieceFigure {
        PieceFigure { second: Some((Second::Both, letter)), ..self }
    }

    /// The same figure with a sign.
    const fn signed(self, sign: FigureSign) -> PieceFigure {
        PieceFigure { sign: Some(sign), ..self }
    }

    /// Returns the letter of a figure that is nothing but one of chess.
    #[must_use]
    pub const fn letter(&self) -> Option<char> {
        if self.second.is_some() || self.sign.is_some() { None } else { self.main }
    }
}

impl FigureSign {
    /// Its name in the text of a figure; digits for the directions of steps.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        match self {
            FigureSign::Steps(directions) => {
                let digits = (0..8u8).filter(|direction| directions >> direction & 1 != 0);
                digits.map(|direction| char::from(b'0' + direction)).collect::<String>().into()
            }
            FigureSign::Ride => "ride".into(),
            FigureSign::Hop => "hop".into(),
            FigureSign::Lame => "lame".into(),
            FigureSign::Ahead => "ahead".into(),
        }
    }
}

impl fmt::Display for PieceFigure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(main) = self.main {
            write!(formatter, "{main}")?;
        }
        if let Some((second, letter)) = self.second {
            write!(formatter, "{}{letter}", if second == Second::Both { '+' } else { 'x' })?;
        }
        match self.sign {
            Some(sign) => write!(formatter, ":{}", sign.name()),
            None => Ok(()),
        }
    }
}

/// The facts about a kind of piece by which it has a figure.
#[derive(Clone, Debug)]
pub struct FigureKind<'a> {
    /// Its letter, in upper case.
    pub letter: char,
    /// Its mark in positions.
    pub mark: PieceMark,
    /// Its English name.
    pub name: &'a str,
    /// White's paths.
    pub paths: Cow<'a, [Path]>,
}

impl<'a> From<&'a PieceInfo> for FigureKind<'a> {
    fn from(piece: &'a PieceInfo) -> FigureKind<'a> {
        let PieceInfo { letter, mark, name, .. } = *piece;
        FigureKind { letter, mark, name, paths: piece.paths(Side::White) }
    }
}

/// Returns the figures of the kinds of a game, in their order; `None` for one that is drawn as a letter.
///
/// No two kinds have the same, but a promoted piece may look like one that is not. A piece that is written as the plain one,
/// such as a promoted queen in crazyhouse, has that one's.
///
/// ```
/// use helgi_drawing::figures::figures;
/// use helgi_rules::PieceInfo;
///
/// let pieces = [PieceInfo::new('R', "rook", "R"), PieceInfo::new('C', "chancellor", "RN")];
/// let texts: Vec<String> = figures(pieces.iter().map(Into::into)).iter().flatten().map(ToString::to_string).collect();
/// assert_eq!(texts, ["R", "R+N"]);
/// ```
#[must_use]
pub fn figures<'a>(kinds: impl IntoIterator<Item = FigureKind<'a>>) -> Vec<Option<PieceFigure>> {
    let kinds: Vec<_> = kinds.into_iter().collect();
    let fitting: Vec<Vec<PieceFigure>> = kinds.iter().map(choose::fitting).collect();
    let is_own = |&number: &usize| {
        let first = fitting[number].first();
        first.is_some_and(|figure| figure.letter() == Some(kinds[number].letter))
    };
    // Kinds with the letter of their figure come first.
    let numbers = 0..kinds.len();
    let order = numbers.clone().filter(is_own).chain(numbers.filter(|number| !is_own(number)));
    let (mut used, mut found) = (BTreeSet::new(), vec![None; kinds.len()]);
    for number in order {
        // The star of promoted pieces tells them from others.
        let is_promoted = kinds[number].mark == PieceMark::Plus;
        found[number] = fitting[number].iter().copied().find(|&figure| used.insert((is_promoted, figure)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pieces: &[PieceInfo]) -> Vec<String> {
        let found = figures(pieces.iter().map(Into::into));
        found
            .iter()
            .map(|figure| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string()))
            .collect()
    }

    #[test]
    fn pieces_have_the_figures_of_their_moves() {
        for (movement, expected) in [
            ("WF", "K"),
            ("RB", "Q"),
            ("N", "N"),
            ("fmWfcFfmi2nDfceF", "P"),
            ("RN", "R+N"),
            ("BN", "B+N"),
            ("QN", "Q+N"),
            ("KN", "K+N"),
            ("RF", "R+K"),
            ("BW", "B+K"),
            ("RNF", "R+N:1357"),
            ("NW", "N:0246"),
            ("mQcN", "QxN"),
            ("mRcB", "RxB"),
            ("N0", "N:ride"),
            ("mRcpR", "C"),
            ("pR", "C:hop"),
            ("mBcpB", "C+B"),
            ("A", "E"),
            ("FA", "E:1357"),
            ("C", "J"),
            ("CF", "J:1357"),
            ("NC", "J+N"),
            ("fR", "R:ahead"),
            ("fN", "N:ahead"),
            ("F", ":1357"),
            ("FfW", ":01357"),
            ("mF", ":1357"),
            ("mQ", "Q"),
            ("fmWfcF", "P"),
            ("fsW", "P"),
            ("mfFcfW", "P"),
            ("WD", "-"),
            ("R4", "-"),
            ("xQ", "-"),
            ("", "-"),
        ] {
            assert_eq!(texts(&[PieceInfo::new('X', "piece", movement)]), [expected], "{movement}");
        }
    }

    #[test]
    fn a_name_counts_where_the_moves_say_nothing_and_no_figure_is_there_twice() {
        assert_eq!(texts(&[PieceInfo::new('Q', "amazon", "mQ")]), ["Q"]);
        assert_eq!(texts(&[PieceInfo::new('K', "king", "N")]), ["N"]);
        assert_eq!(texts(&[PieceInfo::new('E', "elephant", "WD")]), ["E"]);
        // Of two that move alike, that of the letter has the figure, wherever it stands.
        let pieces = [PieceInfo::new('M', "mann", "K"), PieceInfo::new('K', "king", "K")];
        assert_eq!(texts(&pieces), [":01234567", "K"]);
        let pieces = [PieceInfo::new('P', "pawn", "fmWfcF"), PieceInfo::new('H', "hoplite", "mfFcfW")];
        assert_eq!(texts(&pieces), ["P", "P:17"]);
        let pieces = [PieceInfo::new('C', "chancellor", "RN"), PieceInfo::new('M', "marshal", "RN")];
        assert_eq!(texts(&pieces), ["R+N", "-"]);
        let promoted = PieceInfo { mark: PieceMark::Plus, ..PieceInfo::new('P', "promoted pawn", "K") };
        assert_eq!(texts(&[PieceInfo::new('K', "king", "K"), promoted]), ["K", "K"]);
    }
}
