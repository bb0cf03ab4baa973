//! Files that are there in whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that gets its name once it is complete; until then, and if that never comes, what was under the
/// name stays there.
pub struct NewFile {
    path: PathBuf,
    to: To,
}

enum To {
    /// Beside the place where it is to be.
    Beside(BufWriter<NamedTempFile>),
    /// What is no ordinary file, such as a pipe, cannot be replaced.
    Directly(BufWriter<File>),
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When nothing can be written in its folder.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let is_special = path.metadata().is_ok_and(|data| !data.is_file());
        let to = if is_special {
            File::options().write(true).open(path).map(|file| To::Directly(BufWriter::new(file)))
        } else {
            beside(path).map(|file| To::Beside(BufWriter::new(file)))
        };
        Ok(NewFile { path: path.to_owned(), to: to.map_err(|error| at(path, error))? })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When not all of it could be written; then there is no such file.
    pub fn finish(self) -> io::Result<()> {
        let path = self.path;
        let finished = match self.to {
            To::Directly(mut file) => file.flush(),
            To::Beside(file) => file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
                file.as_file().sync_all()?;
                file.persist(&path).map_err(|error| error.error)?;
                Ok(())
            }),
        };
        finished.map_err(|error| at(&path, error))
    }
}

/// A new file in the folder of another, with the rights of any new file.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".helgi-");
    let rights = usual_rights();
    if let Some(rights) = rights {
        builder.permissions(rights);
    }
    builder.tempfile_in(folder)
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

fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            To::Beside(file) => file.write(bytes),
            To::Directly(file) => file.write(bytes),
        };
        written.map_err(|error| at(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.to {
            To::Beside(file) => file.flush(),
            To::Directly(file) => file.flush(),
        };
        flushed.map_err(|error| at(&self.path, error))
    }
}
