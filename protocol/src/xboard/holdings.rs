//! The hands that a chess server reports, in games on two boards.

use super::parse::ParseError;
use crate::text::{excerpt, trim};
use std::str::FromStr;

/// The pieces in hand on one of two boards, as `holding` has them: `[PPN] [Q]`, and perhaps `BQ` for a black queen that
/// has just come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// White's, by letters of any case.
    pub white: String,
    /// Black's.
    pub black: String,
    /// The piece that has just come, with its side, true for Black.
    pub acquired: Option<(bool, char)>,
}

impl FromStr for Holdings {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let error = |field, expected| ParseError {
            field,
            value: excerpt(text),
            expected,
            line: format!("holding {text}"),
        };
        let hands = || error("hands", "`[white] [black]`, such as `[PPN] [Q]`");
        let (white, rest) = hand(text).ok_or_else(hands)?;
        let (black, rest) = hand(rest).ok_or_else(hands)?;
        let mut piece = trim(rest).chars();
        let acquired = match (piece.next(), piece.next(), piece.next()) {
            (None, ..) => None,
            (Some('W' | 'w'), Some(piece), None) if piece.is_ascii_alphabetic() => Some((false, piece)),
            (Some('B' | 'b'), Some(piece), None) if piece.is_ascii_alphabetic() => Some((true, piece)),
            _ => return Err(error("piece", "`W` or `B` and a letter behind the hands")),
        };
        Ok(Holdings { white: white.to_owned(), black: black.to_owned(), acquired })
    }
}

/// A hand in brackets, and what is behind it.
fn hand(text: &str) -> Option<(&str, &str)> {
    let (letters, rest) = trim(text).strip_prefix('[')?.split_once(']')?;
    letters.chars().all(|c| c.is_ascii_alphabetic()).then_some((letters, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_in_either_case() {
        let hands = |white: &str, black: &str, acquired| {
            Ok(Holdings { white: white.to_owned(), black: black.to_owned(), acquired })
        };
        assert_eq!("[PPN] []".parse(), hands("PPN", "", None));
        assert_eq!(" []  [Qp]  BQ ".parse(), hands("", "Qp", Some((true, 'Q'))));
        for (text, message) in [
            ("[P", "hands `[P`, expected `[white] [black]`, such as `[PPN] [Q]`"),
            ("[]", "hands `[]`, expected `[white] [black]`, such as `[PPN] [Q]`"),
            ("[1] []", "hands `[1] []`, expected `[white] [black]`, such as `[PPN] [Q]`"),
            ("[] [] x", "piece `[] [] x`, expected `W` or `B` and a letter behind the hands"),
        ] {
            assert_eq!(text.parse::<Holdings>().unwrap_err().to_string(), message);
        }
    }
}
