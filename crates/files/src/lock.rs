//! Locks: a file has one owner, however many programs know of it.

use crate::machine::Machine;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The time between two looks at a lock that is waited for.
const PAUSE: Duration = Duration::from_millis(10);

/// The ending of the files that are locked.
const ENDING: &str = ".lock";

/// The time between two renewals of a lock that holds across machines.
pub(crate) const BEAT: Duration = Duration::from_secs(4);

/// The time without a renewal after which the owner on another machine is gone. Its machine may be busy, and the
/// news of a network's disk are some seconds old.
const SILENCE: Duration = Duration::from_secs(20);

/// The right to write a file, held for as long as this value lives. The lock is on a file beside it,
/// `FILE.lock`, since the file itself is replaced whenever it is written; the system ends it with the program,
/// however that ends.
///
/// Some disks of networks keep locks on each machine for itself. A lock that is to hold there too is
/// [renewed](Self::renew) by its owner, and taken from another machine only after a while without.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    beside: PathBuf,
    machine: Machine,
    /// The owner's lines in the file, if it holds across machines, and number of renewals.
    signature: Option<String>,
    renewals: AtomicU64,
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
    /// The name of its machine, if that is another one.
    pub host: Option<String>,
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
    /// The disk keeps no locks.
    #[error("{}: this disk keeps no locks ({error}): expected one that does, such as NFS 4, or a mount with `flock`", path.display())]
    Unsupported {
        /// The lock's file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A program on another machine has taken the lock over.
    #[error("{}: {owner} has taken it over, which did not hear of this program for a while", path.display())]
    Lost {
        /// The lock's file.
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
            LockError::InUse { .. } | LockError::Lost { .. } => io::ErrorKind::ResourceBusy,
            LockError::Unsupported { .. } => io::ErrorKind::Unsupported,
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
        let mut lock = FileLock::seize(path, patience, Machine::own())?;
        lock.sign();
        Ok(lock)
    }

    /// Takes the lock of a file that programs on several machines may write, if need be after having watched
    /// for twenty seconds whether the owner on another one renews it. From now on it must be
    /// [renewed](Self::renew) every four seconds, as a [`RenewedLock`](crate::RenewedLock) does.
    ///
    /// # Errors
    ///
    /// When another program has it, on this machine or another, or it cannot be taken at all.
    pub fn take_across_machines(path: &Path, patience: Duration) -> Result<FileLock, LockError> {
        FileLock::take_watching(path, patience, SILENCE, Machine::own())
    }

    fn take_watching(
        path: &Path,
        patience: Duration,
        silence: Duration,
        machine: Machine,
    ) -> Result<FileLock, LockError> {
        let mut lock = FileLock::seize(path, patience, machine)?;
        // The system has given the lock: on this machine nobody has it.
        let seen = || fs::read_to_string(&lock.beside).unwrap_or_default();
        let (first, until) = (seen(), Instant::now() + silence);
        let is_elsewhere = Owner::read(&first, &lock.machine).host.is_some();
        while is_elsewhere && Instant::now() < until {
            thread::sleep(PAUSE * 10);
            let now = seen();
            // In the middle of a renewal it may be empty.
            if !now.is_empty() && now != first {
                let owner = Owner::read(&now, &lock.machine);
                return Err(LockError::InUse { path: path.to_owned(), owner });
            }
        }
        let signature = format!("{} {}\n{}\n", std::process::id(), own_name(), lock.machine);
        lock.signature = Some(signature);
        lock.sign();
        Ok(lock)
    }

    /// Takes the lock as the system knows it; its file is as the last owner left it.
    fn seize(path: &Path, patience: Duration, machine: Machine) -> Result<FileLock, LockError> {
        let beside = with_extension(path, ENDING);
        let until = Instant::now() + patience;
        let wrong = |error: io::Error| match error.kind() {
            io::ErrorKind::Unsupported => LockError::Unsupported { path: beside.clone(), error },
            _ => LockError::File { path: beside.clone(), error },
        };
        loop {
            let options = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
            let file = options.map_err(wrong)?;
            match file.try_lock() {
                Ok(()) => {
                    let lock = FileLock {
                        file,
                        beside: beside.clone(),
                        machine: machine.clone(),
                        signature: None,
                        renewals: AtomicU64::new(0),
                        is_tidy: false,
                    };
                    // The last owner may have taken it away between the two.
                    if lock.is_in_place() {
                        return Ok(lock);
                    }
                }
                Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    let text = fs::read_to_string(&beside).unwrap_or_default();
                    let owner = Owner::read(&text, &machine);
                    return Err(LockError::InUse { path: path.to_owned(), owner });
                }
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
    }

    /// Lets other machines know that the owner is still there.
    ///
    /// # Errors
    ///
    /// When another machine has taken the lock over. A disk that cannot be reached for a while is no error.
    pub fn renew(&self) -> Result<(), LockError> {
        let Some(signature) = &self.signature else { return Ok(()) };
        // Where a locked file cannot be read, nobody else has written it either.
        let there = fs::read_to_string(&self.beside).unwrap_or_default();
        if !there.is_empty() && !there.starts_with(signature.as_str()) {
            let owner = Owner::read(&there, &self.machine);
            return Err(LockError::Lost { path: self.beside.clone(), owner });
        }
        self.renewals.fetch_add(1, Ordering::Relaxed);
        // The other machines notice if this fails for long.
        let _ = self.write();
        Ok(())
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
        let _ = self.write();
    }

    /// Writes the owner, in as many bytes each time, so that it is never shorter in between.
    fn write(&self) -> io::Result<()> {
        let text = match &self.signature {
            None => format!("{} {}\n", std::process::id(), own_name()),
            Some(signature) => format!("{signature}{:012}\n", self.renewals.load(Ordering::Relaxed)),
        };
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(text.as_bytes())?;
        // The lines of one machine are for the others.
        if self.signature.is_some() { file.sync_data() } else { Ok(()) }
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
        if let Some(signature) = &self.signature {
            let there = fs::read_to_string(&self.beside).unwrap_or_default();
            if there.starts_with(signature.as_str()) {
                // No other machine needs to watch whether this program is still there.
                let _ = self.file.set_len(0);
            }
        }
        // Programs that have opened it see that it is gone, and make another.
        if cfg!(unix) && self.is_tidy && self.is_in_place() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

impl Owner {
    /// Reads the owner from the text of a lock's file; unknown if a locked file cannot be read.
    fn read(text: &str, machine: &Machine) -> Owner {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim();
        let (process, program) = first.split_once(' ').unwrap_or((first, ""));
        let is_plain = |c: char| c.is_alphanumeric() || " -_.".contains(c);
        let program = if program.chars().all(is_plain) { program } else { "" };
        let other = lines.next().and_then(Machine::read).filter(|other| !other.is(machine));
        Owner {
            process: process.parse().ok(),
            program: program.to_owned(),
            host: other.map(|other| other.name().to_owned()),
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.program, self.process) {
            ("", None) => write!(f, "another process"),
            ("", Some(number)) => write!(f, "process {number}"),
            (program, None) => write!(f, "`{program}`"),
            (program, Some(number)) => write!(f, "`{program}`, process {number}"),
        }?;
        self.host.as_ref().map_or(Ok(()), |host| write!(f, " on {host}"))
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
pub fn locked_by(path: &Path) -> Option<PathBuf> {
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

    /// A lock that the system gave on another machine, where it is kept for that machine alone.
    fn elsewhere(path: &Path, renewals: u64) {
        let text = format!("12 helgi match\nnode7 boot-7\n{renewals:012}\n");
        fs::write(with_extension(path, ENDING), text).unwrap();
    }

    #[test]
    fn a_lock_that_another_machine_renews_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        elsewhere(&path, 1);
        let ended = std::sync::atomic::AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for renewals in 2.. {
                    thread::sleep(PAUSE);
                    elsewhere(&path, renewals);
                    if ended.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
            let watch = Duration::from_secs(60);
            let refused = FileLock::take_watching(&path, Duration::ZERO, watch, Machine::own()).unwrap_err();
            ended.store(true, Ordering::Relaxed);
            let text = refused.to_string();
            assert!(text.contains("open in `helgi match`, process 12 on node7, expected"), "{text}");
        });
    }

    // Elsewhere a locked file cannot be read.
    #[cfg(unix)]
    #[test]
    fn a_lock_of_a_machine_that_is_gone_is_taken_and_noticed_if_it_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        elsewhere(&path, 1);
        let take = || FileLock::take_watching(&path, Duration::ZERO, PAUSE * 20, Machine::own());
        let lock = take().unwrap();
        let text = || fs::read_to_string(with_extension(&path, ENDING)).unwrap();
        let before = text();
        lock.renew().unwrap();
        assert!(before.len() == text().len() && before != text(), "{before}{}", text());
        // The other machine had only been slow, or took it over in its turn.
        elsewhere(&path, 2);
        let lost = lock.renew().unwrap_err().to_string();
        assert!(lost.contains("process 12 on node7 has taken it over"), "{lost}");
        drop(lock);
        assert!(text().contains("node7"), "{}", text());
        // One that was given back needs no watch.
        elsewhere(&path, 3);
        drop(take().unwrap());
        assert_eq!(text(), "");
        let begun = Instant::now();
        drop(FileLock::take_across_machines(&path, Duration::ZERO).unwrap());
        assert!(begun.elapsed() < SILENCE);
    }

    #[test]
    fn a_disk_without_locks_is_named() {
        let error = io::Error::from(io::ErrorKind::Unsupported);
        let error = LockError::Unsupported { path: PathBuf::from("x.lock"), error };
        assert!(error.to_string().starts_with("x.lock: this disk keeps no locks"), "{error}");
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
