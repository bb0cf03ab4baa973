//! The engines that answer: as many at once as the machine has cores for, each with a table of its own.

use fastrand::Rng;
use helgi_desk::game::{EngineAnswer, MoveJob};
use helgi_desk::resources::{
    BUILT_IN, EngineChoice, EngineLimits, EngineResources, NO_NET, NetOffer, ResourceError, ResourceHints,
    TABLES,
};
use helgi_engine::ChosenMove;
use helgi_engine::internals::strength::HIGHEST_LEVEL;
use helgi_engine::net::NetChoice;
use helgi_engine::search::{Control, Engine, Limits, TimeControl};
use helgi_record::EngineStrength;
use helgi_rules::Line;
use helgi_study::book::{Book, BookAnswer, BookChoice};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The ways to offer more.
const HINTS: ResourceHints = ResourceHints {
    net: "; `helgi board --net FILE` offers more",
    book: "; `helgi board --book FILE` adds one",
};

/// The most engines that think at once.
const MOST: usize = 4;

/// The files for the engines that the owner of the server has named. A page chooses among them by their names, and can
/// have no other file read.
#[derive(Clone, Default, Debug)]
pub struct EngineFiles {
    nets: Vec<(NetOffer, NetChoice)>,
    books: Vec<Book>,
}

impl EngineFiles {
    /// No nets, and opening books, of which the first of each game is used.
    pub fn with_books(books: Vec<Book>) -> Self {
        EngineFiles { nets: Vec::new(), books }
    }

    /// Offers a net under a name.
    ///
    /// # Errors
    ///
    /// If another net has the name.
    pub fn add_net(&mut self, name: &str, net: NetChoice) -> Result<(), NetNameTaken> {
        let is_taken = self.nets.iter().any(|(offer, _)| offer.name == name);
        if is_taken || [BUILT_IN, NO_NET].contains(&name) {
            return Err(NetNameTaken(name.to_owned()));
        }
        let game = match &net {
            NetChoice::Loaded(net) => Some(net.game.clone()),
            NetChoice::BuiltIn | NetChoice::None => None,
        };
        self.nets.push((NetOffer { name: name.to_owned(), game }, net));
        Ok(())
    }
}

/// A name of a net that another one has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("another net is called `{0}`, expected files with different names")]
pub struct NetNameTaken(pub String);

/// A job for an engine.
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// The game so far.
    pub line: Line,
    /// The strength of the player; `None` to think for somebody else at full strength.
    pub strength: Option<EngineStrength>,
    /// The clock of the side to move.
    pub clock: Option<TimeControl>,
    /// The control that stops it.
    pub control: Arc<Control>,
}

impl EngineJob {
    /// A job of a game, with the control that stops it.
    pub fn new(job: MoveJob, control: Arc<Control>) -> Self {
        let MoveJob { line, strength, clock } = job;
        EngineJob { line, strength, clock, control }
    }
}

/// The engines.
#[derive(Debug)]
pub struct Engines {
    files: EngineFiles,
    idle: Mutex<Vec<Engine>>,
    resources: Mutex<EngineResources>,
    free: Semaphore,
    /// Analysis has places of its own, so that no player waits for it.
    analysts: Semaphore,
}

impl Default for Engines {
    fn default() -> Self {
        Engines::new(EngineFiles::default())
    }
}

impl Engines {
    /// Engines that have not begun, with the files that can be chosen.
    pub fn new(files: EngineFiles) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let analysts = Semaphore::new((cores / 2).clamp(1, MOST));
        Engines {
            files,
            idle: Mutex::default(),
            resources: Mutex::default(),
            free: Semaphore::new(cores.min(MOST)),
            analysts,
        }
    }

    /// The opening books.
    pub fn books(&self) -> &[Book] {
        &self.files.books
    }

    /// The resources with which searches begin.
    pub fn choice(&self) -> EngineChoice {
        let threads = available_parallelism().map_or(1, usize::from);
        let named = self.files.nets.iter().map(|(offer, _)| offer.clone());
        EngineChoice {
            resources: self.resources(),
            most: EngineLimits { threads, hash: *TABLES.end() },
            nets: NetOffer::own().into_iter().chain(named).collect(),
            books: self.books().iter().map(|book| book.game().name()).collect(),
        }
    }

    fn resources(&self) -> EngineResources {
        self.resources.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The net of a name, if it can be chosen.
    fn net(&self, name: &str) -> Option<NetChoice> {
        match name {
            BUILT_IN => Some(NetChoice::BuiltIn),
            NO_NET => Some(NetChoice::None),
            name => self.files.nets.iter().find(|(offer, _)| offer.name == name).map(|(_, net)| net.clone()),
        }
    }

    /// Sets the resources with which searches begin.
    ///
    /// # Errors
    ///
    /// The first of them that cannot be chosen.
    pub fn set_resources(&self, resources: EngineResources) -> Result<(), ResourceError> {
        self.choice().check(&resources, &HINTS)?;
        *self.resources.lock().unwrap_or_else(PoisonError::into_inner) = resources;
        Ok(())
    }

    /// Does a job, as soon as an engine is free; `None` if the position has no legal move, or there is no
    /// memory for an engine.
    pub async fn think(self: &Arc<Self>, job: EngineJob) -> Option<EngineAnswer> {
        if let Some(chosen) = self.book_move(&job) {
            return Some(EngineAnswer { chosen, is_from_book: true });
        }
        let searched = self.find(move |engine| {
            if matches!(job.strength, Some(EngineStrength::Level(level)) if level < HIGHEST_LEVEL) {
                engine.set_threads(1);
            }
            search(engine, &job)
        });
        searched.await.map(|chosen| EngineAnswer { chosen, is_from_book: false })
    }

    /// The move that a book has for a player; `None` if there is none, or books are not to be used.
    fn book_move(&self, job: &EngineJob) -> Option<ChosenMove> {
        if job.strength.is_none() || !self.resources().book {
            return None;
        }
        let position = job.line.present();
        let book = self.books().iter().find(|book| book.game() == position.game())?;
        let BookAnswer { entry, reply, .. } =
            book.answer(position, BookChoice::Weighted { seed: Rng::new().u64(..) })?;
        let line = std::iter::once(entry.played).chain(reply).collect();
        Some(ChosenMove { best: entry.played, score: None, depth: 0, line })
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
        let EngineResources { threads, hash, net, .. } = self.resources();
        let mut engine = match reused {
            Some(mut engine) if engine.table_size() != hash => {
                engine.resize_table(hash).ok()?;
                engine
            }
            Some(engine) => engine,
            None => Engine::new(hash, threads).ok()?,
        };
        engine.set_threads(threads);
        let net = self.net(&net)?;
        if !engine.net_choice().is_same(&net) {
            engine.choose_net(net);
        }
        let done = work(&mut engine);
        // An engine whose work has panicked does not come back.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Some(done)
    }
}

fn search(engine: &mut Engine, job: &EngineJob) -> Option<ChosenMove> {
    let EngineJob { line, strength, clock, control } = job;
    // A clock that runs out ends a search of any strength.
    let limited = |limits: Limits| Limits { clock: *clock, ..limits };
    match *strength {
        Some(EngineStrength::Level(level)) => {
            engine.play_at_level(line, level, *clock, Rng::new().u64(..), control)
        }
        Some(EngineStrength::Time(time)) => {
            engine.play_within(line, &limited(Limits::for_time(time)), control)
        }
        Some(EngineStrength::Nodes(nodes)) => {
            engine.play_within(line, &limited(Limits::to_nodes(nodes)), control)
        }
        None => engine.advise(line, control),
    }
}
