//! The resources of the engines: what can be chosen, and that searches use it.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use helgi_board::boards::Boards;
use helgi_board::resources::routes;
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

#[tokio::test]
async fn resources_are_chosen_within_limits_and_used() {
    let boards = Arc::new(Boards::new(None));
    let router = routes(boards.clone());
    let ask = async |body: Option<Value>| {
        let request = match body {
            None => Request::get("/api/engine").body(Body::empty()),
            Some(body) => Request::post("/api/engine")
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
        };
        let response = router.clone().oneshot(request.unwrap()).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice::<Value>(&bytes).unwrap())
    };
    let (status, usual) = ask(None).await;
    assert_eq!((status, &usual["threads"], &usual["hash"]), (StatusCode::OK, &json!(1), &json!(32)));
    let most = usual["most"]["threads"].as_u64().unwrap();
    let size = || boards.engines().find(|engine| Some((engine.threads(), engine.table_size())));
    assert_eq!(size().await, Some((1, 32)));
    assert_eq!(ask(Some(json!({ "threads": most, "hash": 16 }))).await.0, StatusCode::OK);
    // An engine that has thought before is given them, too.
    assert_eq!(size().await, Some((most as usize, 16)));
    for (wrong, expected) in [
        (json!({ "threads": 0, "hash": 16 }), "threads: 0, expected 1 to "),
        (json!({ "threads": most + 1, "hash": 16 }), "expected 1 to "),
        (json!({ "threads": 1, "hash": 0 }), "hash: 0, expected 1 to 1024 megabytes"),
        (json!({ "threads": 1, "hash": 1_000_000 }), "hash: 1000000, expected 1 to 1024 megabytes"),
    ] {
        let (status, answered) = ask(Some(wrong)).await;
        assert!(
            status == StatusCode::BAD_REQUEST && answered["error"].as_str().unwrap().contains(expected),
            "{answered}"
        );
    }
    assert_eq!(size().await, Some((most as usize, 16)));
}
