//! The engines that answer: as many at once as the machine has cores for, each with a table of its own.

use fastrand::Rng;
use helgi_engine::lines::Lines;
use helgi_engine::search::{Bound, Control, Engine, Event, Iteration, Limits, TimeControl};
use helgi_engine::strength;
use helgi_rules::board::Move;
use helgi_rules::{Line, Position};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The size of an engine's table in megabytes.
const TABLE: usize = 32;
/// No more engines think at once.
const MOST: usize = 4;
/// How long the strongest level thinks where there is no clock.
const FULL_TIME: Duration = Duration::from_secs(2);
/// How long is thought about a hint.
const HINT_TIME: Duration = Duration::from_millis(600);

/// What an engine is to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game so far.
    pub line: Line,
    /// The level, from 1 to [`strength::HIGHEST_LEVEL`]; `None` to think for somebody else at full strength.
    pub level: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<TimeControl>,
    /// What stops it.
    pub control: Arc<Control>,
}

/// What an engine has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The move.
    pub best: Move,
    /// The score for the side to move, in centipawns, if there is one.
    pub score: Option<i32>,
    /// The best line, which begins with another move where a weak player errs.
    pub line: Vec<Move>,
}

/// The engines.
#[derive(Debug)]
pub struct Engines {
    idle: Mutex<Vec<Engine>>,
    free: Semaphore,
    /// Those who analyse have places of their own, so that nobody who plays waits for them.
    analysts: Semaphore,
}

impl Default for Engines {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let analysts = Semaphore::new((cores / 2).clamp(1, MOST));
        Engines { idle: Mutex::default(), free: Semaphore::new(cores.min(MOST)), analysts }
    }
}

impl Engines {
    /// Does a job, as soon as an engine is free; `None` if the position has no legal move, or there is no
    /// memory for an engine.
    pub async fn think(self: &Arc<Self>, job: Job) -> Option<Found> {
        let _permit = self.free.acquire().await.ok()?;
        let engines = self.clone();
        spawn_blocking(move || engines.run(&job)).await.ok().flatten()
    }

    /// Does some work with an engine as soon as one is free for analysis, unless it is stopped before.
    pub async fn analyse(
        self: &Arc<Self>,
        control: Arc<Control>,
        work: impl FnOnce(&mut Engine) + Send + 'static,
    ) {
        let Ok(_permit) = self.analysts.acquire().await else { return };
        if control.is_stopped() {
            return;
        }
        let engines = self.clone();
        // That it panics is caught by the search itself.
        let _ = spawn_blocking(move || engines.with(work)).await;
    }

    fn run(&self, job: &Job) -> Option<Found> {
        self.with(|engine| search(engine, job)).flatten()
    }

    /// Does something with an engine; `None` if there is no memory for one.
    fn with<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let reused = idle.pop();
        drop(idle);
        let mut engine = match reused {
            Some(engine) => engine,
            None => Engine::new(TABLE, 1).ok()?,
        };
        let done = work(&mut engine);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Some(done)
    }
}

/// What the search is allowed, and the strength to which it is limited.
fn limits(job: &Job) -> (Limits, Option<u32>) {
    let Some(level) = job.level else { return (Limits::for_time(HINT_TIME), None) };
    match strength::elo_of_level(level) {
        Some(elo) => {
            // A clock never makes a weak player think longer.
            let nodes = Limits::to_nodes(strength::nodes(elo));
            let move_time = job.clock.is_none().then_some(FULL_TIME);
            (Limits { multipv: strength::LINES, clock: job.clock, move_time, ..nodes }, Some(elo))
        }
        None if job.clock.is_some() => (Limits { clock: job.clock, ..Limits::new() }, None),
        None => (Limits::for_time(FULL_TIME), None),
    }
}

fn search(engine: &mut Engine, job: &Job) -> Option<Found> {
    let (limits, elo) = limits(job);
    let (position, history) = (job.line.present(), job.line.history());
    let mut lines = Lines::default();
    let mut last: Option<Iteration> = None;
    let on_event = |event| {
        if let Event::Iteration(line) = event {
            if line.bound == Bound::Exact && line.multipv == 1 {
                last = Some(line.clone());
            }
            lines.add(line);
        }
    };
    let report = engine.search_any(position, history, &limits, &job.control, on_event);
    let chosen = elo.and_then(|elo| lines.choose(elo, Rng::new().u64(..) ^ position.key()));
    let line = chosen.or(last);
    let best = line.as_ref().and_then(|line| line.pv.first().copied()).or(report.best)?;
    Some(Found {
        best,
        score: line.as_ref().map(|line| line.score),
        line: line.map_or(vec![best], |line| line.pv),
    })
}
