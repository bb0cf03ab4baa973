//! Reach of a piece: its paths on one occasion, as tables per square.
//!
//! A reach answers the same question three ways: [`targets`](Reach::targets) from a square,
//! [`origins`](Reach::origins) to a square, and [`ways`](Reach::any_way), the squares passed from one
//! to another with the pieces that must stand there. The piece on the square of arrival itself is for
//! the caller to check.

use super::path::{Arrival, Passing, Path};
use super::ride::{Limits, Ride, Table, Way, passing_over, turned};
use super::{Bitboard, Geometry, Occupancy, Side, Square};
use std::sync::Arc;

/// The squares that a piece of one side reaches on one occasion.
#[derive(Clone)]
pub struct Reach<const W: usize> {
    shape: Shape,
    leaps: Table<W>,
    leaps_back: Table<W>,
    /// The queen directions in which it slides, a bit for each, and what these slides may pass.
    lines: u8,
    passing: Passing,
    short: Option<Short<W>>,
    rides: Arc<[Ride<W>]>,
    /// Everything that it reaches on some board or other.
    range: Table<W>,
    range_back: Table<W>,
}

/// The parts that a reach has, so that no others are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Leaps.
    Leaper,
    /// Slides along lines, to the edge, over nothing.
    Slider,
    /// Leaps, and slides that pass one square at most from each square: a pawn's double step.
    Step,
    /// Leaps and short slides.
    Short,
    /// Leaps, and slides along lines, within the range, over what the passing allows.
    Lines,
    /// Over one piece on lines, to the edge.
    Hop,
    /// Bent rides over nothing, to the edge.
    Bent,
    /// Anything: leaps, slides along lines to the edge, short slides, rides.
    Mixed,
}

/// Slides along queen lines that end before the edge, or do not begin everywhere: with the squares
/// within them, and those that can be in the way.
#[derive(Clone)]
struct Short<const W: usize> {
    within: Limits<W>,
    passed: Limits<W>,
}

impl<const W: usize> Short<W> {
    /// Returns `within` without the squares beyond the first stops. With few squares to pass, this
    /// is quicker than sliding in all directions.
    #[inline]
    fn slides(
        geometry: &Geometry<W>,
        at: Square,
        stops: Bitboard<W>,
        within: &Table<W>,
        passed: &Table<W>,
    ) -> Bitboard<W> {
        // Each stop shadows what lies behind it on its line.
        (passed[at.index()] & stops).into_iter().fold(within[at.index()], |targets, stop| {
            match geometry.direction(at, stop) {
                Some(direction) => targets - geometry.ray(direction, stop),
                None => targets,
            }
        })
    }
}

