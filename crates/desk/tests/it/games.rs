//! Games that are begun, played against the engine, taken back, watched, and ended.

use crate::asking::{Page, of_two};
use helgi_rules::GameId;
use serde_json::{Value, json};

fn person() -> Value {
    json!({ "kind": "person" })
}

fn level(level: u32) -> Value {
    json!({ "kind": "engine", "level": level })
}

/// The first legal move of a game as the page is sent it.
fn first_move(page: &mut Page, game: &str) -> (String, usize) {
    let now = page.value(game);
    let wire = now["moves"][0]["wire"].as_str().unwrap_or_else(|| panic!("{now}"));
    (wire.to_owned(), now["line"].as_array().unwrap().len())
}

fn play_first(page: &mut Page, game: &str) {
    let (text, ply) = first_move(page, game);
    page.order(game, &json!({ "do": "play", "move": text, "ply": ply }));
}

#[test]
fn every_built_in_game_is_played_against_the_engine_taken_back_and_given_up() {
    for game in GameId::BUILT_IN {
        let mut page = Page::new();
        let plan = json!({ "variant": game.name(), "white": person(), "black": level(2) });
        let board = page.begin(&plan);
        let stream = page.stream(&format!("{board}/events"));
        // Tactical's players place pieces first, several times one after the other.
        for _ in 0..3 {
            while page.value(&board)["thinking"] == json!(true) {
                page.think();
            }
            play_first(&mut page, &board);
        }
        while page.value(&board)["thinking"] == json!(true) {
            page.think();
        }
        let now = page.value(&board);
        let plies = now["line"].as_array().unwrap().len();
        assert!(plies > 3 && now["trouble"].is_null(), "{}: {now}", game.name());
        let heard = page.heard(stream, "message");
        assert_eq!(heard.last(), Some(&now), "{}", game.name());
        page.order(&board, &json!({ "do": "takeback" }));
        assert!(page.value(&board)["line"].as_array().unwrap().len() < plies, "{}", game.name());
        page.order(&board, &json!({ "do": "resign" }));
        assert_eq!(page.value(&board)["ending"]["score"], json!("0-1"), "{}", game.name());
        assert!(page.jobs.is_empty());
        // As it is kept, it is read again.
        let name = board.trim_start_matches("/api/boards/").to_owned();
        let kept = page.value("/api/boards");
        assert_eq!((kept[0]["id"].as_str(), kept[0]["result"].as_str()), (Some(name.as_str()), Some("0-1")));
        let pgn = page.desk.shelf_mut().take_changes().pop().unwrap().1.unwrap();
        let mut other = Page::with(helgi_desk::desk::MemoryShelf::new([(name, pgn.0, pgn.1)]));
        let again = other.value(&board);
        assert_eq!(again["scene"], page.value(&board)["scene"], "{}", game.name());
        assert_eq!(again["ending"]["score"], json!("0-1"));
    }
}

#[test]
fn the_engine_answers_after_a_pause_and_not_for_a_turn_that_is_over() {
    let mut page = Page::new();
    let board = page.begin(&json!({ "variant": "chess", "white": person(), "black": level(1) }));
    page.order(&board, &json!({ "do": "play", "move": "e4", "ply": 0 }));
    assert_eq!(page.jobs.len(), 1);
    let job = page.jobs[0].clone();
    assert_eq!((job.board.moves.join(" ").as_str(), job.board.version), ("e2e4", 1));
    let written = serde_json::to_value(&job).unwrap();
    assert_eq!(
        (&written["task"]["kind"], &written["task"]["strength"]),
        (&json!("move"), &json!({ "level": 1 }))
    );
    // The answer is there, but people see their own move first.
    let mut engine = helgi_engine::search::Engine::new(1, 1).unwrap();
    let thought = crate::asking::perform(&mut engine, &job);
    page.desk.answered(job.id, thought.clone(), page.present);
    page.wait(100);
    assert_eq!(page.value(&board)["line"].as_array().unwrap().len(), 1);
    page.wait(200);
    assert_eq!(page.value(&board)["line"].as_array().unwrap().len(), 2);
    page.order(&board, &json!({ "do": "play", "move": "d4", "ply": 2 }));
    let job = page.jobs.last().unwrap().clone();
    page.order(&board, &json!({ "do": "takeback" }));
    assert!(page.jobs.iter().all(|known| known.id != job.id), "it is stopped");
    page.desk.answered(job.id, thought, page.present);
    page.wait(1000);
    assert_eq!(page.value(&board)["line"].as_array().unwrap().len(), 2);
}

#[test]
fn two_engines_play_for_somebody_who_looks() {
    let mut page = Page::new();
    let board = page.begin(&json!({ "variant": "chess", "white": level(1), "black": level(1) }));
    assert!(page.jobs.is_empty());
    let stream = page.stream(&format!("{board}/events"));
    for _ in 0..4 {
        page.think();
    }
    assert!(page.heard(stream, "message").len() >= 4);
    page.order(&board, &json!({ "do": "pace", "paused": true, "pause": 1000 }));
    assert!(page.jobs.is_empty());
    page.desk.close(stream);
    page.order(&board, &json!({ "do": "pace", "paused": false, "pause": 1000 }));
    assert!(page.jobs.is_empty());
}

#[test]
fn a_clock_that_runs_out_ends_the_game_without_a_request() {
    let mut page = Page::new();
    let mut plan = of_two("chess");
    plan["clock"] = json!("10");
    let board = page.begin(&plan);
    let stream = page.stream(&format!("{board}/events"));
    page.order(&board, &json!({ "do": "play", "move": "e4", "ply": 0 }));
    page.wait(4000);
    let next = page.desk.poll(page.present).next.unwrap();
    assert_eq!(next.saturating_duration_since(page.present.moment).as_millis(), 6000);
    page.wait(6000);
    let ending = &page.heard(stream, "message").pop().unwrap()["ending"];
    assert_eq!(ending["score"], json!("1-0"));
    assert_eq!(page.desk.poll(page.present).next, None);
}

#[test]
fn marks_variations_names_and_seats_are_kept() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    for (ply, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
        page.order(&board, &json!({ "do": "play", "move": text, "ply": ply }));
    }
    let line = page.value(&board)["line"].clone();
    let at = page.order(&board, &json!({ "do": "explore", "move": "c5", "at": line[0] }))["at"].clone();
    page.order(&board, &json!({ "do": "mark", "at": at, "marks": ["Gc5", "Rc5d4"] }));
    page.order(&board, &json!({ "do": "name", "name": "Вечер" }));
    page.order(&board, &json!({ "do": "seat", "white": person(), "black": level(3) }));
    let text = page.desk.shelf_mut().take_changes().pop().unwrap().1.unwrap().0;
    for part in ["Вечер", "2026.11.27", "(1... c5", "%csl Gc5", "%cal Rc5d4"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (status, refused) = page.post(&board, &json!({ "do": "promote", "at": at }));
    assert_eq!((status, &refused["code"]), (422, &json!("played")));
    let played = page.value(&board)["tree"][1]["san"].clone();
    assert_eq!(played, json!("e5"), "a game with an engine is not changed by it");
    page.order(&board, &json!({ "do": "delete", "at": at }));
    assert_eq!(page.value(&board)["tree"].as_array().unwrap().len(), 3);
    let place = page.value(&format!("{board}/at/{}", line[1].as_str().unwrap()));
    assert_eq!(place["scene"]["side"], json!("white"));
    let others = page.value(&format!("{board}/at/{}/others", line[1].as_str().unwrap()));
    assert!(!others.as_array().unwrap().is_empty());
}
