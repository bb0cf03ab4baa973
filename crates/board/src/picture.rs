//! Games as moving pictures.
//!
//! | address | |
//! |---|---|
//! | `GET /api/boards/NAME/gif/MOVE/PIECES/SIDE` | the moves up to one of the tree as an animated GIF, with `letters`, `pictures` or `characters`, from the side of `white` or `black` |
//!
//! One is made at a time.

use crate::boards::Boards;
use crate::response::{apart, error, failed, missing, refused};
use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use helgi_desk::plan::Refusal;
use helgi_drawing::{Animation, Pieces};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The address.
pub fn router<S: Clone + Send + Sync + 'static>(boards: Arc<Boards>) -> Router<S> {
    let turn = Arc::new(Semaphore::new(1));
    let gif = move |place: Path<(String, String, String, String)>| gif(place, boards.clone(), turn.clone());
    Router::new().route("/api/boards/{id}/gif/{at}/{pieces}/{side}", get(gif))
}

async fn gif(
    Path((id, at, pieces, side)): Path<(String, String, String, String)>,
    boards: Arc<Boards>,
    turn: Arc<Semaphore>,
) -> Response {
    let pieces = match pieces.as_str() {
        "letters" => Pieces::Letters,
        "pictures" => Pieces::Pictures,
        "characters" => Pieces::Characters,
        other => return wrong(&format!("pieces: `{other}`, expected letters, pictures or characters")),
    };
    let flipped = match side.as_str() {
        "white" => false,
        "black" => true,
        other => return wrong(&format!("side: `{other}`, expected white or black")),
    };
    let found = apart(move || {
        boards.read(&id, |board| {
            let line = board.line_to(&at)?;
            let ending = board.ending_of(&at).map(|ending| format!("{} {}", ending.score, ending.text));
            Ok((line, ending.unwrap_or_default()))
        })
    });
    let (line, ending) = match found.await {
        None => return failed(),
        Some(None) => return missing(),
        Some(Some(Err::<_, Refusal>(refusal))) => return refused(&refusal),
        Some(Some(Ok(found))) => found,
    };
    let look = Animation { pieces, flipped, ending, ..Animation::default() };
    let Ok(_turn) = turn.acquire().await else { return wrong("no picture could be made") };
    let name = format!("attachment; filename=\"helgi-{}.gif\"", line.start().game().name());
    match tokio::task::spawn_blocking(move || look.gif(&line, |_, _| ())).await {
        Ok(Ok(file)) => {
            let headers =
                [(header::CONTENT_TYPE, "image/gif".to_owned()), (header::CONTENT_DISPOSITION, name)];
            (headers, file).into_response()
        }
        Ok(Err(why)) => wrong(&format!("GIF: {why}")),
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "no picture could be made"),
    }
}

fn wrong(why: &str) -> Response {
    error(StatusCode::UNPROCESSABLE_ENTITY, why)
}
