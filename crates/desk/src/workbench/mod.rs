//! Games that are written on the page: checked while somebody types, drawn, kept, and played at once.
//!
//! | address | |
//! |---|---|
//! | `GET /api/write` | the texts that are kept, as a list of [`KeptText`] |
//! | `GET /api/write/keys` | the keys of a file of games, as [`KeyList`] |
//! | `GET /api/write/games` | the games to begin from: `name` and `title` |
//! | `GET /api/write/games/NAME` | the `text` of one, under another name |
//! | `POST /api/write/check` | a [`CheckRequest`]; answers with [`Checked`] |
//! | `POST /api/write/place` | a [`PlaceRequest`]; answers with the `text` that has the start position |
//! | `POST /api/write/import` | a game of another program, `{"text": "…", "name": "…"}`; answers with [`Imported`] |
//! | `POST /api/write/play` | `{"text": "…", "name": "…"}`; makes the game known, and answers with its [`Variant`](crate::variants::Variant) |
//! | `POST /api/write/texts` | keeps a new `text`, and answers with its `name` |
//! | `GET /api/write/texts/NAME` | the `text`, and its `versions` |
//! | `POST /api/write/texts/NAME` | keeps the `text`, with `"version": true` as a version besides; with `"remove": true` removes all |
//! | `GET /api/write/texts/NAME/NUMBER` | the `text` of a version |
//!
//! A text that is checked leaves nothing behind. Only a game that is played is made known, under the
//! [name of its rules](helgi_variants::written): no other game changes by it.

mod begin;
mod check;
mod keys;
mod marks;
mod place;
mod texts;

pub use begin::{Imported, ImportedLine};
pub use check::{CheckRequest, Checked, CheckedGame, SketchedShown, SketchedVariant};
pub use keys::{KeyList, ListedKeys};
pub use marks::MarkedFinding;
pub use place::PlaceRequest;
pub use texts::{KeptText, TextNotKept, TextStore, restore};

use crate::desk::{Method, Reply};
use crate::moment::LocalTime;
use crate::reply::{NOT_FOUND, RefusedBody};
use crate::variants;
use helgi_notation::{excerpt, one_line};
use helgi_rules::games::GameId;
use helgi_variants::written::WrittenGame;
use helgi_words::{Catalogue, TextMessage};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The longest text that is written here. Unit: bytes.
pub const LONGEST_TEXT: usize = 256 * 1024;

/// The longest text that is kept: with names of rules it is longer than as it was written. Unit: bytes.
pub const LONGEST_KEPT: usize = helgi_variants::ini::MOST_BYTES;

/// The longest order with such a text in it. Unit: bytes.
pub const LONGEST_WRITTEN: usize = 4 * LONGEST_TEXT;

/// The reason why an order is refused: a status as that of HTTP, and a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteRefusal {
    /// The status.
    pub status: u16,
    /// The message.
    pub why: TextMessage,
}

impl WriteRefusal {
    /// A refusal with the text of this name, which pages do not have.
    #[must_use]
    pub fn new(status: u16, id: &'static str) -> WriteRefusal {
        WriteRefusal { status, why: TextMessage::new(id).with_texts() }
    }

    /// The same with a value for a place.
    #[must_use]
    pub fn with(self, name: &'static str, value: impl Into<helgi_words::Value>) -> WriteRefusal {
        WriteRefusal { why: self.why.with(name, value), ..self }
    }

    /// The refusal as the page reads it.
    #[must_use]
    pub fn body(&self) -> RefusedBody {
        RefusedBody { error: Catalogue::english().write(&self.why), code: None, says: Some(self.why.clone()) }
    }
}

impl From<WriteRefusal> for Reply {
    fn from(refusal: WriteRefusal) -> Reply {
        Reply::with(refusal.status, &refusal.body())
    }
}

/// The answer to a request.
#[derive(Clone, PartialEq, Debug)]
pub struct WriteAnswer {
    /// The value for the page.
    pub value: Value,
    /// The text of a game that was made known, for engines elsewhere.
    pub rules: Option<String>,
}

