//! The root: iterative deepening, one iteration after the other, each a ply deeper.

use super::clock::BestMoveDoubt;
use super::event::SearchReport;
use super::limits::{FullWidth, Limits, MAX_DEPTH};
use super::params::{
    DROP_ITERATIONS, FORCED_DEPTH, FULL_WIDTH_DEPTH, FULL_WIDTH_PART, MOST_PROOF_MOVES, PROOF_DEPTH,
    PROOF_NODES_PER_MOVE, PROVEN_MARGIN,
};
use super::pruning::{Candidate, NodeType, NodeView, is_forced};
use super::root_move::{RootLine, RootMove, sort_by_exact_score, sort_by_score};
use super::score::{INFINITE, is_decided, is_loss, is_win, mate_in, moves_to_end, plies_to_end};
use super::table::Bound;
use super::votes::Ballot;
use super::window::Window;
use super::worker::{SearchResult, Watch, Worker, table_key};
use crate::eval::{Evaluate, MayWin};
use helgi_rules::Position;

/// The state of iterative deepening between two iterations.
#[derive(Clone, Default, Debug)]
pub struct Deepening {
    /// The next iteration and the last one. Unit: plies.
    next: i32,
    last: i32,
    /// The number of best lines, at least one.
    lines: usize,
    /// The number of iterations that have left the best move as it was, up to the last.
    settled_for: u32,
    /// The scores of the iterations.
    scores: Vec<i32>,
}

impl Deepening {
    /// Iterations up to number `last`, for `lines` of so many moves. Helpers begin one iteration `ahead` so that threads
    /// do not do the same work.
    pub fn new(lines: usize, moves: usize, ahead: i32, last: i32) -> Self {
        let next = (1 + ahead).min(last);
        Deepening { next, last, lines: lines.clamp(1, moves.max(1)), settled_for: 0, scores: Vec::new() }
    }
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    /// Searches the next iteration and keeps `report` at the best that is known. Returns true if another one is wanted,
    /// and false if some limit is met.
    pub fn iterate(&mut self, root: &P, deepening: &mut Deepening, report: &mut SearchReport) -> bool {
        let (depth, lines) = (deepening.next, deepening.lines);
        self.progress.iteration = depth;
        let favourite = self.roots.first().map(|root| root.played);
        // An iteration that is broken off may have to be taken back: this is the last state that was reported.
        let told = report.clone();
        if self.search_iteration(root, depth, lines, report).is_err() {
            if self.passes_over_losing(depth) {
                report.clone_from(&told);
            }
            self.rank_complete(lines, depth);
            self.note_move(0, report);
            self.report_interrupted(lines, &told);
            return false;
        }
        self.rank(lines);
        self.note_move(0, report);
        for line in 0..lines {
            self.report_exact(line);
        }
        let favoured = self.roots.first().map(|root| root.played) == favourite;
        // The favourite was read before the search, whose sorting moves the best one to the front.
        deepening.settled_for = if favoured { deepening.settled_for + 1 } else { 0 };
        if self.is_enough(depth, self.doubt(deepening)) {
            return false;
        }
        deepening.scores.extend(self.roots.first().map(|best| best.score));
        deepening.next = depth + 1;
        depth < deepening.last
    }

    /// Searches all lines of one iteration.
    fn search_iteration(
        &mut self,
        root: &P,
        depth: i32,
        lines: usize,
        report: &mut SearchReport,
    ) -> SearchResult<()> {
        let won = self.look_for_win(root, depth, lines, report)?;
        self.progress.full_width = won || depth <= FULL_WIDTH_DEPTH;
        (0..lines).try_for_each(|line| self.search_line(root, depth, line, report))
    }

