//! Guests who play and who look on.

use super::*;

#[tokio::test]
async fn guests_learn_their_own_game_only() {
    let whole = Whole::new().await;
    let key = whole.seated("black").await;
    for (path, expected) in [
        ("/api/variants/chess/pieces", StatusCode::OK),
        ("/api/variants/tavreli/pieces", StatusCode::NOT_FOUND),
        ("/api/variants/chess%2f..%2ftavreli/pieces", StatusCode::NOT_FOUND),
        ("/api/variants/tavreli%00/rules/en", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(whole.guest(&key, "GET", path, Value::Null).await.0, expected, "{path}");
    }
    let (status, seat) = whole.guest(&key, "GET", "/api/guest/seat", Value::Null).await;
    assert_eq!(
        (status, &seat["seat"], &seat["variant"]["name"]),
        (StatusCode::OK, &json!("black"), &json!("chess"))
    );
}

#[tokio::test]
async fn a_seat_has_one_guest_and_a_dismissed_one_is_out() {
    let whole = Whole::new().await;
    let code = whole.invite("white").await;
    assert_eq!(whole.invite("white").await, code, "the link stays");
    let about = whole.guest("", "POST", "/api/guest/invitation", json!({ "code": code })).await;
    assert_eq!((about.0, &about.1["seat"]), (StatusCode::OK, &json!("white")));
    assert_eq!(about.1["variant"]["name"], "chess");
    let (_, joined) = whole.join(&code).await;
    let key = joined["key"].as_str().unwrap();
    for path in ["/api/guest/join", "/api/guest/invitation"] {
        let (status, refused) = whole.guest("", "POST", path, json!({ "code": code })).await;
        assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("taken")), "{path}");
        let (status, refused) = whole.guest("", "POST", path, json!({ "code": code[1..] })).await;
        assert_eq!((status, &refused["code"]), (StatusCode::NOT_FOUND, &json!("unknown")), "{path}");
    }
    // A taken seat has no link.
    let path = format!("{}/guests", whole.game);
    let (status, refused) = whole.host("POST", &path, json!({ "do": "invite", "seat": "white" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let (_, list) = whole.host("GET", &path, Value::Null).await;
    let text = list.to_string();
    assert!(!text.contains(&code) && !text.contains(key), "{text}");
    let number = list["seats"][0]["guests"][0]["number"].as_u64().unwrap();
    let mut stream = whole.events(key).await;
    assert!(stream.next().await.is_some());
    let seats = whole.seats(json!({ "do": "dismiss", "seat": "white", "number": number })).await;
    assert_eq!((&seats[0]["guests"], &seats[0]["link"]), (&json!([]), &Value::Null));
    while stream.next().await.is_some() {}
    let (status, refused) = whole.guest(key, "GET", "/api/guest", Value::Null).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("no-seat")));
    assert_eq!(whole.join(&code).await.0, StatusCode::NOT_FOUND, "the link has gone with the guest");
    assert_ne!(whole.invite("white").await, code);
}

