//! The data that outlives a single search, and the threads of one.
//!
//! Threads share the transposition table and otherwise search on their own (lazy SMP). Only the main
//! thread looks at limits and reports; in the end they [vote](elect). A panic in any of them is caught.

use super::clock::Budget;
use super::event::{Iteration, SearchEvent, SearchReport};
use super::limits::{Control, Limits, MAX_DEPTH};
use super::memory::Memory;
use super::params::{Params, THREAD_STACK};
use super::root::last_iteration;
use super::root_move::RootMove;
use super::score::{DRAW, of_outcome};
use super::table::{Bound, OutOfMemory, TranspositionTable};
use super::votes::{Ballot, elect};
use super::worker::{Shared, Watch, Worker, table_key};
use crate::eval::Evaluate;
use crate::net::NetChoice;
use helgi_rules::board::Move;
use helgi_rules::{GenMode, History, Position, verdict};
use std::any::Any;
use std::cell::Cell;
use std::cmp::Reverse;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};

/// The parameters of one search.
struct Task<'a, P, E> {
    position: &'a P,
    history: &'a History,
    evaluator: &'a E,
    limits: &'a Limits,
    control: &'a Control,
    /// True if the calling thread is to do it all.
    here: bool,
}

/// The transposition table, the memories of the threads, and their number.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    /// One for each thread that has searched since the last game.
    memories: Vec<Memory>,
    threads: usize,
    net: NetChoice,
    params: Params,
}

/// A search panicked; this is the message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a search panicked: {0}")]
pub struct Panicked(pub String);

