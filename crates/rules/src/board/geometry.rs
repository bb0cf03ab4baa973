//! Boards as graphs: the neighbours of each square in each direction, and the lines of a board.
//!
//! Files and ranks are known here and in the outline alone; no other code computes with square indices.

use super::{Bitboard, Outline, Square};

/// The words of 64 squares that the largest boards of games from files have: what holds any of their boards has so many.
pub const LARGEST_BOARD: usize =
    if cfg!(all(feature = "few-squares", not(feature = "large-boards"))) { 3 } else { 4 };

/// One of the eight queen directions, as White sees the board.
///
/// The first four lead to higher square indices, the last four to lower ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up the board.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Up and left.
    NorthWest,
    /// Down the board.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Down and right.
    SouthEast,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All eight; `ALL[d as usize] == d`.
    pub const ALL: [Direction; 8] = [North, NorthEast, East, NorthWest, South, SouthWest, West, SouthEast];
    /// Along diagonals.
    pub const DIAGONAL: [Direction; 4] = [NorthEast, NorthWest, SouthWest, SouthEast];

    /// Along ranks and files, a bit for each.
    pub(super) const ORTHOGONAL_BITS: u8 = 0b0101_0101;
    /// [`DIAGONAL`](Self::DIAGONAL), a bit for each.
    pub(super) const DIAGONAL_BITS: u8 = 0b1010_1010;

    /// The step in files and ranks.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            NorthWest => (-1, 1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            SouthEast => (1, -1),
        }
    }

    /// The direction of a step, if it is one of the eight.
    pub(super) fn of_step(step: (i8, i8)) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.step() == step)
    }

    /// The direction back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        // The order of the directions puts each four places from its opposite.
        Self::ALL[self as usize ^ 4]
    }

    /// The two directions that turn off by half a right angle.
    #[inline]
    pub(super) const fn outwards(self) -> [Direction; 2] {
        match self {
            North => [NorthEast, NorthWest],
            East => [NorthEast, SouthEast],
            South => [SouthEast, SouthWest],
            West => [NorthWest, SouthWest],
            NorthEast => [North, East],
            NorthWest => [North, West],
            SouthWest => [South, West],
            SouthEast => [South, East],
        }
    }

    /// Returns true if squares in this direction have higher indices.
    #[inline]
    const fn ascends(self) -> bool {
        (self as u8) < 4
    }
}

/// The rays from a square in the eight directions: side by side where memory is fetched, because a
/// slide needs several of them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rose<const W: usize>([Bitboard<W>; 8]);

/// A table with the same value for all squares. It is made where it stays: 64 kB are a lot for a stack, and to copy from there.
fn table<T: Clone>(value: T) -> Box<[T; 256]> {
    vec![value; 256].try_into().unwrap_or_else(|_| unreachable!("256 values"))
}

/// A board with its lines, in tables that are made once per game.
///
/// Tables have 256 entries, so that a square's index needs no check; the entries past the last
/// square are empty, which `Bitboard::first_index` and `Bitboard::last_index` rely on.
pub struct Geometry<const W: usize> {
    outline: Outline,
    roses: Box<[Rose<W>; 256]>,
    directions: Box<[[Option<Direction>; 256]; 256]>,
}

