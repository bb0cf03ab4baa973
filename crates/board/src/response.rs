//! The answers to requests that are not granted, for every part of the server.

use crate::plan::Refusal;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use helgi_words::TextMessage;
use serde::Serialize;
use serde_json::json;

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

/// A refusal as the page reads it: the reason in words and, for the usual ones, its name.
#[derive(Serialize)]
struct RefusedBody {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The reason as a message.
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<TextMessage>,
}

/// Answers a request that is refused, with the reason.
pub(crate) fn refused(refusal: &Refusal) -> Response {
    let status = match refusal {
        Refusal::Ply(..) | Refusal::Place(_) | Refusal::InUse(_) => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let body =
        RefusedBody { error: refusal.to_string(), code: refusal.code(), says: refusal.message().cloned() };
    (status, Json(body)).into_response()
}

/// Answers a body that is not JSON of the expected form.
pub(crate) fn malformed(rejection: &JsonRejection) -> Response {
    error(rejection.status(), &rejection.body_text())
}

/// Answers a request for a game or position that does not exist.
pub(crate) fn missing() -> Response {
    let why = "There is no such game or position. Begin a new one.";
    (StatusCode::NOT_FOUND, Json(json!({ "error": why, "code": "missing" }))).into_response()
}

/// An error as the page reads it: `{"error": "…"}`.
pub(crate) fn error(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}
