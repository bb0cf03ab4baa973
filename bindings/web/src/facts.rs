//! The facts about games.

use crate::games;
use crate::texts::{Answer, Texts, json};
use helgi_words::facts::GameFacts;

/// The facts about a game.
///
/// # Errors
///
/// A `GameNameError` if there is none of this name.
pub fn info(texts: &Texts) -> Answer {
    json(&GameFacts::of(games::find(texts.text(0))?))
}
