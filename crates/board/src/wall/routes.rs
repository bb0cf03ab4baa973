//! The addresses of a live match.
//!
//! | address | |
//! |---|---|
//! | `GET /api/match` | the standing, as a [`Head`](super::views::WallHead); `null` without a match |
//! | `GET /api/match/events` | all of the wall, and then its changes, as events with an
//! [`Update`](super::views::Update) |
//! | `GET /api/match/games/NUMBER/PLY` | a game from a half-move on, as a [`LiveSheet`](super::sheet::LiveSheet); numbers begin with 1 |
//! | `GET /api/match/games/NUMBER/pgn` | a finished game as PGN |

use super::Wall;
use super::views::Seen;
use crate::response::pgn_file;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::stream;
use helgi_desk::desk::CROWDED;
use helgi_desk::reply;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep_until};

/// The time between two events: who plays on the same machine needs it more than who draws.
const BETWEEN: Duration = Duration::from_millis(500);
/// The most pages that watch at once.
const STREAMS: usize = 100;

/// The data that the addresses share.
#[derive(Clone, Debug)]
struct Shared {
    wall: Arc<Wall>,
    streams: Arc<Semaphore>,
}

/// The addresses of a match, or of none.
pub fn routes(wall: Option<Arc<Wall>>) -> Router {
    let Some(wall) = wall else {
        return Router::new().route("/api/match", get(|| async { Json(Value::Null) }));
    };
    Router::new()
        .route("/api/match", get(head))
        .route("/api/match/events", get(events))
        .route("/api/match/games/{number}/pgn", get(pgn))
        .route("/api/match/games/{number}/{from}", get(sheet))
        .with_state(Shared { wall, streams: Arc::new(Semaphore::new(STREAMS)) })
}

async fn head(State(shared): State<Shared>) -> Response {
    Json(shared.wall.update(&mut Seen::default()).head).into_response()
}

async fn sheet(State(shared): State<Shared>, Path((number, from)): Path<(usize, usize)>) -> Response {
    let sheet = number.checked_sub(1).and_then(|number| shared.wall.sheet(number, from));
    sheet.map_or_else(missing, |sheet| Json(sheet).into_response())
}

async fn pgn(State(shared): State<Shared>, Path(number): Path<usize>) -> Response {
    let Some(text) = number.checked_sub(1).and_then(|number| shared.wall.pgn(number)) else {
        return missing();
    };
    pgn_file(&format!("match-{number}"), text)
}

fn missing() -> Response {
    let why = "there is no such game: it has not begun yet, or only later ones can still be replayed";
    (StatusCode::NOT_FOUND, Json(json!({ "error": why }))).into_response()
}

/// A watcher.
struct Watcher {
    wall: Arc<Wall>,
    changes: watch::Receiver<u64>,
    seen: Seen,
    /// The time from which the next event may be sent.
    next: Instant,
    _place: OwnedSemaphorePermit,
}

impl Watcher {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        self.changes.changed().await.ok()?;
        // Until then more may have changed.
        sleep_until(self.next).await;
        self.changes.borrow_and_update();
        self.next = Instant::now() + BETWEEN;
        let update = self.wall.update(&mut self.seen);
        Some((Ok(Event::default().json_data(update).unwrap_or_default()), self))
    }
}

async fn events(State(shared): State<Shared>) -> Response {
    let Ok(place) = shared.streams.clone().try_acquire_owned() else {
        let why = reply::error(CROWDED);
        return (StatusCode::SERVICE_UNAVAILABLE, Json(why)).into_response();
    };
    let mut changes = shared.wall.watch();
    // The present state comes at once.
    changes.mark_changed();
    let (wall, next) = (shared.wall, Instant::now());
    let watcher = Watcher { wall, changes, seen: Seen::default(), next, _place: place };
    Sse::new(stream::unfold(watcher, Watcher::next)).keep_alive(KeepAlive::default()).into_response()
}