#[tokio::test]
async fn several_people_watch_and_withdrawing_their_link_leaves_them_in() {
    let whole = Whole::new().await;
    let code = whole.invite("watch").await;
    let mut keys = Vec::new();
    for _ in 0..WATCHERS {
        keys.push(whole.join(&code).await.1["key"].as_str().unwrap().to_owned());
    }
    let (status, refused) = whole.join(&code).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("full")));
    whole.seats(json!({ "do": "withdraw", "seat": "watch" })).await;
    assert_eq!(whole.join(&code).await.0, StatusCode::NOT_FOUND);
    assert_eq!(whole.seen(&keys[0]).await["away"], json!(["white", "black"]));
    for order in
        [play("e2e4", 0), json!({ "do": "resign" }), json!({ "do": "draw" }), json!({ "do": "takeback" })]
    {
        assert_eq!(whole.asks(&keys[0], order).await, StatusCode::FORBIDDEN);
    }
    whole.seats(json!({ "do": "dismiss", "seat": "watch" })).await;
    for key in &keys {
        assert_eq!(whole.guest(key, "GET", "/api/guest", Value::Null).await.0, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn guests_cannot_move_for_the_other_side() {
    let whole = Whole::new().await;
    let white = whole.seated("white").await;
    // The page on this machine has Black left.
    assert_eq!(whole.host("GET", &whole.game, Value::Null).await.1["away"], json!(["white"]));
    assert_eq!(whole.order(play("e2e4", 0)).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(whole.asks(&white, play("e7e5", 0)).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(whole.asks(&white, play("e2e4", 0)).await, StatusCode::OK);
    assert_eq!(whole.asks(&white, play("e7e5", 1)).await, StatusCode::UNPROCESSABLE_ENTITY);
    let black = whole.seated("black").await;
    assert_eq!(whole.order(play("e7e5", 1)).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(whole.asks(&black, play("e7e5", 0)).await, StatusCode::CONFLICT);
    assert_eq!(whole.asks(&black, play("e7e5", 1)).await, StatusCode::OK);
    // Both sides are elsewhere: this machine's page speaks for neither.
    for order in [json!({ "do": "resign" }), json!({ "do": "draw" }), json!({ "do": "takeback" })] {
        assert_eq!(whole.order(order).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let (person, engine) = (json!({ "kind": "person" }), json!({ "kind": "engine", "level": 1 }));
    assert_eq!(
        whole.order(json!({ "do": "seat", "white": engine, "black": person })).await,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(whole.asks(&black, json!({ "do": "resign" })).await, StatusCode::OK);
    let seen = whole.seen(&white).await;
    assert_eq!((&seen["ending"]["score"], &seen["line"].as_array().unwrap().len()), (&json!("1-0"), &2));
}

#[tokio::test]
async fn draws_and_take_backs_need_both_sides() {
    let whole = Whole::new().await;
    let (white, black) = (whole.seated("white").await, whole.seated("black").await);
    assert_eq!(whole.asks(&white, json!({ "do": "takeback" })).await, StatusCode::UNPROCESSABLE_ENTITY);
    for (key, text, ply) in [(&white, "e2e4", 0), (&black, "e7e5", 1), (&white, "g1f3", 2)] {
        assert_eq!(whole.asks(key, play(text, ply)).await, StatusCode::OK);
    }
    // Black's last move is taken back with the answer to it, once White has agreed.
    assert_eq!(whole.asks(&black, json!({ "do": "takeback" })).await, StatusCode::OK);
    assert_eq!(whole.asks(&black, json!({ "do": "takeback" })).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(whole.seen(&white).await["takeback"], "black");
    assert_eq!(whole.asks(&white, json!({ "do": "takeback" })).await, StatusCode::OK);
    let seen = whole.seen(&white).await;
    assert_eq!((seen["line"].as_array().unwrap().len(), &seen["takeback"]), (1, &Value::Null));
    // A move declines what was asked.
    assert_eq!(whole.asks(&white, json!({ "do": "takeback" })).await, StatusCode::OK);
    assert_eq!(whole.asks(&black, play("c7c5", 1)).await, StatusCode::OK);
    assert_eq!(whole.seen(&white).await["takeback"], Value::Null);
    assert_eq!(whole.asks(&white, json!({ "do": "draw" })).await, StatusCode::OK);
    assert_eq!(whole.asks(&white, json!({ "do": "draw" })).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(whole.seen(&black).await["offer"], "white");
    assert_eq!(whole.asks(&black, json!({ "do": "draw" })).await, StatusCode::OK);
    assert_eq!(whole.seen(&white).await["ending"]["score"], "1/2-1/2");
}

#[tokio::test]
async fn notes_of_the_host_are_hidden_from_guests() {
    let whole = Whole::new().await;
    let key = whole.seated("black").await;
    for (text, ply) in [("e2e4", 0), ("e7e5", 1)] {
        let moved = if ply == 0 {
            whole.order(play(text, ply)).await
        } else {
            whole.asks(&key, play(text, ply)).await
        };
        assert_eq!(moved, StatusCode::OK);
    }
    let before = whole.seen(&key).await;
    let mut stream = whole.events(&key).await;
    assert!(stream.next().await.is_some());
    let own = whole.host("GET", &whole.game, Value::Null).await.1;
    let first = own["line"][0].as_str().unwrap();
    for order in [
        json!({ "do": "explore", "move": "d7d5", "at": first }),
        json!({ "do": "mark", "at": first, "marks": ["Ga1", "Re7e5"] }),
        json!({ "do": "mark", "at": own["root"], "marks": ["Ga1"] }),
        json!({ "do": "name", "name": "a secret" }),
    ] {
        assert_eq!(whole.order(order).await, StatusCode::OK);
    }
    assert_eq!(whole.seen(&key).await, before);
    assert_eq!(before["id"], "");
    assert_eq!(whole.order(play("g1f3", 2)).await, StatusCode::OK);
    // The next event is that move, and not the notes before it.
    let event = stream.next().await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&event).into_owned();
    let told: Value = serde_json::from_str(text.trim().strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!((told["line"].as_array().unwrap().len(), told["tree"].as_array().unwrap().len()), (3, 3));
    assert!(!text.contains("Ga1") && !text.contains("secret"), "{text}");
}

#[tokio::test]
async fn only_the_page_of_guests_is_let_in() {
    let whole = Whole::new().await;
    let key = whole.seated("white").await;
    let cases: [(&str, HeaderName, Option<&str>, StatusCode); 14] = [
        ("GET", header::HOST, Some("evil.example:8000"), StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::HOST, Some("192.168.1.6:8000"), StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::HOST, Some("192.168.1.5"), StatusCode::MISDIRECTED_REQUEST),
        ("GET", header::HOST, None, StatusCode::MISDIRECTED_REQUEST),
        ("GET", HEADER, None, StatusCode::FORBIDDEN),
        ("GET", HEADER, Some(asking::KEY), StatusCode::FORBIDDEN),
        ("GET", SITE, Some("cross-site"), StatusCode::FORBIDDEN),
        ("GET", SITE, Some("same-site"), StatusCode::FORBIDDEN),
        ("GET", SITE, Some("same-origin"), StatusCode::OK),
        ("POST", header::ORIGIN, None, StatusCode::FORBIDDEN),
        ("POST", header::ORIGIN, Some("http://127.0.0.1:8000"), StatusCode::FORBIDDEN),
        ("POST", header::ORIGIN, Some("https://192.168.1.5:8000"), StatusCode::FORBIDDEN),
        ("POST", header::CONTENT_TYPE, Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("POST", HEADER, Some("0"), StatusCode::FORBIDDEN),
    ];
    for (method, name, value, expected) in cases {
        let body = if method == "GET" { Value::Null } else { play("e2e4", 0) };
        let mut spoiled = guest_request(&key, method, "/api/guest", body);
        match value {
            Some(value) => drop(spoiled.headers_mut().insert(&name, value.parse().unwrap())),
            None => drop(spoiled.headers_mut().remove(&name)),
        }
        assert_eq!(answer(&whole.guests, spoiled).await.0, expected, "{method} with {name}: {value:?}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "CONNECT"] {
        let (status, _) = whole.guest(&key, method, "/api/guest", Value::Null).await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
    let long = json!({ "do": "play", "move": "e".repeat(2000), "ply": 0 });
    assert_eq!(whole.asks(&key, long).await, StatusCode::PAYLOAD_TOO_LARGE);
    for path in ["/api/guest", "/", "/guest.js", "/api/nothing"] {
        let response =
            whole.guests.clone().oneshot(guest_request(&key, "GET", path, Value::Null)).await.unwrap();
        let headers = response.headers();
        assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        assert!(!headers.contains_key(header::SET_COOKIE), "{path}");
        let kept = &headers[header::CACHE_CONTROL];
        assert_eq!(kept == "no-store", path.starts_with("/api/"), "{path}: {kept:?}");
    }
    let (_, page) = whole.guest("", "GET", "/", Value::Null).await;
    let page = page.as_str().unwrap();
    let pinned = page.split("src=\"").nth(1).unwrap().split("/guest.js").next().unwrap();
    assert_eq!(whole.guest("", "GET", &format!("{pinned}/guest.js"), Value::Null).await.0, StatusCode::OK);
    let own = ["index.html", "main.js", "enter.js", "Main.js", "INDEX.HTML"];
    let ways = ["/", "//", "///", "/./", "/x/../", &format!("{pinned}/"), &format!("{pinned}//")];
    for path in ways.iter().flat_map(|way| own.map(|name| format!("{way}{name}"))) {
        assert_eq!(whole.guest(&key, "GET", &path, Value::Null).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/../Cargo.toml", "/enter/0", "//guest.js", "/guest.html/"] {
        assert_eq!(whole.guest(&key, "GET", path, Value::Null).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    // The files of the page are checked and compressed here too, and nothing else is kept.
    for path in ["/", "/guest.js", "/style.css"] {
        let mut asked = guest_request("", "GET", path, Value::Null);
        asked.headers_mut().insert(header::ACCEPT_ENCODING, "br".parse().unwrap());
        let first = whole.guests.clone().oneshot(asked).await.unwrap();
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "br", "{path}");
        let mut asked = guest_request("", "GET", path, Value::Null);
        asked.headers_mut().insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        let again = whole.guests.clone().oneshot(asked).await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert!(again.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        assert_eq!(again.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
    }
    assert_eq!(whole.seen(&key).await["line"], json!([]));
}

#[tokio::test]
async fn orders_with_fields_that_are_none_of_theirs_are_refused() {
    let whole = Whole::new().await;
    let (key, code) = (whole.seated("white").await, whole.invite("black").await);
    let other = whole.invite("watch").await;
    let orders = [
        ("/api/guest", &*key, play("e2e4", 0)),
        ("/api/guest", &key, json!({ "do": "takeback" })),
        ("/api/guest", &key, json!({ "do": "draw" })),
        ("/api/guest", &key, json!({ "do": "resign" })),
        ("/api/guest/invitation", "", json!({ "code": code })),
        ("/api/guest/join", "", json!({ "code": other })),
    ];
    let before = whole.seen(&key).await;
    for (path, key, order) in &orders {
        for (field, value) in
            [("side", json!("black")), ("at", json!(null)), ("Do", json!({})), ("", json!([]))]
        {
            let mut order = order.clone();
            order[field] = value;
            let (status, refused) = whole.guest(key, "POST", path, order.clone()).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {order}: {refused}");
            assert!(refused["error"].as_str().unwrap().contains("unknown field"), "{path}: {refused}");
        }
    }
    assert_eq!(whole.seen(&key).await, before);
    // A field that is misspelt must not dismiss everybody.
    let path = format!("{}/guests", whole.game);
    for order in [
        json!({ "do": "dismiss", "seat": "white", "nubmer": 7 }),
        json!({ "do": "invite", "seat": "black", "number": 1 }),
        json!({ "do": "withdraw", "seat": "black", "number": 1 }),
    ] {
        assert_eq!(
            whole.host("POST", &path, order.clone()).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{order}"
        );
    }
    // Without them they are done.
    let [moves @ .., asks, joins] = &orders;
    for (path, key, order) in moves.iter().take(2).chain([asks, joins]) {
        assert_eq!(whole.guest(key, "POST", path, order.clone()).await.0, StatusCode::OK, "{order}");
    }
}

#[tokio::test]
async fn a_proxy_serves_guests_at_its_own_address() {
    let boards = Arc::new(Boards::default());
    let proxy: PublicOrigin = "https://games.example.org".parse().unwrap();
    let gate = Gate::new(boards.clone(), "127.0.0.1:8000".parse().unwrap(), proxy);
    let server = service::router(boards, gate, Assets::default(), Pages::default());
    for (host, origin, expected) in [
        ("games.example.org", "https://games.example.org", StatusCode::NOT_FOUND),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", StatusCode::NOT_FOUND),
        ("games.example.org", "http://games.example.org", StatusCode::FORBIDDEN),
        ("games.example.org:8000", "https://games.example.org", StatusCode::MISDIRECTED_REQUEST),
    ] {
        let mut asked = guest_request("", "POST", "/api/guest/join", json!({ "code": "0" }));
        asked.headers_mut().insert(header::HOST, host.parse().unwrap());
        asked.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
        assert_eq!(answer(&server, asked).await.0, expected, "{host}, {origin}");
    }
}

#[tokio::test]
async fn a_guest_asks_so_much_and_no_more() {
    let whole = Whole::new().await;
    let (white, black) = (whole.seated("white").await, whole.seated("black").await);
    let mut refused = 0;
    for _ in 0..100 {
        let (status, answered) = whole.guest(&white, "GET", "/api/guest", Value::Null).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answered["code"], "too-many");
            refused += 1;
        }
    }
    assert!(refused > 0, "{refused}");
    // Others are not affected.
    assert_eq!(whole.guest(&black, "GET", "/api/guest", Value::Null).await.0, StatusCode::OK);
    // A fourth stream ends the first.
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = whole.events(&black).await;
        assert!(stream.next().await.is_some());
        streams.push(stream);
    }
    while streams[0].next().await.is_some() {}
    let next = tokio::time::timeout(Duration::from_millis(50), streams[1].next()).await;
    assert!(next.is_err(), "the others go on");
}

#[tokio::test]
async fn a_guest_who_looks_on_keeps_no_engine_busy() {
    let engine = json!({ "kind": "engine", "level": 1 });
    let whole = Whole::with(None, None, engine.clone()).await;
    let key = whole.seated("watch").await;
    let path = format!("{}/guests", whole.game);
    let (status, _) = whole.host("POST", &path, json!({ "do": "invite", "seat": "black" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "the engine has the seat");
    let mut stream = whole.events(&key).await;
    assert!(stream.next().await.is_some());
    let both = json!({ "do": "seat", "white": engine, "black": engine });
    assert_eq!(whole.order(both).await, StatusCode::OK);
    assert!(stream.next().await.is_some());
    let next = tokio::time::timeout(Duration::from_secs(1), stream.next()).await;
    assert!(next.is_err(), "two engines play for a guest alone");
    assert_eq!(whole.seen(&key).await["line"], json!([]));
}

#[tokio::test]
async fn seats_outlive_the_server_and_end_with_the_game() {
    let (games, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let person = json!({ "kind": "person" });
    let first = Whole::with(Some(games.path()), Some(folder.path()), person.clone()).await;
    let (key, code) = (first.seated("white").await, first.invite("watch").await);
    assert_eq!(first.asks(&key, play("e2e4", 0)).await, StatusCode::OK);
    let id = first.id.clone();
    let file = folder.path().join("guests.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // One server at a time has the guests.
    let error = Guests::new(origin(), Some(folder.path())).unwrap_err().to_string();
    assert!(error.starts_with("--listen: ") && error.contains("--data DIR"), "{error}");
    drop(first);
    let second = Whole::with(Some(games.path()), Some(folder.path()), person.clone()).await;
    assert_eq!(second.seen(&key).await["line"].as_array().unwrap().len(), 1);
    assert_eq!(second.join(&code).await.0, StatusCode::OK);
    let path = format!("/api/boards/{id}");
    assert_eq!(second.host("GET", &path, Value::Null).await.1["away"], json!(["white"]));
    assert_eq!(second.host("POST", &path, json!({ "do": "forget" })).await.0, StatusCode::OK);
    assert_eq!(second.guest(&key, "GET", "/api/guest", Value::Null).await.0, StatusCode::FORBIDDEN);
    assert_eq!(second.join(&code).await.0, StatusCode::NOT_FOUND);
    assert!(!fs::read_to_string(&file).unwrap().contains(&key));
    drop(second);
    fs::write(&file, "{").unwrap();
    let error = Guests::new(origin(), Some(folder.path())).unwrap_err().to_string();
    assert!(error.contains("guests.json: ") && error.contains("remove the file"), "{error}");
}

#[tokio::test]
async fn the_guests_of_the_game_that_was_shared_first_make_room() {
    let whole = Whole::new().await;
    let key = whole.seated("white").await;
    for number in 1..=SHARED_GAMES {
        let other = whole.begin("chess", json!({ "kind": "person" })).await;
        assert!(whole.boards.guests().find(&key).is_some(), "{number}");
        let path = format!("/api/boards/{other}/guests");
        assert_eq!(
            whole.host("POST", &path, json!({ "do": "invite", "seat": "black" })).await.0,
            StatusCode::OK
        );
    }
    assert_eq!(whole.guest(&key, "GET", "/api/guest", Value::Null).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        whole.boards.guests().list(&whole.id).iter().filter(|seat| !seat.guests.is_empty()).count(),
        0
    );
}
