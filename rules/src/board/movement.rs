//! Piece movement written as short descriptors, and its tables.
//!
//! A descriptor is a list of terms in the style of Ralph Betza's notation, for example `fmWfcF`
//! for a pawn's step and capture. A term is a list of modifiers, an atom and sometimes a number:
//!
//! | modifier | meaning |
//! |---|---|
//! | `m` `c` `x` | only without capturing; only capturing; only shooting (the piece stays) |
//! | `f` `b` `l` `r` `v` `s` | only forward, backward, left, right, along the file, along the rank |
//! | `n` | a leap over which the square half-way must be empty |
//! | `i` | only from the piece's initial squares |
//! | `p` | along a line on which exactly one piece is passed |
//! | `o` | along a line on which own pieces may be passed |
//! | `j` | along a line on which any piece may be passed |
//! | `e` | en passant |
//!
//! | atom | meaning |
//! |---|---|
//! | `W` `F` `D` `N` `A` `H` `C` `Z` `G` | leaps (0,1) (1,1) (0,2) (1,2) (2,2) (0,3) (1,3) (2,3) (3,3) |
//! | `K` | `WF` |
//! | `R` `B` `Q` | lines of `W`, of `F`, of both |
//! | `(x,y)` | any leap |
//! | `t[FR]` `t[WB]` | one step, then outwards as rook or bishop |
//!
//! A number behind an atom is the greatest number of equal steps, 0 for any: `W2` slides one or
//! two squares, `xQ5` shoots up to five, `N0` rides on knight's leaps.
//!
//! What several games share becomes tables here: leaps, and lines that end at the first piece.
//! The other terms (`n i p o j e`, `t[]` and rides of longer leaps) are read, so that help texts
//! and other notations can be made from them, and carried out by the game that has them.

use super::{Direction, Geometry, Piece, Side, Square, SquareSet};
use thiserror::Error;

/// On which occasion a term applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Moving and capturing.
    Both,
    /// Only to an empty square.
    Move,
    /// Only to a piece that is captured.
    Capture,
    /// Removing a piece without moving.
    Shoot,
}

/// A condition that the game itself has to see to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// `n`: the square half-way is empty.
    Lame,
    /// `i`: from the initial squares.
    Initial,
    /// `p`: over exactly one piece.
    Hop,
    /// `o`: over own pieces.
    OverOwn,
    /// `j`: over any pieces.
    OverAny,
    /// `e`: en passant.
    EnPassant,
}

/// The shape of a term's steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// Leaps by so many squares one way and so many the other, in all eight orientations.
    Leap(u8, u8),
    /// `K`, `Q`: one step in any of the eight directions.
    King,
    /// `t[FR]`: a diagonal step, then outwards as a rook.
    Gryphon,
    /// `t[WB]`: an orthogonal step, then outwards as a bishop.
    Dragon,
}

/// One term of a descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// When it applies.
    pub mode: Mode,
    /// The direction letters, out of `fblrvs`; empty for all directions.
    pub directions: String,
    /// Conditions of the game.
    pub specials: Vec<Special>,
    /// The shape of one step.
    pub atom: Atom,
    /// The greatest number of equal steps, 0 for any number.
    pub range: u8,
}

/// What is wrong with a descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("movement `{descriptor}`: `{found}` at byte {at}, expected {expected}")]
pub struct DescriptorError {
    descriptor: String,
    found: String,
    at: usize,
    expected: &'static str,
}

