//! Games that are kept, and taken over from texts.

use crate::asking::{Page, of_two};
use helgi_desk::desk::{MemoryShelf, Method, Reply};
use helgi_desk::moment::LocalTime;
use serde_json::{Value, json};

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

/// The end on the board need not be in the record.
#[test]
fn a_game_that_is_over_has_no_clock_that_runs() {
    let text = "[Variant \"chess\"]\n[TimeControl \"10\"]\n[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n";
    let shelf =
        MemoryShelf::new([("mate".to_owned(), text.to_owned(), LocalTime::since_1970(crate::asking::BEGIN))]);
    let mut page = Page::with(shelf);
    let board = "/api/boards/mate";
    let ended = page.value(board)["ending"].clone();
    assert_ne!(ended, Value::Null);
    page.wait(20_000);
    assert_eq!(page.value(board)["ending"], ended);
}

#[test]
fn games_of_one_second_have_names_of_their_own() {
    let mut page = Page::new();
    let begun: Vec<String> = (0..3).map(|_| page.begin(&of_two("chess"))).collect();
    assert_eq!(
        begun.iter().map(|name| name.trim_start_matches("/api/boards/chess-2026-11-27-")).collect::<Vec<_>>(),
        ["160005", "160005-2", "160005-3"]
    );
    page.wait(1_000);
    assert!(page.begin(&of_two("chess")).ends_with("160006"));
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

/// The rules `[mine:chess]` with `stalemateValue = loss`, packed.
const RULES: &str = "i87NzEu1Ss5ILS6O5SouScxJzU0sSQ1LzClNVbBVyMkvLuYCAA";

#[test]
fn a_game_of_a_link_is_played_and_not_kept() {
    let mut page = Page::new();
    let offered = page.order("/api/rules", &json!({ "variant": "mine", "rules": RULES }));
    assert_eq!(offered, json!({ "title": "mine", "text": "[mine:chess]\nstalemateValue = loss\n" }));
    assert_eq!(page.value("/api/variants/mine"), Value::Null);
    let mut plan = of_two("mine");
    plan["rules"] = json!(RULES);
    plan["moves"] = json!(["e2e4"]);
    plan["black"] = json!({ "kind": "engine", "level": 1 });
    let begun = page.order("/api/boards", &plan);
    let variant = begun["variant"].as_str().unwrap().to_owned();
    // An engine that knows the games of the program alone is told the rules.
    let definition = page.jobs[0].board.definition.clone().unwrap();
    assert_eq!(definition, format!("[{variant}:chess]\nstalemateValue = loss\ntitle = mine\n"));
    page.think();
    let board = format!("/api/boards/{}", begun["id"].as_str().unwrap());
    assert_eq!(page.value(&board)["line"].as_array().unwrap().len(), 2);
    assert_eq!(page.value("/api/boards"), json!([]));
    assert!(page.desk.shelf_mut().take_changes().is_empty());
    // Nor is another game of it, or one that is read from a text.
    let pgn = format!("[Variant \"{variant}\"]\n\n1. e4 *\n");
    page.begin(&of_two(&variant));
    assert_eq!(page.order("/api/boards/pgn", &json!({ "pgn": pgn }))["variant"], json!(variant));
    assert!(page.desk.shelf_mut().take_changes().is_empty());
    assert_eq!(page.value(&format!("/api/variants/{variant}"))["foreign"], json!(true));
    assert_eq!(page.value(&format!("/api/variants/{variant}/rules/ru"))["blocks"][0]["is"], json!("heading"));
    let link = page.value(&format!("/api/variants/{variant}/link"));
    assert_eq!(link["variant"], json!("mine"));
    let (status, refusal) = page.post("/api/rules", &json!({ "variant": "mine", "rules": "%" }));
    assert_eq!(
        (status, &refusal["code"], &refusal["says"]["id"]),
        (422, &json!("rules"), &json!("link.rules.letter"))
    );
}
