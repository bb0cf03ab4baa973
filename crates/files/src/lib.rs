#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! | module | purpose |
//! |---|---|
//! | `door` | the functions that open a file by its name |
//! | `whole` | files that are there in whole or not at all |
//! | `lock`, `renewed`, `machine` | the right to write a file, across machines |
//! | `leftovers` | temporary files, and those of programs that were killed |
//!
//! No other crate of helgi opens a file that is there by itself: `tests/it/layers.rs` holds them to it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod door;
mod home;
mod leftovers;
mod lock;
mod machine;
mod renewed;
mod whole;

pub use door::{open_for_update, open_input, open_ordinary, open_to_append, read_input, read_ordinary};
pub use home::at_home;
pub use leftovers::{ordinary_files, remove_leftovers};
pub use lock::{FileLock, LockError, Owner, locked_by, with_extension};
pub use renewed::RenewedLock;
pub use whole::NewFile;

use std::io;
use std::path::{Path, PathBuf};

/// Returns an error whose text begins with the path that it is about.
#[must_use]
pub fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns the entries of a folder whose names have this extension, in the order of their names; none if it cannot be
/// read. They need not be ordinary files.
#[must_use]
pub fn with_ending(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    found.sort();
    found
}
