//! The quiescence search: at the leaves, play on with noisy moves until the static evaluation can be
//! relied on. In check it looks at every move, and so sees mate; where a capture is compulsory it has no other choice in its
//! first plies.

use super::ordering::{TABLE_MOVE, rate_noisy, see};
use super::score::{INFINITE, WIN, estimate, is_loss, of_outcome};
use super::window::Window;
use super::worker::{SearchResult, Worker};
use crate::eval::Evaluate;
use helgi_rules::board::{Move, Side};
use helgi_rules::{GenMode, Position};
use std::ops::ControlFlow::{Break, Continue};

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// The score of `position` for its side to move, `so_far` plies into the quiescence search.
    pub fn quiesce(&mut self, position: &P, window: Window, ply: usize, so_far: i32) -> SearchResult {
        let most = self
            .params
            .quiescence_plies
            .min(self.params.quiescence_plies_per_iteration * self.progress.iteration);
        // Depth 0: any entry of the table, also of a deeper search, may answer.
        let entered = match self.enter(position, window, 0, so_far >= most, ply)? {
            Break(score) => return Ok(score),
            Continue(entered) => entered,
        };
        let window = entered.window;

        let forced =
            position.in_check() || so_far < self.params.quiescence_compelled_plies && position.must_capture();
        let mut stand_pat = None;
        if !forced {
            // In full width, a game that ends because there is no move is seen at the leaves too.
            if self.progress.full_width && !self.has_moves(position) {
                return Ok(of_outcome(position.no_moves(), position.side(), ply));
            }
            let evaluation = self.stand_pat(position, window, ply);
            // An earlier search saw more than the evaluation does.
            let score = entered.entry.map_or(evaluation, |entry| entry.refine(evaluation));
            // A side that stands well enough generates nothing.
            if score >= window.beta {
                return Ok(score);
            }
            stand_pat = Some(score);
        }

        let table_move = entered.entry.and_then(|entry| entry.best);
        self.list_quiescent(position, table_move, forced, so_far, ply);
        // Where the side is forced all moves were listed, so none at all is mate; elsewhere there may be quiet ones.
        if forced && self.path[ply].moves.is_empty() {
            return Ok(of_outcome(position.no_moves(), position.side(), ply));
        }
        let (best, best_move) = self.try_quiescent(position, window, stand_pat, ply, so_far)?;
        // The next iteration comes through many of the same leaves.
        self.remember(entered.key, best_move, best, window.bound(best), 0, ply);
        Ok(best)
    }

    /// Stand pat: a side that is not forced may leave things as they are, which is worth the
    /// static evaluation. If only a win or loss matters, it is enough that a side with a move has
    /// not lost yet.
    #[inline]
    fn stand_pat(&mut self, position: &P, window: Window, ply: usize) -> i32 {
        if is_loss(window.beta) { 1 - WIN } else { self.static_evaluation(position, ply) }
    }

    /// Tries the listed moves one by one: the best score, which standing pat is unless forced, and
    /// the move that raised alpha last.
    #[inline]
    fn try_quiescent(
        &mut self,
        position: &P,
        window: Window,
        stand_pat: Option<i32>,
        ply: usize,
        so_far: i32,
    ) -> SearchResult<(i32, Option<Move>)> {
        let side = position.side();
        let pv = window.is_open();
        let (mut best, mut best_move) = (stand_pat.unwrap_or(-INFINITE), None);
        let Window { mut alpha, beta } = window;
        // Standing pat is a move that is already searched.
        alpha = alpha.max(best);
        while let Some((played, rating)) = self.path[ply].moves.next() {
            // Delta pruning: even with what it gains and a margin, the move stays below alpha.
            if let Some(stand_pat) = stand_pat
                && !is_loss(best)
            {
                let hope = estimate(stand_pat + see(rating).unwrap_or(0) + self.params.delta_margin);
                if hope <= alpha {
                    // The moves are ordered by gain: the hope of this one is an upper bound of all that follow.
                    best = best.max(hope);
                    break;
                }
            }

            let window = Window { alpha, beta };
            let score = self.with_move(position, played, ply, |worker, child| {
                worker.quiesce_for(side, child, window, ply, so_far + 1)
            })?;

            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(played);
                if pv {
                    self.path.update_line(played, ply);
                }
            }
            if score >= beta {
                break;
            }
        }
        Ok((best, best_move))
    }

    /// Returns the score of `child`, one ply below `ply`, for `side`, whichever side is to move in it.
    #[inline]
    pub fn quiesce_for(
        &mut self,
        side: Side,
        child: &P,
        window: Window,
        ply: usize,
        so_far: i32,
    ) -> SearchResult {
        if child.side() == side {
            self.quiesce(child, window, ply + 1, so_far)
        } else {
            Ok(-self.quiesce(child, window.reversed(), ply + 1, so_far)?)
        }
    }

    /// Lists the moves to be looked at, with their ratings: all where the side is forced; otherwise the noisy ones
    /// that gain enough, and in the first ply checks where they are counted. The table move comes first, if it is one of them.
    pub fn list_quiescent(
        &mut self,
        position: &P,
        table_move: Option<Move>,
        forced: bool,
        so_far: i32,
        ply: usize,
    ) {
        // Even exchanges can go on for long, in games with many pieces above all; after some plies only gains are
        // followed.
        let only_winning = so_far >= self.params.quiescence_even_plies;
        let least_gain = if only_winning { self.params.quiescence_least_gain } else { 0 };
        // Where checks are counted, one is a gain like a piece.
        let of_check = if forced || so_far > 0 { None } else { self.evaluator.gain_of_check(position) };
        let checks = of_check.map(|gain| (gain, position.gives_check()));
        let select = if forced || of_check.is_some() { GenMode::All } else { GenMode::Noisy };
        self.generated.clear();
        position.generate(select, &mut self.generated);
        let moves = &mut self.path[ply].moves;
        moves.clear();
        for &candidate in &self.generated {
            let is_noisy = select == GenMode::Noisy || position.is_noisy(candidate);
            let by_check =
                checks.as_ref().filter(|(_, gives_check)| gives_check(candidate)).map(|&(gain, _)| gain);
            let rating = if is_noisy || by_check.is_some() {
                let gain = self.evaluator.see(position, candidate) + by_check.unwrap_or(0);
                if !forced && gain < least_gain {
                    continue;
                }
                rate_noisy(gain)
            } else if forced {
                self.memory.quiet_history(position.side(), None, candidate)
            } else {
                continue;
            };
            moves.add(candidate, if Some(candidate) == table_move { TABLE_MOVE } else { rating });
        }
    }
}
