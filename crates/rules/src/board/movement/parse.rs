//! Reading of descriptors.

use super::super::path::{Mode, Origin, Passing};
use super::{Atom, Directions, Term};
use crate::Phrase;
use thiserror::Error;

const RANGE: Phrase = Phrase::new("descriptor.range", "a range below 256");
const HALF_WAY: Phrase = Phrase::new("descriptor.half-way", "a leap that has a square half-way, for `n`");
const SAME_COLOUR: Phrase = Phrase::new("descriptor.same-colour", "`U` without directions and number");
const LINE: Phrase = Phrase::new("descriptor.line", "a line, for `o`, `j` and `p`");
const ORIGIN: Phrase = Phrase::new("descriptor.origin", "the number of a rank, behind `i`");
const OUTWARDS: Phrase = Phrase::new("descriptor.outwards", "`t[FR]` or `t[WB]`");
const LEAP: Phrase = Phrase::new("descriptor.leap", "a leap `(x,y)`");
const ATOM: Phrase = Phrase::new("descriptor.atom", "a modifier or an atom");

/// All texts that a descriptor could have had in the place of what is wrong.
pub const EXPECTED_IN_DESCRIPTORS: &[Phrase] =
    &[RANGE, HALF_WAY, SAME_COLOUR, LINE, ORIGIN, OUTWARDS, LEAP, ATOM];

/// A fault in a descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("movement `{descriptor}`: `{found}` at byte {at}, expected {}", .expected.words)]
pub struct DescriptorError {
    descriptor: String,
    found: String,
    at: usize,
    expected: Phrase,
}

impl DescriptorError {
    /// The place of the fault, in bytes.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The offending character.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The text that would have been accepted.
    #[must_use]
    pub const fn expected(&self) -> Phrase {
        self.expected
    }
}

/// Makes a constant table with a descriptor that does not [`parse`] fail to compile.
///
/// # Panics
///
/// If the descriptor does not parse.
pub(crate) const fn check(descriptor: &str) {
    let text = descriptor.as_bytes();
    let mut at = 0;
    // Without iterators and strings, since the compiler runs it.
    while at < text.len() {
        match read_term(text, at) {
            Ok((_, next)) => at = next,
            Err((_, expected)) => panic!("{}", expected.words),
        }
    }
}

/// Reads a descriptor.
///
/// # Errors
///
/// Names the first character that fits no term.
pub fn parse(descriptor: &str) -> Result<Vec<Term>, DescriptorError> {
    let mut terms = Vec::new();
    let mut at = 0;
    while at < descriptor.len() {
        let (term, next) =
            read_term(descriptor.as_bytes(), at).map_err(|(at, expected)| DescriptorError {
                descriptor: descriptor.to_owned(),
                found: descriptor.get(at..).unwrap_or_default().chars().take(1).collect(),
                at,
                expected,
            })?;
        terms.push(term);
        at = next;
    }
    Ok(terms)
}

/// The byte at a place, 0 past the end.
const fn byte(text: &[u8], at: usize) -> u8 {
    if at < text.len() { text[at] } else { 0 }
}

/// Reads a number below 256 and says where it ends; `None` if there is none or it is too large.
const fn read_number(text: &[u8], start: usize) -> Option<(u8, usize)> {
    let (mut at, mut number) = (start, 0u32);
    while byte(text, at).is_ascii_digit() {
        number = number * 10 + (text[at] - b'0') as u32;
        if number > 255 {
            return None;
        }
        at += 1;
    }
    if at == start { None } else { Some((number as u8, at)) }
}

/// Reads the term that begins at a byte, and returns its end, or the place of an error with what
/// was expected.
pub(in crate::board) const fn read_term(text: &[u8], start: usize) -> Result<(Term, usize), (usize, Phrase)> {
    let (mut term, at) = match read_modifiers(text, start) {
        Ok(read) => read,
        Err(error) => return Err(error),
    };
    let (atom, default_range, mut end) = match read_atom(text, at) {
        Ok(read) => read,
        Err(error) => return Err(error),
    };
    term.atom = atom;
    term.range = default_range;
    // A number behind the atom replaces its usual range.
    if byte(text, end).is_ascii_digit() {
        let Some((range, after)) = read_number(text, end) else { return Err((end, RANGE)) };
        (term.range, end) = (range, after);
    }
    let halves = match term.atom {
        Atom::Leap(x, y) => term.range == 1 && x % 2 == 0 && y % 2 == 0,
        _ => false,
    };
    if term.lame && !halves {
        return Err((at, HALF_WAY));
    }
    if matches!(term.atom, Atom::SameColour) && (term.range != 1 || term.directions.0 != 0) {
        return Err((at, SAME_COLOUR));
    }
    if !matches!(term.passing, Passing::Nothing) && term.range == 1 {
        return Err((at, LINE));
    }
    Ok((term, end))
}

