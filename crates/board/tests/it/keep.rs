//! Games outlive the program: they are read back as they were, whenever it ends.

use helgi_board::boards::Boards;
use helgi_board::keep::Keep;
use helgi_board::moment;
use helgi_desk::plan::{GamePlan, SeatPlan, SpokenSides, StrengthPlan};
use helgi_record::files::{GameFile, GameFolder};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position, readable};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn boards(folder: &Path) -> Arc<Boards> {
    Arc::new(Boards::new(Some(Keep::new(GameFolder::new(folder.to_owned())).unwrap())))
}

fn two(variant: &str, clock: Option<&str>) -> GamePlan {
    let variant = variant.to_owned();
    GamePlan { variant, clock: clock.map(str::to_owned), ..GamePlan::of_two(GameId::CHESS) }
}

fn seen(boards: &Arc<Boards>, id: &str) -> Value {
    let seen = serde_json::to_value(boards.snapshot(id).unwrap()).unwrap();
    // Every reading has names of its own for the moves: here they are numbered.
    let names: Vec<&str> =
        seen["tree"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    let mut text = seen.to_string().replace(&format!("{}", seen["root"]), "\"start\"");
    for (number, name) in names.iter().enumerate() {
        text = text.replace(&format!("\"{name}\""), &format!("\"move {number}\""));
    }
    let mut seen: Value = serde_json::from_str(&text).unwrap();
    seen["version"] = json!(0);
    seen
}

#[tokio::test]
async fn games_of_all_kinds_are_read_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for &game in GameId::BUILT_IN {
        let first = boards(folder.path());
        let id = first.begin(&two(game.name(), None)).unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        let mut position = game.start();
        for ply in 0..60 {
            let Some(&played) = random.choice(&position.legal_moves()) else { break };
            let text = readable::write(&position, played, readable::Style::Uci);
            if first.with(&id, |board| board.play(&text, ply, moment::now())).unwrap().is_err() {
                break;
            }
            position.play(played);
        }
        // Another program has nothing but the files.
        assert_eq!(seen(&boards(folder.path()), &id), seen(&first, &id), "{}", game.name());
    }
    assert_eq!(boards(folder.path()).list().len(), GameId::BUILT_IN.len());
}

#[tokio::test]
async fn endings_players_and_clocks_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = boards(folder.path());
    let now = moment::now();
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
    again.with(&id, |board| board.resign(SpokenSides::BOTH, moment::now())).unwrap().unwrap();
    let third = boards(folder.path());
    let resigns =
        json!({ "id": "end.resigns", "winner": { "id": "side.white" }, "loser": { "id": "side.black" } });
    assert_eq!(seen(&third, &id)["ending"], json!({ "score": "1-0", "reason": resigns }));
    let listed = &third.list()[0];
    assert_eq!((&*listed.id, listed.plies, listed.result), (&*id, 3, "1-0"));

    let engine = SeatPlan::Engine(StrengthPlan::Level(7));
    let id = first.begin(&GamePlan { black: engine, ..two("tavreli", None) }).unwrap();
    let back = seen(&boards(folder.path()), &id);
    assert_eq!((&back["white"]["kind"], &back["black"]["level"]), (&json!("person"), &json!(7)));

    // So are engines of a limited effort, in a file that says so.
    let plan = json!({
        "variant": "tavreli", "white": { "kind": "engine", "time": 2_500 }, "black": { "kind": "engine", "nodes": 7_000 },
    });
    let id = first.begin(&serde_json::from_value(plan.clone()).unwrap()).unwrap();
    let back = seen(&boards(folder.path()), &id);
    assert_eq!((&back["white"], &back["black"]), (&plan["white"], &plan["black"]));
    let text = std::fs::read_to_string(folder.path().join(format!("{id}.pgn"))).unwrap();
    assert!(
        text.contains("[White \"helgi 2.5 s a move\"]")
            && text.contains("[Black \"helgi 7000 nodes a move\"]")
    );
    for (wrong, expected) in [
        (json!({ "kind": "engine", "time": 99 }), "time: 99 ms a move, expected 100 to 600000"),
        (json!({ "kind": "engine", "nodes": 0 }), "nodes: 0 a move, expected 1 to 1000000000"),
        (json!({ "kind": "engine", "level": 19 }), "level: 19, expected a number from 1 to 18"),
    ] {
        let plan = GamePlan { black: serde_json::from_value(wrong).unwrap(), ..two("tavreli", None) };
        assert_eq!(first.begin(&plan).unwrap_err().to_string(), expected);
    }
    let both = json!({ "kind": "engine", "nodes": 1, "level": 1 });
    assert!(serde_json::from_value::<SeatPlan>(both).is_err());
}

