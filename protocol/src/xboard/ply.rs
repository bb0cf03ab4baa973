//! Moves as XBoard sees them: changes of the board that it shows.

use std::fmt;
use std::str::FromStr;

use crate::notation::{ExpectedText, NotationError, Scanner, WireSquare};

/// One half-move on XBoard's board.
///
/// XBoard knows no game's rules here: a piece goes from square to square, pieces that it meets on the way are
/// gone, and it may become another. Takes any case of letters and both forms, `c3d4,d4e5,e5c3` and
/// `c3xd4xe5-c3`; [`Display`](fmt::Display) prints the first, which is what the GUI sends. A `;` at the end
/// means nothing.
///
/// ```
/// use helgi_protocol::xboard::XBoardPly;
///
/// let shot: XBoardPly = "c3xd4xe5-c3".parse()?;
/// assert_eq!(shot.to_string(), "c3d4,d4e5,e5c3");
/// assert_eq!("e2e4".parse::<XBoardPly>()?.lines(), ["e2e4"]);
/// assert_eq!("c2d3,d3c2".parse::<XBoardPly>()?.lines(), ["c2d3,", "d3c2"]);
/// assert_eq!(shot.lines(), ["c3xd4xe5-c3"]);
/// # Ok::<(), helgi_protocol::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XBoardPly {
    /// `@@@@`: the turn passes.
    Pass,
    /// `N@b3`: a piece comes onto the board.
    Drop {
        /// The letter of the piece, upper case.
        letter: char,
        /// The square it comes to.
        to: WireSquare,
    },
    /// `e2e4`, `c4d5,d5e4`, `e7e8q`: a piece goes by one to three legs.
    Path {
        /// The squares, two to four: where it starts, where it turns, where it ends.
        squares: Vec<WireSquare>,
        /// The piece it becomes, lower case.
        letter: Option<char>,
    },
    /// `h3c5,f1d5`: XBoard 4.9's version of two or three legs that it takes for castling when it
    /// hands them on. It does so where the square before the last holds a piece of the colour that
    /// moves, an empty
    /// one counting as Black's. The first of two victims is lost, and so is the letter.
    Garbled {
        /// The square where the piece starts.
        from: WireSquare,
        /// The last square on its way.
        over: WireSquare,
        /// The square where it ends.
        to: WireSquare,
    },
}

impl XBoardPly {
    /// A piece's way over the squares.
    pub fn path(squares: impl Into<Vec<WireSquare>>, letter: Option<char>) -> Self {
        let squares = squares.into();
        Self::Path { squares, letter: letter.map(|letter| letter.to_ascii_lowercase()) }
    }

    /// The texts by which an engine sends it, one for each `move` line.
    ///
    /// XBoard 4.9 wants two legs in two lines, and three in the form with `x`: it mistakes three legs with
    /// commas.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Path { squares, letter } => {
                let letter = letter.map(String::from).unwrap_or_default();
                match *squares.as_slice() {
                    [from, over, to] => vec![format!("{from}{over},"), format!("{over}{to}{letter}")],
                    [from, first, second, to] => vec![format!("{from}x{first}x{second}-{to}{letter}")],
                    _ => vec![self.to_string()],
                }
            }
            _ => vec![self.to_string()],
        }
    }
}

impl fmt::Display for XBoardPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("@@@@"),
            Self::Drop { letter, to } => write!(f, "{letter}@{to}"),
            Self::Path { squares, letter } => {
                for (number, leg) in squares.windows(2).enumerate() {
                    let comma = if number > 0 { "," } else { "" };
                    f.write_str(comma)?;
                    leg.iter().try_for_each(|square| write!(f, "{square}"))?;
                }
                letter.iter().try_for_each(|letter| write!(f, "{letter}"))
            }
            Self::Garbled { from, over, to } => {
                let beside = if from.file > over.file { to.file + 1 } else { to.file.wrapping_sub(1) };
                let file = char::from(b'a'.wrapping_add(beside));
                write!(f, "{from}{to},{over}{file}{}", to.rank)
            }
        }
    }
}

impl FromStr for XBoardPly {
    type Err = NotationError;