/// Reads modifiers into a term whose atom and range are still to come.
const fn read_modifiers(text: &[u8], start: usize) -> Result<(Term, usize), (usize, Phrase)> {
    let mut term = Term {
        mode: Mode::Both,
        directions: Directions(0),
        origin: Origin::Any,
        spares_last_rank: false,
        lame: false,
        passing: Passing::Nothing,
        en_passant: false,
        atom: Atom::King,
        range: 1,
    };
    let mut at = start;
    loop {
        match byte(text, at) {
            b'm' => term.mode = Mode::Move,
            b'c' => term.mode = Mode::Capture,
            b'x' => term.mode = Mode::Shoot,
            b'f' => term.directions.0 |= 1,
            b'b' => term.directions.0 |= 1 << 1,
            b'l' => term.directions.0 |= 1 << 2,
            b'r' => term.directions.0 |= 1 << 3,
            b'v' => term.directions.0 |= 1 << 4,
            b's' => term.directions.0 |= 1 << 5,
            b'n' => term.lame = true,
            b'i' => {
                let Some((rank, end)) = read_number(text, at + 1) else {
                    return Err((at + 1, ORIGIN));
                };
                term.origin = Origin::Rank(rank);
                // The loop adds one below.
                at = end - 1;
            }
            b'w' => term.origin = Origin::White,
            b'z' => term.spares_last_rank = true,
            b'p' => term.passing = Passing::One,
            b'o' if byte(text, at + 1) == b'1' => {
                term.passing = Passing::OneOwn;
                at += 1;
            }
            b'o' => term.passing = Passing::Own,
            b'j' if byte(text, at + 1) == b'j' => {
                term.passing = Passing::Everything;
                at += 1;
            }
            b'j' => term.passing = Passing::Pieces,
            b'e' => term.en_passant = true,
            _ => return Ok((term, at)),
        }
        at += 1;
    }
}

/// Reads an atom: its kind, its range without a number, and its end.
const fn read_atom(text: &[u8], at: usize) -> Result<(Atom, u8, usize), (usize, Phrase)> {
    let (atom, range) = match byte(text, at) {
        b'W' => (Atom::Leap(0, 1), 1),
        b'F' => (Atom::Leap(1, 1), 1),
        b'D' => (Atom::Leap(0, 2), 1),
        b'N' => (Atom::Leap(1, 2), 1),
        b'A' => (Atom::Leap(2, 2), 1),
        b'H' => (Atom::Leap(0, 3), 1),
        b'C' => (Atom::Leap(1, 3), 1),
        b'Z' => (Atom::Leap(2, 3), 1),
        b'G' => (Atom::Leap(3, 3), 1),
        b'K' => (Atom::King, 1),
        b'R' => (Atom::Leap(0, 1), 0),
        b'B' => (Atom::Leap(1, 1), 0),
        b'Q' => (Atom::King, 0),
        b'U' => (Atom::SameColour, 1),
        b't' => {
            return match (byte(text, at + 1), byte(text, at + 2), byte(text, at + 3), byte(text, at + 4)) {
                (b'[', b'F', b'R', b']') => Ok((Atom::Gryphon, 0, at + 5)),
                (b'[', b'W', b'B', b']') => Ok((Atom::Dragon, 0, at + 5)),
                _ => Err((at, OUTWARDS)),
            };
        }
        b'(' => {
            let Some((x, comma)) = read_number(text, at + 1) else { return Err((at, LEAP)) };
            let Some((y, end)) = read_number(text, comma + 1) else { return Err((at, LEAP)) };
            // No board has more than 32 ranks.
            if byte(text, comma) != b',' || byte(text, end) != b')' || x > 32 || y > 32 || x + y == 0 {
                return Err((at, LEAP));
            }
            return Ok((Atom::Leap(x, y), 1, end + 1));
        }
        _ => return Err((at, ATOM)),
    };
    Ok((atom, range, at + 1))
}
