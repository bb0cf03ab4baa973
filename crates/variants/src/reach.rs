//! Moves of pieces: the terms of XBetza as tables by square.

use crate::betza::{BetzaPath, BetzaTerm};
use helgi_rules::board::{Bitboard, Side, Square};
use helgi_rules::kit::{Direction, Geometry};

type Table<const W: usize> = Box<[Bitboard<W>; 256]>;

/// The squares along ranks and files, a bit for each [`Direction`].
const ORTHOGONAL: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;

/// The squares that a piece of one side reaches on one occasion.
pub(crate) struct Reach<const W: usize> {
    leaps: Table<W>,
    /// The queen directions in which it rides to the edge, a bit for each.
    lines: u8,
    /// Everything else.
    rest: Vec<Part<W>>,
    /// Everything that it reaches on some board or other.
    range: Table<W>,
}

/// Leaps that can be stopped, short rides, rides on leaps, hops.
enum Part<const W: usize> {
    /// By square: the squares passed and that of arrival.
    Lame(Vec<Vec<(Bitboard<W>, Square)>>),
    /// Along a queen line: a direction, and what lies within the range.
    Line(Direction, Table<W>),
    /// Along a queen line over one piece, with the range of [`BetzaPath::Hop`].
    LineHop(Direction, u8),
    /// By square: the squares of a line of leaps in order; whether it hops, and its range.
    Leaps { lines: Vec<Vec<Square>>, hops: bool, range: u8 },
}

/// One way of a piece to a square.
#[derive(Clone, Copy)]
pub(crate) struct Way<const W: usize> {
    /// The squares passed.
    pub squares: Bitboard<W>,
    /// True if exactly one of them must be occupied, and not none.
    pub hops: bool,
    /// Those of them on which that piece may stand.
    pub hurdles: Bitboard<W>,
}

impl<const W: usize> Way<W> {
    const LEAP: Self = Way { squares: Bitboard::EMPTY, hops: false, hurdles: Bitboard::EMPTY };

    /// Returns true if the piece gets through.
    #[inline]
    pub fn is_open(&self, occupied: Bitboard<W>) -> bool {
        let standing = self.squares & occupied;
        if self.hops {
            !standing.is_empty() && !standing.has_several() && standing.is_subset(self.hurdles)
        } else {
            standing.is_empty()
        }
    }
}

/// The step of a term as a side makes it: Black sees the board turned round.
fn step(term: &BetzaTerm, side: Side) -> (i8, i8) {
    match side {
        Side::White => (term.files, term.ranks),
        Side::Black => (-term.files, -term.ranks),
    }
}

fn empty<const W: usize>() -> Table<W> {
    Box::new([Bitboard::EMPTY; 256])
}

impl<const W: usize> Reach<W> {
    /// The reach of some terms for pieces of a side; nothing if there are none.
    pub fn new(geometry: &Geometry<W>, terms: &[BetzaTerm], side: Side) -> Option<Self> {
        if terms.is_empty() {
            return None;
        }
        let mut reach = Reach { leaps: empty(), lines: 0, rest: Vec::new(), range: empty() };
        for term in terms {
            reach.add(geometry, term, step(term, side));
        }
        Some(reach)
    }

    fn add(&mut self, geometry: &Geometry<W>, term: &BetzaTerm, (files, ranks): (i8, i8)) {
        let outline = geometry.outline();
        let direction = Direction::ALL.into_iter().find(|direction| direction.step() == (files, ranks));
        let mut line_of = |from: Square, most: u8| -> Vec<Square> {
            let mut line = Vec::new();
            let mut at = from;
            while let Some(next) = outline.offset(at, files, ranks) {
                if most != 0 && line.len() == most as usize {
                    break;
                }
                line.push(next);
                at = next;
            }
            self.range[from.index()] |= line.iter().copied().collect();
            line
        };
        match (term.path, direction) {
            (BetzaPath::Leap, _) => {
                for from in outline.squares() {
                    let to: Bitboard<W> = line_of(from, 1).into_iter().collect();
                    self.leaps[from.index()] |= to;
                }
            }
            (BetzaPath::Lame, _) => {
                let mut table = Vec::new();
                for from in outline.squares() {
                    let to = outline.offset(from, files, ranks);
                    self.range[from.index()] |= to.into_iter().collect();
                    let way = way_of_lame_leap(files, ranks);
                    let passed =
                        way.into_iter().filter_map(|(files, ranks)| outline.offset(from, files, ranks));
                    let passed: Bitboard<W> = passed.collect();
                    table.push(to.map(|to| (passed, to)).into_iter().collect());
                }
                self.rest.push(Part::Lame(table));
            }
            (BetzaPath::Ride(0), Some(direction)) => {
                outline.squares().for_each(|from| drop(line_of(from, 0)));
                self.lines |= 1 << direction as u8;
            }
            (BetzaPath::Ride(range), Some(direction)) => {
                let mut within = empty();
                for from in outline.squares() {
                    within[from.index()] = line_of(from, range).into_iter().collect();
                }
                self.rest.push(Part::Line(direction, within));
            }
            (BetzaPath::Hop(range), Some(direction)) => {
                outline.squares().for_each(|from| drop(line_of(from, 0)));
                self.rest.push(Part::LineHop(direction, range));
            }
            (BetzaPath::Ride(range), None) => {
                let lines = outline.squares().map(|from| line_of(from, range)).collect();
                self.rest.push(Part::Leaps { lines, hops: false, range });
            }
            (BetzaPath::Hop(range), None) => {
                let lines = outline.squares().map(|from| line_of(from, 0)).collect();
                self.rest.push(Part::Leaps { lines, hops: true, range });
            }
        }
    }

