//! One thread of a search: the data shared with the others, its memory, and its place in the tree.

use super::clock::{Budget, time_of};
use super::event::SearchEvent;
use super::limits::{Control, Limits};
use super::memory::Memory;
use super::params::{CLOCK_IN_KEY, POLL_INTERVAL, Params};
use super::path::SearchPath;
use super::pruning::Reductions;
use super::root_move::RootMove;
use super::score::{estimate, is_decided, to_table};
use super::table::{Bound, TableEntry, TranspositionTable};
use crate::eval::{CorrectionKeys, Evaluate};
use helgi_rules::board::{Move, ZobristKey, zobrist};
use helgi_rules::{GenMode, History, Position};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The search was stopped and has no result. Carried up by `?`.
#[derive(Clone, Copy, Debug)]
pub struct SearchStopped;

/// The result of a part of the search.
pub type SearchResult<T = i32> = Result<T, SearchStopped>;

/// The data that the threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The numbers of the search.
    pub params: &'a Params,
    /// All threads are to stop.
    pub halt: AtomicBool,
    /// The positions searched, as far as the threads have reported.
    pub nodes: AtomicU64,
    /// All threads stop at this many positions.
    pub node_limit: Option<u64>,
}

/// The main thread's means to see when the search must end, and to report.
pub struct Watch<'a> {
    pub limits: &'a Limits,
    pub budget: Budget,
    pub control: &'a Control,
    pub events: &'a mut (dyn FnMut(SearchEvent) + Send),
}

impl Watch<'_> {
    /// Returns the time that counts against the budget after this many positions; `None` while none counts.
    pub fn elapsed(&self, nodes: u64) -> Option<Duration> {
        if self.limits.infinite {
            return None;
        }
        let spent = self.control.spent(self.limits)?;
        Some(self.limits.node_time.map_or(spent, |rate| time_of(nodes, rate)))
    }

    /// Returns true if the search must stop after this many positions.
    fn must_stop(&self, nodes: u64) -> bool {
        let out_of_time = || self.elapsed(nodes).is_some_and(|elapsed| self.budget.is_exceeded(elapsed));
        self.control.is_stopped() || out_of_time()
    }
}

/// The progress of a thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadProgress {
    /// The iteration. Unit: plies.
    pub iteration: i32,
    /// True if nothing may be left out in this iteration.
    pub full_width: bool,
    /// The length of the longest line that was looked at. Unit: plies.
    pub seldepth: usize,
    /// The positions this thread has searched.
    pub nodes: u64,
    /// Number of root moves looked at for the best line of this iteration.
    pub looked_at: usize,
    /// True if some root move has a score, so that the search may stop.
    pub has_result: bool,
    /// The move of the best line that was reported last.
    pub reported: Option<Move>,
}

/// A thread of a search while it pauses between two iterations: all that it knows and the memory of moves does not hold.
#[derive(Debug)]
pub struct PausedWorker {
    pub roots: Vec<RootMove>,
    path: SearchPath,
    progress: ThreadProgress,
    reductions: Reductions,
    generated: Vec<Move>,
    legal: [Option<Move>; 2],
}

impl PausedWorker {
    /// A thread that is about to search the last position of `history`.
    pub fn new(history: &History, roots: Vec<RootMove>, params: &Params) -> Self {
        PausedWorker {
            roots,
            path: SearchPath::new(history),
            progress: ThreadProgress {
                iteration: 0,
                full_width: true,
                seldepth: 0,
                nodes: 0,
                looked_at: 0,
                has_result: false,
                reported: None,
            },
            reductions: Reductions::new(params),
            generated: Vec::with_capacity(1_024),
            legal: [None; 2],
        }
    }
}

