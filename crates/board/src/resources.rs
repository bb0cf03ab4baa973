//! The resources of the engines for the page: threads, memory for their tables, the net, and the use of books.
//!
//! Nets and books are those that the owner of the server has named: a page can have no other file read.
//!
//! | address | |
//! |---|---|
//! | `GET /api/engine` | an [`EngineChoice`](helgi_desk::resources::EngineChoice) |
//! | `POST /api/engine` | sets the [`EngineResources`] for all searches that begin from now on |

use crate::boards::Boards;
use crate::response::{error, malformed};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use helgi_desk::resources::EngineResources;
use std::sync::Arc;

/// The addresses.
pub fn routes(boards: Arc<Boards>) -> Router {
    Router::new().route("/api/engine", get(choice).post(set)).with_state(boards)
}

async fn choice(State(boards): State<Arc<Boards>>) -> Response {
    Json(boards.engines().choice()).into_response()
}

async fn set(
    State(boards): State<Arc<Boards>>,
    resources: Result<Json<EngineResources>, JsonRejection>,
) -> Response {
    match resources {
        Ok(Json(resources)) => match boards.engines().set_resources(resources) {
            Ok(()) => Json(boards.engines().choice()).into_response(),
            Err(why) => error(StatusCode::BAD_REQUEST, &why.to_string()),
        },
        Err(rejection) => malformed(&rejection),
    }
}
