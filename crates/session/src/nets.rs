//! The files of nets: those that people name, and those that games have learned.

use helgi_files::{read_ordinary, with_ending};
use helgi_rules::games::GameId;
use std::io;
use std::path::{Path, PathBuf};

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

/// Returns the file of the net that a game has learned, in a folder of such nets.
#[must_use]
pub fn learned(folder: &Path, game: GameId) -> PathBuf {
    folder.join(format!("{}.net", game.name()))
}

/// Lets each game play with the net of its name that lies in a folder, and returns a line for each that cannot be used.
pub fn use_learned(folder: &Path) -> Vec<String> {
    let game = |path: &Path| GameId::named(path.file_stem()?.to_str()?);
    with_ending(folder, "net").iter().filter_map(|path| use_file(path, game(path)?)).collect()
}

/// Lets a game play with the net of a file, and returns the reason if it cannot.
pub(crate) fn use_file(path: &Path, game: GameId) -> Option<String> {
    let source = path.display().to_string();
    let used = read(path)
        .map_err(|error| error.to_string())
        .and_then(|bytes| helgi_engine::use_net(game, &bytes, &source).map_err(|error| error.to_string()));
    let error = used.err()?;
    Some(format!("{source}: {error}; {} plays without it", game.name()))
}
