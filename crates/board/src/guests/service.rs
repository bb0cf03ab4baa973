//! The addresses of the guests' server. Nothing of the other server is reached here.
//!
//! | address | |
//! |---|---|
//! | `POST /api/guest/invitation` | `{"code": "…"}`: the game and the seat that are offered, or why they are not |
//! | `POST /api/guest/join` | `{"code": "…"}`: accepts an invitation; answers with the key |
//! | `GET /api/guest/seat` | the guest's seat, and the game that is played |
//! | `GET /api/guest` | the [game](LiveGame::shared_snapshot) |
//! | `GET /api/guest/events` | the same now and after every move, as server-sent events |
//! | `POST /api/guest` | a [`GuestOrder`] |
//! | `GET /api/variants/NAME/…` | material to [learn] that game, and no other |
//! | everything else | the files of the page |

use crate::assets::Assets;
use crate::boards::Boards;
use crate::guests::gate::{self, Gate};
use crate::guests::{GuestPass, GuestSeat, GuestStream, NoSeat};
use crate::learn::{self, Pages};
use crate::listen::ServerVisitor;
use crate::moment::now;
use crate::response::{answered, apart, failed, found, malformed, missing};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use futures_util::future::{self, Either};
use futures_util::stream;
use helgi_desk::game::LiveGame;
use helgi_desk::plan::Refusal;
use helgi_desk::snapshot::Snapshot;
use helgi_desk::variants::{self, Variant};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::watch;

/// The longest order of a guest. Unit: bytes.
const LONGEST: usize = 1024;

/// The page of guests.
const PAGE: &str = "guest.html";

/// The files that only the page of this machine needs.
const OWN_PAGE: [&str; 3] = ["index.html", "main.js", "enter.js"];

/// An order of a guest who plays.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do", deny_unknown_fields)]
pub enum GuestOrder {
    /// Plays a move, readable or as on the wire.
    Play {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// Number of moves that the page knows of.
        ply: usize,
    },
    // With braces, since serde passes over the fields of an order that has none of its own.
    /// Asks to take the guest's last move back, or grants the opponent's request.
    TakeBack {},
    /// Gives up.
    Resign {},
    /// Offers or accepts a draw.
    Draw {},
}

/// The code of an invitation.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

/// A seat with the game that is played.
#[derive(Serialize)]
struct OfferedSeat {
    seat: GuestSeat,
    variant: Variant,
}

#[derive(Clone, Debug)]
struct Shared {
    boards: Arc<Boards>,
    assets: Arc<Assets>,
    gate: Arc<Gate>,
}

/// The server without its port.
pub fn router(boards: Arc<Boards>, gate: Gate, assets: Assets, pages: Pages) -> Router {
    let gate = Arc::new(gate);
    let shared = Shared { boards: boards.clone(), assets: Arc::new(assets), gate: gate.clone() };
    let lessons = learn::router(pages).route_layer(middleware::from_fn_with_state(boards, own_game));
    Router::new()
        .route("/api/guest/invitation", post(invitation))
        .route("/api/guest/join", post(join))
        .route("/api/guest/seat", get(seat))
        .route("/api/guest", get(look).post(carry_out))
        .route("/api/guest/events", get(events))
        .fallback(get(file))
        .with_state(shared)
        .merge(lessons)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(gate, gate::watch))
}

async fn file(State(shared): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    // Guests have no use for the page of this machine, whichever path leads to it, and however a disk spells it.
    let is_own = |name: &str| OWN_PAGE.iter().any(|own| own.eq_ignore_ascii_case(name));
    match shared.assets.asked(uri.path(), PAGE) {
        Some(asked) if !is_own(asked.name) && !asked.name.starts_with("api/") => {
            shared.assets.send(asked, &headers)
        }
        _ => missing(),
    }
}

/// Lets guests learn the game that they play, and no other: others may come from files of this machine.
async fn own_game(State(boards): State<Arc<Boards>>, request: Request, next: Next) -> Response {
    let pass = request.extensions().get::<GuestPass>();
    let own = match pass.cloned() {
        Some(pass) => apart(move || boards.read(pass.game(), |board| board.game().name())).await.flatten(),
        None => None,
    };
    let asked = request.uri().path().split('/').nth(3);
    if own.is_some() && own == asked { next.run(request).await } else { missing() }
}

/// Answers a link that leads to no seat.
fn no_seat(reason: NoSeat) -> Response {
    let (status, code, why) = match reason {
        NoSeat::Unknown => {
            (StatusCode::NOT_FOUND, "unknown", "this link leads to no game: ask for a new one")
        }
        NoSeat::Taken => (StatusCode::CONFLICT, "taken", "this seat is taken: ask for a link to watch"),
        NoSeat::Full => (StatusCode::CONFLICT, "full", "no more people can watch this game"),
    };
    (status, Json(json!({ "error": why, "code": code }))).into_response()
}

fn offered(boards: &Arc<Boards>, game: &str, seat: GuestSeat) -> Option<OfferedSeat> {
    boards.read(game, |board| OfferedSeat { seat, variant: variants::of(board.game()) })
}

impl Shared {
    /// The game and the seat of a code.
    ///
    /// # Errors
    ///
    /// The answer to a code that leads to no seat. Wrong ones are limited, right ones never.
    fn invited(
        &self,
        code: Result<Json<Code>, JsonRejection>,
        visitor: Option<&ServerVisitor>,
    ) -> Result<(String, GuestSeat, String), Box<Response>> {
        let busy = || self.gate.failed_code(visitor);
        let Json(Code { code }) =
            code.map_err(|rejection| busy().unwrap_or_else(|| malformed(&rejection)))?;
        match self.boards.guests().invited(&code) {
            Ok((game, seat)) => Ok((game, seat, code)),
            Err(NoSeat::Unknown) => Err(busy().unwrap_or_else(|| no_seat(NoSeat::Unknown)).into()),
            Err(reason) => Err(no_seat(reason).into()),
        }
    }
}

