//! The tables of piece moves, made from the paths of a game's pieces.

use super::movement::{self, Term};
use super::path::{Mode, Path, Taken};
use super::{Bitboard, Geometry, Occupancy, Piece, Reach, Side, Square};

/// The movement of one piece of one side.
#[derive(Clone)]
pub struct Movement<const W: usize> {
    /// The squares that it moves to if they are empty.
    #[doc(hidden)] // a part of `internals`, as reaches are
    pub quiet: Reach<W>,
    /// The squares that it captures on by going there.
    #[doc(hidden)] // a part of `internals`, as reaches are
    pub capture: Reach<W>,
    /// The squares that it shoots at.
    #[doc(hidden)] // a part of `internals`, as reaches are
    pub shoot: Reach<W>,
    /// The squares that it captures on or shoots at.
    #[doc(hidden)] // a part of `internals`, as reaches are
    pub attack: Reach<W>,
    /// The squares where it captures *en passant*.
    #[doc(hidden)] // a part of `internals`, as reaches are
    pub en_passant: Reach<W>,
    /// True if it captures as it goes otherwise.
    captures_as_it_goes: bool,
    shoots: bool,
}

impl<const W: usize> Movement<W> {
    /// Builds the movement of a descriptor.
    ///
    /// # Panics
    ///
    /// If the descriptor does not [`parse`](movement::parse): descriptors are constants of the games.
    #[must_use]
    pub fn new(geometry: &Geometry<W>, descriptor: &str, side: Side) -> Self {
        Self::of_paths(geometry, &paths(&read(descriptor), side), side)
    }

    /// Builds the movement of a piece of a side from its paths: those that take [enemies](Taken::Enemies), and that it has
    /// also when it has [moved](Path::is_first).
    #[doc(hidden)] // a part of `internals`
    #[must_use]
    pub fn of_paths(geometry: &Geometry<W>, paths: &[Path], side: Side) -> Self {
        let of = |wanted: fn(&Path) -> bool| -> Vec<&Path> {
            let is_common = |path: &&Path| path.taken == Taken::Enemies && !path.is_first();
            paths.iter().filter(|path| is_common(path) && wanted(path)).collect()
        };
        let quiet = of(Path::is_quiet);
        let capture = of(|path| matches!(path.mode, Mode::Both | Mode::Capture) && !path.en_passant);
        let attack = of(Path::attacks);
        let shoot = of(|path| path.mode == Mode::Shoot);
        let nothing = Reach::new(geometry, [].iter().copied(), side);
        let reach = |paths: &[&Path]| match paths {
            [] => nothing.clone(),
            paths => Reach::new(geometry, paths.iter().copied(), side),
        };
        let captures = reach(&capture);
        Movement {
            quiet: if quiet == capture { captures.clone() } else { reach(&quiet) },
            attack: if attack == capture { captures.clone() } else { reach(&attack) },
            capture: captures,
            shoot: reach(&shoot),
            en_passant: reach(&of(|path| path.en_passant)),
            captures_as_it_goes: quiet == capture,
            shoots: !shoot.is_empty(),
        }
    }

    /// Returns the squares from which it goes to a square on some board or other, without a shot.
    #[inline]
    #[must_use]
    pub(crate) fn range_to(&self, to: Square) -> Bitboard<W> {
        self.quiet.range_to(to) | self.capture.range_to(to) | self.en_passant.range_to(to)
    }

    /// Returns the squares it goes to: those of the empty `free` squares that it moves to, and
    /// those of the `prey` that it captures by going there.
    #[inline(always)]
    #[must_use]
    pub fn arrivals(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
        free: Bitboard<W>,
        prey: Bitboard<W>,
    ) -> Bitboard<W> {
        let goes = self.quiet.targets(geometry, from, occupancy);
        if self.captures_as_it_goes {
            // One look serves both for all pieces but pawns and their like.
            goes & (free | prey)
        } else {
            goes & free | self.capture.targets(geometry, from, occupancy) & prey
        }
    }

    /// Returns true if it attacks a square from another one: it would capture an enemy piece there, or shoot it.
    ///
    /// ```
    /// use helgi_rules::board::{Bitboard, Geometry, Movement, Outline, Side};
    ///
    /// let board = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
    /// let square = |name| board.outline().named(name).unwrap();
    /// let pawn = Movement::new(&board, "fmWfcF", Side::White);
    /// assert!(pawn.attacks(&board, square("e4"), square("d5"), &Bitboard::EMPTY.into()));
    /// assert!(!pawn.attacks(&board, square("e4"), square("e5"), &Bitboard::EMPTY.into()));
    /// ```
    #[must_use]
    pub fn attacks(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        occupancy: &Occupancy<W>,
    ) -> bool {
        self.attack.reaches(geometry, from, to, occupancy)
    }

    /// Returns the squares of the `prey` that it shoots.
    #[inline(always)]
    #[must_use]
    pub fn shots(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
        prey: Bitboard<W>,
    ) -> Bitboard<W> {
        if self.shoots { self.shoot.targets_among(geometry, from, occupancy, prey) } else { Bitboard::EMPTY }
    }
}

fn paths(terms: &[Term], side: Side) -> Vec<Path> {
    terms.iter().map(|term| term.path(side)).collect()
}

fn read(descriptor: &str) -> Vec<Term> {
    movement::parse(descriptor).unwrap_or_else(|error| panic!("{error}"))
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
    /// If a descriptor does not [`parse`](movement::parse).
    pub fn new<'a>(geometry: Geometry<W>, descriptors: impl Iterator<Item = &'a str>) -> Self {
        let of_both = |descriptor| {
            let terms = read(descriptor);
            let white = Movement::of_paths(&geometry, &paths(&terms, Side::White), Side::White);
            let black = match terms.iter().all(Term::is_the_same_for_both) {
                true => white.clone(),
                false => Movement::of_paths(&geometry, &paths(&terms, Side::Black), Side::Black),
            };
            (white, black)
        };
        let (white, black) = descriptors.map(of_both).unzip();
        PieceTables { geometry, movements: [white, black] }
    }

    /// The square that a step without a capture passes, if it passes one: that of a double step, on
    /// which it can be answered *en passant*.
    #[inline]
    #[must_use]
    pub fn passed(&self, mover: Piece, from: Square, to: Square) -> Option<Square> {
        let quiet = &self.movement(mover).quiet;
        // Most steps are leaps.
        if quiet.leaps(from).has(to) {
            return None;
        }
        quiet.way(&self.geometry, from, to)?.squares.first()
    }

    /// Returns the movement of a piece.
    #[inline]
    #[must_use]
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
        let occupied: Bitboard<2> = occupied.iter().map(|name| outline.named(name).unwrap()).collect();
        let from = outline.named(from).unwrap();
        let movement = Movement::new(&board, descriptor, side);
        let set = movement.quiet.targets(&board, from, &Occupancy::new(occupied, occupied));
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
        assert_eq!(targets("fmWi2fmnD", White, "e2", &[]), ["e3", "e4"]);
        assert_eq!(targets("fmWi2fmnD", White, "e2", &["e3"]), ["e3"]);
        assert_eq!(targets("fmWi2fmnD", Black, "e2", &[]), ["e1"]);
        assert_eq!(targets("o1R", White, "a1", &["a2", "a4", "b1", "c1"]), ["b1", "c1", "a2", "a3", "a4"]);
        assert_eq!(targets("t[FR]", White, "b1", &["b3", "c4", "a2", "d2"]), ["a2", "c2", "d2", "c3", "c4"]);
    }
}
