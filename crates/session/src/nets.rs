//! The files of nets that people name.

use helgi_files::read_ordinary;
use std::io;
use std::path::Path;

/// The largest net. Unit: bytes.
const LARGEST: u64 = 64 << 20;

/// Reads the bytes of a net; the error does not name the path.
///
/// # Errors
///
/// If it is not an ordinary file, is larger than any net, or cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_ordinary(path, LARGEST)
}