    fn from_str(token: &str) -> Result<Self, NotationError> {
        if token == "@@@@" {
            return Ok(Self::Pass);
        }
        // XBoard 4.9 ends two legs of a recorded game with it.
        let token = token.strip_suffix(';').unwrap_or(token);
        if let Some(ply) = garbled(token) {
            return Ok(ply);
        }
        let mut scanner = Scanner::new(token);
        if let Some(letter) = scanner.drop_letter() {
            let to = scanner.square()?;
            scanner.end()?;
            return Ok(Self::Drop { letter, to });
        }
        let mut squares = vec![scanner.square()?];
        if scanner.sees(|c| c == b'x', |c| c.is_ascii_alphabetic()) {
            while let Some(victim) = scanner.square_after(b'x')? {
                squares.push(victim);
            }
            match scanner.square_after(b'-')? {
                Some(end) => squares.push(end),
                None => return scanner.expected(ExpectedText::WayBack),
            }
        } else {
            let mut turn = scanner.square()?;
            squares.push(turn);
            while scanner.peek() == Some(b',') {
                turn = scanner.leg(turn)?;
                squares.push(turn);
            }
        }
        let letter = scanner.promotion();
        scanner.end()?;
        if squares.len() > 4 {
            return Err(scanner.error(0, ExpectedText::End));
        }
        Ok(Self::Path { squares, letter })
    }
}

/// The half-move that XBoard has taken for castling: start and end, then the last square between and
/// one beside the end, which of a piece on the a-file may be before `a`.
fn garbled(token: &str) -> Option<XBoardPly> {
    let (first, second) = token.split_once(',')?;
    let (from, to) = two_squares(first)?;
    // The adjacent square is known; the character for its file may not be a letter.
    let over_end = second.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit())?.0;
    let over: WireSquare = second.get(..over_end)?.parse().ok()?;
    let ply = XBoardPly::Garbled { from, over, to };
    (over != to && ply.to_string() == token.to_ascii_lowercase()).then_some(ply)
}

fn two_squares(text: &str) -> Option<(WireSquare, WireSquare)> {
    let mut scanner = Scanner::new(text);
    let squares = (scanner.square().ok()?, scanner.square().ok()?);
    scanner.end().ok()?;
    Some(squares)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn legs_that_xboard_mistakes_for_castling_are_read() {
        // The last case: next to the a-file, and on the other side of the last file.
        for (text, squares) in [
            ("h3c5,f1d5", ["h3", "f1", "c5"]),
            ("d2d2,f4c2", ["d2", "f4", "d2"]),
            ("a2a2,b3`2", ["a2", "b3", "a2"]),
            ("e2a5,e1`5", ["e2", "e1", "a5"]),
            ("e11a10,e12`10", ["e11", "e12", "a10"]),
            ("l9l9,k10m9", ["l9", "k10", "l9"]),
        ] {
            let [from, over, to] = squares.map(|square| square.parse().unwrap());
            assert_eq!(text.parse(), Ok(XBoardPly::Garbled { from, over, to }), "{text}");
            assert_eq!(XBoardPly::Garbled { from, over, to }.to_string(), text);
        }
        // The end is not adjacent, or on the side where XBoard would not put it: just wrong.
        for text in ["h3c5,f1e6", "h3c5,f1b5", "a2a2,b3`3", "a2a2,`3b3", "a2a2,b3", "a2a2,b3`2q"] {
            assert!(text.parse::<XBoardPly>().is_err(), "{text}");
        }
    }

    #[test]
    fn both_forms_are_read() {
        for (text, printed) in [
            ("e2e4", "e2e4"),
            ("E7E8Q", "e7e8q"),
            ("n@b3", "N@b3"),
            ("@@@@", "@@@@"),
            ("b7b8,b8f4z", "b7b8,b8f4z"),
            ("e5xd4xe4-f4z", "e5d4,d4e4,e4f4z"),
            ("d1xd6-d1", "d1d6,d6d1"),
        ] {
            assert_eq!(text.parse::<XBoardPly>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "e2", "e2e4,e5e6", "e2e4,", "e2xe4", "e2e4qq", "a1a2,a2a3,a3a4,a4a5", "a1xa2xa3xa4-a5"]
        {
            assert!(text.parse::<XBoardPly>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_prints_back(token in "[a-dA-D1-9@,xz`-]{0,14}|\\PC*") {
            if let Ok(ply) = token.parse::<XBoardPly>() {
                prop_assert_eq!(ply.to_string().parse::<XBoardPly>(), Ok(ply));
            }
        }
    }
}
