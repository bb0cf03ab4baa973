//! Paths that begin at the person's folder.

use std::env;
use std::path::{Path, PathBuf};

/// The path with the person's folder in place of `~` at its beginning, which a shell leaves where it stands behind another
/// character, as in `file=~/a.pgn`. A path that is there as it is written stays, and so does every other.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(helgi_files::at_home("a/~/b"), Path::new("a/~/b"));
/// ```
#[must_use]
pub fn at_home(path: &str) -> PathBuf {
    let rest = path.strip_prefix("~/").filter(|_| !Path::new(path).exists());
    rest.and_then(|rest| Some(env::home_dir()?.join(rest))).unwrap_or_else(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sign_at_the_beginning_stands_for_a_folder() {
        let home = env::home_dir().expect("the tests' person has a folder");
        assert_eq!(at_home("~/a b.pgn"), home.join("a b.pgn"));
        for path in ["~", "~other/a", "./~/a", "a~/b", ""] {
            assert_eq!(at_home(path), Path::new(path));
        }
    }
}
