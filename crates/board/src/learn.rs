//! Material to learn a game: its rules page, and its pieces with a position that shows each.
//!
//! | address | |
//! |---|---|
//! | `GET /api/variants/NAME/rules/LANGUAGE` | `blocks`, the rules as [`Block`](helgi_desk::rulebook::Block)s, and `variant`, their text
//! on this variant; in English if there is no page in the language |
//! | `GET /api/variants/NAME/pieces` | the pieces, each as a [`Lesson`](learn::Lesson) |
//! | `GET /api/variants/NAME/game` | the moves of a [game](showcase) to look at |
//!
//! Either is found once and kept.

use crate::fixed::{CacheRule, FixedText, MadeOnce};
use crate::response::{apart, error};
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
pub use helgi_desk::learn::Pages;
use helgi_desk::learn::{self, ENGLISH};
use helgi_desk::showcase;
use helgi_rules::games::GameId;
use serde_json::json;
use std::sync::Arc;

/// The pages found so far, by the games and the language.
type FoundPages = Arc<MadeOnce<(GameId, &'static str)>>;

/// The most pages that are kept.
const KEPT: usize = 400;

/// The addresses.
pub fn router<S: Clone + Send + Sync + 'static>(pages: Pages) -> Router<S> {
    let pages = Arc::new(pages);
    let [rules_found, pieces_found, games_found]: [FoundPages; 3] =
        [(); 3].map(|()| Arc::new(MadeOnce::new(KEPT)));
    let rules = move |Path((name, language)): Path<(String, String)>, headers: HeaderMap| {
        let known = pages.written.keys().find(|(_, known)| *known == language);
        let language = known.map_or(ENGLISH, |(_, known)| known);
        let pages = pages.clone();
        let find = move |game| Some(learn::rules(&pages.of(game, language)?, game));
        answer(name, language, headers, rules_found.clone(), find)
    };
    let pieces = move |Path(name): Path<String>, headers: HeaderMap| {
        answer(name, ENGLISH, headers, pieces_found.clone(), |game| Some(learn::pieces(game)))
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
    let none = || error(StatusCode::NOT_FOUND, &learn::unknown(&name));
    let Some(game) = GameId::named(&name) else { return none() };
    // The thread that serves has other things to do.
    let found =
        apart(move || pages.of(&(game, language), || find(game).map(|value| FixedText::json(&value))));
    found.await.flatten().map_or_else(none, |text| text.answer(&asked, CacheRule::Checked))
}
