//! The search: `helgi.Engine`.
//!
//! A search runs on a thread of its own. The caller's thread waits without Python's lock, and every few milliseconds
//! takes it to hand on what the search reports and to look for signals. So Ctrl-C ends a search at once, and an
//! exception in `on_info` comes through.

use crate::arguments::{self, Text};
use crate::board::Board;
use crate::errors;
use helgi_engine::internals::search::{BestLines, MAX_DEPTH};
use helgi_engine::internals::strength::{HIGHEST_LEVEL, STRONGEST, WEAKEST, elo_of_level};
use helgi_engine::net::NetChoice;
use helgi_engine::search::{self, Control, Iteration, Limits, SearchEvent, SearchReport, moves_to_end};
use helgi_files::read_input;
use helgi_rules::board::Move;
use helgi_rules::notation::Notation;
use helgi_rules::{GameId, Line};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The longest time between a signal and the end of the search that it ends.
const PATIENCE: Duration = Duration::from_millis(20);

/// The most threads and lines, the largest table in megabytes, the largest net in bytes.
const MOST_THREADS: u64 = 1024;
const MOST_LINES: u64 = 500;
const MOST_MEGABYTES: u64 = u32::MAX as u64;
const LARGEST_NET: u64 = 1 << 28;

/// A search with its memory.
///
/// hash is the size of its table in megabytes. net is the file of a net, or its contents; without one each game has the
/// net that comes with helgi. While it thinks, other threads of the program run; two that ask one engine wait for each
/// other. Ctrl-C ends its search with KeyboardInterrupt.
///
/// >>> import helgi
/// >>> with helgi.Engine() as engine:
/// ...     board = helgi.Board("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1")
/// ...     analysis = engine.analyse(board, depth=4)
/// >>> analysis.best, analysis.mate
/// ('e1e8', 1)
#[pyclass(module = "helgi", frozen, weakref)]
pub struct Engine {
    slot: Mutex<Slot>,
    is_free: Condvar,
}

/// The state of an engine.
enum Slot {
    Ready(Box<search::Engine>),
    /// It thinks for this thread.
    Thinking(ThreadId),
    Closed,
}

/// One line of moves that a search has found, with its score.
#[pyclass(module = "helgi", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct SearchLine {
    /// The depth in half-moves.
    depth: u32,
    /// The depth of the longest line that was looked at.
    seldepth: u32,
    /// The rank of the line, from 1.
    multipv: usize,
    /// The score for the side to move, in hundredths of a pawn.
    score: i32,
    /// The number of moves to a proven end, negative if the side to move loses; None if nothing is proven.
    mate: Option<i32>,
    /// `"exact"`, or `"lower"` or `"upper"` if the score is a bound.
    bound: &'static str,
    /// The number of positions looked at.
    nodes: u64,
    /// The time in seconds.
    time: f64,
    /// The share of the table that is full, in thousandths.
    hashfull: u32,
    /// The moves.
    pv: Vec<String>,
}

/// The result of a search.
#[pyclass(module = "helgi", frozen, get_all)]
#[derive(Debug)]
pub struct Analysis {
    /// The best move; None if there is no legal one.
    best: Option<String>,
    /// The answer that is expected, if there is one.
    ponder: Option<String>,
    /// The score for the side to move, in hundredths of a pawn.
    score: i32,
    /// The number of moves to a proven end, negative if the side to move loses; None if nothing is proven.
    mate: Option<i32>,
    /// The depth of the last finished iteration, in half-moves.
    depth: u32,
    /// The number of positions looked at.
    nodes: u64,
    /// The time in seconds.
    time: f64,
    /// The best lines, the best first: as many as `multipv` asked for, if there are so many legal moves.
    lines: Vec<Py<SearchLine>>,
}

#[pymethods]
impl SearchLine {
    fn __repr__(&self) -> String {
        let SearchLine { depth, score, pv, .. } = self;
        format!("<SearchLine depth {depth}, score {score}: {}>", pv.join(" "))
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let Analysis { best, score, depth, nodes, .. } = self;
        let best = best.as_deref().unwrap_or("none");
        format!("<Analysis best {best}, score {score}, depth {depth}, {nodes} nodes>")
    }
}

