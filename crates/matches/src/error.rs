//! Errors of a match.

use helgi_record::files::LockError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum Error {
    /// The settings make no sense: the field, the value, and what was expected.
    #[error("{0}")]
    Settings(String),
    /// An engine does not start, or cannot play the game.
    #[error("{0}")]
    Engine(String),
    /// An engine has crashed or hung, which was to end the match.
    #[error("{0}: the match ends; with -recover it would continue")]
    Crash(String),
    /// Another program plays the match of this file.
    #[error("{}: {} is already playing this match; wait for it or stop it", path.display(), owner(*process))]
    InUse {
        /// The file.
        path: PathBuf,
        /// The number of the program's process; `None` where it cannot be known.
        process: Option<u32>,
    },
    /// A file cannot be written; the error names it.
    #[error("{0}")]
    Write(io::Error),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl Error {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Error::File { path: path.to_owned(), error }
    }
}

impl From<LockError> for Error {
    fn from(error: LockError) -> Self {
        match error {
            LockError::InUse { path, owner } => Error::InUse { path, process: owner.process },
            LockError::File { path, error } => Error::File { path, error },
        }
    }
}

fn owner(process: Option<u32>) -> String {
    process.map_or("another process".to_owned(), |number| format!("process {number}"))
}
