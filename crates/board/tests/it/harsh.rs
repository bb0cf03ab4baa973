//! Abuse that no page may get away with, at every address: strangers, ways out of the folder, much
//! too much data, nonsense, and watchers that come and go. Nothing is lost by any of it.

use crate::asking::{COOKIE, guard, request};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderName, Request, StatusCode, header};
use helgi_board::annotation;
use helgi_board::api::router_with;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::guard::HEADER;
use helgi_board::guests::host;
use helgi_board::keep::Keep;
use helgi_board::puzzles::{self, Puzzles};
use helgi_board::wall::Wall;
use helgi_board::wall::routes;
use helgi_match::Match;
use helgi_match::settings::{EngineSettings, MatchSettings};
use helgi_match::time::EngineClock;
use helgi_record::files::GameFolder;
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Everything that can be asked for, with one game.
struct Whole {
    router: Router,
    game: String,
    _folder: TempDir,
}

impl Whole {
    async fn new() -> Whole {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.pgn"), "[Event \"secret\"]\n\n1. e4 *\n").unwrap();
        let keep = Keep::new(GameFolder::new(folder.path().join("games"))).unwrap();
        let boards = Arc::new(Boards::new(Some(keep)));
        let engine = |name: &str| EngineSettings {
            name: name.to_owned(),
            control: EngineClock { nodes: Some(100), ..EngineClock::default() },
            ..EngineSettings::new("engine")
        };
        let engines = vec![engine("one"), engine("two")];
        let to_play = Match::new(MatchSettings { games: 2, ..MatchSettings::new(engines) }).unwrap();
        let more = puzzles::routes(Puzzles::new(boards.clone()))
            .merge(annotation::routes(boards.clone()))
            .merge(host::routes(boards.clone()))
            .merge(routes::routes(Some(Arc::new(Wall::new(&to_play)))));
        let router = router_with(boards, guard(), Assets::default(), more);
        let mut whole = Whole { router, game: String::new(), _folder: folder };
        let person = json!({ "kind": "person" });
        let plan =
            json!({ "variant": "tavreli", "white": person, "black": person, "moves": ["c1d2", "f7f5"] });
        let (status, answer) = whole.ask("POST", "/api/boards", plan.to_string()).await;
        let begun: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(status, StatusCode::OK, "{answer}");
        whole.game = format!("/api/boards/{}", begun["id"].as_str().unwrap());
        whole
    }

    /// The addresses that are looked at.
    fn read(&self) -> Vec<String> {
        let of_game =
            ["", "/review", "/events", "/events/0/1", "/events/0/1/threats", "/at/0", "/at/0/others"];
        let of_game = of_game
            .iter()
            .chain(&["/pgn", "/guests", "/gif/0/letters/white"])
            .map(|end| self.game.clone() + end);
        let others = "/api/variants /api/variants/chess/rules /api/variants/chess/pieces /api/boards /api/puzzles \
            /api/match /api/match/events /api/match/games/1/0 /api/match/games/1/pgn";
        of_game.chain(others.split(' ').map(str::to_owned)).collect()
    }

