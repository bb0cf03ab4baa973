//! Tasks for the page: positions in which one move shows a rule, for people who learn a game.
//!
//! | address | |
//! |---|---|
//! | `GET /api/tasks/GAME` | the tasks of a game, as a list of [`TaskCard`] |
//! | `POST /api/tasks/GAME/NUMBER` | a [`TaskQuestion`] about one of them; numbers begin with 1 |
//!
//! The page has the words for each task, in its languages, by the task's name. Moves are played in a game of two that
//! is not kept, as those of puzzles are.

use crate::boards::Boards;
use crate::fixed::{CacheRule, FixedText, MadeOnce};
use crate::plan::{GamePlan, Refusal};
use crate::response::{apart, error, failed, malformed, refused};
use crate::scene::{Scene, side_name};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::{Position, readable};
use helgi_study::tasks::{self, LearningTask};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// A task as it is offered.
#[derive(Clone, Serialize, Debug)]
pub struct TaskCard {
    /// Its name, by which the page knows its words.
    pub name: &'static str,
    /// Its position.
    pub scene: Scene,
}

/// A request about a task.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum TaskQuestion {
    /// Begins the task; answered with a [`TaskBegun`].
    Begin,
    /// Asks if a move solves it; answered with a [`TaskVerdict`].
    Answer {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
    },
    /// The squares of a move that solves it: `{"from": "e2", "to": "e4"}`; a piece from the reserve comes from none.
    Hint,
    /// A move that solves it; answered with a [`TaskVerdict`].
    Solution,
}

/// A task that was begun.
#[derive(Clone, Serialize, Debug)]
pub struct TaskBegun {
    /// The name of the game in which it is solved.
    pub id: String,
    /// The name of the variant.
    pub variant: &'static str,
    /// The name of the task.
    pub name: &'static str,
    /// Number of tasks of the game.
    pub count: usize,
    /// The side that is to find the move.
    pub side: &'static str,
}

/// The response to an answer.
#[derive(Clone, Serialize, Debug)]
pub struct TaskVerdict {
    /// The moves that are made now, as on the wire: none after a wrong answer.
    pub moves: Vec<String>,
    /// True if the answer was right.
    pub right: bool,
    /// True if that was all.
    pub over: bool,
}

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

/// The tasks of a game; none if it has none.
fn of_name(name: &str) -> Option<Vec<LearningTask>> {
    tasks::of_game(GameId::named(name)?).ok()
}

/// The response if there is no such game.
fn unknown(game: &str) -> Response {
    error(StatusCode::NOT_FOUND, &format!("variant: `{game}`, expected one of the games"))
}

async fn list(name: String, asked: HeaderMap, lists: Arc<MadeOnce<GameId>>) -> Response {
    let Some(game) = GameId::named(&name) else { return unknown(&name) };
    let card = |task: LearningTask| TaskCard { name: task.name, scene: Scene::of(&task.start) };
    let made = move || {
        let tasks = tasks::of_game(game).ok()?;
        Some(FixedText::json(&tasks.into_iter().map(card).collect::<Vec<_>>()))
    };
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
    let Some(tasks) = of_name(&game) else { return unknown(&game) };
    let count = tasks.len();
    let Some(task) = number.checked_sub(1).and_then(|number| tasks.into_iter().nth(number)) else {
        return error(StatusCode::NOT_FOUND, &format!("task: {number}, expected 1 to {count}"));
    };
    let answered = apart(move || answer(&boards, &task, count, question)).await;
    answered.map_or_else(failed, |answer| answer.unwrap_or_else(|refusal| refused(&refusal)))
}

fn answer(
    boards: &Arc<Boards>,
    task: &LearningTask,
    count: usize,
    question: TaskQuestion,
) -> Result<Response, Refusal> {
    let start = &task.start;
    let wire = |played| Notation::of(&start.game()).write(played).to_string();
    Ok(match question {
        TaskQuestion::Begin => {
            let variant = start.game().name();
            let id = boards.begin_unkept(&GamePlan::of_two_from(start))?;
            Json(TaskBegun { id, variant, name: task.name, count, side: side_name(start.side()) })
                .into_response()
        }
        TaskQuestion::Answer { text } => {
            let played = readable::read(start, &text)?;
            let right = task.is_solved_by(played);
            let moves = if right { vec![wire(played)] } else { Vec::new() };
            Json(TaskVerdict { moves, right, over: right }).into_response()
        }
        TaskQuestion::Hint => {
            let name = |square| start.outline().name(square);
            let (from, to) = task.solution().map_or((None, None), |played| (played.from(), played.to()));
            Json(json!({ "from": from.map(name), "to": to.map(name) })).into_response()
        }
        TaskQuestion::Solution => {
            let moves = task.solution().map(wire).into_iter().collect();
            Json(TaskVerdict { moves, right: false, over: true }).into_response()
        }
    })
}
