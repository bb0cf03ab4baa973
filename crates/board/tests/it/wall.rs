//! A live match, without engines and without a browser: the data for late watchers, slow watchers,
//! and watchers of single games.

use crate::asking::{COOKIE, KEY, guard};
use axum::Router;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use helgi_board::api::router_with;
use helgi_board::assets::Assets;
use helgi_board::guard::HEADER;
use helgi_board::wall::routes::routes;
use helgi_board::wall::{KEPT, Wall};
use helgi_match::openings::Opening;
use helgi_match::schedule::Schedule;
use helgi_match::settings::{EngineSettings, MatchSettings};
use helgi_match::sheet::{GameSheet, PlayedMove};
use helgi_match::time::EngineClock;
use helgi_match::{End, Match, MatchEvent, MatchReport};
use helgi_protocol::info::{SearchInfo, SearchScore};
use helgi_record::PgnReader;
use helgi_record::ending::{Ending, LossReason};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tower::ServiceExt;

/// A match that is played by hand.
struct Hand {
    schedule: Schedule,
    to_play: Match,
    wall: Arc<Wall>,
    server: Router,
}

impl Hand {
    fn new(games: usize, concurrency: usize, variants: &[&str]) -> Hand {
        let engine = |name: &str, nodes: u64| EngineSettings {
            name: name.to_owned(),
            control: EngineClock {
                nodes: Some(nodes),
                clock: Some("60+1".parse().unwrap()),
                ..EngineClock::default()
            },
            ..EngineSettings::new("engine")
        };
        let variants = variants.iter().map(|name| GameId::named(name).unwrap()).collect();
        let engines = vec![engine("A", 100), engine("B", 200)];
        let settings = MatchSettings { games, concurrency, variants, ..MatchSettings::new(engines) };
        let schedule = Schedule::new(&settings);
        let to_play = Match::new(settings).unwrap();
        let wall = Arc::new(Wall::new(&to_play));
        let server = router_with(Arc::default(), guard(), Assets::default(), routes(Some(wall.clone())));
        Hand { schedule, to_play, wall, server }
    }

    fn begin(&self, number: usize, moves: &[&str]) {
        let fixture = &self.schedule.fixture(number);
        let fen = fixture.variant.info().start.to_owned();
        let opening = &Opening { fen, moves: moves.iter().map(|&text| text.to_owned()).collect() };
        self.wall.record_event(&MatchEvent::Started { fixture, opening });
    }

    fn play(&self, number: usize, side: Side, text: &str, score: SearchScore) {
        let info = SearchInfo { score: Some(score), depth: Some(7), ..SearchInfo::default() };
        let thought = Some((Some(info), Duration::from_millis(1500)));
        let played = &PlayedMove { text: text.to_owned(), thought };
        let clocks = [Some(Duration::from_secs(58)), Some(Duration::from_secs(61))];
        self.wall.record_event(&MatchEvent::Moved {
            fixture: &self.schedule.fixture(number),
            side,
            played,
            clocks,
        });
    }

    fn finish(&self, number: usize) {
        let ending = Ending::Loss { loser: Side::Black, reason: LossReason::Resignation };
        let record = GameSheet {
            start: String::new(),
            moves: Vec::new(),
            last: String::new(),
            ending,
            began: SystemTime::UNIX_EPOCH,
            duration: Duration::from_secs(3),
        };
        let (fixture, standing) = (&self.schedule.fixture(number), &self.to_play.standing());
        self.wall.record_event(&MatchEvent::Finished { fixture, record: &record, standing });
    }

    async fn ask(&self, path: &str) -> (StatusCode, Body) {
        let request = Request::builder()
            .uri(path)
            .header(header::HOST, "127.0.0.1:4000")
            .header(HEADER, KEY)
            .header(header::COOKIE, format!("helgi-4000={COOKIE}"));
        let response = self.server.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        (response.status(), response.into_body())
    }

