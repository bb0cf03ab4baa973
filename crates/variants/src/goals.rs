//! Connections that win: rows, squares, lines, paths from one side to another.

use crate::position::FilePosition;
use crate::region::Region;
use crate::region::set;
use helgi_rules::board::{Bitboard, Side, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Returns true if a side has made a connection that ends the game.
    pub(crate) fn is_connected(&self, side: Side) -> bool {
        let spec = &self.rules.spec;
        let [first, second] = &spec.connect_regions[side.index()];
        let has_path = *first != Region::EMPTY && *second != Region::EMPTY;
        if spec.connect == 0 && spec.connect_square == 0 && spec.collinear == 0 && !has_path {
            return false;
        }
        let pieces = self.of_types(side, spec.connect_types);
        spec.connect > 0 && self.has_row(pieces, spec.connect)
            || has_path && self.has_path(pieces, first, second)
            || spec.connect_square > 0 && self.has_square(pieces, spec.connect_square as u8)
            || spec.collinear > 0 && self.has_line(pieces, spec.collinear as usize)
    }

    /// The directions in which connections go, one of each pair.
    fn directions(&self) -> impl Iterator<Item = (i8, i8)> + use<W, N> {
        let [horizontal, vertical, diagonal] = self.rules.spec.connect_lines;
        let lines = [(horizontal, (1, 0)), (vertical, (0, 1)), (diagonal, (1, 1)), (diagonal, (1, -1))];
        lines.into_iter().filter(|(on, _)| *on).map(|(_, step)| step)
    }

    /// The squares of a set moved by a step.
    fn next(&self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        self.rules.geometry.outline().offset(from, files, ranks)
    }

    fn has_row(&self, pieces: Bitboard<W>, count: u32) -> bool {
        let is_row = |step| {
            pieces.into_iter().any(|start| {
                let mut at = start;
                (1..count).all(|_| match self.next(at, step).filter(|&next| pieces.has(next)) {
                    Some(next) => {
                        at = next;
                        true
                    }
                    None => false,
                })
            })
        };
        self.directions().any(is_row)
    }

    fn has_line(&self, pieces: Bitboard<W>, count: usize) -> bool {
        let is_line = |step| {
            pieces.into_iter().any(|start| {
                let line = std::iter::successors(Some(start), |&at| self.next(at, step));
                line.filter(|&square| pieces.has(square)).count() >= count
            })
        };
        self.directions().any(is_line)
    }

    fn has_square(&self, pieces: Bitboard<W>, side: u8) -> bool {
        let outline = self.rules.geometry.outline();
        pieces.into_iter().any(|corner| {
            let (file, rank) = (outline.file(corner), outline.rank(corner));
            (0..side).all(|files| {
                (0..side).all(|ranks| {
                    let square = outline.square(file.saturating_add(files), rank.saturating_add(ranks));
                    square.is_some_and(|square| pieces.has(square))
                })
            })
        })
    }

    fn has_path(&self, pieces: Bitboard<W>, first: &Region, second: &Region) -> bool {
        let geometry = &self.rules.geometry;
        let goal = set(geometry, second) & pieces;
        let mut reached = set(geometry, first) & pieces;
        if reached.is_empty() || goal.is_empty() {
            return false;
        }
        let steps: Vec<(i8, i8)> = self.directions().collect();
        // At least one step is needed, also where the two regions share a square.
        let mut front = reached;
        while !front.is_empty() {
            let mut next = Bitboard::EMPTY;
            for at in front {
                for &(files, ranks) in &steps {
                    let around = [self.next(at, (files, ranks)), self.next(at, (-files, -ranks))];
                    next |= around.into_iter().flatten().collect();
                }
            }
            next &= pieces;
            if next.meets(goal) {
                return true;
            }
            front = next - reached;
            reached |= front;
        }
        false
    }
}
