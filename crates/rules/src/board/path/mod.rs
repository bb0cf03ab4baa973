//! Paths: how pieces move, as plain data that no notation of a piece's moves shows through.
//!
//! A piece of one side is a list of [`Path`]s. Everything else is made of it: the tables of its
//! moves ([`Movement`](super::Movement)), its evaluation, its words, its picture. Two notations are
//! lowered to paths, each once: [helgi's own](super::movement), and the XBetza of games from files.

mod walk;

pub use walk::lame_way;
use walk::{Taking, Walk};

use super::{Bitboard, Direction, Geometry, Outline, Side, Square};
use std::ops::ControlFlow;

/// A step in files and ranks, as White sees the board.
pub type Step = (i8, i8);

/// On which occasion a path applies.
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

/// The squares from which a path applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// From every square.
    Any,
    /// From one rank, from 1 as the piece's side counts.
    Rank(u8),
    /// From the white squares: those whose file and rank, from 1, add up to an odd number.
    White,
    /// From some squares of the board.
    Squares(Bitboard<4>),
    /// From every square, until the piece has moved. Such paths are not among those that make a
    /// [`Movement`](super::Movement): they belong to a piece in a position, not to its kind.
    Unmoved {
        /// True if a check to the king of its side ends them too.
        until_check: bool,
    },
}

/// The pieces that may or must stand on the squares that a path passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passing {
    /// Nothing.
    Nothing,
    /// Exactly one piece, of either side.
    One,
    /// Exactly one piece or obstacle.
    Hurdle,
    /// Exactly one piece or obstacle, next to the square of arrival.
    NearHurdle,
    /// One piece or obstacle, or several.
    Several,
    /// A piece or obstacle on each square where a leg of a route has to end on one, and none elsewhere.
    Marked,
    /// One own piece, or none.
    OneOwn,
    /// Own pieces.
    Own,
    /// Any pieces.
    Pieces,
    /// Anything, also obstacles; missing squares are passed too.
    Everything,
}

impl Passing {
    /// The least and the greatest number of pieces that are passed.
    #[inline]
    #[must_use]
    pub const fn count(self) -> (usize, usize) {
        match self {
            Passing::Nothing => (0, 0),
            Passing::One | Passing::Hurdle | Passing::NearHurdle => (1, 1),
            Passing::OneOwn => (0, 1),
            Passing::Several | Passing::Marked => (1, usize::MAX),
            Passing::Own | Passing::Pieces | Passing::Everything => (0, usize::MAX),
        }
    }

    /// Returns true if something must stand on the way.
    #[inline]
    #[must_use]
    pub const fn hops(self) -> bool {
        !matches!(self.count(), (0, _))
    }
}

/// The pieces that a path takes on the square where it ends, or a leg of a route on its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    /// Enemy pieces.
    Enemies,
    /// Enemy pieces that are royal, and no others.
    Kings,
    /// Enemy pieces that are not royal.
    Commoners,
    /// Own pieces, which leave the board.
    Own,
    /// Own pieces, which come to the square that the piece leaves.
    OwnInExchange,
    /// Enemy pieces, which do so.
    EnemiesInExchange,
}

/// The part of a path after a bend: equal steps in new directions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leg {
    /// The turns that it may begin with, clockwise in eighths of a circle from the direction of the
    /// leg before: 1 is half a right angle to the right, 7 to the left.
    pub turns: Vec<u8>,
    /// The least number of steps; 0 if the path may end at the bend.
    pub least: u8,
    /// The greatest number of steps, 0 for any.
    pub most: u8,
}

/// The condition of the square where a leg of a route ends and the next one begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bend {
    /// It is empty.
    Empty,
    /// A piece or an obstacle stands there.
    Occupied,
    /// Anything may stand there.
    Any,
    /// An own piece stands there, and stays.
    OverOwn,
    /// A piece that is taken stands there.
    Prey(Taken),
}

/// One leg of a route: equal steps in one direction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RouteLeg {
    /// The step.
    pub step: Step,
    /// The least number of steps, at least 1.
    pub least: u8,
    /// The greatest number of steps, 0 for any.
    pub most: u8,
    /// The condition of the square where it ends, if another leg follows.
    pub bend: Bend,
    /// True if the whole move may end here too, if another leg follows.
    pub may_end: bool,
    /// True if a piece is set down on the square where it begins: the one that was taken last before it, or else the next one
    /// that is taken, if only where the move ends. At most one leg of a route does so.
    pub sets_down: bool,
}

