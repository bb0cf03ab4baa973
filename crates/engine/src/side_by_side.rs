//! Work that is shared out to threads piece by piece.

use crate::search::params::THREAD_STACK;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Distributes tasks, such as the numbers of games, over worker threads, and passes results to `keep` in completion
/// order. A worker takes its next task when its result has been kept, so one alone does all in order. A worker that
/// returns nothing stops. When one fails, or `keep` does, `give_up` is called, which has to stop the others.
///
/// # Errors
///
/// Those of a worker and of `keep`, and when no thread can be started.
pub fn side_by_side<I, T: Send, E: From<io::Error> + Send>(
    workers: Vec<impl FnMut(I) -> Result<Option<T>, E> + Send>,
    tasks: &mut (dyn Iterator<Item = I> + Send),
    give_up: &dyn Fn(),
    keep: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let tasks = &Mutex::new(tasks);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let done = (|| {
            for mut worker in workers {
                let sender = sender.clone();
                let work = move || {
                    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(task) = next() {
                        let Some(done) = worker(task).transpose() else { return };
                        let failed = done.is_err();
                        let (kept, until_kept) = mpsc::channel::<()>();
                        // Nobody receives once something has failed.
                        if sender.send((done, kept)).is_err() || failed {
                            return;
                        }
                        // Ends when the other end goes, with nothing.
                        let _ = until_kept.recv();
                    }
                };
                thread::Builder::new().stack_size(THREAD_STACK).spawn_scoped(scope, work)?;
            }
            drop(sender);
            receiver.iter().try_for_each(|(done, kept)| keep(done?).map(|()| drop(kept)))
        })();
        if done.is_err() {
            give_up();
        }
        done
    })
}

/// Distributes tasks as [`side_by_side`] does, but passes results to `keep` in the order of the tasks, whichever thread
/// is faster. What comes behind a task whose worker has returned nothing is not kept.
///
/// # Errors
///
/// As [`side_by_side`].
pub fn side_by_side_in_order<I, T: Send, E: From<io::Error> + Send>(
    workers: Vec<impl FnMut(I) -> Result<Option<T>, E> + Send>,
    tasks: &mut (dyn Iterator<Item = I> + Send),
    give_up: &dyn Fn(),
    keep: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let workers = workers
        .into_iter()
        .map(|mut worker| move |(place, task)| Ok(worker(task)?.map(|done| (place, done))));
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    side_by_side(workers.collect(), &mut tasks.enumerate(), give_up, &mut |(place, done): (usize, T)| {
        waiting.insert(place, done);
        while let Some(done) = waiting.remove(&next) {
            next += 1;
            keep(done)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Condvar;

    #[test]
    fn results_are_kept_in_order_though_the_first_ends_last() {
        let others = (Mutex::new(0), Condvar::new());
        let work = |number: u32| {
            let (count, changed) = &others;
            let mut done = count.lock().unwrap();
            if number == 0 {
                done = changed.wait_while(done, |done| *done < 9).unwrap();
            }
            *done += 1;
            changed.notify_all();
            Ok::<_, io::Error>(Some(number))
        };
        let mut kept = Vec::new();
        let keep = &mut |number| {
            kept.push(number);
            Ok(())
        };
        side_by_side_in_order(vec![work, work], &mut (0..10), &|| {}, keep).unwrap();
        assert_eq!(kept, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn abandoned_tasks_keep_no_results() {
        let mut kept = Vec::new();
        let work = |number: u32| Ok::<_, io::Error>((number != 3).then_some(number));
        let keep = &mut |number| {
            kept.push(number);
            Ok(())
        };
        side_by_side_in_order(vec![work, work], &mut (0..10), &|| {}, keep).unwrap();
        assert_eq!(kept, [0, 1, 2]);
    }
}
