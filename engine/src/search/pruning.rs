//! What the search may leave out or search less deep, each rule by its usual name and with its reason.
//!
//! None of them acts in full-width iterations, and none while the best move so far loses by force:
//! a loss is only reported when every move has been looked at.

use super::params::Params;
use super::score::{is_decided, is_loss};
use super::window::Window;
use std::array;

/// The circumstances of a node, as far as pruning goes.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The numbers of the search.
    pub params: &'a Params,
    /// The plies still to search.
    pub depth: i32,
    pub window: Window,
    /// Whether the window was open when the node began: the node may be on the principal variation.
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
    pub number: i32,
    /// What it wins at once, in centipawns; `None` for a quiet move.
    pub gain: Option<i32>,
    /// The history of a quiet move.
    pub history: i32,
    /// Whether it is a killer.
    pub killer: bool,
}

impl Node<'_> {
    /// Whether anything may be judged without a search here.
    fn may_prune(&self) -> bool {
        !self.full_width && !self.pv && !self.in_check && !is_decided(self.window.beta)
    }

    /// Reverse futility pruning: when the side to move stands so far above beta that a few plies
    /// will hardly bring it below, its evaluation is the score.
    pub fn reverse_futility(&self) -> Option<i32> {
        let margin = self.params.reverse_futility_margin * (self.depth - i32::from(self.improving));
        let prunes = self.may_prune()
            && self.depth <= self.params.reverse_futility_depth
            && self.evaluation - margin >= self.window.beta;
        prunes.then_some(self.evaluation)
    }

    /// Razoring: when the side to move stands so far below alpha near the leaves that only winning
    /// something at once could help, the quiescence search may decide.
    pub fn is_razored(&self) -> bool {
        let hope = self.params.razoring_margin * (self.depth + 1);
        let may_razor =
            self.may_prune() && !is_decided(self.window.alpha) && self.depth <= self.params.razoring_depth;
        may_razor && self.evaluation + hope <= self.window.alpha
    }

    /// Null move pruning: when even giving away a turn keeps the score above beta, a real move will
    /// too. The depth of the search after the null move, if it is worth trying.
    pub fn null_move_depth(&self) -> Option<i32> {
        let worth_trying = self.may_prune()
            && self.depth >= self.params.null_move_depth
            && self.evaluation >= self.window.beta;
        let surplus = (self.evaluation - self.window.beta) / self.params.null_move_surplus_step;
        let reduction = self.params.null_move_reduction
            + self.depth / self.params.null_move_depth_step
            + surplus.min(self.params.null_move_surplus_most);
        worth_trying.then_some(self.depth - 1 - reduction)
    }

    /// Internal iterative reduction: without a table move the order is poor and the search expensive;
    /// a shallower one finds a move for the next time. The depth of a node without a table move.
    pub fn internal_iterative_reduction(&self) -> i32 {
        let reduces = !self.full_width && self.depth >= self.params.internal_iterative_reduction_depth;
        self.depth - i32::from(reduces)
    }

    /// Whether moves need not be tried for the reasons below, when `best` is the best score so far. A move
    /// that gives check is not left out for any of them but exchange pruning: the answer is forced, and what
    /// comes of it no evaluation knows.
    pub fn may_skip(&self, best: i32) -> bool {
        !self.full_width && !self.pv && !self.in_check && !is_loss(best)
    }

    /// Whether a quiet move need not be tried, and none of those behind it.
    pub fn skips_quiet(&self, candidate: &Candidate) -> bool {
        !candidate.killer && (self.late_move_pruning(candidate.number) || self.futility_pruning())
    }

    /// Late move pruning: near the leaves, good order has put the moves that matter first.
    fn late_move_pruning(&self, number: i32) -> bool {
        let divisor = if self.improving { 1 } else { self.params.late_move_pruning_divisor };
        let enough = (self.params.late_move_pruning_base + self.depth * self.depth) / divisor;
        self.depth <= self.params.late_move_pruning_depth && number > enough
    }

    /// Futility pruning: near the leaves, a quiet move does not make up for standing far below alpha.
    fn futility_pruning(&self) -> bool {
        let hope = self.params.futility_base + self.params.futility_margin * self.depth;
        self.depth <= self.params.futility_depth && self.evaluation + hope <= self.window.alpha
    }

    /// Exchange pruning, elsewhere called SEE pruning: near the leaves, what is given away by a
    /// capture, shot or explosion is hardly won back.
    pub fn exchange_pruning(&self, gain: i32) -> bool {
        self.depth <= self.params.exchange_pruning_depth
            && gain < -self.params.exchange_pruning_margin * self.depth
    }

    /// Futility pruning of noisy moves: what is won now does not make up for standing far below alpha.
    pub fn noisy_futility_pruning(&self, gain: i32) -> bool {
        let hope = gain.max(0) + self.params.noisy_futility_margin * (self.depth + 1);
        self.depth <= self.params.noisy_futility_depth && self.evaluation + hope <= self.window.alpha
    }

    /// Late move reduction: by how many plies less deep a move is searched at first. The later it
    /// comes and the worse its history, the less it is expected to matter, unless it gives check; if it
    /// turns out better than expected, it is searched again in full.
    pub fn late_move_reduction(&self, candidate: &Candidate, gives_check: bool, table: &Reductions) -> i32 {
        let unreduced = match self.pv {
            true => self.params.late_move_reduction_pv_moves,
            false => self.params.late_move_reduction_moves,
        };
        if self.full_width
            || self.in_check
            || self.depth < self.params.late_move_reduction_depth
            || candidate.number < unreduced
        {
            return 0;
        }
        match candidate.gain {
            Some(gain) => i32::from(gain < 0),
            None => {
                table.get(self.depth, candidate.number) - i32::from(self.pv) - i32::from(candidate.killer)
                    + i32::from(!self.improving)
                    - self.params.late_move_reduction_check * i32::from(gives_check)
                    - candidate.history / self.params.late_move_reduction_history
            }
        }
    }
}

