//! Recorded games and puzzles that are not opened: each fault in English with all its details, and as a message.

use helgi_record::PgnError;
use helgi_record::replay::Wrong;
use helgi_rules::GameId;
use helgi_rules::notation::MoveError;
use helgi_words::{TextMessage, names, positions};
use std::fmt;
use thiserror::Error;

/// The reason why a text of games or puzzles is not opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{english}")]
pub struct UnreadText {
    /// The field, the value and what was expected.
    english: String,
    /// The same as a sentence for people.
    says: TextMessage,
}

impl UnreadText {
    /// A fault by its message, with the English for programs.
    pub fn new(english: impl fmt::Display, says: TextMessage) -> Self {
        UnreadText { english: english.to_string(), says }
    }

    /// A game that is none by its rules.
    pub fn wrong(error: &Wrong, game: Option<GameId>) -> Self {
        wrong(error, game).map_or_else(|| UnreadText::other(error), |says| UnreadText::new(error, says))
    }

    /// A game whose text has a fault.
    pub fn pgn(error: &PgnError) -> Self {
        UnreadText::new(error, TextMessage::new("unread.line").with("line", error.line))
    }

    /// A game that cannot be read for another reason.
    pub fn other(error: impl fmt::Display) -> Self {
        UnreadText::new(error, TextMessage::new("unread.other"))
    }

    /// The same of a game of a text, by its number from 1; people need no number where there is one game alone.
    #[must_use]
    pub fn of_game(self, number: usize, is_alone: bool) -> Self {
        let english = format!("PGN, game {number}: {}", self.english);
        let says = if is_alone {
            self.says
        } else {
            TextMessage::new("unread.game").with("number", number).with("fault", self.says)
        };
        UnreadText { english, says }
    }

    /// The sentence for people.
    pub fn message(&self) -> &TextMessage {
        &self.says
    }
}

/// The fault of a game; `None` where that needs a game and none is known.
fn wrong(error: &Wrong, game: Option<GameId>) -> Option<TextMessage> {
    let about = |id: &'static str| Some(TextMessage::new(id).with("game", names::short_title(game?)));
    // The dots behind a number say whose move it is, which no sentence needs.
    let at = |id, number: &str| Some(about(id)?.with("number", number.trim_end_matches('.')));
    match error {
        Wrong::Variant(unknown) => {
            Some(TextMessage::new("unread.unknown").with("name", unknown.name.as_str()))
        }
        Wrong::Rules { .. } => about("unread.rules"),
        Wrong::Fen(error) => Some(about("unread.position")?.with("fault", positions::fault(game?, error))),
        Wrong::Move { place, error } => {
            let (id, text) = match error {
                MoveError::Ambiguous(text) | MoveError::Several { text, .. } => ("unread.several", text),
                MoveError::Illegal(text) => ("unread.move", text),
                MoveError::Notation(error) => ("unread.move", &error.token),
                _ => return at("unread.moves", &place.number),
            };
            Some(at(id, &place.number)?.with("move", text.as_str()))
        }
        Wrong::NullMove(place) => at("unread.pass", &place.number),
        Wrong::AfterEnd { place, .. } => at("unread.after-end", &place.number),
        // What is written about a game differs from what its moves say.
        Wrong::Tag { .. } | Wrong::PlyCount { .. } | Wrong::Result { .. } | Wrong::Reason { .. } => {
            about("unread.result")
        }
    }
}
