//! The place of a saved match, which one program writes at a time, on whatever machine it runs.

use super::error::Error;
use crossbeam_channel::{Sender, bounded};
use helgi_files::{BEAT, FileLock, LockError};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest wait for the lock of a saved match: if a program was killed while it started an
/// engine, the engine has the lock until its own code begins.
const PATIENCE: Duration = Duration::from_millis(300);

/// The place of a saved match, locked against other programs.
#[derive(Debug)]
pub(super) struct Saved {
    path: PathBuf,
    /// The reason why another machine has it, once it has.
    lost: Arc<Mutex<Option<LockError>>>,
    /// Dropped to end the thread that renews the lock, and has it.
    renewed: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

impl Saved {
    /// The place, unless another program plays the match that is saved there.
    pub fn at(path: &Path) -> Result<Saved, Error> {
        let lock = FileLock::take_across_machines(path, PATIENCE)?;
        let lost = Arc::new(Mutex::new(None));
        let (renewed, ended) = bounded::<Infallible>(0);
        let losing = Arc::clone(&lost);
        let renew = move || {
            while ended.recv_timeout(BEAT).is_err_and(|error| error.is_timeout()) {
                if let Err(error) = lock.renew() {
                    losing.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("lock".to_owned()).spawn(renew);
        let thread = thread.map_err(|error| Error::file(path, error))?;
        Ok(Saved { path: path.to_owned(), lost, renewed: Some(renewed), thread: Some(thread) })
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the place is still this program's.
    ///
    /// # Errors
    ///
    /// When another machine has taken the match over.
    pub fn check(&self) -> Result<(), Error> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner).take();
        lost.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        self.renewed = None;
        // Whoever takes the lock next does not wait for it.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
