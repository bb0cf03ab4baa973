//! One position in the tree: principal variation search.
//!
//! The pruning rules are in [`pruning`](super::pruning). Never returns a proven score that
//! is not one.

use super::memory::history_bonus;
use super::node_entry::EnteredNode;
use super::ordering::{KILLER, TABLE_MOVE, is_killer, rate_noisy, see};
use super::pruning::{Candidate, NodeType, NodeView, is_forced};
use super::score::{INFINITE, is_decided, is_win, of_outcome};
use super::stage::{Stage, Tried};
use super::table::Bound;
use super::window::Window;
use super::worker::{SearchResult, Worker};
use crate::eval::Evaluate;
use helgi_rules::board::{Move, Side};
use helgi_rules::{GenMode, Position};
use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};

/// The result of trying the moves of a node.
#[derive(Clone, Copy, Debug)]
struct Best {
    score: i32,
    /// The move that raised alpha last; `None` if none did.
    played: Option<Move>,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    /// The score of `position` for its side to move, exact within the window and a bound outside,
    /// searched `depth` plies deep. It is `expected` to be a node of this kind.
    pub fn search(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        expected: NodeType,
        ply: usize,
    ) -> SearchResult {
        let forced = is_forced(position);
        let depth = depth + self.check_extension(forced, ply);
        if depth <= 0 {
            // Here, before the node is entered, which would count it twice.
            return self.quiesce(position, window, ply, 0);
        }
        let entered = match self.enter(position, window, depth, false, ply)? {
            Break(score) => return Ok(score),
            Continue(entered) => entered,
        };
        let table_move =
            // A key may collide, and threads may write at once: a move from the table is checked before it is
            // believed.
            entered.entry.and_then(|entry| entry.best).filter(|&candidate| position.is_legal(candidate));

        let mut node = self.node(position, &entered, depth, expected, forced, ply);
        if let Some(score) = self.prune(position, &node, &entered, ply)? {
            return Ok(score);
        }
        match table_move {
            None => node.depth = node.internal_iterative_reduction(),
            Some(table_move) => match self.singular(position, &entered, &node, table_move, ply)? {
                Break(score) => return Ok(score),
                Continue(extension) => node.extension = extension,
            },
        }
        self.search_moves(position, &entered, node, table_move, ply)
    }

    /// Check extension: a position in check is searched a ply deeper, and one in which a capture is compulsory. There is
    /// little to choose and much at stake.
    #[inline]
    fn check_extension(&self, forced: bool, ply: usize) -> i32 {
        let reach = self.params.check_extension_factor * self.progress.iteration;
        // Lines of nothing but checks or compulsory captures would otherwise never reach depth 0.
        i32::from(forced && (ply as i32) < reach)
    }