#[tokio::test]
async fn an_engine_that_was_thinking_thinks_again() {
    let folder = tempfile::tempdir().unwrap();
    let id = boards(folder.path())
        .begin(&GamePlan { white: SeatPlan::Engine(StrengthPlan::Level(1)), ..two("chess", None) })
        .unwrap();
    let again = boards(folder.path());
    let mut changes = again.watch(&id).unwrap();
    while again.snapshot(&id).unwrap().line.is_empty() {
        // The first server thinks as well, and its changes are read again.
        if changes.changed().await.is_err() {
            changes = again.watch(&id).unwrap();
        }
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
        ("binary", &b"\x7fELF\x00\x01"[..]),
        ("empty", b""),
        ("illegal", b"[Variant \"tavreli\"]\n\n1. e2e9 *\n"),
        ("unknown", b"[Variant \"shogi\"]\n\n*\n"),
    ] {
        std::fs::write(inner.join(format!("{name}.pgn")), text).unwrap();
        assert!(boards.snapshot(name).is_none(), "{name}");
    }
    // The list does not check the legality of moves.
    assert!(boards.list().iter().all(|game| game.id == "illegal"), "{:?}", boards.list());
    // The folder is gone: the game goes on, and reports it.
    let id = boards.begin(&two("chess", None)).unwrap();
    std::fs::remove_dir_all(&inner).unwrap();
    boards.with(&id, |board| board.play("e4", 0, moment::now())).unwrap().unwrap();
    let now = boards.snapshot(&id).unwrap();
    assert!(now.line.len() == 1 && now.trouble.is_some_and(|why| why.contains("not kept")));
}

/// A game between two persons with these moves.
fn played(boards: &Arc<Boards>, moves: &[&str]) -> String {
    let id = boards.begin(&two("chess", None)).unwrap();
    for (ply, text) in moves.iter().enumerate() {
        boards.with(&id, |board| board.play(text, ply, moment::now())).unwrap().unwrap();
    }
    id
}

#[tokio::test]
async fn variations_comments_and_glyphs_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let first = boards(folder.path());
    let id = played(&first, &["e4", "e5", "Nf3"]);
    let game = first.snapshot(&id).unwrap();
    let explore = |text: &str, at: &str| first.with(&id, |board| board.explore(text, at)).unwrap();
    let sicilian = explore("c5", &game.line[0]).unwrap();
    let knight = explore("Nc3", &sicilian).unwrap();
    explore("Nf3", &sicilian).unwrap();
    // An existing move is found, played or noted.
    assert_eq!(explore("e7e5", &game.line[0]).unwrap(), game.line[1]);
    assert_eq!(explore("b1c3", &sicilian).unwrap(), knight);
    let path = folder.path().join(format!("{id}.pgn"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("\n1. e4 e5 (1... c5 2. Nc3 (2. Nf3)) 2. Nf3 *\n\n"), "{text}");
    assert!(seen(&boards(folder.path()), &id) == seen(&first, &id));
    for (text, at, says) in [
        ("Nf6", &game.line[2], "a variation stands in the stead of a move"),
        ("e6", &sicilian, "None of your pieces can go to e6."),
        ("e5", &"nothing1".to_owned(), "at: `nothing1`"),
    ] {
        let refused = explore(text, at).unwrap_err().to_string();
        assert!(refused.contains(says), "{refused}");
    }
    let refused = first.with(&id, |board| board.delete(&game.line[2])).unwrap().unwrap_err();
    assert!(refused.to_string().contains("was played"), "{refused}");

    // Another program changes the file: comments, glyphs, a null move, an end.
    let annotated = text
        .replace("1... c5", "{The Sicilian.} 1... c5!? {sharp}")
        .replace("2. Nf3 *", "2. Nf3?? (2. -- d5 $18) {Black wins on time} 0-1");
    std::fs::write(&path, annotated.replace("[Result \"*\"]", "[Result \"0-1\"]")).unwrap();
    let now = seen(&first, &id);
    assert_eq!(
        now["ending"],
        json!({ "score": "0-1", "reason": { "id": "", "own": { "en": "Black wins on time" } } })
    );
    let said: Vec<(String, Value, Value, Value)> = now["tree"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["san"].as_str().unwrap().to_owned(),
                one["before"].clone(),
                one["comments"].clone(),
                one["glyphs"].clone(),
            )
        })
        .collect();
    let is = |index: usize| (&*said[index].0, &said[index].1, &said[index].2, &said[index].3);
    assert_eq!(is(2), ("c5", &json!(["The Sicilian."]), &json!(["sharp"]), &json!(["!?"])));
    assert_eq!(is(5), ("Nf3", &json!([]), &json!([]), &json!(["??"])));
    assert_eq!((is(6).0, is(7)), ("--", ("d5", &json!([]), &json!([]), &json!(["+-"]))));
    // Comments stay when more is noted.
    let root = first.snapshot(&id).unwrap().root;
    first.with(&id, |board| board.explore("d4", &root)).unwrap().unwrap();
    // Long lines are broken somewhere.
    let text = std::fs::read_to_string(&path).unwrap().replace('\n', " ");
    assert!(
        text.contains("(1. d4)") && text.contains("{The Sicilian.}") && text.contains("2. Nf3 $4"),
        "{text}"
    );
    assert!(text.trim_end().ends_with("0-1") && text.matches("Black wins on time").count() == 1, "{text}");
}

