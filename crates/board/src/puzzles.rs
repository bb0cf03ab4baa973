//! Puzzles for the page: positions in which it asks for the best moves.
//!
//! | address | |
//! |---|---|
//! | `GET /api/puzzles` | the sets, as a list of [`Set`](helgi_desk::puzzles::Set) |
//! | `POST /api/puzzles` | takes puzzles as `helgi puzzles` writes them, [`Own`]; answers with [`TakenPuzzles`](helgi_desk::puzzles::TakenPuzzles) |
//! | `GET /api/puzzles/SET` | the themes of its puzzles, a list of names for each |
//! | `POST /api/puzzles/SET/NUMBER` | a [`Question`] about one of them; numbers begin with 1 |

use crate::boards::Boards;
use crate::response::{answered, apart, error, failed, found, malformed, refused};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use helgi_desk::kept::LONGEST_PGN;
use helgi_desk::plan::{GamePlan, Refusal};
use helgi_desk::puzzles::{self, Own, PuzzleAnswer, PuzzleNotFound, PuzzleReply, PuzzleSets, Question};
use helgi_study::review::StudyStop;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All puzzles, and the games in which they are solved.
#[derive(Debug)]
pub struct Puzzles {
    boards: Arc<Boards>,
    sets: Mutex<PuzzleSets>,
}

impl Puzzles {
    /// The built-in puzzles, and room for sets that are taken later.
    pub fn new(boards: Arc<Boards>) -> Arc<Self> {
        Arc::new(Puzzles { boards, sets: Mutex::default() })
    }

    fn sets(&self) -> MutexGuard<'_, PuzzleSets> {
        self.sets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The addresses.
pub fn routes(puzzles: Arc<Puzzles>) -> Router {
    Router::new()
        .route("/api/puzzles", get(list).post(take).layer(DefaultBodyLimit::max(LONGEST_PGN)))
        .route("/api/puzzles/{set}", get(themes))
        .route("/api/puzzles/{set}/{number}", post(ask))
        .with_state(puzzles)
}

async fn list(State(puzzles): State<Arc<Puzzles>>) -> Response {
    found(apart(move || Some(puzzles.sets().list())).await)
}

async fn themes(State(puzzles): State<Arc<Puzzles>>, Path(set): Path<String>) -> Response {
    let name = set.clone();
    match apart(move || puzzles.sets().themes(&name)).await {
        Some(Some(themes)) => Json(themes).into_response(),
        Some(None) => error(StatusCode::NOT_FOUND, &PuzzleNotFound::Set(set).to_string()),
        None => failed(),
    }
}

async fn take(State(puzzles): State<Arc<Puzzles>>, own: Result<Json<Own>, JsonRejection>) -> Response {
    match own {
        Ok(Json(own)) => answered(apart(move || Some(puzzles.sets().take(&own))).await),
        Err(rejection) => malformed(&rejection),
    }
}

async fn ask(
    State(puzzles): State<Arc<Puzzles>>,
    Path((set, number)): Path<(String, usize)>,
    question: Result<Json<Question>, JsonRejection>,
) -> Response {
    let question = match question {
        Ok(Json(question)) => question,
        Err(rejection) => return malformed(&rejection),
    };
    let all = puzzles.clone();
    let (puzzle, count) = match apart(move || all.sets().find(&set, number)).await {
        Some(Ok(found)) => found,
        Some(Err(why)) => return error(StatusCode::NOT_FOUND, &why.to_string()),
        None => return failed(),
    };
    match puzzles::ask(&puzzle, question) {
        Ok(None) => {
            let begun = move || {
                let id = puzzles.boards.begin_unkept(&GamePlan::of_two_from(&puzzle.start));
                Some(id.map(|id| puzzles::begun(id, &puzzle, count)))
            };
            answered(apart(begun).await)
        }
        Ok(Some(PuzzleReply::Says(says))) => Json(says).into_response(),
        Ok(Some(PuzzleReply::Answer(answer))) => judge(&puzzles, *answer).await,
        Err(refusal) => refused(&refusal),
    }
}

async fn judge(puzzles: &Puzzles, answer: PuzzleAnswer) -> Response {
    let judged = puzzles.boards.engines().find(move |engine| {
        // Nobody stops it: it takes a moment.
        let verdict = answer.judge(|answer, played| answer.judge(engine, played, &StudyStop::default()))?;
        Some(answer.says(&verdict))
    });
    judged.await.map_or_else(|| refused(&Refusal::Over), |judged| Json(judged).into_response())
}