impl Engine {
    /// An engine with a table of this many megabytes and this many threads (at least one). The table and the threads'
    /// memories are filled when the first search begins, which takes a few milliseconds for sixteen megabytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, OutOfMemory> {
        let (table, net, params) =
            (TranspositionTable::reserved(megabytes)?, NetChoice::default(), Params::DEFAULT);
        Ok(Engine { table, memories: Vec::new(), threads: threads.max(1), net, params })
    }

    /// Changes the size of the table, which is emptied.
    ///
    /// # Errors
    ///
    /// If there is no memory for it; the old table then stays.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        self.table.resize(megabytes)
    }

    /// The size of the table in megabytes.
    pub fn table_size(&self) -> usize {
        self.table.megabytes()
    }

    /// Changes the number of threads, which is at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.memories.truncate(self.threads);
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Chooses the net of [`search_any`](Self::search_any); results with another one are forgotten.
    pub fn choose_net(&mut self, choice: NetChoice) {
        self.net = choice;
        self.forget();
    }

    /// The net that was chosen.
    pub const fn net_choice(&self) -> &NetChoice {
        &self.net
    }

    /// Chooses the numbers of the search; results with others are forgotten.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.forget();
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memories.clear();
    }

    /// Searches `position`, the last one of `history`, until a limit is met or `control` stops it,
    /// and returns the result.
    ///
    /// `on_event` is called on the way, on another thread; a search of a position with legal moves
    /// reports at least one exact score. Without a legal move the only event is an iteration 0 with
    /// the verdict. A panic of a thread is reported as an event, and the best move found before it
    /// returned (or, failing that, the first legal one).
    pub fn search<P: Position, E: Evaluate<P>>(
        &mut self,
        position: &P,
        history: &History,
        evaluator: &E,
        limits: &Limits,
        control: &Control,
        mut on_event: impl FnMut(SearchEvent) + Send,
    ) -> SearchReport {
        let task = Task { position, history, evaluator, limits, control, here: false };
        self.carry_out(&task, &mut on_event)
    }

    /// [Searches](Self::search) on the calling thread alone, which should be [on a large
    /// stack](on_large_stack): for thousands of tiny searches, where spawning a thread costs more
    /// than searching.
    ///
    /// # Errors
    ///
    /// If the search panics.
    pub fn search_here<P: Position, E: Evaluate<P>>(
        &mut self,
        position: &P,
        history: &History,
        evaluator: &E,
        limits: &Limits,
        control: &Control,
    ) -> Result<SearchReport, Panicked> {
        let task = Task { position, history, evaluator, limits, control, here: true };
        let mut panicked = None;
        let report = self.carry_out(&task, &mut |event| {
            if let SearchEvent::Failure(message) = event {
                panicked = Some(Panicked(message));
            }
        });
        panicked.map_or(Ok(report), Err)
    }

    /// Does a task. Since it is never inlined, other crates use the search of a game that was compiled here, and do
    /// not compile it once more.
    #[inline(never)]
    fn carry_out<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchReport {
        let &Task { position, evaluator, limits, control, .. } = task;
        let roots = root_moves(position, evaluator, &limits.search_moves);
        let mut report = SearchReport { best: roots.first().copied(), ..SearchReport::default() };
        self.table.prepare();
        if roots.is_empty() {
            report.score = verdict_without_moves(position);
            events(SearchEvent::Iteration(nothing_to_search(report.score, control)));
        } else if task.here {
            self.run(task, &roots, events, &mut report);
        } else {
            let mut last = None;
            let mut heard = |event: SearchEvent| {
                if let SearchEvent::Iteration(iteration) = &event
                    && iteration.multipv == 1
                {
                    last = Some(iteration.clone());
                }
                events(event);
            };
            self.run(task, &roots, &mut heard, &mut report);
            if let Some(mut last) = last {
                let extended = self.expect_answer(task, &mut last, &mut report);
                // Tools take the speed from the last line, and an iteration that was broken off has no own.
                if extended || last.nodes < report.nodes {
                    let (nodes, elapsed) = (report.nodes.max(last.nodes), control.elapsed());
                    let hashfull = self.table.fullness();
                    events(SearchEvent::Iteration(Iteration { nodes, elapsed, hashfull, ..last }));
                }
            }
        }
        control.wait_until_released(limits);
        report.elapsed = control.elapsed();
        report
    }

    /// Takes the expected answer from the last line that was reported, so that nobody ponders on a move that was not
    /// shown. A line of one move is extended by the answer that the table knows, and true returned.
    fn expect_answer<P: Position, E: Evaluate<P>>(
        &self,
        task: &Task<'_, P, E>,
        last: &mut Iteration,
        report: &mut SearchReport,
    ) -> bool {
        if last.pv.first() != report.best.as_ref() {
            return false;
        }
        report.ponder = last.pv.get(1).copied();
        let [best] = last.pv[..] else { return false };
        report.ponder = expected_answer(task, best, &self.table);
        last.pv.extend(report.ponder);
        report.ponder.is_some()
    }

    /// Runs all threads to their end.
    fn run<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        roots: &[Move],
        events: &mut (dyn FnMut(SearchEvent) + Send),
        report: &mut SearchReport,
    ) {
        let Engine { table, memories, threads, params, .. } = self;
        memories.resize_with(*threads, Memory::new);
        let table = &*table;
        table.next_search();
        let shared = &Shared {
            table,
            params,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: task.limits.nodes.filter(|_| !task.limits.infinite),
        };
        let Some((main, helpers)) = memories.split_first_mut() else { return };
        let roots: &[RootMove] = &roots.iter().copied().map(RootMove::new).collect::<Vec<_>>();

        let mut ballots: Vec<Ballot> = Vec::new();
        let mut failures: Vec<String> = Vec::new();
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
                .filter(|_| !task.here)
                .enumerate()
                .filter_map(|(number, memory)| {
                    let help = move || {
                        let mut ballot = None;
                        let failure = catch(|| ballot = task.help(shared, memory, roots, number));
                        (ballot, failure)
                    };
                    // A thread that cannot be started is done without.
                    spawn(scope, help)
                })
                .collect();
            let mut lead = || catch(|| ballots.extend(task.lead(shared, main, roots, events, report)));
            failures.extend(if task.here { lead() } else { on_large_stack(lead) });
            shared.halt.store(true, Ordering::Relaxed);
            for (ballot, failure) in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                ballots.extend(ballot);
                failures.extend(failure);
            }
        });

        report.nodes = report.nodes.max(shared.nodes.load(Ordering::Relaxed));
        if failures.is_empty() && task.is_put_to_the_vote() {
            task.take_elected(ballots, table, events, report);
        }
        if !failures.is_empty() {
            // A panic may have left them half written.
            memories.clear();
        }
        failures.into_iter().for_each(|failure| events(SearchEvent::Failure(failure)));
    }
}

