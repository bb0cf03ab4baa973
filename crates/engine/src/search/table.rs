//! The transposition table: the results of positions that were searched before.
//!
//! All threads read and write it at once without locks. An entry is two words, and the first is
//! stored as the exclusive or of the key and the second (Hyatt): an entry whose halves come from
//! two writers fits no key and is not found. It knows no game: keys are numbers, and a move that it
//! hands out need not be legal.

use super::limits::MAX_DEPTH;
use super::params::{FULLNESS_SAMPLE, REPLACEMENT_AGE, REPLACEMENT_DEPTH};
use super::score::is_decided;
use helgi_rules::board::{Move, ZobristKey};
use prefetch_index::prefetch_index;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// The name of the bound: `exact`, `lower` or `upper`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }
    }

    /// Returns true if a score with this bound settles a search for a score between `alpha` and `beta`.
    #[inline]
    pub(crate) fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Returns true if a score with this bound shows that `evaluation` is off.
    #[inline]
    pub(crate) fn contradicts(self, score: i32, evaluation: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        }
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The best move, or the one that refuted the position before.
    pub best: Option<Move>,
    /// The score, wins counted from this position.
    pub score: i16,
    /// The depth of its search.
    pub depth: u8,
    /// The bound that the score is.
    pub bound: Bound,
    /// True if no move was left out or reduced in that search.
    pub full_width: bool,
}

impl TableEntry {
    /// Returns the score instead of the evaluation of the position, if it is an estimate too and a
    /// better one.
    pub fn refine(&self, evaluation: i32) -> i32 {
        let score = i32::from(self.score);
        if self.bound.contradicts(score, evaluation) && !is_decided(score) { score } else { evaluation }
    }

    /// Returns true if a newer entry of the same position is not worth storing: far shallower, and neither
    /// exact nor full-width where this one is not.
    fn outranks(&self, newer: &TableEntry) -> bool {
        let far_deeper = i32::from(self.depth) > i32::from(newer.depth) + REPLACEMENT_DEPTH;
        far_deeper && newer.bound != Bound::Exact && (self.full_width || !newer.full_width)
    }
}

/// There was no memory for a table; the table is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// The size that was requested.
    pub megabytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MB", self.megabytes)
    }
}

impl std::error::Error for OutOfMemory {}

const SLOTS: usize = 4;
const GENERATIONS: u8 = 32;

#[derive(Default)]
struct Slot {
    /// The key, exclusive or `data`.
    check: AtomicU64,
    /// An entry as [`pack`] packs it; 0 is none.
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// The table.
pub struct TranspositionTable {
    /// All of them, or none before they are used first.
    clusters: Vec<Cluster>,
    /// The number of clusters that there is memory for.
    count: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table without any room, which finds nothing.
    pub const fn empty() -> Self {
        TranspositionTable { clusters: Vec::new(), count: 0, generation: AtomicU8::new(0) }
    }

    /// A table of this size, which finds nothing and stores nothing until it is [prepared](Self::prepare): a program that
    /// never searches never writes its memory.
    ///
    /// # Errors
    ///
    /// If the memory is refused.
    pub fn reserved(megabytes: usize) -> Result<Self, OutOfMemory> {
        let refused = OutOfMemory { megabytes };
        // Sizes come from users: no product may overflow.
        let count = megabytes.checked_mul(1 << 20).ok_or(refused)? / size_of::<Cluster>();
        let mut clusters = Vec::new();
        // Rust aborts when a plain allocation fails; this returns the refusal.
        clusters.try_reserve_exact(count).map_err(|_| refused)?;
        Ok(TranspositionTable { clusters, count, generation: AtomicU8::new(0) })
    }

    /// Changes the size; the entries are lost. A large table takes a while, which is better spent now than in a search.
    ///
    /// # Errors
    ///
    /// If the memory is refused; the table then is as it was before.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        *self = TranspositionTable::reserved(megabytes)?;
        self.prepare();
        Ok(())
    }

