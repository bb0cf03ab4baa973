//! The checks that are done: those of the suite that are chosen and that fit an engine.

use helgi_files::read_ordinary;
use helgi_notation::decode_text;
use helgi_protocol::suite::{self, SuiteCheck, SuiteError, SuiteLevel, SuiteProtocol};
use helgi_protocol::transcript::Pattern;
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The largest file of checks. Unit: bytes.
const LARGEST: u64 = 16 << 20;

/// The checks to do.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Patterns of names, one of which must fit; all names do if there are none.
    pub only: Vec<String>,
    /// Patterns of names that are left out.
    pub skip: Vec<String>,
    /// The least weight.
    pub level: SuiteLevel,
}

impl Choice {
    /// Returns true if a check is to be done.
    pub fn takes(&self, check: &SuiteCheck) -> bool {
        let fits = |text: &String| {
            // The name of a file stands for all its checks.
            let is_file = check.name.split('/').next() == Some(text.as_str());
            is_file || Pattern::new(text.clone()).matches(&check.name)
        };
        check.level <= self.level
            && (self.only.is_empty() || self.only.iter().any(fits))
            && !self.skip.iter().any(fits)
    }
}

/// A folder of checks that cannot be read.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file or the folder itself.
    #[error("{0}")]
    File(io::Error),
    /// A text that is not a suite.
    #[error("{0}")]
    Text(#[from] SuiteError),
    /// There are no checks.
    #[error(
        "{0}: no file with checks, expected uci-NAME.txt, xboard-NAME.txt, usi-NAME.txt or ucci-NAME.txt"
    )]
    Empty(String),
}

/// The checks that come along.
///
/// # Errors
///
/// If one cannot be read, which a test excludes.
pub fn built_in() -> Result<Vec<SuiteCheck>, SuiteError> {
    let mut checks = Vec::new();
    for (name, text) in suite::FILES {
        checks.extend(suite::parse(name, text)?);
    }
    Ok(checks)
}

/// The checks of a folder: those of all its files with names such as `uci-own.txt`, in their order.
///
/// # Errors
///
/// If a file cannot be read, or there is none.
pub fn read_folder(folder: &Path) -> Result<Vec<SuiteCheck>, FolderError> {
    let about = |path: &Path, error: io::Error| {
        FolderError::File(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    };
    let entries = fs::read_dir(folder).map_err(|error| about(folder, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| about(folder, error))?.path());
    }
    paths.sort();
    let mut checks = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_text = path.extension().is_some_and(|end| end == "txt");
        if is_text && SuiteProtocol::of_file(&name).is_some() {
            let bytes = read_ordinary(&path, LARGEST).map_err(|error| about(&path, error))?;
            let (text, _) = decode_text(&bytes).map_err(|error| about(&path, error.into()))?;
            checks.extend(suite::parse(&name, &text)?);
        }
    }
    if checks.is_empty() { Err(FolderError::Empty(folder.display().to_string())) } else { Ok(checks) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_take_files_patterns_and_levels() {
        let text = "[a]\nmust: A.\nspec: X\n> a\n[b]\nnote: B.\nspec: X\n> b\n";
        let checks = suite::parse("uci-own", text).unwrap();
        let names = |only: &[&str], skip: &[&str], level| {
            let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
            let choice = Choice { only: words(only), skip: words(skip), level };
            let taken = checks.iter().filter(|check| choice.takes(check));
            taken.map(|check| check.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&[], &[], SuiteLevel::Note), ["uci-own/a", "uci-own/b"]);
        assert_eq!(names(&[], &[], SuiteLevel::Should), ["uci-own/a"]);
        assert_eq!(names(&["uci-own"], &["*/a"], SuiteLevel::Note), ["uci-own/b"]);
        assert_eq!(names(&["b"], &[], SuiteLevel::Note), [""; 0]);
    }
}
