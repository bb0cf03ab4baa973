//! Files named by a user, opened only if they are ordinary ones of a sane size.
//!
//! A pipe without a writer, a terminal or a device such as `/dev/zero` would be waited for, or read, without
//! end.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Opens an ordinary file of at most `max_bytes` for reading, and never waits: not for the writer of a pipe
/// either. Links are followed. The errors do not name the path.
///
/// # Errors
///
/// If it is a pipe, a device, a socket or a folder, or is larger, or cannot be opened.
pub fn open_ordinary(path: &Path, max_bytes: u64) -> io::Result<File> {
    // Opening a device can already do something, such as rewind a tape.
    check(&path.metadata()?, max_bytes)?;
    let mut options = File::options();
    options.read(true);
    never_wait(&mut options);
    let file = options.open(path)?;
    // Another file may have taken its place since.
    check(&file.metadata()?, max_bytes)?;
    Ok(file)
}

/// Reads an ordinary file of at most `max_bytes`, as [`open_ordinary`] opens it.
///
/// # Errors
///
/// As [`open_ordinary`], and if the file cannot be read or grows beyond the limit while it is read.
pub fn read_ordinary(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    read_at_most(open_ordinary(path, max_bytes)?, max_bytes)
}

/// Reads a file that a command line names: an ordinary one, or one that can be read to its end,
/// such as a pipe.
///
/// # Errors
///
/// If it has more than `max_bytes`, is a folder, or cannot be read.
pub fn read_input(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let facts = path.metadata()?;
    if facts.is_file() || facts.is_dir() {
        check(&facts, max_bytes)?;
    }
    read_at_most(File::open(path)?, max_bytes)
}

/// Reads all that there is, if it is at most `max_bytes`.
fn read_at_most(input: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(invalid(format!("more than {max_bytes} bytes, expected no more")));
    }
    Ok(bytes)
}

fn check(facts: &Metadata, max_bytes: u64) -> io::Result<()> {
    if !facts.is_file() {
        return Err(invalid(format!("{}, expected an ordinary file", kind(facts.file_type()))));
    }
    if facts.len() > max_bytes {
        return Err(invalid(format!("{} bytes, expected at most {max_bytes}", facts.len())));
    }
    Ok(())
}

#[cfg(unix)]
fn kind(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_dir() => "a folder",
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () => "something else",
    }
}

#[cfg(not(unix))]
fn kind(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "a device" }
}

#[cfg(unix)]
fn never_wait(options: &mut std::fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
}

#[cfg(not(unix))]
fn never_wait(_: &mut std::fs::OpenOptions) {}

fn invalid(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The error of opening a file of at most four bytes.
    fn refusal(path: &Path) -> String {
        let error = open_ordinary(path, 4).unwrap_err().to_string();
        assert_eq!(read_ordinary(path, 4).unwrap_err().to_string(), error);
        error
    }

    #[test]
    fn ordinary_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "1234").unwrap();
        assert_eq!(read_ordinary(&path, 4).unwrap(), b"1234");
        fs::write(&path, "12345").unwrap();
        assert_eq!(refusal(&path), "5 bytes, expected at most 4");
        assert_eq!(refusal(folder.path()), "a folder, expected an ordinary file");
        let missing = open_ordinary(&folder.path().join("missing"), 4).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn what_has_no_end_is_read_to_the_limit() {
        assert_eq!(read_at_most(&b"1234"[..], 4).unwrap(), b"1234");
        let error = read_at_most(io::repeat(0), 4).unwrap_err().to_string();
        assert_eq!(error, "more than 4 bytes, expected no more");
        #[cfg(unix)]
        {
            let error = read_input(Path::new("/dev/zero"), 4).unwrap_err().to_string();
            assert_eq!(error, "more than 4 bytes, expected no more");
            assert_eq!(read_input(Path::new("/dev/null"), 4).unwrap(), b"");
        }
    }

    /// The test ends, which it would not if a pipe were waited for.
    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_links_to_them_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap();
        assert!(made.success());
        std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        for (name, target, kind) in [
            ("to-pipe", at("pipe"), "a pipe"),
            ("to-socket", at("socket"), "a socket"),
            ("to-device", "/dev/zero".into(), "a device"),
            ("to-folder", folder.path().into(), "a folder"),
        ] {
            std::os::unix::fs::symlink(&target, at(name)).unwrap();
            let expected = format!("{kind}, expected an ordinary file");
            assert_eq!((refusal(&target), refusal(&at(name))), (expected.clone(), expected));
        }
        fs::write(at("file"), "1234").unwrap();
        std::os::unix::fs::symlink(at("file"), at("to-file")).unwrap();
        assert_eq!(read_ordinary(&at("to-file"), 4).unwrap(), b"1234");
    }

    /// As if it had been put there between the two looks.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_opened_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let mut options = File::options();
        options.read(true);
        never_wait(&mut options);
        let opened = options.open(&path).unwrap();
        assert!(check(&opened.metadata().unwrap(), 4).is_err());
    }
}
