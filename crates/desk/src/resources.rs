//! The resources of the engines: threads, memory for their tables, the net, and the use of books.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The usual size of an engine's table. Unit: megabytes.
const TABLE: usize = 32;
/// The sizes that can be chosen. Unit: megabytes.
pub const TABLES: RangeInclusive<usize> = 1..=1024;

/// The name of the nets that come with the program.
pub const BUILT_IN: &str = "built-in";
/// The name of playing without nets.
pub const NO_NET: &str = "none";

/// A net that can be chosen.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct NetOffer {
    /// Its name.
    pub name: String,
    /// The game in which it is used; all for `None`.
    pub game: Option<String>,
}

/// The resources of an engine.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct EngineResources {
    /// The number of threads for analysis, hints and an opponent of the highest level; other levels are measured with
    /// one.
    pub threads: usize,
    /// The size of the table of each engine. Unit: megabytes.
    pub hash: usize,
    /// The name of a [net](NetOffer).
    pub net: String,
    /// True if players play the moves of a book where there is one.
    pub book: bool,
}

impl Default for EngineResources {
    fn default() -> Self {
        EngineResources { threads: 1, hash: TABLE, net: BUILT_IN.to_owned(), book: false }
    }
}

/// The greatest resources of an engine.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct EngineLimits {
    /// The number of threads.
    pub threads: usize,
    /// The size of the table. Unit: megabytes.
    pub hash: usize,
}

/// The resources of the engines, and those that can be chosen.
#[derive(Clone, Serialize, Debug)]
pub struct EngineChoice {
    /// The present ones.
    #[serde(flatten)]
    pub resources: EngineResources,
    /// The greatest ones.
    pub most: EngineLimits,
    /// The nets, those of the program first.
    pub nets: Vec<NetOffer>,
    /// The names of the games for which there is a book.
    pub books: Vec<&'static str>,
}

/// The hints for somebody who asks for a net or a book that is not there, behind what was expected.
#[derive(Clone, Copy, Default, Debug)]
pub struct ResourceHints {
    /// The way to offer a net.
    pub net: &'static str,
    /// The way to add a book.
    pub book: &'static str,
}

/// The reason why resources cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResourceError {
    /// The number of threads.
    #[error("threads: {found}, expected 1 to {most}")]
    Threads {
        /// The number that was asked for.
        found: usize,
        /// The greatest that can be chosen.
        most: usize,
    },
    /// The size of the table, in megabytes.
    #[error("hash: {found}, expected {least} to {most} megabytes")]
    Table {
        /// The size that was asked for.
        found: usize,
        /// The least that can be chosen.
        least: usize,
        /// The greatest that can be chosen.
        most: usize,
    },
    /// The name of the net.
    #[error("net: `{found}`, expected one of: {}{hint}", .offered.join(", "))]
    Net {
        /// The name that was asked for.
        found: String,
        /// The names of the nets that can be chosen.
        offered: Vec<String>,
        /// The way to offer another.
        hint: &'static str,
    },
    /// There is no book to play from.
    #[error("book: true, but there is none{0}")]
    Book(&'static str),
}

impl NetOffer {
    /// The nets of the program, and none.
    pub fn own() -> [NetOffer; 2] {
        [BUILT_IN, NO_NET].map(|name| NetOffer { name: name.to_owned(), game: None })
    }
}

impl EngineChoice {
    /// Looks whether resources can be chosen.
    ///
    /// # Errors
    ///
    /// The first of them that is not one of the choice.
    pub fn check(&self, resources: &EngineResources, hints: &ResourceHints) -> Result<(), ResourceError> {
        let EngineResources { threads, hash, net, book } = resources;
        let EngineLimits { threads: most, hash: largest } = self.most;
        if !(1..=most).contains(threads) {
            return Err(ResourceError::Threads { found: *threads, most });
        }
        if !(*TABLES.start()..=largest).contains(hash) {
            return Err(ResourceError::Table { found: *hash, least: *TABLES.start(), most: largest });
        }
        if !self.nets.iter().any(|offer| offer.name == *net) {
            let offered = self.nets.iter().map(|offer| offer.name.clone()).collect();
            return Err(ResourceError::Net { found: net.clone(), offered, hint: hints.net });
        }
        if *book && self.books.is_empty() {
            return Err(ResourceError::Book(hints.book));
        }
        Ok(())
    }
}
