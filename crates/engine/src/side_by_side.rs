//! Work that is shared out to threads piece by piece.

use crate::search::params::THREAD_STACK;
use std::io;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Distributes indices over worker threads, and passes results to `keep` in completion order. A worker takes
/// its next number when its result has been kept, so one alone does all in order. A worker that returns
/// nothing stops. When one fails, or `keep` does,
/// `give_up` is called, which has to stop the others.
pub fn side_by_side<T: Send, E: From<io::Error> + Send>(
    workers: Vec<impl FnMut(u32) -> Result<Option<T>, E> + Send>,
    numbers: &mut (dyn Iterator<Item = u32> + Send),
    give_up: &dyn Fn(),
    keep: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let numbers = &Mutex::new(numbers);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let done = (|| {
            for mut worker in workers {
                let sender = sender.clone();
                let work = move || {
                    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(number) = next() {
                        let Some(done) = worker(number).transpose() else { return };
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
