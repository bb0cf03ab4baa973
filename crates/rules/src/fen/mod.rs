//! Position text: the parts of it that all games share, and its errors.
//!
//! Knows tokens and fields, but not what a letter or a right means in a game.

pub(crate) mod fault;
pub(crate) mod lenient;
mod loose;
pub(crate) mod notice;
pub(crate) mod parts;

use crate::board::{Outline, Piece, Reserve, Side, Square};
use crate::turn::LARGEST_COUNT;
use crate::{PieceInfo, PieceMark, Position, Turn};
pub(crate) use fault::FenFault;
use helgi_notation::excerpt;
pub(crate) use parts::{Token, field, piece, reserve_text, stack_pieces, tokens};
use std::fmt;
use thiserror::Error;

/// The reason why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("FEN field {field}: `{value}`, expected {expected}")]
pub struct FenError {
    /// The field: `board`, `reserve`, `side`, `castling`, `en-passant`, `halfmove`, `fullmove`, or
    /// `position` for what concerns the whole.
    pub field: &'static str,
    /// The offending text.
    pub value: String,
    /// The text that would have been accepted.
    pub expected: String,
    /// The kind of the fault; a part of `internals`, as its type is.
    #[doc(hidden)]
    pub fault: FenFault,
}

/// Positions of the largest boards, with stacks, reserves and the squares of pieces that have not moved, have fewer bytes.
const LONGEST_POSITION: usize = 900;

impl FenError {
    /// An error about one field. A value that is longer than any position is cut.
    pub fn new(field: &'static str, value: impl Into<String>, expected: impl Into<String>) -> Self {
        let value = value.into();
        let value = if value.len() > LONGEST_POSITION { excerpt(&value) } else { value };
        FenError { field, value, expected: expected.into(), fault: FenFault::Field }
    }

    /// The same error, with the kind of the fault; a part of `internals`.
    #[doc(hidden)]
    #[must_use]
    pub fn of(self, fault: FenFault) -> Self {
        FenError { fault, ..self }
    }

    /// The error of a position in which the side that is not to move is in check.
    #[doc(hidden)]
    #[must_use]
    pub fn in_check(board: &str, waiting: Side) -> Self {
        let expected = format!("{} not in check", waiting.name());
        FenError::new("position", board, expected).of(FenFault::Check(waiting))
    }
}

/// The fields of a position text, apart but not yet understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields<'a> {
    /// The board field, without the reserve.
    pub board: &'a str,
    /// The reserve's text between its brackets, if there are any.
    pub reserve: Option<&'a str>,
    /// The castling field.
    pub castling: &'a str,
    /// The en passant field.
    pub en_passant: &'a str,
    /// The side to move, with the counts. A full-move number of 0 is read as 1.
    pub turn: Turn,
}

impl<'a> Fields<'a> {
    /// Takes a text apart. The two counts may be missing (`0 1`), and so may, from behind, the
    /// fields before them except the side.
    ///
    /// # Errors
    ///
    /// When there are too few or too many fields, the side is neither `w` nor `b`, a bracket has no
    /// partner, or a count is not a number from 0 to 9999.
    pub fn split(fen: &'a str) -> Result<Self, FenError> {
        let mut words = fen.split_ascii_whitespace();
        let first = words.next().ok_or_else(|| FenError::new("board", "", "ranks separated by `/`"))?;
        let (board, reserve) = match first.split_once('[') {
            None => (first, None),
            Some((board, rest)) => match rest.strip_suffix(']') {
                Some(inner) if !inner.contains(['[', ']']) => (board, Some(inner)),
                _ => return Err(FenError::new("reserve", rest, "letters and one closing `]` at the end")),
            },
        };
        let side = match words.next() {
            Some("w") => Side::White,
            Some("b") => Side::Black,
            other => return Err(FenError::new("side", other.unwrap_or(""), "`w` or `b`")),
        };
        let castling = words.next().unwrap_or("-");
        let en_passant = words.next().unwrap_or("-");
        let halfmove = count("halfmove", words.next().unwrap_or("0"))?;
        // Many collections of problems number the first move 0.
        let fullmove = count("fullmove", words.next().unwrap_or("1"))?.max(1);
        if let Some(extra) = words.next() {
            return Err(FenError::new("position", extra, "nothing after the full-move number"));
        }
        Ok(Fields { board, reserve, castling, en_passant, turn: Turn { side, halfmove, fullmove } })
    }

    /// Refuses a reserve with anything in it, in a game without reserves.
    ///
    /// # Errors
    ///
    /// When there is one.
    pub fn without_reserve(&self) -> Result<(), FenError> {
        match self.reserve {
            None | Some("" | "-") => Ok(()),
            Some(reserve) => Err(FenError::new("reserve", reserve, "no reserve in this game")),
        }
    }

