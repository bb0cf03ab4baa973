//! Locks: a file has one owner, however many programs know of it.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The time between two looks at a lock that is waited for.
const PAUSE: Duration = Duration::from_millis(10);

/// The ending of the files that are locked.
const ENDING: &str = ".lock";

/// The right to write a file, held for as long as this value lives. The lock is on a file beside it,
/// `FILE.lock`, since the file itself is replaced whenever it is written; the system ends it with the program,
/// however that ends.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    beside: PathBuf,
    /// True if the lock file is removed in the end.
    is_tidy: bool,
}

/// The program that holds a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The number of its process; `None` where it cannot be known.
    pub process: Option<u32>,
    /// Its name and its first word, such as `helgi board`; empty where they cannot be known.
    pub program: String,
}

/// The reason why a lock cannot be had.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another program has it, or another place of this one.
    #[error("{}: open in {owner}, expected in one program at a time: close it there first", path.display())]
    InUse {
        /// The file that was to be locked.
        path: PathBuf,
        /// The program that has it.
        owner: Owner,
    },
    /// The lock's file cannot be opened or locked.
    #[error("{}: {error}", path.display())]
    File {
        /// The lock's file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl From<LockError> for io::Error {
    fn from(error: LockError) -> io::Error {
        let kind = match &error {
            LockError::InUse { .. } => io::ErrorKind::ResourceBusy,
            LockError::File { error, .. } => error.kind(),
        };
        io::Error::new(kind, error.to_string())
    }
}

impl FileLock {
    /// Takes the lock of a file, and waits so long for one that is about to go: of a program that was killed
    /// while it started another one, that other has the lock until its own code begins.
    ///
    /// # Errors
    ///
    /// When another program has it, or it cannot be taken at all.
    pub fn take(path: &Path, patience: Duration) -> Result<FileLock, LockError> {
        let beside = with_extension(path, ENDING);
        let until = Instant::now() + patience;
        let wrong = |error| LockError::File { path: beside.clone(), error };
        loop {
            let options = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
            let file = options.map_err(wrong)?;
            match file.try_lock() {
                Ok(()) => {
                    let mut lock = FileLock { file, beside: beside.clone(), is_tidy: false };
                    // The last owner may have taken it away between the two.
                    if lock.is_in_place() {
                        lock.sign();
                        return Ok(lock);
                    }
                }
                Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::InUse { path: path.to_owned(), owner: Owner::of(&beside) });
                }
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
    }

    /// The same lock, which takes its file away in the end, where the system lets it.
    #[must_use]
    pub fn tidy(mut self) -> FileLock {
        self.is_tidy = true;
        self
    }

    /// Writes down who has it. Where that cannot be written the lock holds all the same.
    fn sign(&mut self) {
        let _ = self.file.set_len(0);
        let _ = writeln!(self.file, "{} {}", std::process::id(), own_name());
    }

    /// Returns true if the locked file is the one that other programs find.
    #[cfg(unix)]
    fn is_in_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        match (self.file.metadata(), self.beside.metadata()) {
            (Ok(own), Ok(found)) => (own.dev(), own.ino()) == (found.dev(), found.ino()),
            _ => false,
        }
    }

    /// Elsewhere the file stays.
    #[cfg(not(unix))]
    fn is_in_place(&self) -> bool {
        true
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Programs that have opened it see that it is gone, and make another.
        if cfg!(unix) && self.is_tidy && self.is_in_place() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

impl Owner {
    /// Reads the owner from a lock's file; unknown if a locked file cannot be read.
    fn of(beside: &Path) -> Owner {
        let text = fs::read_to_string(beside).unwrap_or_default();
        let (process, program) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let is_plain = |c: char| c.is_alphanumeric() || " -_.".contains(c);
        let program = if program.chars().all(is_plain) { program } else { "" };
        Owner { process: process.parse().ok(), program: program.to_owned() }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.program, self.process) {
            ("", None) => write!(f, "another process"),
            ("", Some(number)) => write!(f, "process {number}"),
            (program, None) => write!(f, "`{program}`"),
            (program, Some(number)) => write!(f, "`{program}`, process {number}"),
        }
    }
}

/// The name of this program and its first word, if that is a plain one.
fn own_name() -> String {
    let mut words = std::env::args_os();
    let name = words.next().map(PathBuf::from);
    let name = name.as_deref().and_then(Path::file_stem).unwrap_or_default().to_string_lossy().into_owned();
    let order = words.next().and_then(|word| word.into_string().ok());
    let order = order.filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()));
    order.map_or_else(|| name.clone(), |order| format!("{name} {order}"))
}

/// The path with something added to its end.
pub fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut other = path.as_os_str().to_owned();
    other.push(extension);
    PathBuf::from(other)
}

/// The file to which a lock's file belongs; `None` if it is not a lock's file.
pub(super) fn locked_by(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    Some(path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_lock_that_is_about_to_go_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let first = FileLock::take(&path, Duration::ZERO).unwrap().tidy();
        let refused = FileLock::take(&path, Duration::ZERO).unwrap_err();
        let own = format!("process {}, expected in one program", std::process::id());
        assert!(refused.to_string().contains(&own), "{refused}");
        let ends = thread::spawn(move || {
            thread::sleep(PAUSE * 5);
            drop(first);
        });
        drop(FileLock::take(&path, Duration::from_secs(60)).unwrap().tidy());
        ends.join().unwrap();
        if cfg!(unix) {
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    /// The removal of the lock file never lets two owners in.
    #[test]
    fn a_lock_has_one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let inside = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let lock = FileLock::take(&path, Duration::from_secs(60)).unwrap().tidy();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
    }
}
