//! Material to learn a game: its rules page, and its pieces with a position that shows each.

use crate::demonstration::{self, ShownPiece};
use crate::rulebook::{Block, about_variant, read};
use helgi_rules::games::GameId;
use helgi_words::{TextMessage, names, pieces as rules_of};
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

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
    pub fn of(&self, game: GameId, language: &str) -> Option<Cow<'static, str>> {
        let written = [language, ENGLISH].into_iter().find_map(|language| {
            let known = self.written.iter().find(|((of, known), _)| *of == game && *known == language);
            known.map(|(_, page)| page)
        });
        let other = || self.of_others.and_then(|find| find(game, language)).map(Cow::Owned);
        written.map(|page| Cow::Borrowed(*page)).or_else(other)
    }
}

/// The language of the pages that every game with rules has.
pub const ENGLISH: &str = "en";

/// A rules page as the page receives it: `blocks`, the rules as [`Block`]s, and `variant`, their text on this variant.
pub fn rules(page: &str, game: GameId) -> Value {
    let blocks: Vec<Block> = read(page, game);
    json!({ "variant": about_variant(&blocks, game), "blocks": blocks })
}

/// The pieces of a game, each as a [`Lesson`].
pub fn pieces(game: GameId) -> Value {
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

/// The answer to a request for material about a game that is unknown.
pub fn unknown(name: &str) -> String {
    format!("variant: `{name}`, expected a game with rules")
}
