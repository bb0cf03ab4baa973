//! The transposition table and the handle by which a search is stopped, as they are in the engine, with
//! their own tests and one more.

#[path = "../../crates/engine/src/search"]
pub mod search {
    pub mod limits;
    pub mod params;
    pub mod score;
    pub mod table;
}

#[cfg(test)]
mod tests {
    use helgi_rules::board::Move;
    use crate::search::limits::Control;
    use crate::search::table::{Bound, Entry, Table};
    use std::thread;
    use std::time::Instant;

    /// The work of a search with several threads, without the search: they read and write one table until
    /// somebody says stop.
    #[test]
    fn threads_share_a_table_until_they_are_stopped() {
        let table = Table::new(1).unwrap();
        for _ in 0..20 {
            let control = Control::new(Instant::now());
            table.next_search();
            thread::scope(|scope| {
                for writer in 0..4_u64 {
                    let (table, control) = (&table, &control);
                    scope.spawn(move || {
                        let mut round = 0_u64;
                        while !control.is_stopped() || round < 2_000 {
                            // Keys of positions are spread out: what is torn must not look like a neighbour.
                            let key = (round % 64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                            let best = Move::from_bits(key as u32 | 1);
                            let entry = Entry {
                                best,
                                score: writer as i16,
                                depth: 3,
                                bound: Bound::Lower,
                                full_width: true,
                            };
                            table.store(key, entry);
                            if let Some(found) = table.probe(key) {
                                assert_eq!(found.best, best);
                            }
                            round += 1;
                        }
                    });
                }
                scope.spawn(|| control.ponderhit());
                scope.spawn(|| control.stop());
            });
            assert!(control.is_stopped() && table.fullness() <= 1000);
        }
    }
}