/// The course of a path from its first step on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// One leap, whatever stands between.
    Leap,
    /// One leap that is stopped on the squares that it passes: straight steps first, then diagonal
    /// ones. Missing squares do not stop it.
    Lame,
    /// Equal steps.
    Ride {
        /// The least number of steps, at least 1.
        least: u8,
        /// The greatest number of steps, 0 for any.
        most: u8,
    },
    /// Equal steps, then legs, each turned from the one before. Bends are passed like other squares.
    Bent {
        /// The greatest number of steps before the first bend, 0 for any.
        most: u8,
        /// The legs behind the first bend.
        legs: Vec<Leg>,
    },
    /// Routes, each a list of legs with steps of their own; the path has no first steps besides.
    Routes(Vec<Vec<RouteLeg>>),
    /// A leap to any square of the colour that the piece stands on.
    SameColour,
}

impl Course {
    /// Any number of equal steps.
    pub const LINE: Course = Course::Ride { least: 1, most: 0 };

    /// One step, then outwards in either of two directions, so many steps in all; 0 for any.
    #[must_use]
    pub fn outwards(most: u8) -> Course {
        match most {
            1 => Course::Leap,
            most => {
                // Half a right angle from a straight step are the two diagonals that lead away from the start.
                let leg = Leg { turns: vec![7, 1], least: 0, most: most.saturating_sub(1) };
                Course::Bent { most: 1, legs: vec![leg] }
            }
        }
    }
}

/// One way of moving: all steps of a piece of one side that are made alike.
///
/// ```
/// use helgi_rules::internals::board::path::{Course, Leg, Mode, Path};
/// use helgi_rules::board::{Bitboard, Geometry, Movement, Outline, Side};
///
/// // The horse of xiangqi: a straight step, then one diagonally outwards.
/// let outwards = Leg { turns: vec![7, 1], least: 1, most: 1 };
/// let straight = vec![(0, 1), (1, 0), (0, -1), (-1, 0)];
/// let course = Course::Bent { most: 1, legs: vec![outwards] };
/// let horse = Path::new(Mode::Both, straight, course);
/// let board = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
/// let moves = Movement::of_paths(&board, &[horse], Side::White);
/// let d4 = board.outline().named("d4").unwrap();
/// assert_eq!(moves.quiet.targets(&board, d4, &Bitboard::EMPTY.into()).len(), 8);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The occasion.
    pub mode: Mode,
    /// True if it names the squares of captures *en passant*.
    pub en_passant: bool,
    /// The squares from which it applies.
    pub origin: Origin,
    /// True if it never ends on the last rank.
    pub spares_last_rank: bool,
    /// The first steps. None on a course of the same colour.
    pub steps: Vec<Step>,
    /// The course from a first step on.
    pub course: Course,
    /// The pieces that may stand on the way.
    pub passing: Passing,
    /// True if the board is a cylinder for it: the first file follows the last one.
    pub wraps: bool,
    /// The pieces that it takes where it ends.
    pub taken: Taken,
}

/// A piece that is taken on the way of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Victim {
    /// The square where it stands.
    pub square: Square,
    /// The pieces of which it has to be one.
    pub taken: Taken,
}

/// A route that takes a piece on its way or sets one down there, that goes over own pieces, or that ends where it began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detour<const W: usize> {
    /// The square of departure.
    pub from: Square,
    /// The square of arrival, which may be that of departure.
    pub to: Square,
    /// The pieces that are taken on the way, in this order.
    pub victims: Box<[Victim]>,
    /// The square where a piece is set down, and which of them it is; `None` for the one that is taken where the move ends.
    pub set_down: Option<(Square, Option<u8>)>,
    /// The other squares passed, all of them empty but for the marked ones.
    pub passed: Bitboard<W>,
    /// Those of them on which a piece or an obstacle has to stand.
    pub marked: Bitboard<W>,
    /// Those of the marked ones on which it has to be an own piece.
    pub own: Bitboard<W>,
}

/// A square that a path leads to, and the squares that it passes on the way.
pub(super) struct Arrival<const W: usize> {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) passed: Bitboard<W>,
    /// The square passed last.
    pub(super) last: Option<Square>,
    /// Those of the squares passed on which a piece has to stand.
    pub(super) marked: Bitboard<W>,
}