    async fn text(&self, path: &str) -> (StatusCode, String) {
        let (status, body) = self.ask(path).await;
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    }

    async fn look(&self, path: &str) -> Value {
        let (status, text) = self.text(path).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    async fn watch(&self) -> BodyDataStream {
        let (status, body) = self.ask("/api/match/events").await;
        assert_eq!(status, StatusCode::OK);
        body.into_data_stream()
    }
}

/// The next event of a stream.
async fn next(stream: &mut BodyDataStream) -> Value {
    let piece = stream.next().await.unwrap().unwrap();
    let text = String::from_utf8(piece.to_vec()).unwrap();
    serde_json::from_str(text.strip_prefix("data: ").unwrap().trim_end()).unwrap()
}

#[tokio::test]
async fn whoever_comes_late_is_sent_all_there_is() {
    let hand = Hand::new(6, 2, &["chess", "tavreli"]);
    hand.begin(0, &["e2e4"]);
    hand.play(0, Side::Black, "e7e5", SearchScore::Centipawns(30));
    hand.play(0, Side::White, "d1h5", SearchScore::Mate(-3));
    hand.begin(1, &[]);
    hand.begin(2, &[]);
    hand.finish(1);
    let first = next(&mut hand.watch().await).await;
    let head = &first["head"];
    assert_eq!((&head["state"], &head["games"]), (&json!("playing"), &json!(6)));
    assert_eq!(
        head["engines"][1],
        json!({ "name": "B", "control": { "clock": "60+1", "time": null, "nodes": 200, "depth": null } })
    );
    // B had White in the second game.
    let counts = |losses: u64| json!({ "wins": 0, "draws": 0, "losses": losses });
    assert_eq!(head["by_game"], json!([["chess", counts(0)], ["tavreli", counts(1)]]));
    let tiles = first["tiles"].as_array().unwrap();
    assert_eq!(tiles.len(), 3);
    let tile = &tiles[0];
    assert_eq!((&tile["number"], &tile["plies"], &tile["names"]), (&json!(1), &json!(3), &json!(["A", "B"])));
    // As White sees it, for Black's report too.
    assert_eq!(tile["thoughts"][0]["text"], "#−3");
    assert_eq!(tile["thoughts"][1]["text"], "−0.30");
    assert!(tile["thoughts"][1]["expected"].as_f64().unwrap() < 0.5);
    assert_eq!((&tile["last"]["san"], &tile["scene"]["cells"]["h5"]), (&json!("Qh5"), &json!(["Q"])));
    assert_eq!(
        (&tile["times"]["clocks"], &tile["times"]["running"]),
        (&json!([58000, 61000]), &json!("black"))
    );
    assert_eq!(tiles[1]["ending"]["score"], "1-0");
    assert_eq!(first["finished"][0]["number"], 2);
    // Counts, which each page puts into words.
    for name in ["difference", "pairs", "test", "why"] {
        assert_eq!(head.get(name), Some(&Value::Null), "{name}");
    }
    assert_eq!(head["faults"], json!([]));
}

#[tokio::test]
async fn no_messages_are_kept_for_slow_viewers() {
    let games = KEPT + 500;
    let hand = Hand::new(games, 1, &["chess"]);
    let mut slow = hand.watch().await;
    for number in 0..games {
        hand.begin(number, &["e2e4"]);
        for turn in 0..10 {
            let (black, white) = if turn % 2 == 0 { ("g8f6", "g1f3") } else { ("f6g8", "f3g1") };
            hand.play(number, Side::Black, black, SearchScore::Centipawns(turn));
            hand.play(number, Side::White, white, SearchScore::Centipawns(turn));
        }
        hand.finish(number);
    }
    let update = next(&mut slow).await;
    assert_eq!(update["tiles"].as_array().unwrap().len(), 1);
    assert_eq!((&update["tiles"][0]["number"], &update["tiles"][0]["plies"]), (&json!(games), &json!(21)));
    let finished = update["finished"].as_array().unwrap();
    assert_eq!((finished.len(), &finished[0]["number"]), (KEPT, &json!(501)));
    // The next event has the changes since then.
    hand.begin(0, &[]);
    let update = next(&mut slow).await;
    assert_eq!((update["head"].is_null(), update["finished"].as_array().unwrap().len()), (true, 0));
    assert_eq!((&update["tiles"][0]["number"], &update["tiles"][0]["plies"]), (&json!(1), &json!(0)));
    let (status, why) = hand.text("/api/match/games/500/0").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(why.contains("only later ones"), "{why}");
    assert_eq!(hand.look("/api/match/games/501/0").await["moves"].as_array().unwrap().len(), 21);
}

#[tokio::test]
async fn a_game_is_sent_move_by_move_and_as_pgn() {
    let hand = Hand::new(2, 1, &["chess"]);
    hand.begin(0, &["f2f3", "e7e5"]);
    hand.play(0, Side::White, "g2g4", SearchScore::Centipawns(-500));
    hand.play(0, Side::Black, "d8h4", SearchScore::Mate(1));
    let game = hand.look("/api/match/games/1/0").await;
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!((&moves[0]["san"], &moves[0]["thought"]), (&json!("f3"), &Value::Null));
    assert_eq!((&moves[2]["thought"]["text"], &moves[2]["time"]), (&json!("−5.00"), &json!(1500)));
    assert_eq!((&moves[3]["san"], &moves[3]["check"]), (&json!("Qh4#"), &json!(["e1", ["h4"]])));
    let rest = hand.look("/api/match/games/1/3").await;
    assert_eq!((&rest["from"], rest["moves"].as_array().unwrap().len()), (&json!(3), 1));
    assert_eq!(hand.text("/api/match/games/1/pgn").await.0, StatusCode::NOT_FOUND);
    hand.finish(0);
    let (status, pgn) = hand.text("/api/match/games/1/pgn").await;
    assert_eq!(status, StatusCode::OK);
    let record = PgnReader::new(pgn.as_bytes()).next().unwrap().unwrap().whole().unwrap();
    assert_eq!((record.len(), record.tags.get("White")), (4, Some("A")));
    assert!(pgn.contains("g4 {-5.00/7 1.5"), "{pgn}");
    for path in
        ["/api/match/games/0/0", "/api/match/games/2/0", "/api/match/games/7/0", "/api/match/games/0/pgn"]
    {
        assert_eq!(hand.text(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let mut foreign = Request::builder().uri("/api/match/events").header(header::HOST, "127.0.0.1:4000");
    foreign = foreign.header(HEADER, KEY).header(header::COOKIE, "helgi-4000=fedcba9876543210");
    let response = hand.server.clone().oneshot(foreign.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_end_of_a_match_is_told() {
    let hand = Hand::new(2, 2, &["chess"]);
    hand.begin(0, &[]);
    let mut stream = hand.watch().await;
    assert_eq!(next(&mut stream).await["tiles"][0]["ending"], Value::Null);
    hand.wall.end(&MatchReport { standing: hand.to_play.standing(), pool: None, end: End::Stopped });
    let update = next(&mut stream).await;
    assert_eq!((&update["head"]["state"], &update["head"]["why"]), (&json!("stopped"), &Value::Null));
    assert_eq!(update["tiles"][0]["ending"], json!({ "score": "*", "reason": { "id": "end.given-up" } }));
}

#[tokio::test]
async fn servers_without_a_match_have_no_wall() {
    let server = router_with(Arc::default(), guard(), Assets::default(), routes(None));
    let hand = Hand { server, ..Hand::new(1, 1, &["chess"]) };
    assert_eq!(hand.look("/api/match").await, Value::Null);
    assert_eq!(hand.ask("/api/match/events").await.0, StatusCode::NOT_FOUND);
}
