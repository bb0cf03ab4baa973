//! Places for the output files of commands.

use super::{about, invalid};
use helgi_files::NewFile;
use std::fs;
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

/// Writes a net and the files about it, such as its card. At no moment, even if the program is killed, does one of those lie
/// beside another net than its own.
///
/// # Errors
///
/// When not all of it could be written; a net that was there may then be without its card.
pub fn write_net(path: &Path, net: &[u8], about_it: &[(&Path, &[u8])]) -> io::Result<()> {
    let begin = |path: &Path, bytes: &[u8]| {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes)?;
        file.flush().map(|()| file)
    };
    let net = begin(path, net)?;
    let begun = about_it.iter().map(|(path, bytes)| begin(path, bytes)).collect::<io::Result<Vec<_>>>()?;
    // Several files cannot be renamed at once, so the net is without its card for a moment.
    for (path, _) in about_it.iter().filter(|(path, _)| is_ordinary(path)) {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(about(path, &error)),
            _ => {}
        }
    }
    net.finish()?;
    begun.into_iter().try_for_each(NewFile::finish)
}

/// Returns true if a path is that of an ordinary file, or of none yet.
pub fn is_ordinary(path: &Path) -> bool {
    path.metadata().map_or(true, |data| data.is_file())
}

/// Makes sure that an output is a file, where there can be none on standard output.
///
/// # Errors
///
/// For `-`.
pub fn expect_file(option: &str, path: &Path) -> io::Result<()> {
    if is_standard(path) {
        return Err(invalid(format!("{option}: `-`, expected a file")));
    }
    Ok(())
}

/// Returns true if a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn no_card_lies_beside_another_net() {
        let read = |path: &Path| helgi_files::read_ordinary(path, 100).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (net, card) = (folder.path().join("game.net"), folder.path().join("game.md"));
        write_net(&net, b"old net", &[(&card, b"old card")]).unwrap();
        write_net(&net, b"net", &[(&card, b"card")]).unwrap();
        assert_eq!((read(&net), read(&card)), (b"net".to_vec(), b"card".to_vec()));
        // A card that cannot be begun changes nothing.
        let none = folder.path().join("no-folder/game.md");
        assert!(write_net(&net, b"other", &[(&card, b"other"), (&none, b"other")]).is_err());
        assert_eq!((read(&net), read(&card)), (b"net".to_vec(), b"card".to_vec()));
        // Neither does a full disk.
        let full = folder.path().join("full.net");
        symlink("/dev/full", &full).unwrap();
        assert!(write_net(&full, b"other", &[(&card, b"other")]).is_err());
        assert_eq!(read(&card), b"card");
        // A file cannot be renamed to a folder's name: that stands for a kill before the net has its name.
        let late = folder.path().join("game.net/");
        assert!(write_net(&late, b"other", &[(&card, b"other")]).is_err());
        assert_eq!(read(&net), b"net");
        assert!(!card.exists());
    }
}