/// The remaining depths and move numbers that [`Reductions`] tells apart; what is beyond counts as
/// the last of them.
const REDUCTIONS: usize = 64;

/// By how many plies a late quiet move is searched less deep, by remaining depth and by the number
/// of moves tried before it.
#[derive(Clone, Debug)]
pub struct Reductions([[u8; REDUCTIONS]; REDUCTIONS]);

impl Reductions {
    /// The table: it grows with the logarithms of both.
    pub fn new(params: &Params) -> Self {
        let base = f64::from(params.late_move_reduction_base) / 100.0;
        let divisor = f64::from(params.late_move_reduction_divisor) / 100.0;
        let reduction = |depth: usize, number: usize| {
            if depth == 0 || number == 0 {
                return 0;
            }
            (base + (depth as f64).ln() * (number as f64).ln() / divisor) as u8
        };
        Reductions(array::from_fn(|depth| array::from_fn(|number| reduction(depth, number))))
    }

    /// The reduction of move number `number` at `depth` plies to go.
    #[inline]
    fn get(&self, depth: i32, number: i32) -> i32 {
        let place = |value: i32| value.clamp(0, REDUCTIONS as i32 - 1) as usize;
        i32::from(self.0[place(depth)][place(number)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::mate_in;
    use super::*;

    const QUIET: Candidate = Candidate { number: 90, gain: None, history: -9_000, killer: false };

    fn hopeless() -> Node<'static> {
        Node {
            params: &Params::DEFAULT,
            depth: 4,
            window: Window::null_above(5_000),
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
        assert!(!node.may_skip(0));
        assert_eq!(node.late_move_reduction(&QUIET, false, &Reductions::new(&Params::DEFAULT)), 0);
        assert_eq!((winning.reverse_futility(), winning.null_move_depth()), (None, None));
        assert_eq!(Node { depth: 9, ..node }.internal_iterative_reduction(), 9);
    }

    #[test]
    fn nothing_is_left_out_while_the_game_is_lost() {
        assert!(hopeless().may_skip(0) && hopeless().skips_quiet(&QUIET));
        assert!(!hopeless().may_skip(-mate_in(8)));
    }

    #[test]
    fn no_win_is_pruned_by_evaluation() {
        let node = Node { window: Window::null_above(mate_in(9) - 1), evaluation: 31_700, ..hopeless() };
        assert_eq!((node.reverse_futility(), node.null_move_depth()), (None, None));
    }
}
