//! Refusals as the page reads them: a status as that of HTTP, and JSON.

use crate::plan::Refusal;
use helgi_words::TextMessage;
use serde::Serialize;
use serde_json::{Value, json};

/// The status of a request for something that does not exist.
pub const NOT_FOUND: u16 = 404;

/// The media type of recorded games.
pub const PGN_TYPE: &str = "application/vnd.chess-pgn; charset=utf-8";

/// A refusal: the reason in words and, for the usual ones, its name.
#[derive(Clone, Serialize, Debug)]
pub struct RefusedBody {
    /// The reason, in English.
    pub error: String,
    /// The name under which the page has the same in other languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The reason as a message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<TextMessage>,
}

impl Refusal {
    /// Returns the status with which a request is refused.
    pub fn status(&self) -> u16 {
        match self {
            Refusal::Ply(..) | Refusal::Place(_) | Refusal::InUse(_) => 409,
            _ => 422,
        }
    }

    /// Returns the refusal as the page reads it.
    pub fn body(&self) -> RefusedBody {
        RefusedBody { error: self.to_string(), code: self.code(), says: self.message().cloned() }
    }
}

/// The answer to a request for a game or position that does not exist.
pub fn missing() -> Value {
    json!({ "error": "There is no such game or position. Begin a new one.", "code": "missing" })
}

/// An error as the page reads it: `{"error": "…"}`.
pub fn error(why: &str) -> Value {
    json!({ "error": why })
}