    /// Makes a reserved table ready for a search; nothing happens to one that is.
    pub fn prepare(&mut self) {
        self.clusters.resize_with(self.count, Cluster::default);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        *self.generation.get_mut() = 0;
    }

    /// Begins a new search: the entries of earlier ones are replaced first.
    pub fn next_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Announces that the position with this key will soon be probed, so that its memory is loaded.
    #[inline]
    pub fn prefetch(&self, key: ZobristKey) {
        prefetch_index(&self.clusters, self.index(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: ZobristKey) -> Option<TableEntry> {
        self.cluster(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then_some(data).and_then(unpack)
        })
    }

    /// Stores the result of the position with this key, replacing the least valuable entry. The
    /// known move is kept if the new entry has none.
    #[inline]
    pub fn store(&self, key: ZobristKey, mut entry: TableEntry) {
        let Some(cluster) = self.cluster(key) else { return };
        let generation = self.generation();
        let mut place = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let Some(old) = unpack(data) else {
                if least > i32::MIN {
                    (place, least) = (slot, i32::MIN);
                }
                continue;
            };
            // Generations wrap around, so their difference is taken in a circle.
            let age = i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                // Only within one search: an entry of an earlier one is renewed in any case, so it ages no
                // further.
                if age == 0 && old.outranks(&entry) {
                    return;
                }
                // A search that failed low has no best move; the old one still orders the next attempt.
                entry.best = entry.best.or(old.best);
                place = slot;
                break;
            }
            let worth = i32::from(old.depth) - REPLACEMENT_AGE * age;
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let data = pack(entry, generation);
        // Another thread may write between the two stores. The halves then fit no key, and the entry is simply not
        // found.
        place.data.store(data, Ordering::Relaxed);
        place.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Returns how full the table is with entries of the present search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation();
        // Keys are spread evenly, so the first clusters are as full as any.
        let sample = &self.clusters[..self.clusters.len().min(FULLNESS_SAMPLE)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            unpack(data).is_some() && generation_of(data) == generation
        });
        (used.count() * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }

    /// The size in megabytes.
    pub fn megabytes(&self) -> usize {
        (self.count * size_of::<Cluster>()) >> 20
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: ZobristKey) -> Option<&Cluster> {
        self.clusters.get(self.index(key))
    }

    /// The key as a fraction of one, times the number of clusters.
    #[inline]
    fn index(&self, key: ZobristKey) -> usize {
        // Works for any number of clusters and costs no division (Lemire).
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }
}

/// Shows the size only.
impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} MB)", self.megabytes())
    }
}

// An entry in 64 bits: move 32, score 16, depth 8, generation 5, full width 1, bound 2.
const SCORE: u32 = 32;
const DEPTH: u32 = 48;
const GENERATION: u32 = 56;
const FULL_WIDTH: u32 = 61;
const BOUND: u32 = 62;
const _: () = assert!(MAX_DEPTH <= u8::MAX as i32);

#[inline]
fn pack(entry: TableEntry, generation: u8) -> u64 {
    // No bound is 0, so no entry is.
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.best.map_or(0, Move::bits))
        | u64::from(entry.score as u16) << SCORE
        | u64::from(entry.depth) << DEPTH
        | u64::from(generation) << GENERATION
        | u64::from(entry.full_width) << FULL_WIDTH
        | bound << BOUND
}