    /// Refuses castling and en passant, in a game that has neither.
    ///
    /// # Errors
    ///
    /// When one of the two fields is not `-`.
    pub fn without_rights(&self) -> Result<(), FenError> {
        for (field, value) in [("castling", self.castling), ("en-passant", self.en_passant)] {
            if value != "-" {
                return Err(FenError::new(field, value, "`-`"));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fields { board, reserve, castling, en_passant, turn } = self;
        let reserve = reserve.map_or(String::new(), |reserve| format!("[{reserve}]"));
        write!(f, "{board}{reserve} {} {castling} {en_passant} {turn}", side_letter(turn.side))
    }
}

fn count(field: &'static str, text: &str) -> Result<u16, FenError> {
    // `parse` alone would take a sign.
    let number = if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
    number
        .filter(|&number| number <= LARGEST_COUNT)
        .ok_or_else(|| FenError::new(field, text, format!("a number from 0 to {LARGEST_COUNT}")))
}

/// The text of a piece in the case of its side.
#[must_use]
pub fn piece_text(piece: Piece, pieces: &[PieceInfo]) -> String {
    let mut text = String::new();
    push_piece(&mut text, piece, pieces);
    text
}

fn push_piece(text: &mut String, piece: Piece, pieces: &[PieceInfo]) {
    if let Some(info) = pieces.get(piece.kind.index()) {
        text.extend((info.mark == PieceMark::Plus).then_some('+'));
        text.push(piece.side.cased(info.letter));
        if info.mark == PieceMark::Tilde {
            // Kinds of one letter bear one mark more each, as `piece` reads them.
            let is_alike = |other: &&PieceInfo| (other.letter, other.mark) == (info.letter, info.mark);
            let number = pieces.iter().take(piece.kind.index() + 1).filter(is_alike).count();
            text.extend(std::iter::repeat_n('~', number));
        }
    }
}

/// A board field as read: the content of each square, bottom to top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// An obstacle.
    Block,
    /// One piece, or a stack of several from the bottom up.
    Pieces(Vec<Piece>),
}

/// Reads a board field: every occupied square of the outline with its content.
///
/// # Errors
///
/// As [`tokens`] and [`piece`]; also when a missing square is not written `*`, or parentheses hold
/// fewer than two pieces. A `*` on a square of the board is handed on as [`Cell::Block`].
pub fn board(field: &str, outline: &Outline, pieces: &[PieceInfo]) -> Result<Vec<(Square, Cell)>, FenError> {
    let mut cells = Vec::new();
    let rows = tokens(field, outline.files(), outline.ranks())?;
    for (rank, row) in (0..outline.ranks()).rev().zip(rows) {
        for (file, token) in (0u8..).zip(row) {
            let Some(square) = outline.square(file, rank) else {
                if token == Token::Block {
                    continue;
                }
                // The outline has no name for a square that it has not.
                let name = format!("{}{}", (b'a' + file) as char, rank + 1);
                return Err(FenError::new("board", name, "`*` where the board has no square"));
            };
            let cell = match token {
                Token::Empty => continue,
                Token::Block => Cell::Block,
                Token::Piece(text) => Cell::Pieces(vec![piece(text, pieces)?]),
                Token::Stack(text) => {
                    let stack: Result<Vec<Piece>, FenError> =
                        stack_pieces(text)?.into_iter().map(|text| piece(text, pieces)).collect();
                    match stack? {
                        stack if stack.len() < 2 => {
                            return Err(FenError::new(
                                "board",
                                format!("({text})"),
                                "at least two pieces between parentheses",
                            ));
                        }
                        stack => Cell::Pieces(stack),
                    }
                }
            };
            cells.push((square, cell));
        }
    }
    Ok(cells)
}

/// Writes the board, and after it the reserve, in games that have one.
pub(crate) fn write_position(position: &impl Position, outline: &Outline, pieces: &[PieceInfo]) -> String {
    write_without(position, outline, pieces, None)
}

/// [Writes](write_position) a position as if nothing stood on a square.
pub(crate) fn write_without(
    position: &impl Position,
    outline: &Outline,
    pieces: &[PieceInfo],
    without: Option<Square>,
) -> String {
    let mut text = write_board(outline, |square, text| {
        if without == Some(square) {
        } else if position.is_obstacle(square) {
            text.push('*');
        } else {
            push_stack(text, position, square, pieces);
        }
    });
    if let Some(reserve) = position.reserve() {
        text.push('[');
        text.push_str(&reserve_text(reserve, pieces));
        text.push(']');
    }
    text
}

/// Writes a board field; `put` writes the content of a square, nothing for an empty one.
pub fn write_board(outline: &Outline, put: impl Fn(Square, &mut String)) -> String {
    let mut text = String::with_capacity(128);
    // One buffer for all squares: positions are written all the time.
    let mut content = String::new();
    for rank in (0..outline.ranks()).rev() {
        let mut run = 0;
        for file in 0..outline.files() {
            content.clear();
            match outline.square(file, rank) {
                Some(square) => put(square, &mut content),
                None => content.push('*'),
            }
            if content.is_empty() {
                run += 1;
            } else {
                end_run(&mut text, &mut run);
                text.push_str(&content);
            }
        }
        end_run(&mut text, &mut run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes the number of empty squares passed, if there are any.
fn end_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// A piece, or a stack in parentheses from the bottom up; nothing for an empty square.
fn push_stack(text: &mut String, position: &impl Position, square: Square, pieces: &[PieceInfo]) {
    if position.piece_at(square, 1).is_none() {
        position.piece_at(square, 0).into_iter().for_each(|piece| push_piece(text, piece, pieces));
        return;
    }
    let stack: Vec<Piece> = position.pieces_on(square).collect();
    text.push('(');
    stack.into_iter().rev().for_each(|piece| push_piece(text, piece, pieces));
    text.push(')');
}

/// Reads a reserve's text, in any order; `-` or nothing is an empty reserve.
///
/// # Errors
///
/// When a letter is not a piece of the game, or there are more of one than a reserve holds.
pub fn reserve(text: Option<&str>, pieces: &[PieceInfo]) -> Result<Reserve, FenError> {
    let mut reserve = Reserve::default();
    // Programs that keep no brackets write a dash for an empty hand.
    let text = text.filter(|&text| text != "-").unwrap_or("");
    for letter in text.chars() {
        let reserved =
            piece(&letter.to_string(), pieces).map_err(|error| FenError { field: "reserve", ..error })?;
        if !reserve.add(reserved) {
            return Err(FenError::new("reserve", letter, format!("at most {} of one piece", Reserve::MOST)));
        }
    }
    Ok(reserve)
}

/// Writes one side's reserve, in the order of the pieces.
#[must_use]
pub(crate) fn side_reserve_text(reserve: &Reserve, side: Side, pieces: &[PieceInfo]) -> String {
    let letters = |kind| {
        let piece = Piece { kind, side };
        piece_text(piece, pieces).repeat(reserve.count(piece) as usize)
    };
    reserve.kinds(side).map(letters).collect()
}

/// `w` or `b`.
#[must_use]
pub(crate) const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GameId};

    #[test]
    fn fields_come_apart() {
        let fields = Fields::split("8/8[Pn] b").unwrap();
        assert_eq!((fields.board, fields.reserve, fields.turn.side), ("8/8", Some("Pn"), Side::Black));
        assert_eq!((fields.castling, fields.en_passant), ("-", "-"));
        assert_eq!((fields.turn.halfmove, fields.turn.fullmove), (0, 1));
    }

    #[test]
    fn errors_name_field_value_and_expectation() {
        let refusal = |fen: &str| Fields::split(fen).unwrap_err().to_string();
        assert_eq!(refusal("8 x"), "FEN field side: `x`, expected `w` or `b`");
        assert_eq!(refusal("8 w - - x"), "FEN field halfmove: `x`, expected a number from 0 to 9999");
        assert_eq!(refusal("8 w - - +3"), "FEN field halfmove: `+3`, expected a number from 0 to 9999");
        assert_eq!(refusal("8 w - - 0 -1"), "FEN field fullmove: `-1`, expected a number from 0 to 9999");
        assert_eq!(
            refusal("8[x w"),
            "FEN field reserve: `x`, expected letters and one closing `]` at the end"
        );
        assert_eq!(
            refusal("8 w - - 0 1 z"),
            "FEN field position: `z`, expected nothing after the full-move number"
        );
    }

    /// Many files of problems count from 0.
    #[test]
    fn the_move_before_the_first_is_the_first() {
        for &game in GameId::BUILT_IN.iter().chain([&GameId::FISCHERANDOM]) {
            let text = |fullmove: &str| {
                let start = game.info().start;
                format!("{} 0 {fullmove}", start.rsplitn(3, ' ').last().unwrap_or(start))
            };
            let zero = game.parse(&text("0")).unwrap_or_else(|error| panic!("{}: {error}", game.name()));
            assert_eq!(zero, game.parse(&text("1")).unwrap());
            assert!(zero.fen().ends_with(" 0 1"), "{}", zero.fen());
            assert_eq!(game.parse(&text("00")), game.parse(&text("1")));
        }
    }

    #[test]
    fn rows_have_the_board_s_width() {
        for bad in ["7", "9", "08", "44k", "4+5", "(kk", "7é", "99999999999999999999", "k+", "~7", "k~~"] {
            assert!(tokens(bad, 8, 1).is_err(), "{bad}");
        }
        assert_eq!(tokens("12", 12, 1).unwrap()[0].len(), 12);
        assert_eq!(
            tokens("+k(aB+c)*k~1", 5, 1).unwrap()[0],
            [Token::Piece("+k"), Token::Stack("aB+c"), Token::Block, Token::Piece("k~"), Token::Empty]
        );
    }
}