impl<const W: usize> Reach<W> {
    /// The reach of some paths of pieces of a side, on whatever occasion.
    #[must_use]
    pub fn new<'a>(geometry: &Geometry<W>, paths: impl IntoIterator<Item = &'a Path>, side: Side) -> Self {
        let mut parts = Parts::default();
        for path in paths {
            parts.add(geometry, path, side);
        }
        // The simplest shape that holds all parts is chosen once, so that move generation asks one question.
        let (mut lines, mut passing) = (parts.lines, Passing::Nothing);
        let leaping = parts.leaps.forth.iter().any(|leaps| !leaps.is_empty());
        let shape = match (lines, &parts.short, &parts.rides[..]) {
            (0, None, []) => Shape::Leaper,
            (0, Some(short), []) if short.pass_one_at_most() => Shape::Step,
            (0, Some(_), []) => Shape::Short,
            (_, None, []) if !leaping => Shape::Slider,
            (_, None, []) => Shape::Lines,
            (0, None, [ride]) => match ride.slides() {
                // One ride along queen lines over something needs no table of its own: lines and passing say it all.
                Some(slides) => {
                    let hops = slides.1.hops() && !ride.is_limited() && !leaping;
                    (lines, passing) = slides;
                    parts.rides.clear();
                    if hops { Shape::Hop } else { Shape::Lines }
                }
                None if !leaping && ride.is_plainly_bent() => Shape::Bent,
                None => Shape::Mixed,
            },
            (0, None, rides) if !leaping && rides.iter().all(Ride::is_plainly_bent) => Shape::Bent,
            _ => Shape::Mixed,
        };
        let Limits { forth: leaps, back: leaps_back } = parts.leaps.freeze();
        let Limits { forth: range, back: range_back } = match shape {
            // A leaper reaches the same on every board.
            Shape::Leaper => Limits { forth: Arc::clone(&leaps), back: Arc::clone(&leaps_back) },
            _ => parts.range.freeze(),
        };
        let short =
            parts.short.map(|short| Short { within: short.within.freeze(), passed: short.passed.freeze() });
        Reach {
            shape,
            leaps,
            leaps_back,
            lines,
            passing,
            short,
            rides: parts.rides.into(),
            range,
            range_back,
        }
    }

    /// Returns the squares to which a way is open, whatever stands on them: those of leaps, on each
    /// line the first occupied square and all before it, and those beyond a piece that is hopped
    /// over.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        match self.shape {
            Shape::Leaper => self.leaps[from.index()],
            Shape::Slider => geometry.slides(self.lines, from, occupancy.all),
            Shape::Step => self.step_targets(from, occupancy),
            _ => self.far_targets(geometry, from, occupancy),
        }
    }

    /// The targets of shapes that take longer; few enough cases for branches, which can be foreseen
    /// better than a jump.
    #[inline]
    fn far_targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        match self.shape {
            Shape::Short => self.short_targets(geometry, from, occupancy),
            Shape::Lines | Shape::Hop => self.line_targets(geometry, from, occupancy),
            Shape::Bent => self.bent_targets(geometry, from, occupancy),
            _ => self.mixed_targets(geometry, from, occupancy),
        }
    }

    /// Returns the squares of leaps, and those beyond empty squares on the way.
    #[inline(always)]
    fn step_targets(&self, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        let targets = self.leaps[from.index()];
        match &self.short {
            Some(Short { within, passed }) => {
                // A pawn's double step: at most one square can be in the way, so a mask replaces the branch.
                let is_free = !passed.forth[from.index()].meets(occupancy.all);
                targets | (within.forth[from.index()] & Bitboard::all_if(is_free))
            }
            None => targets,
        }
    }

    #[inline(never)]
    fn line_targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        if self.shape == Shape::Hop && (self.passing == Passing::Hurdle || occupancy.blocked.is_empty()) {
            return geometry.hops(self.lines, from, occupancy.all);
        }
        let slides = passing_over(self.passing, occupancy, |stops| geometry.slides(self.lines, from, stops));
        self.leaps[from.index()] | slides & self.range[from.index()]
    }

    #[inline(always)]
    fn short_targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        let mut targets = self.leaps[from.index()];
        if let Some(Short { within, passed }) = &self.short {
            targets |= Short::slides(geometry, from, occupancy.all, &within.forth, &passed.forth);
        }
        targets
    }

    #[inline(never)]
    fn bent_targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        self.rides.iter().fold(Bitboard::EMPTY, |set, ride| set | ride.bent_slides(geometry, from, occupancy))
    }

    #[inline(never)]
    fn mixed_targets(&self, geometry: &Geometry<W>, from: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        let mut targets = self.short_targets(geometry, from, occupancy);
        if self.lines != 0 {
            targets |= geometry.slides(self.lines, from, occupancy.all);
        }
        for ride in &*self.rides {
            targets |= ride.targets(geometry, from, occupancy);
        }
        targets
    }

    /// Returns the squares of `wanted` that are among the [`targets`](Self::targets); quick if few
    /// are in range.
    #[inline(always)]
    #[must_use]
    pub fn targets_among(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
        wanted: Bitboard<W>,
    ) -> Bitboard<W> {
        // What is out of range on every board needs no look at this one.
        let in_range = self.range[from.index()] & wanted;
        if in_range.is_empty() || self.shape == Shape::Leaper {
            return in_range;
        }
        self.open_among(geometry, from, occupancy, in_range)
    }

    /// Returns the squares of a set to which a way is open.
    #[inline(never)]
    fn open_among(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        occupancy: &Occupancy<W>,
        mut targets: Bitboard<W>,
    ) -> Bitboard<W> {
        for to in targets {
            if !self.reaches(geometry, from, to, occupancy) {
                targets.remove(to);
            }
        }
        targets
    }

    /// The squares from which `to` is reached: the other way round of [`targets`](Self::targets).
    #[inline]
    #[must_use]
    pub fn origins(&self, geometry: &Geometry<W>, to: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        match self.shape {
            Shape::Leaper => self.leaps_back[to.index()],
            Shape::Slider => geometry.slides(turned(self.lines), to, occupancy.all),
            Shape::Lines | Shape::Hop => {
                let lines = turned(self.lines);
                let slides = passing_over(self.passing, occupancy, |stops| geometry.slides(lines, to, stops));
                self.leaps_back[to.index()] | slides & self.range_back[to.index()]
            }
            _ => self.mixed_origins(geometry, to, occupancy),
        }
    }

    fn mixed_origins(&self, geometry: &Geometry<W>, to: Square, occupancy: &Occupancy<W>) -> Bitboard<W> {
        let mut origins = self.leaps_back[to.index()];
        if self.lines != 0 {
            origins |= geometry.slides(turned(self.lines), to, occupancy.all);
        }
        if let Some(Short { within, passed }) = &self.short {
            origins |= Short::slides(geometry, to, occupancy.all, &within.back, &passed.back);
        }
        for ride in &*self.rides {
            origins |= ride.origins(geometry, to, occupancy);
        }
        origins
    }

    /// Returns true if `to` is among the [`targets`](Self::targets) from a square.
    #[inline]
    #[must_use]
    pub fn reaches(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        occupancy: &Occupancy<W>,
    ) -> bool {
        match self.shape {
            Shape::Leaper => self.leaps[from.index()].has(to),
            Shape::Slider => {
                self.range[from.index()].has(to) && !geometry.between(from, to).meets(occupancy.all)
            }
            _ => self.any_way(geometry, from, to, |way| way.is_open(occupancy)),
        }
    }

    /// Returns true if `holds` is true of a way from one square to the other on some board. To
    /// visit every way, let `holds` return false.
    #[inline]
    pub fn any_way(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        mut holds: impl FnMut(Way<W>) -> bool,
    ) -> bool {
        // Most pairs of squares end here.
        if !self.range[from.index()].has(to) {
            return false;
        }
        // These two shapes have no leaps, and are asked the most.
        let leaps = !matches!(self.shape, Shape::Slider | Shape::Bent);
        if leaps && self.leaps[from.index()].has(to) && holds(Way::LEAP) {
            return true;
        }
        if self.shape == Shape::Leaper {
            return false;
        }
        let on_line = |direction| self.lines >> direction as u8 & 1 != 0;
        let along = self.lines != 0 && geometry.direction(from, to).is_some_and(on_line);
        let slides =
            along || self.short.as_ref().is_some_and(|short| short.within.forth[from.index()].has(to));
        if slides && holds(Way::new(geometry.between(from, to), self.passing)) {
            return true;
        }
        self.rides.iter().any(|ride| ride.any_way(geometry, from, to, &mut holds))
    }

    /// The way from one square to another, if there is one on some board; of several the first.
    #[inline]
    #[must_use]
    pub fn way(&self, geometry: &Geometry<W>, from: Square, to: Square) -> Option<Way<W>> {
        let mut first = None;
        self.any_way(geometry, from, to, |way| {
            first = Some(way);
            true
        });
        first
    }

    /// Returns true if it reaches nothing from anywhere.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.range.iter().all(|range| range.is_empty())
    }

    /// Returns the squares of leaps alone: those reached whatever else is on the board.
    #[inline]
    #[must_use]
    pub fn leaps(&self, from: Square) -> Bitboard<W> {
        self.leaps[from.index()]
    }

    /// The squares from which a leap leads to a square.
    #[inline]
    #[must_use]
    pub fn leaps_to(&self, to: Square) -> Bitboard<W> {
        self.leaps_back[to.index()]
    }

    /// The squares reached from a square on some board or other.
    #[inline]
    #[must_use]
    pub fn range(&self, from: Square) -> Bitboard<W> {
        self.range[from.index()]
    }

    /// The [range](Self::range) from each square, as a table that is shared.
    #[must_use]
    pub fn ranges(&self) -> Arc<[Bitboard<W>; 256]> {
        Arc::clone(&self.range)
    }

    /// The squares from which a square is reached on some board or other.
    #[inline]
    #[must_use]
    pub fn range_to(&self, to: Square) -> Bitboard<W> {
        self.range_back[to.index()]
    }
}

