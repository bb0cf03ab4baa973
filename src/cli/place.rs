//! Where commands write what they have made.

use helgi_record::files::NewFile;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a text goes.
pub enum Place {
    /// A file that is begun in the end: what is begun and then killed would stay.
    Later(PathBuf),
    /// What is no ordinary file, such as a pipe: it is opened once.
    Special(NewFile),
    /// Standard output.
    Standard,
}

impl Place {
    /// Tries whether it can be written.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn open(path: &Path) -> io::Result<Self> {
        if is_standard(path) {
            return Ok(Place::Standard);
        }
        // An ordinary file that is not finished leaves no trace.
        let file = NewFile::create(path)?;
        Ok(if is_ordinary(path) { Place::Later(path.to_owned()) } else { Place::Special(file) })
    }

    /// Writes a text.
    ///
    /// # Errors
    ///
    /// When not all of it could be written; then there is no such file.
    pub fn write(self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        let mut file = match self {
            Place::Standard => return out.write_all(bytes),
            Place::Special(file) => file,
            Place::Later(path) => NewFile::create(&path)?,
        };
        file.write_all(bytes)?;
        file.finish()
    }
}

/// Whether a path is that of an ordinary file, or of none yet.
pub fn is_ordinary(path: &Path) -> bool {
    path.metadata().map_or(true, |data| data.is_file())
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
