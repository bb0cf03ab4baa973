//! Access control: only the page itself may ask, in a browser that was sent here by the program.
//!
//! * Requests that name another host are refused, so that no foreign name can be made to mean this
//!   machine (DNS rebinding).
//! * Everything but the files of the page needs two secrets, which other users of the machine do not have:
//!   the key of the address that was opened, which the page keeps and sends as a header, and a cookie. Cookies
//!   know no ports: other servers of this machine receive it too, so it opens nothing alone.
//! * Requests that a browser sends for another site's page, or that of another port, are refused.
//! * A client that has shown no secret keeps no connection.
//! * Requests that change something are JSON from the page's own origin, which no other page can send.

use crate::key::Keys;
use crate::listen::{ServerVisitor, ShownSecrets};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// The content security policy of the page: run its own scripts, and talk to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types lit-html";

/// The header with the key of the page.
pub const HEADER: HeaderName = HeaderName::from_static("helgi-key");

/// The page at the address that is opened: its script keeps the key and opens the board.
const ENTRANCE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>helgi</title>\n\
    <script type=\"module\" src=\"/enter.js\"></script>\n<p id=\"page\">One moment…</p>\n\
    <noscript>This page needs JavaScript.</noscript>\n</html>\n";

/// The most time for a request, its arrival included.
const PATIENCE: Duration = Duration::from_secs(60);

/// The values that every request is compared with.
#[derive(Debug)]
pub struct Guard {
    hosts: [String; 3],
    cookie: String,
    keys: Keys,
}

impl Guard {
    /// The guard of a server at a port of the loopback address.
    pub fn new(port: u16, keys: Keys) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        // Cookies are shared by all ports of a host.
        Guard { hosts, cookie: format!("helgi-{port}"), keys }
    }

    /// The path that hands out the key, and leads to the page.
    pub fn entrance(&self) -> String {
        format!("/enter/{}", self.keys.page)
    }

    /// The cookie that stands for having entered, as the header that sets it.
    fn ticket(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000", self.cookie, self.keys.cookie)
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        named_host(headers).is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Returns the secrets that a request shows.
    fn shown(&self, headers: &HeaderMap) -> ShownSecrets {
        let key = headers.get(HEADER).is_some_and(|key| same(key.as_bytes(), self.keys.page.as_bytes()));
        match (self.has_cookie(headers), key) {
            (true, true) => ShownSecrets::Both,
            (true, false) => ShownSecrets::Cookie,
            (false, _) => ShownSecrets::Nothing,
        }
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie && same(value.as_bytes(), self.keys.cookie.as_bytes()))
    }

    fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Returns the reason why a request with these secrets is refused, if it is.
    fn refusal(&self, request: &Request, shown: ShownSecrets) -> Option<(StatusCode, &'static str)> {
        let (method, path, headers) = (request.method(), request.uri().path(), request.headers());
        if !self.knows_host(headers) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "Host: expected this server's own address"));
        }
        if path.starts_with("/api/") {
            if !is_same_origin(headers) {
                return Some((StatusCode::FORBIDDEN, "Sec-Fetch-Site: expected this server's own page"));
            }
            if shown != ShownSecrets::Both {
                return Some((
                    StatusCode::FORBIDDEN,
                    "this browser has not been let in: open the address that helgi has printed",
                ));
            }
        }
        if *method == Method::GET || *method == Method::HEAD {
            return None;
        }
        if *method != Method::POST {
            return Some((StatusCode::METHOD_NOT_ALLOWED, "expected GET or POST"));
        }
        if !self.is_own_origin(headers) {
            return Some((StatusCode::FORBIDDEN, "Origin: expected this server's own page"));
        }
        (!is_json(headers))
            .then_some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type: expected application/json"))
    }
}

/// Returns the host that a request names, if it names one only.
pub(crate) fn named_host(headers: &HeaderMap) -> Option<&str> {
    let mut named = headers.get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok());
    host.filter(|_| named.next().is_none())
}

/// Returns true unless the browser reports that another site, or another port, takes part in the request.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    sites.all(|site| site == "same-origin" || site == "none")
}

/// Returns true if the body of a request is JSON, which no other site's form can send.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    media_type.is_some_and(|value| value.split(';').next() == Some("application/json"))
}

/// Adds the restrictions for the browser to an answer.
pub(crate) fn restrict(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Returns true if two texts are the same, in a time that does not tell where they differ.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// Lets a request through or refuses it, and adds to every answer the restrictions for the browser.
pub async fn watch(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let shown = guard.shown(request.headers());
    let refusal = guard.refusal(&request, shown);
    let stays = shown != ShownSecrets::Nothing && refusal.is_none();
    if let Some(visitor) = request.extensions().get::<ServerVisitor>().filter(|_| refusal.is_none()) {
        visitor.shows(shown);
    }
    let mut response = match refusal {
        Some((status, why)) => (status, format!("{why}\n")).into_response(),
        // Streams of events are asked for by GET and last as long as somebody looks.
        None if request.method() == Method::POST => tokio::time::timeout(PATIENCE, next.run(request))
            .await
            .unwrap_or_else(|_| (StatusCode::REQUEST_TIMEOUT, "this has taken too long\n").into_response()),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    // A visitor who has shown no secret gets no lasting connection.
    if !stays {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    restrict(headers);
    response
}

/// The answer to a request for the entrance: with the right key the cookie, and the way to the page.
pub fn enter(guard: &Guard, key: &str) -> Response {
    let no_store = (header::CACHE_CONTROL, "no-store".to_owned());
    if !same(key.as_bytes(), guard.keys.page.as_bytes()) {
        let why = "this is not the address that helgi has printed; look at its terminal\n";
        return (StatusCode::FORBIDDEN, [no_store], why).into_response();
    }
    let media_type = (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned());
    ([(header::SET_COOKIE, guard.ticket()), media_type, no_store], ENTRANCE).into_response()
}
