//! Tasks for the page: positions in which one move shows a rule, for people who learn a game.
//!
//! | address | |
//! |---|---|
//! | `GET /api/tasks/GAME` | the tasks of a game, as a list of [`TaskCard`](tasks::TaskCard) |
//! | `POST /api/tasks/GAME/NUMBER` | a [`TaskQuestion`] about one of them; numbers begin with 1 |

use crate::boards::Boards;
use crate::fixed::{CacheRule, FixedText, MadeOnce};
use crate::response::{answered, apart, error, failed, malformed, refused};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use helgi_desk::plan::GamePlan;
use helgi_desk::tasks::{self, TaskNotFound, TaskQuestion};
use helgi_rules::games::GameId;
use std::sync::Arc;

/// The most lists of tasks that are kept.
const KEPT: usize = 400;

/// The addresses.
pub fn routes(boards: Arc<Boards>) -> Router {
    let lists = Arc::new(MadeOnce::new(KEPT));
    let list = move |Path(game): Path<String>, asked: HeaderMap| list(game, asked, lists.clone());
    Router::new()
        .route("/api/tasks/{game}", get(list))
        .route("/api/tasks/{game}/{number}", post(ask))
        .with_state(boards)
}

/// The response if there is no such game.
fn unknown(game: &str) -> Response {
    error(StatusCode::NOT_FOUND, &TaskNotFound::Game(game.to_owned()).to_string())
}

async fn list(name: String, asked: HeaderMap, lists: Arc<MadeOnce<GameId>>) -> Response {
    let Some(game) = GameId::named(&name) else { return unknown(&name) };
    let made = move || Some(FixedText::json(&tasks::cards(game)?));
    let found = apart(move || lists.of(&game, made)).await.flatten();
    found.map_or_else(|| unknown(&name), |text| text.answer(&asked, CacheRule::Checked))
}

async fn ask(
    State(boards): State<Arc<Boards>>,
    Path((game, number)): Path<(String, usize)>,
    question: Result<Json<TaskQuestion>, JsonRejection>,
) -> Response {
    let question = match question {
        Ok(Json(question)) => question,
        Err(rejection) => return malformed(&rejection),
    };
    let (task, count) = match apart(move || tasks::find(&game, number)).await {
        Some(Ok(found)) => found,
        Some(Err(why)) => return error(StatusCode::NOT_FOUND, &why.to_string()),
        None => return failed(),
    };
    match tasks::ask(&task, question) {
        Ok(Some(answer)) => Json(answer).into_response(),
        Ok(None) => {
            let begun = move || {
                let id = boards.begin_unkept(&GamePlan::of_two_from(&task.start));
                Some(id.map(|id| tasks::begun(id, &task, count)))
            };
            answered(apart(begun).await)
        }
        Err(refusal) => refused(&refusal),
    }
}