impl<P: Position, E: Evaluate<P>> Task<'_, P, E> {
    /// The search of the main thread, which looks at the limits and reports.
    fn lead(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        roots: &[RootMove],
        events: &mut (dyn FnMut(SearchEvent) + Send),
        report: &mut SearchReport,
    ) -> Option<Ballot> {
        let &Task { limits, control, .. } = self;
        let watch = Watch { limits, budget: Budget::new(limits, shared.params), control, events };
        let mut worker =
            Worker::new(shared, self.evaluator, memory, self.history, roots.to_vec(), Some(watch));
        worker.iterate(self.position, limits.multipv, 0, last_iteration(limits), report);
        report.nodes = worker.total_nodes();
        worker.ballot()
    }

    /// The search of helper number `number`: every other one begins an iteration ahead, so that
    /// threads do not all do the same work. It ends when the main thread halts it.
    fn help(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        roots: &[RootMove],
        number: usize,
    ) -> Option<Ballot> {
        let ahead = (number as i32 + 1) % 2;
        let mut worker = Worker::new(shared, self.evaluator, memory, self.history, roots.to_vec(), None);
        worker.iterate(self.position, 1, ahead, MAX_DEPTH, &mut SearchReport::default());
        worker.ballot()
    }

    /// Returns true if the threads vote: not on several lines, which only the main thread has, nor
    /// on a requested depth, which only it keeps to.
    fn is_put_to_the_vote(&self) -> bool {
        self.limits.multipv <= 1 && self.limits.depth.is_none()
    }

    /// Puts the line that the threads elect into the report, and reports it, if it is not the main
    /// thread's, whose ballot is the first.
    fn take_elected(
        &self,
        mut ballots: Vec<Ballot>,
        table: &TranspositionTable,
        events: &mut (dyn FnMut(SearchEvent) + Send),
        report: &mut SearchReport,
    ) {
        let elected = elect(&ballots);
        if elected == 0 {
            return;
        }
        let (line, bound) = ballots.swap_remove(elected);
        report.best = line.moves.first().copied();
        report.ponder = line.moves.get(1).copied();
        (report.score, report.depth) = (line.score, line.depth as u32);
        let elapsed = self.control.elapsed();
        events(SearchEvent::Iteration(line.told(1, bound, report.nodes, elapsed, table.fullness())));
    }
}

/// The moves to choose from: the legal ones, restricted to `asked_for` unless that is empty. The
/// biggest gain at first sight comes first: with next to no time it is the only move that gets a
/// score.
fn root_moves<P: Position, E: Evaluate<P>>(position: &P, evaluator: &E, asked_for: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(GenMode::All, &mut moves);
    if !asked_for.is_empty() {
        moves.retain(|candidate| asked_for.contains(candidate));
    }
    let see = |candidate| if position.is_noisy(candidate) { evaluator.see(position, candidate) } else { 0 };
    moves.sort_by_cached_key(|&candidate| Reverse(see(candidate)));
    moves
}

/// Returns the score of a position without a choice of moves.
fn verdict_without_moves<P: Position>(position: &P) -> i32 {
    if position.has_moves() {
        return DRAW;
    }
    let outcome = position.outcome().unwrap_or_else(|| position.no_moves());
    of_outcome(outcome, position.side(), 0)
}

/// The one line of a search without moves.
fn nothing_to_search(score: i32, control: &Control) -> Iteration {
    Iteration {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: control.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    }
}

/// The answer to `best` that the table knows; none behind the end of the game.
fn expected_answer<P: Position, E>(
    task: &Task<'_, P, E>,
    best: Move,
    table: &TranspositionTable,
) -> Option<Move> {
    let mut child = task.position.clone();
    child.play(best);
    let answer = table.probe(table_key(&child))?.best.filter(|&answer| child.is_legal(answer))?;
    let mut history = task.history.clone();
    history.push(child.key());
    verdict(&child, &history).is_none().then_some(answer)
}

/// Starts a thread with a stack that is large enough for a search; `None` if none can be had, as
/// without the feature `threads`.
fn spawn<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, R>> {
    if !cfg!(feature = "threads") {
        return None;
    }
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(THREAD_STACK);
    builder.spawn_scoped(scope, work).ok()
}

thread_local! {
    /// True on a thread whose stack is large enough for a search.
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Starts a thread on which searches run without a thread of their own: on a busy machine each new thread has to wait
/// for its turn.
///
/// # Errors
///
/// If the system gives no thread.
pub fn spawn_on_large_stack(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned()).stack_size(THREAD_STACK);
    let work = || {
        HAS_LARGE_STACK.set(true);
        work();
    };
    builder.spawn(work).map(drop)
}

/// Runs `work` on a thread with a stack that is large enough for a search: on this one, if it is, or if no other can
/// be started.
pub fn on_large_stack<R: Send + Default>(work: impl FnOnce() -> R + Send) -> R {
    if HAS_LARGE_STACK.get() {
        return work();
    }
    let mut work = Some(work);
    let done = thread::scope(|scope| {
        let run = || work.take().map(|work| work());
        spawn(scope, run)?.join().ok().flatten()
    });
    done.or_else(|| work.take().map(|work| work())).unwrap_or_default()
}

/// Runs `work`; the message of its panic, if it panics.
fn catch(work: impl FnOnce()) -> Option<String> {
    // The caller throws away anything that the work may have left half done.
    catch_unwind(AssertUnwindSafe(work)).err().map(|panic| panic_message(&*panic).to_owned())
}

/// Returns the message of a caught panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it panicked")
}
