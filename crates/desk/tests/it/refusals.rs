//! Refusals, with the status and the code that the server has for them.

use crate::asking::{Page, of_two};
use helgi_desk::desk::{Method, Reply};
use serde_json::{Value, json};

#[test]
fn orders_are_refused_by_their_names() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    let engine = json!({ "kind": "engine", "level": 1 });
    let other = page.begin(&json!({ "variant": "chess", "white": engine, "black": { "kind": "person" } }));
    let both = page.begin(&json!({ "variant": "chess", "white": engine, "black": engine }));
    let over = page.begin(&of_two("chess"));
    page.order(&over, &json!({ "do": "resign" }));
    let tavreli = page.begin(&of_two("tactical"));
    for (board, order, status, code) in [
        (&board, json!({ "do": "play", "move": "e5", "ply": 0 }), 422, json!("move")),
        (&board, json!({ "do": "play", "move": "e4", "ply": 7 }), 409, json!("changed")),
        (&board, json!({ "do": "explore", "move": "e4", "at": "nothing" }), 409, json!("changed")),
        (&board, json!({ "do": "takeback" }), 422, json!("start")),
        (&board, json!({ "do": "mark", "at": "nothing", "marks": [] }), 409, json!("changed")),
        (&board, json!({ "do": "pace", "paused": true, "pause": 1 }), 422, Value::Null),
        (&both, json!({ "do": "pace", "paused": true, "pause": 70_000 }), 422, Value::Null),
        (&both, json!({ "do": "resign" }), 422, json!("nobody")),
        (&other, json!({ "do": "play", "move": "e4", "ply": 0 }), 422, json!("turn")),
        (&other, json!({ "do": "draw" }), 422, json!("draw")),
        (
            &tavreli,
            json!({ "do": "seat", "white": { "kind": "engine", "level": 99 }, "black": engine }),
            422,
            Value::Null,
        ),
        (&over, json!({ "do": "play", "move": "e4", "ply": 0 }), 422, json!("over")),
        (&over, json!({ "do": "hint" }), 422, json!("over")),
        (&board, json!({ "do": "judge", "move": "e4", "at": "nothing" }), 409, json!("changed")),
        (&board, json!({ "do": "name", "name": "a\nb" }), 422, Value::Null),
        (&board, json!({ "do": "dance" }), 422, Value::Null),
    ] {
        let before = page.value(board);
        let (found, refused) = page.post(board, &order);
        assert_eq!((found, &refused["code"]), (status, &code), "{order}: {refused}");
        assert!(!refused["error"].as_str().unwrap().is_empty());
        assert_eq!(page.value(board)["version"], before["version"], "{order}");
    }
}

#[test]
fn plans_positions_and_texts_are_refused_with_their_field() {
    let mut page = Page::new();
    for (path, body, says) in [
        (
            "/api/boards",
            json!({ "variant": "nosuch", "white": { "kind": "person" }, "black": { "kind": "person" } }),
            "variant: `nosuch`",
        ),
        ("/api/boards", json!({ "variant": "chess" }), "missing field `white`"),
        ("/api/positions", json!({ "variant": "chess", "fen": "8/8 w - - 0 1" }), "board"),
        ("/api/boards/pgn", json!({ "pgn": "" }), "PGN: no game"),
        ("/api/boards/pgn", json!({ "pgn": "1. Ke5 *" }), "PGN, game 1"),
        ("/api/puzzles", json!({ "text": "nothing", "variant": "chess" }), "puzzles: "),
        (
            "/api/engine",
            json!({ "threads": 9, "hash": 16, "net": "built-in", "book": false }),
            "threads: 9, expected 1 to 1",
        ),
        (
            "/api/engine",
            json!({ "threads": 1, "hash": 8, "net": "built-in", "book": false }),
            "hash: 8, expected 16",
        ),
    ] {
        let (status, refused) = page.post(path, &body);
        assert!((400..500).contains(&status), "{path} {body}");
        assert!(refused["error"].as_str().unwrap().contains(says), "{path} {body}: {refused}");
    }
    assert_eq!(page.value("/api/boards"), json!([]));
}

#[test]
fn addresses_that_lead_nowhere_are_missing() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    for path in [
        "/",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/boards/nothing",
        "/api/boards/nothing/events",
        "/api/boards/nothing/review",
        "/api/boards/nothing/pgn",
        "/api/boards/nothing/at/x",
        "/api/variants/nosuch/pieces",
        "/api/variants/chess/rules/en",
        "/api/puzzles/nosuch",
        "/api/tasks/nosuch",
        "/api/boards/nothing/guests",
    ] {
        let reply = page.handle(Method::Get, path, "");
        assert!(matches!(reply, Reply::Json { status: 404, .. }), "{path}: {reply:?}");
    }
    for path in [
        "/at/x",
        "/at/x/others",
        "/at/x/explorer",
        "/gif/x/pictures/white",
        "/events/x/1",
        "/events/x/1/more",
    ] {
        let reply = page.handle(Method::Get, &format!("{board}{path}"), "");
        assert!(matches!(reply, Reply::Json { status: 404, .. }), "{path}: {reply:?}");
    }
    assert_eq!(page.get(&format!("{board}/events/x/many")).0, 400);
    assert_eq!(page.value("/api/match"), Value::Null);
    assert_eq!(page.value(&format!("{board}/guests"))["seats"], json!([]));
    assert_eq!(page.post(&format!("{board}/guests"), &json!({ "do": "invite", "seat": "white" })).0, 404);
    // No more streams are open than the server has.
    for _ in 0..100 {
        page.stream(&format!("{board}/events"));
    }
    assert_eq!(page.get(&format!("{board}/events")).0, 503);
}