impl<const W: usize> Geometry<W> {
    /// The tables of a board.
    ///
    /// # Panics
    ///
    /// If the board has more squares than `W` words hold: 255 are the most.
    #[must_use]
    pub fn new(outline: Outline) -> Self {
        let most = usize::from(Bitboard::<W>::CAPACITY);
        assert!(outline.len() <= most, "{} squares do not fit in {W} words", outline.len());
        let mut roses = table(Rose([Bitboard::EMPTY; 8]));
        let mut directions = table([None; 256]);
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            for from in outline.squares() {
                let mut at = from;
                while let Some(next) = outline.offset(at, files, ranks) {
                    roses[from.index()].0[direction as usize].insert(next);
                    directions[from.index()][next.index()] = Some(direction);
                    at = next;
                }
            }
        }
        Geometry { outline, roses, directions }
    }

    /// The squares and their coordinates.
    #[must_use]
    pub const fn outline(&self) -> &Outline {
        &self.outline
    }

    /// All squares of the board.
    #[must_use]
    pub fn all(&self) -> Bitboard<W> {
        Bitboard::first_squares(self.outline.len())
    }

    /// The squares of one rank, from 0.
    #[must_use]
    pub fn rank(&self, rank: u8) -> Bitboard<W> {
        self.select(|_, its_rank| its_rank == rank)
    }

    /// The squares of which `holds(file, rank)` holds.
    pub fn select(&self, holds: impl Fn(u8, u8) -> bool) -> Bitboard<W> {
        let outline = &self.outline;
        outline.squares().filter(|&square| holds(outline.file(square), outline.rank(square))).collect()
    }

    /// Three sets of squares, each about a third of the board: boards with pieces on them, to see on what a piece reaches.
    /// Every square is in one of them.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn thirds(&self) -> [Bitboard<W>; 3] {
        // The two factors mix files and ranks, so that no line is all of one part.
        [0, 1, 2].map(|part| {
            self.select(|file, rank| (5 * usize::from(file) + 7 * usize::from(rank) / 2) % 3 == part)
        })
    }

    /// Every square from which one step of `(files, ranks)` exists, as a table of that square.
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn leaps(&self, steps: &[(i8, i8)]) -> Box<[Bitboard<W>; 256]> {
        let mut table = Box::new([Bitboard::EMPTY; 256]);
        for from in self.outline.squares() {
            table[from.index()] =
                steps.iter().filter_map(|&(files, ranks)| self.outline.offset(from, files, ranks)).collect();
        }
        table
    }

    /// All squares in a direction up to the edge or a missing square.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn ray(&self, direction: Direction, from: Square) -> Bitboard<W> {
        self.roses[from.index()].0[direction as usize]
    }

    /// All rays in a direction.
    #[inline]
    pub(super) fn rays(&self, direction: Direction) -> Rays<impl Fn(u8) -> Bitboard<W>> {
        Rays {
            ray: move |from| self.roses[from as usize].0[direction as usize],
            ascends: direction.ascends(),
        }
    }

    /// The squares that a sliding piece reaches in one direction: up to the first occupied square,
    /// that one included.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn slide(&self, direction: Direction, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.rays(direction).slide(from, occupied)
    }

    /// Returns the squares that a rook reaches, the first occupied ones included.
    #[inline]
    #[must_use]
    pub fn orthogonal(&self, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.slide(North, from, occupied)
            | self.slide(East, from, occupied)
            | self.slide(South, from, occupied)
            | self.slide(West, from, occupied)
    }

    /// Returns the squares that a bishop reaches, the first occupied ones included.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.slide(NorthEast, from, occupied)
            | self.slide(NorthWest, from, occupied)
            | self.slide(SouthWest, from, occupied)
            | self.slide(SouthEast, from, occupied)
    }

    /// Returns the squares that a slide reaches in the directions of `lines`, a bit for each, up to
    /// the first `stops`.
    #[inline]
    pub(super) fn slides(&self, lines: u8, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        match lines {
            // The usual pieces have code of their own, without a loop over directions.
            Direction::ORTHOGONAL_BITS => self.orthogonal(from, stops),
            Direction::DIAGONAL_BITS => self.diagonal(from, stops),
            0xFF => self.orthogonal(from, stops) | self.diagonal(from, stops),
            _ => self.slides_one_by_one(lines, from, stops),
        }
    }

    /// [`slides`](Self::slides) of no usual piece, apart from those so that they stay small.
    #[inline(never)]
    fn slides_one_by_one(&self, lines: u8, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        Direction::ALL
            .into_iter()
            .filter(|&direction| lines >> direction as u8 & 1 != 0)
            .fold(Bitboard::EMPTY, |set, direction| set | self.slide(direction, from, stops))
    }

    /// Returns the squares beyond the first of the `stops` in the directions of `lines`, a bit for
    /// each, up to the second.
    #[inline]
    pub(super) fn hops(&self, lines: u8, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        let hop = |direction| self.rays(direction).hop(from, stops);
        match lines {
            Direction::ORTHOGONAL_BITS => hop(North) | hop(East) | hop(South) | hop(West),
            Direction::DIAGONAL_BITS => hop(NorthEast) | hop(NorthWest) | hop(SouthWest) | hop(SouthEast),
            _ => Direction::ALL
                .into_iter()
                .filter(|&direction| lines >> direction as u8 & 1 != 0)
                .fold(Bitboard::EMPTY, |set, direction| set | hop(direction)),
        }
    }

    /// The direction that leads from one square to another along a queen line without a missing
    /// square, if one does.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    #[must_use]
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        self.directions[from.index()][to.index()]
    }

    /// The squares strictly between two squares of one queen line; empty if they share none.
    #[inline]
    #[must_use]
    pub fn between(&self, a: Square, b: Square) -> Bitboard<W> {
        match self.direction(a, b) {
            Some(direction) => self.ray(direction, a) & self.ray(direction.opposite(), b),
            None => Bitboard::EMPTY,
        }
    }

    /// The whole queen line through two squares, both included; empty if they share none.
    #[inline]
    #[must_use]
    pub fn line(&self, a: Square, b: Square) -> Bitboard<W> {
        match self.direction(a, b) {
            Some(direction) => self.ray(direction, a) | self.ray(direction.opposite(), a) | Bitboard::from(a),
            None => Bitboard::EMPTY,
        }
    }
}

