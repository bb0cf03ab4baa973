//! The opening explorer: own games are counted, and counted again when they have changed; a book is beside them.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use helgi_board::boards::Boards;
use helgi_board::engines::EngineFiles;
use helgi_board::explorer::{Explorer, routes};
use helgi_board::keep::Keep;
use helgi_board::moment;
use helgi_desk::plan::GamePlan;
use helgi_record::GameResult;
use helgi_record::files::GameFolder;
use helgi_rules::{Game, GameId, readable};
use helgi_study::book::{BookStep, Builder, Recipe};
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

/// A game between two persons with these moves.
fn played(boards: &Arc<Boards>, moves: &[&str]) -> String {
    let id = boards.begin(&GamePlan::of_two(GameId::CHESS)).unwrap();
    for (ply, text) in moves.iter().enumerate() {
        boards.with(&id, |board| board.play(text, ply, moment::now())).unwrap().unwrap();
    }
    id
}

#[tokio::test]
async fn own_games_and_a_book_are_explored() {
    let folder = tempfile::tempdir().unwrap();
    let start = GameId::CHESS.start();
    let mut book = Builder::new(GameId::CHESS, Recipe { min_games: 1, ..Recipe::default() });
    for (text, result) in [("e4", GameResult::WhiteWins), ("d4", GameResult::Draw), ("d4", GameResult::Draw)]
    {
        let step = BookStep { played: readable::read(&start, text).unwrap(), counts: true };
        book.add(&start, [step], result).unwrap();
    }
    let keep = Keep::new(GameFolder::new(folder.path().to_owned())).unwrap();
    let boards = Boards::new(Some(keep)).with_files(EngineFiles::with_books(vec![book.finish()]));
    let boards = Arc::new(boards);
    played(&boards, &["f3", "e5", "g4", "Qh4"]);
    let id = played(&boards, &["e4", "e5"]);
    let router = routes(Explorer::new(boards.clone()));
    let explored = async |at: &str| {
        let path = format!("/api/boards/{id}/at/{at}/explorer");
        let response = router.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice::<Value>(&bytes).unwrap_or_default())
    };
    let snapshot = serde_json::to_value(boards.snapshot(&id).unwrap()).unwrap();
    let root = snapshot["root"].as_str().unwrap().to_owned();
    let (status, found) = explored(&root).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(found["games"], 2);
    let moves: Vec<Value> = found["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["san"], one["games"], one["black"], one["book"]]))
        .collect();
    // The weights of the book are two each: a win, and two draws.
    assert_eq!(json!(moves), json!([["e4", 1, 0, 0.5], ["f3", 1, 1, null], ["d4", 0, 0, 0.5]]));
    let last = snapshot["line"][1].as_str().unwrap();
    assert_eq!(explored(last).await.1, json!({ "games": 0, "moves": [] }));
    // One more game is counted.
    played(&boards, &["f3"]);
    let (_, again) = explored(&root).await;
    assert_eq!((&again["games"], &again["moves"][0]["san"]), (&json!(3), &json!("f3")));
    assert_eq!(explored("none").await.0, StatusCode::NOT_FOUND);
}