/// One thread of a search.
pub struct Worker<'a, P, E> {
    pub shared: &'a Shared<'a>,
    pub params: &'a Params,
    pub evaluator: &'a E,
    pub memory: &'a mut Memory,
    /// The main thread has it, the helpers do not.
    pub watch: Option<Watch<'a>>,
    pub roots: Vec<RootMove>,
    pub path: SearchPath,
    pub progress: ThreadProgress,
    pub reductions: Reductions,
    /// A buffer for generated moves before they are rated.
    pub generated: Vec<Move>,
    /// By side: a move that was legal in a recent position, and may be so again.
    legal: [Option<Move>; 2],
    game: PhantomData<P>,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    /// A thread that begins, or goes on where it paused. Before the first iteration its memory has to be told of the
    /// [next search](Memory::next_search).
    pub fn resume(
        shared: &'a Shared<'a>,
        evaluator: &'a E,
        memory: &'a mut Memory,
        paused: PausedWorker,
        watch: Option<Watch<'a>>,
    ) -> Self {
        let PausedWorker { roots, path, progress, reductions, generated, legal } = paused;
        Worker {
            shared,
            params: shared.params,
            evaluator,
            memory,
            watch,
            roots,
            path,
            progress,
            reductions,
            generated,
            legal,
            game: PhantomData,
        }
    }

    /// Pauses between two iterations.
    pub fn pause(self) -> PausedWorker {
        let Worker { roots, path, progress, reductions, generated, legal, .. } = self;
        PausedWorker { roots, path, progress, reductions, generated, legal }
    }

    /// Counts a position, and now and then looks whether to stop.
    #[inline]
    pub fn count_node(&mut self, ply: usize) -> SearchResult<()> {
        let progress = &mut self.progress;
        progress.seldepth = progress.seldepth.max(ply);
        progress.nodes += 1;
        // Not at every node: reading clocks and shared counters is expensive.
        if progress.nodes.is_multiple_of(POLL_INTERVAL) { self.poll() } else { Ok(()) }
    }

    fn poll(&mut self) -> SearchResult<()> {
        let halt = &self.shared.halt;
        // Relaxed is enough everywhere here: the numbers order nothing but themselves.
        let total = self.shared.nodes.fetch_add(POLL_INTERVAL, Ordering::Relaxed) + POLL_INTERVAL;
        if self.shared.node_limit.is_some_and(|limit| total >= limit) {
            halt.store(true, Ordering::Relaxed);
        }
        if let Some(watch) = &self.watch {
            // Never without a result.
            if !self.progress.has_result {
                return Ok(());
            }
            if watch.must_stop(total) {
                halt.store(true, Ordering::Relaxed);
            }
        }
        if halt.load(Ordering::Relaxed) { Err(SearchStopped) } else { Ok(()) }
    }

    /// The time that counts against the budget; `None` while there is none to count, and in helpers.
    pub fn elapsed(&self) -> Option<Duration> {
        self.watch.as_ref()?.elapsed(self.total_nodes())
    }

    /// The positions searched by all threads.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.progress.nodes % POLL_INTERVAL
    }

    /// The evaluation of a position for its side to move, kept apart from proven scores.
    #[inline]
    pub fn evaluate(&mut self, position: &P) -> i32 {
        let key = clocked_key(position);
        let evaluator = self.evaluator;
        self.memory.evaluation(key, || estimate(evaluator.evaluate(position)))
    }

    /// The static evaluation: the evaluation corrected by the correction history of the last moves
    /// before `ply` and of the board. Where nothing is left out nothing is corrected either.
    #[inline]
    pub fn static_evaluation(&mut self, position: &P, ply: usize) -> i32 {
        let evaluation = self.evaluate(position);
        if self.progress.full_width {
            return evaluation;
        }
        let structure = self.correction_keys(position);
        let before = self.path.moves_before(ply);
        estimate(evaluation + self.memory.correction(self.params, position.side(), before, structure))
    }

    /// Returns the keys of the board for the correction history, if it uses them.
    #[inline]
    pub fn correction_keys(&self, position: &P) -> Option<CorrectionKeys> {
        // The keys are worth computing only where they count.
        if self.params.correction_structure == 0 { None } else { self.evaluator.correction_keys(position) }
    }

    /// Returns true if there is any legal move.
    pub fn has_moves(&mut self, position: &P) -> bool {
        let legal = &mut self.legal[position.side().index()];
        if legal.is_some_and(|candidate| position.is_legal(candidate)) {
            return true;
        }
        // The buffer is the worker's, so that asking allocates nothing.
        self.generated.clear();
        position.generate(GenMode::All, &mut self.generated);
        *legal = self.generated.last().copied().or(*legal);
        !self.generated.is_empty()
    }

    /// Plays a legal move on a copy of the position and returns what `search` finds there. It is on
    /// the path while `search` runs.
    #[inline]
    pub fn with_move<T>(
        &mut self,
        position: &P,
        played: Move,
        ply: usize,
        search: impl FnOnce(&mut Self, &P) -> T,
    ) -> T {
        let mut child = position.clone();
        child.play(played);
        // Between here and the probe lie the counting of the node and the tests for the end of the game.
        self.shared.table.prefetch(table_key(&child));
        self.with_child(&child, Some(played), ply, search)
    }

    /// Returns what `search` finds in a position, to which `played` has led at `ply`. It is on the
    /// path only while `search` runs, also when the search is stopped.
    #[inline]
    pub fn with_child<T>(
        &mut self,
        child: &P,
        played: Option<Move>,
        ply: usize,
        search: impl FnOnce(&mut Self, &P) -> T,
    ) -> T {
        self.path.push(ply, played, child.key());
        let found = search(self, child);
        self.path.pop();
        found
    }

    /// Stores the result of a position, unless it is a win or loss that is true on this path
    /// only.
    pub fn remember(
        &self,
        key: ZobristKey,
        best: Option<Move>,
        score: i32,
        bound: Bound,
        depth: i32,
        ply: usize,
    ) {
        // Reached by other moves the same position may have no such win.
        if self.path.won_by_history && is_decided(score) {
            return;
        }
        let score = to_table(score, ply);
        let depth = depth.clamp(0, i32::from(u8::MAX)) as u8;
        let full_width = self.progress.full_width;
        self.shared.table.store(key, TableEntry { best, score, depth, bound, full_width });
    }
}

