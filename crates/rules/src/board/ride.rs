//! Rides with conditions: over pieces, around a corner, on longer leaps.
//!
//! The usual slides, which the first piece stops, have their own faster code in [`Reach`](super::Reach).

use super::geometry::Rays;
use super::path::{Arrival, Course, Passing, Path, Step};
use super::{Bitboard, Direction, Geometry, Occupancy, Side, Square};
use std::sync::Arc;

/// A set of squares for each square; shared, because a piece often reaches the same on several
/// occasions.
pub(super) type Table<const W: usize> = Arc<[Bitboard<W>; 256]>;

/// One way of a piece to a square: the squares it passes, and the pieces that may stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way<const W: usize> {
    /// The squares passed; none on a leap.
    pub squares: Bitboard<W>,
    /// The pieces that may or must stand on them.
    pub passing: Passing,
    /// Those of them on which a piece that must stand there may stand.
    pub hurdles: Bitboard<W>,
}

impl<const W: usize> Way<W> {
    /// The way of a leap.
    pub(super) const LEAP: Self = Way::new(Bitboard::EMPTY, Passing::Nothing);

    /// A way over squares of which each may have the piece that must be passed.
    #[inline]
    pub(super) const fn new(squares: Bitboard<W>, passing: Passing) -> Self {
        Way { squares, passing, hurdles: squares }
    }

    /// Returns true if the piece gets through.
    #[inline]
    #[must_use]
    pub fn is_open(&self, occupancy: &Occupancy<W>) -> bool {
        let standing = self.squares & occupancy.all;
        match self.passing {
            Passing::Nothing => standing.is_empty(),
            Passing::One => {
                !standing.is_empty() && !standing.has_several() && !standing.meets(occupancy.blocked)
            }
            Passing::Hurdle | Passing::NearHurdle => {
                !standing.is_empty() && !standing.has_several() && standing.is_subset(self.hurdles)
            }
            Passing::Several => !standing.is_empty(),
            Passing::Marked => standing == self.hurdles,
            Passing::OneOwn => standing.is_subset(occupancy.own) && !standing.has_several(),
            Passing::Own => standing.is_subset(occupancy.own),
            Passing::Pieces => !standing.meets(occupancy.blocked),
            Passing::Everything => true,
        }
    }
}

/// Between which squares a path leads at all.
#[derive(Clone)]
pub(super) struct Limits<const W: usize> {
    pub(super) forth: Table<W>,
    pub(super) back: Table<W>,
}

/// The lines of one path.
pub(super) struct Ride<const W: usize> {
    track: Track<W>,
    passing: Passing,
    /// If not every square of the lines is reached from every other.
    within: Option<Limits<W>>,
}

/// The course of a ride.
enum Track<const W: usize> {
    /// Along queen lines, a bit for each direction.
    Lines(u8),
    /// By equal leaps.
    Leaps(Vec<LeapLine<W>>),
    /// Along a line that turns off from a first step.
    Bent(Bent<W>),
    /// Way by way: lame leaps, and bends of all other kinds.
    Ways(Ways<W>),
}

/// By square: the squares that are reached from it, each with its way; a square may be there several times.
struct Ways<const W: usize> {
    forth: Vec<Vec<(Square, Way<W>)>>,
    back: Vec<Vec<(Square, Way<W>)>>,
}

/// The rays of one leap, and of the leap back.
struct LeapLine<const W: usize> {
    forth: Table<W>,
    back: Table<W>,
    ascends: bool,
}

/// One step, its end the *corner*, then on in either of two directions.
struct Bent<const W: usize> {
    /// The first steps; from a corner by each of them it goes on [outwards](Direction::outwards).
    first_steps: Vec<(Direction, Box<[Option<Square>; 256]>)>,
    /// By the square of departure and of arrival: the corner on the way.
    corners: Box<[[Option<Square>; 256]]>,
    /// The squares from which each square is reached on an empty board.
    origins: Table<W>,
}

impl<const W: usize> Ride<W> {
    /// The ride of a path for pieces of a side, which leads nowhere but between squares of `range`.
    pub(super) fn new(geometry: &Geometry<W>, path: &Path, side: Side, range: Limits<W>) -> Self {
        let is_limited = path.is_limited();
        let track = match (&path.course, path.lines()) {
            (_, Some(lines)) => Track::Lines(lines),
            // A ride by equal leaps that leaves the board and comes back is no ray; it is kept way by way.
            (Course::Ride { .. }, None) if !path.wraps => {
                Track::Leaps(path.steps.iter().map(|&step| LeapLine::new(geometry, step)).collect())
            }
            _ if Bent::<W>::can_take(path) => {
                Track::Bent(Bent::new(geometry, &path.steps, Table::clone(&range.back)))
            }
            _ => Track::Ways(Ways::new(geometry, path, side)),
        };
        Ride { track, passing: path.passing, within: Some(range).filter(|_| is_limited) }
    }

