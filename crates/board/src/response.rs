//! The answers to requests that are not granted, for every part of the server.

use crate::plan::Refusal;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};

/// The answer to questions about games that are not there.
pub(crate) const MISSING: &str = "there is no such game or position: begin a new one";

/// A refusal as the page reads it: the reason in words and, for the usual ones, its name.
#[derive(Serialize)]
struct RefusedBody {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The values for the places of the page's text of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Value>,
}

/// Answers a request that is refused, with the reason.
pub(crate) fn refused(refusal: &Refusal) -> Response {
    let status = match refusal {
        Refusal::Ply(..) | Refusal::Place(_) | Refusal::InUse(_) => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let body = RefusedBody { error: refusal.to_string(), code: refusal.code(), values: refusal.values() };
    (status, Json(body)).into_response()
}

/// Answers a body that is not JSON of the expected form.
pub(crate) fn malformed(rejection: &JsonRejection) -> Response {
    error(rejection.status(), &rejection.body_text())
}

/// Answers a request for a game or position that does not exist.
pub(crate) fn missing() -> Response {
    error(StatusCode::NOT_FOUND, MISSING)
}

/// An error as the page reads it: `{"error": "…"}`.
pub(crate) fn error(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}
