//! The addresses of the page's requests.
//!
//! | address | |
//! |---|---|
//! | `GET /api/variants` | the games: names, boards, pieces |
//! | `GET /api/variants/more` | the games that come along beside them, in the same form |
//! | `GET /api/variants/NAME/…` | material to [learn] one |
//! | `GET /api/boards` | the games that are kept, as a list of [`Summary`](crate::keep::Summary) |
//! | `POST /api/boards` | a new game, by a [`GamePlan`]; answers with its name |
//! | `POST /api/boards/pgn` | takes over a recorded game, `{"pgn": "…", "number": 2}`; answers with
//! its name and its variant, or with the `choice` if there are several and no number is given |
//! | `POST /api/positions` | checks a position that is set up, by a [`Draft`] |
//! | `GET /api/boards/NAME` | its snapshot |
//! | `GET /api/boards/NAME/review` | the review of the game as it is made, as events with a `Progress` |
//! | `GET /api/boards/NAME/events` | the same now and after every change, as server-sent events |
//! | `GET /api/boards/NAME/events/MOVE/LINES` | the same, and events `analysis` with the engine's
//! analysis of the position after a move |
//! | `GET /api/boards/NAME/events/MOVE/LINES/threats` | the same, as if it were the other side's turn |
//! | `GET /api/boards/NAME/at/MOVE` | the position after a move of the tree, as a
//! [`Look`](crate::snapshot::PositionView) |
//! | `GET /api/boards/NAME/at/MOVE/others` | the squares that the pieces of the other side could
//! [reach](crate::demonstration::ShownReach) there if it were its turn |
//! | `GET /api/boards/NAME/at/MOVE/explorer` | what was [played](crate::explorer) there |
//! | `GET /api/boards/NAME/pgn` | the game as PGN |
//! | `GET /api/boards/NAME/gif/…` | the game as an animated [GIF](crate::picture) |
//! | `POST /api/boards/NAME` | an [`PageOrder`] |
//! | `POST /api/boards/NAME/annotation` | writes the findings of the [review](crate::annotation)
//! into the game |
//! | `/api/puzzles…` | the [puzzles](crate::puzzles) |
//! | `/api/engine` | the [resources](crate::resources) of the engines |
//! | `/api/tasks…` | the [tasks](crate::tasks) |
//! | `/api/match…` | the match that is [watched](crate::wall::routes) |
//!
//! A refused request is answered with the reason, `{"error": "…"}`, and has changed nothing. The usual refusals have a
//! `code` as well, by which a page says the same in other languages.

use crate::assets::Assets;
use crate::board::LiveGame;
use crate::boards::Boards;
use crate::draft::Draft;
use crate::guard::{self, Guard};
use crate::keep::{LONGEST_PGN, to_record};
use crate::learn;
use crate::picture;
use crate::plan::{GamePlan, Refusal, SeatPlan};
use crate::response::{MISSING, error, malformed, missing, refused};
use crate::variants;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures_util::stream::{self, Stream};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The longest order. Unit: bytes.
const LONGEST: usize = 64 * 1024;
/// No more streams of events are open at once.
const STREAMS: usize = 100;

/// The time between two events of an analysis.
const BETWEEN: Duration = Duration::from_millis(100);

/// An action at a board.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum PageOrder {
    /// Plays a move, readable or as on the wire.
    Play {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// Number of moves that the page knows of.
        ply: usize,
    },
    /// Notes a variation at a move that was played, or noted.
    Explore {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// The move of the tree after which it is played.
        at: String,
    },
    /// Draws squares and arrows on the board.
    Mark {
        /// The move of the tree after which they are drawn.
        at: String,
        /// All of them: `Ga1` for a square, `Ra1b2` for an arrow.
        marks: Vec<String>,
    },
    /// Takes a move of a variation away, with all that follows it.
    Delete {
        /// The move of the tree.
        at: String,
    },
    /// Promotes a variation over the move that it replaces.
    Promote {
        /// A move of it.
        at: String,
    },
    /// Takes the last move back.
    TakeBack,
    /// Gives up.
    Resign,
    /// Offers or accepts a draw.
    Draw,
    /// Asks for the move that the engine would play.
    Hint,
    /// Asks for a judgement of a move.
    Judge {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// The move of the tree after which it would be played.
        at: String,
    },
    /// Lets two engines wait or go on.
    Pace {
        /// True if they wait.
        paused: bool,
        /// The least time before each move. Unit: milliseconds.
        pause: u64,
    },
    /// Gives the game a name.
    Name {
        /// The name; the empty one takes it away.
        name: String,
    },
    /// Deletes the game with its file.
    Forget,
    /// Changes who plays.
    Seat {
        /// The player of White.
        white: SeatPlan,
        /// The player of Black.
        black: SeatPlan,
    },
}

/// All that the addresses share.
#[derive(Clone, Debug)]
struct Shared {
    boards: Arc<Boards>,
    guard: Arc<Guard>,
    assets: Arc<Assets>,
    streams: Arc<Semaphore>,
}

