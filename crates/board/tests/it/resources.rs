//! The resources of the engines: what can be chosen, and that searches use it.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use helgi_board::boards::Boards;
use helgi_board::engines::{EngineFiles, EngineJob};
use helgi_board::resources::routes;
use helgi_engine::net::NetChoice;
use helgi_engine::search::Control;
use helgi_record::{EngineStrength, GameResult};
use helgi_rules::{Game, GameId, Line, readable};
use helgi_study::book::{BookStep, Builder, Recipe};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tower::ServiceExt;

fn net_file() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../engine/nets/tavreli.net"].iter().collect()
}

/// A net of Tavreli.
fn files() -> EngineFiles {
    let mut files = EngineFiles::default();
    let net = || helgi_engine::read_net(&std::fs::read(net_file()).unwrap()).unwrap();
    files.add_net("mine.net", net()).unwrap();
    for taken in ["mine.net", "none", "built-in"] {
        let why = files.add_net(taken, net()).unwrap_err().to_string();
        assert!(why.contains(taken) && why.contains("expected files with different names"), "{why}");
    }
    files
}

/// The usual resources with some others.
fn with(others: Value) -> Value {
    let mut all = json!({ "threads": 1, "hash": 32, "net": "built-in", "book": false });
    all.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    all
}

#[tokio::test]
async fn resources_are_chosen_within_limits_and_used() {
    let boards = Arc::new(Boards::new(None).with_files(files()));
    let router = routes(boards.clone());
    let ask = async |body: Option<Value>| {
        let request = match body {
            None => Request::get("/api/engine").body(Body::empty()),
            Some(body) => Request::post("/api/engine")
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
        };
        let response = router.clone().oneshot(request.unwrap()).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice::<Value>(&bytes).unwrap())
    };
    let (status, usual) = ask(None).await;
    assert_eq!((status, &usual["threads"], &usual["hash"]), (StatusCode::OK, &json!(1), &json!(32)));
    let most = usual["most"]["threads"].as_u64().unwrap();
    let size = || boards.engines().find(|engine| Some((engine.threads(), engine.table_size())));
    assert_eq!(size().await, Some((1, 32)));
    assert_eq!(ask(Some(with(json!({ "threads": most, "hash": 16 })))).await.0, StatusCode::OK);
    // An engine that has thought before is given them, too.
    assert_eq!(size().await, Some((most as usize, 16)));
    let refused = [
        (json!({ "threads": 0, "hash": 16 }), "threads: 0, expected 1 to "),
        (json!({ "threads": most + 1, "hash": 16 }), "expected 1 to "),
        (json!({ "threads": 1, "hash": 0 }), "hash: 0, expected 1 to 1024 megabytes"),
        (json!({ "threads": 1, "hash": 1_000_000 }), "hash: 1000000, expected 1 to 1024 megabytes"),
        (
            json!({ "net": "" }),
            "net: ``, expected one of: built-in, none, mine.net; `helgi board --net FILE`",
        ),
        // A file that is there, but that nobody has named.
        (json!({ "net": net_file().display().to_string() }), "expected one of: built-in, none, mine.net;"),
    ];
    for (wrong, expected) in refused {
        let (status, answered) = ask(Some(with(wrong))).await;
        assert!(
            status == StatusCode::BAD_REQUEST && answered["error"].as_str().unwrap().contains(expected),
            "{answered}"
        );
    }
    assert_eq!(size().await, Some((most as usize, 16)));
}

#[tokio::test]
async fn the_net_is_one_that_was_named() {
    let boards = Arc::new(Boards::new(None).with_files(files()));
    let engines = boards.engines();
    let choice = serde_json::to_value(engines.choice()).unwrap();
    let offers = json!([
        { "name": "built-in", "game": null },
        { "name": "none", "game": null },
        { "name": "mine.net", "game": "tavreli" },
    ]);
    assert_eq!((&choice["nets"], &choice["net"]), (&offers, &json!("built-in")));
    let used = async || engines.find(|engine| Some(engine.net_choice().clone())).await.unwrap();
    assert!(matches!(used().await, NetChoice::BuiltIn));
    let set = |name| engines.set_resources(serde_json::from_value(with(json!({ "net": name }))).unwrap());
    set("mine.net").unwrap();
    assert!(matches!(used().await, NetChoice::Loaded(net) if net.game == "tavreli"));
    set("none").unwrap();
    assert!(matches!(used().await, NetChoice::None));
    set("built-in").unwrap();
    assert!(matches!(used().await, NetChoice::BuiltIn));
}

#[tokio::test]
async fn players_play_from_the_book_if_that_is_wanted() {
    let start = GameId::CHESS.start();
    let mut book = Builder::new(GameId::CHESS, Recipe { min_games: 1, ..Recipe::default() });
    // Nobody would search and find it.
    let rare = readable::read(&start, "a3").unwrap();
    book.add(&start, [BookStep { played: rare, counts: true }], GameResult::WhiteWins).unwrap();
    let boards = Arc::new(Boards::new(None).with_files(EngineFiles::with_books(vec![book.finish()])));
    let engines = boards.engines();
    assert_eq!(engines.choice().books, ["chess"]);
    let think = async |game: GameId, strength| {
        let control = Arc::new(Control::new(Instant::now()));
        let job = EngineJob { line: Line::new(game.start()), strength, clock: None, control };
        engines.think(job).await.unwrap()
    };
    let nodes = Some(EngineStrength::Nodes(2_000));
    let is_book = async |game, strength| think(game, strength).await.is_from_book;
    assert!(!is_book(GameId::CHESS, nodes).await);
    engines.set_resources(serde_json::from_value(with(json!({ "book": true }))).unwrap()).unwrap();
    let played = think(GameId::CHESS, nodes).await;
    assert_eq!((played.chosen.best, played.is_from_book), (rare, true));
    // Not for hints, and not in another game.
    assert!(!is_book(GameId::CHESS, None).await);
    assert!(!is_book(GameId::TAVRELI, nodes).await);
    // Without a book there is nothing to play from.
    let bare = Boards::new(None);
    let why = bare.engines().set_resources(serde_json::from_value(with(json!({ "book": true }))).unwrap());
    assert!(why.unwrap_err().to_string().contains("book: true, but there is none"));
}

#[tokio::test]
async fn a_limited_engine_keeps_to_its_limit() {
    let boards = Arc::new(Boards::new(None));
    let depth = async |strength| {
        let control = Arc::new(Control::new(Instant::now()));
        let line = Line::new(GameId::CHESS.start());
        let job = EngineJob { line, strength: Some(strength), clock: None, control };
        boards.engines().think(job).await.unwrap().chosen.depth
    };
    assert!(depth(EngineStrength::Nodes(100)).await < depth(EngineStrength::Nodes(50_000)).await);
}
