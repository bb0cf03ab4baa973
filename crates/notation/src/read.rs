//! The reader of squares and moves: left to right, with the place and the expectation in every error.

use std::str::FromStr;

use thiserror::Error;

use crate::text::excerpt;
use crate::wire::{Victims, WireMove, WireSquare};

/// A text that is not a square or a move: the text, the place, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{token}`, character {}: expected {expected}", .offset + 1)]
pub struct NotationError {
    /// The text that was to be read, cut short if it is long.
    pub token: String,
    /// The place of the first byte that does not fit, counted from 0.
    pub offset: usize,
    /// The text that would have fitted there.
    pub expected: ExpectedText,
}

/// The thing that the reader of a square or move was looking for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExpectedText {
    /// The letter of a file.
    #[error("the letter of a file")]
    File,
    /// The number of a rank.
    #[error("a rank from 1 to 99")]
    Rank,
    /// The number of pieces that leave a stack.
    #[error("a number of pieces from 1 to 255")]
    Count,
    /// The end of the move, or one of its optional parts.
    #[error("the end of the move")]
    End,
    /// The square where the leg before ended.
    #[error("the square where the leg before ended")]
    SameSquare,
    /// The way back to the square the shot came from, after one or two victims.
    #[error("the way back to the square of the shooter, after at most two victims")]
    WayBack,
}

impl FromStr for WireSquare {
    type Err = NotationError;

    fn from_str(token: &str) -> Result<Self, NotationError> {
        let mut scanner = Scanner::new(token);
        let square = scanner.square()?;
        scanner.end()?;
        Ok(square)
    }
}

impl FromStr for WireMove {
    type Err = NotationError;

    fn from_str(token: &str) -> Result<Self, NotationError> {
        // UCI's null move, and XBoard's.
        if token == "0000" || token == "@@@@" {
            return Ok(Self::Pass);
        }
        let mut scanner = Scanner::new(token);
        if scanner.sees(|c| c == b'*', |c| c == b'@') {
            scanner.offset += 2;
            let at = scanner.square()?;
            scanner.end()?;
            return Ok(Self::Wall { at });
        }
        let promoted = scanner.take_byte(b'+');
        if let Some(letter) = scanner.drop_letter() {
            let to = scanner.square()?;
            scanner.end()?;
            return Ok(Self::Drop { letter, to, promoted });
        }
        // A `+` without a drop behind it is refused where it stands.
        if promoted {
            scanner = Scanner::new(token);
        }
        let from = scanner.square()?;
        // `x` may also be the file of the target square: `x5x6`.
        if scanner.sees(|c| c == b'x', |c| c.is_ascii_alphabetic()) {
            return scanner.shot(from);
        }
        let to = scanner.square()?;
        if scanner.peek() == Some(b',') {
            return scanner.legs(from, to);
        }
        scanner.step(from, to)
    }
}