#[inline]
fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match data >> BOUND {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(TableEntry {
        best: Move::from_bits(data as u32),
        score: (data >> SCORE) as i16,
        depth: (data >> DEPTH) as u8,
        full_width: data >> FULL_WIDTH & 1 == 1,
        bound,
    })
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> GENERATION) as u8 % GENERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::board::Square;
    use std::thread;

    /// A table of some megabytes that is ready.
    fn table(megabytes: usize) -> TranspositionTable {
        let mut table = TranspositionTable::reserved(megabytes).expect("some megabytes");
        table.prepare();
        table
    }

    #[test]
    fn a_reserved_table_is_ready_when_it_is_prepared() {
        let mut table = TranspositionTable::reserved(2).expect("some megabytes");
        assert_eq!((table.megabytes(), table.fullness()), (2, 0));
        table.prefetch(7);
        table.store(7, entry(5, -300));
        table.clear();
        assert_eq!(table.probe(7), None);
        table.prepare();
        table.store(7, entry(5, -300));
        table.prepare();
        assert_eq!((table.megabytes(), table.probe(7)), (2, Some(entry(5, -300))));
        assert_eq!(TranspositionTable::reserved(usize::MAX).unwrap_err().megabytes, usize::MAX);
    }

    fn entry(depth: u8, score: i16) -> TableEntry {
        let best = Some(Move::step(Square(3), Square(186)));
        TableEntry { best, score, depth, bound: Bound::Exact, full_width: depth > 6 }
    }

    #[test]
    fn entries_are_packed_without_loss() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for (depth, score) in [(0, 0), (255, i16::MIN), (7, -1), (8, i16::MAX)] {
                for best in [None, Move::from_bits(u32::MAX)] {
                    let entry = TableEntry { best, bound, ..entry(depth, score) };
                    assert_eq!(unpack(pack(entry, 31)), Some(entry));
                    assert_eq!(generation_of(pack(entry, 31)), 31);
                }
            }
        }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = table(1);
        assert_eq!(table.probe(0), None);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            table.store(key, entry(5, -300));
            assert_eq!(table.probe(key), Some(entry(5, -300)));
            assert_eq!(table.probe(key ^ 2), None);
        }
    }

    #[test]
    fn a_move_outlives_an_entry_without_one() {
        let table = table(1);
        table.store(9, entry(5, 10));
        table.store(9, TableEntry { best: None, ..entry(6, 20) });
        assert_eq!(table.probe(9), Some(entry(6, 20)));
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = table(1);
        // Keys that differ in the lowest bits only share a cluster.
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.store(key, entry(depth, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_some()));
        table.next_search();
        for key in 11..15 {
            table.store(key, entry(2, 0));
        }
        assert!([11, 12, 13, 14].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn tables_of_any_size_work_or_are_refused() {
        let mut table = TranspositionTable::empty();
        table.store(1, entry(1, 1));
        assert_eq!((table.probe(1), table.fullness(), table.megabytes()), (None, 0, 0));
        table.resize(3).expect("three megabytes");
        table.store(1, entry(1, 1));
        for megabytes in [usize::MAX, usize::MAX >> 21] {
            assert_eq!(table.resize(megabytes), Err(OutOfMemory { megabytes }));
        }
        assert_eq!((table.megabytes(), table.probe(1)), (3, Some(entry(1, 1))));
        table.clear();
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn fullness_counts_the_present_search() {
        let table = table(1);
        for key in 0..200_000_u64 {
            table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(1, 0));
        }
        assert!(table.fullness() > 900);
        table.next_search();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn no_torn_entry_is_ever_found() {
        let table = table(1);
        // Everything in an entry follows from its key and its writer.
        let written = |key: u64, writer: u64| TableEntry {
            best: Move::from_bits((key * 31 + writer + 1) as u32),
            score: (key * 7 + writer) as i16,
            depth: (key + writer) as u8,
            bound: Bound::Exact,
            full_width: writer < 2,
        };
        thread::scope(|scope| {
            for writer in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000_u64 {
                        // Few keys, in few clusters: the writers meet all the time.
                        let key = round % 16;
                        table.store(key, written(key, writer));
                        let probed = (round * 5 + 3) % 16;
                        if let Some(found) = table.probe(probed) {
                            assert!(
                                (0..4).any(|writer| found == written(probed, writer)),
                                "{probed} {found:?}"
                            );
                        }
                    }
                });
            }
        });
    }
}
