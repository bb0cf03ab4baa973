//! The secrets that let a browser in, and the files in which they are kept.
//!
//! One stands in the address that is opened; the page keeps it and sends it with every request. The other is
//! a cookie, which browsers also send to all other servers of this machine: it lets nobody in alone, nor does
//! it lead to the first.
//!
//! No command line shows the address, since other users of the machine can read those: a browser is started
//! with a file of the user's own that leads on to it.

use helgi_record::files::{FileLock, NewFile, read_ordinary};
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

    /// The keys of a folder, which pages have that are still open; new ones if it has none, or others could
    /// read them.
    ///
    /// # Errors
    ///
    /// If they cannot be read or written.
    pub fn kept(folder: &Path) -> io::Result<Keys> {
        let place = folder.join("key");
        // Two servers that begin at once have the same ones.
        let _lock = FileLock::take(&place, PATIENCE).map(FileLock::tidy);
        let text = read_own(&place)?.filter(|_| is_private(&place));
        let kept = text.and_then(|text| {
            let (page, cookie) = text.trim_end().split_once('\n')?;
            let are_keys = [page, cookie]
                .iter()
                .all(|key| key.len() == 32 && key.chars().all(|c| c.is_ascii_hexdigit()));
            are_keys.then(|| Keys { page: page.to_owned(), cookie: cookie.to_owned() })
        });
        if let Some(keys) = kept {
            return Ok(keys);
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

/// Reads a small file of the server; `None` if there is none.
///
/// # Errors
///
/// If it is not an ordinary file, or cannot be read.
pub(crate) fn read_own(path: &Path) -> io::Result<Option<String>> {
    match read_ordinary(path, LARGEST) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
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
        let first = Keys::kept(folder.path()).unwrap();
        assert_eq!((mode(&place), Keys::kept(folder.path()).unwrap()), (0o600, first.clone()));
        fs::set_permissions(&place, Permissions::from_mode(0o644)).unwrap();
        let second = Keys::kept(folder.path()).unwrap();
        assert!(mode(&place) == 0o600 && second.page != first.page && second.cookie != first.cookie);
        // A file that was cut to nothing, or one of an earlier release.
        for text in ["", "0123456789abcdef0123456789abcdef"] {
            fs::write(&place, text).unwrap();
            fs::set_permissions(&place, Permissions::from_mode(0o644)).unwrap();
            let keys = Keys::kept(folder.path()).unwrap();
            assert_eq!((mode(&place), Keys::kept(folder.path()).unwrap()), (0o600, keys));
        }
        fs::remove_file(&place).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&place).status().unwrap().success());
        let error = Keys::kept(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("key: a pipe, expected an ordinary file"), "{error}");
    }
}
