//! Games that are kept, taken over from texts, and in use elsewhere.

use crate::asking::{Page, of_two};
use helgi_desk::desk::{Method, Reply};
use helgi_desk::moment::LocalTime;
use serde_json::json;

const SEVERAL: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n[Variant \"tavreli\"]\n\n1. c1d2 *\n";

#[test]
fn recorded_games_are_chosen_and_taken_over() {
    let mut page = Page::new();
    let choice = page.order("/api/boards/pgn", &json!({ "pgn": SEVERAL }));
    assert_eq!(
        (choice["choice"][0]["white"].as_str(), choice["choice"][1]["plies"].as_u64()),
        (Some("A"), Some(1))
    );
    let game = page.order("/api/boards/pgn", &json!({ "pgn": SEVERAL, "number": 2 }));
    assert_eq!(game["variant"], json!("tavreli"));
    assert_eq!(game["id"], json!("tavreli-2026-11-27-160005"));
    page.order("/api/boards/pgn", &json!({ "pgn": SEVERAL, "number": 1 }));
    let kept = page.value("/api/boards");
    let listed: Vec<_> = kept.as_array().unwrap().iter().map(|game| (&game["id"], &game["when"])).collect();
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&(&json!("chess-2026-11-27-160005"), &json!("2026-11-27 16:00"))));
    let file = page.handle(Method::Get, "/api/boards/tavreli-2026-11-27-160005/pgn", "");
    let Reply::File { name, text, .. } = file else { panic!("{file:?}") };
    assert_eq!(name, "helgi-tavreli-2026-11-27-160005.pgn");
    assert!(text.contains("[Variant \"tavreli\"]"));
}

#[test]
fn names_are_given_once_and_the_last_game_stands_first() {
    let mut page = Page::new();
    let boards: Vec<String> = (0..3).map(|_| page.begin(&of_two("chess"))).collect();
    assert!(boards[1].ends_with("-160005-2") && boards[2].ends_with("-160005-3"), "{boards:?}");
    assert_eq!(page.value("/api/boards"), json!([]), "nothing was played");
    for (board, seconds) in boards.iter().zip([2, 4, 3]) {
        page.wait(seconds * 1000);
        page.order(board, &json!({ "do": "play", "move": "e4", "ply": 0 }));
    }
    page.order(&boards[0], &json!({ "do": "play", "move": "e5", "ply": 1 }));
    let kept = page.value("/api/boards");
    assert_eq!((&kept[0]["plies"], &kept[1]["plies"]), (&json!(2), &json!(1)));
    page.order(&boards[1], &json!({ "do": "forget" }));
    assert_eq!(page.value("/api/boards").as_array().unwrap().len(), 2);
    let changes = page.desk.shelf_mut().take_changes();
    assert!(changes.iter().any(|(name, now)| boards[1].ends_with(name.as_str()) && now.is_none()));
    assert_eq!(page.get(&boards[1]).0, 404);
}

#[test]
fn moves_of_kept_games_are_counted() {
    let mut page = Page::new();
    for reply in ["e5", "c5", "c5"] {
        page.wait(1000);
        let board = page.begin(&of_two("chess"));
        page.order(&board, &json!({ "do": "play", "move": "e4", "ply": 0 }));
        page.order(&board, &json!({ "do": "play", "move": reply, "ply": 1 }));
        page.order(&board, &json!({ "do": "resign" }));
    }
    let id = page.value("/api/boards")[0]["id"].as_str().unwrap().to_owned();
    let board = format!("/api/boards/{id}");
    let line = page.value(&board)["line"][0].as_str().unwrap().to_owned();
    let explored = page.value(&format!("{board}/at/{line}/explorer"));
    assert_eq!(explored["games"], json!(3));
    let moves = explored["moves"].as_array().unwrap();
    assert_eq!(
        (&moves[0]["san"], &moves[0]["games"], &moves[0]["black"]),
        (&json!("c5"), &json!(2), &json!(2))
    );
}

#[test]
fn a_game_in_another_tab_is_left_alone_and_read_again() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    page.order(&board, &json!({ "do": "play", "move": "e4", "ply": 0 }));
    let name = board.trim_start_matches("/api/boards/").to_owned();
    let stream = page.stream(&format!("{board}/events"));
    page.desk.set_elsewhere(&name, true);
    let (status, refused) = page.post(&board, &json!({ "do": "play", "move": "e5", "ply": 1 }));
    assert_eq!((status, &refused["code"]), (409, &json!("in-use")), "{refused}");
    let trouble = page.heard(stream, "message").pop().unwrap()["trouble"].clone();
    assert!(trouble.as_str().unwrap().contains("another tab"), "{trouble}");
    let text = "[Result \"*\"]\n\n1. e4 c5 2. Nf3 *\n".to_owned();
    page.desk.shelf_mut().put(&name, Some((text, LocalTime::since_1970(crate::asking::BEGIN + 9))));
    page.desk.shelf_changed(&name);
    page.wait(0);
    assert_eq!(page.heard(stream, "message").pop().unwrap()["line"].as_array().unwrap().len(), 3);
    page.desk.set_elsewhere(&name, false);
    page.order(&board, &json!({ "do": "play", "move": "d6", "ply": 3 }));
    page.desk.shelf_mut().put(&name, None);
    page.desk.shelf_changed(&name);
    page.wait(0);
    assert_eq!(page.ended, [stream]);
    assert_eq!(page.get(&board).0, 404);
}

#[test]
fn all_games_are_one_text_and_a_text_all_its_games() {
    let mut page = Page::new();
    let taken =
        page.order("/api/boards/pgn", &json!({ "pgn": format!("{SEVERAL}\n1. Ke5 *\n"), "all": true }));
    assert_eq!((&taken["opened"], &taken["refused"][0]["number"]), (&json!(2), &json!(3)));
    assert_eq!(page.value("/api/boards").as_array().unwrap().len(), 2);
    let file = page.handle(Method::Get, "/api/boards/pgn", "");
    let Reply::File { name, text, .. } = file else { panic!("{file:?}") };
    assert_eq!((name.as_str(), text.matches("[Result ").count()), ("helgi-games.pgn", 2));
    let mut other = Page::new();
    let taken = other.order("/api/boards/pgn", &json!({ "pgn": text, "all": true }));
    assert_eq!((&taken["opened"], &taken["refused"]), (&json!(2), &json!([])));
}
