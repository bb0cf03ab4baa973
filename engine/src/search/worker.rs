//! One thread of a search: its own memory and counters, and what it shares with the others.

use super::event::Event;
use super::limits::{Control, Limits, MAX_PLY};
use super::memory::Memory;
use super::ordering::Rated;
use super::params::{CLOCK_IN_KEY, EVALUATION_CACHE, POLL_INTERVAL};
use super::pruning::Reductions;
use super::root_move::RootMove;
use super::score::{DRAW, estimate, is_decided, is_loss, is_win, mate_in, of_outcome, to_table};
use super::table::{Bound, Entry, Table};
use super::{clock::Budget, score};
use crate::eval::Evaluate;
use helgi_rules::board::{Key, Move, key};
use helgi_rules::{History, Position, Select};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Why a search has no result: it was told to stop. Carried up by `?`.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

/// What a part of the search has found.
pub type Found<T = i32> = Result<T, Stopped>;

/// What the threads of one search have in common.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// All threads are to stop.
    pub halt: AtomicBool,
    /// The positions searched, as far as the threads have said.
    pub nodes: AtomicU64,
    /// When there are so many, all threads are to stop.
    pub node_limit: Option<u64>,
}

/// The eyes of the main thread on everything that may end the search.
pub struct Watch<'a> {
    pub limits: &'a Limits,
    pub budget: Budget,
    pub control: &'a Control,
    pub events: &'a mut (dyn FnMut(Event) + Send),
}

impl Watch<'_> {
    /// The time that counts against the budget; `None` while there is none to count.
    pub fn elapsed(&self) -> Option<Duration> {
        if self.limits.infinite {
            return None;
        }
        self.control.time_base(self.limits).map(|base| base.elapsed())
    }

    /// Whether the search must break off.
    fn must_stop(&self) -> bool {
        let out_of_time = || self.elapsed().is_some_and(|elapsed| self.budget.is_exceeded(elapsed));
        self.control.is_stopped() || out_of_time()
    }
}

/// What a thread knows of a position on its way from the root.
#[derive(Clone, Copy, Default)]
pub struct Visit {
    /// The move played here; `None` for a turn without a move.
    pub played: Option<Move>,
    /// The static evaluation as it was judged; `None` in check.
    pub evaluation: Option<i32>,
}

