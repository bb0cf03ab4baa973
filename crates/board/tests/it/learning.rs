//! Rules pages, pieces of every game, and games as GIF.

use crate::asking::{COOKIE, guard, request};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use helgi_board::api::router_with;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::learn;
use helgi_rules::games::GameId;
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

const PAGE: &str = "# A game (`popular10`)\n\n![The start](x.svg)\n\n| `popular10-drop` | drops |\n|---|---|\n\
    | `popular10-both` | does both |\n";

fn server() -> Router {
    let games = GameId::BUILT_IN.iter().filter(|game| game.name().starts_with("popular10"));
    let written = games.map(|&game| ((game, "en"), PAGE)).collect();
    let of_others: fn(GameId, &str) -> Option<String> =
        |game, _| (game == GameId::CRAZYHOUSE).then(|| "# Drops".to_owned());
    let pages = learn::Pages { written, of_others: Some(of_others) };
    router_with(Arc::new(Boards::default()), guard(), Assets::default(), learn::router(pages))
}

async fn ask(server: &Router, path: &str, cookie: &str, order: Option<Value>) -> (StatusCode, String) {
    let method = if order.is_some() { "POST" } else { "GET" };
    let body = order.map_or_else(Body::empty, |order| Body::from(order.to_string()));
    let mut request = request(method, path, body);
    request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

async fn get(path: &str, cookie: &str) -> (StatusCode, Value) {
    let (status, text) = ask(&server(), path, cookie, None).await;
    (status, serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test]
async fn games_are_taught() {
    let cookie = format!("helgi-4000={COOKIE}");
    let (status, rules) = get("/api/variants/popular10-both/rules/en", &cookie).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(rules["variant"][0]["text"], "does both");
    assert_eq!(rules["blocks"][1]["shown"]["variant"], "popular10-both");
    // A language without pages has the English ones.
    assert_eq!(get("/api/variants/popular10-both/rules/xx", &cookie).await, (status, rules));
    let (_, rules) = get("/api/variants/crazyhouse/rules/xx", &cookie).await;
    assert_eq!(rules["blocks"][0]["spans"][0]["text"], "Drops");
    let (status, pieces) = get("/api/variants/tactical/pieces", &cookie).await;
    assert_eq!(status, StatusCode::OK);
    let pieces = pieces.as_array().unwrap();
    assert_eq!(pieces.len(), GameId::TACTICAL.info().pieces.len());
    let cannon = pieces.iter().find(|piece| piece["name"]["id"] == "piece.cannon").unwrap();
    assert_eq!(cannon["words"][0]["path"]["id"], "path.straight", "{cannon}");
    let reach = cannon["shown"]["reach"].as_array().unwrap();
    assert!(reach.iter().any(|one| one["mark"] == "shot"), "{cannon}");
}

#[tokio::test]
async fn games_are_shown() {
    let cookie = format!("helgi-4000={COOKIE}");
    let (status, steps) = get("/api/variants/tavreli/game", &cookie).await;
    assert_eq!(status, StatusCode::OK);
    let steps = steps.as_array().unwrap();
    assert!(steps.len() > 20 && steps[0]["changes"].is_object(), "{steps:?}");
    let (_, variants) = get("/api/variants", &cookie).await;
    for variant in variants.as_array().unwrap().iter().filter(|one| one["family"] == one["name"]) {
        assert!(variant["sample"]["cells"].is_object(), "{}", variant["name"]);
        assert_ne!(variant["sample"]["cells"], variant["start"]["cells"], "{}", variant["name"]);
    }
}

#[tokio::test]
async fn unknown_lessons_are_refused() {
    let cookie = format!("helgi-4000={COOKIE}");
    for path in ["/api/variants/shogi/rules/en", "/api/variants/chess/rules/en", "/api/variants/..%2F/pieces"]
    {
        let (status, answered) = get(path, &cookie).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(status == StatusCode::NOT_FOUND && why.contains("variant: `"), "{path}: {answered}");
    }
    assert_eq!(get("/api/variants/chess/pieces", "").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn games_become_moving_pictures() {
    let (server, cookie) = (server(), format!("helgi-4000={COOKIE}"));
    let person = json!({ "kind": "person" });
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let plan = json!({ "variant": "chess", "white": person, "black": person, "moves": moves });
    let (_, begun) = ask(&server, "/api/boards", &cookie, Some(plan)).await;
    let begun: Value = serde_json::from_str(&begun).unwrap();
    let game = format!("/api/boards/{}", begun["id"].as_str().unwrap());
    let (_, seen) = ask(&server, &game, &cookie, None).await;
    let seen: Value = serde_json::from_str(&seen).unwrap();
    let at = |ply: usize| seen["line"][ply - 1].as_str().unwrap().to_owned();
    for (path, status, says) in [
        (format!("{}/pictures/white", at(4)), StatusCode::OK, "GIF89a"),
        (format!("{}/letters/black", at(3)), StatusCode::OK, "GIF89a"),
        (format!("{}/photos/black", at(2)), StatusCode::UNPROCESSABLE_ENTITY, "pieces: `photos`"),
        (format!("{}/letters/red", at(2)), StatusCode::UNPROCESSABLE_ENTITY, "side: `red`"),
        ("nowhere/letters/black".to_owned(), StatusCode::CONFLICT, "at: `nowhere`"),
    ] {
        let (found, said) = ask(&server, &format!("{game}/gif/{path}"), &cookie, None).await;
        assert!(found == status && said.contains(says), "{path}: {found} {said}");
    }
    let (found, _) = ask(&server, "/api/boards/none/gif/x/letters/white", &cookie, None).await;
    assert_eq!(found, StatusCode::NOT_FOUND);
}
