//! Hints, judgements, analysis, reviews, puzzles, tasks and lessons.

use crate::asking::{Page, of_two};
use helgi_desk::desk::EngineFinding;
use helgi_desk::review::reviewed;
use helgi_engine::search::{Engine, Limits};
use helgi_rules::{Game, GameId, Line, readable};
use helgi_study::review::{ReviewTask, StudyStop, review};
use serde_json::{Value, json};

const SHORT: [&str; 7] = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];

fn played(page: &mut Page) -> String {
    let board = page.begin(&of_two("chess"));
    for (ply, text) in SHORT.into_iter().enumerate() {
        page.order(&board, &json!({ "do": "play", "move": text, "ply": ply }));
    }
    board
}

#[test]
fn a_review_is_the_one_that_an_engine_at_hand_makes() {
    let mut page = Page::new();
    let board = played(&mut page);
    let (status, refused) = page.post(&format!("{board}/annotation"), &json!({}));
    assert_eq!(status, 422, "{refused}");
    let stream = page.stream(&format!("{board}/review"));
    page.think();
    let last = page.heard(stream, "message").pop().unwrap();
    let mut line = Line::new(GameId::CHESS.start());
    for text in SHORT {
        line.play(readable::read(line.present(), text).unwrap());
    }
    let task = ReviewTask { line: &line, limits: &Limits::to_nodes(helgi_desk::review::NODES), winner: None };
    let mut engine = Engine::new(1, 1).unwrap();
    let found = review(&mut engine, &task, &StudyStop::default(), |_| ()).unwrap();
    let expected = serde_json::to_string(&reviewed(&line, &found)).unwrap();
    assert_eq!(last["review"], serde_json::from_str::<Value>(&expected).unwrap());
    assert_eq!((&last["review"]["moves"][5]["grade"], &last["done"]), (&json!("??"), &last["all"]));
    page.order(&format!("{board}/annotation"), &json!({}));
    let annotated = page.value(&board)["tree"].clone();
    let is_marked = |listed: &&Value| listed["glyphs"].as_array().unwrap().contains(&json!("??"));
    let marked = annotated.as_array().unwrap().iter().filter(is_marked).map(|listed| &listed["san"]);
    assert_eq!(marked.collect::<Vec<_>>(), ["Nf6"]);
}

#[test]
fn a_review_ends_with_the_engine() {
    let mut page = Page::new();
    let board = played(&mut page);
    let stream = page.stream(&format!("{board}/review"));
    let job = page.jobs.remove(0);
    page.desk.answered(job.id, EngineFinding::Failed("out of memory".to_owned()), page.present);
    page.wait(0);
    assert_eq!(page.ended, [stream]);
}

/// An engine of somebody else's can write any number.
#[test]
fn scores_beyond_a_mate_are_those_of_one() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    let root = page.value(&board)["root"].as_str().unwrap().to_owned();
    let stream = page.stream(&format!("{board}/events/{root}/1"));
    let job = page.jobs.remove(0);
    let line = |score: i32| json!({ "depth": 1, "multipv": 1, "score": score, "bound": "exact", "nodes": 1, "time": 0.1, "pv": ["e2e4"] });
    for score in [i32::MIN, i32::MAX] {
        let finding = serde_json::from_value(json!({ "lines": [line(score)] })).unwrap();
        page.desk.answered(job.id, finding, page.present);
        page.wait(200);
        let heard = page.heard(stream, "analysis").pop().unwrap();
        assert!(heard["lines"][0]["text"].as_str().unwrap().starts_with('#'), "{heard}");
    }
}

#[test]
fn moves_are_judged_and_hints_given() {
    let mut page = Page::new();
    let board = page.begin(&of_two("chess"));
    for (ply, text) in SHORT[..5].iter().enumerate() {
        page.order(&board, &json!({ "do": "play", "move": text, "ply": ply }));
    }
    let last = page.value(&board)["line"][4].clone();
    let judged = page.order(&board, &json!({ "do": "judge", "move": "Nf6", "at": last }));
    assert_eq!(judged["grade"], json!("??"), "{judged}");
    let judged = page.order(&board, &json!({ "do": "judge", "move": "Qe7", "at": last }));
    assert_eq!(judged["grade"], Value::Null, "{judged}");
    let hint = page.order(&board, &json!({ "do": "hint" }));
    assert!(hint["line"][0].is_string() && hint["wire"].is_string(), "{hint}");
}

