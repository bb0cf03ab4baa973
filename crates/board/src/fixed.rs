//! Texts that are the same for everybody who asks: made once, compressed, and with a tag by which a browser asks if its
//! copy is still good.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A text with its compressed forms; an empty one is not there.
#[derive(Clone, Debug)]
pub(crate) struct FixedText {
    media_type: &'static str,
    tag: HeaderValue,
    plain: Bytes,
    brotli: Bytes,
    gzip: Bytes,
}

/// The way in which browsers keep a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CacheRule {
    /// They ask each time if their copy is still good.
    Checked,
    /// They keep it without asking: its address has the hash of its content.
    Pinned,
}

/// The form in which a text is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ContentCoding {
    Plain,
    Gzip,
    Brotli,
}

impl FixedText {
    /// A text of the program, with its tag.
    pub(crate) fn of_program(
        media_type: &'static str,
        tag: &'static str,
        [plain, brotli, gzip]: [&'static [u8]; 3],
    ) -> Self {
        let [plain, brotli, gzip] = [plain, brotli, gzip].map(Bytes::from_static);
        FixedText { media_type, tag: HeaderValue::from_static(tag), plain, brotli, gzip }
    }

    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        let plain = serde_json::to_vec(value).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let tag = format!("W/\"{:016x}\"", hasher.finish());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""));
        let mut writer = GzEncoder::new(Vec::new(), Compression::default());
        // Nothing can go wrong in memory; without a compressed form the plain one is sent.
        let gzip = writer.write_all(&plain).and_then(|()| writer.finish()).unwrap_or_default();
        let gzip = if gzip.len() < plain.len() { gzip } else { Vec::new() };
        FixedText {
            media_type: "application/json",
            tag,
            plain: plain.into(),
            brotli: Bytes::new(),
            gzip: gzip.into(),
        }
    }

    /// The answer to a request with these headers: the text, or that the browser's copy is still good.
    pub(crate) fn answer(&self, asked: &HeaderMap, rule: CacheRule) -> Response {
        let mut response = if names_tag(asked, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.content(asked)
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let cache = match rule {
            CacheRule::Checked => "no-cache",
            CacheRule::Pinned => "public, max-age=31536000, immutable",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        response
    }

    fn content(&self, asked: &HeaderMap) -> Response {
        let coding = chosen(asked, |coding| match coding {
            ContentCoding::Plain => true,
            ContentCoding::Gzip => !self.gzip.is_empty(),
            ContentCoding::Brotli => !self.brotli.is_empty(),
        });
        let (bytes, name) = match coding {
            ContentCoding::Plain => (&self.plain, None),
            ContentCoding::Gzip => (&self.gzip, Some("gzip")),
            ContentCoding::Brotli => (&self.brotli, Some("br")),
        };
        let mut response = Body::from(bytes.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        if let Some(name) = name {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }
}

/// Returns true if the tags of the copies that a browser has include this one.
fn names_tag(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let Ok(tag) = tag.to_str().map(bare) else { return false };
    let named = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    named.flat_map(|line| line.split(',')).any(|one| one.trim() == "*" || bare(one) == tag)
}

/// The coding that a client likes best of those that are there; of several that it likes alike, the shortest. The plain
/// text is sent where nothing else is accepted.
fn chosen(asked: &HeaderMap, is_there: impl Fn(ContentCoding) -> bool) -> ContentCoding {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let mut weights: BTreeMap<String, f32> = BTreeMap::new();
    for item in lines.flat_map(|line| line.split(',')) {
        let (name, rest) = item.split_once(';').unwrap_or((item, "q=1"));
        let weight = rest.trim().to_ascii_lowercase();
        let weight = weight.strip_prefix("q=").and_then(|number| number.trim().parse().ok());
        // A weight that is none is no reason to send something that the client cannot read.
        weights.insert(name.trim().to_ascii_lowercase(), weight.unwrap_or(0.0));
    }
    let weight = |name: &str| weights.get(name).or(weights.get("*")).copied().unwrap_or(0.0);
    let plain = weights.get("identity").copied().unwrap_or(f32::MIN_POSITIVE);
    let mut best = (ContentCoding::Plain, plain);
    for (coding, name) in [(ContentCoding::Gzip, "gzip"), (ContentCoding::Brotli, "br")] {
        if is_there(coding) && weight(name) > 0.0 && weight(name) >= best.1 {
            best = (coding, weight(name));
        }
    }
    best.0
}

/// Texts that are made when they are first asked for, by their subjects.
#[derive(Debug)]
pub(crate) struct MadeOnce<K> {
    made: Mutex<BTreeMap<K, Arc<FixedText>>>,
    most: usize,
}

impl<K: Ord + Clone> MadeOnce<K> {
    /// No text yet. When there are so many, all are made anew.
    pub(crate) fn new(most: usize) -> Self {
        MadeOnce { made: Mutex::default(), most }
    }

    /// The text on a subject, made by `make` if there is none yet.
    pub(crate) fn of(&self, subject: &K, make: impl FnOnce() -> Option<FixedText>) -> Option<Arc<FixedText>> {
        let lock = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(subject).cloned();
        if known.is_some() {
            return known;
        }
        // Others need not wait meanwhile; of two that make it at once, one is kept.
        let text = Arc::new(make()?);
        let mut made = lock();
        if made.len() >= self.most {
            made.clear();
        }
        Some(made.entry(subject.clone()).or_insert(text).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name.clone(), value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn the_coding_is_one_that_the_client_reads() {
        use ContentCoding::{Brotli, Gzip, Plain};
        for (accepted, with_brotli, without) in [
            (&["gzip, deflate, br, zstd"][..], Brotli, Gzip),
            (&["gzip", "br"], Brotli, Gzip),
            (&["GZIP;Q=0.5 , BR ; q=0.4"], Gzip, Gzip),
            (&["gzip;q=1.0, br;q=0.9, *;q=0"], Gzip, Gzip),
            (&["br"], Brotli, Plain),
            (&["*"], Brotli, Gzip),
            (&["*;q=0"], Plain, Plain),
            (&["br;q=0, *"], Gzip, Gzip),
            (&["identity, gzip;q=0.5"], Plain, Plain),
            (&["gzip;q=0, br;q=0.000"], Plain, Plain),
            (&["gzip;q=x, br;x=1"], Plain, Plain),
            (&["deflate, zstd"], Plain, Plain),
            (&[""], Plain, Plain),
            (&[], Plain, Plain),
        ] {
            let asked = asking(header::ACCEPT_ENCODING, accepted);
            assert_eq!(chosen(&asked, |_| true), with_brotli, "{accepted:?}");
            assert_eq!(chosen(&asked, |coding| coding != Brotli), without, "{accepted:?}");
            assert_eq!(chosen(&asked, |coding| coding == Plain), Plain, "{accepted:?}");
        }
    }

    #[test]
    fn a_copy_is_good_as_long_as_the_text_is_the_same() {
        let (one, other) = (FixedText::json(&vec![1; 200]), FixedText::json(&vec![2; 200]));
        let own = one.tag.to_str().unwrap().to_owned();
        for (tags, expected) in [
            (vec![own.clone()], StatusCode::NOT_MODIFIED),
            (vec![own.trim_start_matches("W/").to_owned()], StatusCode::NOT_MODIFIED),
            (vec![format!("\"a\" , {own}")], StatusCode::NOT_MODIFIED),
            (vec!["\"a\"".to_owned(), own.clone()], StatusCode::NOT_MODIFIED),
            (vec!["*".to_owned()], StatusCode::NOT_MODIFIED),
            (vec![other.tag.to_str().unwrap().to_owned()], StatusCode::OK),
            (vec![own.replace('"', "")], StatusCode::OK),
            (vec![], StatusCode::OK),
        ] {
            let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
            let mut asked = asking(header::IF_NONE_MATCH, &tags);
            asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
            let answer = one.answer(&asked, CacheRule::Checked);
            assert_eq!(answer.status(), expected, "{tags:?}");
            let headers = answer.headers();
            assert_eq!(
                (&headers[header::ETAG], &headers[header::CACHE_CONTROL]),
                (&one.tag, &"no-cache".parse().unwrap())
            );
            assert_eq!(headers[header::VARY], "accept-encoding");
            let coding = headers.get(header::CONTENT_ENCODING).map(|coding| coding.as_bytes());
            assert_eq!(coding, Some(&b"gzip"[..]).filter(|_| expected == StatusCode::OK));
        }
    }

    #[test]
    fn a_text_is_made_once_and_no_more_are_kept_than_wanted() {
        let texts = MadeOnce::new(2);
        let made = Mutex::new(Vec::new());
        let ask = |subject: u8| {
            texts.of(&subject, || {
                made.lock().unwrap().push(subject);
                (subject < 9).then(|| FixedText::json(&subject))
            })
        };
        for subject in [1, 1, 2, 1, 2, 3, 3, 1] {
            assert!(ask(subject).is_some());
        }
        assert!(ask(9).is_none() && ask(9).is_none());
        assert_eq!(*made.lock().unwrap(), [1, 2, 3, 1, 9, 9]);
        assert!(texts.made.lock().unwrap().len() <= 2);
    }
}
