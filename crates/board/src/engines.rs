//! The engines that answer: as many at once as the machine has cores for, each with a table of its own.

use fastrand::Rng;
use helgi_engine::player::ChosenMove;
use helgi_engine::search::{Control, Engine, TimeControl};
use helgi_engine::strength::HIGHEST_LEVEL;
use helgi_rules::Line;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The usual size of an engine's table. Unit: megabytes.
const TABLE: usize = 32;
/// The sizes that can be chosen. Unit: megabytes.
const TABLES: RangeInclusive<usize> = 1..=1024;
/// The most engines that think at once.
const MOST: usize = 4;

/// The resources of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct EngineResources {
    /// The number of threads for analysis, hints and an opponent of the highest level; other levels are measured with
    /// one.
    pub threads: usize,
    /// The size of the table of each engine. Unit: megabytes.
    pub hash: usize,
}

impl Default for EngineResources {
    fn default() -> Self {
        EngineResources { threads: 1, hash: TABLE }
    }
}

/// The resources of the engines, and those that can be chosen.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct EngineChoice {
    /// The present ones.
    #[serde(flatten)]
    pub resources: EngineResources,
    /// The greatest ones.
    pub most: EngineResources,
}

/// A job for an engine.
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// The game so far.
    pub line: Line,
    /// The level, from 1 to [`HIGHEST_LEVEL`]; `None` to think for somebody else at full strength.
    pub level: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<TimeControl>,
    /// The control that stops it.
    pub control: Arc<Control>,
}

/// The engines.
#[derive(Debug)]
pub struct Engines {
    idle: Mutex<Vec<Engine>>,
    resources: Mutex<EngineResources>,
    free: Semaphore,
    /// Analysis has places of its own, so that no player waits for it.
    analysts: Semaphore,
}

impl Default for Engines {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let analysts = Semaphore::new((cores / 2).clamp(1, MOST));
        Engines {
            idle: Mutex::default(),
            resources: Mutex::default(),
            free: Semaphore::new(cores.min(MOST)),
            analysts,
        }
    }
}

impl Engines {
    /// The resources with which searches begin.
    pub fn choice(&self) -> EngineChoice {
        let resources = *self.resources.lock().unwrap_or_else(PoisonError::into_inner);
        let threads = available_parallelism().map_or(1, usize::from);
        EngineChoice { resources, most: EngineResources { threads, hash: *TABLES.end() } }
    }

    /// Sets the resources with which searches begin.
    ///
    /// # Errors
    ///
    /// If there are fewer or more than can be chosen; the text names what was expected.
    pub fn set_resources(&self, resources: EngineResources) -> Result<(), String> {
        let EngineResources { threads, hash } = resources;
        let most = self.choice().most.threads;
        if !(1..=most).contains(&threads) {
            return Err(format!("threads: {threads}, expected 1 to {most}"));
        }
        if !TABLES.contains(&hash) {
            return Err(format!("hash: {hash}, expected {} to {} megabytes", TABLES.start(), TABLES.end()));
        }
        *self.resources.lock().unwrap_or_else(PoisonError::into_inner) = resources;
        Ok(())
    }

    /// Does a job, as soon as an engine is free; `None` if the position has no legal move, or there is no
    /// memory for an engine.
    pub async fn think(self: &Arc<Self>, job: EngineJob) -> Option<ChosenMove> {
        self.find(move |engine| {
            if job.level.is_some_and(|level| level < HIGHEST_LEVEL) {
                engine.set_threads(1);
            }
            search(engine, &job)
        })
        .await
    }

    /// Finds something with an engine, as soon as one is free; `None` if there is nothing, or no memory for
    /// an engine.
    pub async fn find<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Engine) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let _permit = self.free.acquire().await.ok()?;
        let engines = self.clone();
        spawn_blocking(move || engines.with(work)).await.ok().flatten().flatten()
    }

    /// Does some work with an engine as soon as one is free for analysis, unless it is stopped before.
    pub async fn analyse(
        self: &Arc<Self>,
        is_stopped: impl Fn() -> bool + Send,
        work: impl FnOnce(&mut Engine) + Send + 'static,
    ) {
        let Ok(_permit) = self.analysts.acquire().await else { return };
        if is_stopped() {
            return;
        }
        let engines = self.clone();
        // The search itself catches its panics.
        let _ = spawn_blocking(move || engines.with(work)).await;
    }

    /// Does something with an engine; `None` if there is no memory for one.
    fn with<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let reused = idle.pop();
        drop(idle);
        let EngineResources { threads, hash } = self.choice().resources;
        let mut engine = match reused {
            Some(mut engine) if engine.table_size() != hash => {
                engine.resize_table(hash).ok()?;
                engine
            }
            Some(engine) => engine,
            None => Engine::new(hash, threads).ok()?,
        };
        engine.set_threads(threads);
        let done = work(&mut engine);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Some(done)
    }
}

fn search(engine: &mut Engine, job: &EngineJob) -> Option<ChosenMove> {
    match job.level {
        Some(level) => engine.play_at_level(&job.line, level, job.clock, Rng::new().u64(..), &job.control),
        None => engine.advise(&job.line, &job.control),
    }
}