/// A reader of one token, left to right, that takes letters in any case.
///
/// It is what [`WireMove`] is read with, open to notations that share its parts. Methods that return a
/// [`NotationError`] leave the place where they stopped undefined: give the token up.
///
/// ```
/// use helgi_notation::{ExpectedText, Scanner};
///
/// let mut scanner = Scanner::new("E2-e4");
/// let from = scanner.square()?;
/// let to = scanner.square_after(b'-')?;
/// scanner.end()?;
/// assert_eq!((from.to_string(), to.unwrap().to_string()), ("e2".to_owned(), "e4".to_owned()));
/// # Ok::<(), helgi_notation::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    token: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of `token`.
    #[must_use]
    pub fn new(token: &'a str) -> Self {
        Self { token, offset: 0 }
    }

    /// The byte `ahead` bytes further on, in lower case.
    fn look(&self, ahead: usize) -> Option<u8> {
        let byte = self.token.as_bytes().get(self.offset + ahead)?;
        Some(byte.to_ascii_lowercase())
    }

    /// Returns the next byte in lower case, without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<u8> {
        self.look(0)
    }

    /// Returns true if the next two bytes, in lower case, satisfy these conditions.
    pub fn sees(&self, first: impl Fn(u8) -> bool, second: impl Fn(u8) -> bool) -> bool {
        self.look(0).is_some_and(first) && self.look(1).is_some_and(second)
    }

    /// Takes the next byte if it satisfies the condition.
    fn take(&mut self, condition: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = self.peek().filter(|&byte| condition(byte))?;
        self.offset += 1;
        Some(byte)
    }

    fn take_byte(&mut self, wanted: u8) -> bool {
        self.take(|byte| byte == wanted).is_some()
    }

    /// Builds the error that `expected` was not found at byte `offset`.
    #[must_use]
    pub fn error(&self, offset: usize, expected: ExpectedText) -> NotationError {
        NotationError { token: excerpt(self.token), offset, expected }
    }

    /// Fails with the error that `expected` was not found here.
    ///
    /// # Errors
    /// Always.
    pub fn expected<T>(&self, expected: ExpectedText) -> Result<T, NotationError> {
        Err(self.error(self.offset, expected))
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// [`ExpectedText::End`] if there is more text.
    pub fn end(&self) -> Result<(), NotationError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.expected(ExpectedText::End),
        }
    }

    /// Takes a square.
    ///
    /// # Errors
    /// [`ExpectedText::File`] or [`ExpectedText::Rank`] if there is none.
    pub fn square(&mut self) -> Result<WireSquare, NotationError> {
        let Some(letter) = self.take(|byte| byte.is_ascii_lowercase()) else {
            return self.expected(ExpectedText::File);
        };
        let Some(digit) = self.take(|byte| matches!(byte, b'1'..=b'9')) else {
            return self.expected(ExpectedText::Rank);
        };
        // Boards have at most 99 ranks, so two digits are enough.
        let mut rank = digit - b'0';
        if let Some(digit) = self.take(|byte| byte.is_ascii_digit()) {
            rank = 10 * rank + (digit - b'0');
        }
        Ok(WireSquare { file: letter - b'a', rank })
    }

    /// Takes the byte `mark` and the square after it, or nothing if `mark` is not next.
    ///
    /// # Errors
    /// As [`square`](Self::square), if no square follows `mark`.
    pub fn square_after(&mut self, mark: u8) -> Result<Option<WireSquare>, NotationError> {
        if self.take_byte(mark) { self.square().map(Some) } else { Ok(None) }
    }

    /// Takes the letter and the `@` of a drop, and returns the letter in upper case.
    pub fn drop_letter(&mut self) -> Option<char> {
        if !self.sees(|c| c.is_ascii_lowercase(), |c| c == b'@') {
            return None;
        }
        let letter = self.peek()?;
        self.offset += 2;
        Some(char::from(letter.to_ascii_uppercase()))
    }

    /// The rest of `c3xd4`, `c3xd4xe5` or `c3xd4xe5-c3`.
    fn shot(&mut self, from: WireSquare) -> Result<WireMove, NotationError> {
        self.take_byte(b'x');
        let first = self.square()?;
        let victims = self.victims(Some(first))?;
        let start_of_way_back = self.offset;
        if self.square_after(b'-')?.is_some_and(|square| square != from) {
            return Err(self.error(start_of_way_back + 1, ExpectedText::WayBack));
        }
        self.end()?;
        let refusal = || self.error(self.offset, ExpectedText::End);
        Ok(WireMove::Shot { from, victims: victims.ok_or_else(refusal)? })
    }

    /// Takes the victims behind those that have been taken, each with an `x` before it.
    fn victims(&mut self, first: Option<WireSquare>) -> Result<Option<Victims>, NotationError> {
        let mut squares: Vec<WireSquare> = first.into_iter().collect();
        while squares.len() < Victims::MOST {
            let Some(victim) = self.square_after(b'x')? else { break };
            squares.push(victim);
        }
        Ok(Victims::new(squares))
    }

    /// The rest of `e2e4,e4e5`, in which e5 becomes a wall, or of XBoard's `c3d4,d4e5,e5c3`, in which the piece goes to
    /// its victims and returns. A promotion may stand behind a wall, as in XBoard's protocol: `e7e8,e8d4q`.
    fn legs(&mut self, from: WireSquare, first: WireSquare) -> Result<WireMove, NotationError> {
        let second = self.leg(first)?;
        // Of `c3d4,d4c3` the game decides: a wall is built where the piece stood, or one victim is shot.
        if second != from && self.peek() == Some(b',') {
            if self.leg(second)? != from {
                return self.expected(ExpectedText::WayBack);
            }
            self.end()?;
            let victims = Victims::new([first, second]);
            return victims
                .map(|victims| WireMove::Shot { from, victims })
                .ok_or_else(|| self.error(self.offset, ExpectedText::End));
        }
        let promotion = self.promotion();
        self.end()?;
        let wall = Some(second);
        Ok(WireMove::Step {
            from,
            to: first,
            count: None,
            promotion,
            hostile_at: None,
            removed: None,
            promoted: None,
            wall,
        })
    }

    /// Takes the leg `,d3c2`, which must begin at `start`, and returns the square where it ends.
    ///
    /// # Errors
    /// [`ExpectedText::SameSquare`] if it begins elsewhere; otherwise as [`square`](Self::square).
    pub fn leg(&mut self, start: WireSquare) -> Result<WireSquare, NotationError> {
        self.take_byte(b',');
        let offset = self.offset;
        if self.square()? != start {
            return Err(self.error(offset, ExpectedText::SameSquare));
        }
        self.square()
    }

    /// Reads the part after the two squares of a step.
    fn step(&mut self, from: WireSquare, to: WireSquare) -> Result<WireMove, NotationError> {
        let count = self.count()?;
        let promotion = self.promotion();
        let behind_letter = self.square_after(b'@')?;
        let removed = self.victims(None)?;
        let hostile_at = match behind_letter {
            Some(_) => behind_letter,
            None => self.square_after(b'@')?,
        };
        let promoted = self.square_after(b'+')?;
        let wall = if self.peek() == Some(b',') { Some(self.leg(to)?) } else { None };
        self.end()?;
        Ok(WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall })
    }

    fn count(&mut self) -> Result<Option<u8>, NotationError> {
        if !self.take_byte(b':') {
            return Ok(None);
        }
        let start = self.offset;
        // All digits are taken, so that 256 and more is refused as a number and not at its last digit.
        while self.take(|byte| byte.is_ascii_digit()).is_some() {}
        match self.token.get(start..self.offset).map(str::parse) {
            Some(Ok(count @ 1..)) => Ok(Some(count)),
            _ => Err(self.error(start, ExpectedText::Count)),
        }
    }

    /// Takes the letter of a promotion, or the `+` or `-` that ends the move or stands before its wall. An `x` is one
    /// unless a square follows.
    pub fn promotion(&mut self) -> Option<char> {
        // Before a square, a `+` marks another piece that is promoted; `+xd4` removes what is on d4, and `+x4` is on file x.
        let removes =
            self.look(1) == Some(b'x') && self.look(2).is_some_and(|byte| byte.is_ascii_lowercase());
        if (removes || self.look(1).is_none_or(|byte| matches!(byte, b',' | b'@')))
            && let Some(mark) = self.take(|byte| matches!(byte, b'+' | b'-'))
        {
            return Some(char::from(mark));
        }
        // `e7e8x` promotes to the piece X, `e7e8xd4` removes what is on d4.
        let square_follows = self.look(1).is_some_and(|byte| byte.is_ascii_lowercase())
            && self.look(2).is_some_and(|byte| byte.is_ascii_digit());
        self.take(|byte| byte.is_ascii_lowercase() && !(byte == b'x' && square_follows)).map(char::from)
    }
}
#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    fn square(name: &str) -> WireSquare {
        name.parse().unwrap()
    }

    fn read(token: &str) -> WireMove {
        token.parse().unwrap()
    }

    #[test]
    fn squares() {
        assert_eq!(square("a1"), WireSquare { file: 0, rank: 1 });
        assert_eq!(square("Q11"), WireSquare { file: 16, rank: 11 });
        for bad in ["", "a", "a0", "a01", "a100", "1a", "é1", "a1 "] {
            assert!(bad.parse::<WireSquare>().is_err(), "{bad}");
        }
    }

    #[test]
    fn canonical_texts_print_back() {
        for text in [
            "0000",
            "e2e4",
            "a1a10",
            "q11p11",
            "e7e8q",
            "N@b3",
            "X@x1",
            "d1xd6",
            "c3xd4xe5",
            "x5x6",
            "x5xx6",
            "e5d6:2",
            "e5d6:12q",
            "e9e10f@c5",
            "d9e10z+b2",
            "d1d8+b2",
            "e11e12xg10",
            "e11e12x",
            "e11e12xx5",
            "e11e12xxg10",
            "e11e12x@c5xd6+e7",
            "e4e4",
            "*@e4",
            "e2e4,e4d5",
            "e2e4,e4e2",
            "e7e8q,e8d4",
            "e7e8+,e8d4",
            "x1x2,x2x3",
        ] {
            assert_eq!(read(text).to_string(), text);
            assert_eq!(read(&text.to_uppercase()).to_string(), text);
        }
    }

    #[test]
    fn parts_are_told_apart() {
        let WireMove::Step { promotion, removed, .. } = read("e11e12xg10") else { panic!("not a step") };
        assert_eq!((promotion, removed), (None, Victims::new([square("g10")])));
        let WireMove::Step { promotion, hostile_at, .. } = read("e9e10f@c5") else { panic!("not a step") };
        assert_eq!((promotion, hostile_at), (Some('f'), Some(square("c5"))));
        let letter = 'B';
        let to = square("b2");
        assert_eq!(read("b@b2"), WireMove::Drop { letter, to, promoted: false });
        assert_eq!(read("+b@b2"), WireMove::Drop { letter, to, promoted: true });
    }

    #[test]
    fn forms_of_other_programs() {
        for (text, printed) in [
            ("@@@@", "0000"),
            ("c2d3,d3e4,e4c2", "c2xd3xe4"),
            ("E7E8,E8D4Q", "e7e8q,e8d4"),
            ("C3XD4XE5-C3", "c3xd4xe5"),
            ("c3xd4-c3", "c3xd4"),
        ] {
            assert_eq!(read(text).to_string(), printed);
        }
    }

    #[test]
    fn errors_name_token_place_and_expectation() {
        use ExpectedText::*;
        for (text, offset, expected) in [
            ("", 0, File),
            ("e", 1, Rank),
            ("e2", 2, File),
            ("e2e", 3, Rank),
            ("e2e0", 3, Rank),
            ("e2e100", 5, End),
            ("e7e8q9", 5, End),
            ("e7e8:", 5, Count),
            ("e7e8:0", 5, Count),
            ("e7e8:256", 5, Count),
            ("e7e8+x", 6, Rank),
            ("e7e8@c5@d6", 7, End),
            ("N@", 2, File),
            ("N@b3q", 4, End),
            ("a1xb2xc3x", 9, File),
            ("a1xb2-b1", 6, WayBack),
            ("a1b2,", 5, File),
            ("a1b2,b3a1", 5, SameSquare),
            ("a1b2,b2c3,c3d4", 14, WayBack),
            ("a1b2,b2a1,a1b2", 9, End),
            ("a1b2q,b3c4", 6, SameSquare),
            ("*@", 2, File),
            ("*@e4q", 4, End),
            ("(none)", 0, File),
            ("é2e4", 0, File),
        ] {
            let error = text.parse::<WireMove>().unwrap_err();
            assert_eq!((error.offset, error.expected), (offset, expected), "{text}");
            assert_eq!(error.token, text);
        }
        assert_eq!(
            "e2e9z9".parse::<WireMove>().unwrap_err().to_string(),
            "`e2e9z9`, character 6: expected the end of the move"
        );
    }

    fn any_square() -> impl Strategy<Value = WireSquare> {
        (0..26_u8, 1..=99_u8).prop_map(|(file, rank)| WireSquare { file, rank })
    }

    fn any_step() -> impl Strategy<Value = WireMove> {
        let other = || option::of(any_square());
        (
            (any_square(), any_square(), option::of(1..=255_u8)),
            (option::of(prop::char::range('a', 'z')), other()),
            (prop::collection::vec(any_square(), 0..=Victims::MOST), other(), other()),
        )
            .prop_map(|((from, to, count), (promotion, hostile_at), (removed, promoted, wall))| {
                let removed = Victims::new(removed);
                WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall }
            })
    }

    fn any_move() -> impl Strategy<Value = WireMove> {
        let drop = (prop::char::range('A', 'Z'), any_square(), any::<bool>())
            .prop_map(|(letter, to, promoted)| WireMove::Drop { letter, to, promoted });
        let shot = (any_square(), prop::collection::vec(any_square(), 1..=Victims::MOST))
            .prop_map(|(from, victims)| WireMove::Shot { from, victims: Victims::new(victims).unwrap() });
        let wall = any_square().prop_map(|at| WireMove::Wall { at });
        prop_oneof![Just(WireMove::Pass), drop, shot, wall, any_step()]
    }

    proptest! {
        #[test]
        fn printed_moves_read_back(wire in any_move()) {
            let text = wire.to_string();
            prop_assert_eq!(text.parse(), Ok(wire));
            prop_assert_eq!(text.to_lowercase().parse(), Ok(wire));
            prop_assert_eq!(text.to_uppercase().parse(), Ok(wire));
        }

        #[test]
        fn legs_read_as_the_shot_or_the_wall(from in any_square(), first in any_square(), second in any_square()) {
            prop_assume!(first != from && second != from);
            let WireMove::Step { wall, .. } = read(&format!("{from}{first},{first}{from}")) else { panic!() };
            prop_assert_eq!(wall, Some(from));
            let two = WireMove::Shot { from, victims: Victims::new([first, second]).unwrap() };
            prop_assert_eq!(
                format!("{from}{first},{first}{second},{second}{from}").parse(),
                Ok(two)
            );
            prop_assert_eq!(format!("{two}-{from}").parse(), Ok(two));
        }

        #[test]
        fn whatever_is_read_prints_back(token in "[a-dxXA-D0-9@:,+x*-]{0,14}|\\PC*") {
            if let Ok(wire) = token.parse::<WireMove>() {
                prop_assert_eq!(wire.to_string().parse(), Ok(wire));
            }
        }
    }
}