    /// The addresses that change something, with their bodies.
    fn written(&self) -> Vec<(String, Value)> {
        let person = json!({ "kind": "person" });
        let text = "1. e4 e5 2. Nf3 *";
        vec![
            (
                "/api/boards".to_owned(),
                json!({ "variant": "chess", "white": person, "black": person, "clock": "60+1" }),
            ),
            ("/api/boards/pgn".to_owned(), json!({ "pgn": text, "number": 1 })),
            (
                "/api/positions".to_owned(),
                json!({ "variant": "chess", "cells": { "e1": ["K"], "e8": ["k"] }, "side": "w", "rest": "- - 0 1" }),
            ),
            (
                "/api/puzzles".to_owned(),
                json!({ "text": "7k/8/5K2/8/8/8/8/R7 w - - pv Kg6 Kg8 Ra8#;", "variant": "chess" }),
            ),
            ("/api/puzzles/own-1/1".to_owned(), json!({ "do": "begin" })),
            (self.game.clone() + "/annotation", json!({})),
            (self.game.clone() + "/guests", json!({ "do": "dismiss", "seat": "white", "number": 1 })),
            (self.game.clone(), json!({ "do": "play", "move": "e2e4", "ply": 2 })),
            (self.game.clone(), json!({ "do": "explore", "move": "e2e4", "at": "0" })),
            (self.game.clone(), json!({ "do": "mark", "at": "0", "marks": ["Ga1", "Re2e4"] })),
            (self.game.clone(), json!({ "do": "seat", "white": person, "black": { "kind": "person" } })),
        ]
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        if status == StatusCode::OK && response.headers()[header::CONTENT_TYPE] == "text/event-stream" {
            return (status, String::new());
        }
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    async fn ask(&self, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, String) {
        self.send(request(method, path, body)).await
    }

    async fn seen(&self) -> String {
        let (status, seen) = self.ask("GET", &self.game, Body::empty()).await;
        assert_eq!(status, StatusCode::OK, "{seen}");
        seen
    }
}

/// A request with another header, or without it.
fn spoiled(mut request: Request<Body>, name: HeaderName, value: Option<&str>) -> Request<Body> {
    match value {
        Some(value) => drop(request.headers_mut().insert(name, value.parse().unwrap())),
        None => drop(request.headers_mut().remove(name)),
    }
    request
}

#[tokio::test]
async fn no_address_answers_strangers() {
    let whole = Whole::new().await;
    let before = whole.seen().await;
    let strangers = [
        (header::HOST, Some("evil.example:4000"), StatusCode::MISDIRECTED_REQUEST),
        (header::COOKIE, None, StatusCode::FORBIDDEN),
        (header::COOKIE, Some("helgi-4000=0123456789abcdee"), StatusCode::FORBIDDEN),
        (HEADER, None, StatusCode::FORBIDDEN),
        (HEADER, Some(COOKIE), StatusCode::FORBIDDEN),
        (SITE, Some("same-site"), StatusCode::FORBIDDEN),
        (SITE, Some("cross-site"), StatusCode::FORBIDDEN),
    ];
    for path in whole.read() {
        for (name, value, expected) in strangers.clone() {
            let asked = spoiled(request("GET", &path, Body::empty()), name, value);
            assert_eq!(whole.send(asked).await.0, expected, "{path}, {value:?}");
        }
    }
    let writers = [
        (header::ORIGIN, None, StatusCode::FORBIDDEN),
        (header::ORIGIN, Some("http://evil.example"), StatusCode::FORBIDDEN),
        (header::ORIGIN, Some("http://127.0.0.1:4001"), StatusCode::FORBIDDEN),
        (header::ORIGIN, Some("null"), StatusCode::FORBIDDEN),
        (header::CONTENT_TYPE, Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ];
    for (path, told) in whole.written() {
        for (name, value, expected) in strangers.iter().chain(&writers).cloned() {
            let asked = spoiled(request("POST", &path, told.to_string()), name, value);
            assert_eq!(whole.send(asked).await.0, expected, "{path}, {value:?}");
        }
    }
    assert_eq!(whole.seen().await, before);
}

#[tokio::test]
async fn no_path_leads_out_of_what_is_served() {
    let whole = Whole::new().await;
    let mut paths: Vec<String> =
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%00"]
            .map(str::to_owned)
            .to_vec();
    for name in [
        "..%2fsecret",
        "%2e%2e%2fsecret",
        "..%5csecret",
        "%2e%2e",
        "%2fetc%2fpasswd",
        "secret.pgn",
        "%00",
        "%ff",
    ] {
        let ends = ["", "/pgn", "/review", "/events", "/at/0", "/gif/0/letters/white"];
        paths.extend(ends.iter().map(|end| format!("/api/boards/{name}{end}")));
        paths.extend(["rules", "pieces"].map(|end| format!("/api/variants/{name}/{end}")));
        paths.extend([format!("/api/match/games/{name}/pgn"), format!("/api/match/games/1/{name}")]);
        paths.push(format!("{}/at/{name}", whole.game));
    }
    for path in &paths {
        let (status, answer) = whole.ask("GET", path, Body::empty()).await;
        assert!(status.is_client_error(), "{path}: {status}");
        assert!(
            !answer.contains("[package]") && !answer.contains("secret\"") && !answer.contains("root:"),
            "{path}: {answer}"
        );
    }
    let (status, _) =
        whole.ask("POST", "/api/puzzles/..%2fsecret/1", json!({ "do": "begin" }).to_string()).await;
    assert!(status.is_client_error(), "{status}");
}

#[tokio::test]
async fn oversized_requests_are_not_read() {
    let whole = Whole::new().await;
    let before = whole.seen().await;
    let endless = Bytes::from(vec![b' '; 100 << 20]);
    for (path, _) in whole.written() {
        let (status, _) = whole.ask("POST", &path, endless.clone()).await;
        let reads_nothing = path.ends_with("/annotation");
        assert!(
            status == StatusCode::PAYLOAD_TOO_LARGE || reads_nothing && status.is_client_error(),
            "{path}: {status}"
        );
    }
    assert_eq!(whole.seen().await, before);
}

/// A text with a few bytes changed, removed or repeated.
fn garbled(text: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..bytes.len().max(1));
        match random.u8(0..5) {
            _ if bytes.is_empty() => bytes.push(b'0'),
            0 => bytes[at] = random.u8(..),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *random.choice(br#"{}[]",:0-9e\u"#).unwrap()),
            3 => bytes.truncate(at.max(1)),
            _ => bytes.extend_from_within(at..),
        }
    }
    bytes
}

#[tokio::test]
async fn garbled_orders_are_refused_and_change_nothing() {
    let whole = Whole::new().await;
    let mut random = fastrand::Rng::with_seed(17);
    let mut refused = 0;
    for (path, told) in whole.written() {
        let text = told.to_string();
        let mut before = whole.seen().await;
        for _ in 0..150 {
            let told = garbled(&text, &mut random);
            let (status, answer) = whole.ask("POST", &path, told.clone()).await;
            let told = String::from_utf8_lossy(&told);
            assert!(
                status == StatusCode::OK || status.is_client_error(),
                "{path}: {told}: {status} {answer}"
            );
            let now = whole.seen().await;
            if status != StatusCode::OK {
                refused += 1;
                assert!(answer.starts_with("{\"error\":"), "{path}: {told}: {answer}");
                assert_eq!(now, before, "{path}: {told}");
            }
            before = now;
        }
    }
    assert!(refused > 800, "{refused}");
}

#[tokio::test]
async fn watchers_of_a_match_and_of_games_come_and_go() {
    let whole = Whole::new().await;
    for path in [whole.game.clone() + "/events", "/api/match/events".to_owned()] {
        let open =
            || async { whole.router.clone().oneshot(request("GET", &path, Body::empty())).await.unwrap() };
        let mut watchers = Vec::new();
        for _ in 0..100 {
            watchers.push(open().await);
            assert_eq!(watchers.last().unwrap().status(), StatusCode::OK, "{path}");
        }
        assert_eq!(open().await.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        drop(watchers);
        for _ in 0..500 {
            assert_eq!(open().await.status(), StatusCode::OK, "{path}");
        }
    }
}
