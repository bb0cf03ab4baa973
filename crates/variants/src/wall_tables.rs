//! The squares on which walls are built, as tables.

use crate::region::Region;
use crate::spec::{Spec, Walling};
use helgi_rules::board::{Bitboard, Geometry, Square};

/// The squares on which walls are built.
pub(crate) struct WallTables<const W: usize> {
    pub rule: Walling,
    /// True if a wall is built instead of a move.
    pub alone: bool,
    /// By side: where it builds.
    pub region: [Bitboard<W>; 2],
    /// By square: those beside it along files and ranks.
    pub beside: Box<[Bitboard<W>; 256]>,
    /// The squares that have a missing one beside them.
    pub edge: Bitboard<W>,
}

impl<const W: usize> WallTables<W> {
    /// The tables of a game, if walls are built in it.
    pub fn new(spec: &Spec, geometry: &Geometry<W>) -> Option<Self> {
        if spec.walling == Walling::None {
            return None;
        }
        let beside = geometry.leaps(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
        let squares = |region: &Region| geometry.select(|file, rank| region.has(file, rank));
        let is_edge = |square: &Square| beside[square.index()].len() < 4;
        Some(WallTables {
            rule: spec.walling,
            alone: spec.wall_or_move,
            region: spec.walling_region.each_ref().map(squares),
            edge: geometry.all().into_iter().filter(is_edge).collect(),
            beside,
        })
    }
}
