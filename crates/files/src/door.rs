//! The door for every file that is opened by its name.
//!
//! A pipe without a writer, a terminal or a device such as `/dev/zero` would be waited for, or read, without
//! end. So a session, a server, or a program that looks through a folder opens [ordinary](open_ordinary) files of a sane
//! size alone. Only on a command line may somebody mean a pipe, and wait for it: that is an [input](open_input).

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

/// Opens a file that a command line names, to be read piece by piece: an ordinary one of any size, or one that can be
/// read to its end, such as a pipe. The errors do not name the path.
///
/// # Errors
///
/// If it is a folder or cannot be opened.
pub fn open_input(path: &Path) -> io::Result<File> {
    let facts = path.metadata()?;
    if facts.is_dir() {
        check(&facts, u64::MAX)?;
    }
    File::open(path)
}

/// Reads a file that a command line names: an ordinary one, or one that can be read to its end,
/// such as a pipe.
///
/// # Errors
///
/// If it has more than `max_bytes`, is a folder, or cannot be read.
pub fn read_input(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let file = open_input(path)?;
    let facts = file.metadata()?;
    if facts.is_file() {
        check(&facts, max_bytes)?;
    }
    read_at_most(file, max_bytes)
}

/// Opens a file to be read and changed in place, which is there and is an ordinary one of any size.
///
/// # Errors
///
/// If it is a pipe, a device, a socket or a folder, or cannot be opened.
pub fn open_for_update(path: &Path) -> io::Result<File> {
    check(&path.metadata()?, u64::MAX)?;
    let mut options = File::options();
    options.read(true).write(true);
    never_wait(&mut options);
    let file = options.open(path)?;
    check(&file.metadata()?, u64::MAX)?;
    Ok(file)
}

/// Opens a file to be written at its end, and makes it if it is not there. It may be a device or a pipe that somebody
/// reads, such as `/dev/stderr`.
///
/// # Errors
///
/// If it is a folder, a socket or a pipe without a reader, or cannot be opened or made.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    let is_pipe = path.metadata().is_ok_and(|facts| kind(facts.file_type()) == "a pipe");
    let mut options = File::options();
    options.create(true).append(true);
    never_wait(&mut options);
    let file = options.open(path).map_err(|error| match is_pipe {
        true => invalid("a pipe that nobody reads, expected a file, or a pipe with a reader".to_owned()),
        false => error,
    })?;
    wait_when_full(&file)?;
    Ok(file)
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

/// A reader of a pipe may be slower than its writer, who would lose lines.
#[cfg(unix)]
fn wait_when_full(file: &File) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(file)?;
    Ok(rustix::fs::fcntl_setfl(file, flags.difference(rustix::fs::OFlags::NONBLOCK))?)
}

#[cfg(not(unix))]
fn wait_when_full(_: &File) -> io::Result<()> {
    Ok(())
}

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
    fn endless_files_are_read_to_the_limit() {
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

    #[test]
    fn files_are_changed_in_place_and_at_their_end() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert_eq!(open_for_update(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        open_to_append(&path).unwrap().write_all(b"12").unwrap();
        open_to_append(&path).unwrap().write_all(b"34").unwrap();
        open_for_update(&path).unwrap().write_all(b"5").unwrap();
        assert_eq!(read_ordinary(&path, 4).unwrap(), b"5234");
        let refused = open_for_update(folder.path()).unwrap_err().to_string();
        assert_eq!(refused, "a folder, expected an ordinary file");
        assert!(open_to_append(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_only_while_somebody_reads_it() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let refused = open_to_append(&path).unwrap_err().to_string();
        assert_eq!(refused, "a pipe that nobody reads, expected a file, or a pipe with a reader");
        let refused = open_for_update(&path).unwrap_err().to_string();
        assert_eq!(refused, "a pipe, expected an ordinary file");
        let mut options = File::options();
        options.read(true);
        never_wait(&mut options);
        let mut reader = options.open(&path).unwrap();
        // More than a pipe holds: the writer waits for the reader instead of losing a part.
        let text = vec![b'x'; 1 << 18];
        std::thread::scope(|scope| {
            let mut writer = open_to_append(&path).unwrap();
            let text = &text;
            scope.spawn(move || writer.write_all(text).unwrap());
            wait_when_full(&reader).unwrap();
            let mut read = Vec::new();
            reader.read_to_end(&mut read).unwrap();
            assert_eq!(read.len(), text.len());
        });
        assert!(open_to_append(Path::new("/dev/null")).unwrap().write_all(b"1").is_ok());
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
