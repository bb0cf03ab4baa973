//! The rules about what guests may ask for, route by route.

use super::*;

/// The routes of all servers, as the sources declare them: method and path.
fn declared() -> BTreeSet<(String, String)> {
    fn sources(folder: &Path, texts: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, texts);
            } else {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    let mut found = BTreeSet::new();
    for part in texts.iter().flat_map(|text| text.split(".route(").skip(1)) {
        let (path, rest) = part.trim_start().strip_prefix('"').unwrap().split_once('"').unwrap();
        let handlers = rest.split([';', '\n']).next().unwrap();
        for (method, handler) in [("GET", "get("), ("POST", "post(")] {
            if handlers.contains(handler) {
                found.insert((method.to_owned(), path.to_owned()));
            }
        }
    }
    found
}

/// The rules for guests, by method and path: the statuses for a stranger, a player and a watcher.
fn rules() -> BTreeMap<(String, String), [u16; 3]> {
    let text = include_str!("../../guest-routes.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rule = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [method, path, statuses @ ..] = words.as_slice() else { panic!("{line}") };
        let statuses: Vec<u16> = statuses.iter().map(|status| status.parse().unwrap()).collect();
        ((method.to_string(), path.to_string()), statuses.try_into().unwrap())
    };
    lines.map(rule).collect()
}

/// A path with its places filled in, for a game.
fn filled(path: &str, id: &str, name: &str) -> String {
    let places = [("{id}", id), ("{name}", name), ("{key}", "0"), ("{at}", "0"), ("{lines}", "3")];
    let others = [
        ("{pieces}", "letters"),
        ("{side}", "white"),
        ("{set}", "chess"),
        ("{number}", "1"),
        ("{from}", "0"),
        ("{game}", "tavreli"),
        ("{language}", "en"),
        ("{*rest}", "keys"),
    ];
    places.into_iter().chain(others).fold(path.to_owned(), |path, (place, value)| path.replace(place, value))
}

#[tokio::test]
async fn every_route_has_a_rule_for_guests() {
    let rules = rules();
    let ruled: BTreeSet<_> = rules.keys().cloned().collect();
    assert_eq!(declared(), ruled, "tests/guest-routes.txt names other routes than the sources");
    // A guest may ask some 40 times at once.
    for rules in rules.iter().collect::<Vec<_>>().chunks(10) {
        refuses_by(rules).await;
    }
}

/// Checks some of the rules for guests, at a game of theirs and at another one.
async fn refuses_by(rules: &[(&(String, String), &[u16; 3])]) {
    let whole = Whole::new().await;
    let other = whole.begin("tavreli", json!({ "kind": "person" })).await;
    let (player, watcher) = (whole.seated("white").await, whole.seated("watch").await);
    let host_before = whole.host("GET", &whole.game, Value::Null).await.1;
    for ((method, path), statuses) in rules {
        for id in [&whole.id, &other] {
            let asked = filled(path, id, "tavreli");
            assert!(!asked.contains('{'), "{asked}: a place is not filled in");
            for (key, status) in ["", &player, &watcher].into_iter().zip(*statuses) {
                let body = if method == "GET" { Value::Null } else { json!({ "do": "nothing" }) };
                let answered = whole.guest(key, method, &asked, body).await;
                assert_eq!(answered.0.as_u16(), *status, "{method} {asked} with `{key}`: {}", answered.1);
                // This machine's server knows no guests.
                let mut asked = request(method, &asked, "{}");
                asked.headers_mut().insert(HEADER, if key.is_empty() { "0" } else { key }.parse().unwrap());
                if path.starts_with("/api/") {
                    assert_eq!(answer(&whole.own, asked).await.0, StatusCode::FORBIDDEN, "{method} {path}");
                }
            }
        }
    }
    let mut host_after = whole.host("GET", &whole.game, Value::Null).await.1;
    // Those who look on come and go.
    host_after["version"] = host_before["version"].clone();
    assert_eq!(host_after, host_before);
}
