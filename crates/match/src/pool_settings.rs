//! The place of a pool's parts, and how often they look at each other.

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
    pub(super) fn check(&self) -> Result<(), String> {
        if self.pause > LONGEST_PAUSE {
            let (pause, longest) = (self.pause.as_secs_f64(), LONGEST_PAUSE.as_secs());
            return Err(format!("pool: {pause} s between two looks, expected at most {longest} s"));
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

    pub(super) fn compiled(&self) -> Result<(String, glob::Pattern), String> {
        let text = self.pattern.display();
        let whole = self.absolute().map_err(|error| format!("pool: `{text}`, {error}"))?;
        let unicode = whole.to_str().ok_or_else(|| format!("pool: `{text}`, expected Unicode"))?;
        let pattern = glob::Pattern::new(unicode);
        pattern
            .map(|pattern| (unicode.to_owned(), pattern))
            .map_err(|error| format!("pool: `{text}`, {error}"))
    }

    /// Checks that a saved match is one of the pool.
    ///
    /// # Errors
    ///
    /// If other parts would not find it.
    pub(super) fn check_own(&self, saved: &Path) -> Result<(), String> {
        let (_, pattern) = self.compiled()?;
        let options = glob::MatchOptions { require_literal_separator: true, ..glob::MatchOptions::new() };
        let is_found = absolute(saved).is_ok_and(|saved| pattern.matches_path_with(&saved, options));
        is_found.then_some(()).ok_or_else(|| {
            format!(
                "pool: `{}` does not find `{}`, expected a pattern of the saved matches of all parts",
                self.pattern.display(),
                saved.display()
            )
        })
    }
}