    /// Its queen lines and what it may pass, if it rides along such lines.
    pub(super) fn slides(&self) -> Option<(u8, Passing)> {
        match self.track {
            Track::Lines(lines) if !matches!(self.passing, Passing::NearHurdle | Passing::Several) => {
                Some((lines, self.passing))
            }
            _ => None,
        }
    }

    /// Returns true if not every square of its lines is reached from every other.
    pub(super) fn is_limited(&self) -> bool {
        self.within.is_some()
    }

    /// Returns true if it is bent, passes nothing and goes to the edge.
    pub(super) fn is_plainly_bent(&self) -> bool {
        matches!(self.track, Track::Bent(_)) && self.passing == Passing::Nothing && !self.is_limited()
    }

    /// Its [`targets`](Self::targets) if it [is plainly bent](Self::is_plainly_bent).
    #[inline(always)]
    pub(super) fn bent_slides(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
    ) -> Bitboard<W> {
        match &self.track {
            Track::Bent(bent) => bent.slides(geometry, from, occupancy.all),
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the squares to which the way is open, whatever stands on them.
    pub(super) fn targets(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
    ) -> Bitboard<W> {
        let all = occupancy.all;
        let slides = |stops| match &self.track {
            Track::Lines(lines) => geometry.slides(*lines, from, stops),
            Track::Leaps(lines) => union(lines, |line| line.forth().slide(from, stops)),
            Track::Bent(bent) => bent.slides(geometry, from, stops),
            Track::Ways(_) => Bitboard::EMPTY,
        };
        let targets = match (&self.track, self.passing) {
            (Track::Ways(ways), _) => return Ways::open(&ways.forth, from, occupancy),
            (Track::Lines(lines), Passing::NearHurdle) => near_hops(
                directions(*lines).map(|direction| move |at, stops| geometry.slide(direction, at, stops)),
                // Where every square is a stop, a slide from the hurdle is the one square behind it.
                |slide| (slide(from, all) & all).first().map(|hurdle| slide(hurdle, !Bitboard::EMPTY)),
            ),
            (Track::Leaps(lines), Passing::NearHurdle) => {
                near_hops(lines.iter().map(|line| move |at, stops| line.forth().slide(at, stops)), |slide| {
                    (slide(from, all) & all).first().map(|hurdle| slide(hurdle, !Bitboard::EMPTY))
                })
            }
            _ => passing_over(self.passing, occupancy, slides),
        };
        match &self.within {
            Some(limits) => targets & limits.forth[from.index()],
            None => targets,
        }
    }

    /// The squares from which the way to `to` is as the path needs it.
    pub(super) fn origins(
        &self,
        geometry: &Geometry<W>,
        to: Square,
        occupancy: &Occupancy<W>,
    ) -> Bitboard<W> {
        let all = occupancy.all;
        let slides = |stops| match &self.track {
            Track::Lines(lines) => geometry.slides(turned(*lines), to, stops),
            Track::Leaps(lines) => union(lines, |line| line.back().slide(to, stops)),
            Track::Bent(_) | Track::Ways(_) => Bitboard::EMPTY,
        };
        let origins = match (&self.track, self.passing) {
            // A corner lies on the way back at no fixed place: each origin is asked for its way.
            (Track::Bent(bent), _) => {
                let is_open = |from: &Square| self.any_way(geometry, *from, to, |way| way.is_open(occupancy));
                bent.origins[to.index()].into_iter().filter(is_open).collect()
            }
            (Track::Ways(ways), _) => return Ways::open(&ways.back, to, occupancy),
            (Track::Lines(lines), Passing::NearHurdle) => near_hops(
                directions(turned(*lines))
                    .map(|direction| move |at, stops| geometry.slide(direction, at, stops)),
                // Seen from the square of arrival, the hurdle is on the next one.
                |slide| (slide(to, !Bitboard::EMPTY) & all).first().map(|hurdle| slide(hurdle, all)),
            ),
            (Track::Leaps(lines), Passing::NearHurdle) => {
                near_hops(lines.iter().map(|line| move |at, stops| line.back().slide(at, stops)), |slide| {
                    (slide(to, !Bitboard::EMPTY) & all).first().map(|hurdle| slide(hurdle, all))
                })
            }
            _ => passing_over(self.passing, occupancy, slides),
        };
        match &self.within {
            Some(limits) => origins & limits.back[to.index()],
            None => origins,
        }
    }

    /// Returns true if `holds` is true of a way from one square to the other on some board.
    #[inline]
    pub(super) fn any_way(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        mut holds: impl FnMut(Way<W>) -> bool,
    ) -> bool {
        if let Track::Ways(ways) = &self.track {
            let ways = ways.forth.get(from.index()).into_iter().flatten();
            return ways.filter(|(square, _)| *square == to).any(|&(_, way)| holds(way));
        }
        self.way(geometry, from, to).is_some_and(holds)
    }

    /// The only way from one square to another along lines, if the path leads there on any board.
    #[inline]
    fn way(&self, geometry: &Geometry<W>, from: Square, to: Square) -> Option<Way<W>> {
        if self.within.as_ref().is_some_and(|limits| !limits.forth[from.index()].has(to)) {
            return None;
        }
        let (squares, next) = match &self.track {
            Track::Lines(lines) => {
                let direction = geometry.direction(from, to)?;
                if lines >> direction as u8 & 1 == 0 {
                    return None;
                }
                let back = direction.opposite();
                // The two rays share what lies between the squares.
                let squares = geometry.ray(direction, from) & geometry.ray(back, to);
                if self.passing != Passing::NearHurdle {
                    return Some(Way::new(squares, self.passing));
                }
                (squares, geometry.slide(back, to, !Bitboard::EMPTY))
            }
            Track::Leaps(lines) => {
                let line = lines.iter().find(|line| line.forth[from.index()].has(to))?;
                let squares = line.forth[from.index()] & line.back[to.index()];
                if self.passing != Passing::NearHurdle {
                    return Some(Way::new(squares, self.passing));
                }
                (squares, line.back().slide(to, !Bitboard::EMPTY))
            }
            Track::Bent(bent) => return Some(Way::new(bent.way(geometry, from, to)?, self.passing)),
            Track::Ways(_) => return None,
        };
        Some(Way { squares, passing: self.passing, hurdles: squares & next })
    }
}

impl<const W: usize> Ways<W> {
    fn new(geometry: &Geometry<W>, path: &Path, side: Side) -> Self {
        let empty = || vec![Vec::new(); geometry.outline().len()];
        let mut ways = Ways { forth: empty(), back: empty() };
        path.visit_arrivals(
            geometry.outline(),
            side,
            &mut |Arrival::<W> { from, to, passed, last, marked }| {
                let hurdles = match path.passing {
                    Passing::NearHurdle => last.map_or(Bitboard::EMPTY, Bitboard::from),
                    Passing::Marked => marked,
                    _ => passed,
                };
                let way = Way { squares: passed, passing: path.passing, hurdles };
                ways.forth[from.index()].push((to, way));
                ways.back[to.index()].push((from, way));
            },
        );
        ways
    }

    /// The squares at the other ends of the open ways of a square.
    fn open(ways: &[Vec<(Square, Way<W>)>], of: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        let ways = ways.get(of.index()).into_iter().flatten();
        ways.filter(|(_, way)| way.is_open(occupancy)).map(|&(square, _)| square).collect()
    }
}

/// The directions of some queen lines, a bit for each.
fn directions(lines: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |&direction| lines >> direction as u8 & 1 != 0)
}

/// The squares of hops on each of some lines.
fn near_hops<const W: usize, S: Fn(Square, Bitboard<W>) -> Bitboard<W>>(
    lines: impl Iterator<Item = S>,
    hop: impl Fn(S) -> Option<Bitboard<W>>,
) -> Bitboard<W> {
    lines.filter_map(hop).fold(Bitboard::EMPTY, |set, squares| set | squares)
}

/// Returns what `slides` reach up to the stops that they are given, as the passing allows.
#[inline]
pub(super) fn passing_over<const W: usize>(
    passing: Passing,
    occupancy: &Occupancy<W>,
    slides: impl Fn(Bitboard<W>) -> Bitboard<W>,
) -> Bitboard<W> {
    let Occupancy { all, own, blocked } = *occupancy;
    match passing {
        // With the first piece of each line taken away the slide goes on to the second.
        Passing::OneOwn => slides(all - (slides(all) & own)),
        Passing::One => {
            let near = slides(all);
            slides(all - (near - blocked)) - near
        }
        Passing::Hurdle => {
            let near = slides(all);
            slides(all - near) - near
        }
        // All of the line less what lies before and on its first piece.
        Passing::Several => slides(Bitboard::EMPTY) - slides(all),
        _ => slides(occupancy.stops(passing)),
    }
}

/// The opposite directions.
#[inline]
pub(super) const fn turned(lines: u8) -> u8 {
    // Opposite directions are four bits apart.
    lines.rotate_left(4)
}

fn union<const W: usize>(lines: &[LeapLine<W>], reach: impl Fn(&LeapLine<W>) -> Bitboard<W>) -> Bitboard<W> {
    lines.iter().fold(Bitboard::EMPTY, |set, line| set | reach(line))
}

impl<const W: usize> LeapLine<W> {
    fn new(geometry: &Geometry<W>, (files, ranks): Step) -> Self {
        let rays = |files, ranks| -> Table<W> {
            let mut table = [Bitboard::EMPTY; 256];
            for from in geometry.outline().squares() {
                let mut at = from;
                while let Some(next) = geometry.outline().offset(at, files, ranks) {
                    table[from.index()].insert(next);
                    at = next;
                }
            }
            table.into()
        };
        // Squares are numbered rank by rank: a step ascends if it goes up, or to the right on its rank.
        LeapLine { forth: rays(files, ranks), back: rays(-files, -ranks), ascends: (ranks, files) > (0, 0) }
    }

