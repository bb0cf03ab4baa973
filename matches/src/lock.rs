//! Locks: a file has one owner, however many programs know of it.

use super::error::Error;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Holds a file for as long as it lives. The lock is on a file beside it, `FILE.lock`, since the file
/// itself is replaced whenever it is written; the system ends it with the program.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a file.
    ///
    /// # Errors
    ///
    /// When somebody else has it, or it cannot be had at all.
    pub fn of(path: &Path) -> Result<Lock, Error> {
        let beside = with_extension(path, ".lock");
        let error = |error| Error::file(&beside, error);
        let options = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
        let mut file = options.map_err(error)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                // Where a locked file cannot be read the owner stays unknown.
                let process = fs::read_to_string(&beside).ok().and_then(|text| text.trim().parse().ok());
                return Err(Error::InUse { path: path.to_owned(), process });
            }
            Err(TryLockError::Error(problem)) => return Err(error(problem)),
        }
        let mut sign = || -> io::Result<()> {
            file.set_len(0)?;
            writeln!(file, "{}", std::process::id())
        };
        sign().map_err(error)?;
        Ok(Lock { _file: file })
    }
}

/// The path with something added to its end.
pub(super) fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut other = path.as_os_str().to_owned();
    other.push(extension);
    PathBuf::from(other)
}