/// The rays of one step: the squares that follow a square by that step.
#[derive(Clone, Copy)]
pub(super) struct Rays<F> {
    /// The ray from the square of an index; empty past the last square.
    pub(super) ray: F,
    /// True if squares further on have higher indices.
    pub(super) ascends: bool,
}

impl<const W: usize, F: Fn(u8) -> Bitboard<W>> Rays<F> {
    /// Returns the squares that a slide reaches: up to the first of the `stops`, that one included.
    #[inline]
    pub(super) fn slide(self, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        // Classical ray attacks: the whole ray less the ray behind the first piece.
        let ray = (self.ray)(from.0);
        // With nothing in the way the index names an empty entry.
        ray ^ (self.ray)(self.first_of(ray & stops))
    }

    /// Returns the squares beyond the first of the `stops`, up to the second, that one included.
    #[inline]
    fn hop(self, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        // With nothing in the way the index names an empty entry, and nothing lies behind.
        let beyond = (self.ray)(self.first_of((self.ray)(from.0) & stops));
        beyond ^ (self.ray)(self.first_of(beyond & stops))
    }

    /// The index of the square of a ray that comes first, or one past the board.
    #[inline]
    fn first_of(&self, on_ray: Bitboard<W>) -> u8 {
        if self.ascends { on_ray.first_index() } else { on_ray.last_index() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Geometry<1> {
        Geometry::new(Outline::new(8, 8, |_, _| true))
    }

    fn set<const W: usize>(geometry: &Geometry<W>, names: &str) -> Bitboard<W> {
        names.split_whitespace().map(|name| geometry.outline().named(name).expect(name)).collect()
    }

    #[test]
    fn slides_stop_at_the_first_piece() {
        let board = chess();
        let at = |name| board.outline().named(name).unwrap();
        let occupied = set(&board, "d6 f4 a1 d8 h8");
        assert_eq!(board.orthogonal(at("d4"), occupied), set(&board, "d5 d6 e4 f4 d3 d2 d1 c4 b4 a4"));
        assert_eq!(board.diagonal(at("b2"), occupied), set(&board, "a1 a3 c1 c3 d4 e5 f6 g7 h8"));
        assert_eq!(board.orthogonal(at("a1"), Bitboard::EMPTY).len(), 14);
        assert_eq!(board.orthogonal(at("h8"), Bitboard::EMPTY).len(), 14);
    }

    #[test]
    fn lines_end_at_missing_squares_and_leaps_cross_them() {
        let ring: Geometry<2> = Geometry::new(Outline::new(10, 10, |file, rank| (file, rank) != (4, 4)));
        let outline = ring.outline();
        let at = |name| outline.named(name).unwrap();
        assert_eq!(outline.len(), 99);
        assert_eq!(outline.named("e5"), None);
        assert_eq!(ring.ray(North, at("e1")), set(&ring, "e2 e3 e4"));
        assert_eq!(ring.direction(at("e4"), at("e6")), None);
        assert_eq!(ring.leaps(&[(0, 2)])[at("e4").index()], set(&ring, "e6"));
        assert_eq!(ring.between(at("a10"), at("d7")), set(&ring, "b9 c8"));
        assert_eq!(ring.line(at("i1"), at("g3")), set(&ring, "i1 h2 g3 f4"));
    }

    #[test]
    fn boards_whose_squares_lack_a_number_or_a_name_are_refused() {
        let all = |files, ranks| {
            let outline = Outline::try_new(files, ranks, |_, _| true);
            outline.map(|outline| outline.len()).map_err(|error| error.to_string())
        };
        assert_eq!(all(16, 16), Ok(256));
        assert_eq!(all(20, 20), Err("400 squares: expected at most 256".to_owned()));
        assert_eq!(all(27, 2), Err("27 files: expected at most 26".to_owned()));
        assert_eq!(all(2, 100), Err("100 ranks: expected at most 99".to_owned()));
        assert_eq!(all(2, 99), Ok(198));
        assert!(std::panic::catch_unwind(|| Outline::new(20, 20, |_, _| true)).is_err());
        let outline = Outline::new(16, 16, |_, _| true);
        for square in outline.squares() {
            assert_eq!(outline.named(&outline.name(square)), Some(square));
        }
    }

    #[test]
    fn squares_off_the_board_have_no_neighbours() {
        let board = chess();
        assert_eq!(board.outline().offset(Square(64), -1, 0), None);
        assert_eq!(board.outline().offset(Square(255), 0, 0), None);
        assert_eq!(board.direction(Square(200), Square(0)), None);
    }

    #[test]
    fn names_have_no_leading_zero_or_sign() {
        let outline = Outline::new(17, 11, |_, _| true);
        assert_eq!(outline.named("q11").map(|square| outline.name(square)).as_deref(), Some("q11"));
        for bad in ["", "a", "a0", "a01", "a+1", "r1", "a12", "11", "aa", "é1"] {
            assert_eq!(outline.named(bad), None, "{bad}");
        }
    }
}
