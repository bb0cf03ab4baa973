//! Two servers on one folder: a half-move is played once, and nothing that was answered is lost.

use crate::asking::{guard, request};
use axum::Router;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::StatusCode;
use futures_util::StreamExt;
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::keep::Keep;
use helgi_record::files::{GameFile, GameFolder};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;
use tower::ServiceExt;

fn server(folder: &Path) -> Router {
    let keep = Keep::new(GameFolder::new(folder.to_owned())).unwrap();
    router(Arc::new(Boards::new(Some(keep))), guard(), Assets::default())
}

async fn ask(server: &Router, path: &str, order: Option<Value>) -> (StatusCode, Value) {
    let method = if order.is_some() { "POST" } else { "GET" };
    let body = order.map_or_else(Body::empty, |order| Body::from(order.to_string()));
    let response = server.clone().oneshot(request(method, path, body)).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn begin(server: &Router) -> String {
    let person = json!({ "kind": "person" });
    let plan = json!({ "variant": "chess", "white": person, "black": person });
    let (status, begun) = ask(server, "/api/boards", Some(plan)).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    begun["id"].as_str().unwrap().to_owned()
}

fn play(text: &str, ply: usize) -> Option<Value> {
    Some(json!({ "do": "play", "move": text, "ply": ply }))
}

/// The moves of a game on disk.
fn kept(folder: &Path, id: &str) -> String {
    let (_, record) = GameFile::last(folder.join(format!("{id}.pgn"))).unwrap().unwrap();
    record.moves().collect::<Vec<_>>().join(" ")
}

/// A server on a thread of its own: it looks at each game, and plays a move when the other one does.
fn racer(
    folder: &Path,
    games: Vec<String>,
    text: &'static str,
    start: Arc<Barrier>,
) -> thread::JoinHandle<Vec<(StatusCode, Value)>> {
    let folder = folder.to_owned();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = server(&folder);
            let mut answers = Vec::new();
            for id in games {
                let path = format!("/api/boards/{id}");
                assert_eq!(ask(&server, &path, None).await.0, StatusCode::OK);
                start.wait();
                answers.push(ask(&server, &path, play(text, 0)).await);
                start.wait();
            }
            answers
        })
    })
}

#[tokio::test]
async fn of_two_moves_at_one_half_move_one_is_played_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let first = server(folder.path());
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(begin(&first).await);
    }
    drop(first);
    let start = Arc::new(Barrier::new(2));
    let racers = ["e4", "d4"].map(|text| racer(folder.path(), games.clone(), text, start.clone()));
    let answers = racers.map(|racer| racer.join().unwrap());
    let mut twice = 0;
    for (number, id) in games.iter().enumerate() {
        let [one, other] = [0, 1].map(|racer: usize| &answers[racer][number]);
        let played = match (one.0, other.0) {
            (StatusCode::OK, StatusCode::CONFLICT) => "e4",
            (StatusCode::CONFLICT, StatusCode::OK) => "d4",
            (StatusCode::OK, StatusCode::OK) => {
                twice += 1;
                continue;
            }
            _ => panic!("{one:?} {other:?}"),
        };
        assert_eq!(kept(folder.path(), id), played);
    }
    assert_eq!(twice, 0, "games in which both were answered 200");
}

/// A page at a game: it gets changes for as long as it lives.
async fn watcher(server: &Router, path: &str) -> BodyDataStream {
    let asked = request("GET", &format!("{path}/events"), Body::empty());
    let mut stream = server.clone().oneshot(asked).await.unwrap().into_body().into_data_stream();
    stream.next().await.unwrap().unwrap();
    stream
}

#[tokio::test]
async fn the_second_is_told_who_has_the_game_and_goes_on_when_it_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (server(folder.path()), server(folder.path()));
    let id = begin(&first).await;
    let path = format!("/api/boards/{id}");
    let page = watcher(&first, &path).await;
    let mut other_page = watcher(&second, &path).await;
    assert_eq!(ask(&first, &path, play("e4", 0)).await.0, StatusCode::OK);
    for (text, ply) in [("d4", 0), ("c5", 1)] {
        let (status, answer) = ask(&second, &path, play(text, ply)).await;
        let why = answer["error"].as_str().unwrap_or_default();
        assert_eq!(status, StatusCode::CONFLICT, "{answer}");
        let own = format!("process {}: close it there", std::process::id());
        assert!(why.starts_with("this game is open in `") && why.contains(&own), "{why}");
        // It is seen after the next drawing, too, as are the first one's moves.
        let seen = ask(&second, &path, None).await.1;
        assert_eq!((&seen["trouble"], seen["line"].as_array().unwrap().len()), (&answer["error"], 1));
    }
    assert!(other_page.next().await.unwrap().is_ok());
    assert_eq!(kept(folder.path(), &id), "e4");
    drop(page);
    while ask(&second, &path, play("c5", 1)).await.0 != StatusCode::OK {
        tokio::task::yield_now().await;
    }
    assert_eq!(kept(folder.path(), &id), "e4 c5");
    assert_eq!(ask(&second, &path, None).await.1["trouble"], Value::Null);
    // Now it is the second's, and the page of the first gets the error.
    assert_eq!(ask(&first, &path, play("d4", 2)).await.0, StatusCode::CONFLICT);
    assert_eq!(ask(&second, &path, play("Nf3", 2)).await.0, StatusCode::OK);
    assert_eq!(kept(folder.path(), &id), "e4 c5 Nf3");
}

#[tokio::test]
async fn a_game_of_another_program_is_left_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path());
    let id = begin(&server).await;
    let path = format!("/api/boards/{id}");
    assert_eq!(ask(&server, &path, play("e4", 0)).await.0, StatusCode::OK);
    let page = watcher(&server, &path).await;
    // As `helgi play --resume` has it.
    let (mut file, mut record) = GameFile::resume(folder.path().join(format!("{id}.pgn"))).unwrap().unwrap();
    assert_eq!(ask(&server, &path, play("e5", 1)).await.0, StatusCode::CONFLICT);
    assert_eq!(ask(&server, &path, Some(json!({ "do": "resign" }))).await.0, StatusCode::CONFLICT);
    record.push("c5", None);
    file.write(&record).unwrap();
    drop(file);
    let (status, answer) = ask(&server, &path, play("e5", 1)).await;
    assert!(
        status == StatusCode::CONFLICT && answer["error"].as_str().unwrap().starts_with("ply: 1"),
        "{answer}"
    );
    assert_eq!(ask(&server, &path, play("Nf3", 2)).await.0, StatusCode::OK);
    assert_eq!(kept(folder.path(), &id), "e4 c5 Nf3");
    // The page looks at it: the other program has to wait.
    assert!(GameFile::resume(folder.path().join(format!("{id}.pgn"))).is_err());
    drop(page);
    while GameFile::resume(folder.path().join(format!("{id}.pgn"))).is_err() {
        tokio::task::yield_now().await;
    }
}
