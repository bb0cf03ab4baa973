//! The words between comments: numbers of moves, moves with their glyphs, results.

use crate::node::is_move_letter;
use crate::{GameResult, Glyph};
use helgi_notation::{is_invisible, without_numbers};
use std::borrow::Cow;

/// Remarks after a move in old books that repeat what the move says.
const REMARKS: [&str; 12] = ["e.p.", "e.p", "e/p", "ep", "+", "++", "#", "ch", "ch.", "mate", "†", "‡"];

/// Returns true if a word after a move repeats what that says.
pub fn is_remark(word: &str) -> bool {
    REMARKS.iter().any(|remark| remark.eq_ignore_ascii_case(word))
}

/// The number of a move that a text begins with, if a dot stands behind it, or a blank and a letter.
pub fn leading_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, behind) = text.split_at(digits);
    let stands_alone = || {
        let word = behind.strip_prefix(char::is_whitespace);
        word.is_some_and(|word| word.trim_start().starts_with(char::is_alphabetic))
    };
    let is_number = behind.starts_with('.') || stands_alone();
    number.parse().ok().filter(|_| is_number)
}

/// The length of the number of a move, with its dots, before a blank or the letters of a move.
pub fn plain_number(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = bytes[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let length = digits + dots;
    let is_end = bytes.get(length).is_none_or(|&byte| byte == b' ' || byte.is_ascii_alphabetic());
    (digits > 0 && dots > 0 && is_end).then_some(length)
}

/// The length of a move such as `Nf3`, `exd5+`, `e8=Q#` and `O-O`, behind which its word ends: letters and digits with a digit
/// at their end, perhaps a promotion, or a castling, perhaps a mark of check. No result, glyph or remark has this form.
pub fn plain_move(text: &str) -> Option<usize> {
    let castling = CASTLINGS.into_iter().find(|name| text.starts_with(name));
    let bytes = text.as_bytes();
    let mut length = castling.map(str::len).or_else(|| plain_arrival(bytes))?;
    length += usize::from(matches!(bytes.get(length), Some(b'+' | b'#')));
    let is_end = bytes.get(length).is_none_or(|byte| b" {)$!?;".contains(byte));
    is_end.then_some(length)
}

/// The names of castlings, the one that begins with the other first.
const CASTLINGS: [&str; 2] = ["O-O-O", "O-O"];

/// The length of letters and digits with a digit at their end, and of a promotion behind them.
fn plain_arrival(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let is_arrival = bytes.first()?.is_ascii_alphabetic() && bytes[..length].last()?.is_ascii_digit();
    let promotes = matches!(bytes[length..], [b'=', letter, ..] if letter.is_ascii_alphabetic());
    is_arrival.then_some(length + if promotes { 2 } else { 0 })
}

/// Returns true for a word that can be a move with its number, or the result, and no word of a sentence: it has a digit or is
/// a castling, and begins and ends as a move may.
pub fn is_move_like(word: &str) -> bool {
    let bare = without_numbers(word).trim_matches(',').trim_end_matches(['!', '?', '+', '#']);
    let is_castling = CASTLINGS.iter().any(|name| bare.eq_ignore_ascii_case(name));
    let has_letter = bare.contains(char::is_alphabetic);
    let is_number = !has_letter && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    let is_result = GameResult::read(bare).is_some();
    let is_move = has_letter && bare.contains(|c: char| c.is_ascii_digit());
    is_castling || is_number || is_result || is_move && bare.chars().all(is_move_letter)
}

/// Returns true for a character that ends a word: a blank, or a mark of comments, variations, glyphs and tags.
pub fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}();$<>[]!?".contains(c)
}

/// A word without characters that nobody sees.
pub fn visible(word: &str) -> Cow<'_, str> {
    if word.is_ascii() || !word.contains(is_invisible) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().filter(|&c| !is_invisible(c)).collect())
}

/// The meaning of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnWord<'a> {
    /// The number of a move, or a redundant remark.
    Nothing,
    /// A move.
    Move(&'a str),
    /// An opinion.
    Glyph(Glyph),
}

/// Returns the meaning of a word without the numbers before it.
pub fn understood(word: &str) -> PgnWord<'_> {
    if word.is_empty() || is_remark(word) {
        return PgnWord::Nothing;
    }
    Glyph::named(word).map_or(PgnWord::Move(word), PgnWord::Glyph)
}

/// Splits the glyph from the end of a move: `Qd4=` is `Qd4` and `$10`.
pub fn without_symbol(word: &str) -> (&str, Option<Glyph>) {
    const SYMBOLS: [&str; 17] =
        ["+/-", "-/+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱", "∞", "□", "⨀", "→", "⇆", "∆"];
    let split = SYMBOLS.iter().find_map(|symbol| Some((word.strip_suffix(symbol)?, Glyph::named(symbol)?)));
    match split {
        // `--+` is a pass with check.
        Some((rest, glyph)) if rest.ends_with(|c: char| c.is_alphanumeric() || c == '#') => {
            (rest, Some(glyph))
        }
        _ => (word, None),
    }
}

/// The text behind the number of a move and its dots, if it begins with one.
pub fn behind_number(text: &str) -> Option<&str> {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    (after_digits.len() < text.len() && after_dots.len() < after_digits.len()).then_some(after_dots)
}
