//! Cases that are checked in parallel: those that wait for programs most of their time, and those that are
//! long enough for every core. The test fails with the first case that fails.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Checks cases, with their numbers, up to `threads` at a time, in their order.
pub fn side_by_side<T: Sync>(threads: usize, cases: &[T], check: impl Fn(usize, &T) + Sync) {
    let next = &AtomicUsize::new(0);
    let check = &check;
    thread::scope(|scope| {
        for _ in 0..threads.min(cases.len()) {
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { return };
                    check(number, case);
                }
            });
        }
    });
}
