use super::*;
use axum::body::to_bytes;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;

fn page_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("page")
}

fn source(name: &str) -> String {
    fs::read_to_string(page_folder().join(name)).unwrap()
}

fn get(assets: &Assets, path: &str) -> Response {
    assets.answer(path, &HeaderMap::new())
}

/// The content of an answer to a browser that reads one coding.
async fn coded(path: &str, coding: &'static str) -> (Option<HeaderValue>, Vec<u8>) {
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(coding));
    let response = Assets::default().answer(path, &headers);
    assert_eq!(
        (response.status(), &response.headers()[header::VARY]),
        (StatusCode::OK, &"accept-encoding".parse().unwrap())
    );
    let coding = response.headers().get(header::CONTENT_ENCODING).cloned();
    (coding, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
}

#[test]
fn the_page_knows_the_highest_level() {
    let text = source("levels.js");
    let level = format!("HIGHEST_LEVEL = {};", helgi_engine::internals::strength::HIGHEST_LEVEL);
    assert!(text.contains(&level), "{level}");
    let elo = |level| helgi_engine::internals::strength::elo_of_level(level).unwrap();
    let steps = format!("[LOWEST_ELO, ELO_STEP] = [{}, {}];", elo(1), elo(2) - elo(1));
    assert!(text.contains(&steps), "{steps}");
}

