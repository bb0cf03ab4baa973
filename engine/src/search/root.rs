//! The root: one iteration after the other, each a ply deeper, with what is reported of them.

use super::clock::Budget;
use super::event::{Event, Iteration, Report};
use super::limits::{Limits, MAX_DEPTH};
use super::params::{FULL_WIDTH_DEPTH, PARAMS, PROOF_DEPTH, REPORT_DETAILS_AFTER};
use super::pruning::{Candidate, Node};
use super::root_move::Line;
use super::score::{INFINITE, is_decided, is_win, mate_in, moves_to_end, plies_to_end};
use super::table::Bound;
use super::worker::{Found, Worker, table_key};
use crate::eval::Evaluate;
use helgi_rules::Position;
use helgi_rules::board::Move;

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// Searches deeper and deeper until some limit is met, and keeps `report` at the best that is
    /// known. Helpers begin one iteration `ahead` so that threads do not do the same work.
    pub fn iterate(&mut self, root: &P, lines: usize, ahead: i32, last: i32, report: &mut Report) {
        let lines = lines.clamp(1, self.roots.len().max(1));
        let mut settled_for = 0;
        for depth in (1 + ahead).min(last)..=last {
            self.iteration = depth;
            let favourite = self.roots.first().map(|root| root.played);
            let told = report.clone();
            let result = self.look_for_win(root, depth, lines, report).and_then(|won| {
                self.full_width = won || depth <= FULL_WIDTH_DEPTH && self.watch.is_some();
                (0..lines).try_for_each(|line| self.search_window(root, depth, line, report))
            });
            self.clear_stacks();
            if result.is_err() {
                self.note_move(0, report);
                self.report_interrupted(lines, &told);
                return;
            }
            self.rank(lines);
            self.note_move(0, report);
            for line in 0..lines {
                self.report_exact(line);
            }
            let favoured = self.roots.first().map(|root| root.played) == favourite;
            settled_for = if favoured { settled_for + 1 } else { 0 };
            if self.is_enough(depth, settled_for) {
                return;
            }
        }
    }

    /// Before iteration number [`PROOF_DEPTH`], finds out whether any move wins by force in that many
    /// plies, and moves it to the front. Nothing is left out, but nothing else is asked: the window
    /// lies around that win alone.
    fn look_for_win(&mut self, root: &P, depth: i32, lines: usize, report: &mut Report) -> Found<bool> {
        if depth != PROOF_DEPTH || !self.affords_proof() {
            return Ok(false);
        }
        self.full_width = true;
        let win = mate_in(PROOF_DEPTH as usize);
        let mut found = false;
        for line in 0..lines {
            found |= self.search_root(root, win - 1, win, depth, line, report)? >= win;
        }
        Ok(found)
    }

    /// Whether there is time for such a proof. The main thread sees to it alone, and by the clock
    /// only if it will hardly take longer than the move may.
    fn affords_proof(&self) -> bool {
        let Some(watch) = &self.watch else { return false };
        let (Some(elapsed), Some(soft)) = (watch.elapsed(), watch.budget.soft) else { return true };
        elapsed * self.roots.len() as u32 / PARAMS.proof_growth <= soft
    }

    /// Searches the best of the moves from number `line` on: first in a window around the score of
    /// the last iteration, which is widened to the side on which the score falls out.
    fn search_window(&mut self, root: &P, depth: i32, line: usize, report: &mut Report) -> Found<()> {
        self.seldepth = 0;
        let expected = self.roots.get(line).and_then(|root| root.exact.as_ref()).map(|exact| exact.score);
        let (mut alpha, mut beta) = match expected {
            Some(score) if depth >= PARAMS.aspiration_depth && !is_decided(score) => {
                (score - PARAMS.aspiration_margin, score + PARAMS.aspiration_margin)
            }
            _ => (-INFINITE, INFINITE),
        };
        let mut margin = PARAMS.aspiration_margin;
        loop {
            let score = self.search_root(root, alpha, beta, depth, line, report)?;
            let opens = margin > PARAMS.aspiration_most || is_decided(score);
            margin = if opens { 2 * INFINITE } else { margin * PARAMS.aspiration_growth };
            if score <= alpha && alpha > -INFINITE {
                self.report_bound(line, score, Bound::Upper);
                beta = i32::midpoint(alpha, beta);
                alpha = (score - margin).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                self.report_bound(line, score, Bound::Lower);
                beta = (score + margin).min(INFINITE);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves from number `line` on between `alpha` and `beta`, and sorts them.
    fn search_root(
        &mut self,
        root: &P,
        alpha: i32,
        beta: i32,
        depth: i32,
        line: usize,
        report: &mut Report,
    ) -> Found {
        // Moves that are not searched, or no better, stay in their order: the sort is stable.
        for rest in self.roots.iter_mut().skip(line) {
            rest.score = -INFINITE;
        }
        let result = self.search_root_moves(root, alpha, beta, depth, line, report);
        if let Some(rest) = self.roots.get_mut(line..) {
            rest.sort_by_key(|root| -root.score);
        }
        result
    }

    fn search_root_moves(
        &mut self,
        root: &P,
        alpha: i32,
        beta: i32,
        depth: i32,
        line: usize,
        report: &mut Report,
    ) -> Found {
        let in_check = root.in_check();
        let mut node = Node {
            depth: if in_check { depth + 1 } else { depth },
            alpha,
            beta,
            pv: true,
            in_check,
            evaluation: 0,
            improving: true,
            full_width: self.full_width,
        };
        self.path[0].evaluation = (!in_check).then(|| self.evaluate(root));
        let side = root.side();
        let mut best = -INFINITE;
        for index in line..self.roots.len() {
            let played = self.roots[index].played;
            let number = (index - line) as i32;
            self.report_current(played, index + 1);

            // Moves that matter at the root are few: only quiet ones behind are reduced.
            let gain = root.is_noisy(played).then_some(0);
            let candidate = Candidate { number, gain, history: 0, killer: false };
            let reduction = node.late_move_reduction(&candidate, &self.reductions) - 1;

            self.by_history = false;
            let child = self.follow(root, played, 0);
            let length = self.history.len();
            let score =
                self.principal_variation_search(side, &child, &node, number == 0, reduction.max(0), 0);
            // A search that was broken off leaves its path behind.
            while self.history.len() >= length {
                self.leave();
            }
            let score = score?;

            if number == 0 || score > node.alpha {
                self.update_line(played, 0);
                let exact = score > node.alpha && score < beta || alpha == -INFINITE && beta == INFINITE;
                let found = Line { score, depth, seldepth: self.seldepth, moves: self.lines[0].clone() };
                let entry = &mut self.roots[index];
                entry.score = score;
                if score > node.alpha {
                    entry.line.clone_from(&found.moves);
                }
                if exact {
                    entry.exact = Some(found);
                }
                if line == 0 {
                    self.has_result = true;
                    if score > node.alpha {
                        self.note_move(index, report);
                    }
                }
            }
            best = best.max(score);
            node.alpha = node.alpha.max(score);
            if score >= beta {
                break;
            }
        }
        if line == 0 && !self.roots.is_empty() && self.roots.len() == root.count_moves() {
            let chosen = self.roots.iter().max_by_key(|root| root.score).map(|root| root.played);
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.remember(table_key(root), chosen, best, bound, node.depth, 0);
        }
        Ok(best)
    }

    /// Sorts the lines of an iteration among themselves.
    fn rank(&mut self, lines: usize) {
        if let Some(best) = self.roots.get_mut(..lines) {
            best.sort_by_key(|root| -root.score);
        }
    }

    /// Puts a move that has proved best into the report.
    fn note_move(&self, index: usize, report: &mut Report) {
        let Some(best) = self.roots.get(index) else { return };
        report.best = Some(best.played);
        report.ponder = best.line.get(1).copied();
        if let Some(exact) = &best.exact {
            (report.score, report.depth) = (exact.score, exact.depth as u32);
        }
    }

    /// Drops what a search that was broken off has left on the shared lists.
    fn clear_stacks(&mut self) {
        self.list.clear();
        self.tried.clear();
    }

    /// Whether another iteration is not needed, or would not come to an end.
    fn is_enough(&self, depth: i32, settled_for: u32) -> bool {
        let Some(watch) = &self.watch else { return false };
        let Some(best) = self.roots.first() else { return true };
        let limits: &Limits = watch.limits;
        if limits.mate.is_some_and(|moves| wins_within(best.score, moves)) {
            return true;
        }
        let (Some(elapsed), Some(_)) = (watch.elapsed(), limits.clock) else { return false };
        let budget: &Budget = &watch.budget;
        let forced = self.roots.len() == 1 && depth >= PARAMS.forced_depth;
        let proven =
            plies_to_end(best.score).is_some_and(|plies| depth > plies as i32 + PARAMS.proven_margin);
        forced || proven || budget.is_spent(elapsed, settled_for)
    }

    /// Reports the exact line number `line` of an iteration that is complete.
    fn report_exact(&mut self, line: usize) {
        let Some(exact) = self.roots.get(line).and_then(|root| root.exact.clone()) else { return };
        self.report_line(line, exact.depth, exact.seldepth, exact.score, Bound::Exact, exact.moves);
    }

    /// Reports what an iteration has brought that was broken off: the best line, if it is news and
    /// exact, or if nothing has been reported at all.
    fn report_interrupted(&mut self, lines: usize, told: &Report) {
        let news = self.roots.first().and_then(|root| root.exact.as_ref().map(|exact| (root, exact)));
        if news.is_some_and(|(root, exact)| told.best != Some(root.played) || told.depth < exact.depth as u32)
        {
            for line in 0..lines {
                self.report_exact(line);
            }
        }
    }

    fn report_bound(&mut self, line: usize, score: i32, bound: Bound) {
        if self.is_talkative()
            && let Some(root) = self.roots.get(line)
        {
            let moves = root.line.clone();
            self.report_line(line, self.iteration, self.seldepth, score, bound, moves);
        }
    }

    fn report_current(&mut self, played: Move, number: usize) {
        if self.is_talkative() {
            let depth = self.iteration as u32;
            self.report(Event::CurrentMove { depth, played, number });
        }
    }

    fn report_line(
        &mut self,
        line: usize,
        depth: i32,
        seldepth: usize,
        score: i32,
        bound: Bound,
        pv: Vec<Move>,
    ) {
        let Some(watch) = &self.watch else { return };
        let iteration = Iteration {
            depth: depth as u32,
            seldepth: seldepth.max(pv.len()) as u32,
            multipv: line + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            elapsed: watch.control.arrival().elapsed(),
            hashfull: self.shared.table.fullness(),
            pv,
        };
        self.report(Event::Iteration(iteration));
    }

    fn report(&mut self, event: Event) {
        if let Some(watch) = &mut self.watch {
            (watch.events)(event);
        }
    }

    fn is_talkative(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.control.arrival().elapsed() >= REPORT_DETAILS_AFTER)
    }
}

/// Whether the score is a win in at most so many own moves.
fn wins_within(score: i32, moves: u32) -> bool {
    is_win(score) && moves_to_end(score).is_some_and(|needed| i64::from(needed) <= i64::from(moves))
}

/// The last iteration that `limits` allow.
pub fn last_iteration(limits: &Limits) -> i32 {
    limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32)
}
