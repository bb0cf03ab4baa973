//! The files of the page: those in the program, or those of a folder while one works on them.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use helgi_record::files::read_ordinary;
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// The largest file of the page. Unit: bytes.
const LARGEST: u64 = 16 << 20;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The source of the page's files.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    folder: Option<PathBuf>,
}

impl Assets {
    /// The files of a folder, read anew for every request; those in the program for `None`.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Assets { folder }
    }

    /// The answer to a request for a path such as `/main.js`.
    pub fn answer(&self, path: &str) -> Response {
        let path = match path.trim_start_matches('/') {
            "" => "index.html",
            path => path,
        };
        match (self.read(path), media_type(path)) {
            (Some(bytes), Some(media_type)) => {
                let mut response = bytes.into_owned().into_response();
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
                // A new program has new files at the same address.
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                response
            }
            _ => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        }
    }

    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !is_plain || path.contains(['\\', '\0', ':']) {
            return None;
        }
        match &self.folder {
            Some(folder) => read_ordinary(&folder.join(path), LARGEST).ok().map(Cow::Owned),
            None => PAGE.get_file(path).map(|file| Cow::Borrowed(file.contents())),
        }
    }
}

/// The kind of a file by its name; `None` for a file that is not part of the page.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "md" | "LICENSE" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_page_knows_the_highest_level() {
        let text = PAGE.get_file("levels.js").and_then(|file| file.contents_utf8()).unwrap();
        let level = format!("HIGHEST_LEVEL = {};", helgi_engine::strength::HIGHEST_LEVEL);
        assert!(text.contains(&level), "{level}");
        let elo = |level| helgi_engine::strength::elo_of_level(level).unwrap();
        let steps = format!("[LOWEST_ELO, ELO_STEP] = [{}, {}];", elo(1), elo(2) - elo(1));
        assert!(text.contains(&steps), "{steps}");
    }

    #[test]
    fn only_files_of_the_page_are_handed_out() {
        let outside = Assets::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("page")));
        for assets in [Assets::default(), outside] {
            for path in ["/", "/main.js", "/style.css", "/vendor/lit-html.js", "/pieces/icons.js"] {
                assert_eq!(assets.answer(path).status(), StatusCode::OK, "{path}");
            }
            for path in [
                "/../Cargo.toml",
                "//etc/passwd",
                "/pieces",
                "/vendor/../main.js",
                "/a\\..\\b.js",
                "/C:/x.js",
            ] {
                assert_eq!(assets.answer(path).status(), StatusCode::NOT_FOUND, "{path}");
            }
        }
    }

    #[test]
    fn the_page_names_all_that_its_scripts_need() {
        let text = |path: &str| PAGE.get_file(path).and_then(|file| file.contents_utf8()).unwrap();
        for (page, start) in [("index.html", "main.js"), ("guest.html", "guest.js")] {
            assert_eq!(preloaded(text(page)), needed(start, text), "{page}");
        }
    }

    /// The modules that a page names.
    fn preloaded(page: &str) -> BTreeSet<String> {
        let named = page.lines().filter_map(|line| line.strip_prefix("<link rel=\"modulepreload\" href=\""));
        named.filter_map(|line| line.split('"').next()).map(str::to_owned).collect()
    }

    /// The modules that a script imports, by way of others too.
    fn needed(start: &str, text: impl Fn(&str) -> &'static str) -> BTreeSet<String> {
        let mut needed = BTreeSet::new();
        let mut open = vec![start.to_owned()];
        while let Some(path) = open.pop() {
            let imports =
                text(&path).lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "));
            let names = imports.filter_map(|line| line.split("\"./").nth(1)?.split('"').next());
            let new = names.filter(|&name| needed.insert(name.to_owned()));
            open.extend(new.map(str::to_owned));
        }
        needed
    }
}
