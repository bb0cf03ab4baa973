//! The desk of a page without a server: each call hands in the present and one thing that has happened, and is answered with
//! all that follows from it, as JSON.

use crate::errors::WebError;
use crate::texts::{Answer, Texts, json};
use helgi_desk::desk::{Desk, EngineFinding, JobId, MemoryShelf, News, PageRequest, Reply, StreamId};
use helgi_desk::moment::{LocalTime, Moment, Present};
use helgi_desk::showcase;
use helgi_study::puzzles::built_in;
use helgi_words::{Catalogue, CatalogueError, catalogue};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

thread_local! {
    static DESK: RefCell<Option<Desk<MemoryShelf>>> = const { RefCell::new(None) };
}

/// A call of the worker.
#[derive(Deserialize)]
struct Call {
    /// The milliseconds since a moment that stays the same.
    moment: f64,
    /// The seconds since 1970, where the user is.
    local: i64,
    #[serde(flatten)]
    act: Act,
}

/// A thing that has happened.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Act {
    /// The page is opened, with the games that were kept.
    Begin { seed: u64, kept: Vec<KeptGame> },
    /// The page asks for something.
    Handle(PageRequest),
    /// The page has closed a stream.
    Close(StreamId),
    /// An engine has found something.
    Answered { job: JobId, thought: EngineFinding },
    /// A rules page was fetched.
    Page { family: String, language: String, text: String },
    /// Texts were fetched, by the codes of their languages.
    Words(BTreeMap<String, Value>),
    /// The texts that messages bring along were fetched, of all languages.
    Apart(BTreeMap<String, Value>),
    /// The puzzles were fetched, as PGN by the names of their games.
    Puzzles(BTreeMap<String, String>),
    /// The games that the start page plays were fetched, one a line.
    Showcase(String),
    /// Time has passed.
    Poll {},
}

/// A kept game.
#[derive(Serialize, Deserialize)]
struct KeptGame {
    name: String,
    /// The game; none if it was removed.
    pgn: Option<String>,
    /// The time at which it was written: the seconds since 1970, where the user is.
    #[serde(default)]
    when: i64,
}

/// The answer to a call.
#[derive(Serialize)]
struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Reply>,
    #[serde(flatten)]
    news: News,
    /// The games that were written or removed.
    kept: Vec<KeptGame>,
    /// The milliseconds of the moment at which `poll` is wanted, if it is.
    next: Option<f64>,
}

fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// Tells the desk what has happened; answers with what follows.
///
/// # Errors
///
/// An `ArgumentError` if the text is no call, or the desk was not begun.
pub fn call(texts: &Texts) -> Answer {
    let wrong = |error: serde_json::Error| WebError::argument("call", &error.to_string(), "a call of a desk");
    let Call { moment, local, act } = serde_json::from_str(texts.text(0)).map_err(wrong)?;
    let present = Present { moment: Moment::after(duration(moment)), local: LocalTime::since_1970(local) };
    DESK.with_borrow_mut(|place| {
        if let Act::Begin { seed, kept } = act {
            let games = kept
                .into_iter()
                .filter_map(|KeptGame { name, pgn, when }| Some((name, pgn?, LocalTime::since_1970(when))));
            return told(place.insert(Desk::new(MemoryShelf::new(games), seed)), None, present);
        }
        let Some(desk) = place else {
            return Err(WebError::argument("desk", "none", "one that was begun"));
        };
        let mut reply = None;
        match act {
            Act::Handle(request) => reply = Some(desk.handle(&request, present)),
            Act::Close(stream) => desk.close(stream),
            Act::Answered { job, thought } => desk.answered(job, thought, present),
            Act::Page { family, language, text } => desk.set_page(&family, &language, text),
            Act::Words(languages) => {
                catalogue::offer(catalogues("words", languages)?);
            }
            Act::Apart(languages) => {
                catalogue::offer_apart(catalogues("apart", languages)?);
            }
            Act::Puzzles(sets) => {
                built_in::offer(sets);
            }
            Act::Showcase(games) => {
                showcase::offer(games);
            }
            // Every call ends with `poll`, so that one for the time alone has nothing to add.
            Act::Begin { .. } | Act::Poll {} => {}
        }
        told(desk, reply, present)
    })
}

/// The texts of languages by their codes, which stand in this field of a call.
fn catalogues(field: &'static str, languages: BTreeMap<String, Value>) -> Result<Vec<Catalogue>, WebError> {
    let parsed = languages.into_iter().map(|(code, texts)| Catalogue::from_value(&code, texts));
    let wrong = |error: CatalogueError| WebError::argument(field, &error.to_string(), "catalogues");
    parsed.collect::<Result<_, _>>().map_err(wrong)
}

/// All that follows from a call.
fn told(desk: &mut Desk<MemoryShelf>, reply: Option<Reply>, present: Present) -> Answer {
    let news = desk.poll(present);
    let next = news.next.map(|next| next.elapsed().as_secs_f64() * 1000.0);
    let changes = desk.shelf_mut().take_changes().into_iter();
    let kept = changes.map(|(name, now)| {
        let (pgn, when) = now.unzip();
        KeptGame { name, pgn, when: when.map_or(0, LocalTime::seconds) }
    });
    json(&Told { reply, news, kept: kept.collect(), next })
}
