//! The games: their names, and games from files.

use crate::errors::WebError;
use crate::texts::{Answer, Texts, json};
use helgi_rules::GameId;
use helgi_rules::internals::games::names;

/// The game of a name.
///
/// # Errors
///
/// A `GameNameError` if there is none.
pub fn find(name: &str) -> Result<GameId, WebError> {
    name.parse().map_err(|error| WebError::from(&error))
}

/// Adds the games that come along as files to the built-in ones; their nets are loaded as files, those of other games that they
/// play with, too.
pub fn install() {
    #[cfg(feature = "game-files")]
    helgi_variants::install_library();
    #[cfg(all(feature = "engine", feature = "game-files"))]
    helgi_engine::internals::offer_nets(helgi_variants::net_of, helgi_variants::lender_of);
}

/// The names of all games.
///
/// # Errors
///
/// None.
pub fn games(_: &Texts) -> Answer {
    json(&names())
}

#[cfg(feature = "game-files")]
pub use from_files::{check, load};

#[cfg(feature = "game-files")]
mod from_files {
    use super::{Answer, Texts, WebError, json};
    use crate::errors::WebFinding;
    use helgi_variants::Finding;
    use serde::Serialize;

    #[derive(Serialize)]
    struct Loaded {
        games: Vec<&'static str>,
        warnings: Vec<WebFinding>,
    }

    /// Loads the games of a text; answers with their names, and with what could be a slip.
    ///
    /// # Errors
    ///
    /// A `GameFileError` if at least one of them cannot be played; the others are loaded.
    pub fn load(texts: &Texts) -> Answer {
        let (games, findings) = helgi_variants::load(texts.text(0)).register();
        let is_refused = findings.iter().any(Finding::is_fatal);
        let findings = findings.iter().map(WebFinding::from).collect();
        if is_refused {
            return Err(WebError::game_file(findings, games));
        }
        json(&Loaded { games, warnings: findings })
    }

    /// Reads the games of a text without loading them; answers with everything there is to say about it.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check(texts: &Texts) -> Answer {
        let findings = helgi_variants::load(texts.text(0)).findings;
        json(&findings.iter().map(WebFinding::from).collect::<Vec<_>>())
    }
}

#[cfg(not(feature = "game-files"))]
pub use without_files::{refuse as check, refuse as load};

#[cfg(not(feature = "game-files"))]
mod without_files {
    use super::{Answer, Texts, WebError};

    /// Refuses games from files, which this module was built without.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn refuse(_: &Texts) -> Answer {
        Err(WebError::argument("module", "built-in games", "one with games from files"))
    }
}
