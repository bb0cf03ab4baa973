//! Puzzles without a browser: questions, answers, refusals.

use crate::asking::{guard, request};
use axum::Router;
use axum::body::to_bytes;
use axum::http::StatusCode;
use helgi_board::annotation;
use helgi_board::api::router_with;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::keep::Keep;
use helgi_board::puzzles::{Puzzles, routes};
use helgi_record::files::GameFolder;
use helgi_study::puzzles::built_in;
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

/// Black mates in one; White mates in two by force, where every other move is worse.
const OWN: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - bm Qh4#;\n\
    7k/8/5K2/8/8/8/8/R7 w - - pv Kg6 Kg8 Ra8#;\n";

fn server(boards: Arc<Boards>) -> Router {
    let more = routes(Puzzles::new(boards.clone())).merge(annotation::routes(boards.clone()));
    router_with(boards, guard(), Assets::default(), more)
}

async fn ask(server: &Router, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request(method, path, body.to_string())).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn post(server: &Router, path: &str, body: Value) -> Value {
    let (status, answer) = ask(server, "POST", path, body).await;
    assert_eq!(status, StatusCode::OK, "{path}: {answer}");
    answer
}

/// The names of the sentences that are said.
fn ids(answer: &Value) -> Vec<&str> {
    let sentences = answer["says"]["sentences"].as_array().unwrap();
    sentences.iter().map(|sentence| sentence["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn puzzles_of_ones_own_are_asked_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let keep = Keep::new(GameFolder::new(folder.path().to_owned())).unwrap();
    let boards = Arc::new(Boards::new(Some(keep)));
    let server = server(boards.clone());
    let taken = post(&server, "/api/puzzles", json!({ "text": OWN, "variant": "chess" })).await;
    assert_eq!(taken, json!({ "set": "own-1", "left_out": 0, "findings": [] }));
    let (_, sets) = ask(&server, "GET", "/api/puzzles", Value::Null).await;
    let sets = sets.as_array().unwrap();
    assert_eq!(
        sets.last(),
        Some(&json!({ "name": "own-1", "title": { "id": "puzzles.own", "name": "1" }, "count": 2 }))
    );
    assert_eq!(sets.len(), built_in::games().len() + 1);

    let second = "/api/puzzles/own-1/2";
    let task = post(&server, second, json!({ "do": "begin" })).await;
    assert_eq!(
        (&task["variant"], &task["side"], &task["count"]),
        (&json!("chess"), &json!("white"), &json!(2))
    );
    let answer = |text: &str, done: usize, wrong: usize| json!({ "do": "answer", "move": text, "done": done, "wrong": wrong, "hints": 0 });
    let wrong = post(&server, "/api/puzzles/own-1/1", answer("a6", 0, 0)).await;
    assert_eq!((&wrong["right"], &wrong["moves"]), (&json!(false), &json!([])), "{wrong}");
    assert_eq!(ids(&wrong), ["puzzle.wrong.missed"], "{wrong}");
    let right = post(&server, second, answer("f6g6", 0, 1)).await;
    assert_eq!((&right["over"], &right["moves"]), (&json!(false), &json!(["f6g6", "h8g8"])));
    assert_eq!(ids(&right), ["puzzle.right", "puzzle.reply"], "{right}");
    let hint = post(&server, second, json!({ "do": "hint", "done": 2, "number": 1 })).await;
    let rook = json!({ "id": "puzzle.hint.piece", "piece": { "id": "piece.rook" }, "square": "a1" });
    assert_eq!(hint["says"], rook);
    let last = post(&server, second, answer("Ra8", 2, 1)).await;
    assert_eq!((&last["over"], &last["moves"]), (&json!(true), &json!(["a1a8"])));
    assert_eq!(ids(&last), ["puzzle.right", "puzzle.end.reason", "puzzle.solved.later"], "{last}");
    assert_eq!(last["says"]["sentences"][2]["try"], 2);
    let solution = post(&server, "/api/puzzles/own-1/1", json!({ "do": "solution", "done": 0 })).await;
    assert_eq!(solution["moves"], json!(["d8h4"]));
    assert_eq!(ids(&solution), ["puzzle.solution.reason"]);
    assert_eq!(solution["says"]["sentences"][0]["moves"], "Qh4#");

    // The game of a puzzle is not among one's own games.
    let board = format!("/api/boards/{}", task["id"].as_str().unwrap());
    post(&server, &board, json!({ "do": "play", "move": "Kg6", "ply": 0 })).await;
    assert!(boards.list().is_empty());
}

#[tokio::test]
async fn texts_without_puzzles_are_refused() {
    let server = server(Arc::default());
    let text = |text: &str, variant: &str| json!({ "text": text, "variant": variant });
    for (body, says) in [
        (text("", "chess"), "puzzles: none, expected PGN or EPD"),
        (text(OWN, "ludo"), "variant: `ludo`"),
        (text("8/8/8/8/8/8/8/8 w - - bm Qh4;\n", "chess"), "puzzles: "),
    ] {
        let (status, answer) = ask(&server, "POST", "/api/puzzles", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert!(answer["error"].as_str().unwrap().starts_with(says), "{answer}");
    }
    post(&server, "/api/puzzles", text(OWN, "chess")).await;
    let move_at = |text: &str, done: usize| json!({ "do": "answer", "move": text, "done": done, "wrong": 0, "hints": 0 });
    for (path, body, status) in [
        ("/api/puzzles/tavreli/51", json!({ "do": "begin" }), 404),
        ("/api/puzzles/own-1/0", json!({ "do": "begin" }), 404),
        ("/api/puzzles/own-1/3", json!({ "do": "begin" }), 404),
        ("/api/puzzles/own-1/2", move_at("Kg6", 3), 409),
        ("/api/puzzles/own-1/2", json!({ "do": "hint", "done": 4_000_000_000_u64, "number": 1 }), 409),
        ("/api/puzzles/own-1/2", move_at("Ka1", 0), 422),
        ("/api/puzzles/own-1/2", json!({ "do": "dance" }), 422),
    ] {
        let (found, answer) = ask(&server, "POST", path, body).await;
        assert_eq!(found.as_u16(), status, "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_game_that_was_not_reviewed_is_not_annotated() {
    let server = server(Arc::default());
    let plan = json!({ "variant": "chess", "white": { "kind": "person" }, "black": { "kind": "person" } });
    let id = post(&server, "/api/boards", plan).await["id"].as_str().unwrap().to_owned();
    let (status, answer) = ask(&server, "POST", &format!("/api/boards/{id}/annotation"), json!({})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer["error"].as_str().unwrap().contains("review it first"), "{answer}");
}
