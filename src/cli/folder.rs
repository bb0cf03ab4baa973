//! The folders of the user's data, which all commands share.

use directories::ProjectDirs;
use helgi_record::files::GameFolder;
use std::path::{Path, PathBuf};

/// Returns the folder for programs' data on this system, on Linux `~/.local/share/helgi`; `None`
/// for users without a home.
pub fn data() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "helgi")?;
    Some(folders.data_dir().to_owned())
}

/// The nets that games have learned, in a folder of data.
pub fn nets_in(data: &Path) -> PathBuf {
    data.join("nets")
}

/// The texts of games that are written on the page, in a folder of data.
#[cfg(feature = "board")]
pub fn written_in(data: &Path) -> PathBuf {
    data.join("written")
}

/// The games in a folder of data: those of `helgi play` and of `helgi board`.
pub fn games_in(data: &Path) -> GameFolder {
    GameFolder::new(data.join("games"))
}