    /// Before iteration number [`PROOF_DEPTH`], finds out whether any move wins by force in that many
    /// plies, and moves it to the front. Nothing is left out, but nothing else is asked: the window
    /// lies around that win alone.
    fn look_for_win(
        &mut self,
        root: &P,
        depth: i32,
        lines: usize,
        report: &mut SearchReport,
    ) -> SearchResult<bool> {
        if depth != PROOF_DEPTH || !self.affords_proof(root) {
            return Ok(false);
        }
        // A proof that leaves moves out would be none.
        self.progress.full_width = true;
        // A null window at that score asks for a win so quick and for nothing else, so nearly every move is
        // refuted at once.
        let win = mate_in(PROOF_DEPTH as usize);
        let mut found = false;
        for line in 0..lines {
            found |= self.search_root(root, Window::null_above(win - 1), depth, line, report)? >= win;
        }
        Ok(found)
    }

    /// Returns true if such a proof is wanted and can be afforded, among at most [`MOST_PROOF_MOVES`] moves.
    fn affords_proof(&self, root: &P) -> bool {
        // For most moves the first answer refutes them. It is followed by those that may win: all, or a few.
        let moves = self.roots.len();
        let to_each = match self.evaluator.may_win_at_once(root) {
            MayWin::All => moves,
            _ => PROOF_NODES_PER_MOVE,
        };
        moves <= MOST_PROOF_MOVES && self.affords_full_width((moves * to_each) as u64)
    }

    /// Returns true if this many positions may be searched in full width. Only the main thread may.
    fn affords_full_width(&self, nodes: u64) -> bool {
        let Some(Watch { limits, budget, .. }) = &self.watch else { return false };
        match limits.full_width {
            FullWidth::Always => return true,
            FullWidth::Affordable => {}
            FullWidth::Never => return false,
        }
        // Both kinds of node limits end the search, so the nearer one counts.
        let most_nodes = [self.shared.node_limit, limits.soft_nodes].into_iter().flatten().min();
        let within_nodes = most_nodes.is_none_or(|most| nodes <= most / FULL_WIDTH_PART);
        let within_time = || {
            let most = budget.soft.or(budget.hard)?;
            // The speed is that of this search so far: games differ by a factor of a hundred.
            let expected = self.elapsed()?.as_secs_f64() / self.total_nodes().max(1) as f64 * nodes as f64;
            Some(expected <= most.as_secs_f64() / FULL_WIDTH_PART as f64)
        };
        within_nodes && within_time().unwrap_or(true)
    }

