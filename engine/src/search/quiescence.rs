//! The quiescence search: at the leaves, play on with noisy moves until what is on the board can be
//! judged by eye. In check it looks at every move, and so knows mate.

use super::limits::MAX_PLY;
use super::node::rate_noisy;
use super::ordering::Picker;
use super::params::PARAMS;
use super::score::{INFINITE, WIN, estimate, is_loss, of_outcome};
use super::table::Bound;
use super::worker::{Found, Worker, table_key};
use crate::eval::Evaluate;
use helgi_rules::{Position, Select};

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// The score of `position` for its side to move, `so_far` plies into the quiescence search.
    pub fn quiesce(&mut self, position: &P, mut alpha: i32, mut beta: i32, ply: usize, so_far: i32) -> Found {
        self.enter(ply)?;
        self.lines[ply].clear();

        // The game may have ended.
        if let Some(score) = self.verdict(position, ply) {
            return Ok(score);
        }
        let most = PARAMS.quiescence_plies.min(PARAMS.quiescence_plies_per_iteration * self.iteration);
        if ply >= MAX_PLY || so_far >= most {
            return Ok(self.evaluate(position));
        }

        // There may be nothing left to find.
        if let Some(score) = self.mate_distance_pruning(position, &mut alpha, &mut beta, ply) {
            return Ok(score);
        }

        // The table may know the score.
        let pv = beta - alpha > 1;
        let key = table_key(position);
        if let Some(entry) = self.shared.table.probe(key)
            && !pv
            && let Some(score) = self.known_score(&entry, 0, alpha, beta, ply)
        {
            return Ok(score);
        }

        // Whoever is not in check may leave things as they are; that is worth the evaluation.
        let in_check = position.in_check();
        let (old_alpha, mut best, mut best_move) = (alpha, -INFINITE, None);
        let mut standing = -INFINITE;
        if !in_check {
            // In full width, a game that ends for want of a move is seen at the leaves too.
            if self.full_width && !self.has_moves(position) {
                return Ok(of_outcome(position.no_moves(), position.side(), ply));
            }
            // Whoever has a move has not lost yet; no more may be asked.
            standing = if is_loss(beta) { 1 - WIN } else { self.static_evaluation(position, ply) };
            best = standing;
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // Noisy moves by what they gain; in check all moves.
        let first = self.list.len();
        let least_gain = if so_far < PARAMS.quiescence_even_plies { 0 } else { PARAMS.quiescence_least_gain };
        self.generate_quiescent(position, in_check, least_gain);
        if in_check && self.list.len() == first {
            return Ok(of_outcome(position.no_moves(), position.side(), ply));
        }

        let side = position.side();
        let mut picker = Picker::new(first);
        while let Some((played, rating)) = picker.next(&mut self.list) {
            // Hopeless: even with what it gains and a margin, the move stays below alpha.
            if !in_check && !is_loss(best) {
                let hope = estimate(standing + (rating - rate_noisy(0)) + PARAMS.delta_margin);
                if hope <= alpha {
                    best = best.max(hope);
                    break;
                }
            }

            let child = self.follow(position, played, ply);
            let score = if child.side() == side {
                self.quiesce(&child, alpha, beta, ply + 1, so_far + 1)
            } else {
                self.quiesce(&child, -beta, -alpha, ply + 1, so_far + 1).map(|score| -score)
            };
            self.leave();
            let score = score?;

            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(played);
                    if pv {
                        self.update_line(played, ply);
                    }
                }
            }
            if score >= beta {
                break;
            }
        }
        self.list.truncate(first);

        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha && pv => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(key, best_move, best, bound, 0, ply);
        Ok(best)
    }

    /// Appends the moves to be looked at, with their ratings: in check all; otherwise the noisy ones
    /// that gain so much.
    fn generate_quiescent(&mut self, position: &P, in_check: bool, least_gain: i32) {
        self.fresh.clear();
        position.generate(if in_check { Select::All } else { Select::Noisy }, &mut self.fresh);
        for &candidate in &self.fresh {
            if in_check && !position.is_noisy(candidate) {
                self.list.push((candidate, self.memory.quiet_history(position.side(), None, candidate)));
                continue;
            }
            let gain = self.evaluator.gain(position, candidate);
            if in_check || gain >= least_gain {
                self.list.push((candidate, rate_noisy(gain)));
            }
        }
    }
}
