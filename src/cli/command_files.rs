//! The files that a command reads and writes, so that no output replaces an input or another output.

use super::invalid;
use super::place::{is_ordinary, is_standard};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// The files of one run of a command.
#[derive(Default)]
pub struct CommandFiles(HashMap<FileIdentity, FileUse>);

/// A use of a file.
#[derive(Clone, Copy)]
enum FileUse {
    Read,
    /// Written, as the option of this name says.
    Written(&'static str),
}

/// The identity of a file, however its path is spelt.
#[derive(PartialEq, Eq, Hash)]
enum FileIdentity {
    /// Device and inode of a file that is there.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The absolute path without links.
    Path(PathBuf),
    /// Standard output.
    Standard,
}

impl FileIdentity {
    /// Returns the identity of an ordinary file, or of one that is not there yet. Pipes, terminals and `/dev/null` have
    /// none: nothing is lost there.
    fn of(path: &Path) -> Option<FileIdentity> {
        if is_standard(path) || !is_ordinary(path) {
            return None;
        }
        #[cfg(unix)]
        if let Ok(data) = path.metadata() {
            use std::os::unix::fs::MetadataExt;
            return Some(FileIdentity::Inode(data.dev(), data.ino()));
        }
        if let Ok(whole) = path.canonicalize() {
            return Some(FileIdentity::Path(whole));
        }
        // Only the folder of a file that is not there yet can be followed.
        let whole = std::path::absolute(path).ok()?;
        let folder = whole.parent()?.canonicalize().ok()?;
        Some(FileIdentity::Path(folder.join(whole.file_name()?)))
    }
}

impl CommandFiles {
    /// Notes files that are read. `-` is standard input.
    pub fn reading(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> CommandFiles {
        let mut files = CommandFiles::default();
        paths.into_iter().for_each(|path| files.read(path.as_ref()));
        files
    }

    /// Notes a file that is read; one that is noted already keeps its use.
    pub fn read(&mut self, path: &Path) {
        if let Some(identity) = FileIdentity::of(path) {
            self.0.entry(identity).or_insert(FileUse::Read);
        }
    }

    /// Notes a file that is written, as an option says.
    ///
    /// # Errors
    ///
    /// If the file is read or written already.
    pub fn write(&mut self, option: &'static str, path: &Path) -> io::Result<()> {
        self.add(option, path, false)
    }

    /// Notes a file that is written with the content of the inputs, and may therefore replace one of them.
    ///
    /// # Errors
    ///
    /// If the file is written already.
    pub fn rewrite(&mut self, option: &'static str, path: &Path) -> io::Result<()> {
        self.add(option, path, true)
    }

    fn add(&mut self, option: &'static str, path: &Path, is_kept: bool) -> io::Result<()> {
        // Of two texts in one stream the reader could make neither out.
        let standard = || is_standard(path).then_some(FileIdentity::Standard);
        let Some(identity) = FileIdentity::of(path).or_else(standard) else { return Ok(()) };
        let used = match self.0.get(&identity) {
            Some(FileUse::Read) if !is_kept => "read".to_owned(),
            Some(FileUse::Written(other)) => format!("written by {other}"),
            _ => {
                self.0.insert(identity, FileUse::Written(option));
                return Ok(());
            }
        };
        Err(invalid(format!("{option}: {} is {used}, expected another file", path.display())))
    }
}
