//! Files that are there in whole or not at all.

use crate::{at, leftovers};
use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that gets its name once it is complete; until then, and if it never is, the old file
/// stays under the name.
///
/// It is written next to its place as `.helgi-XXXXXXXXXX.tmp`, which is locked. If the program is
/// killed, the next one that writes in the folder removes it.
pub struct NewFile {
    path: PathBuf,
    to: To,
}

enum To {
    /// In the folder of the file that it will replace.
    Beside(BufWriter<NamedTempFile>),
    /// Anything but an ordinary file, such as a pipe, cannot be replaced.
    Directly(BufWriter<File>),
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When nothing can be written in its folder.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        NewFile::begin(path, false)
    }

    /// Begins a file that only its owner can read, where the system knows rights of files.
    ///
    /// # Errors
    ///
    /// When nothing can be written in its folder.
    pub fn create_private(path: &Path) -> io::Result<NewFile> {
        NewFile::begin(path, true)
    }

    fn begin(path: &Path, is_private: bool) -> io::Result<NewFile> {
        let there = path.metadata().ok();
        let is_special = there.as_ref().is_some_and(|data| !data.is_file());
        // A link stays: the file that it leads to is replaced.
        let target = path.canonicalize().ok().filter(|_| path.is_symlink());
        let target = target.as_deref().unwrap_or(path);
        let to = if is_special {
            File::options().write(true).open(path).map(|file| To::Directly(BufWriter::new(file)))
        } else if is_private {
            leftovers::begin(folder_of(target), None).map(|file| To::Beside(BufWriter::new(file)))
        } else {
            let rights = there.map(|data| data.permissions());
            beside(target, rights).map(|file| To::Beside(BufWriter::new(file)))
        };
        Ok(NewFile { path: target.to_owned(), to: to.map_err(|error| at(path, &error))? })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When not all of it could be written; then there is no such file.
    pub fn finish(self) -> io::Result<()> {
        self.rename(true)
    }

    /// Gives the file its name without waiting until the disk has it: for hundreds of files that can be made again at any
    /// time, where waiting takes seconds.
    ///
    /// # Errors
    ///
    /// When not all of it could be written; then there is no such file.
    pub fn finish_unsynced(self) -> io::Result<()> {
        self.rename(false)
    }

    fn rename(self, is_durable: bool) -> io::Result<()> {
        let path = self.path;
        let finished = match self.to {
            To::Directly(mut file) => file.flush(),
            To::Beside(file) => file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
                if is_durable {
                    file.as_file().sync_all()?;
                }
                // The lock ends after this, when the file is closed.
                let _file = file.persist(&path).map_err(|error| error.error)?;
                if is_durable {
                    sync_folder(&path);
                }
                Ok(())
            }),
        };
        finished.map_err(|error| at(&path, &error))
    }
}

/// A new file in the folder of another, with the rights of the one that it replaces, or of any new file.
fn beside(path: &Path, rights: Option<Permissions>) -> io::Result<NamedTempFile> {
    let Some(rights) = rights else { return leftovers::begin(folder_of(path), usual_rights()) };
    let file = leftovers::begin(folder_of(path), Some(rights.clone()))?;
    // The user's mask has removed some. On a disk without rights there are none to keep.
    let _ = file.as_file().set_permissions(rights);
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new name lasts once the folder is on the disk, where folders can be opened at all.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

#[cfg(unix)]
fn usual_rights() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    // Less what the user's mask takes away.
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_rights() -> Option<Permissions> {
    None
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            To::Beside(file) => file.write(bytes),
            To::Directly(file) => file.write(bytes),
        };
        written.map_err(|error| at(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.to {
            To::Beside(file) => file.flush(),
            To::Directly(file) => file.flush(),
        };
        flushed.map_err(|error| at(&self.path, &error))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn rights_and_links_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("games.pgn"), folder.path().join("link.pgn"));
        fs::write(&path, "old").unwrap();
        symlink("games.pgn", &link).unwrap();
        for mode in [0o600, 0o666] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let mut file = NewFile::create(&link).unwrap();
            write!(file, "{mode}").unwrap();
            file.finish().unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), mode.to_string());
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn an_error_names_the_file_and_not_the_one_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no/a.svg");
        let Err(error) = NewFile::create(&path) else { panic!("there is no folder") };
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        let text = error.to_string();
        assert!(text.starts_with(&format!("{}: ", path.display())) && !text.contains(".helgi-"), "{text}");
    }
}
