//! The addresses of the page's requests.
//!
//! | address | |
//! |---|---|
//! | `GET /api/variants` | the games: names, boards, pieces |
//! | `GET /api/variants/more` | the games that come along beside them, in the same form |
//! | `GET /api/variants/NAME` | one game in the same form, or `null` |
//! | `GET /api/variants/NAME/link` | the rules of a game that others do not have, as a part of a [link](helgi_desk::shared) |
//! | `POST /api/rules` | reads such rules, `{"variant": "…", "rules": "…"}`, and answers with their text |
//! | `GET /api/variants/NAME/…` | material to [learn] one |
//! | `GET /api/boards` | the games that are kept, as a list of [`Summary`](helgi_desk::kept::Summary) |
//! | `POST /api/boards` | a new game, by a [`GamePlan`]; answers with its name |
//! | `POST /api/boards/pgn` | takes over a recorded game, `{"pgn": "…", "number": 2}`; answers with
//! its name and its variant, or with the `choice` if there are several and no number is given; with `"all": true` takes
//! over all of them, and answers with their number and those that were refused |
//! | `GET /api/boards/pgn` | all games that are kept as one PGN |
//! | `POST /api/positions` | checks a position that is set up, by a [`Draft`] |
//! | `GET /api/boards/NAME` | its snapshot |
//! | `GET /api/boards/NAME/review` | the review of the game as it is made, as events with a
//! [`ReviewMessage`](helgi_desk::review::ReviewMessage) |
//! | `GET /api/boards/NAME/events` | the same now and after every change, as server-sent events |
//! | `GET /api/boards/NAME/events/MOVE/LINES` | the same, and events `analysis` with the engine's
//! analysis of the position after a move |
//! | `GET /api/boards/NAME/events/MOVE/LINES/threats` | the same, as if it were the other side's turn |
//! | `GET /api/boards/NAME/at/MOVE` | the position after a move of the tree, as a
//! [`PositionView`](helgi_desk::snapshot::PositionView) |
//! | `GET /api/boards/NAME/at/MOVE/others` | the squares that the pieces of the other side could
//! [reach](helgi_desk::demonstration::ShownReach) there if it were its turn |
//! | `GET /api/boards/NAME/at/MOVE/explorer` | what was [played](crate::explorer) there |
//! | `GET /api/boards/NAME/pgn` | the game as PGN |
//! | `GET /api/boards/NAME/gif/…` | the game as an animated [GIF](crate::picture) |
//! | `POST /api/boards/NAME` | a [`PageOrder`] |
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
use crate::boards::Boards;
use crate::guard::{self, Guard};
use crate::learn;
use crate::moment;
use crate::picture;
use crate::response::{answered, apart, error, failed, found, malformed, missing, pgn_file, refused};
use crate::variants::VariantTexts;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures_util::stream::{self, Stream};
use helgi_desk::desk::{BETWEEN, CROWDED, STREAMS};
use helgi_desk::draft::Draft;
use helgi_desk::kept::{LONGEST_PGN, to_record};
use helgi_desk::moment::Moment;
use helgi_desk::orders::{LONGEST, PageOrder, RecordedGames};
use helgi_desk::plan::{BegunGame, GamePlan, Refusal};
use helgi_desk::shared::{self, LinkedGame};
use helgi_desk::variants;
use helgi_rules::games::GameId;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// All that the addresses share.
#[derive(Clone, Debug)]
struct Shared {
    boards: Arc<Boards>,
    guard: Arc<Guard>,
    assets: Arc<Assets>,
    variants: Arc<VariantTexts>,
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
    let assets = Arc::new(assets);
    let shared = Shared { boards, guard: guard.clone(), assets, variants: Arc::default(), streams };
    Router::new()
        .route("/enter/{key}", get(enter))
        .route("/api/variants", get(variants))
        .route("/api/variants/more", get(further))
        .route("/api/variants/{name}", get(variant))
        .route("/api/variants/{name}/link", get(link))
        .route("/api/rules", post(rules))
        .route("/api/boards", get(list).post(begin))
        .route("/api/boards/pgn", get(save_all).post(load).layer(DefaultBodyLimit::max(LONGEST_PGN)))
        .route("/api/positions", post(draft))
        .route("/api/boards/{id}", get(look).post(carry_out))
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

async fn file(State(shared): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    shared.assets.answer(uri.path(), &headers)
}

async fn variants(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    shared.variants.answer(variants::all, headers).await
}

async fn further(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    shared.variants.answer(variants::more, headers).await
}

async fn variant(Path(name): Path<String>) -> Response {
    apart(move || GameId::named(&name).map(variants::of))
        .await
        .map_or_else(failed, |found| Json(found).into_response())
}

async fn link(Path(name): Path<String>) -> Response {
    found(apart(move || GameId::named(&name).map(shared::packed)).await)
}

async fn rules(linked: Result<Json<LinkedGame>, JsonRejection>) -> Response {
    match linked {
        Ok(Json(linked)) => {
            answered(apart(move || Some(shared::offered(&linked).map_err(Refusal::from))).await)
        }
        Err(rejection) => malformed(&rejection),
    }
}

async fn begin(State(shared): State<Shared>, plan: Result<Json<GamePlan>, JsonRejection>) -> Response {
    let Json(plan) = match plan {
        Ok(plan) => plan,
        Err(rejection) => return malformed(&rejection),
    };
    answered(apart(move || begun(&shared.boards, &plan)).await)
}

/// Begins a game; `None` if it has been deleted already.
fn begun(boards: &Arc<Boards>, plan: &GamePlan) -> Option<Result<BegunGame, Refusal>> {
    let id = match boards.begin(plan) {
        Ok(id) => id,
        Err(refusal) => return Some(Err(refusal)),
    };
    let variant = boards.read(&id, |live| live.game().name())?;
    Some(Ok(BegunGame { id, variant }))
}

async fn list(State(shared): State<Shared>) -> Response {
    apart(move || shared.boards.list()).await.map_or_else(failed, |games| Json(games).into_response())
}

async fn load(State(shared): State<Shared>, games: Result<Json<RecordedGames>, JsonRejection>) -> Response {
    match games {
        Ok(Json(RecordedGames { pgn, all: true, .. })) => {
            answered(apart(move || Some(shared.boards.load_all(&pgn))).await)
        }
        Ok(Json(RecordedGames { pgn, number, .. })) => {
            answered(apart(move || Some(shared.boards.load(&pgn, number))).await)
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
    let running = apart(move || shared.boards.review(&id)).await;
    let Some(running) = running.flatten() else { return missing() };
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
    found(apart(move || shared.boards.look(&id, &at)).await)
}

async fn others(State(shared): State<Shared>, Path((id, at)): Path<(String, String)>) -> Response {
    found(apart(move || shared.boards.read(&id, |board| board.others(&at))?.ok()).await)
}

async fn pgn(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let name = id.clone();
    let text = apart(move || shared.boards.read(&id, |board| to_record(board).to_string())).await;
    text.flatten().map_or_else(missing, |text| pgn_file(&name, text))
}

async fn save_all(State(shared): State<Shared>) -> Response {
    apart(move || shared.boards.save_all()).await.map_or_else(failed, |text| pgn_file("games", text))
}

async fn look(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    found(apart(move || shared.boards.snapshot(&id)).await)
}

async fn carry_out(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    order: Result<Json<PageOrder>, JsonRejection>,
) -> Response {
    let Json(order) = match order {
        Ok(order) => order,
        Err(rejection) => return malformed(&rejection),
    };
    let boards = shared.boards;
    match order {
        PageOrder::Hint => answered(Some(boards.hint(&id).await)),
        PageOrder::Judge { text, at } => answered(Some(boards.judge(&id, &at, &text).await)),
        order => {
            // An order counts from when it arrives, whatever it waits for.
            let now = moment::now();
            answered(apart(move || change(&boards, &id, order, now)).await)
        }
    }
}

/// Changes a game as a page orders; `None` if there is none of that name.
fn change(boards: &Arc<Boards>, id: &str, order: PageOrder, now: Moment) -> Option<Result<Value, Refusal>> {
    if matches!(order, PageOrder::Forget) {
        return boards.forget(id).map(|done| done.map(|()| json!({})));
    }
    let sides = boards.guests().left(id);
    boards.with(id, |board| board.carry_out(sides, order, now))
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
        let (boards, id) = (self.boards.clone(), self.id.clone());
        let snapshot = apart(move || boards.snapshot(&id)).await??;
        Some((Ok(Event::default().json_data(snapshot).unwrap_or_default()), self))
    }
}

/// Begins to watch a game, or answers why that cannot be.
async fn watching(shared: &Shared, id: String) -> Result<Watching, Response> {
    let place = shared.streams.clone().try_acquire_owned();
    let (boards, name) = (shared.boards.clone(), id.clone());
    let changes = apart(move || boards.watch(&name)).await.ok_or_else(failed)?;
    let mut changes = changes.ok_or_else(missing)?;
    let place = place.map_err(|_| crowded())?;
    // The present state comes at once.
    changes.mark_changed();
    Ok(Watching { boards: shared.boards.clone(), id, changes, _place: place })
}

async fn events(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match watching(&shared, id).await {
        Ok(watching) => sent(stream::unfold(watching, Watching::next)),
        Err(response) => response,
    }
}

async fn analysis(
    State(shared): State<Shared>,
    Path((id, at, lines)): Path<(String, String, usize)>,
) -> Response {
    analysed(&shared, id, at, lines, false).await
}

async fn threats(
    State(shared): State<Shared>,
    Path((id, at, lines)): Path<(String, String, usize)>,
) -> Response {
    analysed(&shared, id, at, lines, true).await
}

async fn analysed(shared: &Shared, id: String, at: String, lines: usize, threats: bool) -> Response {
    let watching = match watching(shared, id.clone()).await {
        Ok(watching) => watching,
        Err(response) => return response,
    };
    let boards = shared.boards.clone();
    let Some(running) = apart(move || boards.analyse(&id, &at, lines, threats)).await else {
        return failed();
    };
    let running = match running {
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

/// The answer when no more streams can be open.
fn crowded() -> Response {
    error(StatusCode::SERVICE_UNAVAILABLE, CROWDED)
}

fn sent(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}