/// The server without its port.
pub fn router(boards: Arc<Boards>, guard: Guard, assets: Assets) -> Router {
    router_with(boards, guard, assets, learn::router(learn::Pages::default()))
}

/// The same with more addresses, which are guarded like the others.
pub fn router_with(boards: Arc<Boards>, guard: Guard, assets: Assets, more: Router) -> Router {
    let guard = Arc::new(guard);
    let streams = Arc::new(Semaphore::new(STREAMS));
    let pictures = picture::router(boards.clone());
    let shared = Shared { boards, guard: guard.clone(), assets: Arc::new(assets), streams };
    Router::new()
        .route("/enter/{key}", get(enter))
        .route("/api/variants", get(variants))
        .route("/api/variants/more", get(further))
        .route("/api/boards", get(list).post(begin))
        .route("/api/boards/pgn", post(load).layer(DefaultBodyLimit::max(LONGEST_PGN)))
        .route("/api/positions", post(draft))
        .route("/api/boards/{id}", get(look).post(obey))
        .route("/api/boards/{id}/review", get(review))
        .route("/api/boards/{id}/events", get(events))
        .route("/api/boards/{id}/events/{at}/{lines}", get(analysis))
        .route("/api/boards/{id}/events/{at}/{lines}/threats", get(threats))
        .route("/api/boards/{id}/at/{at}", get(look_at))
        .route("/api/boards/{id}/at/{at}/others", get(others))
        .route("/api/boards/{id}/pgn", get(pgn))
        .merge(pictures)
        .fallback(get(file))
        .with_state(shared)
        .merge(more)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(guard, guard::watch))
}

async fn enter(State(shared): State<Shared>, Path(key): Path<String>) -> Response {
    guard::enter(&shared.guard, &key)
}

async fn file(State(shared): State<Shared>, uri: Uri) -> Response {
    shared.assets.answer(uri.path())
}

async fn variants() -> Response {
    Json(variants::all()).into_response()
}

async fn further() -> Response {
    Json(variants::more()).into_response()
}

async fn begin(State(shared): State<Shared>, plan: Result<Json<GamePlan>, JsonRejection>) -> Response {
    let Json(plan) = match plan {
        Ok(plan) => plan,
        Err(rejection) => return malformed(&rejection),
    };
    match shared.boards.begin(&plan) {
        Ok(id) => Json(json!({ "id": id })).into_response(),
        Err(refusal) => refused(&refusal),
    }
}

async fn list(State(shared): State<Shared>) -> Response {
    // Many files are read.
    let boards = shared.boards.clone();
    match tokio::task::spawn_blocking(move || boards.list()).await {
        Ok(games) => Json(games).into_response(),
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "the games could not be listed"),
    }
}

/// A text of recorded games, and which of them is wanted if there are several.
#[derive(Clone, Deserialize, Debug)]
struct Recorded {
    pgn: String,
    #[serde(default)]
    number: Option<usize>,
}

async fn load(State(shared): State<Shared>, games: Result<Json<Recorded>, JsonRejection>) -> Response {
    match games {
        Ok(Json(Recorded { pgn, number })) => {
            // A text may be long.
            let boards = shared.boards.clone();
            let loaded = tokio::task::spawn_blocking(move || boards.load(&pgn, number));
            match loaded.await {
                Ok(Ok(loaded)) => Json(loaded).into_response(),
                Ok(Err(refusal)) => refused(&refusal),
                Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "the games could not be read"),
            }
        }
        Err(rejection) => malformed(&rejection),
    }
}

async fn draft(draft: Result<Json<Draft>, JsonRejection>) -> Response {
    match draft {
        Ok(Json(draft)) => {
            draft.read().map_or_else(|refusal| refused(&refusal), |it| Json(it).into_response())
        }
        Err(rejection) => malformed(&rejection),
    }
}

async fn review(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let Ok(place) = shared.streams.clone().try_acquire_owned() else { return crowded() };
    let Some(running) = shared.boards.review(&id) else { return missing() };
    let news = stream::unfold((running, place), |(mut running, place)| async {
        tokio::time::sleep(BETWEEN).await;
        running.progress.changed().await.ok()?;
        let progress = running.progress.borrow_and_update().clone();
        let event = Event::default().json_data(progress).unwrap_or_default();
        Some((Ok(event), (running, place)))
    });
    sent(news)
}

async fn look_at(State(shared): State<Shared>, Path((id, at)): Path<(String, String)>) -> Response {
    shared.boards.look(&id, &at).map_or_else(missing, |look| Json(look).into_response())
}

async fn others(State(shared): State<Shared>, Path((id, at)): Path<(String, String)>) -> Response {
    let others = shared.boards.read(&id, |board| board.others(&at));
    others.and_then(Result::ok).map_or_else(missing, |moves| Json(moves).into_response())
}

async fn pgn(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let Some(text) = shared.boards.read(&id, |board| to_record(board).to_string()) else { return missing() };
    let name = format!("attachment; filename=\"helgi-{id}.pgn\"");
    let media_type = "application/vnd.chess-pgn; charset=utf-8".to_owned();
    ([(header::CONTENT_TYPE, media_type), (header::CONTENT_DISPOSITION, name)], text).into_response()
}

