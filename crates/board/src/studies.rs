//! Quick [studies] of games on the page: some games of the engine, and what they say about the rules.
//!
//! | address | |
//! |---|---|
//! | `GET /api/study` | the study that runs or has ended last, as [`StudyState`]; `null` before the first |
//! | `POST /api/study` | begins one, `{"variant": "…"}`, or stops the one that runs, `{"stop": true}` |
//! | `GET /api/study/page` | the page of the last one in HTML, as a file |
//! | `GET /api/study/compared` | the last two side by side in Markdown, as a file |
//!
//! A study runs on threads of its own, one study at a time. Nothing of it is kept when the program ends.

use crate::response::{error, malformed};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use helgi_engine::internals::search::panic_message;
use helgi_lab::selfplay::SelfPlayError;
use helgi_lab::studies::{self, StudyGameError, StudyHead, StudyPairing, StudyPlan, StudyReport};
use helgi_rules::Game;
use helgi_rules::games::GameId;
use helgi_words::TextMessage;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The rounds of four games of a quick study.
const ROUNDS: u32 = 30;

/// The nodes for each move of its weaker player.
const NODES: u64 = 300;

/// The most threads of a study.
const THREADS: usize = 2;

/// The state of a study, as the page receives it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct StudyState {
    /// The name of the game.
    pub variant: String,
    /// Its title.
    pub title: String,
    /// The number of games that were played.
    pub done: u32,
    /// The number of games that there will be.
    pub all: u32,
    /// True while it runs.
    pub runs: bool,
    /// The sentences that its figures carry.
    pub findings: Vec<TextMessage>,
    /// The reason why it has ended without a report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<TextMessage>,
    /// True if there are two reports to be compared.
    pub compares: bool,
}

