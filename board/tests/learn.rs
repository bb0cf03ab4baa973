//! What the server teaches: rules pages, and the pieces of every game.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::guard::Guard;
use helgi_board::program::Program;
use helgi_rules::games::GameId;
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

const KEY: &str = "0123456789abcdef";

const PAGE: &str = "# A game (`popular10`)\n\n![The start](x.svg)\n\n| `popular10-drop` | drops |\n|---|---|\n\
    | `popular10-both` | does both |\n";

async fn get(path: &str, cookie: &str) -> (StatusCode, Value) {
    let program =
        Program { page: |game| game.name().starts_with("popular10").then_some(PAGE), ..Program::default() };
    let boards = Arc::new(Boards::default().within(program));
    let server = router(boards, Guard::new(4000, KEY.to_owned()), Assets::default());
    let request = Request::builder()
        .uri(path)
        .header(header::HOST, "127.0.0.1:4000")
        .header(header::COOKIE, cookie)
        .body(Body::empty())
        .unwrap();
    let response = server.oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

#[tokio::test]
async fn games_are_taught() {
    let cookie = format!("helgi-4000={KEY}");
    let (status, rules) = get("/api/variants/popular10-both/rules", &cookie).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(rules["variant"][0]["text"], "does both");
    assert_eq!(rules["blocks"][1]["shown"]["variant"], "popular10-both");
    let (status, pieces) = get("/api/variants/tactical/pieces", &cookie).await;
    assert_eq!(status, StatusCode::OK);
    let pieces = pieces.as_array().unwrap();
    assert_eq!(pieces.len(), GameId::Tactical.info().pieces.len());
    let cannon = pieces.iter().find(|piece| piece["name"] == "cannon").unwrap();
    assert!(cannon["words"][0].as_str().unwrap().contains("straight"), "{cannon}");
    let reach = cannon["shown"]["reach"].as_array().unwrap();
    assert!(reach.iter().any(|one| one["mark"] == "shot"), "{cannon}");
}

#[tokio::test]
async fn nothing_is_taught_that_is_not_there() {
    let cookie = format!("helgi-4000={KEY}");
    for path in ["/api/variants/shogi/rules", "/api/variants/chess/rules", "/api/variants/..%2F/pieces"] {
        let (status, answered) = get(path, &cookie).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(status == StatusCode::NOT_FOUND && why.contains("variant: `"), "{path}: {answered}");
    }
    assert_eq!(get("/api/variants/chess/pieces", "").await.0, StatusCode::FORBIDDEN);
}
