//! The data that outlives a single search, and the threads of one.
//!
//! Threads share the transposition table and otherwise search on their own (lazy SMP). Only the main
//! thread looks at limits and reports; in the end they [vote](elect). A panic in any of them is caught.
//!
//! Every search is a [`Course`] of iterations. It usually runs to its end at once; one that pauses is taken up again
//! by [`Engine::advance`].

use super::clock::Budget;
use super::ends::{expected_answer, nothing_to_search, root_moves, verdict_without_moves};
use super::event::{Iteration, SearchEvent, SearchReport};
use super::limits::{Control, Limits, MAX_DEPTH};
use super::memory::Memory;
use super::params::Params;
use super::root::{Deepening, last_iteration};
use super::root_move::RootMove;
use super::stack::{catch, on_large_stack, spawn};
use super::table::{OutOfMemory, TranspositionTable};
use super::votes::{Ballot, elect};
use super::worker::{PausedWorker, Shared, Watch, Worker};
use crate::eval::Evaluate;
use crate::net::NetChoice;
use helgi_rules::{History, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// The parameters of one search.
pub(crate) struct Task<'a, P, E> {
    pub position: &'a P,
    pub history: &'a History,
    pub evaluator: &'a E,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub pace: Pace,
}

/// The part of a search that one call does, and the threads that do it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// All of it, by all threads.
    AllThreads,
    /// All of it, by the calling thread.
    Here,
    /// One iteration, by one thread: helpers would have to be started anew for each.
    OneIteration,
}

/// A search between two iterations.
#[derive(Default, Debug)]
pub(crate) struct Course {
    is_begun: bool,
    /// The main thread; `None` before the first iteration, while one runs, and after the last.
    paused: Option<PausedWorker>,
    deepening: Deepening,
    /// The positions searched, as far as the threads have reported.
    polled: u64,
    /// The last report of the best line.
    last: Option<Iteration>,
    report: SearchReport,
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
    /// True if there is nothing to forget.
    is_fresh: bool,
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
        Ok(Engine { table, memories: Vec::new(), threads: threads.max(1), net, params, is_fresh: true })
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
        // Those of threads that are left keep their histories.
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
    #[doc(hidden)] // a part of `internals`
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.forget();
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        if !self.is_fresh {
            self.table.clear();
            self.memories.clear();
            self.is_fresh = true;
        }
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
        let task = Task { position, history, evaluator, limits, control, pace: Pace::AllThreads };
        let mut course = Course::default();
        self.carry_out(&task, &mut course, &mut on_event);
        course.released(limits, control)
    }

    /// [Searches](Self::search) on the calling thread alone.
    ///
    /// # Errors
    ///
    /// If the search panics.
    pub(crate) fn search_here<P: Position, E: Evaluate<P>>(
        &mut self,
        position: &P,
        history: &History,
        evaluator: &E,
        limits: &Limits,
        control: &Control,
    ) -> Result<SearchReport, Panicked> {
        let task = Task { position, history, evaluator, limits, control, pace: Pace::Here };
        let (mut course, mut panicked) = (Course::default(), None);
        self.carry_out(&task, &mut course, &mut |event| {
            if let SearchEvent::Failure(message) = event {
                panicked = Some(Panicked(message));
            }
        });
        let report = course.released(limits, control);
        panicked.map_or(Ok(report), Err)
    }

    /// Does the next part of a task, which is the same as before but for its control. Returns the result of the search once
    /// it has ended, even where the limits ask to wait with it.
    pub(crate) fn advance<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        course: &mut Course,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> Option<SearchReport> {
        if !course.has_ended() {
            self.carry_out(task, course, events);
            course.report.elapsed = task.control.elapsed();
        }
        course.has_ended().then(|| course.report.clone())
    }

    /// Does a task, or the next part of it. Since it is never inlined, other crates use the search of a game that was
    /// compiled here, and do not compile it once more.
    #[inline(never)]
    fn carry_out<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        course: &mut Course,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) {
        self.table.prepare();
        self.is_fresh = false;
        if !course.is_begun {
            self.begin_course(task, course, events);
        }
        // Without a legal move the first part was the last.
        if course.has_ended() {
            return;
        }
        if task.pace == Pace::Here {
            self.run(task, course, events);
            return;
        }
        let mut last = course.last.take();
        let mut heard = |event: SearchEvent| {
            if let SearchEvent::Iteration(iteration) = &event
                && iteration.multipv == 1
            {
                last = Some(iteration.clone());
            }
            events(event);
        };
        self.run(task, course, &mut heard);
        if !course.has_ended() {
            course.last = last;
        } else if let Some(mut last) = last {
            let report = &mut course.report;
            let extended = self.expect_answer(task, &mut last, report);
            // Tools take the speed from the last line, and an iteration that was broken off has no own.
            if extended || last.nodes < report.nodes {
                let (nodes, elapsed) = (report.nodes.max(last.nodes), task.control.elapsed());
                let hashfull = self.table.fullness();
                events(SearchEvent::Iteration(Iteration { nodes, elapsed, hashfull, ..last }));
            }
        }
    }

    /// Prepares the first iteration; without a move to choose the course has ended at once.
    fn begin_course<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        course: &mut Course,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) {
        let &Task { position, limits, .. } = task;
        let roots = root_moves(position, task.evaluator, &limits.search_moves);
        course.is_begun = true;
        course.report.best = roots.first().copied();
        if roots.is_empty() {
            course.report.score = verdict_without_moves(position);
            events(SearchEvent::Iteration(nothing_to_search(course.report.score, task.control)));
            return;
        }
        self.table.next_search();
        self.memories.resize_with(self.threads, Memory::new);
        self.memories.first_mut().into_iter().for_each(Memory::next_search);
        course.deepening = Deepening::new(limits.multipv, roots.len(), 0, last_iteration(limits));
        let roots = roots.into_iter().map(RootMove::new).collect();
        course.paused = Some(PausedWorker::new(task.history, roots, &self.params));
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
        report.ponder = expected_answer(task.position, task.history, best, &self.table);
        last.pv.extend(report.ponder);
        report.ponder.is_some()
    }

    /// Runs all threads to their end, or the main thread to its next pause.
    fn run<P: Position, E: Evaluate<P>>(
        &mut self,
        task: &Task<'_, P, E>,
        course: &mut Course,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) {
        let Engine { table, memories, threads, params, .. } = self;
        // They may have been forgotten while the course paused.
        memories.resize_with(*threads, Memory::new);
        let table = &*table;
        let shared = &Shared {
            table,
            params,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(course.polled),
            node_limit: task.limits.nodes.filter(|_| !task.limits.infinite),
        };
        let Some((main, helpers)) = memories.split_first_mut() else { return };
        // Only a search in one go is worth starting threads for.
        let helpers = if task.pace == Pace::AllThreads { helpers } else { &mut [] };
        // Helpers work on copies: each sorts the root moves its own way.
        let roots = match &course.paused {
            Some(paused) if !helpers.is_empty() => paused.roots.clone(),
            _ => Vec::new(),
        };
        let roots: &[RootMove] = &roots;

        let mut ballots: Vec<Ballot> = Vec::new();
        let mut failures: Vec<String> = Vec::new();
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
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
            let mut lead = || catch(|| ballots.extend(task.lead(shared, main, course, events)));
            failures.extend(if task.pace == Pace::Here { lead() } else { on_large_stack(lead) });
            // The main thread alone knows the limits; helpers run until they are told.
            shared.halt.store(true, Ordering::Relaxed);
            for (ballot, failure) in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                ballots.extend(ballot);
                failures.extend(failure);
            }
        });

        course.polled = shared.nodes.load(Ordering::Relaxed);
        let report = &mut course.report;
        report.nodes = report.nodes.max(course.polled);
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