/// One thread of a search.
pub struct Worker<'a, P, E> {
    pub shared: &'a Shared<'a>,
    pub evaluator: &'a E,
    pub memory: &'a mut Memory,
    /// The main thread has it, the helpers do not.
    pub watch: Option<Watch<'a>>,
    /// The keys of the game and of the path.
    pub history: History,
    /// The move lists of all nodes on the path, one behind the other.
    pub list: Vec<Rated>,
    /// Where moves are generated before they are rated.
    pub fresh: Vec<Move>,
    /// The quiet moves tried in all nodes on the path, one behind the other.
    pub tried: Vec<Move>,
    /// The best line from each ply on.
    pub lines: Vec<Vec<Move>>,
    pub path: Vec<Visit>,
    pub reductions: Reductions,
    pub roots: Vec<RootMove>,
    pub iteration: i32,
    /// Whether nothing may be left out in this iteration.
    pub full_width: bool,
    pub seldepth: usize,
    pub nodes: u64,
    /// Whether some move of the root has a score, so that the search may stop.
    pub has_result: bool,
    /// Whether the subtree holds a win by repetition or count, which is true on this path only.
    pub by_history: bool,
    /// By side: a move that was legal lately, to see quickly that there is one.
    pub lately: [Option<Move>; 2],
    /// The evaluations of late, each with the clocked key of its position: most positions come up in
    /// several iterations.
    evaluations: Vec<(Key, i32)>,
    game: PhantomData<P>,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    pub fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a E,
        memory: &'a mut Memory,
        history: &History,
        roots: Vec<RootMove>,
        watch: Option<Watch<'a>>,
    ) -> Self {
        memory.next_search();
        Worker {
            shared,
            evaluator,
            memory,
            watch,
            history: history.clone(),
            list: Vec::with_capacity(4_096),
            fresh: Vec::with_capacity(1_024),
            tried: Vec::with_capacity(1_024),
            lines: vec![Vec::new(); MAX_PLY + 2],
            path: vec![Visit::default(); MAX_PLY + 2],
            reductions: Reductions::new(),
            roots,
            iteration: 0,
            full_width: true,
            seldepth: 0,
            nodes: 0,
            has_result: false,
            by_history: false,
            lately: [None; 2],
            evaluations: vec![(0, 0); EVALUATION_CACHE],
            game: PhantomData,
        }
    }

    /// Counts a position, and now and then looks whether to stop.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Found<()> {
        self.seldepth = self.seldepth.max(ply);
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) { self.poll() } else { Ok(()) }
    }

    fn poll(&mut self) -> Found<()> {
        let halt = &self.shared.halt;
        let total = self.shared.nodes.fetch_add(POLL_INTERVAL, Ordering::Relaxed) + POLL_INTERVAL;
        if self.shared.node_limit.is_some_and(|limit| total >= limit) {
            halt.store(true, Ordering::Relaxed);
        }
        if let Some(watch) = &self.watch {
            // Not without a result, whatever happens.
            if !self.has_result {
                return Ok(());
            }
            if watch.must_stop() {
                halt.store(true, Ordering::Relaxed);
            }
        }
        if halt.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// The positions searched by all threads.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes % POLL_INTERVAL
    }

    /// How the side to move stands, as an estimate.
    #[inline]
    pub fn evaluate(&mut self, position: &P) -> i32 {
        let key = clocked_key(position);
        let (known, evaluation) = &mut self.evaluations[key as usize % EVALUATION_CACHE];
        if *known != key {
            (*known, *evaluation) = (key, estimate(self.evaluator.evaluate(position)));
        }
        *evaluation
    }

    /// The static evaluation: the evaluation with what the correction history says of the last moves
    /// before `ply`. Where nothing is left out nothing is corrected either.
    #[inline]
    pub fn static_evaluation(&mut self, position: &P, ply: usize) -> i32 {
        let seen = self.evaluate(position);
        if self.full_width {
            return seen;
        }
        estimate(seen + self.memory.correction(position.side(), self.moves_before(ply)))
    }

    /// The last two moves before `ply`, the last one first; `None` for a turn without a move, and
    /// before the root.
    #[inline]
    pub fn moves_before(&self, ply: usize) -> [Option<Move>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.path[ply].played))
    }

    /// The score of a position in which the game has ended: by what is on the board, by the move
    /// count unless it is mate, or by repetition. `None` while the game goes on, so far as can be
    /// seen without generating moves.
    #[inline]
    pub fn verdict(&mut self, position: &P, ply: usize) -> Option<i32> {
        let outcome = if let Some(visible) = position.outcome() {
            visible
        } else if let Some(by_count) = position.count_verdict() {
            if self.has_moves(position) {
                self.by_history |= by_count.winner.is_some();
                by_count
            } else {
                position.no_moves()
            }
        } else {
            return self.repetition(position, ply);
        };
        Some(of_outcome(outcome, position.side(), ply))
    }

    /// The score of a position that repeats an earlier one.
    ///
    /// Where repetition draws, the second occurrence within the search counts for the third: what
    /// could be done differently could have been done the first time. Where it decides the game,
    /// only the third is a fact.
    fn repetition(&mut self, position: &P, ply: usize) -> Option<i32> {
        let back = self.history.plies_since_occurrence(position)?;
        let outcome = position.repetition_verdict();
        let draws = outcome.winner.is_none();
        if draws && back <= ply {
            return Some(DRAW);
        }
        if self.history.earlier_occurrences(position) < 2 {
            return None;
        }
        self.by_history |= !draws;
        Some(of_outcome(outcome, position.side(), ply))
    }

    /// Mate distance pruning: narrows a window to what can come of a game that goes on at `ply`: nothing is better than
    /// winning next ply, or worse than having lost. A score, if that leaves no window.
    #[inline]
    pub fn mate_distance_pruning(
        &mut self,
        position: &P,
        alpha: &mut i32,
        beta: &mut i32,
        ply: usize,
    ) -> Option<i32> {
        *alpha = (*alpha).max(-mate_in(ply));
        *beta = (*beta).min(mate_in(ply + 1));
        if *alpha >= *beta {
            // In some games a side may have won for want of a move.
            let ended = *alpha < mate_in(ply) && !self.has_moves(position);
            return Some(if ended { of_outcome(position.no_moves(), position.side(), ply) } else { *alpha });
        }
        (*alpha >= mate_in(ply + 2) && !position.may_win_at_once()).then_some(*alpha)
    }

    /// Whether there is any legal move.
    pub fn has_moves(&mut self, position: &P) -> bool {
        let side = position.side().index();
        if self.lately[side].is_some_and(|candidate| position.is_legal(candidate)) {
            return true;
        }
        self.fresh.clear();
        position.generate(Select::All, &mut self.fresh);
        self.lately[side] = self.fresh.last().copied().or(self.lately[side]);
        !self.fresh.is_empty()
    }

    /// Plays a legal move on a copy, with what is kept along the path; undone by
    /// [`leave`](Self::leave).
    #[inline]
    pub fn follow(&mut self, position: &P, played: Move, ply: usize) -> P {
        let mut child = position.clone();
        child.play(played);
        self.path[ply].played = Some(played);
        self.history.push(child.key());
        child
    }

    /// Takes back the last position of the path.
    #[inline]
    pub fn leave(&mut self) {
        self.history.pop();
    }

    /// Makes `played` and the best line behind it the best line from `ply` on.
    pub fn update_line(&mut self, played: Move, ply: usize) {
        let (before, behind) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (before.last_mut(), behind.first()) {
            line.clear();
            line.push(played);
            line.extend_from_slice(rest);
        }
    }

    /// Stores what was found of a position, unless it is a win or loss that is true on this path
    /// only.
    pub fn remember(&self, key: Key, best: Option<Move>, score: i32, bound: Bound, depth: i32, ply: usize) {
        if self.by_history && is_decided(score) {
            return;
        }
        let score = to_table(score, ply);
        let depth = depth.clamp(0, i32::from(u8::MAX)) as u8;
        self.shared.table.store(key, Entry { best, score, depth, bound, full_width: self.full_width });
    }

    /// The score that the table knows of a position at `ply`, if it may stand for a search `depth`
    /// plies deep for a score between `alpha` and `beta`.
    pub fn known_score(&self, entry: &Entry, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = score::from_table(entry.score, ply);
        let settles = i32::from(entry.depth) >= depth && self.trusted(entry)?.settles(score, alpha, beta);
        settles.then_some(score)
    }

    /// What is sure of the score of an entry. In full width a search that left moves out only proves
    /// that there is a win or loss, not that there is no quicker one.
    fn trusted(&self, entry: &Entry) -> Option<Bound> {
        let score = score::from_table(entry.score, 0);
        match entry.bound {
            bound if !self.full_width || entry.full_width => Some(bound),
            Bound::Exact | Bound::Lower if is_win(score) => Some(Bound::Lower),
            Bound::Exact | Bound::Upper if is_loss(score) => Some(Bound::Upper),
            _ => None,
        }
    }
}

/// The key of a position for the transposition table: near the end of the move count the count
/// belongs to the position.
#[inline]
pub fn table_key<P: Position>(position: &P) -> Key {
    match position.halfmove_clock() {
        CLOCK_IN_KEY.. => clocked_key(position),
        _ => position.key(),
    }
}

/// The key of a position and its half-move clock, on which evaluations may depend.
#[inline]
fn clocked_key<P: Position>(position: &P) -> Key {
    position.key() ^ key::fact(u8::MAX, position.halfmove_clock().into())
}