    #[inline]
    fn forth(&self) -> Rays<impl Fn(u8) -> Bitboard<W>> {
        Rays { ray: |from| self.forth[from as usize], ascends: self.ascends }
    }

    #[inline]
    fn back(&self) -> Rays<impl Fn(u8) -> Bitboard<W>> {
        Rays { ray: |from| self.back[from as usize], ascends: !self.ascends }
    }
}

impl<const W: usize> Bent<W> {
    /// Returns true if a path is one of those that these tables are for.
    fn can_take(path: &Path) -> bool {
        let Course::Bent { most: 1, legs } = &path.course else { return false };
        let [leg] = &legs[..] else { return false };
        let is_outwards = matches!(leg.turns[..], [1, 7] | [7, 1]) && leg.least == 0;
        let is_of_king = path.steps.iter().all(|&step| Direction::of_step(step).is_some());
        is_outwards
            && is_of_king
            && !path.wraps
            && !matches!(path.passing, Passing::NearHurdle | Passing::Several)
    }

    fn new(geometry: &Geometry<W>, steps: &[Step], origins: Table<W>) -> Self {
        let outline = geometry.outline();
        let corners = |(files, ranks)| {
            let mut corners = Box::new([None; 256]);
            for from in outline.squares() {
                corners[from.index()] = outline.offset(from, files, ranks);
            }
            corners
        };
        let first_steps: Vec<_> =
            steps.iter().filter_map(|&step| Some((Direction::of_step(step)?, corners(step)))).collect();
        let mut bent = Bent { first_steps, corners: vec![[None; 256]; outline.len()].into(), origins };
        for from in outline.squares() {
            let ways: Vec<_> = bent.corners(from).collect();
            for (corner, turns) in ways {
                let onwards = turns.map(|turn| geometry.ray(turn, corner));
                for to in onwards[0] | onwards[1] | Bitboard::from(corner) {
                    bent.corners[from.index()][to.index()] = Some(corner);
                }
            }
        }
        bent
    }

    /// The corners that exist, each with the directions in which it goes on from there.
    #[inline]
    fn corners(&self, from: Square) -> impl Iterator<Item = (Square, [Direction; 2])> {
        self.first_steps
            .iter()
            .filter_map(move |(first, corners)| Some((corners[from.index()]?, first.outwards())))
    }

    #[inline]
    fn slides(&self, geometry: &Geometry<W>, from: Square, stops: Bitboard<W>) -> Bitboard<W> {
        let mut targets = Bitboard::EMPTY;
        for (corner, [left, right]) in self.corners(from) {
            targets.insert(corner);
            // A piece on the corner is reached, and ends the way.
            if !stops.has(corner) {
                targets |= geometry.slide(left, corner, stops) | geometry.slide(right, corner, stops);
            }
        }
        targets
    }

    /// The squares passed on the way to another square; every way is the only one.
    #[inline]
    fn way(&self, geometry: &Geometry<W>, from: Square, to: Square) -> Option<Bitboard<W>> {
        let corner = self.corners.get(from.index())?[to.index()]?;
        let way = geometry.between(corner, to) | Bitboard::from(corner);
        Some(way.when(corner != to))
    }
}