    /// Takes squares out of what it reaches from a square by leaps, where a rule says so.
    pub fn limit_leaps(&mut self, from: Square, to: Bitboard<W>) {
        self.leaps[from.index()] &= to;
        self.range[from.index()] &= to;
    }

    /// Everything that it reaches from a square on some board.
    pub fn range(&self, from: Square) -> Bitboard<W> {
        self.range[from.index()]
    }

    /// The squares that it reaches, the first occupied ones included.
    #[inline]
    pub fn targets(&self, geometry: &Geometry<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut targets = self.leaps[from.index()];
        match self.lines {
            0 => {}
            ORTHOGONAL => targets |= geometry.orthogonal(from, occupied),
            DIAGONAL => targets |= geometry.diagonal(from, occupied),
            0xFF => targets |= geometry.orthogonal(from, occupied) | geometry.diagonal(from, occupied),
            lines => {
                for direction in Direction::ALL {
                    if lines >> direction as u8 & 1 != 0 {
                        targets |= geometry.slide(direction, from, occupied);
                    }
                }
            }
        }
        for part in &self.rest {
            targets |= part.targets(geometry, from, occupied);
        }
        targets
    }

    /// Calls `visit` for each way from one square to another until it returns true, and returns whether it did.
    #[inline]
    pub fn any_way(
        &self,
        geometry: &Geometry<W>,
        from: Square,
        to: Square,
        mut visit: impl FnMut(&Way<W>) -> bool,
    ) -> bool {
        if self.leaps[from.index()].has(to) && visit(&Way::LEAP) {
            return true;
        }
        if self.lines != 0
            && let Some(direction) = geometry.direction(from, to)
            && self.lines >> direction as u8 & 1 != 0
        {
            let squares = geometry.ray(direction, from) & geometry.ray(direction.opposite(), to);
            if visit(&Way { squares, ..Way::LEAP }) {
                return true;
            }
        }
        self.rest.iter().any(|part| part.way(geometry, from, to).is_some_and(|way| visit(&way)))
    }
}

/// The squares that a lame leap passes, from where it starts: straight steps first, then diagonal ones.
fn way_of_lame_leap(files: i8, ranks: i8) -> Vec<(i8, i8)> {
    let mut way = Vec::new();
    let (mut x, mut y) = (0, 0);
    loop {
        let (left, up) = (files - x, ranks - y);
        if left.abs() >= up.abs() {
            x += left.signum();
        }
        if up.abs() >= left.abs() {
            y += up.signum();
        }
        if (x, y) == (files, ranks) {
            return way;
        }
        way.push((x, y));
    }
}

impl<const W: usize> Part<W> {
    fn targets(&self, geometry: &Geometry<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        match self {
            Part::Lame(table) => {
                let open = table[from.index()].iter().filter(|(passed, _)| !passed.meets(occupied));
                open.map(|&(_, to)| to).collect()
            }
            Part::Line(direction, within) => {
                geometry.slide(*direction, from, occupied) & within[from.index()]
            }
            Part::LineHop(direction, range) => {
                match (geometry.slide(*direction, from, occupied) & occupied).first() {
                    None => Bitboard::EMPTY,
                    Some(hurdle) => {
                        let behind = geometry.slide(*direction, hurdle, occupied);
                        match *range {
                            0 => behind,
                            1 => behind & first_of_line(geometry, *direction, hurdle, 1),
                            range => behind & first_of_line(geometry, *direction, from, range),
                        }
                    }
                }
            }
            Part::Leaps { lines, hops, range } => {
                let mut targets = Bitboard::EMPTY;
                let mut over = !hops;
                for (count, &square) in (1u8..).zip(&lines[from.index()]) {
                    if *hops && *range > 1 && count > *range {
                        break;
                    }
                    if over {
                        targets.insert(square);
                        if occupied.has(square) || *hops && *range == 1 {
                            break;
                        }
                    }
                    over |= occupied.has(square);
                }
                targets
            }
        }
    }

