//! Helgi's own notation of piece movement: short descriptors, lowered to [paths](super::path).
//!
//! A descriptor is a list of terms in the style of Ralph Betza's notation, for example `fmWfcF`
//! for a pawn's step and capture. A term is a list of modifiers, an atom and sometimes a number:
//!
//! | modifier | meaning |
//! |---|---|
//! | `m` `c` `x` | only without capturing; only capturing; only shooting (the piece stays) |
//! | `f` `b` `l` `r` `v` `s` | only forward, backward, left, right, along the file, along the rank |
//! | `n` | a leap over which the square half-way must exist and be empty |
//! | `i2` | only from the second rank, as its side counts; so with every number |
//! | `w` | only from a white square: one whose file and rank, from 1, add up to an odd number |
//! | `z` | not to the last rank, the enemy's back line |
//! | `p` | along a line on which exactly one piece is passed |
//! | `o` `o1` | along a line on which own pieces may be passed; at most one own piece |
//! | `j` `jj` | along a line on which any pieces may be passed; obstacles and missing squares too |
//! | `e` | en passant |
//!
//! | atom | meaning |
//! |---|---|
//! | `W` `F` `D` `N` `A` `H` `C` `Z` `G` | leaps (0,1) (1,1) (0,2) (1,2) (2,2) (0,3) (1,3) (2,3) (3,3) |
//! | `K` | `WF` |
//! | `R` `B` `Q` | lines of `W`, of `F`, of both |
//! | `(x,y)` | any leap |
//! | `t[FR]` `t[WB]` | one step, then outwards as rook or bishop, in either of two directions |
//! | `U` | a leap to any square of the colour it stands on |
//!
//! A number after an atom is the greatest number of equal steps, 0 for any: `W2` slides one or
//! two squares, `xQ5` shoots up to five, `N0` rides on knight's leaps.
//!
//! [`Movement`](super::Movement) carries out every term. A game has to add only what depends on
//! more than the board: which piece may take which, and *en passant*, of which the
//! descriptor names the squares.

mod parse;

pub(crate) use parse::check;
pub(super) use parse::read_term;
pub use parse::{DescriptorError, EXPECTED_IN_DESCRIPTORS, parse};

use super::Side;
use super::path::{Course, Leg, Mode, Origin, Passing, Path, Step, Taken};
use crate::short_list::sort_short;
use std::fmt;

/// The shape of a term's steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// Leaps of this many squares one way and that many the other, in all eight orientations.
    Leap(u8, u8),
    /// `K`, `Q`: one step in any of the eight directions.
    King,
    /// `t[FR]`: a diagonal step, then outwards as a rook.
    Gryphon,
    /// `t[WB]`: an orthogonal step, then outwards as a bishop.
    Dragon,
    /// `U`: a leap to any square of the same colour.
    SameColour,
}

/// A set of direction letters; empty for all directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Directions(pub(super) u8);

impl Directions {
    const LETTERS: &str = "fblrvs";

    /// The letters, in the order `fblrvs`.
    pub fn letters(self) -> impl Iterator<Item = char> {
        Self::LETTERS
            .chars()
            .enumerate()
            .filter(move |(bit, _)| self.0 >> bit & 1 != 0)
            .map(|(_, letter)| letter)
    }

    /// The fewest letters for these steps out of all of their lengths; `None` if no letters name them.
    fn of_steps(steps: &[Step], lengths: &[(u8, u8)]) -> Option<Directions> {
        let all = lengths.iter().flat_map(|&length| orientations(length));
        let wanted: Vec<(Step, bool)> = all.map(|step| (step, steps.contains(&step))).collect();
        let fits = |directions: &Directions| {
            wanted.iter().all(|&((files, ranks), is_wanted)| directions.allow(files, ranks) == is_wanted)
        };
        // Of all sets of letters the smallest that fits.
        (0..64).map(Directions).filter(fits).min_by_key(|directions| directions.0.count_ones())
    }

    /// Returns true if a step, as its side sees the board, has one of the directions.
    fn allow(self, files: i8, ranks: i8) -> bool {
        // In the order of the letters.
        let has = [ranks > 0, ranks < 0, files < 0, files > 0, files == 0, ranks == 0];
        let letters = has.into_iter().rev().fold(0, |letters, has| letters << 1 | u8::from(has));
        self.0 == 0 || self.0 & letters != 0
    }
}

