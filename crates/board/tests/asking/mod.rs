//! The server as tests ask it: where it is, whom it knows, and requests as the page sends them.

// Not every test needs all of it.
#![allow(dead_code)]

use axum::body::Body;
use axum::http::{Request, header};
use helgi_board::guard::{Guard, HEADER};
use helgi_board::key::Keys;

const HOST: &str = "127.0.0.1:4000";
/// The key of the address, which the page sends.
pub const KEY: &str = "89abcdef01234567";
/// The secret in the cookie.
pub const COOKIE: &str = "0123456789abcdef";

/// The guard that lets the tests in.
pub fn guard() -> Guard {
    guard_at(4000)
}

/// The same at another port.
pub fn guard_at(port: u16) -> Guard {
    Guard::new(port, Keys { page: KEY.to_owned(), cookie: COOKIE.to_owned() })
}

/// A request as the page sends it, which tests then spoil.
pub fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST)
        .header(header::ORIGIN, format!("http://{HOST}"))
        .header(header::CONTENT_TYPE, "application/json")
        .header("sec-fetch-site", "same-origin")
        .header(HEADER, KEY)
        .header(header::COOKIE, format!("other=1; helgi-4000={COOKIE}"));
    request.body(body.into()).unwrap()
}
