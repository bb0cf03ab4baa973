//! Places for the output files of commands.

use helgi_files::NewFile;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The place for a text.
pub enum OutputPlace {
    /// A file that is begun in the end: one that is begun and then killed would stay.
    Later(PathBuf),
    /// Anything but an ordinary file, such as a pipe: it is opened once.
    Special(NewFile),
    /// Standard output.
    Standard,
}

impl OutputPlace {
    /// Tries whether it can be written.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn open(path: &Path) -> io::Result<Self> {
        if is_standard(path) {
            return Ok(OutputPlace::Standard);
        }
        // An ordinary file that is not finished leaves no trace.
        let file = NewFile::create(path)?;
        Ok(if is_ordinary(path) { OutputPlace::Later(path.to_owned()) } else { OutputPlace::Special(file) })
    }

    /// Writes a text.
    ///
    /// # Errors
    ///
    /// When not all of it could be written; then there is no such file.
    pub fn write(self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        match self {
            OutputPlace::Standard => out.write_all(bytes),
            OutputPlace::Special(mut file) => {
                file.write_all(bytes)?;
                file.finish()
            }
            OutputPlace::Later(path) => write_file(&path, bytes),
        }
    }
}

/// Tries whether a file can be written in the end, without changing it.
///
/// # Errors
///
/// When it cannot.
pub fn try_file(path: &Path) -> io::Result<()> {
    // Anything but an ordinary file is opened once.
    if is_ordinary(path) { NewFile::create(path).map(drop) } else { Ok(()) }
}

/// Writes a file, in whole or not at all.
///
/// # Errors
///
/// When not all of it could be written; the old file stays then.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Returns true if a path is that of an ordinary file, or of none yet.
pub fn is_ordinary(path: &Path) -> bool {
    path.metadata().map_or(true, |data| data.is_file())
}

/// Returns true if a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
