//! The facts about the games as texts, which are made once.

use crate::fixed::{CacheRule, FixedText, MadeOnce};
use crate::response::{apart, failed};
use axum::http::HeaderMap;
use axum::response::Response;
use helgi_desk::variants::of;
use helgi_rules::games::GameId;
use std::sync::Arc;

/// The most lists of games that are kept as texts.
const LISTS: usize = 4;

/// Lists of games as texts, made when they are first asked for, and again when there are other games.
#[derive(Debug)]
pub(crate) struct VariantTexts(MadeOnce<Vec<GameId>>);

impl Default for VariantTexts {
    fn default() -> Self {
        VariantTexts(MadeOnce::new(LISTS))
    }
}

impl VariantTexts {
    /// The answer to a request for the facts about some games.
    pub(crate) async fn answer(self: Arc<Self>, games: fn() -> Vec<GameId>, asked: HeaderMap) -> Response {
        let text = apart(move || {
            let games = games();
            self.0
                .of(&games, || Some(FixedText::json(&games.iter().map(|&game| of(game)).collect::<Vec<_>>())))
        });
        text.await.flatten().map_or_else(failed, |text| text.answer(&asked, CacheRule::Checked))
    }
}
