//! Guests: their seats, the one game that they see, and everything else that is refused to them.

mod addresses;
mod play;
mod routes;

use crate::asking;
use crate::asking::{guard, request};
use axum::Router;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::{HeaderName, Request, StatusCode, header};
use futures_util::StreamExt;
use helgi_board::annotation;
use helgi_board::api::router_with;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::guard::HEADER;
use helgi_board::guests::gate::Gate;
use helgi_board::guests::origin::PublicOrigin;
use helgi_board::guests::{Guests, SHARED_GAMES, WATCHERS, host, service};
use helgi_board::keep::Keep;
use helgi_board::learn::{self, Pages};
use helgi_board::listen;
use helgi_board::puzzles::{self, Puzzles};
use helgi_board::wall::routes as wall;
use helgi_record::files::GameFolder;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tower::ServiceExt;

/// The address of the guests' server.
const HOST: &str = "192.168.1.5:8000";
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Both servers with one game of two people.
struct Whole {
    own: Router,
    guests: Router,
    boards: Arc<Boards>,
    id: String,
    /// The address of the game on the own server.
    game: String,
}

fn origin() -> PublicOrigin {
    format!("http://{HOST}").parse().unwrap()
}

impl Whole {
    async fn new() -> Whole {
        Whole::with(None, None, json!({ "kind": "person" })).await
    }

    /// The same with folders for the games and for the guests, and another player of Black.
    async fn with(games: Option<&Path>, folder: Option<&Path>, black: Value) -> Whole {
        let keep = games.map(|games| Keep::new(GameFolder::new(games.to_owned())).unwrap());
        let boards = Arc::new(Boards::with_guests(keep, Guests::new(origin(), folder).unwrap()));
        let more = puzzles::routes(Puzzles::new(boards.clone()))
            .merge(annotation::routes(boards.clone()))
            .merge(host::routes(boards.clone()))
            .merge(wall::routes(None))
            .merge(learn::router(Pages::default()));
        let own = router_with(boards.clone(), guard(), Assets::default(), more);
        let gate = Gate::new(boards.clone(), HOST.parse().unwrap(), origin());
        let guests = service::router(boards.clone(), gate, Assets::default(), Pages::default());
        let mut whole = Whole { own, guests, boards, id: String::new(), game: String::new() };
        whole.id = whole.begin("chess", black).await;
        whole.game = format!("/api/boards/{}", whole.id);
        whole
    }

    async fn begin(&self, variant: &str, black: Value) -> String {
        let plan = json!({ "variant": variant, "white": { "kind": "person" }, "black": black });
        let (status, begun) = self.host("POST", "/api/boards", plan).await;
        assert_eq!(status, StatusCode::OK, "{begun}");
        begun["id"].as_str().unwrap().to_owned()
    }

    /// The answer to the page on this machine.
    async fn host(&self, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
        answer(&self.own, request(method, path, body.to_string())).await
    }

    /// An order of the page on this machine about the game.
    async fn order(&self, order: Value) -> StatusCode {
        self.host("POST", &self.game, order).await.0
    }

    /// The seats as the page on this machine lists them, after an order.
    async fn seats(&self, order: Value) -> Vec<Value> {
        let (status, list) = self.host("POST", &format!("{}/guests", self.game), order).await;
        assert_eq!(status, StatusCode::OK, "{list}");
        list["seats"].as_array().unwrap().clone()
    }

    /// The code of a new link.
    async fn invite(&self, seat: &str) -> String {
        let seats = self.seats(json!({ "do": "invite", "seat": seat })).await;
        let link = seats.iter().find(|listed| listed["seat"] == seat).unwrap()["link"].as_str().unwrap();
        link.strip_prefix(&format!("http://{HOST}/#")).unwrap().to_owned()
    }

    /// The answer to a device with a key, or without one.
    async fn guest(&self, key: &str, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
        answer(&self.guests, guest_request(key, method, path, body)).await
    }

    async fn join(&self, code: &str) -> (StatusCode, Value) {
        self.guest("", "POST", "/api/guest/join", json!({ "code": code })).await
    }

    /// The key of a new guest.
    async fn seated(&self, seat: &str) -> String {
        let (status, joined) = self.join(&self.invite(seat).await).await;
        assert_eq!(status, StatusCode::OK, "{joined}");
        joined["key"].as_str().unwrap().to_owned()
    }

    /// The status of an order of a guest.
    async fn asks(&self, key: &str, order: Value) -> StatusCode {
        self.guest(key, "POST", "/api/guest", order).await.0
    }

    async fn seen(&self, key: &str) -> Value {
        let (status, seen) = self.guest(key, "GET", "/api/guest", Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{seen}");
        seen
    }

    async fn events(&self, key: &str) -> BodyDataStream {
        let asked = guest_request(key, "GET", "/api/guest/events", Value::Null);
        let response = self.guests.clone().oneshot(asked).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body().into_data_stream()
    }
}

async fn answer(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    if response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream") {
        return (status, Value::Null);
    }
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// A request as a guest's page sends it.
fn guest_request(key: &str, method: &str, path: &str, body: Value) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST)
        .header(header::ORIGIN, format!("http://{HOST}"))
        .header(header::CONTENT_TYPE, "application/json");
    let request = if key.is_empty() { request } else { request.header(HEADER, key) };
    request.body(if body.is_null() { Body::empty() } else { Body::from(body.to_string()) }).unwrap()
}

fn play(text: &str, ply: usize) -> Value {
    json!({ "do": "play", "move": text, "ply": ply })
}
