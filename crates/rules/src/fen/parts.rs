//! The parts that a board field is made of: empty squares, blocks, pieces and stacks.

use super::{FenError, side_reserve_text, write_without};
use crate::board::{Kind, Piece, Reserve, Side, Square};
use crate::{AnyPosition, Game, PieceInfo, PieceMark};

/// One thing on one square of a board field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// An empty square.
    Empty,
    /// `*`: an obstacle or a missing square.
    Block,
    /// A single piece: its letter, with a `+` before or one or more `~` after a promoted one.
    Piece(&'a str),
    /// A stack: the text between its parentheses.
    Stack(&'a str),
}

/// The squares of a board field by ranks, from the top, each from file a on.
///
/// # Errors
///
/// When the number of ranks or the width of a rank differs from the board's, or a character is
/// none that a board field has.
pub fn tokens<'a>(board: &'a str, files: u8, ranks: u8) -> Result<Vec<Vec<Token<'a>>>, FenError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != ranks as usize {
        let expected = format!("{ranks} ranks separated by `/`, not {}", rows.len());
        return Err(FenError::new("board", board, expected));
    }
    rows.into_iter().enumerate().map(|(index, row)| row_tokens(row, files, ranks as usize - index)).collect()
}

fn row_tokens(row: &str, files: u8, rank: usize) -> Result<Vec<Token<'_>>, FenError> {
    let files = files as usize;
    let wrong_width = || FenError::new("board", row, format!("{files} squares in rank {rank}"));
    let mut tokens = Vec::with_capacity(files);
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '*' => {
                tokens.push(Token::Block);
                1
            }
            '0'..='9' => {
                // Digits that follow one another are one number: a board has up to 26 files.
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let run: usize = rest[..digits].parse().map_err(|_| wrong_width())?;
                if run == 0 || first == '0' || run > files {
                    return Err(wrong_width());
                }
                tokens.extend(std::iter::repeat_n(Token::Empty, run));
                digits
            }
            '(' => {
                let end = rest.find(')').ok_or_else(|| FenError::new("board", rest, "a closing `)`"))?;
                tokens.push(Token::Stack(&rest[1..end]));
                end + 1
            }
            _ => {
                let length = piece_length(rest)
                    .ok_or_else(|| FenError::new("board", rest, "a piece letter, a number, `*` or `(`"))?;
                tokens.push(Token::Piece(&rest[..length]));
                length
            }
        };
        rest = &rest[length..];
        // Within the loop, so that a row of a million letters is refused before it is stored.
        if tokens.len() > files {
            return Err(wrong_width());
        }
    }
    if tokens.len() == files { Ok(tokens) } else { Err(wrong_width()) }
}

/// The length of the piece that `text` begins with: a letter, `+` and a letter, or a letter and any number of `~`.
fn piece_length(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'+', letter, ..] if letter.is_ascii_alphabetic() => Some(2),
        [letter, rest @ ..] if letter.is_ascii_alphabetic() => {
            Some(1 + rest.iter().take_while(|&&mark| mark == b'~').count())
        }
        _ => None,
    }
}

/// The pieces of a stack's text, bottom first.
///
/// # Errors
///
/// When it holds anything but pieces.
pub fn stack_pieces(stack: &str) -> Result<Vec<&str>, FenError> {
    let mut pieces = Vec::new();
    let mut rest = stack;
    while !rest.is_empty() {
        let length = piece_length(rest)
            .ok_or_else(|| FenError::new("board", stack, "only pieces between the parentheses"))?;
        pieces.push(&rest[..length]);
        rest = &rest[length..];
    }
    Ok(pieces)
}

/// A field of a position's text: `-` if it is empty.
#[must_use]
pub fn field(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The piece of a text such as `k`, `N`, `+E` or `Q~`, among the pieces of a game. A piece that has the
/// mark `~` is read with a `+` as well. Of several pieces with one letter and that mark the second has `~~`, and so on.
///
/// # Errors
///
/// When the game has no such piece.
pub fn piece(text: &str, pieces: &[PieceInfo]) -> Result<Piece, FenError> {
    let marks: &[PieceMark] = match text {
        _ if text.starts_with('+') => &[PieceMark::Plus, PieceMark::Tilde],
        _ if text.ends_with('~') => &[PieceMark::Tilde],
        _ => &[PieceMark::None],
    };
    let letter = text.trim_start_matches('+').chars().next().unwrap_or(' ');
    let side = Side::of_letter(letter);
    // Kinds of one letter are told apart by how many marks they bear.
    let before = text.matches('~').count().saturating_sub(1);
    let is_it = |info: &PieceInfo| info.letter == letter.to_ascii_uppercase() && marks.contains(&info.mark);
    pieces
        .iter()
        .enumerate()
        .filter(|(_, info)| is_it(info))
        .nth(before)
        .map(|(index, _)| Piece { kind: Kind(index as u8), side })
        .ok_or_else(|| {
            let known: Vec<String> = pieces.iter().map(PieceInfo::text).collect();
            FenError::new("board", text, format!("one of the pieces {}", known.join(" ")))
        })
}

/// Writes a reserve: White's letters first, each side's in the order of the pieces.
#[must_use]
pub fn reserve_text(reserve: &Reserve, pieces: &[PieceInfo]) -> String {
    Side::BOTH.map(|side| side_reserve_text(reserve, side, pieces)).concat()
}

/// Returns a position as if nothing stood on a square, with the rights that are left; `None` if the game has no such position.
///
/// ```
/// use helgi_rules::internals::fen::without;
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// let square = |name| start.outline().named(name).unwrap();
/// let fen = without(&start, square("h1")).unwrap().fen();
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
/// assert!(without(&start, square("e1")).is_none());
/// ```
#[must_use]
pub fn without(position: &AnyPosition, square: Square) -> Option<AnyPosition> {
    let board = write_without(position, position.outline(), position.info().pieces, Some(square));
    let text = position.fen();
    let (_, fields) = text.split_once(' ')?;
    let rest = |castling: &str| {
        let mut fields: Vec<&str> = fields.split(' ').collect();
        fields[1] = if castling.is_empty() { "-" } else { castling };
        format!("{board} {}", fields.join(" "))
    };
    let castling = fields.split(' ').nth(1)?;
    // A piece has one right at most.
    let less_one = castling.chars().map(|right| castling.replace(right, ""));
    let rights = std::iter::once(castling.to_owned()).chain(less_one);
    rights.map(|castling| position.game().parse(&rest(&castling))).find_map(Result::ok)
}
