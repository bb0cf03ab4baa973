//! The port at which a server listens, and the file that has that of the last time.

use crate::key::{OwnFile, read_own};
use helgi_files::NewFile;
use std::io::{self, Write};
use std::net::{IpAddr, TcpListener};
use std::path::{Path, PathBuf};

/// The most of a file's text that is quoted. Unit: characters.
const QUOTED: usize = 20;

/// Listens at the port that is wanted. If none is, at that of the last time, which `place` has and where pages may be
/// waiting, or else at any that is free. `option` is the user's word for the address. A file that has no port is made
/// anew, which `notices` says.
///
/// # Errors
///
/// If the port that is wanted is taken, or the file is not an ordinary one, or cannot be written.
pub(crate) fn bind(
    ip: IpAddr,
    wanted: Option<u16>,
    place: Option<PathBuf>,
    option: Option<String>,
    notices: &mut Vec<String>,
) -> io::Result<TcpListener> {
    let bind = |port| {
        let listener = TcpListener::bind((ip, port))?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    let named = |error: io::Error| match &option {
        Some(option) => io::Error::new(
            error.kind(),
            format!("{option}: {error}; expected one of this machine that is free"),
        ),
        None => error,
    };
    if let Some(port) = wanted {
        return bind(port).map_err(named);
    }
    let last = place.as_deref().map(|place| last_port(place, notices)).transpose()?.flatten();
    // The port of the last time may be taken, by a second copy of this program for one: any free one will do.
    let listener = match last.map(&bind) {
        Some(Ok(listener)) => listener,
        _ => bind(0).map_err(named)?,
    };
    if let Some(place) = place {
        let mut file = NewFile::create(&place)?;
        writeln!(file, "{}", listener.local_addr()?.port())?;
        file.finish()?;
    }
    Ok(listener)
}

/// The port that a file has; `None` if there is no file, or no port in it.
fn last_port(place: &Path, notices: &mut Vec<String>) -> io::Result<Option<u16>> {
    let found = match read_own(place)? {
        OwnFile::Missing => return Ok(None),
        OwnFile::Larger(bytes) => format!("{bytes} bytes"),
        OwnFile::Text(text) => match text.trim().parse() {
            Ok(port) if port != 0 => return Ok(Some(port)),
            _ => {
                let quoted: String = text.trim().chars().take(QUOTED).collect();
                format!("`{}`", quoted.escape_debug())
            }
        },
    };
    notices.push(format!(
        "{}: {found}, expected a port from 1 to 65535: the file is made anew, with another port",
        place.display()
    ));
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::net::Ipv4Addr;

    fn port(place: &Path) -> (io::Result<u16>, Vec<String>) {
        let mut notices = Vec::new();
        let listener = bind(Ipv4Addr::LOCALHOST.into(), None, Some(place.to_owned()), None, &mut notices);
        (listener.map(|listener| listener.local_addr().unwrap().port()), notices)
    }

    #[test]
    fn a_file_without_a_port_is_made_anew_with_a_notice() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("port");
        let (first, notices) = port(&place);
        assert!(notices.is_empty(), "{notices:?}");
        let (second, notices) = port(&place);
        assert!(notices.is_empty() && first.unwrap() == second.unwrap(), "{notices:?}");
        let junk: [(&[u8], &str); 8] = [
            (&[b'9'; 5_000_000], "5000000 bytes, expected a port"),
            (b"", "``, expected a port"),
            (b"0", "`0`, expected a port"),
            (b"65536", "`65536`, expected a port"),
            (b"-1", "`-1`, expected a port"),
            (b"8000 8001", "`8000 8001`, expected a port"),
            (
                b"\xff\x1b]0;owned\x07 and so on and on",
                "`\u{fffd}\\u{1b}]0;owned\\u{7} and so o`, expected a port",
            ),
            (&[0; 4096], "`\\0\\0"),
        ];
        for (bytes, says) in junk {
            fs::write(&place, bytes).unwrap();
            let (port, notices) = port(&place);
            let [notice] = &notices[..] else { panic!("{notices:?}") };
            assert!(notice.starts_with(&format!("{}: {says}", place.display())), "{notice}");
            assert!(!notice.contains(char::is_control) && notice.len() < 300, "{notice}");
            assert_eq!(fs::read_to_string(&place).unwrap(), format!("{}\n", port.unwrap()));
        }
    }

    #[test]
    fn a_folder_in_place_of_the_file_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("port");
        fs::create_dir(&place).unwrap();
        let error = port(&place).0.unwrap_err().to_string();
        assert!(error.contains("port: a folder, expected an ordinary file; remove it"), "{error}");
    }
}