    fn way(&self, geometry: &Geometry<W>, from: Square, to: Square) -> Option<Way<W>> {
        match self {
            Part::Lame(table) => {
                let &(squares, _) = table[from.index()].iter().find(|(_, square)| *square == to)?;
                Some(Way { squares, ..Way::LEAP })
            }
            Part::Line(direction, within) => within[from.index()].has(to).then(|| {
                let squares = geometry.ray(*direction, from) & geometry.ray(direction.opposite(), to);
                Way { squares, ..Way::LEAP }
            }),
            Part::LineHop(direction, range) => {
                if geometry.direction(from, to) != Some(*direction) {
                    return None;
                }
                let back = direction.opposite();
                let squares = geometry.ray(*direction, from) & geometry.ray(back, to);
                if *range > 1 && squares.len() >= *range as usize {
                    return None;
                }
                let hurdles =
                    if *range == 1 { squares & first_of_line(geometry, back, to, 1) } else { squares };
                Some(Way { squares, hops: true, hurdles })
            }
            Part::Leaps { lines, hops, range } => {
                let line = &lines[from.index()];
                let at = line.iter().position(|&square| square == to)?;
                if *hops && *range > 1 && at >= *range as usize {
                    return None;
                }
                let nearest = if *hops && *range == 1 { at.saturating_sub(1) } else { 0 };
                let squares = line[..at].iter().copied().collect();
                let hurdles = line[nearest..at].iter().copied().collect();
                Some(Way { squares, hops: *hops, hurdles })
            }
        }
    }
}

/// So many squares next to one in a direction.
fn first_of_line<const W: usize>(
    geometry: &Geometry<W>,
    direction: Direction,
    from: Square,
    count: u8,
) -> Bitboard<W> {
    let (files, ranks) = direction.step();
    let mut squares = Bitboard::EMPTY;
    let mut at = from;
    for _ in 0..count {
        let Some(next) = geometry.outline().offset(at, files, ranks) else { break };
        squares.insert(next);
        at = next;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza;
    use helgi_rules::kit::Outline;

    fn reached(text: &str, side: Side, from: &str, occupied: &[&str]) -> Vec<String> {
        let geometry = Geometry::<1>::new(Outline::new(8, 8, |_, _| true));
        let outline = geometry.outline();
        let at = |name: &&str| outline.named(name).unwrap();
        let reach = Reach::new(&geometry, &betza::read(text).unwrap().terms, side).unwrap();
        let occupied: Bitboard<1> = occupied.iter().map(at).collect();
        let from = at(&from);
        let targets = reach.targets(&geometry, from, occupied);
        for to in geometry.all() {
            let is_open = reach.any_way(&geometry, from, to, |way| way.is_open(occupied));
            assert_eq!(is_open, targets.has(to), "{text} {}", outline.name(to));
            assert!(!is_open || reach.range(from).has(to));
        }
        targets.into_iter().map(|square| outline.name(square)).collect()
    }

    #[test]
    fn ways_lead_where_the_targets_are() {
        assert_eq!(reached("nN", Side::White, "d4", &["d5", "e4"]).len(), 4);
        assert_eq!(reached("gR", Side::White, "d4", &["d6", "b4"]), ["a4", "d7"]);
        assert_eq!(reached("pR3", Side::White, "d1", &["d2"]), ["d3", "d4"]);
        assert_eq!(reached("pR3", Side::White, "d1", &["d3"]), ["d4"]);
        assert_eq!(reached("gN", Side::White, "a1", &["b3"]), ["c5"]);
        assert_eq!(reached("NN", Side::White, "a1", &["c5"]).len(), 5);
        assert_eq!(reached("W2", Side::White, "a1", &["a2"]), ["b1", "c1", "a2"]);
        assert_eq!(reached("fN", Side::Black, "d4", &[]), ["c2", "e2"]);
        assert_eq!(reached("nZ", Side::White, "a1", &["a2"]), ["d3"]);
        assert_eq!(reached("frF", Side::Black, "d4", &[]), ["c3"]);
        assert_eq!(reached("QN", Side::White, "a1", &["a2", "b1", "b2"]).len(), 5);
        assert_eq!(way_of_lame_leap(2, 3), [(0, 1), (1, 2)]);
        assert_eq!(way_of_lame_leap(-1, 3), [(0, 1), (0, 2)]);
    }
}
