//! Moves as people write them: SAN, the standard algebraic notation of chess, extended to the other
//! games.
//!
//! For chess it is SAN to the letter. The other games keep its rules and add what they need, in the
//! marks of the wire: `N@b3` drops, `Rd1d4:2` takes the top two of a stack along, `Se12xg10` removes
//! the piece on g10 too, `Rd8+b2` lets the own one on b2 grow, `e10=F@c5` puts a hostile piece on
//! c5. A piece that comes from the hand with a move stands behind a stroke, as in `Nf3/H`, and with its square where the move
//! castles: `O-O/He1`, `O-O/Hh1`. A shot ends where it began, so it is written with the way back, as XBoard writes it:
//! `Cxd4-d2`, `Dxd4xe5-c3`. A wall stands behind a comma, as in `Nf3,d6` and `O-O,e4`; one that is built alone is
//! `*@e4`. A pass is `--`. A promoted piece keeps its `+`, as in `+Ed6` and `Bd8=+B`, unless it moves
//! as its letter says: then it has the plain letter, as in crazyhouse: `a8=Q`, `Qa5`.
//!
//! Upper and lower case differ here, as in SAN. Each legal move of a position has one text, no two
//! have the same, and every text reads back to its move. The reader also takes long algebraic
//! notation, the wire's own text, and SAN with more or fewer marks than it needs. Of promotions it takes
//! the letter of what comes about, as in `Bd8=H`, and none at all where there is no choice. What is still no move is
//! spelt anew by `spelling`, and read again, and so is a text with letters that [other programs](crate::OtherSpelling)
//! have for pieces. Where somebody types, [`read_lenient`] takes any case, other signs between squares and a number
//! before the move as well, and says so.

mod board;
pub(crate) mod lenient;
mod plain;
mod reading;
mod writing;

use super::notation::{self, MoveError, Notation};
use super::spelling;
use crate::board::Move;
use crate::{AnyPosition, Game, Position};
use board::Board;
use helgi_notation::excerpt;
use reading::is_castling;
use std::str::FromStr;
use thiserror::Error;

pub use lenient::{MoveNotice, read_lenient};

/// The text of castling on the king's side.
pub(crate) const SHORT_CASTLING: &str = "O-O";
/// The text of castling on the queen's side.
pub(crate) const LONG_CASTLING: &str = "O-O-O";

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Standard algebraic notation: `Nf3`.
    San,
    /// Long algebraic notation, with the square the piece leaves: `Ng1-f3`.
    Lan,
    /// As on the wire: `g1f3`.
    Uci,
}

/// A word that names no [`Style`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}`, expected san, lan or uci")]
pub struct UnknownStyle(String);

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Self, UnknownStyle> {
        match name.to_ascii_lowercase().as_str() {
            "san" => Ok(Style::San),
            "lan" => Ok(Style::Lan),
            "uci" => Ok(Style::Uci),
            _ => Err(UnknownStyle(name.to_owned())),
        }
    }
}

/// Writes a legal move of a position.
#[must_use]
pub fn write(position: &AnyPosition, legal: Move, style: Style) -> String {
    match style {
        Style::Uci => Notation::of(&position.game()).write(legal).to_string(),
        _ => {
            let board = Board::new(position);
            board.text(legal, style) + board.end_mark(legal, &mut position.clone())
        }
    }
}

/// All legal moves of a position, each with its text.
#[must_use]
pub fn write_all(position: &AnyPosition, style: Style) -> Vec<(Move, String)> {
    // With hundreds of moves the look for rivals of each would otherwise go through all of them.
    let board = Board::new(position).with_arrivals();
    // One copy for all moves: its memory is used again for each.
    let mut after = position.clone();
    let mut text = |legal| match style {
        Style::Uci => Notation::of(&position.game()).write(legal).to_string(),
        _ => board.text(legal, style) + board.end_mark(legal, &mut after),
    };
    board.legal.iter().map(|&legal| (legal, text(legal))).collect()
}

/// The name of a castling, `O-O` or `O-O-O`; `None` for all other moves.
#[must_use]
pub fn castling(position: &AnyPosition, legal: Move) -> Option<&'static str> {
    board::castling(position, |square| position.piece_at(square, 0), legal)
}

/// Reads a move of a position in any of the styles.
///
/// A text that is no move as it stands is read in the spellings of other programs and books: figurines, `o-o`, `OO`,
/// dashes of all kinds, `e:d5`, `exd6ep`, `e8=q`.
///
/// ```
/// use helgi_rules::{Game, GameId, readable};
///
/// let start = GameId::CHESS.start();
/// assert_eq!(readable::read(&start, "♘f3"), readable::read(&start, "Nf3"));
/// assert!(readable::read(&start, "♕f3").is_err());
/// ```
///
/// # Errors
///
/// When the text is not a legal move, or could be several.
pub fn read(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let exact = exactly(position, text);
    if matches!(exact, Ok(_) | Err(MoveError::Ambiguous(_))) {
        return exact;
    }
    // Only now: nearly all texts are exact, and respelling looks at each letter.
    let spelt = spelling::respelt(position, text);
    let translated = with_own_letters(position, spelt.as_deref().unwrap_or(text));
    let in_spelling = spelt.map(|spelt| exactly(position, &spelt));
    let in_letters = || translated.map(|translated| Board::new(position).find(&translated));
    for read in in_spelling.into_iter().chain(std::iter::once_with(in_letters).flatten()) {
        match read {
            Err(MoveError::Ambiguous(_)) => return Err(MoveError::Ambiguous(excerpt(text))),
            Err(_) => {}
            found => return found,
        }
    }
    exact
}

/// The text with the letters of the game in place of those of other programs; `None` if it has none. No piece of the game
/// has one of them, so that they cannot mean anything else.
fn with_own_letters(position: &AnyPosition, text: &str) -> Option<String> {
    let others = position.game().other_spelling().pieces;
    let own =
        |letter: char| others.iter().find(|&&(other, _)| other == letter).map_or(letter, |&(_, own)| own);
    let translated: String = text.chars().map(own).collect();
    // The letters of `O-O` mean no pieces.
    (translated != text && !is_castling(text)).then_some(translated)
}

/// Reads a move as it is spelt.
fn exactly(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    plain::read(position, text).map_or_else(|| whole(position, text), Ok)
}

/// Reads a move as it is spelt, whatever its form.
pub(crate) fn whole(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let on_the_wire = || notation::read(position, text);
    let readable = || Board::new(position).find(text);
    // `b1d2` is a move from b1, and `B1d2` one of a bishop on the first rank.
    if text.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '-')) {
        match readable() {
            Err(MoveError::Illegal(_)) => on_the_wire().map_err(|_| MoveError::Illegal(excerpt(text))),
            found => found,
        }
    } else {
        // A wire text, too, may be followed by a mark of check, and have one between its squares.
        let unmarked = || {
            let text = text.trim_end_matches(['+', '#']);
            notation::read(position, text).or_else(|error| {
                let squares = text.replacen(['-', 'x'], "", 1);
                if squares.len() < text.len() { notation::read(position, &squares) } else { Err(error) }
            })
        };
        on_the_wire().or_else(|_| readable()).or_else(|error| unmarked().map_err(|_| error))
    }
}