/// The squares that lead to others, while the tables are being filled.
#[derive(Clone)]
struct Links<const W: usize> {
    forth: Box<[Bitboard<W>; 256]>,
    back: Box<[Bitboard<W>; 256]>,
}

impl<const W: usize> Default for Links<W> {
    fn default() -> Self {
        Links { forth: Box::new([Bitboard::EMPTY; 256]), back: Box::new([Bitboard::EMPTY; 256]) }
    }
}

impl<const W: usize> Links<W> {
    fn insert(&mut self, from: Square, to: Square) {
        self.forth[from.index()].insert(to);
        self.back[to.index()].insert(from);
    }

    fn freeze(self) -> Limits<W> {
        let forth: Table<W> = self.forth.into();
        // A symmetric movement keeps one table for both ways.
        let back = if *self.back == *forth { Arc::clone(&forth) } else { self.back.into() };
        Limits { forth, back }
    }
}

/// The parts of a reach, while they are collected.
#[derive(Default)]
struct Parts<const W: usize> {
    leaps: Links<W>,
    lines: u8,
    short: Option<ShortLinks<W>>,
    rides: Vec<Ride<W>>,
    range: Links<W>,
}

/// A [`Short`], while it is being filled.
#[derive(Default)]
struct ShortLinks<const W: usize> {
    within: Links<W>,
    passed: Links<W>,
}

