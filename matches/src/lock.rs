//! Locks: a file has one owner, however many programs know of it.

use super::error::Error;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a lock: of a program that was killed while it started an engine, the engine has
/// the lock until its own code begins.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long between two looks at it.
const PAUSE: Duration = Duration::from_millis(10);

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
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    // Where a locked file cannot be read the owner stays unknown.
                    let process = fs::read_to_string(&beside).ok().and_then(|text| text.trim().parse().ok());
                    return Err(Error::InUse { path: path.to_owned(), process });
                }
                Err(TryLockError::Error(problem)) => return Err(error(problem)),
            }
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
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut other = path.as_os_str().to_owned();
    other.push(extension);
    PathBuf::from(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_about_to_go_is_waited_for() {
        let path = std::env::temp_dir().join(format!("helgi-lock-{}", std::process::id()));
        let first = Lock::of(&path).unwrap();
        assert!(matches!(Lock::of(&path), Err(Error::InUse { .. })));
        let ends = thread::spawn(move || {
            thread::sleep(PATIENCE / 6);
            drop(first);
        });
        assert!(Lock::of(&path).is_ok());
        ends.join().unwrap();
        fs::remove_file(with_extension(&path, ".lock")).unwrap();
    }
}
