//! Games outlive the program: they are read back as they were, whenever it ends.

use helgi_board::boards::Boards;
use helgi_board::keep::Keep;
use helgi_board::plan::{Plan, Player};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position, readable};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

fn boards(folder: &Path) -> Arc<Boards> {
    Arc::new(Boards::new(Some(Keep::new(folder.to_owned()).unwrap())))
}

fn two(variant: &str, clock: Option<&str>) -> Plan {
    let clock = clock.map(str::to_owned);
    let variant = variant.to_owned();
    Plan { variant, white: Player::Person, black: Player::Person, clock, fen: None, moves: Vec::new() }
}

fn seen(boards: &Arc<Boards>, id: &str) -> Value {
    let mut seen = serde_json::to_value(boards.snapshot(id).unwrap()).unwrap();
    seen["version"] = json!(0);
    seen
}

#[tokio::test]
async fn games_of_all_kinds_are_read_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for &game in GameId::ALL {
        let first = boards(folder.path());
        let id = first.begin(&two(game.name(), None)).unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        let mut position = game.start();
        for ply in 0..60 {
            let Some(&played) = random.choice(&position.moves()) else { break };
            let text = readable::write(&position, played, readable::Style::Uci);
            if first.with(&id, |board| board.play(&text, ply, Instant::now())).unwrap().is_err() {
                break;
            }
            position.play(played);
        }
        // Somebody else has nothing but the files.
        assert_eq!(seen(&boards(folder.path()), &id), seen(&first, &id), "{}", game.name());
    }
    assert_eq!(boards(folder.path()).list().len(), GameId::ALL.len());
}

#[tokio::test]
async fn endings_players_and_clocks_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = boards(folder.path());
    let now = Instant::now();
    let id = first.begin(&two("chess", Some("40/300+3"))).unwrap();
    for (ply, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
        first.with(&id, |board| board.play(text, ply, now)).unwrap().unwrap();
    }
    let again = boards(folder.path());
    let clock = &seen(&again, &id)["clock"];
    assert_eq!((&clock["control"], &clock["running"]), (&json!("40/300+3"), &json!("black")));
    assert!(
        clock["white"].as_u64().unwrap() > 300_000 && clock["black"].as_u64().unwrap() > 290_000,
        "{clock}"
    );
    again.with(&id, |board| board.resign(Instant::now())).unwrap().unwrap();
    let third = boards(folder.path());
    assert_eq!(seen(&third, &id)["ending"], json!({ "score": "1-0", "reason": "Black resigns" }));
    let listed = &third.list()[0];
    assert_eq!((&*listed.id, listed.plies, listed.result), (&*id, 3, "1-0"));

    let engine = Player::Engine { level: 7 };
    let id = first.begin(&Plan { black: engine, ..two("tavreli", None) }).unwrap();
    let back = seen(&boards(folder.path()), &id);
    assert_eq!((&back["white"]["kind"], &back["black"]["level"]), (&json!("person"), &json!(7)));
}

#[tokio::test]
async fn an_engine_that_was_thinking_thinks_again() {
    let folder = tempfile::tempdir().unwrap();
    let id = boards(folder.path())
        .begin(&Plan { white: Player::Engine { level: 1 }, ..two("chess", None) })
        .unwrap();
    let again = boards(folder.path());
    let mut changes = again.watch(&id).unwrap();
    while again.snapshot(&id).unwrap().line.is_empty() {
        changes.changed().await.unwrap();
    }
    assert_eq!(boards(folder.path()).snapshot(&id).unwrap().line.len(), 1);
}

#[tokio::test]
async fn no_name_leads_out_of_the_folder_and_no_broken_file_does_harm() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("board");
    std::fs::write(folder.path().join("secret.pgn"), "1. e4 *\n").unwrap();
    let boards = boards(&inner);
    for name in ["../secret", "..", "", "/etc/passwd", "a/b", "a.b", "nothing"] {
        assert!(boards.snapshot(name).is_none(), "{name}");
    }
    for (name, text) in [
        ("binary", &b"\xff\xfe\x00"[..]),
        ("empty", b""),
        ("illegal", b"[Variant \"tavreli\"]\n\n1. e2e9 *\n"),
        ("unknown", b"[Variant \"shogi\"]\n\n*\n"),
    ] {
        std::fs::write(inner.join(format!("{name}.pgn")), text).unwrap();
        assert!(boards.snapshot(name).is_none(), "{name}");
    }
    assert!(boards.list().iter().all(|game| game.id == "illegal"), "{:?}", boards.list());
    // The place goes away: the game goes on, and says so.
    let id = boards.begin(&two("chess", None)).unwrap();
    std::fs::remove_dir_all(&inner).unwrap();
    boards.with(&id, |board| board.play("e4", 0, Instant::now())).unwrap().unwrap();
    let now = boards.snapshot(&id).unwrap();
    assert!(now.line.len() == 1 && now.trouble.is_some_and(|why| why.contains("not kept")));
}