impl SearchLine {
    fn new(game: GameId, iteration: &Iteration) -> Self {
        let notation = Notation::of(&game);
        SearchLine {
            depth: iteration.depth,
            seldepth: iteration.seldepth,
            multipv: iteration.multipv,
            score: iteration.score,
            mate: moves_to_end(iteration.score),
            bound: iteration.bound.name(),
            nodes: iteration.nodes,
            time: iteration.elapsed.as_secs_f64(),
            hashfull: iteration.hashfull,
            pv: iteration.pv.iter().map(|&played| notation.write(played).to_string()).collect(),
        }
    }
}

/// A search that failed inside, with its words.
struct SearchFault(String);

impl From<SearchFault> for PyErr {
    fn from(SearchFault(words): SearchFault) -> PyErr {
        PyRuntimeError::new_err(format!("the search failed: {words}"))
    }
}

/// Messages from the thread of a search.
enum Report<R> {
    Iteration(Iteration),
    /// The search is over: with its result, or with the panic that ended it. The engine comes back.
    End(Box<search::Engine>, Result<R, SearchFault>),
}

/// The engine and what the search reports to.
type Hear<'a> = &'a mut (dyn FnMut(Iteration) + Send);

impl Engine {
    fn lock(&self) -> MutexGuard<'_, Slot> {
        // Nobody panics while holding it.
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the engine, as soon as no other thread has it.
    fn take(&self, py: Python<'_>) -> PyResult<Box<search::Engine>> {
        let own = thread::current().id();
        loop {
            // The lock is held for moments only: never while Python's is waited for.
            let taken = py.detach(|| {
                let mut slot = self.lock();
                if matches!(&*slot, Slot::Thinking(thread) if *thread != own) {
                    let waited = self.is_free.wait_timeout(slot, PATIENCE);
                    slot = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                match std::mem::replace(&mut *slot, Slot::Thinking(own)) {
                    Slot::Ready(engine) => Some(Ok(engine)),
                    Slot::Thinking(thread) => {
                        *slot = Slot::Thinking(thread);
                        (thread == own).then_some(Err(true))
                    }
                    Slot::Closed => {
                        *slot = Slot::Closed;
                        Some(Err(false))
                    }
                }
            });
            match taken {
                Some(Ok(engine)) => return Ok(engine),
                Some(Err(true)) => {
                    return Err(PyRuntimeError::new_err(
                        "the engine is thinking; on_info cannot ask it again",
                    ));
                }
                Some(Err(false)) => return Err(errors::closed(py)),
                None => py.check_signals()?,
            }
        }
    }

    fn put_back(&self, slot: Slot) {
        *self.lock() = slot;
        self.is_free.notify_all();
    }

    /// Runs a search and hands on what it reports, until it is over or something of Python's ends it.
    fn think<R: Send + 'static>(
        &self,
        py: Python<'_>,
        mut hear: impl FnMut(Python<'_>, Iteration) -> PyResult<()>,
        run: impl FnOnce(&mut search::Engine, &Control, Hear<'_>) -> R + Send + 'static,
    ) -> PyResult<R> {
        let engine = self.take(py)?;
        let control = Arc::new(Control::default());
        let (sender, mut receiver): (Sender<Report<R>>, Receiver<Report<R>>) = channel();
        // Should the thread not start, the engine is in here.
        let kept = Arc::new(Mutex::new(None));
        let (own, theirs) = (Arc::clone(&control), Arc::clone(&kept));
        let work = move || {
            let engine_of = || theirs.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(mut engine): Option<Box<search::Engine>> = engine_of() else { return };
            let reports = sender.clone();
            let result = catch_unwind(AssertUnwindSafe(|| {
                run(&mut engine, &own, &mut |iteration| {
                    // Who no longer listens has stopped the search.
                    let _ = reports.send(Report::Iteration(iteration));
                })
            }));
            let result = result.map_err(|payload| {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
                SearchFault(text.unwrap_or("no words").to_owned())
            });
            let _ = sender.send(Report::End(engine, result));
        };
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
        if let Err(error) = thread::Builder::new().name("helgi search".to_owned()).spawn(work) {
            let engine = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.put_back(engine.map_or(Slot::Closed, Slot::Ready));
            return Err(PyErr::from(error));
        }

        let mut interrupted = None;
        loop {
            let (back, report) = py.detach(move || {
                let report = receiver.recv_timeout(PATIENCE);
                (receiver, report)
            });
            receiver = back;
            let heard = match report {
                Ok(Report::Iteration(_)) if interrupted.is_some() => Ok(()),
                Ok(Report::Iteration(iteration)) => hear(py, iteration).and_then(|()| py.check_signals()),
                Err(RecvTimeoutError::Timeout) if interrupted.is_some() => Ok(()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Ok(Report::End(engine, result)) => {
                    self.put_back(Slot::Ready(engine));
                    if let Some(error) = interrupted {
                        return Err(error);
                    }
                    py.check_signals()?;
                    return result.map_err(PyErr::from);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.put_back(Slot::Closed);
                    return Err(PyRuntimeError::new_err("the search has ended without a result"));
                }
            };
            if let Err(error) = heard {
                control.stop();
                interrupted = Some(error);
            }
        }
    }
}

/// The result of a search, with its best lines.
type Searched = Result<(SearchReport, BestLines), SearchFault>;

#[pymethods]
impl Engine {
    /// Makes an engine.
    ///
    /// Raises MemoryError if there is none for the table, ArgumentError if a number is out of its range or the net is
    /// none, and OSError if its file cannot be read.
    #[new]
    #[pyo3(signature = (hash = None, threads = None, net = None))]
    fn new(
        py: Python<'_>,
        hash: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        net: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let hash = arguments::whole_or_none("hash", hash, 1, MOST_MEGABYTES)?.unwrap_or(16);
        let threads = arguments::whole_or_none("threads", threads, 1, MOST_THREADS)?.unwrap_or(1);
        let made = search::Engine::new(hash as usize, threads as usize);
        let mut engine = made.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        if let Some(net) = net {
            engine.choose_net(net_of(py, net)?);
        }
        Ok(Engine { slot: Mutex::new(Slot::Ready(Box::new(engine))), is_free: Condvar::new() })
    }

    /// Searches the position of a board, which it does not change.
    ///
    /// nodes, depth and time (in seconds) limit the search; at least one is needed. multipv is the number of lines.
    /// on_info is called with a SearchLine whenever the search has finished one; an exception in it ends the search and
    /// comes through.
    #[pyo3(signature = (board, *, nodes = None, depth = None, time = None, multipv = None, on_info = None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        nodes: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        multipv: Option<&Bound<'_, PyAny>>,
        on_info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let wanted = arguments::whole_or_none("multipv", multipv, 1, MOST_LINES)?.unwrap_or(1) as usize;
        let limits = Limits {
            nodes: arguments::whole_or_none("nodes", nodes, 1, u64::MAX)?,
            depth: arguments::whole_or_none("depth", depth, 1, MAX_DEPTH as u64)?.map(|it| it as u32),
            move_time: time.map(|time| arguments::seconds("time", time)).transpose()?,
            multipv: wanted,
            ..Limits::new()
        };
        if limits.nodes.is_none() && limits.depth.is_none() && limits.move_time.is_none() {
            return Err(PyTypeError::new_err("expected nodes=, depth= or time=, or several of them"));
        }
        let line = board.borrow().line.clone();
        let game = line.present().game();
        let hear = |py: Python<'_>, iteration: Iteration| match on_info {
            Some(on_info) => on_info.call1((Py::new(py, SearchLine::new(game, &iteration))?,)).map(drop),
            None => Ok(()),
        };
        let searched: Searched = self.think(py, hear, move |engine, control, hear| {
            let (mut lines, mut failure) = (BestLines::new(wanted), None);
            let report =
                engine.search_any(line.present(), line.history(), &limits, control, |event| match event {
                    SearchEvent::Iteration(iteration) => {
                        lines.hear(&iteration);
                        hear(iteration);
                    }
                    SearchEvent::Failure(words) => failure = Some(words),
                    SearchEvent::CurrentMove { .. } => {}
                });
            failure.map_or(Ok((report, lines)), |words| Err(SearchFault(words)))
        })?;
        let (report, lines) = searched?;
        let text = |played: Move| Notation::of(&game).write(played).to_string();
        let lines = lines.iter().map(|line| Py::new(py, SearchLine::new(game, line)));
        Ok(Analysis {
            best: report.best.map(text),
            ponder: report.ponder.map(text),
            score: report.score,
            mate: moves_to_end(report.score),
            depth: report.depth,
            nodes: report.nodes,
            time: report.elapsed.as_secs_f64(),
            lines: lines.collect::<PyResult<_>>()?,
        })
    }

    /// Chooses a move for the side to move, by one of level (1 to 18, full strength for two seconds), elo (500 to 2900),
    /// nodes and time (in seconds). Returns None if there is no legal move. The board is not changed.
    ///
    /// Players of a level or an Elo err on purpose: by the seed, so that the same seed errs alike in the same position.
    ///
    /// >>> import helgi
    /// >>> helgi.Engine().play(helgi.Board("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1"), nodes=1000)
    /// 'e1e8'
    #[pyo3(signature = (board, *, level = None, elo = None, nodes = None, time = None, seed = None))]
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        level: Option<&Bound<'_, PyAny>>,
        elo: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        let level = arguments::whole_or_none("level", level, 1, HIGHEST_LEVEL.into())?;
        let elo = arguments::whole_or_none("elo", elo, WEAKEST.into(), STRONGEST.into())?;
        let nodes = arguments::whole_or_none("nodes", nodes, 1, u64::MAX)?;
        let time = time.map(|time| arguments::seconds("time", time)).transpose()?;
        let seed = arguments::whole_or_none("seed", seed, 0, u64::MAX)?.unwrap_or(0);
        let strength = match (level, elo, nodes, time) {
            (Some(level), None, None, None) => Strength::Limited(elo_of_level(level as u32)),
            (None, Some(elo), None, None) => Strength::Limited(Some(elo as u32)),
            (None, None, Some(nodes), None) => Strength::Full(Limits::to_nodes(nodes)),
            (None, None, None, Some(time)) => Strength::Full(Limits::for_time(time)),
            _ => return Err(PyTypeError::new_err("expected one of level=, elo=, nodes= and time=")),
        };
        let line: Line = board.borrow().line.clone();
        let game = line.present().game();
        let chosen = self.think(
            py,
            |_, _| Ok(()),
            move |engine, control, _| {
                let chosen = match &strength {
                    Strength::Limited(elo) => engine.play_at_elo(&line, *elo, None, seed, control),
                    Strength::Full(limits) => engine.play_within(&line, limits, control),
                };
                chosen.map(|chosen| chosen.best)
            },
        )?;
        Ok(chosen.map(|best| Notation::of(&game).write(best).to_string()))
    }