/// One term of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The occasions on which it applies.
    pub mode: Mode,
    /// In which directions.
    pub directions: Directions,
    /// The squares from which it applies.
    pub origin: Origin,
    /// `z`: whether it never ends on the last rank.
    pub spares_last_rank: bool,
    /// `n`: whether it is a leap over a square that must be empty.
    pub lame: bool,
    /// The pieces that may stand on the way.
    pub passing: Passing,
    /// `e`: whether it names the squares of captures *en passant*.
    pub en_passant: bool,
    /// The shape of one step.
    pub atom: Atom,
    /// The greatest number of equal steps, 0 for any number.
    pub range: u8,
}

impl Term {
    /// Returns true if it captures or shoots a piece on the square where it ends.
    pub(super) const fn attacks(&self) -> bool {
        !self.en_passant && !matches!(self.mode, Mode::Move)
    }

    /// Returns true if the pieces between its squares do not matter.
    pub(super) const fn is_leap(&self) -> bool {
        self.range == 1 && !self.lame
    }

    /// The path of a piece of a side that the term stands for.
    #[must_use]
    pub fn path(&self, side: Side) -> Path {
        let course = match (self.atom, self.range) {
            (Atom::SameColour, _) => Course::SameColour,
            _ if self.lame => Course::Ride { least: 2, most: 2 },
            (_, 1) => Course::Leap,
            (Atom::Gryphon | Atom::Dragon, most) => Course::outwards(most),
            (_, most) => Course::Ride { least: 1, most },
        };
        Path {
            en_passant: self.en_passant,
            origin: self.origin,
            spares_last_rank: self.spares_last_rank,
            passing: self.passing,
            ..Path::new(self.mode, self.steps(side), course)
        }
    }

    /// The term that says what a path of White's does; `None` if the notation cannot say it.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Term> {
        let lengths = lengths(&path.steps);
        let &(x, y) = lengths.first().unwrap_or(&(0, 0));
        let straight_or_diagonal = lengths == [(0, 1), (1, 1)];
        let leap = || (lengths.len() == 1).then_some(Atom::Leap(x, y));
        let steps = || if straight_or_diagonal { Some(Atom::King) } else { leap() };
        let (atom, range, lame) = match &path.course {
            Course::SameColour => (Atom::SameColour, 1, false),
            Course::Leap => (steps()?, 1, false),
            // Only straight and diagonal leaps of two have a square half-way.
            Course::Lame if (x, y) == (0, 2) || (x, y) == (2, 2) => (leap()?, 1, true),
            Course::Ride { least: 1, most } => (steps()?, *most, false),
            Course::Ride { least: 2, most: 2 } => (leap().map(|_| Atom::Leap(2 * x, 2 * y))?, 1, true),
            Course::Bent { most: 1, legs } => match (&legs[..], leap()?) {
                // The bent ride counts its first step too, and 0 stands for any number.
                ([Leg { turns, least: 0, most }], Atom::Leap(x, 1)) if x < 2 && turns[..] == [7, 1] => {
                    let range = if *most == 0 { 0 } else { most.checked_add(1)? };
                    (if x == 1 { Atom::Gryphon } else { Atom::Dragon }, range, false)
                }
                _ => return None,
            },
            Course::Lame | Course::Ride { .. } | Course::Bent { .. } | Course::Routes(_) => return None,
        };
        let passing = match path.passing {
            // Where there are no obstacles it is the same.
            Passing::Hurdle if range == 0 => Passing::One,
            Passing::Hurdle | Passing::NearHurdle | Passing::Several | Passing::Marked => return None,
            passing => passing,
        };
        if path.wraps
            || path.taken != Taken::Enemies
            || matches!(path.origin, Origin::Squares(_) | Origin::Unmoved { .. })
        {
            return None;
        }
        Some(Term {
            mode: path.mode,
            directions: Directions::of_steps(&path.steps, &lengths)?,
            origin: path.origin,
            spares_last_rank: path.spares_last_rank,
            lame,
            passing,
            en_passant: path.en_passant,
            atom,
            range,
        })
    }

    /// The first steps `(files, ranks)` of a piece of `side`; of a lame leap its halves.
    fn steps(&self, side: Side) -> Vec<Step> {
        let shapes: &[(u8, u8)] = match self.atom {
            Atom::Leap(x, y) if self.lame => &[(x / 2, y / 2)],
            Atom::Leap(x, y) => &[(x, y)],
            Atom::King => &[(0, 1), (1, 1)],
            Atom::Gryphon => &[(1, 1)],
            Atom::Dragon => &[(0, 1)],
            Atom::SameColour => &[],
        };
        let mut steps = Vec::new();
        for &shape in shapes {
            for (files, ranks) in orientations(shape) {
                if self.directions.allow(files, ranks) {
                    // Black sees ranks the other way round, but files as White does.
                    let step = if side == Side::White { (files, ranks) } else { (files, -ranks) };
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
            }
        }
        steps
    }

    /// Returns true if it means the same for White's and for Black's pieces.
    pub(super) fn is_the_same_for_both(&self) -> bool {
        let ahead_or_back = self.directions.letters().any(|letter| matches!(letter, 'f' | 'b'));
        !ahead_or_back && !matches!(self.origin, Origin::Rank(_)) && !self.spares_last_rank
    }
}