impl Path {
    /// A path from anywhere to anywhere that passes nothing.
    #[must_use]
    pub const fn new(mode: Mode, steps: Vec<Step>, course: Course) -> Self {
        Path {
            mode,
            en_passant: false,
            origin: Origin::Any,
            spares_last_rank: false,
            steps,
            course,
            passing: Passing::Nothing,
            wraps: false,
            taken: Taken::Enemies,
        }
    }

    /// Returns true if it captures or shoots a piece on the square where it ends.
    #[must_use]
    pub fn attacks(&self) -> bool {
        // Paths that take own pieces threaten nobody, and those that spare kings give no check.
        let takes_enemies = matches!(self.taken, Taken::Enemies | Taken::Kings);
        !self.en_passant && self.mode != Mode::Move && takes_enemies
    }

    /// Returns true if a piece has it only until it has moved.
    #[must_use]
    pub fn is_first(&self) -> bool {
        matches!(self.origin, Origin::Unmoved { .. })
    }

    /// Returns true if it leads to empty squares.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        matches!(self.mode, Mode::Both | Mode::Move)
    }

    /// Returns true if the pieces between its squares do not matter.
    pub(super) fn is_leap(&self) -> bool {
        matches!(self.course, Course::Leap | Course::SameColour) || self.passing == Passing::Everything
    }

    /// The queen directions of its steps, a bit for each, if it has no others and never bends.
    pub(super) fn lines(&self) -> Option<u8> {
        match self.course {
            Course::Ride { .. } if !self.wraps => self
                .steps
                .iter()
                .try_fold(0, |lines, &step| Some(lines | 1 << Direction::of_step(step)? as u8)),
            _ => None,
        }
    }

    /// Returns true if it does not lead from every square to every other one of its course.
    pub(super) fn is_limited(&self) -> bool {
        let is_long = match &self.course {
            Course::Ride { least, most } => *least == 1 && *most == 0,
            // The endless ride outwards, as `Course::outwards(0)` makes it.
            Course::Bent { most: 1, legs } => matches!(&legs[..], [Leg { least: 0, most: 0, .. }]),
            _ => false,
        };
        !is_long || self.origin != Origin::Any || self.spares_last_rank
    }

    /// Returns true if it always goes along a queen line of which it passes every square.
    pub(super) fn is_straight<const W: usize>(&self, geometry: &Geometry<W>, side: Side) -> bool {
        if self.course != Course::Lame {
            return self.lines().is_some();
        }
        if self.wraps {
            return false;
        }
        let mut is_straight = true;
        self.visit_arrivals(geometry.outline(), side, &mut |Arrival::<W> { from, to, passed, .. }| {
            let on_line = geometry.direction(from, to).is_some();
            is_straight &= on_line && passed == geometry.between(from, to);
        });
        is_straight
    }

    /// Returns true if it applies from a square.
    fn begins_on(&self, outline: &Outline, side: Side, square: Square) -> bool {
        match self.origin {
            Origin::Any | Origin::Unmoved { .. } => true,
            Origin::Rank(rank) => outline.rank_of(side, square) + 1 == rank,
            // Counted from 0 the sum is less by two: it is odd for the same squares.
            Origin::White => (outline.file(square) + outline.rank(square)) % 2 == 1,
            Origin::Squares(squares) => squares.has(square),
        }
    }

    /// Returns true if it may end on a square.
    fn ends_on(&self, outline: &Outline, side: Side, square: Square) -> bool {
        !self.spares_last_rank || outline.rank_of(side, square) + 1 != outline.ranks()
    }

    /// The walk that begins on a square.
    fn walk_from<'a, const W: usize>(&self, outline: &'a Outline, from: Square) -> Walk<'a, W> {
        Walk {
            outline,
            from,
            at: (outline.file(from), outline.rank(from)),
            passed: Bitboard::EMPTY,
            last: None,
            marked: Bitboard::EMPTY,
            own: Bitboard::EMPTY,
            taking: Taking::NOTHING,
            passes_holes: self.passing == Passing::Everything,
            wraps: self.wraps,
        }
    }

    /// Takes the steps of its routes on a board from a number of steps that may be taken, and returns whether that was enough. Legs
    /// that ride multiply, so that a short text can have more ways than there is time for.
    #[must_use]
    pub fn takes_steps(&self, outline: &Outline, side: Side, left: &mut u32) -> bool {
        let Course::Routes(routes) = &self.course else { return true };
        let mut count = |_: Square, _: &Walk<'_, 4>| ControlFlow::Continue(());
        outline.squares().filter(|&from| self.begins_on(outline, side, from)).all(|from| {
            let walk = self.walk_from(outline, from);
            routes.iter().all(|route| walk.follow(route, left, &mut count).is_continue())
        })
    }

    /// Returns true if a move along it may take an own piece, on its way or where it ends.
    #[must_use]
    pub fn takes_own(&self) -> bool {
        let on_the_way = |routes: &Vec<Vec<RouteLeg>>| {
            routes.iter().flatten().any(|leg| leg.bend == Bend::Prey(Taken::Own))
        };
        self.taken == Taken::Own || matches!(&self.course, Course::Routes(routes) if on_the_way(routes))
    }

    /// Returns true if moves along it may take or set down a piece on their way.
    #[must_use]
    pub fn is_detouring(&self) -> bool {
        let detours = |leg: &RouteLeg| leg.sets_down || matches!(leg.bend, Bend::Prey(_));
        matches!(&self.course, Course::Routes(routes) if routes.iter().flatten().any(detours))
    }

    /// Visits the routes from any square that take a piece on their way, go over own pieces or end where they began, on some
    /// board or other.
    /// They are not among those that make a [`Movement`](super::Movement).
    pub fn visit_detours<const W: usize>(
        &self,
        outline: &Outline,
        side: Side,
        mut visit: impl FnMut(Detour<W>) -> ControlFlow<()>,
    ) {
        let Course::Routes(routes) = &self.course else { return };
        let _ = outline.squares().filter(|&from| self.begins_on(outline, side, from)).try_for_each(|from| {
            let mut arrive = |to, walk: &Walk<'_, W>| {
                let Walk { passed, marked, own, ref taking, .. } = *walk;
                let is_one = (walk.is_detour() || to == from) && self.ends_on(outline, side, to);
                if !is_one || taking.is_set_down_on(to) {
                    return ControlFlow::Continue(());
                }
                let victims = taking.victims().into();
                visit(Detour { from, to, victims, set_down: taking.set_down(), passed, marked, own })
            };
            let walk = self.walk_from(outline, from);
            routes.iter().try_for_each(|route| walk.follow(route, &mut { u32::MAX }, &mut arrive))
        });
    }

    /// Visits every square that it leads to from any square, on some board or other. Tables are made of that, once for each game,
    /// so that one copy of the code is enough for all visitors.
    pub(super) fn visit_arrivals<const W: usize>(
        &self,
        outline: &Outline,
        side: Side,
        visit: &mut dyn FnMut(Arrival<W>),
    ) {
        for from in outline.squares().filter(|&from| self.begins_on(outline, side, from)) {
            let mut arrive = |to, walk: &Walk<'_, W>| {
                let Walk { passed, last, marked, .. } = *walk;
                // A hop needs a square on which the hurdle can stand.
                let hops = self.passing.hops() && self.passing != Passing::Marked && passed.is_empty();
                if !hops && to != from && !walk.is_detour() && self.ends_on(outline, side, to) {
                    visit(Arrival { from, to, passed, last, marked });
                }
            };
            let start = self.walk_from(outline, from);
            if self.course == Course::SameColour {
                let colour = |square| (outline.file(square) + outline.rank(square)) % 2;
                for to in outline.squares().filter(|&to| to != from && colour(to) == colour(from)) {
                    arrive(to, &start);
                }
            }
            if let Course::Routes(routes) = &self.course {
                let mut arrive = |to, walk: &Walk<'_, W>| {
                    arrive(to, walk);
                    ControlFlow::Continue(())
                };
                for route in routes {
                    let _ = start.follow(route, &mut { u32::MAX }, &mut arrive);
                }
            }
            for &step in &self.steps {
                let mut walk = start.clone();
                match &self.course {
                    Course::Leap => walk.go(step, (1, 1), &[], &mut arrive),
                    Course::Lame => {
                        let passed = lame_way(step).into_iter();
                        // Squares that the board does not have cannot stop it.
                        walk.passed = passed.filter_map(|step| start.square_at(start.after(step)?)).collect();
                        walk.go(step, (1, 1), &[], &mut arrive);
                    }
                    &Course::Ride { least, most } => walk.go(step, (least, most), &[], &mut arrive),
                    Course::Bent { most, legs } => walk.go(step, (1, *most), legs, &mut arrive),
                    Course::Routes(_) | Course::SameColour => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
