//! The place of a saved match, which one program writes at a time, on whatever machine it runs.

use super::error::Error;
use helgi_files::{FileLock, RenewedLock};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest wait for the lock of a saved match: if a program was killed while it started an
/// engine, the engine has the lock until its own code begins.
const PATIENCE: Duration = Duration::from_millis(300);

/// The place of a saved match, locked against other programs.
#[derive(Debug)]
pub(super) struct Saved {
    path: PathBuf,
    lock: RenewedLock,
}

impl Saved {
    /// The place, unless another program plays the match that is saved there.
    pub fn at(path: &Path) -> Result<Saved, Error> {
        let lock = FileLock::take_across_machines(path, PATIENCE)?;
        let lock = RenewedLock::new(lock, || ()).map_err(|error| Error::file(path, error))?;
        Ok(Saved { path: path.to_owned(), lock })
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
        Ok(self.lock.check()?)
    }
}
