//! What the search may leave out, each rule by name and with its reason.
//!
//! None of them acts in full-width iterations, and none while the best move so far loses by force:
//! a loss is only reported when every move has been looked at.

use super::params::{
    CALM_DEPTH, CALM_MARGIN, FUTILE_BASE, FUTILE_DEPTH, FUTILE_GAIN_DEPTH, FUTILE_GAIN_MARGIN, FUTILE_MARGIN,
    LATE_DEPTH, LATE_MOVES, LOSING_MARGIN, NULL_DEPTH, NULL_REDUCTION, RAZOR_DEPTH, RAZOR_MARGIN,
    REDUCTION_DEPTH, Reductions, UNKNOWN_DEPTH,
};
use super::score::{is_decided, is_loss};

/// The circumstances of a node, as far as pruning goes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The plies still to search.
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Whether the window is open: the node may be on the best line.
    pub pv: bool,
    pub in_check: bool,
    /// The static evaluation; in check it means nothing.
    pub evaluation: i32,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    /// Whether the iteration allows no pruning at all.
    pub full_width: bool,
}

/// A move about to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// How many moves were tried before it.
    pub number: usize,
    /// What it wins at once; `None` for a quiet move.
    pub gain: Option<i32>,
    /// What is remembered of a quiet move.
    pub standing: i32,
    /// Whether it refuted a sister position lately.
    pub killer: bool,
}

impl Node {
    /// Whether anything may be judged without a search here.
    fn may_prune(&self) -> bool {
        !self.full_width && !self.pv && !self.in_check && !is_decided(self.beta)
    }

    /// Reverse futility: when the side to move stands so far above beta that a few plies will hardly
    /// bring it below, its evaluation is the score.
    pub fn is_calm(&self) -> Option<i32> {
        let margin = CALM_MARGIN * (self.depth - i32::from(self.improving));
        let calm = self.may_prune() && self.depth <= CALM_DEPTH && self.evaluation - margin >= self.beta;
        calm.then_some(self.evaluation)
    }

    /// Razoring: when the side to move stands so far below alpha near the leaves that only winning
    /// something at once could help, the quiescence search may decide.
    pub fn is_hopeless(&self) -> bool {
        let hope = RAZOR_MARGIN * (self.depth + 1);
        let may_razor = self.may_prune() && !is_decided(self.alpha) && self.depth <= RAZOR_DEPTH;
        may_razor && self.evaluation + hope <= self.alpha
    }

    /// Null move: when even giving away a turn keeps the score above beta, a real move will too. The
    /// depth of the search after that turn, if it is worth trying.
    pub fn depth_after_pass(&self) -> Option<i32> {
        let worth_trying = self.may_prune() && self.depth >= NULL_DEPTH && self.evaluation >= self.beta;
        let surplus = ((self.evaluation - self.beta) / 200).min(3);
        worth_trying.then_some(self.depth - 1 - NULL_REDUCTION - self.depth / 4 - surplus)
    }

    /// Internal reduction: without a known move the order is poor and the search dear; a shallower
    /// one finds a move for the next time.
    pub fn depth_without_known_move(&self) -> i32 {
        if self.full_width || self.depth < UNKNOWN_DEPTH { self.depth } else { self.depth - 1 }
    }

    /// Whether a move need not be tried, for any of the reasons below, when `best` is the best score
    /// so far.
    pub fn skips(&self, candidate: &Candidate, best: i32) -> bool {
        if self.full_width || self.pv || self.in_check || is_loss(best) {
            return false;
        }
        match candidate.gain {
            Some(gain) => self.loses_too_much(gain) || self.gains_too_little(gain),
            None => !candidate.killer && (self.is_late(candidate.number) || self.is_futile()),
        }
    }

    /// Late moves: near the leaves, good order has put the moves that matter first.
    fn is_late(&self, number: usize) -> bool {
        let enough = (LATE_MOVES + self.depth * self.depth) / if self.improving { 1 } else { 2 };
        self.depth <= LATE_DEPTH && number as i32 > enough
    }

    /// Futility: near the leaves, a quiet move does not make up for standing far below alpha.
    fn is_futile(&self) -> bool {
        let hope = FUTILE_BASE + FUTILE_MARGIN * self.depth;
        self.depth <= FUTILE_DEPTH && self.evaluation + hope <= self.alpha
    }

    /// Near the leaves, what is given away by a capture, shot or explosion is hardly won back.
    fn loses_too_much(&self, gain: i32) -> bool {
        self.depth <= FUTILE_DEPTH && gain < -LOSING_MARGIN * self.depth
    }

    /// Futility of noisy moves: what is won now does not make up for standing far below alpha.
    fn gains_too_little(&self, gain: i32) -> bool {
        let hope = gain.max(0) + FUTILE_GAIN_MARGIN * (self.depth + 1);
        self.depth <= FUTILE_GAIN_DEPTH && self.evaluation + hope <= self.alpha
    }

    /// Late-move reduction: by how much less deep a move is searched at first. The later it comes
    /// and the worse its reputation, the less it is expected to matter; if it surprises, it is
    /// searched again in full.
    pub fn reduction(&self, candidate: &Candidate, table: &Reductions) -> i32 {
        let first_late = if self.pv { 3 } else { 2 };
        if self.full_width || self.in_check || self.depth < REDUCTION_DEPTH || candidate.number < first_late {
            return 0;
        }
        match candidate.gain {
            Some(gain) => i32::from(gain < 0),
            None => {
                table.get(self.depth, candidate.number) - i32::from(self.pv) - i32::from(candidate.killer)
                    + i32::from(!self.improving)
                    - candidate.standing / 8_000
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::mate_in;
    use super::*;

    const QUIET: Candidate = Candidate { number: 90, gain: None, standing: -9_000, killer: false };

    fn hopeless() -> Node {
        Node {
            depth: 4,
            alpha: 5_000,
            beta: 5_001,
            pv: false,
            in_check: false,
            evaluation: -5_000,
            improving: false,
            full_width: false,
        }
    }

    #[test]
    fn nothing_is_left_out_in_full_width() {
        let node = Node { full_width: true, ..hopeless() };
        let winning = Node { evaluation: 20_000, ..node };
        assert!(!node.skips(&QUIET, 0) && !node.skips(&Candidate { gain: Some(-9_000), ..QUIET }, 0));
        assert_eq!(node.reduction(&QUIET, &Reductions::new()), 0);
        assert_eq!((winning.is_calm(), winning.depth_after_pass()), (None, None));
        assert_eq!(Node { depth: 9, ..node }.depth_without_known_move(), 9);
    }

    #[test]
    fn nothing_is_left_out_while_the_game_is_lost() {
        assert!(hopeless().skips(&QUIET, 0));
        assert!(!hopeless().skips(&QUIET, -mate_in(8)));
    }

    #[test]
    fn no_win_is_judged_by_eye() {
        let node = Node { alpha: mate_in(9) - 1, beta: mate_in(9), evaluation: 31_700, ..hopeless() };
        assert_eq!((node.is_calm(), node.depth_after_pass()), (None, None));
    }
}