impl<const W: usize> ShortLinks<W> {
    /// Returns true if from each square no slide ends where another passes, and all pass the same square.
    fn pass_one_at_most(&self) -> bool {
        let ways = self.within.forth.iter().zip(self.passed.forth.iter());
        ways.into_iter().all(|(within, passed)| !passed.has_several() && !passed.meets(*within))
    }
}

impl<const W: usize> Parts<W> {
    // Not inlined: `Reach::new` is compiled once for each type of iterator.
    #[inline(never)]
    fn add(&mut self, geometry: &Geometry<W>, path: &Path, side: Side) {
        let outline = geometry.outline();
        let range = &mut self.range;
        let is_bare = path.passing == Passing::Nothing;
        if path.is_leap() {
            path.visit_arrivals(outline, side, &mut |Arrival::<W> { from, to, .. }| {
                range.insert(from, to);
                self.leaps.insert(from, to);
            });
        } else if let Some(lines) = path.lines().filter(|_| is_bare && !path.is_limited()) {
            self.lines |= lines;
            path.visit_arrivals(outline, side, &mut |Arrival::<W> { from, to, .. }| range.insert(from, to));
        } else if is_bare && path.is_straight(geometry, side) {
            let ShortLinks { within, passed: between } = self.short.get_or_insert_default();
            path.visit_arrivals(outline, side, &mut |Arrival::<W> { from, to, passed, .. }| {
                range.insert(from, to);
                within.insert(from, to);
                between.forth[from.index()] |= passed;
                between.back[to.index()] |= passed;
            });
        } else {
            let mut its_own = Links::default();
            path.visit_arrivals(outline, side, &mut |Arrival::<W> { from, to, .. }| {
                range.insert(from, to);
                its_own.insert(from, to);
            });
            self.rides.push(Ride::new(geometry, path, side, its_own.freeze()));
        }
    }
}
