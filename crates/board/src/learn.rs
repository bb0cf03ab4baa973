//! Material to learn a game: its rules page, and its pieces with a position that shows each.
//!
//! | address | |
//! |---|---|
//! | `GET /api/variants/NAME/rules/LANGUAGE` | `blocks`, the rules as [`Block`]s, and `variant`, their text
//! on this variant; in English if there is no page in the language |
//! | `GET /api/variants/NAME/pieces` | the pieces, each as a [`Lesson`] |
//! | `GET /api/variants/NAME/game` | the moves of a [game](crate::showcase) to look at |
//!
//! Either is found once and kept.

use crate::demonstration::{self, ShownPiece};
use crate::fixed::{CacheRule, FixedText, MadeOnce};
use crate::response::{apart, error};
use crate::rulebook::{Block, about_variant, read};
use crate::showcase;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use helgi_rules::games::GameId;
use helgi_words::{TextMessage, names, pieces as rules_of};
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A lesson about one kind of piece.
#[derive(Clone, Serialize, Debug)]
pub struct Lesson {
    /// Its letter, in upper case.
    pub text: String,
    /// Its name for people.
    pub name: TextMessage,
    /// Its moves, a line for each kind of move.
    pub words: Vec<TextMessage>,
    /// A position that shows it; `None` for what never stands on the board.
    pub shown: Option<ShownPiece>,
}

/// The pages found so far, by the games and the language.
type FoundPages = Arc<MadeOnce<(GameId, &'static str)>>;

/// The most pages that are kept.
const KEPT: usize = 400;

/// The rules pages of the games, in Markdown.
#[derive(Clone, Default, Debug)]
pub struct Pages {
    /// Those that are written down, by game and language (`en`, `ru`).
    pub written: BTreeMap<(GameId, &'static str), &'static str>,
    /// A function that returns the page of a game without one of these, in a language or else in English; `None` where
    /// there is none.
    pub of_others: Option<fn(GameId, &str) -> Option<String>>,
}

impl Pages {
    /// The page of a game in a language, or else in English.
    fn of(&self, game: GameId, language: &'static str) -> Option<Cow<'static, str>> {
        let written =
            [language, ENGLISH].into_iter().find_map(|language| self.written.get(&(game, language)));
        let other = || self.of_others.and_then(|find| find(game, language)).map(Cow::Owned);
        written.map(|page| Cow::Borrowed(*page)).or_else(other)
    }
}

/// The language of the pages that every game with rules has.
const ENGLISH: &str = "en";

/// The addresses.
pub fn router<S: Clone + Send + Sync + 'static>(pages: Pages) -> Router<S> {
    let pages = Arc::new(pages);
    let [rules_found, pieces_found, games_found]: [FoundPages; 3] =
        [(); 3].map(|()| Arc::new(MadeOnce::new(KEPT)));
    let rules = move |Path((name, language)): Path<(String, String)>, headers: HeaderMap| {
        let known = pages.written.keys().find(|(_, known)| *known == language);
        let language = known.map_or(ENGLISH, |(_, known)| known);
        let pages = pages.clone();
        let find = move |game| rules(&pages.of(game, language)?, game);
        answer(name, language, headers, rules_found.clone(), find)
    };
    let pieces = move |Path(name): Path<String>, headers: HeaderMap| {
        answer(name, ENGLISH, headers, pieces_found.clone(), |game| Some(pieces(game)))
    };
    let game = move |Path(name): Path<String>, headers: HeaderMap| {
        answer(name, ENGLISH, headers, games_found.clone(), |game| Some(json!(showcase::game(game))))
    };
    Router::new()
        .route("/api/variants/{name}/game", get(game))
        .route("/api/variants/{name}/rules/{language}", get(rules))
        .route("/api/variants/{name}/pieces", get(pieces))
}

async fn answer(
    name: String,
    language: &'static str,
    asked: HeaderMap,
    pages: FoundPages,
    find: impl FnOnce(GameId) -> Option<serde_json::Value> + Send + 'static,
) -> Response {
    let none = || error(StatusCode::NOT_FOUND, &format!("variant: `{name}`, expected a game with rules"));
    let Some(game) = GameId::named(&name) else { return none() };
    // The thread that serves has other things to do.
    let found =
        apart(move || pages.of(&(game, language), || find(game).map(|value| FixedText::json(&value))));
    found.await.flatten().map_or_else(none, |text| text.answer(&asked, CacheRule::Checked))
}

fn rules(page: &str, game: GameId) -> Option<serde_json::Value> {
    let blocks: Vec<Block> = read(page, game);
    Some(json!({ "variant": about_variant(&blocks, game), "blocks": blocks }))
}

fn pieces(game: GameId) -> serde_json::Value {
    let info = game.info();
    let pieces = info.pieces.iter();
    let lesson = |(piece, shown): (&helgi_rules::PieceInfo, _)| Lesson {
        text: piece.text(),
        name: names::piece(info, piece),
        words: rules_of::rules(piece, info),
        shown,
    };
    json!(pieces.zip(demonstration::all(game)).map(lesson).collect::<Vec<_>>())
}
