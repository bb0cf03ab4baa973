//! The fields of a grid, as a table.

use crate::spec::Spec;
use helgi_rules::board::{Bitboard, Geometry};

/// By square: the squares of the same field of the grid.
pub(crate) type Grid<const W: usize> = Box<[Bitboard<W>; 256]>;

/// The grid of a game, if it has one.
pub(crate) fn grid<const W: usize>(spec: &Spec, geometry: &Geometry<W>) -> Option<Grid<W>> {
    let beyond = &spec.beyond;
    // The number of lines before a file or rank, which is counted from 0.
    let lines = |lines: &[u8], place: u8| lines.iter().filter(|&&line| line <= place).count();
    let field = |file: u8, rank: u8| (lines(&beyond.grid_files, file), lines(&beyond.grid_ranks, rank));
    beyond.has_grid().then(|| {
        let outline = geometry.outline();
        let mut fields = Box::new([Bitboard::EMPTY; 256]);
        for square in geometry.all() {
            let own = field(outline.file(square), outline.rank(square));
            fields[square.index()] = geometry.select(|file, rank| field(file, rank) == own);
        }
        fields
    })
}