impl Course {
    /// The result as far as it is known.
    pub(crate) const fn report(&self) -> &SearchReport {
        &self.report
    }

    /// Returns true if nothing is left to search.
    fn has_ended(&self) -> bool {
        self.is_begun && self.paused.is_none()
    }

    /// The result of a course that has ended, once the limits allow to return it.
    fn released(self, limits: &Limits, control: &Control) -> SearchReport {
        control.wait_until_released(limits);
        SearchReport { elapsed: control.elapsed(), ..self.report }
    }
}

impl<P: Position, E: Evaluate<P>> Task<'_, P, E> {
    /// The search of the main thread, which looks at the limits and reports. It returns its ballot at the end, and none
    /// where it pauses.
    fn lead(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        course: &mut Course,
        events: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> Option<Ballot> {
        let &Task { limits, control, .. } = self;
        let watch = Watch { limits, budget: Budget::new(limits, shared.params), control, events };
        let paused = course.paused.take()?;
        let mut worker = Worker::resume(shared, self.evaluator, memory, paused, Some(watch));
        let goes_on = loop {
            let goes_on = worker.iterate(self.position, &mut course.deepening, &mut course.report);
            if !goes_on || self.pace == Pace::OneIteration {
                break goes_on;
            }
        };
        // Less than a polling interval is missing from the shared counter, which the worker adds.
        course.report.nodes = worker.total_nodes();
        if goes_on {
            course.paused = Some(worker.pause());
            return None;
        }
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
        let mut deepening = Deepening::new(1, roots.len(), (number as i32 + 1) % 2, MAX_DEPTH);
        memory.next_search();
        let paused = PausedWorker::new(self.history, roots.to_vec(), shared.params);
        let mut worker = Worker::resume(shared, self.evaluator, memory, paused, None);
        let mut report = SearchReport::default();
        while worker.iterate(self.position, &mut deepening, &mut report) {}
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
        // The main thread's own line has been reported already.
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
