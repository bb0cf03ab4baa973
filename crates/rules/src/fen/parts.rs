//! The parts that a board field is made of: empty squares, blocks, pieces and stacks.

use super::FenError;

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
