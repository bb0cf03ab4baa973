//! Temporary files, and those left behind when a program is killed.
//!
//! A program holds a lock on its file for as long as it writes it, and the system ends the lock with the
//! program. A file that can be locked belongs to nobody any more, however old it is. On systems
//! without locks nothing is removed.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Beginning and end of the names; between them are [`DRAWN`] letters and digits.
const PREFIX: &str = ".helgi-";
const SUFFIX: &str = ".tmp";
const DRAWN: usize = 10;

/// Number of further tries when another program removes a file before it is locked.
const TRIES: usize = 16;

/// The system's error, without the drawn name that the crate for temporary files writes behind it.
fn without_place(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Begins a file in a folder, under a name that no other has, and locks it. The first one of a
/// program also removes other programs' leftovers in the folder.
pub(crate) fn begin(folder: &Path, rights: Option<Permissions>) -> io::Result<NamedTempFile> {
    if is_new(folder) {
        // A file that cannot be removed does no harm.
        let _ = remove_leftovers(folder);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(DRAWN);
    if let Some(rights) = rights {
        builder.permissions(rights);
    }
    for _ in 0..TRIES {
        let file = builder.tempfile_in(folder).map_err(without_place)?;
        match file.as_file().try_lock() {
            // The program that locked it first has removed it, and perhaps already moved on.
            Err(TryLockError::WouldBlock) => {}
            Ok(()) if !file.path().exists() => {}
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(io::Error::other("another program takes new files away, expected to keep one"))
}

/// Returns true if a folder has not been asked for before.
fn is_new(folder: &Path) -> bool {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(folder) = folder.canonicalize() else { return false };
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder)
}

/// Removes the files of [`NewFile`](crate::NewFile) that killed programs have left in a folder, and
/// returns their number. Files that are still being written stay.
///
/// # Errors
///
/// If the folder cannot be read; files that cannot be opened or deleted are passed over.
pub fn remove_leftovers(folder: &Path) -> io::Result<usize> {
    let is_leftover = |path: &PathBuf| {
        path.file_name().is_some_and(|name| is_own(&name.to_string_lossy())) && is_removed(path)
    };
    Ok(ordinary_files(folder)?.filter(is_leftover).count())
}

/// The ordinary files of a folder. Entries that cannot be read are passed over.
pub fn ordinary_files(folder: &Path) -> io::Result<impl Iterator<Item = PathBuf>> {
    let entries = fs::read_dir(folder)?.filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    Ok(files.map(|entry| entry.path()))
}

fn is_own(name: &str) -> bool {
    let drawn = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    drawn.is_some_and(|drawn| drawn.len() == DRAWN && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes a file if nobody has locked it; it stays locked until it is gone.
fn is_removed(path: &Path) -> bool {
    let file = File::options().read(true).write(true).open(path);
    file.is_ok_and(|file| file.try_lock().is_ok() && fs::remove_file(path).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewFile;
    use std::io::Write;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn leftovers_of_kills_go_and_current_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        file.flush().unwrap();
        let left = [".helgi-0123456789.tmp", ".helgi-abcdefghij.tmp"];
        let others =
            [".helgi-01234.tmp", ".helgi-0123456789", ".helgi-012345678-.tmp", "helgi-0123456789.tmp"];
        for name in left.iter().chain(&others) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        assert_eq!(names(folder.path()).len(), 7);
        assert_eq!(remove_leftovers(folder.path()).unwrap(), 2);
        assert_eq!(remove_leftovers(folder.path()).unwrap(), 0);
        file.finish().unwrap();
        let mut expected: Vec<&str> = others.into_iter().chain(["game.pgn"]).collect();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn the_first_file_of_a_program_takes_leftovers_away() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".helgi-0123456789.tmp"), "half").unwrap();
        NewFile::create(&folder.path().join("game.pgn")).unwrap().finish().unwrap();
        assert_eq!(names(folder.path()), ["game.pgn"]);
    }

    /// Many write while others clean all the time.
    #[test]
    fn no_file_is_taken_from_its_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = |writer: usize, number: usize| folder.path().join(format!("{writer}-{number}.pgn"));
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                        remove_leftovers(folder.path()).unwrap();
                    }
                });
            }
            let writers: Vec<_> = (0..3)
                .map(|writer| {
                    scope.spawn(move || {
                        for number in 0..40 {
                            let mut file = NewFile::create(&path(writer, number)).unwrap();
                            file.write_all(b"whole").unwrap();
                            file.finish().unwrap();
                        }
                    })
                })
                .collect();
            let ends: Vec<_> = writers.into_iter().map(|writer| writer.join().is_ok()).collect();
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(ends, [true; 3]);
        });
        assert_eq!(names(folder.path()).len(), 120);
    }
}
