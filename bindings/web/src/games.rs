//! The games: their names, their facts, and games from files.

use crate::errors::WebError;
use crate::texts::{Answer, Texts, json};
use helgi_rules::actions::ActionTable;
use helgi_rules::board::Kind;
use helgi_rules::{Game, GameId, Info, PieceInfo, Promotion};
use helgi_words::{Catalogue, pieces};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameFacts {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    family: &'static str,
    aliases: Vec<&'static str>,
    files: u8,
    ranks: u8,
    squares: Vec<String>,
    start: String,
    pieces: Vec<PieceFacts>,
    has_reserve: bool,
    captures_to_hand: bool,
    has_check: bool,
    move_limit: Option<u16>,
    has_draws: bool,
    actions: usize,
    choices: usize,
    is_from_file: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PieceFacts {
    text: String,
    name: &'static str,
    movement: String,
    words: Vec<String>,
    is_promoted: bool,
    promotes_to: Vec<String>,
}

/// The game of a name.
///
/// # Errors
///
/// A `GameNameError` if there is none.
pub fn find(name: &str) -> Result<GameId, WebError> {
    GameId::find(name).map_err(|error| WebError::from(&error))
}

/// Adds the games that come along as files to the built-in ones.
pub fn install() {
    #[cfg(feature = "game-files")]
    helgi_variants::install_library();
}

/// The names of all games.
///
/// # Errors
///
/// None.
pub fn games(_: &Texts) -> Answer {
    json(&GameId::names())
}

/// The facts about a game.
///
/// # Errors
///
/// A `GameNameError` if there is none of this name.
pub fn info(texts: &Texts) -> Answer {
    let game = find(texts.text(0))?;
    let (info, outline, actions) = (game.info(), game.outline(), ActionTable::of(game));
    json(&GameFacts {
        name: info.name,
        title: info.title,
        summary: info.summary,
        family: info.family,
        aliases: info.aliases.to_vec(),
        files: info.files,
        ranks: info.ranks,
        squares: outline.squares().map(|square| outline.name(square)).collect(),
        start: info.start.to_owned(),
        pieces: info.pieces.iter().map(|piece| piece_facts(piece, info)).collect(),
        has_reserve: info.pocket > 0,
        captures_to_hand: info.captures_to_hand(),
        has_check: info.has_check(),
        move_limit: info.move_limit,
        has_draws: info.draws,
        actions: actions.len(),
        choices: actions.choices(),
        is_from_file: game.source().is_some(),
    })
}

fn piece_facts(piece: &PieceInfo, info: &Info) -> PieceFacts {
    let english = Catalogue::english();
    let text = |kind: &Kind| info.pieces.get(kind.index()).map(PieceInfo::text);
    PieceFacts {
        text: piece.text(),
        name: piece.name,
        movement: piece.movement.to_owned(),
        words: pieces::rules(piece, info).iter().map(|line| english.write(line)).collect(),
        is_promoted: piece.is_promoted(),
        promotes_to: match piece.promotion {
            Promotion::To { kinds, .. } => kinds.iter().filter_map(text).collect(),
            Promotion::None | Promotion::Leaves => Vec::new(),
        },
    }
}

#[cfg(feature = "game-files")]
pub use from_files::{check, load};

#[cfg(feature = "game-files")]
mod from_files {
    use super::{Answer, Serialize, Texts, WebError, json};
    use crate::errors::WebFinding;
    use helgi_variants::Finding;

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