/// The term as [`parse`] reads it.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.directions.letters().try_for_each(|letter| write!(f, "{letter}"))?;
        f.write_str(match self.mode {
            Mode::Both => "",
            Mode::Move => "m",
            Mode::Capture => "c",
            Mode::Shoot => "x",
        })?;
        match self.origin {
            // These origins have no letters: `of_path` refuses them.
            Origin::Any | Origin::Squares(_) | Origin::Unmoved { .. } => {}
            Origin::Rank(rank) => write!(f, "i{rank}")?,
            Origin::White => f.write_str("w")?,
        }
        for (holds, letter) in [(self.spares_last_rank, "z"), (self.en_passant, "e"), (self.lame, "n")] {
            f.write_str(if holds { letter } else { "" })?;
        }
        f.write_str(match self.passing {
            Passing::Nothing => "",
            Passing::One | Passing::Hurdle | Passing::NearHurdle | Passing::Several | Passing::Marked => "p",
            Passing::OneOwn => "o1",
            Passing::Own => "o",
            Passing::Pieces => "j",
            Passing::Everything => "jj",
        })?;
        let (atom, usual) = match (self.atom, self.range) {
            (Atom::Leap(0, 1), 0) => ("R", 0),
            (Atom::Leap(1, 1), 0) => ("B", 0),
            (Atom::King, 0) => ("Q", 0),
            (Atom::Leap(0, 1), _) => ("W", 1),
            (Atom::Leap(1, 1), _) => ("F", 1),
            (Atom::Leap(0, 2), _) => ("D", 1),
            (Atom::Leap(1, 2), _) => ("N", 1),
            (Atom::Leap(2, 2), _) => ("A", 1),
            (Atom::Leap(0, 3), _) => ("H", 1),
            (Atom::Leap(1, 3), _) => ("C", 1),
            (Atom::Leap(2, 3), _) => ("Z", 1),
            (Atom::Leap(3, 3), _) => ("G", 1),
            (Atom::Leap(x, y), _) => {
                write!(f, "({x},{y})")?;
                ("", 1)
            }
            (Atom::King, _) => ("K", 1),
            (Atom::Gryphon, _) => ("t[FR]", 0),
            (Atom::Dragon, _) => ("t[WB]", 0),
            (Atom::SameColour, _) => ("U", 1),
        };
        f.write_str(atom)?;
        if self.range == usual { Ok(()) } else { write!(f, "{}", self.range) }
    }
}

/// The eight orientations of a leap, some of them alike where it is straight or diagonal.
fn orientations((x, y): (u8, u8)) -> [Step; 8] {
    let (x, y) = (x as i8, y as i8);
    [(x, y), (y, x), (-x, y), (-y, x), (x, -y), (y, -x), (-x, -y), (-y, -x)]
}

/// The lengths of steps, the shorter way of each first, without repetition and in order.
fn lengths(steps: &[Step]) -> Vec<(u8, u8)> {
    let length = |&(files, ranks): &Step| {
        let (x, y) = (files.unsigned_abs(), ranks.unsigned_abs());
        (x.min(y), x.max(y))
    };
    let mut lengths: Vec<(u8, u8)> = steps.iter().map(length).collect();
    sort_short(&mut lengths);
    lengths.dedup();
    lengths
}

#[cfg(test)]
mod tests;
