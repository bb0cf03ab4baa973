//! Errors of a match.

use super::setting_error::SettingError;
use helgi_files::LockError;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum Error {
    /// The settings make no sense: the field, the value, and what was expected.
    #[error("{0}")]
    Settings(#[from] SettingError),
    /// An engine does not start, or cannot play the game.
    #[error("{0}")]
    Engine(String),
    /// An engine has crashed or hung, which was to end the match.
    #[error("{0}: the match ends; with -recover it would continue")]
    Crash(String),
    /// Another program plays the match of this file.
    #[error("{}: {} is already playing this match; wait for it or stop it", path.display(), owner(*process, host.as_deref()))]
    InUse {
        /// The file.
        path: PathBuf,
        /// The number of the program's process; `None` where it cannot be known.
        process: Option<u32>,
        /// The machine that it runs on, if that is another one.
        host: Option<String>,
    },
    /// A saved match cannot be locked, or another machine has taken it over.
    #[error("{0}")]
    Lock(LockError),
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

    /// A file whose text is not as it should be.
    pub(super) fn invalid(path: &Path, problem: impl Display) -> Self {
        Error::file(path, io::Error::new(io::ErrorKind::InvalidData, problem.to_string()))
    }
}

impl From<LockError> for Error {
    fn from(error: LockError) -> Self {
        match error {
            LockError::InUse { path, owner } => {
                Error::InUse { path, process: owner.process, host: owner.host }
            }
            LockError::File { path, error } => Error::File { path, error },
            LockError::Lost { .. } | LockError::Unsupported { .. } => Error::Lock(error),
        }
    }
}

fn owner(process: Option<u32>, host: Option<&str>) -> String {
    let process = process.map_or("another process".to_owned(), |number| format!("process {number}"));
    host.map_or(process.clone(), |host| format!("{process} on {host}"))
}
