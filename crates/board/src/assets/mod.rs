//! The files of the page: those in the program, or those of a folder while one works on them.
//!
//! Those in the program are compressed when it is built. The page names them below the hash of all of them,
//! `/0123456789abcdef/main.js`, where they never change, so that a browser keeps them without asking; the page itself, and
//! files by their plain names, have tags by which it asks each time. A new program has another hash, so that no file of an
//! old one is mixed with its own. Files of a folder are never kept.

use crate::fixed::{CacheRule, FixedText};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use helgi_files::read_ordinary;
use helgi_words::catalogue;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

/// The largest file of the page. Unit: bytes.
const LARGEST: u64 = 16 << 20;

/// A file in the program; a compressed form that is no shorter is empty.
struct PageFile {
    name: &'static str,
    tag: &'static str,
    plain: &'static [u8],
    brotli: &'static [u8],
    gzip: &'static [u8],
}

/// The table that the build script makes: `VERSION`, the hash of the page, and its `FILES`, ordered by their names.
mod table {
    use super::PageFile;

    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// The name of the texts that every page needs: those of English, and the names of the other languages. They are not among the
/// files of the page, and have only what pages need of a catalogue.
const WORDS: &str = "words.json";

static WORD_TEXTS: LazyLock<BTreeMap<String, FixedText>> = LazyLock::new(|| {
    type Texts = serde_json::Map<String, Value>;
    let sent = |json| {
        let mut texts: Texts = serde_json::from_str(json).unwrap_or_default();
        texts.retain(|id, _| catalogue::is_on_pages(id));
        texts
    };
    let mut first: BTreeMap<&str, Texts> = BTreeMap::new();
    let mut made = BTreeMap::new();
    for (code, json) in catalogue::files() {
        let mut texts = sent(json);
        if code != catalogue::ENGLISH {
            made.insert(format!("words/{code}.json"), FixedText::json(&texts));
            texts.retain(|id, _| id == catalogue::NAME);
        }
        first.insert(code, texts);
    }
    made.insert(WORDS.to_owned(), FixedText::json(&first));
    made
});

/// The source of the page's files.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    folder: Option<PathBuf>,
}

/// A file of the page that somebody has asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AskedFile<'a> {
    /// Its name: `pieces/sets.js`.
    pub(crate) name: &'a str,
    rule: CacheRule,
}

impl Assets {
    /// The files of a folder, read anew for every request; those in the program for `None`.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Assets { folder }
    }

    /// The file of a path such as `/main.js`, whether it is there or not; `None` for a path that leads to no file of the
    /// page. The empty one, `/`, leads to `index`.
    pub(crate) fn asked<'a>(&self, path: &'a str, index: &'a str) -> Option<AskedFile<'a>> {
        let name = path.strip_prefix('/')?;
        let pinned = name.strip_prefix(table::VERSION).and_then(|rest| rest.strip_prefix('/'));
        let (name, rule) = match pinned.filter(|_| self.folder.is_none()) {
            // A page has no such address: it names others, and has to be new after an upgrade.
            Some(name) if name.ends_with(".html") => return None,
            Some(name) => (name, CacheRule::Pinned),
            None if name.is_empty() => (index, CacheRule::Checked),
            None => (name, CacheRule::Checked),
        };
        // `components` passes over `//`, a slash at the end, and `.` within.
        let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
            && name.split('/').all(|part| !matches!(part, "" | "."))
            && !name.contains(['\\', '\0', ':']);
        is_plain.then_some(AskedFile { name, rule })
    }

    /// The answer to a request with these headers for a path such as `/main.js`.
    pub fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        self.asked(path, "index.html").map_or_else(missing, |asked| self.send(asked, headers))
    }

    /// The answer to a request for a file.
    pub(crate) fn send(&self, asked: AskedFile<'_>, headers: &HeaderMap) -> Response {
        if let Some(texts) = WORD_TEXTS.get(asked.name) {
            return texts.answer(headers, CacheRule::Checked);
        }
        let Some(media_type) = media_type(asked.name) else { return missing() };
        match &self.folder {
            Some(folder) => match read_ordinary(&folder.join(asked.name), LARGEST) {
                Ok(bytes) => {
                    let mut response = bytes.into_response();
                    let headers = response.headers_mut();
                    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
                    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                    response
                }
                Err(_) => missing(),
            },
            None => match find(asked.name) {
                Some(PageFile { tag, plain, brotli, gzip, .. }) => {
                    FixedText::of_program(media_type, tag, [plain, brotli, gzip]).answer(headers, asked.rule)
                }
                None => missing(),
            },
        }
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "there is no such file\n").into_response()
}

/// A file in the program.
fn find(name: &str) -> Option<&'static PageFile> {
    let place = table::FILES.binary_search_by(|file| file.name.cmp(name)).ok()?;
    table::FILES.get(place)
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
mod tests;