#[tokio::test]
async fn variations_are_deleted_and_promoted() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let id = played(&boards, &["e4", "e5", "Nf3"]);
    let game = boards.snapshot(&id).unwrap();
    let explore = |text: &str, at: &str| boards.with(&id, |board| board.explore(text, at)).unwrap().unwrap();
    let text = || std::fs::read_to_string(folder.path().join(format!("{id}.pgn"))).unwrap();
    let french = explore("e6", &game.line[0]);
    let advance = explore("d4", &french);
    let quiet = explore("d3", &french);
    boards.with(&id, |board| board.promote(SpokenSides::BOTH, &quiet)).unwrap().unwrap();
    assert!(text().contains("(1... e6 2. d3 (2. d4))"), "{}", text());
    boards.with(&id, |board| board.delete(&advance)).unwrap().unwrap();
    assert!(text().contains("(1... e6 2. d3)"), "{}", text());
    // In place of the moves that were played, where only persons play.
    boards.with(&id, |board| board.promote(SpokenSides::BOTH, &french)).unwrap().unwrap();
    assert!(text().ends_with("1. e4 e6 (1... e5 2. Nf3) 2. d3 *\n\n"), "{}", text());
    let now = boards.snapshot(&id).unwrap();
    assert_eq!((now.line.len(), now.scene.side), (3, "black"));
    boards.with(&id, |board| board.play("d5", 3, moment::now())).unwrap().unwrap();

    let engine = SeatPlan::Engine(StrengthPlan::Level(1));
    let id = boards
        .begin(&GamePlan {
            black: engine,
            moves: vec!["e4".to_owned(), "e5".to_owned()],
            ..two("chess", None)
        })
        .unwrap();
    let game = boards.snapshot(&id).unwrap();
    let other = boards.with(&id, |board| board.explore("c5", &game.line[0])).unwrap().unwrap();
    let refused = boards.with(&id, |board| board.promote(SpokenSides::BOTH, &other)).unwrap().unwrap_err();
    assert!(refused.to_string().contains("play from here"), "{refused}");
    // A move is taken back with its variations.
    boards.with(&id, |board| board.take_back(SpokenSides::BOTH, moment::now())).unwrap().unwrap();
    assert_eq!(boards.snapshot(&id).unwrap().tree.len(), 0);
}

#[tokio::test]
async fn a_variation_does_not_disturb_an_engine_that_thinks() {
    let boards = boards(tempfile::tempdir().unwrap().path());
    let engine = SeatPlan::Engine(StrengthPlan::Level(1));
    let plan = GamePlan { black: engine, moves: vec!["e4".to_owned()], ..two("chess", None) };
    let id = boards.begin(&plan).unwrap();
    let mut changes = boards.watch(&id).unwrap();
    let root = boards.snapshot(&id).unwrap().root;
    boards.with(&id, |board| board.explore("d4", &root)).unwrap().unwrap();
    while boards.snapshot(&id).unwrap().line.len() < 2 {
        changes.changed().await.unwrap();
    }
}