#[test]
fn only_files_of_the_page_are_handed_out() {
    let outside = Assets::new(Some(page_folder()));
    for assets in [Assets::default(), outside] {
        for path in ["/", "/main.js", "/style.css", "/vendor/lit-html.js", "/pieces/icons.js"] {
            assert_eq!(get(&assets, path).status(), StatusCode::OK, "{path}");
        }
        for path in [
            "",
            "main.js",
            "//",
            "//main.js",
            "///main.js",
            "/./main.js",
            "/main.js/",
            "/pieces//icons.js",
            "/pieces/./icons.js",
            "/../Cargo.toml",
            "//etc/passwd",
            "/pieces",
            "/vendor/../main.js",
            "/a\\..\\b.js",
            "/C:/x.js",
            "/0123456789abcdef/main.js",
            "/vendor/lit-html.d.ts",
        ] {
            assert_eq!(get(&assets, path).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[test]
fn files_are_kept_for_good_below_their_hash_only_and_those_of_a_folder_never() {
    let rule = |assets: &Assets, path: &str| {
        let response = get(assets, path);
        let rule = response.headers().get(header::CACHE_CONTROL).cloned();
        (response.status(), rule.map(|rule| rule.to_str().unwrap().to_owned()).unwrap_or_default())
    };
    let pinned = |name: &str| format!("/{}/{name}", table::VERSION);
    let own = Assets::default();
    for name in ["main.js", "style.css", "pieces/sets.js", "vendor/lit-html.js", "icon.svg"] {
        let forever = "public, max-age=31536000, immutable".to_owned();
        assert_eq!(rule(&own, &pinned(name)), (StatusCode::OK, forever), "{name}");
        assert_eq!(rule(&own, &format!("/{name}")), (StatusCode::OK, "no-cache".to_owned()), "{name}");
    }
    for path in ["/", "/index.html", "/guest.html"] {
        assert_eq!(rule(&own, path), (StatusCode::OK, "no-cache".to_owned()), "{path}");
    }
    for name in ["", "index.html", "guest.html", "/main.js", "../main.js", "nothing.js"] {
        assert_eq!(rule(&own, &pinned(name)).0, StatusCode::NOT_FOUND, "{name}");
    }
    let folder = Assets::new(Some(page_folder()));
    for path in ["/", "/main.js"] {
        assert_eq!(rule(&folder, path), (StatusCode::OK, "no-store".to_owned()), "{path}");
        assert!(!get(&folder, path).headers().contains_key(header::ETAG));
    }
    assert_eq!(rule(&folder, &pinned("main.js")).0, StatusCode::NOT_FOUND);
}

/// They are no files of the page, so that they are there for a folder, too, and new after an upgrade.
#[tokio::test]
async fn english_is_sent_to_every_page_and_other_languages_on_demand() {
    for assets in [Assets::default(), Assets::new(Some(page_folder()))] {
        let texts = async |path: &str| {
            let response = get(&assets, path);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
            assert!(response.headers().contains_key(header::ETAG));
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            serde_json::from_slice::<serde_json::Map<String, Value>>(&body).unwrap()
        };
        let first = texts("/words.json").await;
        assert_eq!(first["en"]["end.mate.won"], "{winner} mates");
        assert_eq!(first["ru"], serde_json::json!({ "language": "Русский" }));
        assert!(first.keys().eq(catalogue::files().map(|(code, _)| code)), "{:?}", first.keys());
        let russian = texts("/words/ru.json").await;
        assert!(russian.keys().all(|id| catalogue::is_on_pages(id)), "{russian:?}");
        assert!(russian.keys().eq(first["en"].as_object().unwrap().keys()));
        assert!(russian.len() > 1000, "{}", russian.len());
        for path in ["/words/en.json", "/words/tlh.json", "/words/"] {
            assert_eq!(get(&assets, path).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[tokio::test]
async fn a_page_names_its_files_below_their_hash() {
    for (page, name) in [("/", "index.html"), ("/guest.html", "guest.html")] {
        let (_, served) = coded(page, "identity").await;
        let served = String::from_utf8(served).unwrap();
        // But for that it is the source.
        assert_eq!(served.replace(&format!("/{}/", table::VERSION), ""), source(name), "{page}");
        let names = served.split(['"']).skip(1).step_by(2).filter(|value| value.contains('.'));
        for value in names.filter(|value| *value != "manifest.webmanifest") {
            let is_pinned = value.starts_with(&format!("/{}/", table::VERSION));
            assert!(is_pinned || value == "words.json", "{page}: {value}");
            let path = format!("/{}", value.trim_start_matches('/'));
            assert_eq!(get(&Assets::default(), &path).status(), StatusCode::OK, "{page}: {value}");
        }
    }
}

#[tokio::test]
async fn all_forms_of_a_file_have_the_same_content() {
    let (mut plain_bytes, mut coded_bytes) = (0, [0; 2]);
    for file in table::FILES.iter().filter(|file| media_type(file.name).is_some()) {
        let path = format!("/{}", file.name);
        let (coding, plain) = coded(&path, "identity").await;
        assert_eq!(coding, None, "{path}");
        plain_bytes += plain.len();
        for (index, name) in ["br", "gzip"].into_iter().enumerate() {
            let (coding, bytes) = coded(&path, name).await;
            coded_bytes[index] += bytes.len();
            let mut read = Vec::new();
            match coding.as_ref().map(|coding| coding.to_str().unwrap()) {
                None => read = bytes,
                Some("gzip") => drop(flate2::read::GzDecoder::new(&*bytes).read_to_end(&mut read).unwrap()),
                // `tests/board/run load` reads these, as a browser does.
                Some(_) => continue,
            }
            assert!(read == plain, "{path} as {name}");
        }
    }
    for bytes in coded_bytes {
        assert!(bytes * 5 < plain_bytes * 2, "{bytes} of {plain_bytes}");
    }
}

/// Comments are left out, in such a way that errors name the lines of the source.
#[test]
fn scripts_are_their_sources_without_lines_that_are_comments() {
    let mut is_shorter = 0;
    for file in table::FILES.iter().filter(|file| file.name.ends_with(".js")) {
        let (served, source) = (String::from_utf8(file.plain.to_vec()).unwrap(), source(file.name));
        assert_eq!(served.lines().count(), source.lines().count(), "{}", file.name);
        for (served, source) in served.lines().zip(source.lines()) {
            let bare = source.trim();
            let is_comment = ["//", "/*", "*"].iter().any(|sign| bare.starts_with(sign));
            assert!(served == source || served.is_empty() && is_comment, "{}: {source}", file.name);
        }
        is_shorter += usize::from(served.len() < source.len());
    }
    assert!(is_shorter > 50, "{is_shorter}");
    assert!(find("vendor/lit-html.js").unwrap().plain.starts_with(b"/**\n * @license"));
}

#[test]
fn the_page_names_all_that_its_scripts_need() {
    for (page, start) in [("index.html", "main.js"), ("guest.html", "guest.js")] {
        assert_eq!(preloaded(&source(page)), needed(start), "{page}");
    }
}

/// The modules that a page names.
fn preloaded(page: &str) -> BTreeSet<String> {
    let named = page.lines().filter_map(|line| line.strip_prefix("<link rel=\"modulepreload\" href=\""));
    named.filter_map(|line| line.split('"').next()).map(str::to_owned).collect()
}

/// The modules that a script imports, by way of others too.
fn needed(start: &str) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    let mut open = vec![start.to_owned()];
    while let Some(path) = open.pop() {
        let text = source(&path);
        let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "));
        let names = imports.filter_map(|line| line.split("\"./").nth(1)?.split('"').next());
        let new = names.filter(|&name| needed.insert(name.to_owned()));
        open.extend(new.map(str::to_owned));
    }
    needed
}
