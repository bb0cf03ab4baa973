//! A lock across machines, with the thread that renews it.

use crate::lock::{BEAT, FileLock, LockError};
use std::convert::Infallible;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// A lock [across machines](FileLock::take_across_machines) that is renewed for as long as this value lives.
#[derive(Debug)]
pub struct RenewedLock {
    /// The reason why another machine has it, once it has.
    lost: Arc<Mutex<Option<LockError>>>,
    /// Dropped to end the thread, which has the lock.
    renewed: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

impl RenewedLock {
    /// Renews a lock from now on. `on_loss` is called if another machine takes it over.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(lock: FileLock, on_loss: impl FnOnce() + Send + 'static) -> io::Result<RenewedLock> {
        let lost = Arc::new(Mutex::new(None));
        let (renewed, ended) = channel::<Infallible>();
        let losing = Arc::clone(&lost);
        let renew = move || {
            while matches!(ended.recv_timeout(BEAT), Err(RecvTimeoutError::Timeout)) {
                if let Err(error) = lock.renew() {
                    losing.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return on_loss();
                }
            }
        };
        let thread = thread::Builder::new().name("lock".to_owned()).spawn(renew)?;
        Ok(RenewedLock { lost, renewed: Some(renewed), thread: Some(thread) })
    }

    /// Checks that the lock is still this program's.
    ///
    /// # Errors
    ///
    /// When another machine has taken it over; the first check after that says so.
    pub fn check(&self) -> Result<(), LockError> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner).take();
        lost.map_or(Ok(()), Err)
    }
}

impl Drop for RenewedLock {
    fn drop(&mut self) {
        self.renewed = None;
        // Whoever takes the lock next does not wait for it.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