impl Term {
    /// The steps `(files, ranks)` of a piece of `side`, without the further ones of a bent ride.
    pub fn steps(&self, side: Side) -> Vec<(i8, i8)> {
        let shapes: &[(u8, u8)] = match self.atom {
            Atom::Leap(x, y) => &[(x, y)],
            Atom::King => &[(0, 1), (1, 1)],
            Atom::Gryphon => &[(1, 1)],
            Atom::Dragon => &[(0, 1)],
        };
        let mut steps = Vec::new();
        for &(x, y) in shapes {
            let (x, y) = (x as i8, y as i8);
            for (files, ranks) in [(x, y), (y, x), (-x, y), (-y, x), (x, -y), (y, -x), (-x, -y), (-y, -x)] {
                if self.allows(files, ranks) {
                    let step = if side == Side::White { (files, ranks) } else { (files, -ranks) };
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
            }
        }
        steps
    }

    fn allows(&self, files: i8, ranks: i8) -> bool {
        self.directions.is_empty()
            || self.directions.chars().any(|letter| match letter {
                'f' => ranks > 0,
                'b' => ranks < 0,
                'l' => files < 0,
                'r' => files > 0,
                'v' => files == 0,
                _ => ranks == 0,
            })
    }
}

/// Reads a descriptor.
///
/// # Errors
///
/// Names the first character that fits no term.
pub fn parse(descriptor: &str) -> Result<Vec<Term>, DescriptorError> {
    let mut terms = Vec::new();
    let mut rest = descriptor;
    while !rest.is_empty() {
        let fail = |rest: &str, expected| DescriptorError {
            descriptor: descriptor.to_owned(),
            found: rest.chars().take(1).collect(),
            at: descriptor.len() - rest.len(),
            expected,
        };
        let mut mode = Mode::Both;
        let mut directions = String::new();
        let mut specials = Vec::new();
        while let Some(letter) = rest.chars().next() {
            match letter {
                'm' => mode = Mode::Move,
                'c' => mode = Mode::Capture,
                'x' => mode = Mode::Shoot,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' => directions.push(letter),
                'n' => specials.push(Special::Lame),
                'i' => specials.push(Special::Initial),
                'p' => specials.push(Special::Hop),
                'o' => specials.push(Special::OverOwn),
                'j' => specials.push(Special::OverAny),
                'e' => specials.push(Special::EnPassant),
                _ => break,
            }
            rest = &rest[1..];
        }
        let (atom, default_range) = if let Some(after) = rest.strip_prefix("t[FR]") {
            rest = after;
            (Atom::Gryphon, 0)
        } else if let Some(after) = rest.strip_prefix("t[WB]") {
            rest = after;
            (Atom::Dragon, 0)
        } else if let Some(after) = rest.strip_prefix('(') {
            let (numbers, after) = after.split_once(')').ok_or_else(|| fail(rest, "a leap `(x,y)`"))?;
            let pair = numbers.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
            let (x, y) = pair.ok_or_else(|| fail(rest, "a leap `(x,y)`"))?;
            rest = after;
            (Atom::Leap(x, y), 1)
        } else {
            let (atom, range) = match rest.chars().next() {
                Some('W') => (Atom::Leap(0, 1), 1),
                Some('F') => (Atom::Leap(1, 1), 1),
                Some('D') => (Atom::Leap(0, 2), 1),
                Some('N') => (Atom::Leap(1, 2), 1),
                Some('A') => (Atom::Leap(2, 2), 1),
                Some('H') => (Atom::Leap(0, 3), 1),
                Some('C') => (Atom::Leap(1, 3), 1),
                Some('Z') => (Atom::Leap(2, 3), 1),
                Some('G') => (Atom::Leap(3, 3), 1),
                Some('K') => (Atom::King, 1),
                Some('R') => (Atom::Leap(0, 1), 0),
                Some('B') => (Atom::Leap(1, 1), 0),
                Some('Q') => (Atom::King, 0),
                _ => return Err(fail(rest, "a modifier or an atom")),
            };
            rest = &rest[1..];
            (atom, range)
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let range = match &rest[..digits] {
            "" => default_range,
            number => number.parse().map_err(|_| fail(rest, "a range below 256"))?,
        };
        rest = &rest[digits..];
        terms.push(Term { mode, directions, specials, atom, range });
    }
    Ok(terms)
}

/// The leaps and lines of a piece for one occasion, as tables per square.
pub struct Reach<const W: usize> {
    leaps: Box<[SquareSet<W>; 256]>,
    leaps_back: Box<[SquareSet<W>; 256]>,
    lines: u8,
    /// How far the lines go; `None` if to the edge.
    within: Option<Limits<W>>,
}

struct Limits<const W: usize> {
    from: Box<[SquareSet<W>; 256]>,
    to: Box<[SquareSet<W>; 256]>,
}

impl<const W: usize> Reach<W> {
    fn new(geometry: &Geometry<W>, terms: &[Term], side: Side, wanted: &[Mode]) -> Self {
        let mut leaps = Vec::new();
        let mut lines = 0;
        let mut limited = false;
        let mut line_steps = Vec::new();
        for term in terms.iter().filter(|term| wanted.contains(&term.mode) && term.specials.is_empty()) {
            for (files, ranks) in term.steps(side) {
                match (term.range, Direction::ALL.into_iter().find(|d| d.step() == (files, ranks))) {
                    (1, _) => leaps.push((files, ranks)),
                    (range, Some(direction)) if matches!(term.atom, Atom::Leap(..) | Atom::King) => {
                        lines |= 1 << direction as u8;
                        limited |= range != 0;
                        let most = if range == 0 { i8::MAX } else { range as i8 };
                        line_steps.extend((1..=most.min(32)).map(|count| (files * count, ranks * count)));
                    }
                    _ => {}
                }
            }
        }
        let back = |steps: &[(i8, i8)]| {
            let reversed: Vec<_> = steps.iter().map(|&(files, ranks)| (-files, -ranks)).collect();
            geometry.leaps(&reversed)
        };
        Reach {
            leaps: geometry.leaps(&leaps),
            leaps_back: back(&leaps),
            lines,
            within: limited.then(|| Limits { from: geometry.leaps(&line_steps), to: back(&line_steps) }),
        }
    }

    /// The squares reached from `from`, the first occupied ones on each line included.
    #[inline]
    pub fn targets(&self, geometry: &Geometry<W>, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        let mut targets = self.leaps[from.index()];
        if self.lines != 0 {
            let mut slides = self.slides(geometry, from, occupied, 0);
            if let Some(limits) = &self.within {
                slides &= limits.from[from.index()];
            }
            targets |= slides;
        }
        targets
    }

    /// Those of `wanted` that are among the [`targets`](Self::targets); quick where none is near.
    #[inline]
    pub fn targets_among(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupied: SquareSet<W>,
        wanted: SquareSet<W>,
    ) -> SquareSet<W> {
        let near = match &self.within {
            Some(limits) => limits.from[from.index()] | self.leaps[from.index()],
            None if self.lines == 0 => self.leaps[from.index()],
            None => !SquareSet::EMPTY,
        };
        if self.lines == 0 || !near.meets(wanted) {
            return near & wanted;
        }
        self.targets(geometry, from, occupied) & wanted
    }

    /// The squares from which `to` is reached: the other way round of [`targets`](Self::targets).
    #[inline]
    pub fn origins(&self, geometry: &Geometry<W>, to: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        let mut origins = self.leaps_back[to.index()];
        if self.lines != 0 {
            let mut slides = self.slides(geometry, to, occupied, 4);
            if let Some(limits) = &self.within {
                slides &= limits.to[to.index()];
            }
            origins |= slides;
        }
        origins
    }

    /// The leaps alone, from a square.
    #[inline]
    pub fn leaps(&self, from: Square) -> SquareSet<W> {
        self.leaps[from.index()]
    }

    /// The lines, each direction turned by flipping the bits of `turn` in its number.
    #[inline]
    fn slides(&self, geometry: &Geometry<W>, at: Square, occupied: SquareSet<W>, turn: u8) -> SquareSet<W> {
        const ROOK: u8 = 0b0101_0101;
        const BISHOP: u8 = 0b1010_1010;
        match self.lines {
            ROOK => geometry.orthogonal(at, occupied),
            BISHOP => geometry.diagonal(at, occupied),
            0xFF => geometry.orthogonal(at, occupied) | geometry.diagonal(at, occupied),
            lines => Direction::ALL
                .into_iter()
                .filter(|&direction| lines >> direction as u8 & 1 != 0)
                .map(|direction| Direction::ALL[(direction as u8 ^ turn) as usize])
                .fold(SquareSet::EMPTY, |set, direction| set | geometry.slide(direction, at, occupied)),
        }
    }
}

/// The movement of one piece of one side, as tables.
pub struct Movement<const W: usize> {
    /// Where it goes without capturing, if the square is empty.
    pub quiet: Reach<W>,
    /// What it captures by going there.
    pub capture: Reach<W>,
    /// What it shoots.
    pub shoot: Reach<W>,
}

impl<const W: usize> Movement<W> {
    /// The tables of a descriptor.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [`parse`]: descriptors are constants of the games.
    pub fn new(geometry: &Geometry<W>, descriptor: &str, side: Side) -> Self {
        let terms = parse(descriptor).unwrap_or_else(|error| panic!("{error}"));
        Movement {
            quiet: Reach::new(geometry, &terms, side, &[Mode::Both, Mode::Move]),
            capture: Reach::new(geometry, &terms, side, &[Mode::Both, Mode::Capture]),
            shoot: Reach::new(geometry, &terms, side, &[Mode::Shoot]),
        }
    }
}

/// A board and the movement of every piece of a game on it.
pub struct PieceTables<const W: usize> {
    /// The board.
    pub geometry: Geometry<W>,
    movements: [Vec<Movement<W>>; 2],
}

impl<const W: usize> PieceTables<W> {
    /// The tables for pieces with these descriptors, in the order of their kinds.
    ///
    /// # Panics
    ///
    /// If a descriptor does not [`parse`].
    pub fn new<'a>(geometry: Geometry<W>, descriptors: impl Iterator<Item = &'a str> + Clone) -> Self {
        let movements = Side::BOTH.map(|side| {
            descriptors.clone().map(|descriptor| Movement::new(&geometry, descriptor, side)).collect()
        });
        PieceTables { geometry, movements }
    }

    /// How a piece moves.
    #[inline]
    pub fn movement(&self, piece: Piece) -> &Movement<W> {
        &self.movements[piece.side.index()][piece.kind.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Outline;

    fn targets(descriptor: &str, side: Side, from: &str, occupied: &[&str]) -> Vec<String> {
        let board: Geometry<2> = Geometry::new(Outline::new(12, 10, |_, _| true));
        let outline = board.outline();
        let occupied: SquareSet<2> = occupied.iter().map(|name| outline.named(name).unwrap()).collect();
        let from = outline.named(from).unwrap();
        let movement = Movement::new(&board, descriptor, side);
        let set = movement.quiet.targets(&board, from, occupied);
        for to in outline.squares() {
            let back = movement.quiet.origins(&board, to, occupied | SquareSet::from(from));
            assert_eq!(set.has(to), back.has(from), "{descriptor} from {from:?} to {to:?}");
        }
        set.into_iter().map(|square| outline.name(square)).collect()
    }

    #[test]
    fn descriptors_become_tables() {
        use Side::{Black, White};
        assert_eq!(targets("fmWfcF", White, "e4", &[]), ["e5"]);
        assert_eq!(targets("fmWfcF", Black, "e4", &[]), ["e3"]);
        assert_eq!(targets("W2", White, "a1", &["a3", "b1"]), ["b1", "a2", "a3"]);
        assert_eq!(
            targets("fsR2fB", White, "c3", &["d4"]),
            ["a3", "b3", "d3", "e3", "b4", "c4", "d4", "a5", "c5"]
        );
        assert_eq!(targets("fB3", Black, "a9", &[]), ["d6", "c7", "b8"]);
        assert_eq!(targets("(0,4)N", White, "a1", &[]), ["e1", "c2", "b3", "a5"]);
        assert_eq!(targets("K", White, "a1", &[]), ["b1", "a2", "b2"]);
    }

    #[test]
    fn errors_name_the_place() {
        let error = parse("mWX3").unwrap_err();
        assert_eq!(error.to_string(), "movement `mWX3`: `X` at byte 2, expected a modifier or an atom");
        for bad in ["m", "(1;2)", "(1,2", "W256", "é", "t[RF]"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