impl From<Value> for WriteAnswer {
    fn from(value: Value) -> WriteAnswer {
        WriteAnswer { value, rules: None }
    }
}

/// A text that names one of its games.
#[derive(Deserialize)]
struct NamedText {
    text: String,
    #[serde(default)]
    name: String,
}

/// Reads an order, whose text is no longer than [`LONGEST_TEXT`].
fn read<T: DeserializeOwned>(body: &str, text: impl Fn(&T) -> &str) -> Result<T, WriteRefusal> {
    let too_long = |bytes: usize, most: usize| {
        WriteRefusal::new(413, "workbench.too-long").with("bytes", bytes).with("most", most)
    };
    // The order is bounded before it is read: escapes make a text in JSON up to a few times as long.
    if body.len() > LONGEST_WRITTEN {
        return Err(too_long(body.len(), LONGEST_WRITTEN));
    }
    let malformed = |error: serde_json::Error| {
        WriteRefusal::new(422, "workbench.order").with("error", one_line(&error.to_string()))
    };
    let order: T = serde_json::from_str(body).map_err(malformed)?;
    let bytes = text(&order).len();
    if bytes > LONGEST_TEXT { Err(too_long(bytes, LONGEST_TEXT)) } else { Ok(order) }
}

/// Answers a request; `parts` is its address below `/api/write`.
///
/// # Errors
///
/// When there is no such address, the order is malformed, or cannot be carried out.
pub fn answer(
    texts: &mut impl TextStore,
    now: LocalTime,
    (method, parts): (Method, &[&str]),
    body: &str,
) -> Result<WriteAnswer, WriteRefusal> {
    let missing = || WriteRefusal::new(NOT_FOUND, "workbench.address");
    Ok(match (method, parts) {
        (Method::Get, []) => json!(texts::list(texts)).into(),
        (Method::Get, ["keys"]) => json!(KeyList::new()).into(),
        (Method::Get, ["games"]) => json!(begin::games()).into(),
        (Method::Get, ["games", name]) => {
            let missing = || WriteRefusal::new(NOT_FOUND, "workbench.no-game").with("name", excerpt(name));
            let text = begin::text_of(name).ok_or_else(missing)?;
            json!({ "text": text }).into()
        }
        (Method::Post, ["check"]) => {
            let request: CheckRequest = read(body, |request: &CheckRequest| &request.text)?;
            json!(Checked::of(&request)).into()
        }
        (Method::Post, ["place"]) => {
            let request: PlaceRequest = read(body, |request: &PlaceRequest| &request.text)?;
            json!({ "text": request.text()? }).into()
        }
        (Method::Post, ["import"]) => {
            let NamedText { text, name } = read(body, |named: &NamedText| &named.text)?;
            json!(Imported::of(&text, &name)?).into()
        }
        (Method::Post, ["play"]) => play(texts, now, &read(body, |named: &NamedText| &named.text)?)?,
        (method, ["texts", rest @ ..]) => texts::answer(texts, now, (method, rest), body)?.into(),
        _ => return Err(missing()),
    })
}

/// Makes a game known under the name of its rules, and keeps its text: games of it are read again later.
fn play(
    texts: &mut impl TextStore,
    now: LocalTime,
    NamedText { text, name }: &NamedText,
) -> Result<WriteAnswer, WriteRefusal> {
    let mistakes = || WriteRefusal::new(422, "workbench.mistakes").with("name", excerpt(name));
    let WrittenGame { name, text } = WrittenGame::of(text, name).ok_or_else(mistakes)?;
    texts::register(&text, &name);
    // Only a game of exactly this name: an alias would be another game.
    let game = GameId::named(&name).filter(|game| game.name() == name).ok_or_else(mistakes)?;
    texts::keep_played(texts, &name, &text, now)?;
    Ok(WriteAnswer { value: json!(variants::of(game)), rules: Some(text) })
}
