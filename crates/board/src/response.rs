//! The answers to requests that are not granted, for every part of the server.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use helgi_desk::plan::Refusal;
use helgi_desk::reply::{self, PGN_TYPE};
use serde::Serialize;

/// Runs work that may have to wait for the disk, or for a game that somebody else has, apart from the thread that serves;
/// `None` if it has failed.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}

/// Answers with what was found, or that there is no such game.
pub(crate) fn found(found: Option<Option<impl Serialize>>) -> Response {
    match found {
        Some(Some(found)) => Json(found).into_response(),
        Some(None) => missing(),
        None => failed(),
    }
}

/// Answers an order with its outcome, or that there is no such game.
pub(crate) fn answered(answer: Option<Option<Result<impl Serialize, Refusal>>>) -> Response {
    match answer {
        Some(Some(Ok(answer))) => Json(answer).into_response(),
        Some(Some(Err(refusal))) => refused(&refusal),
        Some(None) => missing(),
        None => failed(),
    }
}

/// Answers a request that the server could not carry out.
pub(crate) fn failed() -> Response {
    error(StatusCode::INTERNAL_SERVER_ERROR, "the server could not do this: its terminal may say why")
}

/// Answers a request that is refused, with the reason.
pub(crate) fn refused(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    (status, Json(refusal.body())).into_response()
}

/// Answers a body that is not JSON of the expected form.
pub(crate) fn malformed(rejection: &JsonRejection) -> Response {
    error(rejection.status(), &rejection.body_text())
}

/// Answers a request for a game or position that does not exist.
pub(crate) fn missing() -> Response {
    (StatusCode::NOT_FOUND, Json(reply::missing())).into_response()
}

/// The answer with recorded games as a file, `helgi-NAME.pgn`.
pub(crate) fn pgn_file(name: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"helgi-{name}.pgn\"");
    ([(header::CONTENT_TYPE, PGN_TYPE.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response()
}

/// An error as the page reads it: `{"error": "…"}`.
pub(crate) fn error(status: StatusCode, why: &str) -> Response {
    (status, Json(reply::error(why))).into_response()
}
