//! Sets of squares as a file names them, before the board is known.

use crate::slot::Slot;
use helgi_rules::board::{Bitboard, Geometry};
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

/// A set of squares by file and rank, on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// A bit for each file, by rank.
    rows: [u32; Region::RANKS as usize],
}

impl Region {
    /// The most files that a board can have.
    pub const FILES: u8 = 26;
    /// The most ranks that a board can have.
    pub const RANKS: u8 = 32;
    /// No square.
    pub const EMPTY: Region = Region { rows: [0; Region::RANKS as usize] };
    /// Every square.
    pub const ALL: Region = Region { rows: [(1 << Region::FILES) - 1; Region::RANKS as usize] };

    /// The squares of one rank, from 0.
    #[must_use]
    pub const fn rank(rank: u8) -> Region {
        let mut region = Region::EMPTY;
        region.rows[rank as usize % Region::RANKS as usize] = (1 << Region::FILES) - 1;
        region
    }

    /// Returns true if a square is in it, both from 0.
    #[must_use]
    pub const fn has(&self, file: u8, rank: u8) -> bool {
        rank < Region::RANKS && file < Region::FILES && self.rows[rank as usize] >> file & 1 != 0
    }

    /// Returns true if no square of a board is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Region::EMPTY
    }

    /// The squares of both.
    #[must_use]
    pub fn with(&self, other: &Region) -> Region {
        let mut both = *self;
        both.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row |= other);
        both
    }

    /// The lower left and the upper right square, if its squares on a board are all those between them and not the whole
    /// board.
    pub(crate) fn rectangle(&self, files: u8, ranks: u8) -> Option<[(u8, u8); 2]> {
        let squares = || (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        let inside = || squares().filter(|&(file, rank)| self.has(file, rank));
        // Ranks are gone through from the lowest, so the first and the last square are corners if it is a
        // rectangle.
        let ((left, low), (right, high)) = (inside().next()?, inside().next_back()?);
        let is_within =
            |(file, rank): (u8, u8)| (left..=right).contains(&file) && (low..=high).contains(&rank);
        let is_whole = (left, low) == (0, 0) && (right + 1, high + 1) == (files, ranks);
        let fills = squares().all(|square| self.has(square.0, square.1) == is_within(square));
        (!is_whole && fills).then_some([(left, low), (right, high)])
    }

    fn insert(&mut self, file: u8, rank: u8) {
        self.rows[rank as usize % Region::RANKS as usize] |= 1 << file;
    }

    /// Reads squares, files and ranks: `e4`, `e*`, `*4`, with blanks between them; `-` for none.
    ///
    /// # Errors
    ///
    /// The first part that is none of these, by its place in bytes and itself.
    pub fn read(text: &str) -> Result<Region, (usize, String)> {
        let mut region = Region::EMPTY;
        let mut at = 0;
        for part in text.split(' ') {
            if !part.is_empty() && (part != "-" || text.trim() != "-") {
                region.add(part).ok_or_else(|| (at, part.to_owned()))?;
            }
            // Places are counted in bytes here; the reader makes characters of them.
            at += part.len() + 1;
        }
        Ok(region)
    }

    /// Adds one part of the text.
    fn add(&mut self, part: &str) -> Option<()> {
        let mut letters = part.chars();
        let first = letters.next()?;
        let rest = letters.as_str();
        let rank = || {
            let rank: u8 = rest.parse().ok()?;
            // `u8::from_str` takes a sign and leading zeros, which this form does not have.
            (!rest.starts_with(['0', '+']) && rank <= Region::RANKS).then(|| rank - 1)
        };
        if first == '*' {
            let rank = rank()?;
            (0..Region::FILES).for_each(|file| self.insert(file, rank));
            return Some(());
        }
        let file = u8::try_from(first.to_ascii_lowercase()).ok().filter(u8::is_ascii_lowercase)? - b'a';
        if rest == "*" {
            (0..Region::RANKS).for_each(|rank| self.insert(file, rank));
        } else {
            self.insert(file, rank()?);
        }
        Some(())
    }

    /// The ranks that have squares of the first file, if it has whole ranks only.
    #[must_use]
    pub fn whole_ranks(&self, files: u8, ranks: u8) -> Option<Vec<u8>> {
        let mut whole = Vec::new();
        for rank in 0..ranks {
            match (0..files).filter(|&file| self.has(file, rank)).count() {
                0 => {}
                count if count == files as usize => whole.push(rank),
                _ => return None,
            }
        }
        Some(whole)
    }
}

/// The squares of a region on a board.
pub(crate) fn set<const W: usize>(geometry: &Geometry<W>, region: &Region) -> Bitboard<W> {
    geometry.select(|file, rank| region.has(file, rank))
}

/// A region for each kind of piece; no square for those that a file says nothing of, which are nearly all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KindRegions(BTreeMap<Slot, Region>);

impl Index<Slot> for KindRegions {
    type Output = Region;

    fn index(&self, kind: Slot) -> &Region {
        self.0.get(&kind).unwrap_or(&Region::EMPTY)
    }
}

impl IndexMut<Slot> for KindRegions {
    fn index_mut(&mut self, kind: Slot) -> &mut Region {
        self.0.entry(kind).or_insert(Region::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_files_and_ranks_are_read() {
        let region = Region::read("e4 *2 h*").unwrap();
        assert!(region.has(4, 3) && region.has(0, 1) && region.has(7, 11));
        assert!(!region.has(4, 2) && !region.has(0, 0));
        assert_eq!(Region::read("-"), Ok(Region::EMPTY));
        assert_eq!(Region::read("d4, e4"), Err((0, "d4,".to_owned())));
        assert_eq!(Region::read("d4 e0"), Err((3, "e0".to_owned())));
        let rectangle = |text| Region::read(text).unwrap().rectangle(9, 10);
        assert_eq!(rectangle("d1 e1 f1 d2 e2 f2 d3 e3 f3"), Some([(3, 0), (5, 2)]));
        assert_eq!(rectangle("*6 *7 *8 *9 *10"), Some([(0, 5), (8, 9)]));
        assert_eq!((rectangle("d1 f1 e2 d3 f3"), rectangle("f1 d2"), rectangle("-")), (None, None, None));
        assert_eq!(Region::ALL.rectangle(9, 10), None);
        assert_eq!(Region::read("*2 *7").unwrap().whole_ranks(8, 8), Some(vec![1, 6]));
    }
}