    /// Forgets all that was learned from positions that were searched.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let mut engine = self.take(py)?;
        let engine = py.detach(move || {
            engine.forget();
            engine
        });
        self.put_back(Slot::Ready(engine));
        Ok(())
    }

    /// Gives the memory back. A closed engine raises EngineClosedError; to close it again does nothing.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if matches!(*self.lock(), Slot::Closed) {
            return Ok(());
        }
        let engine = self.take(py)?;
        py.detach(move || drop(engine));
        self.put_back(Slot::Closed);
        Ok(())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        match &*self.lock() {
            Slot::Ready(engine) => {
                format!("<Engine, {} MB, {} threads>", engine.table_size(), engine.threads())
            }
            Slot::Thinking(_) => "<Engine, thinking>".to_owned(),
            Slot::Closed => "<Engine, closed>".to_owned(),
        }
    }
}

/// The way in which a move is chosen.
enum Strength {
    /// With errors, or with none at the highest level.
    Limited(Option<u32>),
    Full(Limits),
}

/// The net of a file or of its contents.
fn net_of(py: Python<'_>, net: &Bound<'_, PyAny>) -> PyResult<NetChoice> {
    let bytes = match net.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => {
            // For a text that is none, before the system sees it.
            if net.is_instance_of::<pyo3::types::PyString>() {
                let _: Text<'_> = net.extract()?;
            }
            let path: PathBuf = net.extract()?;
            py.detach(|| read_input(&path, LARGEST_NET)).map_err(|error| errors::file(error, &path))?
        }
    };
    helgi_engine::read_net(&bytes).map_err(|error| errors::net(py, &error))
}
