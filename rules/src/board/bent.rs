//! Bent rides: one step, then on outwards along a line that turns off from it.

use super::{Direction, Geometry, Square, SquareSet};

/// There is no such square.
const NONE: u8 = 255;

/// The bent rides of one kind on a board, as tables.
///
/// The ride may end on the square of the first step, its *corner*; it goes on only over an empty
/// corner, in either of the two directions away from its start.
pub struct BentRide<const W: usize> {
    first_steps: [Direction; 4],
    corners: Box<[[u8; 256]; 4]>,
    /// The corner on the way from one square to another.
    corner_between: Box<[[u8; 256]; 256]>,
    origins: Box<[SquareSet<W>; 256]>,
}

impl<const W: usize> BentRide<W> {
    /// Diagonally first, then as a rook: the gryphon.
    pub fn gryphon(geometry: &Geometry<W>) -> Self {
        Self::new(geometry, Direction::DIAGONAL)
    }

    /// Orthogonally first, then as a bishop.
    pub fn dragon(geometry: &Geometry<W>) -> Self {
        Self::new(geometry, Direction::ORTHOGONAL)
    }

    fn new(geometry: &Geometry<W>, first_steps: [Direction; 4]) -> Self {
        let outline = geometry.outline();
        let mut ride = BentRide {
            first_steps,
            corners: Box::new([[NONE; 256]; 4]),
            corner_between: Box::new([[NONE; 256]; 256]),
            origins: Box::new([SquareSet::EMPTY; 256]),
        };
        for from in outline.squares() {
            for (index, first) in first_steps.into_iter().enumerate() {
                let (files, ranks) = first.step();
                let Some(corner) = outline.offset(from, files, ranks) else { continue };
                ride.corners[index][from.index()] = corner.0;
                let targets = turns(first)
                    .into_iter()
                    .fold(SquareSet::from(corner), |set, turn| set | geometry.ray(turn, corner));
                for to in targets {
                    ride.corner_between[from.index()][to.index()] = corner.0;
                    ride.origins[to.index()].insert(from);
                }
            }
        }
        ride
    }

    /// The squares reached from `from`, the first occupied ones on each way included.
    #[inline]
    pub fn targets(&self, geometry: &Geometry<W>, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for (corners, first) in self.corners.iter().zip(self.first_steps) {
            let corner = Square(corners[from.index()]);
            if corner.0 == NONE {
                continue;
            }
            targets.insert(corner);
            if !occupied.has(corner) {
                let [left, right] = turns(first);
                targets |= geometry.slide(left, corner, occupied) | geometry.slide(right, corner, occupied);
            }
        }
        targets
    }

    /// The squares from which `to` would be reached on an empty board.
    #[inline]
    pub fn origins(&self, to: Square) -> SquareSet<W> {
        self.origins[to.index()]
    }

    /// The squares that have to be empty on the way from one of the [`origins`](Self::origins) of
    /// `to`; every way is the only one.
    #[inline]
    pub fn way(&self, geometry: &Geometry<W>, from: Square, to: Square) -> SquareSet<W> {
        let corner = Square(self.corner_between[from.index()][to.index()]);
        if corner == to { SquareSet::EMPTY } else { geometry.between(corner, to) | SquareSet::from(corner) }
    }
}

/// The two directions outwards after a first step.
#[inline]
fn turns(first: Direction) -> [Direction; 2] {
    match first {
        Direction::North => [Direction::NorthEast, Direction::NorthWest],
        Direction::East => [Direction::NorthEast, Direction::SouthEast],
        Direction::South => [Direction::SouthEast, Direction::SouthWest],
        Direction::West => [Direction::NorthWest, Direction::SouthWest],
        Direction::NorthEast => [Direction::North, Direction::East],
        Direction::NorthWest => [Direction::North, Direction::West],
        Direction::SouthWest => [Direction::South, Direction::West],
        Direction::SouthEast => [Direction::South, Direction::East],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Outline;

    #[test]
    fn rides_turn_outwards_over_an_empty_corner() {
        let board: Geometry<2> = Geometry::new(Outline::new(12, 10, |_, _| true));
        let outline = board.outline();
        let at = |name: &str| outline.named(name).unwrap();
        let set = |names: &str| names.split(' ').map(at).collect::<SquareSet<2>>();
        let (gryphon, dragon) = (BentRide::gryphon(&board), BentRide::dragon(&board));
        let occupied = set("b3 c5 a2");
        assert_eq!(
            gryphon.targets(&board, at("b1"), occupied),
            set("a2 c2 c3 c4 c5 d2 e2 f2 g2 h2 i2 j2 k2 l2")
        );
        assert_eq!(
            dragon.targets(&board, at("a4"), occupied),
            set("a5 b6 c7 d8 e9 f10 b4 c5 c3 d2 e1 a3 b2 c1")
        );
        assert_eq!(gryphon.way(&board, at("b1"), at("c4")), set("c2 c3"));
        assert!(dragon.way(&board, at("b1"), at("b2")).is_empty());
    }

    #[test]
    fn ways_and_origins_agree_with_targets() {
        let board: Geometry<2> = Geometry::new(Outline::new(8, 8, |file, rank| (file, rank) != (3, 3)));
        let occupied = board.select(|file, rank| (file * 5 + rank * 3) % 7 == 0);
        for ride in [BentRide::gryphon(&board), BentRide::dragon(&board)] {
            for from in board.all() {
                let targets = ride.targets(&board, from, occupied);
                for to in board.all() {
                    let back = ride.origins(to).has(from) && !ride.way(&board, from, to).meets(occupied);
                    assert_eq!(targets.has(to), back, "{from:?} {to:?}");
                }
            }
        }
    }
}
