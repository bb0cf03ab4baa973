//! The server as tests ask it: where it is, whom it knows, and requests as the page sends them.

// Not every test needs all of it.
#![allow(dead_code)]

use axum::body::Body;
use axum::http::{Request, header};
use helgi_board::guard::Guard;

const HOST: &str = "127.0.0.1:4000";
pub const KEY: &str = "0123456789abcdef";

/// Who is let in.
pub fn guard() -> Guard {
    Guard::new(4000, KEY.to_owned())
}

/// A request as the page sends it, which tests then spoil.
pub fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST)
        .header(header::ORIGIN, format!("http://{HOST}"))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, format!("other=1; helgi-4000={KEY}"));
    request.body(body.into()).unwrap()
}
