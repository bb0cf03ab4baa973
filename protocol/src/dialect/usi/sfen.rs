//! SFEN, the text of shogi positions: board, side, hands, number of the move.

use crate::text::{excerpt, words};
use crate::uci::ParseError;
use thiserror::Error;

/// The most pieces of a kind in a hand that are read.
const MOST: usize = 99;

/// The order of the pieces in a hand; others come before these.
const ORDER: &str = "RBGSNLP";

/// A text that is not an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SFEN {field} `{value}`, expected {expected}")]
pub struct SfenError {
    /// The field.
    pub field: &'static str,
    /// Its text, cut short if it is long.
    pub value: String,
    /// The text that would have fitted.
    pub expected: &'static str,
}

impl SfenError {
    /// The same error of the command `position`.
    pub(super) fn in_position(self) -> ParseError {
        match self.value.as_str() {
            "" => ParseError::missing("position", self.field, self.expected),
            value => ParseError::invalid("position", self.field, value, self.expected),
        }
    }
}

/// The FEN of an SFEN: the hands come behind the board, and Black is White. A text that ends early has empty hands and
/// the move number 1.
///
/// ```
/// use helgi_protocol::dialect::usi::fen_of_sfen;
///
/// let fen = fen_of_sfen("4k4/9/9/9/9/9/9/9/4K4 w 2Pb 8")?;
/// assert_eq!(fen, "4k4/9/9/9/9/9/9/9/4K4[PPb] b - - 0 4");
/// # Ok::<(), helgi_protocol::dialect::usi::SfenError>(())
/// ```
///
/// # Errors
///
/// If the side, a hand or the number cannot be read. The board is not looked at.
pub fn fen_of_sfen(sfen: &str) -> Result<String, SfenError> {
    let mut fields = words(sfen);
    let refuse = |field, value: &str, expected| SfenError { field, value: excerpt(value), expected };
    let board = fields.next().ok_or_else(|| refuse("sfen", "", "a position as text"))?;
    let side = match fields.next() {
        Some("b") => 'w',
        Some("w") => 'b',
        other => return Err(refuse("side", other.unwrap_or_default(), "`b` or `w`")),
    };
    // A missing hand is an empty one.
    let hands = hands(fields.next().unwrap_or("-"))?;
    let number = fields.next().unwrap_or("1");
    let expected = "the number of the move";
    let ply: u32 = number.parse().map_err(|_| refuse("number", number, expected))?;
    if let Some(rest) = fields.next() {
        return Err(refuse("word", rest, "`moves` or the end of the line"));
    }
    // SFEN counts plies, FEN moves.
    Ok(format!("{board}[{hands}] {side} - - 0 {}", ply.saturating_sub(1) / 2 + 1))
}

/// The letters of the pieces in hand, each as often as the number before it says.
fn hands(text: &str) -> Result<String, SfenError> {
    let refuse = || SfenError {
        field: "hands",
        value: excerpt(text),
        expected: "`-`, or letters with numbers from 2 to 99 before them",
    };
    if text == "-" {
        return Ok(String::new());
    }
    let mut hands = String::new();
    let mut digits = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        // Without a number there is one piece.
        let count = if digits.is_empty() { Ok(1) } else { digits.parse() };
        let count = count.ok().filter(|count| (1..=MOST).contains(count)).ok_or_else(refuse)?;
        if !letter.is_ascii_alphabetic() {
            return Err(refuse());
        }
        hands.extend(std::iter::repeat_n(letter, count));
        digits.clear();
    }
    // A number without a letter behind it.
    if digits.is_empty() { Ok(hands) } else { Err(refuse()) }
}

/// The SFEN of a FEN; `None` if it says more than board, hands and side: rights to castle, squares passed over, walls,
/// checks that are counted. Black's hand comes first, each in the order rook, bishop, gold, silver, knight, lance, pawn.
///
/// ```
/// use helgi_protocol::dialect::usi::sfen_of_fen;
///
/// let sfen = sfen_of_fen("4k4/9/9/9/9/9/9/9/4K4[PPb] b - - 0 4");
/// assert_eq!(sfen.as_deref(), Some("4k4/9/9/9/9/9/9/9/4K4 w 2Pb 8"));
/// assert_eq!(sfen_of_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
/// ```
pub fn sfen_of_fen(fen: &str) -> Option<String> {
    let fields: Vec<&str> = words(fen).collect();
    let [board, side, "-", "-", _, number] = fields[..] else { return None };
    let (board, letters) = board.strip_suffix(']')?.split_once('[')?;
    if !board.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '+')) {
        return None;
    }
    let (side, later) = match side {
        "w" => ('b', 1),
        "b" => ('w', 2),
        _ => return None,
    };
    // Black, the first to move, has the odd numbers.
    let ply = number.parse::<u32>().ok()?.saturating_sub(1).saturating_mul(2).saturating_add(later);
    let mut hands = String::new();
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_by_key(|letter| (letter.is_ascii_lowercase(), ORDER.find(letter.to_ascii_uppercase())));
    let mut rest = letters.into_iter().peekable();
    while let Some(letter) = rest.next() {
        let mut count = 1;
        while rest.next_if_eq(&letter).is_some() {
            count += 1;
        }
        if count > 1 {
            hands.push_str(&count.to_string());
        }
        hands.push(letter);
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    Some(format!("{board} {side} {hands} {ply}"))
}