async fn invitation(
    State(shared): State<Shared>,
    visitor: Option<Extension<ServerVisitor>>,
    code: Result<Json<Code>, JsonRejection>,
) -> Response {
    let visitor = visitor.map(|Extension(visitor)| visitor);
    match shared.invited(code, visitor.as_ref()) {
        Ok((game, seat, _)) => {
            let offered = apart(move || offered(&shared.boards, &game, seat)).await.flatten();
            offered.map_or_else(|| no_seat(NoSeat::Unknown), |offered| Json(offered).into_response())
        }
        Err(response) => *response,
    }
}

async fn join(
    State(shared): State<Shared>,
    visitor: Option<Extension<ServerVisitor>>,
    code: Result<Json<Code>, JsonRejection>,
) -> Response {
    let visitor = visitor.map(|Extension(visitor)| visitor);
    let code = match shared.invited(code, visitor.as_ref()) {
        Ok((_, _, code)) => code,
        Err(response) => return *response,
    };
    let joined = apart(move || {
        let joined = shared.boards.guests().join(&code);
        joined.inspect(|(pass, _)| shared.boards.noted(pass.game()))
    });
    match joined.await {
        Some(Ok((_, key))) => Json(json!({ "key": key })).into_response(),
        Some(Err(reason)) => no_seat(reason),
        None => failed(),
    }
}

async fn seat(State(shared): State<Shared>, Extension(pass): Extension<GuestPass>) -> Response {
    found(apart(move || offered(&shared.boards, pass.game(), pass.seat())).await)
}

fn snapshot(boards: &Arc<Boards>, pass: &GuestPass) -> Option<Snapshot> {
    boards.read(pass.game(), |board| board.shared_snapshot(pass.seat().sides(), now()))
}

async fn look(State(shared): State<Shared>, Extension(pass): Extension<GuestPass>) -> Response {
    found(apart(move || snapshot(&shared.boards, &pass)).await)
}

async fn carry_out(
    State(shared): State<Shared>,
    Extension(pass): Extension<GuestPass>,
    order: Result<Json<GuestOrder>, JsonRejection>,
) -> Response {
    let Json(order) = match order {
        Ok(order) => order,
        Err(rejection) => return malformed(&rejection),
    };
    if pass.seat() == GuestSeat::Watch {
        let why = json!({ "error": "you watch this game: only its players move", "code": "watch" });
        return (StatusCode::FORBIDDEN, Json(why)).into_response();
    }
    let (sides, now) = (pass.seat().sides(), now());
    let done = apart(move || {
        shared.boards.with(pass.game(), |board: &mut LiveGame| {
            match order {
                GuestOrder::Play { text, ply } => board.play_for(sides, &text, ply, now)?,
                GuestOrder::TakeBack {} => board.take_back(sides, now)?,
                GuestOrder::Resign {} => board.resign(sides, now)?,
                GuestOrder::Draw {} => board.draw(sides, now)?,
            }
            Ok(json!({}))
        })
    });
    match done.await {
        // The name of the other program is left out.
        Some(Some(Err(Refusal::InUse(_)))) => {
            let why = json!({ "error": "the game is open in another program of the host", "code": "in-use" });
            (StatusCode::CONFLICT, Json(why)).into_response()
        }
        done => answered(done),
    }
}

/// The data of a guest's stream of events.
struct Watching {
    boards: Arc<Boards>,
    pass: GuestPass,
    changes: watch::Receiver<u64>,
    stream: GuestStream,
    /// The version that was sent last.
    sent: Option<u64>,
    /// The mark in the game that somebody looks on from elsewhere.
    _mark: Arc<()>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        // Whether a guest is there is shown to the host.
        self.boards.noted(self.pass.game());
    }
}

impl Watching {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            {
                let (changed, ended) = (pin!(self.changes.changed()), pin!(self.stream.ended()));
                match future::select(changed, ended).await {
                    Either::Left((Ok(()), _)) => {}
                    _ => return None,
                }
            }
            self.changes.borrow_and_update();
            let (boards, pass) = (self.boards.clone(), self.pass.clone());
            let snapshot = apart(move || snapshot(&boards, &pass)).await??;
            // Notes of the host are no news for guests.
            if self.sent.replace(snapshot.version) != Some(snapshot.version) {
                return Some((Ok(Event::default().json_data(snapshot).unwrap_or_default()), self));
            }
        }
    }
}

async fn events(State(shared): State<Shared>, Extension(pass): Extension<GuestPass>) -> Response {
    let stream = pass.stream();
    let boards = shared.boards;
    let (all, game) = (boards.clone(), pass.game().to_owned());
    let watched = apart(move || {
        let mark = all.guest_mark(&game)?;
        Some((all.watch(&game)?, mark))
    });
    let Some((mut changes, mark)) = watched.await.flatten() else { return missing() };
    // The present state comes at once.
    changes.mark_changed();
    boards.noted(pass.game());
    let watching = Watching { boards, pass, changes, stream, sent: None, _mark: mark };
    Sse::new(stream::unfold(watching, Watching::next)).keep_alive(KeepAlive::default()).into_response()
}