#[tokio::test]
async fn games_of_other_programs_are_gone_on_with_and_nothing_of_their_files_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("several.pgn");
    std::fs::write(
        &path,
        "[White \"A\"]\n\n1. d4 *\n\n[White \"Player\"]\n[Black \"helgi level 2\"]\n\n1. e4 e5 *\n",
    )
    .unwrap();
    let boards = boards(folder.path());
    let game = boards.snapshot("several").unwrap();
    assert_eq!((game.white, game.black), (SeatPlan::Person, SeatPlan::Engine(StrengthPlan::Level(2))));
    boards.with("several", |board| board.play("Nf3", 2, moment::now())).unwrap().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("[White \"A\"]\n\n1. d4 *\n\n") && text.contains("2. Nf3"), "{text}");
    let (_, record) = GameFile::last(path).unwrap().unwrap();
    assert_eq!(record.len(), 3);
}

/// Several servers of one folder begin games within one second.
#[tokio::test]
async fn games_that_begin_at_once_have_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Handle::current();
    let first_moves = ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"];
    std::thread::scope(|scope| {
        for first in first_moves {
            let (folder, runtime) = (folder.path(), runtime.clone());
            scope.spawn(move || {
                let _inside = runtime.enter();
                let server = boards(folder);
                let id = server.begin(&two("chess", None)).unwrap();
                server.with(&id, |board| board.play(first, 0, moment::now())).unwrap().unwrap();
            });
        }
    });
    let files = GameFolder::new(folder.path().to_owned()).newest_first();
    let mut found: Vec<String> = files
        .into_iter()
        .filter_map(|(_, path)| GameFile::last(path).unwrap())
        .map(|(_, record)| record.moves().collect())
        .collect();
    found.sort();
    assert_eq!(found, first_moves);
}

#[cfg(unix)]
#[tokio::test]
async fn pipes_devices_and_endless_files_are_not_opened_and_listed_as_such() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(format!("{name}.pgn"));
    let boards = boards(folder.path());
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    symlink(at("pipe"), at("to-pipe")).unwrap();
    symlink("/dev/zero", at("zero")).unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    std::fs::File::create(at("huge")).unwrap().set_len(1 << 40).unwrap();
    symlink(at("huge"), at("to-huge")).unwrap();
    std::fs::write(at("good"), "1. e4 *\n").unwrap();
    let mut listed: Vec<_> =
        boards.list().into_iter().map(|game| (game.id, game.trouble.unwrap_or_default())).collect();
    listed.sort();
    let ordinary = |kind: &str| format!("{kind}, expected an ordinary file");
    let large = "1099511627776 bytes, expected at most 4194304".to_owned();
    let expected = [
        ("folder", ordinary("a folder")),
        ("good", String::new()),
        ("huge", large.clone()),
        ("pipe", ordinary("a pipe")),
        ("to-huge", large),
        ("to-pipe", ordinary("a pipe")),
        ("zero", ordinary("a device")),
    ];
    assert_eq!(listed, expected.map(|(name, why)| (name.to_owned(), why)));
    for name in ["pipe", "to-pipe", "zero", "folder", "huge", "to-huge"] {
        assert!(boards.snapshot(name).is_none(), "{name}");
    }
    assert!(boards.snapshot("good").is_some());
}

#[tokio::test]
async fn games_are_listed_with_their_last_position_named_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let id = boards.begin(&two("chess", None)).unwrap();
    boards.with(&id, |board| board.play("e2e4", 0, moment::now())).unwrap().unwrap();
    let [listed] = boards.list().try_into().unwrap();
    assert_eq!(listed.name, None);
    assert_eq!(listed.cells.get("e4"), Some(&vec!["P".to_owned()]));
    assert!(!listed.cells.contains_key("e2"));
    boards.with(&id, |board| board.name("The long evening")).unwrap().unwrap();
    assert_eq!(boards.list()[0].name.as_deref(), Some("The long evening"));
    for name in ["two\nlines", &"x".repeat(81)] {
        boards.with(&id, |board| board.name(name)).unwrap().unwrap_err();
    }
    boards.with(&id, |board| board.name("")).unwrap().unwrap();
    assert_eq!(boards.list()[0].name, None);
    boards.forget(&id).unwrap().unwrap();
    assert!(boards.list().is_empty() && boards.snapshot(&id).is_none());
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "a file is left");
    assert!(boards.forget(&id).is_none());
}