#[test]
fn an_analysis_goes_on_until_nobody_listens() {
    let mut page = Page::new();
    let board = page.begin(&of_two("tavreli"));
    let root = page.value(&board)["root"].as_str().unwrap().to_owned();
    for (path, threats) in [("2", false), ("1/threats", true)] {
        let stream = page.stream(&format!("{board}/events/{root}/{path}"));
        let job = page.jobs[0].clone();
        page.think();
        let found = page.heard(stream, "analysis").pop().unwrap();
        assert_eq!(
            (&found["at"], found["lines"].as_array().unwrap().len()),
            (&json!(root), if threats { 1 } else { 2 })
        );
        let text = found["lines"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(['+', '−', '#']), "{text}");
        page.desk.close(stream);
        let stopped = page.desk.poll(page.present).stopped;
        assert_eq!(stopped, [job.id]);
    }
}

#[test]
fn puzzles_are_asked_and_answered() {
    let mut page = Page::new();
    let sets = page.value("/api/puzzles");
    assert!(sets.as_array().unwrap().iter().any(|set| set["name"] == "chess"));
    let themes = page.value("/api/puzzles/chess");
    let begun = page.order("/api/puzzles/chess/1", &json!({ "do": "begin" }));
    assert_eq!(begun["count"].as_u64().unwrap() as usize, themes.as_array().unwrap().len());
    let board = format!("/api/boards/{}", begun["id"].as_str().unwrap());
    let solution = page.order("/api/puzzles/chess/1", &json!({ "do": "solution", "done": 0 }));
    let right = solution["moves"][0].clone();
    let answer = |text: &Value| json!({ "do": "answer", "move": text, "done": 0, "wrong": 0, "hints": 0 });
    assert_eq!(page.order("/api/puzzles/chess/1", &answer(&right))["right"], json!(true));
    let moves = page.value(&board)["moves"].clone();
    let other =
        moves.as_array().unwrap().iter().map(|choice| &choice["wire"]).find(|wire| **wire != right).unwrap();
    let verdict = page.order("/api/puzzles/chess/1", &answer(other));
    assert!(verdict["says"].is_object() && verdict["right"].is_boolean(), "{verdict}");
    assert!(
        page.order("/api/puzzles/chess/1", &json!({ "do": "hint", "done": 0, "number": 1 }))["says"]
            .is_object()
    );
    assert_eq!(page.post("/api/puzzles/chess/99999", &json!({ "do": "begin" })).0, 404);
    assert_eq!(page.value("/api/boards"), json!([]), "games of puzzles are not kept");
}

#[test]
fn tasks_and_lessons_are_there_for_games_with_rules() {
    let mut page = Page::new();
    helgi_variants::install_library();
    page.desk.set_page("tavreli", "en", "# Tavreli\n\n## Pieces\n\nA text.\n".to_owned());
    let rules = page.value("/api/variants/tavreli/rules/ru");
    assert!(!rules["blocks"].as_array().unwrap().is_empty());
    // The file of a game has its rules, and no family's page stands in for them.
    page.desk.set_page("chess", "en", "# Chess\n\n## Pieces\n\nA text.\n".to_owned());
    for (language, title) in
        [("ru", "Шахматы Капабланки"), ("en", "Capablanca chess"), ("eo", "Capablanca chess")]
    {
        let own = page.value(&format!("/api/variants/capablanca/rules/{language}"));
        assert!(own.to_string().contains(title), "{own}");
    }
    assert!(page.value("/api/variants/fischerandom/rules/en").to_string().contains("A text."));
    assert!(!page.value("/api/variants/tavreli/pieces").as_array().unwrap().is_empty());
    assert!(page.value("/api/variants/tavreli/game").as_array().unwrap().len() > 10);
    assert!(page.value("/api/variants").as_array().unwrap().len() >= 7);
    assert!(page.value("/api/variants/more").as_array().unwrap().len() > 50);
    let tasks = page.value("/api/tasks/tavreli");
    assert!(!tasks.as_array().unwrap().is_empty());
    let solution = page.order("/api/tasks/tavreli/1", &json!({ "do": "solution" }));
    let answer = json!({ "do": "answer", "move": solution["moves"][0] });
    assert_eq!(page.order("/api/tasks/tavreli/1", &answer)["right"], json!(true));
    let begun = page.order("/api/tasks/tavreli/1", &json!({ "do": "begin" }));
    assert_eq!(begun["variant"], json!("tavreli"));
    // A game from a file is played like the others.
    let board = page.begin(&of_two("grand"));
    assert!(!page.value(&board)["moves"].as_array().unwrap().is_empty());
    let drafted =
        page.order("/api/positions", &json!({ "variant": "chess", "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }));
    assert!(drafted["ending"]["score"].is_string());
}