/// The key of a position for the transposition table: near the end of the move count the count
/// belongs to the position.
#[inline]
pub fn table_key<P: Position>(position: &P) -> ZobristKey {
    match position.turn().halfmove {
        CLOCK_IN_KEY.. => clocked_key(position),
        _ => position.key(),
    }
}

/// The key of a position and its half-move clock, on which evaluations may depend.
#[inline]
fn clocked_key<P: Position>(position: &P) -> ZobristKey {
    position.key() ^ zobrist::fact(u8::MAX, position.turn().halfmove.into())
}

#[cfg(test)]
mod tests {
    use super::super::pruning::NodeType;
    use super::super::window::Window;
    use super::*;
    use crate::eval::chess::ChessEval;
    use helgi_rules::Game;
    use helgi_rules::chess::Chess;

    const DEPTH: i32 = 12;

    #[test]
    fn a_search_that_was_broken_off_leaves_nothing_on_the_path() {
        let position = Chess.start();
        let history = History::starting_with(&position);
        let (table, evaluator) = (TranspositionTable::empty(), ChessEval::default());
        // The results of a search, run alone or after one that is stopped after this many nodes.
        let searched = |broken_off_after: Option<u64>| {
            let shared = |node_limit| {
                let (halt, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
                Shared { table: &table, params: &Params::DEFAULT, halt, nodes, node_limit }
            };
            let (limited, unlimited) = (shared(broken_off_after), shared(None));
            let mut memory = Memory::new();
            let paused = PausedWorker::new(&history, Vec::new(), &Params::DEFAULT);
            let mut worker = Worker::resume(&unlimited, &evaluator, &mut memory, paused, None);
            worker.progress.iteration = DEPTH;
            worker.progress.full_width = false;
            if broken_off_after.is_some() {
                worker.shared = &limited;
                assert!(worker.search(&position, Window::FULL, DEPTH, NodeType::Pv, 0).is_err());
                assert_eq!(worker.path.history().len(), history.len());
                worker.shared = &unlimited;
                worker.progress.nodes = 0;
                *worker.memory = Memory::new();
            }
            let score = worker.search(&position, Window::FULL, DEPTH, NodeType::Pv, 0).unwrap();
            (score, worker.progress.nodes, worker.path[0].line.clone())
        };
        let expected = searched(None);
        assert!(expected.1 > 3_000 && !expected.2.is_empty(), "{expected:?}");
        for nodes in [64, 512, 3_008] {
            assert_eq!(searched(Some(nodes)), expected, "broken off after {nodes} nodes");
        }
    }
}