#[tokio::test]
async fn a_file_with_several_games_is_not_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("several.pgn");
    std::fs::write(&path, "1. e4 *\n\n1. d4 *\n").unwrap();
    let boards = boards(folder.path());
    let refused = boards.forget("several").unwrap().unwrap_err().to_string();
    assert!(refused.contains("other games are in this file"), "{refused}");
    assert!(path.exists() && boards.snapshot("several").is_some());
}

#[tokio::test]
async fn two_engines_wait_until_somebody_looks_and_while_they_are_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let engine = SeatPlan::Engine(StrengthPlan::Level(1));
    let id = boards.begin(&GamePlan { white: engine, black: engine, ..two("chess", None) }).unwrap();
    let length = || boards.snapshot(&id).unwrap().line.len();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(length(), 0, "nobody looks");
    let mut watched = boards.watch(&id).unwrap();
    while length() < 2 {
        watched.changed().await.unwrap();
    }
    boards.with(&id, |board| board.pace(true, 0)).unwrap().unwrap();
    let paused = length();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(length(), paused);
    boards.with(&id, |board| board.pace(false, 0)).unwrap().unwrap();
    while length() < paused + 2 {
        watched.changed().await.unwrap();
    }
    boards.with(&id, |board| board.pace(false, 60_001)).unwrap().unwrap_err();
    let other = boards.begin(&two("chess", None)).unwrap();
    boards.with(&other, |board| board.pace(true, 0)).unwrap().unwrap_err();
}

#[test]
fn a_file_that_has_not_changed_is_not_read_again_for_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chess-2026-11-22-140503.pgn");
    let keep = Keep::new(GameFolder::new(folder.path().to_owned())).unwrap();
    let write = |moves: &str, age: u64| {
        std::fs::write(&path, format!("[White \"Player\"]\n\n{moves} *\n")).unwrap();
        let modified = std::time::SystemTime::now() - Duration::from_secs(age);
        // Of whole seconds, so that it can be set again.
        let since = modified.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let modified = std::time::UNIX_EPOCH + Duration::from_secs(since);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        modified
    };
    // The square on which the first pawn has arrived.
    let listed = || {
        let [game] = &keep.list()[..] else { panic!("one game") };
        let cells = serde_json::to_value(&game.cells).unwrap();
        (["e4", "d4", "c4"].into_iter().find(|square| !cells[square].is_null()), game.plies)
    };
    let first = write("1. e4 e5", 3600);
    assert_eq!(listed(), (Some("e4"), 2));
    write("1. d4 d5", 3600);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(first).unwrap();
    assert_eq!(listed(), (Some("e4"), 2), "the same size and time");
    write("1. d4 d5 2. c3", 3600);
    assert_eq!(listed(), (Some("d4"), 3), "another size");
    write("1. c4 d5 2. b3", 1800);
    assert_eq!(listed(), (Some("c4"), 3), "another time");
    // A file that was just written may be written again within the same moment.
    let now = write("1. e4 e5", 0);
    assert_eq!(listed(), (Some("e4"), 2));
    write("1. d4 d5", 0);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(now).unwrap();
    assert_eq!(listed(), (Some("d4"), 2), "just written");
    std::fs::remove_file(&path).unwrap();
    assert!(keep.list().is_empty());
}

/// Games as Chess960 begin from a random start, unless a position or moves are given, and come back with it.
#[tokio::test]
async fn shuffled_games_begin_from_many_starts() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards(folder.path());
    let game = GameId::FISCHERANDOM;
    let begun = |plan: &GamePlan| {
        let id = boards.begin_unkept(plan).unwrap();
        seen(&boards, &id)["start"]["text"].as_str().unwrap().to_owned()
    };
    let plan = two(game.name(), None);
    let starts = game.starts();
    let found: std::collections::HashSet<String> = (0..8).map(|_| begun(&plan)).collect();
    assert!(found.len() > 1, "{found:?}");
    assert!(found.iter().all(|text| starts.contains(text)), "{found:?}");
    let fen = starts[7].clone();
    assert_eq!(begun(&GamePlan { fen: Some(fen.clone()), ..plan.clone() }), fen);
    assert_eq!(begun(&GamePlan { number: Some(518), ..plan.clone() }), game.starts()[518]);
    assert_eq!(begun(&GamePlan { moves: vec!["e2e4".to_owned()], ..plan }), game.info().start);
    assert_eq!(begun(&two("chess", None)), GameId::CHESS.info().start);
}