/// The reason why a study has no report.
#[derive(Debug, thiserror::Error)]
enum PageStudyError {
    /// Its games could not be played.
    #[error(transparent)]
    Play(#[from] SelfPlayError),
    /// A game is not one by the rules.
    #[error(transparent)]
    Game(#[from] StudyGameError),
    /// It was stopped too early.
    #[error("no round of four games has ended")]
    NoRound,
    /// It panicked, with these words.
    #[error("{0}")]
    Panic(String),
}

/// A study that runs or has ended.
#[derive(Debug)]
struct PageStudy {
    game: GameId,
    done: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
    trouble: Option<TextMessage>,
    runs: bool,
}

/// A report, with its findings as messages.
struct PageReport {
    game: GameId,
    report: StudyReport,
    findings: Vec<TextMessage>,
}

/// The studies of a server: the one that runs, and the last two reports.
#[derive(Default)]
pub struct PageStudies {
    running: Option<PageStudy>,
    reports: Vec<PageReport>,
}

type Shared = Arc<Mutex<PageStudies>>;

/// An order about studies.
#[derive(Deserialize)]
struct StudyOrder {
    #[serde(default)]
    variant: String,
    #[serde(default)]
    stop: bool,
}

/// The addresses.
pub fn routes() -> Router {
    Router::new()
        .route("/api/study", get(look).post(carry_out))
        .route("/api/study/page", get(page))
        .route("/api/study/compared", get(compared))
        .with_state(Shared::default())
}

impl PageStudies {
    fn state(&self) -> Option<StudyState> {
        let PageStudy { game, done, trouble, runs, .. } = self.running.as_ref()?;
        // Findings belong to the study that is shown, not to one before it.
        let own = self.reports.last().filter(|own| !runs && own.game == *game && trouble.is_none());
        Some(StudyState {
            variant: game.name().to_owned(),
            title: game.info().title.to_owned(),
            done: done.load(Ordering::Relaxed),
            all: ROUNDS * StudyPairing::ROUND.len() as u32,
            runs: *runs,
            findings: own.map(|own| own.findings.clone()).unwrap_or_default(),
            trouble: trouble.clone(),
            compares: self.reports.len() > 1,
        })
    }

    /// Takes the outcome of the study that has run.
    fn end(&mut self, outcome: Result<PageReport, PageStudyError>) {
        let Some(study) = &mut self.running else { return };
        study.runs = false;
        match outcome {
            Ok(report) => {
                self.reports.push(report);
                let many = self.reports.len().saturating_sub(2);
                // Two reports are enough to be compared.
                self.reports.drain(..many);
            }
            Err(PageStudyError::NoRound) => {
                study.trouble = Some(TextMessage::new("study.no-round").with_texts());
            }
            Err(why) => study.trouble = Some(TextMessage::literal(why.to_string())),
        }
    }
}

fn lock(studies: &Shared) -> std::sync::MutexGuard<'_, PageStudies> {
    studies.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn look(State(studies): State<Shared>) -> Response {
    Json(lock(&studies).state()).into_response()
}

async fn carry_out(
    State(studies): State<Shared>,
    order: Result<Json<StudyOrder>, JsonRejection>,
) -> Response {
    let Json(StudyOrder { variant, stop }) = match order {
        Ok(order) => order,
        Err(rejection) => return malformed(&rejection),
    };
    let mut own = lock(&studies);
    let runs = own.running.as_ref().is_some_and(|study| study.runs);
    if stop {
        if let Some(study) = &own.running {
            study.stop.store(true, Ordering::Relaxed);
        }
        return Json(own.state()).into_response();
    }
    if runs {
        return error(StatusCode::CONFLICT, "a study is running: stop it, or wait for its end");
    }
    let game = match variant.parse::<GameId>() {
        Ok(game) => game,
        Err(unknown) => return error(StatusCode::UNPROCESSABLE_ENTITY, &unknown.to_string()),
    };
    let (done, stop) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
    let begun = {
        let (studies, done, stop) = (studies.clone(), done.clone(), stop.clone());
        thread::Builder::new().name("study".to_owned()).spawn(move || {
            // A panic must not leave a study that never ends.
            let outcome = catch_unwind(AssertUnwindSafe(|| run(game, &done, &stop)));
            let outcome =
                outcome.unwrap_or_else(|panic| Err(PageStudyError::Panic(panic_message(&*panic).to_owned())));
            lock(&studies).end(outcome);
        })
    };
    if let Err(why) = begun {
        return error(StatusCode::SERVICE_UNAVAILABLE, &format!("no thread for the study: {why}"));
    }
    own.running = Some(PageStudy { game, done, stop, trouble: None, runs: true });
    Json(own.state()).into_response()
}

/// Plays the games, and reports on them; of a study that is stopped on those so far.
fn run(game: GameId, done: &AtomicU32, stop: &AtomicBool) -> Result<PageReport, PageStudyError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let plan = StudyPlan { nodes: NODES, seed: 1, threads: cores.min(THREADS) };
    let mut games = Vec::new();
    studies::play(game, &plan, &mut (0..ROUNDS), stop, &mut |played| {
        games.extend(played);
        done.store(u32::try_from(games.len()).unwrap_or(u32::MAX), Ordering::Relaxed);
        Ok(())
    })?;
    // Of a study that is stopped, the last round may be short.
    let rounds = games.len().div_ceil(StudyPairing::ROUND.len());
    let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
    let head = StudyHead::new(game, &plan, rounds, env!("CARGO_PKG_VERSION"));
    let keys = studies::idle(game, None, &games, stop);
    let (report, findings) =
        StudyReport::with_messages(head, game, games, keys)?.ok_or(PageStudyError::NoRound)?;
    Ok(PageReport { game, report, findings })
}

async fn page(State(studies): State<Shared>) -> Response {
    let own = lock(&studies);
    let Some(PageReport { game, report, .. }) = own.reports.last() else { return none() };
    file(&format!("helgi-{}.html", game.name()), "text/html; charset=utf-8", studies::html(report, *game))
}

async fn compared(State(studies): State<Shared>) -> Response {
    let own = lock(&studies);
    let [before, after] = &own.reports[..] else { return none() };
    let text = studies::compare(&before.report, &after.report);
    file(&format!("helgi-{}-compared.md", after.game.name()), "text/markdown; charset=utf-8", text)
}

fn none() -> Response {
    error(StatusCode::NOT_FOUND, "there is no such study: begin one first")
}

fn file(name: &str, media_type: &'static str, text: String) -> Response {
    let name = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response()
}
