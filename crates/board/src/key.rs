//! The secrets that let a browser in, and the files in which they are kept.
//!
//! One stands in the address that is opened; the page keeps it and sends it with every request. The other is
//! a cookie, which browsers also send to all other servers of this machine: it lets nobody in alone, nor does
//! it lead to the first.
//!
//! No command line shows the address, since other users of the machine can read those: a browser is started
//! with a file of the user's own that leads on to it.

use helgi_files::{FileLock, NewFile, read_ordinary};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest file that is read here. Unit: bytes.
const LARGEST: u64 = 4096;

/// The longest wait for another server that is making its keys.
const PATIENCE: Duration = Duration::from_secs(5);

/// The two secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    /// The key of the address and the page.
    pub page: String,
    /// The key in the cookie.
    pub cookie: String,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Makes unguessable keys.
    ///
    /// # Errors
    ///
    /// If the system gives no random numbers.
    pub fn new() -> io::Result<Keys> {
        Ok(Keys { page: random()?, cookie: random()? })
    }

    /// The keys of a file's text.
    fn read(text: &str) -> Option<Keys> {
        let (page, cookie) = text.trim_end().split_once('\n')?;
        let is_key = |key: &str| key.len() == 32 && key.chars().all(|c| c.is_ascii_hexdigit());
        let are_keys = is_key(page) && is_key(cookie);
        are_keys.then(|| Keys { page: page.to_owned(), cookie: cookie.to_owned() })
    }

    /// The keys of a folder, which pages have that are still open; new ones if it has none, or others could
    /// read them. `notices` says if a file is made anew.
    ///
    /// # Errors
    ///
    /// If they cannot be read or written.
    pub fn kept(folder: &Path, notices: &mut Vec<String>) -> io::Result<Keys> {
        let place = folder.join("key");
        // Two servers that begin at once have the same ones.
        let _lock = FileLock::take(&place, PATIENCE).map(FileLock::tidy);
        let why = match read_own(&place)? {
            OwnFile::Missing => None,
            OwnFile::Larger(bytes) => Some(format!("{bytes} bytes, expected two keys")),
            OwnFile::Text(_) if !is_private(&place) => Some("others could read the keys in it".to_owned()),
            OwnFile::Text(text) => match Keys::read(&text) {
                Some(keys) => return Ok(keys),
                None => Some("expected two keys of 32 hexadecimal digits".to_owned()),
            },
        };
        if let Some(why) = why {
            let end = "the file is made anew, and pages that are open need the new address";
            notices.push(format!("{}: {why}: {end}", place.display()));
        }
        let keys = Keys::new()?;
        write_private(&place, &format!("{}\n{}\n", keys.page, keys.cookie))?;
        Ok(keys)
    }
}

/// The address of the page, which holds the key of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    url: String,
    file: Option<PathBuf>,
}

impl Address {
    /// An address, with a file in a folder that leads to it, if there is a folder.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn new(url: String, folder: Option<&Path>, port: u16) -> io::Result<Address> {
        let file = folder.map(|folder| folder.join(format!("open-{port}.html")));
        if let Some(file) = &file {
            let link = url.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            let text = format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>helgi</title>\n\
                <meta http-equiv=\"refresh\" content=\"0; url={link}\">\n\
                <p><a href=\"{link}\">Go on to the board</a>\n</html>\n"
            );
            // A pipe or a folder in this place is refused, not replaced.
            read_own(file)?;
            write_private(file, &text)?;
        }
        Ok(Address { url, file })
    }

    /// A file that only its owner can read and that leads a browser to the address; `None` if nothing is kept
    /// on disk.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

/// A small file of the server as it is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OwnFile {
    Missing,
    Text(String),
    /// An ordinary file that is larger than any that the server writes, with its size. Unit: bytes.
    Larger(u64),
}

/// Reads a small file of the server.
///
/// # Errors
///
/// If it is not an ordinary file, or cannot be read.
pub(crate) fn read_own(path: &Path) -> io::Result<OwnFile> {
    let size = path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
    if let Some(bytes) = size.filter(|&bytes| bytes > LARGEST) {
        return Ok(OwnFile::Larger(bytes));
    }
    match read_ordinary(path, LARGEST) {
        Ok(bytes) => Ok(OwnFile::Text(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(OwnFile::Missing),
        Err(error) => {
            let why = format!("{}: {error}; remove it, or name another folder by --data DIR", path.display());
            Err(io::Error::new(error.kind(), why))
        }
    }
}

pub(crate) fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NewFile::create_private(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

#[cfg(unix)]
pub(crate) fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    // No right for the group, none for others.
    path.metadata().is_ok_and(|data| data.permissions().mode() & 0o077 == 0)
}

/// Elsewhere the user's folders are the user's alone.
#[cfg(not(unix))]
pub(crate) fn is_private(_: &Path) -> bool {
    true
}

pub(crate) fn random() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn keys_that_others_could_read_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("key");
        let kept = || {
            let mut notices = Vec::new();
            (Keys::kept(folder.path(), &mut notices).unwrap(), notices)
        };
        let first = kept();
        assert_eq!((mode(&place), kept()), (0o600, first.clone()));
        assert!(first.1.is_empty(), "{first:?}");
        let set_mode = |mode| fs::set_permissions(&place, Permissions::from_mode(mode)).unwrap();
        set_mode(0o644);
        let second = kept();
        assert!(mode(&place) == 0o600 && second.0.page != first.0.page && second.0.cookie != first.0.cookie);
        assert!(second.1.len() == 1 && second.1[0].contains("key: others could read"), "{:?}", second.1);
        // A file that was cut to nothing, one of an earlier release, and junk.
        let junk = "0".repeat(5_000_000);
        for text in ["", "0123456789abcdef0123456789abcdef", &junk] {
            fs::write(&place, text).unwrap();
            let (keys, notices) = kept();
            assert!(notices.len() == 1 && notices[0].contains("made anew"), "{notices:?}");
            assert_eq!((mode(&place), kept()), (0o600, (keys, Vec::new())));
        }
        fs::remove_file(&place).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&place).status().unwrap().success());
        let error = Keys::kept(folder.path(), &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("key: a pipe, expected an ordinary file; remove it"), "{error}");
    }
}
