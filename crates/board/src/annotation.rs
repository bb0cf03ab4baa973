//! Annotation of a game from its review, in its record: evaluations, glyphs, better lines.
//!
//! `POST /api/boards/NAME/annotation` does that, with the empty object as its body; the game must have been
//! reviewed as it is. `helgi analyze` annotates files in the same way.

use crate::boards::Boards;
use crate::response::{answered, apart, malformed};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::Arc;

/// The address.
pub fn routes(boards: Arc<Boards>) -> Router {
    Router::new().route("/api/boards/{id}/annotation", post(write)).with_state(boards)
}

async fn write(
    State(boards): State<Arc<Boards>>,
    Path(id): Path<String>,
    body: Result<Json<Value>, JsonRejection>,
) -> Response {
    if let Err(rejection) = body {
        return malformed(&rejection);
    }
    answered(apart(move || boards.annotate(&id).map(|done| done.map(|()| json!({})))).await)
}