async fn look(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    shared.boards.snapshot(&id).map_or_else(missing, |snapshot| Json(snapshot).into_response())
}

async fn obey(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    order: Result<Json<PageOrder>, JsonRejection>,
) -> Response {
    let Json(order) = match order {
        Ok(order) => order,
        Err(rejection) => return malformed(&rejection),
    };
    let (boards, id, now) = (&shared.boards, id.as_str(), Instant::now());
    let sides = boards.guests().left(id);
    match order {
        PageOrder::Hint => answered(boards.hint(id).await),
        PageOrder::Judge { text, at } => answered(boards.judge(id, &at, &text).await),
        PageOrder::Explore { text, at } => {
            answered(boards.with(id, |board| board.explore(&text, &at).map(|id| json!({ "at": id }))))
        }
        PageOrder::Play { text, ply } => change(boards, id, |board| board.play_for(sides, &text, ply, now)),
        PageOrder::Mark { at, marks } => change(boards, id, |board| board.mark(&at, &marks)),
        PageOrder::Delete { at } => change(boards, id, |board| board.delete(&at)),
        PageOrder::Promote { at } => change(boards, id, |board| board.promote(sides, &at)),
        PageOrder::TakeBack => change(boards, id, |board| board.take_back(sides, now)),
        PageOrder::Resign => change(boards, id, |board| board.resign(sides, now)),
        PageOrder::Draw => change(boards, id, |board| board.draw(sides, now)),
        PageOrder::Pace { paused, pause } => change(boards, id, |board| board.pace(paused, pause)),
        PageOrder::Name { name } => change(boards, id, |board| board.name(&name)),
        PageOrder::Forget => answered(boards.forget(id).map(|done| done.map(|()| json!({})))),
        PageOrder::Seat { white, black } => change(boards, id, |board| board.seat(sides, white, black)),
    }
}

/// Changes a board, which is answered with the empty object.
fn change(
    boards: &Arc<Boards>,
    id: &str,
    change: impl FnOnce(&mut LiveGame) -> Result<(), Refusal>,
) -> Response {
    answered(boards.with(id, |board| change(board).map(|()| json!({}))))
}

fn answered(answer: Option<Result<impl Serialize, Refusal>>) -> Response {
    match answer {
        Some(Ok(answer)) => Json(answer).into_response(),
        Some(Err(refusal)) => refused(&refusal),
        None => missing(),
    }
}

/// The data of a stream of events: the game, its changes, and a place among the streams.
struct Watching {
    boards: Arc<Boards>,
    id: String,
    changes: watch::Receiver<u64>,
    _place: OwnedSemaphorePermit,
}

impl Watching {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        self.changes.changed().await.ok()?;
        self.changes.borrow_and_update();
        let snapshot = self.boards.snapshot(&self.id)?;
        Some((Ok(Event::default().json_data(snapshot).unwrap_or_default()), self))
    }
}

fn watching(shared: &Shared, id: String) -> Result<Watching, (StatusCode, &'static str)> {
    let mut changes = shared.boards.watch(&id).ok_or((StatusCode::NOT_FOUND, MISSING))?;
    let place = shared.streams.clone().try_acquire_owned();
    let place = place.map_err(|_| CROWDED)?;
    // The present state comes at once.
    changes.mark_changed();
    Ok(Watching { boards: shared.boards.clone(), id, changes, _place: place })
}

async fn events(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match watching(&shared, id) {
        Ok(watching) => sent(stream::unfold(watching, Watching::next)),
        Err((status, why)) => error(status, why),
    }
}

async fn analysis(
    State(shared): State<Shared>,
    Path((id, at, lines)): Path<(String, String, usize)>,
) -> Response {
    analysed(&shared, id, &at, lines, false)
}

async fn threats(
    State(shared): State<Shared>,
    Path((id, at, lines)): Path<(String, String, usize)>,
) -> Response {
    analysed(&shared, id, &at, lines, true)
}

fn analysed(shared: &Shared, id: String, at: &str, lines: usize, threats: bool) -> Response {
    let watching = match watching(shared, id.clone()) {
        Ok(watching) => watching,
        Err((status, why)) => return error(status, why),
    };
    let running = match shared.boards.analyse(&id, at, lines, threats) {
        Some(running) => running,
        // If the turn cannot be given up, as in check, there are no threats to report.
        None if threats => return sent(stream::unfold(watching, Watching::next)),
        None => return missing(),
    };
    let thoughts = stream::unfold(running, |mut running| async {
        // People cannot read more than this.
        tokio::time::sleep(BETWEEN).await;
        running.found.changed().await.ok()?;
        let found = running.found.borrow_and_update().clone();
        let event = Event::default().event("analysis").json_data(found).unwrap_or_default();
        Some((Ok(event), running))
    });
    sent(stream::select(stream::unfold(watching, Watching::next), thoughts))
}

/// The error when no more streams can be open.
const CROWDED: (StatusCode, &str) = (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close some");

fn crowded() -> Response {
    error(CROWDED.0, CROWDED.1)
}

fn sent(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}
