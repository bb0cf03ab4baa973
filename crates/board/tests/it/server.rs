//! The server without a browser: access, refusals, a game from its first move to its end.

use crate::asking::{COOKIE, KEY, guard, guard_at, request};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use helgi_board::api::router;
use helgi_board::assets::Assets;
use helgi_board::boards::Boards;
use helgi_board::guard::HEADER;
use helgi_board::listen;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

fn server() -> Router {
    router(Arc::new(Boards::default()), guard(), Assets::default())
}

async fn answer(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

async fn post(server: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    answer(server, request("POST", path, body.to_string())).await
}

async fn begin(server: &Router, plan: Value) -> String {
    let (status, answered) = post(server, "/api/boards", plan).await;
    assert_eq!(status, StatusCode::OK, "{answered}");
    format!("/api/boards/{}", answered["id"].as_str().unwrap())
}

fn two(variant: &str) -> Value {
    json!({ "variant": variant, "white": { "kind": "person" }, "black": { "kind": "person" } })
}

async fn look(server: &Router, path: &str) -> Value {
    answer(server, request("GET", path, Body::empty())).await.1
}

#[tokio::test]
async fn only_the_page_itself_is_let_in() {
    let server = server();
    let site = header::HeaderName::from_static("sec-fetch-site");
    let cases: [(&str, header::HeaderName, Option<&str>, StatusCode); 16] = [
        ("GET", header::HOST, Some("evil.example:4000"), StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::HOST, Some("127.0.0.1:4001"), StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::HOST, None, StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::COOKIE, None, StatusCode::FORBIDDEN),
        ("GET", header::COOKIE, Some("helgi-4000=0123456789abcdee"), StatusCode::FORBIDDEN),
        // Cookies are sent to every port: one alone opens nothing.
        ("GET", HEADER, None, StatusCode::FORBIDDEN),
        ("GET", HEADER, Some(COOKIE), StatusCode::FORBIDDEN),
        ("POST", HEADER, None, StatusCode::FORBIDDEN),
        ("GET", site.clone(), Some("same-site"), StatusCode::FORBIDDEN),
        ("GET", site.clone(), Some("cross-site"), StatusCode::FORBIDDEN),
        ("GET", site.clone(), Some("none"), StatusCode::OK),
        // Older browsers do not send it.
        ("GET", site, None, StatusCode::OK),
        ("POST", header::ORIGIN, None, StatusCode::FORBIDDEN),
        ("POST", header::ORIGIN, Some("http://evil.example"), StatusCode::FORBIDDEN),
        ("POST", header::CONTENT_TYPE, Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("POST", header::COOKIE, Some("helgi-4001=0123456789abcdef"), StatusCode::FORBIDDEN),
    ];
    for (method, name, value, expected) in cases {
        let path = if method == "GET" { "/api/variants" } else { "/api/boards" };
        let mut spoiled = request(method, path, two("chess").to_string());
        match value {
            Some(value) => drop(spoiled.headers_mut().insert(&name, value.parse().unwrap())),
            None => drop(spoiled.headers_mut().remove(&name)),
        }
        assert_eq!(answer(&server, spoiled).await.0, expected, "{method} with {name}: {value:?}");
    }
    for host in ["127.0.0.1:4000", "localhost:4000", "[::1]:4000"] {
        let mut own = request("GET", "/api/variants", Body::empty());
        own.headers_mut().insert(header::HOST, host.parse().unwrap());
        assert_eq!(answer(&server, own).await.0, StatusCode::OK, "{host}");
    }
    for method in ["PUT", "DELETE", "OPTIONS"] {
        let (status, _) = answer(&server, request(method, "/api/boards", Body::empty())).await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

#[tokio::test]
async fn the_printed_address_hands_out_the_key() {
    let server = server();
    let mut visit = request("GET", &format!("/enter/{KEY}"), Body::empty());
    visit.headers_mut().remove(header::COOKIE);
    let response = server.clone().oneshot(visit).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
    let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with(&format!("helgi-4000={COOKIE};")), "{cookie}");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains(KEY), "{cookie}");
    // The page's script takes the key from the address.
    let page = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let page = String::from_utf8_lossy(&page).into_owned();
    assert!(page.contains("src=\"/enter.js\"") && !page.contains(KEY) && !page.contains(COOKIE), "{page}");
    // The cookie alone does not let anybody in.
    let (status, _) = answer(&server, request("GET", &format!("/enter/{COOKIE}"), Body::empty())).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _) = answer(&server, request("GET", "/enter/0000000000000000", Body::empty())).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_page_may_run_nothing_but_its_own_scripts() {
    for path in ["/", "/main.js", "/api/variants", "/nothing.js"] {
        let response = server().oneshot(request("GET", path, Body::empty())).await.unwrap();
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("trusted-types"), "{policy}");
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

/// Answers that are the same each time are made once, and sent once: their copies are good until there are others.
#[tokio::test]
async fn a_copy_that_is_good_is_not_sent_again() {
    let server = server();
    for path in
        ["/", "/main.js", "/icon.svg", "/api/variants", "/api/variants/more", "/api/variants/tavreli/pieces"]
    {
        let ask = |name: header::HeaderName, value: &str| {
            let mut asked = request("GET", path, Body::empty());
            asked.headers_mut().insert(name, value.parse().unwrap());
            server.clone().oneshot(asked)
        };
        let first = ask(header::ACCEPT_ENCODING, "gzip").await.unwrap();
        assert_eq!(first.status(), StatusCode::OK, "{path}");
        let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        let bytes = |response: axum::response::Response| to_bytes(response.into_body(), usize::MAX);
        let coding = first.headers().get(header::CONTENT_ENCODING).cloned();
        let coded = bytes(first).await.unwrap();
        let plain = ask(header::ACCEPT_ENCODING, "identity").await.unwrap();
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING), "{path}");
        assert_eq!(plain.headers()[header::ETAG], tag, "{path}");
        let plain = bytes(plain).await.unwrap();
        if path != "/api/variants/more" {
            // Without the crate with its games there are none of them.
            assert_eq!(coding.unwrap(), "gzip", "{path}");
            assert!(coded.len() < plain.len(), "{path}");
        }
        let again = ask(header::IF_NONE_MATCH, &tag).await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        let headers = again.headers();
        for name in [header::CONTENT_SECURITY_POLICY, header::X_CONTENT_TYPE_OPTIONS, header::REFERRER_POLICY]
        {
            assert!(headers.contains_key(&name), "{path}: {name}");
        }
        let kept =
            [header::ETAG, header::CACHE_CONTROL, header::VARY].map(|name| headers[name].to_str().unwrap());
        assert_eq!(kept, [tag.as_str(), "no-cache", "accept-encoding"], "{path}");
        assert!(bytes(again).await.unwrap().is_empty(), "{path}");
        let other = ask(header::IF_NONE_MATCH, "W/\"0123456789abcdef\"").await.unwrap();
        assert_eq!(other.status(), StatusCode::OK, "{path}");
        // A copy opens nothing to those who are not let in.
        if path.starts_with("/api/") {
            let mut stranger = request("GET", path, Body::empty());
            stranger.headers_mut().insert(header::IF_NONE_MATCH, tag.parse().unwrap());
            stranger.headers_mut().remove(HEADER);
            assert_eq!(answer(&server, stranger).await.0, StatusCode::FORBIDDEN, "{path}");
        }
    }
}

#[tokio::test]
async fn a_game_is_played_to_its_end() {
    let server = server();
    let path = begin(&server, two("chess")).await;
    for (ply, played) in ["f2f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        let (status, answered) =
            post(&server, &path, json!({ "do": "play", "move": played, "ply": ply })).await;
        assert_eq!(status, StatusCode::OK, "{answered}");
    }
    let game = look(&server, &path).await;
    let mates =
        json!({ "id": "end.mate.won", "winner": { "id": "side.black" }, "loser": { "id": "side.white" } });
    assert_eq!(game["ending"], json!({ "score": "0-1", "reason": mates }));
    assert_eq!(game["tree"][3]["san"], "Qh4#");
    assert_eq!(game["tree"][3]["id"], game["line"][3]);
    assert_eq!(game["scene"]["checked"], "e1");
    assert_eq!(game["moves"], json!([]));
    let (status, answered) = post(&server, &path, json!({ "do": "resign" })).await;
    assert_eq!(
        (status, answered["error"].as_str().unwrap().contains("over")),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    assert_eq!(post(&server, &path, json!({ "do": "takeback" })).await.0, StatusCode::OK);
    let game = look(&server, &path).await;
    assert_eq!((&game["ending"], game["line"].as_array().unwrap().len()), (&Value::Null, 3));
}

#[tokio::test]
async fn refusals_name_the_reason_and_change_nothing() {
    let server = server();
    let path = begin(&server, two("tavreli")).await;
    let before = look(&server, &path).await;
    for (order, status, says) in [
        (
            json!({ "do": "play", "move": "e2e5", "ply": 0 }),
            422,
            "Moves of the soldier of the Magus on e2: Ee3 Ee4.",
        ),
        (json!({ "do": "play", "move": "e2e3", "ply": 1 }), 409, "ply: 1, expected 0"),
        (json!({ "do": "takeback" }), 422, "no move"),
        (json!({ "do": "dance" }), 422, "unknown variant `dance`"),
        (
            json!({ "do": "seat", "white": { "kind": "engine", "level": 19 }, "black": { "kind": "person" } }),
            422,
            "level: 19",
        ),
        (json!({}), 422, "missing field `do`"),
        (json!([]), 422, ""),
    ] {
        let (found, answered) = post(&server, &path, order.clone()).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(found.as_u16() == status && why.contains(says), "{order}: {found} {answered}");
    }
    let (status, _) = answer(&server, request("POST", &path, "{\"do\":")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = answer(&server, request("POST", &path, vec![b' '; 100 << 20])).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(look(&server, &path).await, before);
    for (plan, says) in [
        (two("shogi"), "variant: `shogi`, expected a game that helgi plays"),
        (
            json!({ "variant": "chess", "white": { "kind": "person" }, "black": { "kind": "person" }, "fen": "x" }),
            "FEN",
        ),
        (
            json!({ "variant": "chess", "white": { "kind": "person" }, "black": { "kind": "person" }, "clock": "x" }),
            "clock: `x`",
        ),
    ] {
        let (status, answered) = post(&server, "/api/boards", plan).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && why.contains(says), "{status} {answered}");
    }
    let (status, _) = answer(&server, request("GET", "/api/boards/nothing", Body::empty())).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn draws_are_agreed_on_and_time_runs_out() {
    let server = server();
    let path = begin(&server, two("chess")).await;
    assert_eq!(post(&server, &path, json!({ "do": "draw" })).await.0, StatusCode::OK);
    assert_eq!(look(&server, &path).await["offer"], "white");
    assert_eq!(post(&server, &path, json!({ "do": "draw" })).await.0, StatusCode::OK);
    assert_eq!(look(&server, &path).await["ending"]["score"], "1/2-1/2");

    let mut plan = two("chess");
    plan["clock"] = json!("0.2");
    let path = begin(&server, plan.clone()).await;
    post(&server, &path, json!({ "do": "play", "move": "e4", "ply": 0 })).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(
        look(&server, &path).await["ending"],
        json!({ "score": "1-0", "reason": { "id": "end.time", "winner": { "id": "side.white" }, "loser": { "id": "side.black" } } })
    );
    // Not against a bare king.
    plan["fen"] = json!("7k/7r/8/8/8/8/8/K7 w - - 0 1");
    let path = begin(&server, plan.clone()).await;
    post(&server, &path, json!({ "do": "play", "move": "Ka2", "ply": 0 })).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let timeout = json!({ "score": "1/2-1/2", "reason": { "id": "end.timeout" } });
    assert_eq!(look(&server, &path).await["ending"], timeout);
    // With bare kings the game is over.
    plan["fen"] = json!("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    let path = begin(&server, plan).await;
    post(&server, &path, json!({ "do": "play", "move": "Kxb2", "ply": 0 })).await;
    let dead = json!({ "score": "1/2-1/2", "reason": { "id": "end.insufficient-material.drawn" } });
    assert_eq!(look(&server, &path).await["ending"], dead);
}

#[tokio::test]
async fn the_engine_takes_a_draw_late_or_when_nothing_happens() {
    let server = server();
    for (counts, is_welcome) in [("12 30", false), ("30 1", false), ("30 20", true), ("0 60", true)] {
        let plan = json!({
            "variant": "chess",
            "white": { "kind": "engine", "nodes": 100_000 },
            "black": { "kind": "person" },
            "fen": format!("6k1/6b1/8/8/8/4N3/1K6/8 w - - {counts}"),
        });
        let path = begin(&server, plan).await;
        let response =
            server.clone().oneshot(request("GET", &format!("{path}/events"), Body::empty())).await.unwrap();
        let mut stream = response.into_body().into_data_stream();
        while look(&server, &path).await["line"] == json!([]) {
            // Another event tells of the engine's move.
            stream.next().await.unwrap().unwrap();
        }
        let (status, answered) = post(&server, &path, json!({ "do": "draw" })).await;
        assert_eq!(status == StatusCode::OK, is_welcome, "{counts}: {answered}");
        let ending = look(&server, &path).await["ending"].clone();
        assert_eq!(ending["reason"]["id"] == "end.agreement", is_welcome, "{counts}: {ending}");
    }
}

#[tokio::test]
async fn the_engine_answers_and_its_moves_are_heard_of() {
    let server = server();
    let plan = json!({ "variant": "tactical", "white": { "kind": "person" }, "black": { "kind": "engine", "level": 1 } });
    let path = begin(&server, plan).await;
    let response =
        server.clone().oneshot(request("GET", &format!("{path}/events"), Body::empty())).await.unwrap();
    let mut stream = response.into_body().into_data_stream();
    let mut heard = String::new();
    let first = stream.next().await.unwrap().unwrap();
    assert!(first.starts_with(b"data: {"), "{first:?}");
    let (status, _) = post(&server, &path, json!({ "do": "play", "move": "O@d4", "ply": 0 })).await;
    assert_eq!(status, StatusCode::OK);
    let limit = Duration::from_secs(60);
    let hear = async {
        while let Some(Ok(bytes)) = stream.next().await {
            heard.push_str(&String::from_utf8_lossy(&bytes));
            let last =
                heard.lines().rfind(|line| line.ends_with('}')).and_then(|line| line.strip_prefix("data: "));
            let game: Value = serde_json::from_str(last.unwrap_or_default()).unwrap_or_default();
            if game["line"].as_array().is_some_and(|line| line.len() == 2) {
                return game;
            }
        }
        panic!("the stream has ended");
    };
    let game = tokio::time::timeout(limit, hear).await.unwrap();
    assert_eq!((&game["tree"][1]["side"], &game["thinking"]), (&json!("black"), &json!(false)));
    // The engine's move and the person's are taken back.
    assert_eq!(post(&server, &path, json!({ "do": "takeback" })).await.0, StatusCode::OK);
    assert_eq!(look(&server, &path).await["line"], json!([]));
    let (status, hint) = post(&server, &path, json!({ "do": "hint" })).await;
    assert!(
        status == StatusCode::OK && hint["line"].as_array().is_some_and(|line| !line.is_empty()),
        "{hint}"
    );
}

#[tokio::test]
async fn half_requests_and_silent_clients_do_not_keep_others_out() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = listener.local_addr().unwrap();
    let router = router(Arc::new(Boards::default()), guard_at(place.port()), Assets::default());
    tokio::spawn(listen::serve(listener, router, Duration::from_millis(300)));
    let mut half = Vec::new();
    for number in 0..listen::CONNECTIONS + 50 {
        let mut stream = tokio::net::TcpStream::connect(place).await.unwrap();
        if number % 2 == 0 {
            stream.write_all(b"GET /main.js HTTP/1.1\r\nHost: 127").await.unwrap();
        }
        half.push(stream);
    }
    let ask = async {
        let mut stream = tokio::net::TcpStream::connect(place).await.unwrap();
        let request = format!("GET /main.js HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answered = String::new();
        stream.read_to_string(&mut answered).await.unwrap();
        answered
    };
    let answered = tokio::time::timeout(Duration::from_secs(30), ask).await.unwrap();
    assert!(answered.starts_with("HTTP/1.1 200 OK"), "{answered}");
}

#[tokio::test]
async fn there_are_never_too_many_streams_or_games() {
    let server = server();
    let first = begin(&server, two("chess")).await;
    let events = format!("{first}/events");
    let mut open = Vec::new();
    for _ in 0..100 {
        let response = server.clone().oneshot(request("GET", &events, Body::empty())).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        open.push(response);
    }
    let (status, _) = answer(&server, request("GET", &events, Body::empty())).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    drop(open);
    for _ in 0..500 {
        let response = server.clone().oneshot(request("GET", &events, Body::empty())).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
    }
    for _ in 0..200 {
        begin(&server, two("chess")).await;
    }
    let (status, _) = answer(&server, request("GET", &first, Body::empty())).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_position_is_analysed_while_somebody_looks() {
    let server = server();
    // White mates at once.
    let mut plan = two("chess");
    plan["fen"] = json!("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
    plan["moves"] = json!(["Qe2", "Kg8"]);
    let path = begin(&server, plan).await;
    let at = look(&server, &path).await["line"][1].as_str().unwrap().to_owned();
    let events = request("GET", &format!("{path}/events/{at}/2"), Body::empty());
    let mut stream = server.clone().oneshot(events).await.unwrap().into_body().into_data_stream();
    let mut heard = String::new();
    let hear = async {
        while let Some(Ok(bytes)) = stream.next().await {
            heard.push_str(&String::from_utf8_lossy(&bytes));
            for event in heard.split("\n\n").filter(|event| event.starts_with("event: analysis\n")) {
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or_default();
                let found: Value = serde_json::from_str(data).unwrap_or_default();
                if found["lines"].as_array().is_some_and(|lines| lines.len() == 2)
                    && found["lines"][0]["text"] == "#1"
                {
                    return found;
                }
            }
        }
        panic!("the stream has ended: {heard}");
    };
    let found = tokio::time::timeout(Duration::from_secs(60), hear).await.unwrap();
    assert_eq!((&found["at"], &found["lines"][0]["steps"][0]["mark"]), (&json!(at), &json!("quiet")));
    assert!(found["lines"][0]["steps"][0]["san"].as_str().unwrap().ends_with('#'), "{found}");
    // The threats: the other side's king moves.
    let events = request("GET", &format!("{path}/events/{at}/1/threats"), Body::empty());
    assert_eq!(server.clone().oneshot(events).await.unwrap().status(), StatusCode::OK);
    let nothing = format!("/api/boards/nothing/events/{at}/1");
    for path in [format!("{path}/events/3/2"), format!("{path}/events/{at}9/2"), nothing] {
        assert_eq!(answer(&server, request("GET", &path, Body::empty())).await.0, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn other_moves_than_those_that_were_played_are_noted_as_variations() {
    let server = server();
    let path = begin(&server, two("tavreli")).await;
    for (ply, played) in ["c1d2", "f7f5"].into_iter().enumerate() {
        let order = json!({ "do": "play", "move": played, "ply": ply });
        assert_eq!(post(&server, &path, order).await.0, StatusCode::OK);
    }
    let game = look(&server, &path).await;
    let after = look(&server, &format!("{path}/at/{}", game["line"][0].as_str().unwrap())).await;
    assert_eq!((&after["scene"]["side"], &after["ending"]), (&json!("black"), &Value::Null));
    let other = after["moves"][0]["wire"].clone();
    let order = json!({ "do": "explore", "move": other, "at": game["line"][0] });
    let (status, noted) = post(&server, &path, order.clone()).await;
    assert_eq!(status, StatusCode::OK, "{noted}");
    assert_eq!(post(&server, &path, order).await.1, noted);
    let now = look(&server, &path).await;
    let listed = now["tree"].as_array().unwrap().iter().find(|one| one["id"] == noted["at"]).unwrap();
    assert_eq!(
        (&listed["wire"], &listed["parent"], &listed["side"]),
        (&other, &game["line"][0], &json!("black"))
    );
    assert_eq!((&now["line"], &now["scene"]), (&game["line"], &game["scene"]));
    let place = format!("{path}/at/{}", noted["at"].as_str().unwrap());
    assert!(look(&server, &place).await["moves"].as_array().is_some_and(|moves| moves.len() > 20));
    assert!(look(&server, &format!("{place}/others")).await.as_array().is_some_and(|moves| moves.len() > 20));
    for (order, status, says) in [
        (json!({ "do": "explore", "move": "e2e9", "at": game["root"] }), 422, "The board has no e9."),
        (json!({ "do": "explore", "move": "e2e4", "at": "x" }), 409, "at: `x`"),
        (json!({ "do": "delete", "at": game["line"][1] }), 422, "was played"),
        (json!({ "do": "delete", "at": game["root"] }), 422, "was played"),
        (json!({ "do": "promote", "at": game["root"] }), 422, "was played"),
        (json!({ "do": "explore", "move": "e2e4" }), 422, "missing field `at`"),
    ] {
        let (found, answered) = post(&server, &path, order.clone()).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(found.as_u16() == status && why.contains(says), "{order}: {found} {answered}");
    }
    assert_eq!(look(&server, &path).await, now);
    let mark =
        |marks: Value| post(&server, &path, json!({ "do": "mark", "at": noted["at"], "marks": marks }));
    assert_eq!(mark(json!(["Ga1", "Re2e4"])).await.0, StatusCode::OK);
    let marked = look(&server, &path).await;
    let listed = marked["tree"].as_array().unwrap().iter().find(|one| one["id"] == noted["at"]).unwrap();
    assert_eq!(listed["marks"], json!(["Ga1", "Re2e4"]));
    for (marks, says) in [
        (json!(["a1"]), "marks: `a1`"),
        (json!(["Gz9"]), "square: `z9`"),
        (json!(vec!["Ga1"; 201]), "marks: 201"),
    ] {
        let (status, answered) = mark(marks).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && why.contains(says), "{answered}");
    }
    let order = json!({ "do": "delete", "at": noted["at"] });
    assert_eq!(post(&server, &path, order).await.0, StatusCode::OK);
    assert_eq!(look(&server, &path).await["tree"], game["tree"]);
    assert_eq!(answer(&server, request("GET", &place, Body::empty())).await.0, StatusCode::NOT_FOUND);
}

/// The data of the first event of a stream for which something holds.
async fn hear(server: &Router, path: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let response = server.clone().oneshot(request("GET", path, Body::empty())).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let mut stream = response.into_body().into_data_stream();
    let mut heard = String::new();
    let hear = async {
        while let Some(Ok(bytes)) = stream.next().await {
            heard.push_str(&String::from_utf8_lossy(&bytes));
            let data = heard.split("\n\n").filter_map(|event| event.strip_prefix("data: "));
            let mut values = data.filter_map(|data| serde_json::from_str(data).ok());
            if let Some(found) = values.find(&is_it) {
                return found;
            }
        }
        panic!("the stream has ended: {heard}");
    };
    tokio::time::timeout(Duration::from_secs(120), hear).await.unwrap()
}

#[tokio::test]
async fn a_game_is_reviewed_and_better_moves_are_known() {
    let server = server();
    let path = begin(&server, two("chess")).await;
    for (ply, played) in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"].into_iter().enumerate() {
        post(&server, &path, json!({ "do": "play", "move": played, "ply": ply })).await;
    }
    let found = hear(&server, &format!("{path}/review"), |progress| !progress["review"].is_null()).await;
    let review = &found["review"];
    assert_eq!((&found["done"], review["expected"].as_array().unwrap().len()), (&found["all"], 8));
    assert_eq!((&review["expected"][7], &review["scores"][6]), (&json!(1.0), &json!("#1")));
    assert_eq!((&review["moves"][5]["grade"], &review["decision"]), (&json!("??"), &json!(5)));
    assert!(review["moves"][5]["better"][0]["san"].is_string(), "{review}");
    assert!(review["accuracy"][1].as_f64().unwrap() < review["accuracy"][0].as_f64().unwrap(), "{review}");

    let at = look(&server, &path).await["line"][4].clone();
    let judge = |text: &str| post(&server, &path, json!({ "do": "judge", "move": text, "at": at }));
    let (status, bad) = judge("Nf6").await;
    assert_eq!((status, &bad["grade"]), (StatusCode::OK, &json!("??")));
    let (_, good) = judge("g6").await;
    assert!(good["grade"].is_null() && good["loss"].as_f64().unwrap() < 0.1, "{good}");
    assert_eq!(judge("Ke5").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let nothing = request("GET", "/api/boards/nothing/review", Body::empty());
    assert_eq!(answer(&server, nothing).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn positions_are_set_up_or_refused_by_the_game() {
    let server = server();
    for variant in ["tavreli", "tactical", "chessbattle", "operational2", "chess", "popular10", "crazyhouse"]
    {
        let path = begin(&server, two(variant)).await;
        let start = look(&server, &path).await["start"].clone();
        let text = start["text"].as_str().unwrap();
        // The scene, set up again piece by piece, is the same position.
        let (board, rest) = text.split_once(' ').unwrap();
        let reserve = board.split_once('[').map_or("", |(_, rest)| rest.trim_end_matches(']'));
        let (side, rest) = rest.split_once(' ').unwrap();
        let draft = json!({ "variant": variant, "cells": start["cells"], "blocks": start["blocks"],
            "reserve": reserve, "side": side, "rest": rest });
        let (status, set_up) = post(&server, "/api/positions", draft).await;
        assert_eq!((status, &set_up["scene"]), (StatusCode::OK, &start), "{variant}: {set_up}");
        let (status, read) =
            post(&server, "/api/positions", json!({ "variant": variant, "fen": text })).await;
        assert_eq!((status, &read["scene"]), (StatusCode::OK, &start), "{variant}");
    }
    let fen = "4k3/1(tNb)6/8/8/3(DtMTN)4/8/(maQ)6+E/4K3 w - - 0 9";
    let (_, stacks) = post(&server, "/api/positions", json!({ "variant": "tavreli", "fen": fen })).await;
    let cells = &stacks["scene"]["cells"];
    let draft = json!({ "variant": "tavreli", "cells": cells, "side": "w", "rest": "- - 0 9" });
    assert_eq!(post(&server, "/api/positions", draft).await.1, stacks);
    for (draft, says) in [
        (
            json!({ "variant": "chess", "cells": { "e1": ["K"] }, "side": "w", "rest": "- - 0 1" }),
            "FEN field board",
        ),
        (json!({ "variant": "chess", "fen": "4k3/8/8/8/8/8/8/4K3 x - - 0 1" }), "FEN field side: `x`"),
        (json!({ "variant": "chess", "cells": { "z9": ["K"] }, "side": "w" }), "square: `z9`"),
        (json!({ "variant": "shogi", "fen": "" }), "variant: `shogi`"),
        (json!({ "variant": "chess", "cells": { "e1": ["K/8"] }, "side": "w" }), "FEN field"),
    ] {
        let (status, answered) = post(&server, "/api/positions", draft).await;
        let why = answered["error"].as_str().unwrap_or_default();
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && why.contains(says), "{answered}");
    }
}

#[tokio::test]
async fn the_fault_of_a_position_is_named_for_other_languages() {
    let server = server();
    let black = json!({ "id": "side.black" });
    for (variant, fen, says) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", None),
        ("chess", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", Some(json!({ "id": "illegal.check", "side": black }))),
        (
            "chess",
            "4k3/8/8/8/8/8/8/7K w x - 0 1",
            Some(json!({ "id": "illegal.field", "field": { "id": "field.castling" }, "value": "x" })),
        ),
        // Rights without their pieces are left out, and a notice says so.
        ("chess", "4k3/8/8/8/8/8/8/7K w K - 0 1", None),
    ] {
        let (status, answered) =
            post(&server, "/api/positions", json!({ "variant": variant, "fen": fen })).await;
        let code = says.is_some().then_some("fen");
        assert_eq!(answered.get("code").and_then(Value::as_str), code, "{fen}: {answered}");
        if says.is_some() {
            assert_eq!(answered.get("says"), says.as_ref(), "{fen}");
        }
        assert_eq!(status.is_success(), says.is_none(), "{answered}");
    }
}