    /// Searches the best of the moves from number `line` on: first in an aspiration window around
    /// the score of the last iteration, which is widened on the side on which the score lies outside.
    fn search_line(
        &mut self,
        root: &P,
        depth: i32,
        line: usize,
        report: &mut SearchReport,
    ) -> SearchResult<()> {
        self.progress.seldepth = 0;
        let expected = self.roots.get(line).and_then(|root| root.exact.as_ref()).map(|exact| exact.score);
        // A narrow window cuts off more, and most iterations end near the score of the last one.
        let mut margin = self.params.aspiration_margin;
        let mut window = match expected {
            Some(score) if depth >= self.params.aspiration_depth && !is_decided(score) => {
                Window { alpha: score - margin, beta: score + margin }
            }
            _ => Window::FULL,
        };
        loop {
            let score = self.search_root(root, window, depth, line, report)?;
            let opens = margin > self.params.aspiration_most || is_decided(score);
            margin = if opens { 2 * INFINITE } else { margin * self.params.aspiration_growth };
            if score <= window.alpha && window.alpha > -INFINITE {
                self.report_bound(line, score, Bound::Upper);
                // The upper end comes along (as in Stockfish): the score is lower than was thought, and the window
                // stays narrow.
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = (score - margin).max(-INFINITE);
            } else if score >= window.beta && window.beta < INFINITE {
                self.report_bound(line, score, Bound::Lower);
                window.beta = (score + margin).min(INFINITE);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves from number `line` on with this window, and sorts them.
    fn search_root(
        &mut self,
        root: &P,
        window: Window,
        depth: i32,
        line: usize,
        report: &mut SearchReport,
    ) -> SearchResult {
        // Moves that are not searched, or no better, stay in their order: the sort is stable.
        for rest in self.roots.iter_mut().skip(line) {
            rest.score = -INFINITE;
        }
        let result = self.search_root_moves(root, window, depth, line, report);
        if let Some(rest) = self.roots.get_mut(line..) {
            sort_by_score(rest);
        }
        result
    }

    fn search_root_moves(
        &mut self,
        root: &P,
        window: Window,
        depth: i32,
        line: usize,
        report: &mut SearchReport,
    ) -> SearchResult {
        let mut node = self.root_node(root, window, depth);
        let mut best = -INFINITE;
        for index in line..self.roots.len() {
            if line == 0 {
                self.progress.looked_at = index;
            }
            // The first iterations end selectively where they have become too expensive.
            if self.progress.iteration <= FULL_WIDTH_DEPTH {
                self.progress.full_width &= self.affords_full_width(self.total_nodes());
            }
            let score = self.search_root_move(root, &node, line, index)?;
            let is_better = score > node.window.alpha;
            if index == line || is_better {
                // A score at or beyond an end of the window is only a bound.
                let is_exact = is_better && score < window.beta || window == Window::FULL;
                self.note_score(index, score, depth, is_better, is_exact);
            }
            if line == 0 {
                self.progress.has_result = true;
                if is_better {
                    self.note_move(index, report);
                }
            }
            best = best.max(score);
            node.window.alpha = node.window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        if line == 0 {
            self.progress.looked_at = self.roots.len();
        }
        // The score belongs to the position only if no legal move was left out, by another line or by `searchmoves`.
        if line == 0 && !self.roots.is_empty() && self.roots.len() == root.count_moves() {
            let chosen = self.roots.iter().max_by_key(|root| root.score).map(|root| root.played);
            self.remember(table_key(root), chosen, best, window.bound(best), node.depth, 0);
        }
        Ok(best)
    }

    /// The root as a node of the tree. Its static evaluation is noted in the path.
    fn root_node(&mut self, root: &P, window: Window, depth: i32) -> NodeView<'a> {
        let forced = is_forced(root);
        // The plies below compare their evaluation with it to see whether they improve.
        self.path[0].evaluation = (!forced).then(|| self.evaluate(root));
        NodeView {
            params: self.params,
            depth: depth + i32::from(forced),
            window,
            expected: NodeType::Pv,
            extension: 0,
            forced,
            evaluation: 0,
            // Nothing stands before the root that it could improve upon.
            improving: true,
            full_width: self.progress.full_width,
        }
    }

    /// The score of root move number `index` when those from `line` on are searched.
    fn search_root_move(&mut self, root: &P, node: &NodeView, line: usize, index: usize) -> SearchResult {
        let played = self.roots[index].played;
        self.report_current(played, index + 1);

        // Few moves do not matter at the root: only late quiet ones are reduced, and a ply less.
        let number = (index - line) as i32;
        let see = root.is_noisy(played).then_some(0);
        let candidate = Candidate { number, see, history: 0, killer: false };
        let reduction = (node.late_move_reduction(&candidate, false, &self.reductions) - 1).max(0);

        // Each root move has a subtree of its own: a win by repetition in one says nothing about the next.
        self.path.won_by_history = false;
        let before = self.progress.nodes;
        let score = self.with_move(root, played, 0, |worker, child| match number {
            0 => worker.search_first(root.side(), child, node, 0),
            _ => worker.search_later(root.side(), child, node, reduction, 0),
        });
        // The share of the best move among all nodes tells the clock how clear the choice is.
        self.roots[index].nodes += self.progress.nodes - before;
        score
    }

    /// Notes the score of a root move that was searched first or `is_better` than those before, with
    /// its line.
    fn note_score(&mut self, index: usize, score: i32, depth: i32, is_better: bool, is_exact: bool) {
        let entry = &mut self.roots[index];
        self.path.update_line(entry.played, 0);
        let moves = &self.path[0].line;
        entry.score = score;
        if is_better {
            entry.line.clone_from(moves);
        }
        if is_exact || is_better {
            let found = RootLine { score, depth, seldepth: self.progress.seldepth, moves: moves.clone() };
            *(if is_exact { &mut entry.exact } else { &mut entry.raised }) = Some(found);
        }
    }

    /// Handles the interruption of iteration number `depth`: if all moves searched so far lose by
    /// force, moves the first unsearched one to the front. All that is certain then is that the
    /// position is worth no less than such a loss. Returns true if it is so.
    fn passes_over_losing(&mut self, depth: i32) -> bool {
        let best = self.roots.first().and_then(|root| root.exact.as_ref());
        let Some(score) =
            best.filter(|exact| exact.depth == depth && is_loss(exact.score)).map(|exact| exact.score)
        else {
            return false;
        };
        // After the best all others stand in the order in which they were searched.
        let Some(front) = self.roots.get_mut(..=self.progress.looked_at) else { return false };
        // The one that was interrupted stands last in that part, and comes to its front.
        front.rotate_right(1);
        let next = &mut front[0];
        let moves = vec![next.played];
        next.raised = Some(RootLine { score, depth, seldepth: self.progress.seldepth, moves });
        true
    }

    /// Sorts the lines of an iteration among themselves.
    fn rank(&mut self, lines: usize) {
        if let Some(best) = self.roots.get_mut(..lines) {
            sort_by_score(best);
        }
    }

    /// Sorts those lines of an iteration that were complete before it was interrupted, if the first was.
    fn rank_complete(&mut self, lines: usize, depth: i32) {
        let is_complete = |root: &&RootMove| root.exact.as_ref().is_some_and(|exact| exact.depth == depth);
        let complete = self.roots.iter().take(lines).take_while(is_complete).count();
        if let Some(best) = self.roots.get_mut(..complete) {
            sort_by_exact_score(best);
        }
    }

    /// Puts a move that has proved best into the report.
    fn note_move(&self, index: usize, report: &mut SearchReport) {
        let Some(best) = self.roots.get(index) else { return };
        report.best = Some(best.played);
        report.ponder = best.line.get(1).copied();
        if let Some(exact) = &best.exact {
            (report.score, report.depth) = (exact.score, exact.depth as u32);
        }
    }

    /// Returns the move that this thread would play, as far as it knows.
    pub fn ballot(&self) -> Option<Ballot> {
        let (line, bound) = self.roots.first()?.newest()?;
        Some((line.clone(), bound))
    }

    /// Returns the doubt about the choice of the move after an iteration whose score is not yet among the others.
    fn doubt(&self, deepening: &Deepening) -> BestMoveDoubt {
        let Deepening { settled_for, scores, .. } = deepening;
        let Some(best) = self.roots.first() else { return BestMoveDoubt::default() };
        let share = best.nodes * 100 / self.progress.nodes.max(1);
        let recent = scores.iter().rev().take(DROP_ITERATIONS);
        let drop = recent.max().map_or(0, |highest| highest - best.score);
        BestMoveDoubt { settled_for: *settled_for, share: share as u32, drop }
    }

    /// Returns true if another iteration is not needed, or would not be completed.
    fn is_enough(&self, depth: i32, doubt: BestMoveDoubt) -> bool {
        let Some(watch) = &self.watch else { return false };
        let Some(best) = self.roots.first() else { return true };
        if watch.limits.mate.is_some_and(|moves| wins_within(best.score, moves)) {
            return true;
        }
        if watch.limits.soft_nodes.is_some_and(|most| self.total_nodes() >= most) {
            return true;
        }
        let (Some(elapsed), Some(_)) = (self.elapsed(), watch.limits.clock) else { return false };
        // A forced move is searched a little all the same, for a score and for a move to ponder on.
        let forced = self.roots.len() == 1 && depth >= FORCED_DEPTH;
        // Deeper iterations than the end is far could only confirm it.
        let proven = plies_to_end(best.score).is_some_and(|plies| depth > plies as i32 + PROVEN_MARGIN);
        forced || proven || watch.budget.is_spent(elapsed, doubt, self.params)
    }
}

/// Returns true if the score is a win in at most this many own moves.
fn wins_within(score: i32, moves: u32) -> bool {
    is_win(score) && moves_to_end(score).is_some_and(|needed| i64::from(needed) <= i64::from(moves))
}

/// The last iteration that `limits` allow.
pub fn last_iteration(limits: &Limits) -> i32 {
    limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32)
}
