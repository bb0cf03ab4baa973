//! One position in the tree: principal variation search.
//!
//! Each step has its sentence; what may be left out is decided in [`pruning`](super::pruning). Never
//! returns a proven score that is not one.

use super::limits::MAX_PLY;
use super::ordering::{Picker, Rated};
use super::params::PARAMS;
use super::pruning::{Candidate, Node};
use super::score::{INFINITE, MATE, is_decided, is_win, of_outcome};
use super::table::Bound;
use super::worker::{Found, Worker, table_key};
use crate::eval::Evaluate;
use helgi_rules::board::{Move, Side};
use helgi_rules::{Position, Select};
use std::mem;

// How moves are rated: the table move, then those that win something, killers, quiet moves by their
// standing (within 32,768 either way), and those that lose something.
const TABLE_MOVE: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;

/// The moves of a node on their way out.
struct Moves {
    table_move: Option<Move>,
    first: usize,
    stage: Stage,
}

enum Stage {
    TableMove,
    Generate,
    Pick(Picker),
}

impl Moves {
    /// Leaves only the moves that lose something.
    fn drop_quiet(&mut self, list: &mut Vec<Rated>) {
        if let Stage::Pick(picker) = &mut self.stage {
            picker.drop_above(-NOISY, list);
        }
    }
}

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// The score of `position` for its side to move, exact between `alpha` and `beta` and a bound
    /// outside, searched `depth` plies deep.
    pub fn search(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
    ) -> Found {
        // A position in check is a ply deeper: there is little to choose and much at stake.
        let in_check = position.in_check();
        if in_check && (ply as i32) < PARAMS.check_extension_factor * self.iteration {
            depth += 1;
        }

        // At the leaves, play on until the position is quiet.
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply, 0);
        }
        self.enter(ply)?;
        self.lines[ply].clear();

        // The game may have ended.
        if let Some(score) = self.verdict(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(position));
        }

        // There may be nothing left to find.
        if let Some(score) = self.mate_distance_pruning(position, &mut alpha, &mut beta, ply) {
            return Ok(score);
        }

        // The table may know the score. Not on the best line, which would be cut short.
        let pv = beta - alpha > 1;
        let key = table_key(position);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry
            && !pv
            && let Some(score) = self.known_score(&entry, depth, alpha, beta, ply)
        {
            return Ok(score);
        }
        let table_move = entry.and_then(|entry| entry.best).filter(|&candidate| position.is_legal(candidate));

        // Judge by eye, for what is left out below; an earlier search saw more than the eye.
        let evaluation = if in_check { None } else { Some(self.static_evaluation(position, ply)) };
        self.path[ply].evaluation = evaluation;
        let judged = evaluation.map_or(0, |seen| entry.map_or(seen, |entry| entry.refine(seen)));
        let two_ago = ply.checked_sub(2).and_then(|ply| self.path[ply].evaluation);
        let mut node = Node {
            depth,
            alpha,
            beta,
            pv,
            in_check,
            evaluation: judged,
            improving: evaluation.is_some_and(|now| two_ago.is_none_or(|then| now > then)),
            full_width: self.full_width,
        };
        if let Some(score) = node.reverse_futility() {
            return Ok(score);
        }
        if node.is_razored() {
            let score = self.quiesce(position, alpha, alpha + 1, ply, 0)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        if let Some(score) = self.null_move_pruning(position, &node, ply)? {
            return Ok(score);
        }
        if table_move.is_none() {
            node.depth = node.internal_iterative_reduction();
        }

        self.search_moves(position, &node, table_move, ply)
    }

    /// Tries the moves of a node one by one, and stores what comes of it.
    fn search_moves(&mut self, position: &P, node: &Node, table_move: Option<Move>, ply: usize) -> Found {
        let side = position.side();
        let led_here = self.moves_before(ply);
        let [before, _] = led_here;
        let tainted = mem::take(&mut self.by_history);
        let first_tried = self.tried.len();
        let mut moves = Moves { table_move, first: self.list.len(), stage: Stage::TableMove };
        let mut node = *node;
        let (old_alpha, mut best, mut best_move, mut number) = (node.alpha, -INFINITE, None, 0);

        while let Some((played, rating)) = self.next_move(&mut moves, position, before, ply) {
            let noisy = if rating == TABLE_MOVE { position.is_noisy(played) } else { rating.abs() >= NOISY };
            let candidate = candidate(number, noisy, rating);
            number += 1;

            // Some moves need not be tried, once there is one that does not lose.
            if rating != TABLE_MOVE && number > 1 && node.skips(&candidate, best) {
                // With a quiet one go all other quiet ones: none has better reasons.
                if !noisy {
                    moves.drop_quiet(&mut self.list);
                }
                continue;
            }

            let child = self.follow(position, played, ply);
            let reduction = node.late_move_reduction(&candidate, &self.reductions);
            let score =
                self.principal_variation_search(side, &child, &node, best == -INFINITE, reduction, ply);
            self.leave();
            let score = score?;

            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(played);
                    if node.pv {
                        self.update_line(played, ply);
                    }
                    node.alpha = score;
                }
            }
            if score >= node.beta {
                // What refuted this position is likely to refute its sisters.
                if !noisy {
                    let tried = &self.tried[first_tried..];
                    self.memory.update_quiet_histories(side, before, played, tried, node.depth, ply);
                }
                break;
            }
            if !noisy {
                self.tried.push(played);
            }
        }
        self.list.truncate(moves.first);
        self.tried.truncate(first_tried);

        // Without a legal move the rules have their say.
        if number == 0 {
            self.by_history |= tainted;
            return Ok(of_outcome(position.no_moves(), side, ply));
        }

        let bound = match best {
            _ if best >= node.beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // What the eye missed here it will miss after the same moves again.
        if let Some(seen) = self.path[ply].evaluation
            && !self.full_width
            && !is_decided(best)
            && bound.contradicts(best, seen)
            && best_move.is_none_or(|played| !position.is_noisy(played))
        {
            self.memory.update_correction(side, led_here, best - seen, node.depth);
        }
        self.remember(table_key(position), best_move, best, bound, node.depth, ply);
        self.by_history |= tainted;
        Ok(best)
    }

    /// Principal variation search: the score of a move, for the side that made it. The first move is searched with the open
    /// window; of all others it is enough to know that they are no better, and late ones are first
    /// searched less deep.
    pub fn principal_variation_search(
        &mut self,
        side: Side,
        child: &P,
        node: &Node,
        first: bool,
        reduction: i32,
        ply: usize,
    ) -> Found {
        let depth = node.depth - 1;
        let &Node { alpha, beta, pv, .. } = node;
        if first {
            return self.answer(side, child, alpha, beta, depth, ply);
        }
        let reduced = (depth - reduction).clamp(depth.min(1), depth);
        let mut score = self.answer(side, child, alpha, alpha + 1, reduced, ply)?;
        if score > alpha && reduced < depth {
            score = self.answer(side, child, alpha, alpha + 1, depth, ply)?;
        }
        if pv && score > alpha && score < beta {
            score = self.answer(side, child, alpha, beta, depth, ply)?;
        }
        Ok(score)
    }

    /// The score of `child`, one ply below `ply`, in the eyes of `side`, whoever is to move in it.
    #[inline]
    pub fn answer(&mut self, side: Side, child: &P, alpha: i32, beta: i32, depth: i32, ply: usize) -> Found {
        if child.side() == side {
            self.search(child, alpha, beta, depth, ply + 1)
        } else {
            Ok(-self.search(child, -beta, -alpha, depth, ply + 1)?)
        }
    }

    /// Null move pruning: gives away a turn, and has a score if that refutes the position already. Never twice in a
    /// row, and no win found so is believed: the turn was not a move.
    fn null_move_pruning(&mut self, position: &P, node: &Node, ply: usize) -> Found<Option<i32>> {
        let Some(depth) = node.null_move_depth() else { return Ok(None) };
        let [before, _] = self.moves_before(ply);
        if before.is_none() || !self.evaluator.trusts_pass(position) {
            return Ok(None);
        }
        let Some(child) = position.pass().filter(|child| child.side() != position.side()) else {
            return Ok(None);
        };
        self.path[ply].played = None;
        self.history.push(child.key());
        let score = self.search(&child, -node.beta, 1 - node.beta, depth, ply + 1);
        self.leave();
        let score = -score?;
        Ok((score >= node.beta).then_some(if is_win(score) { node.beta } else { score }))
    }

    /// The next move to try: the table move before any are generated.
    fn next_move(
        &mut self,
        moves: &mut Moves,
        position: &P,
        before: Option<Move>,
        ply: usize,
    ) -> Option<Rated> {
        loop {
            match &mut moves.stage {
                Stage::TableMove => {
                    moves.stage = Stage::Generate;
                    if let Some(table_move) = moves.table_move {
                        return Some((table_move, TABLE_MOVE));
                    }
                }
                Stage::Generate => {
                    self.generate_rated(position, moves.table_move, before, ply);
                    moves.stage = Stage::Pick(Picker::new(moves.first));
                }
                Stage::Pick(picker) => return picker.next(&mut self.list),
            }
        }
    }

    /// Appends all legal moves but the table move to the list, with their ratings.
    fn generate_rated(&mut self, position: &P, table_move: Option<Move>, before: Option<Move>, ply: usize) {
        self.fresh.clear();
        position.generate(Select::All, &mut self.fresh);
        let side = position.side();
        let killers = self.memory.killers(ply);
        for &candidate in &self.fresh {
            if Some(candidate) == table_move {
                continue;
            }
            let rating = if position.is_noisy(candidate) {
                rate_noisy(self.evaluator.gain(position, candidate))
            } else if let Some(place) = killers.iter().position(|&killer| killer == Some(candidate)) {
                KILLER - place as i32
            } else {
                self.memory.quiet_history(side, before, candidate)
            };
            self.list.push((candidate, rating));
        }
    }
}

/// The rating of a noisy move by what it gains.
pub fn rate_noisy(gain: i32) -> i32 {
    let gain = gain.clamp(-2 * MATE, 2 * MATE);
    if gain >= 0 { NOISY + gain } else { gain - NOISY }
}

/// A move as pruning sees it; the inverse of its rating.
fn candidate(number: i32, noisy: bool, rating: i32) -> Candidate {
    let gain = noisy.then(|| match rating {
        TABLE_MOVE => 0,
        NOISY.. => rating - NOISY,
        _ => rating + NOISY,
    });
    let killer = !noisy && (KILLER - 1..=KILLER).contains(&rating);
    let history = if noisy || killer || rating == TABLE_MOVE { 0 } else { rating };
    Candidate { number, gain, history, killer }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_keep_what_pruning_needs() {
        for gain in [0, 1, 900, -1, -900] {
            assert_eq!(candidate(3, true, rate_noisy(gain)).gain, Some(gain));
        }
        assert!(candidate(3, false, KILLER - 1).killer);
        let quiet = candidate(3, false, -777);
        assert_eq!((quiet.gain, quiet.history, quiet.killer), (None, -777, false));
        assert!(rate_noisy(0) > KILLER && rate_noisy(-1) < -KILLER);
    }
}