    /// Collects the facts that pruning needs of a position. Its static evaluation is noted in the path.
    #[inline]
    fn node(
        &mut self,
        position: &P,
        entered: &EnteredNode,
        depth: i32,
        expected: NodeType,
        forced: bool,
        ply: usize,
    ) -> NodeView<'a> {
        let evaluation = if forced { None } else { Some(self.static_evaluation(position, ply)) };
        self.path[ply].evaluation = evaluation;
        // An earlier search saw more than the evaluation does.
        // Only pruning uses the refined score; the path keeps the plain one, which neighbours in the tree can be
        // compared with.
        let refined = |seen| entered.entry.map_or(seen, |entry| entry.refine(seen));
        NodeView {
            params: self.params,
            depth,
            window: entered.window,
            expected: if entered.window.is_open() { NodeType::Pv } else { expected.of_later_move() },
            extension: 0,
            forced,
            // Where the side is forced no rule looks at it: neither `may_prune` nor `may_skip` holds there.
            evaluation: evaluation.map_or(0, refined),
            improving: evaluation.is_some_and(|now| self.path.is_improvement(now, ply)),
            full_width: self.progress.full_width,
        }
    }

    /// The score of a node that need not be searched move by move.
    #[inline]
    fn prune(
        &mut self,
        position: &P,
        node: &NodeView,
        entered: &EnteredNode,
        ply: usize,
    ) -> SearchResult<Option<i32>> {
        if let Some(score) = node.reverse_futility() {
            return Ok(Some(score));
        }
        if node.is_razored() {
            let alpha = node.window.alpha;
            // Only that the score does not reach alpha is believed, so a null window is enough.
            let score = self.quiesce(position, Window::null_above(alpha), ply, 0)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if let Some(score) = self.null_move_pruning(position, node, ply)? {
            return Ok(Some(score));
        }
        self.prob_cut(position, node, entered, ply)
    }

    /// Null move pruning: gives away a turn, and returns a score if that refutes the position already.
    /// Never twice in a row, and no win found like this is believed: the turn was not a move.
    fn null_move_pruning(&mut self, position: &P, node: &NodeView, ply: usize) -> SearchResult<Option<i32>> {
        let Some(depth) = node.null_move_depth() else { return Ok(None) };
        let [previous, _] = self.path.moves_before(ply);
        // Two in a row would give the same position at less depth, and in zugzwang a pass is better than any move.
        if previous.is_none() || !self.evaluator.allows_null_move(position) {
            return Ok(None);
        }
        // In games where a player moves several times the pass may leave the same side to move, and then proves
        // nothing.
        let Some(child) = position.pass().filter(|child| child.side() != position.side()) else {
            return Ok(None);
        };
        let beta = node.window.beta;
        let score = -self.with_child(&child, None, ply, |worker, child| {
            worker.search(child, Window::null_above(-beta), depth, node.expected.answered(), ply + 1)
        })?;
        Ok((score >= beta).then_some(if is_win(score) { beta } else { score }))
    }

    /// ProbCut (Buro): where a move that wins something is still far above beta in a shallower search, the
    /// full one will hardly come to less than beta. The score of that search, if there is such a move.
    fn prob_cut(
        &mut self,
        position: &P,
        node: &NodeView,
        entered: &EnteredNode,
        ply: usize,
    ) -> SearchResult<Option<i32>> {
        let Some((beta, depth)) = node.prob_cut() else { return Ok(None) };
        // The table has an earlier search against it.
        if entered.entry.is_some_and(|entry| i32::from(entry.depth) > depth && i32::from(entry.score) < beta)
        {
            return Ok(None);
        }
        // Only noisy moves can raise the score so far above beta.
        self.list_quiescent(position, None, false, 0, ply);
        let above = Window::null_above(beta - 1);
        let side = position.side();
        while let Some((played, rating)) = self.path[ply].moves.next() {
            // They come best first: behind the first that promises too little there is none that promises more.
            if see(rating).is_none_or(|see| node.evaluation + see < beta) {
                break;
            }
            let score = self.with_move(position, played, ply, |worker, child| {
                // The cheap search first: it refutes most of the candidates.
                let score = worker.quiesce_for(side, child, above, ply, 0)?;
                if score < beta {
                    return Ok(score);
                }
                worker.search_for(side, child, above, depth, node.expected.answered(), ply)
            })?;
            if score >= beta && !is_decided(score) {
                // One ply more than the child was searched, for the move itself.
                self.remember(entered.key, Some(played), score, Bound::Lower, depth + 1, ply);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Singular extension: where the table move alone holds the score, by a search of the other moves to
    /// half the depth, it is searched deeper. Breaks with a score where one of the others is above beta
    /// too (multi-cut). Less depth where the table move is above beta and not alone.
    fn singular(
        &mut self,
        position: &P,
        entered: &EnteredNode,
        node: &NodeView,
        table_move: Move,
        ply: usize,
    ) -> SearchResult<ControlFlow<i32, i32>> {
        let reach = self.params.check_extension_factor * self.progress.iteration;
        // The same reach as check extensions have, so that extensions cannot follow one another without end.
        let entry = entered.entry.filter(|_| (ply as i32) < reach);
        let Some((others, score)) = entry.and_then(|entry| node.without_table_move(&entry)) else {
            return Ok(Continue(0));
        };
        let target = others.window.beta;
        // No legal move besides counts as singular too.
        let best = self.try_moves(position, others, Tried::AllBut(table_move), ply)?;
        let best = best.map_or(-INFINITE, |best| best.score);
        Ok(match best {
            _ if best < target => Continue(1 + i32::from(node.is_doubly_singular(best, target))),
            _ if target >= node.window.beta && !node.is_pv() => Break(target),
            _ if score >= node.window.beta => Continue(-self.params.singular_reduction),
            _ => Continue(0),
        })
    }

    /// Searches the moves of a node, and stores the result.
    fn search_moves(
        &mut self,
        position: &P,
        entered: &EnteredNode,
        node: NodeView,
        table_move: Option<Move>,
        ply: usize,
    ) -> SearchResult {
        // The mark is of the subtree: it starts clear here, decides about this node's entry, and is then handed up.
        let earlier = mem::take(&mut self.path.won_by_history);
        let score = match self.try_moves(position, node, Tried::from(table_move), ply)? {
            Some(best) => {
                let bound = node.window.bound(best.score);
                self.update_correction_history(position, &node, best, bound, ply);
                self.remember(entered.key, best.played, best.score, bound, node.depth, ply);
                best.score
            }
            // Without a legal move the game has ended.
            None => of_outcome(position.no_moves(), position.side(), ply),
        };
        self.path.won_by_history |= earlier;
        Ok(score)
    }

    /// Tries the moves of a node one by one; `None` if there are none.
    #[inline]
    fn try_moves(
        &mut self,
        position: &P,
        mut node: NodeView,
        tried: Tried,
        ply: usize,
    ) -> SearchResult<Option<Best>> {
        let side = position.side();
        let [previous, _] = self.path.moves_before(ply);
        let mut best = Best { score: -INFINITE, played: None };
        let (mut stage, table_move) = tried.begin();
        let mut number = 0;
        // The node that used this ply before may have left moves here.
        self.path[ply].tried.clear();
        // Most nodes never ask.
        let mut finder = None;
        let mut gives_check = |played| finder.get_or_insert_with(|| position.gives_check())(played);
        let mut only_checks = false;

        while let Some((played, rating)) = self.next_move(&mut stage, position, table_move, previous, ply) {
            let candidate = candidate(position, played, rating, number);
            let quiet = candidate.see.is_none();
            number += 1;

            // Some moves need not be tried, once there is one that does not lose.
            if candidate.number > 0 && node.may_skip(best.score) {
                let skips = match candidate.see {
                    Some(see) if node.exchange_pruning(see) => true,
                    Some(see) => node.noisy_futility_pruning(see) && !gives_check(played),
                    None if only_checks || !node.skips_quiet(&candidate) => {
                        node.quiet_exchange_pruning(|| self.evaluator.see(position, played))
                            && !gives_check(played)
                    }
                    // A quiet one takes all other quiet ones along: none has better reasons.
                    None => {
                        only_checks = true;
                        self.path[ply].moves.drop_quiet(&mut gives_check);
                        !gives_check(played)
                    }
                };
                if skips {
                    continue;
                }
            }

            let first = best.score == -INFINITE;
            let score = self.with_move(position, played, ply, |worker, child| {
                if first {
                    return worker.search_first(side, child, &node, ply);
                }
                // Only now: whether the move gives check is known for free once it is played.
                let reduction = node.late_move_reduction(&candidate, child.in_check(), &worker.reductions);
                worker.search_later(side, child, &node, reduction, ply)
            })?;

            self.improve(&mut best, &mut node, played, score, ply);
            if score >= node.window.beta {
                if quiet {
                    self.reward_refutation(side, played, node.depth, ply);
                }
                break;
            }
            if quiet {
                self.path[ply].tried.push(played);
            }
        }
        Ok((number > 0).then_some(best))
    }

    /// Takes the score of a move into account: the best so far, the window, the principal variation.
    #[inline]
    fn improve(&mut self, best: &mut Best, node: &mut NodeView, played: Move, score: i32, ply: usize) {
        best.score = best.score.max(score);
        if score > node.window.alpha {
            best.played = Some(played);
            node.window.alpha = score;
            if node.is_pv() {
                self.path.update_line(played, ply);
            }
        }
    }

    /// A quiet move that refuted this position is likely to refute similar ones.
    #[inline]
    fn reward_refutation(&mut self, side: Side, played: Move, depth: i32, ply: usize) {
        let [previous, _] = self.path.moves_before(ply);
        let bonus = history_bonus(self.params, depth);
        self.memory.update_quiet_histories(side, previous, played, &self.path[ply].tried, bonus, ply);
    }

    /// Correction history: an error of the static evaluation here will recur after the same moves
    /// and on like boards.
    #[inline]
    fn update_correction_history(
        &mut self,
        position: &P,
        node: &NodeView,
        best: Best,
        bound: Bound,
        ply: usize,
    ) {
        if let Some(seen) = self.path[ply].evaluation
            && !node.full_width
            && !is_decided(best.score)
            && bound.contradicts(best.score, seen)
            && best.played.is_none_or(|played| !position.is_noisy(played))
        {
            let error = best.score - seen;
            let (side, before) = (position.side(), self.path.moves_before(ply));
            let structure = self.correction_keys(position);
            self.memory.update_correction(self.params, side, before, structure, error, node.depth);
        }
    }

    /// Principal variation search: the score of the first move of a node, for the side that made it. It is
    /// searched with the open window, and is the one that the node's extension is for.
    #[inline]
    pub fn search_first(&mut self, side: Side, child: &P, node: &NodeView, ply: usize) -> SearchResult {
        let depth = node.depth - 1 + node.extension;
        self.search_for(side, child, node.window, depth, node.expected.answered(), ply)
    }

    /// Principal variation search: the score of a later move. It only has to be shown that it is no
    /// better, and late ones are first searched less deep.
    #[inline]
    pub fn search_later(
        &mut self,
        side: Side,
        child: &P,
        node: &NodeView,
        reduction: i32,
        ply: usize,
    ) -> SearchResult {
        let mut depth = node.depth - 1;
        let window @ Window { alpha, beta } = node.window;
        let answered = node.expected.answered();
        let above = Window::null_above(alpha);
        // At least one ply stays, so that a reduced move is not left to the quiescence search alone.
        let reduced = (depth - reduction).clamp(depth.min(1), depth);
        // Of a reduced move it is expected that an answer refutes it.
        let expected = if reduced < depth { NodeType::Cut } else { answered.of_later_move() };
        let mut score = self.search_for(side, child, above, reduced, expected, ply)?;
        // It did better than its place in the order promised, which the reduction relied on.
        if score > alpha && reduced < depth {
            depth += node.after_reduction(score);
            score = self.search_for(side, child, above, depth, answered.of_later_move(), ply)?;
        }
        // Only on the principal variation is the window open, so the exact score is wanted.
        if node.is_pv() && score > alpha && score < beta {
            score = self.search_for(side, child, window, depth, NodeType::Pv, ply)?;
        }
        Ok(score)
    }

    /// Returns the score of `child`, one ply below `ply`, for `side`, whichever side is to move in it.
    #[inline]
    fn search_for(
        &mut self,
        side: Side,
        child: &P,
        window: Window,
        depth: i32,
        expected: NodeType,
        ply: usize,
    ) -> SearchResult {
        if child.side() == side {
            self.search(child, window, depth, expected.answered(), ply + 1)
        } else {
            Ok(-self.search(child, window.reversed(), depth, expected, ply + 1)?)
        }
    }

    /// The next move to try.
    #[inline]
    fn next_move(
        &mut self,
        stage: &mut Stage,
        position: &P,
        table_move: Option<Move>,
        previous: Option<Move>,
        ply: usize,
    ) -> Option<(Move, i32)> {
        if let Stage::TableMove = stage {
            *stage = Stage::Generate;
            if let Some(table_move) = table_move {
                // Many nodes are refuted by it, and then no move is generated at all.
                return Some((table_move, TABLE_MOVE));
            }
        }
        if let Stage::Generate = stage {
            *stage = Stage::List;
            self.list_moves(position, table_move, previous, ply);
        }
        self.path[ply].moves.next()
    }

    /// Lists all legal moves but the table move, with their ratings.
    fn list_moves(&mut self, position: &P, table_move: Option<Move>, previous: Option<Move>, ply: usize) {
        self.generated.clear();
        position.generate(GenMode::All, &mut self.generated);
        let side = position.side();
        let killers = self.memory.killers(ply);
        let moves = &mut self.path[ply].moves;
        moves.clear();
        for &candidate in &self.generated {
            if Some(candidate) == table_move {
                continue;
            }
            let rating = if position.is_noisy(candidate) {
                rate_noisy(self.evaluator.see(position, candidate))
            } else if let Some(place) = killers.iter().position(|&killer| killer == Some(candidate)) {
                // The last one first: it is the fresher of the two.
                KILLER - place as i32
            } else {
                self.memory.quiet_history(side, previous, candidate)
            };
            moves.add(candidate, rating);
        }
    }
}

/// A move as pruning sees it, number `number` of its node.
#[inline]
fn candidate<P: Position>(position: &P, played: Move, rating: i32, number: i32) -> Candidate {
    if rating == TABLE_MOVE {
        let see = position.is_noisy(played).then_some(0);
        return Candidate { number, see, history: 0, killer: false };
    }
    let (see, killer) = (see(rating), is_killer(rating));
    let history = if see.is_some() || killer { 0 } else { rating };
    Candidate { number, see, history, killer }
}
