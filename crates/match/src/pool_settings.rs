//! The place of a pool's parts, and how often they look at each other.

use super::setting_error::SettingError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;
use std::{env, io};

/// The longest time between two looks at the other parts.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The saved matches of all parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PoolSettings {
    /// The pattern of their paths, such as `/scratch/part-*.json`.
    pub pattern: PathBuf,
    /// The time between two looks at them.
    pub pause: Duration,
}

impl PoolSettings {
    /// The pool of a pattern, looked at every ten seconds.
    pub fn new(pattern: impl Into<PathBuf>) -> PoolSettings {
        PoolSettings { pattern: pattern.into(), pause: LONGEST_PAUSE }
    }

    /// Checks the values.
    ///
    /// # Errors
    ///
    /// If the pattern is none, or the pause too long.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        if self.pause > LONGEST_PAUSE {
            let found = format!("{} s between two looks", self.pause.as_secs_f64());
            return Err(SettingError::said("pool", found, format!("at most {} s", LONGEST_PAUSE.as_secs())));
        }
        self.compiled().map(drop)
    }

    /// The pattern of absolute paths. The present folder is none of a pattern, whatever its name.
    ///
    /// # Errors
    ///
    /// When there is no present folder.
    pub(super) fn absolute(&self) -> io::Result<PathBuf> {
        if self.pattern.is_absolute() {
            return Ok(self.pattern.clone());
        }
        let folder = glob::Pattern::escape(&env::current_dir()?.to_string_lossy());
        absolute(Path::new(&folder).join(&self.pattern))
    }

    pub(super) fn compiled(&self) -> Result<(String, glob::Pattern), SettingError> {
        let text = self.pattern.display();
        let said = |error: String| SettingError::said("pool", format!("`{text}`, {error}"), "");
        let whole = self.absolute().map_err(|error| said(error.to_string()))?;
        let unicode = whole.to_str().ok_or_else(|| SettingError::value("pool", &text, "Unicode"))?;
        let pattern = glob::Pattern::new(unicode);
        pattern.map(|pattern| (unicode.to_owned(), pattern)).map_err(|error| said(error.to_string()))
    }

    /// Checks that a saved match is one of the pool.
    ///
    /// # Errors
    ///
    /// If other parts would not find it.
    pub(super) fn check_own(&self, saved: &Path) -> Result<(), SettingError> {
        let (_, pattern) = self.compiled()?;
        // A star stays within one folder, as it does where the other parts are looked for.
        let options = glob::MatchOptions { require_literal_separator: true, ..glob::MatchOptions::new() };
        let is_found = absolute(saved).is_ok_and(|saved| pattern.matches_path_with(&saved, options));
        is_found.then_some(()).ok_or_else(|| {
            let found = format!("`{}` does not find `{}`", self.pattern.display(), saved.display());
            SettingError::said("pool", found, "a pattern of the saved matches of all parts")
        })
    }
}
