//! Pruning and reductions, each rule by its usual name and with its reason.
//!
//! None of them acts in full-width iterations, and none while the best move so far loses by force:
//! a loss is only reported when every move has been looked at.

use super::params::Params;
use super::score::{is_decided, is_loss};
use super::table::{Bound, TableEntry};
use super::window::Window;
use helgi_rules::Position;
use std::array;

/// The expected type of a node, as Marsland and Popowich call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeType {
    /// On the principal variation: its window is open.
    Pv,
    /// One of its first moves refutes it.
    Cut,
    /// No move refutes it.
    All,
}

impl NodeType {
    /// Returns the expected type of the node to which the first move of this one leads.
    pub fn answered(self) -> Self {
        match self {
            NodeType::Pv => NodeType::Pv,
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }

    /// Returns the expected type for a later move, which only has to be shown to be no better.
    pub fn of_later_move(self) -> Self {
        if self == NodeType::Pv { NodeType::Cut } else { self }
    }
}

/// Returns true if the side to move cannot leave things as they are: it is in check, or must capture. No static evaluation
/// foresees what comes of that.
#[inline]
pub fn is_forced<P: Position>(position: &P) -> bool {
    position.in_check() || position.must_capture()
}

/// The circumstances of a node, as far as pruning goes.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a> {
    /// The numbers of the search.
    pub params: &'a Params,
    /// The plies still to search.
    pub depth: i32,
    pub window: Window,
    /// The expected type of the node; [`NodeType::Pv`] if its window was open when it began.
    pub expected: NodeType,
    /// Number of plies by which the table move is extended.
    pub extension: i32,
    /// True if the side to move is [forced](is_forced).
    pub forced: bool,
    /// The static evaluation; it means nothing where the side to move is forced.
    pub evaluation: i32,
    /// True if the side to move stands better than at its last turn.
    pub improving: bool,
    /// True if the iteration allows no pruning at all.
    pub full_width: bool,
}

/// A move about to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Number of moves tried before it.
    pub number: i32,
    /// Its gain at once (SEE), in centipawns; `None` for a quiet move.
    pub see: Option<i32>,
    /// The history of a quiet move.
    pub history: i32,
    /// True if it is a killer.
    pub killer: bool,
}

impl NodeView<'_> {
    /// Returns true if the node may be on the principal variation.
    pub fn is_pv(&self) -> bool {
        self.expected == NodeType::Pv
    }

    /// Returns true if a judgement without a search is allowed here.
    fn may_prune(&self) -> bool {
        !self.full_width && !self.is_pv() && !self.forced && !is_decided(self.window.beta)
    }

    /// Reverse futility pruning: when the side to move stands so far above beta that a few plies
    /// will hardly bring it below, its evaluation is the score.
    pub fn reverse_futility(&self) -> Option<i32> {
        // A side that improves is trusted to hold its lead: it needs a ply's margin less.
        let margin = self.params.reverse_futility_margin * (self.depth - i32::from(self.improving));
        let prunes = self.may_prune()
            && self.depth <= self.params.reverse_futility_depth
            && self.evaluation - margin >= self.window.beta;
        // Fail-soft: the parent sees by how much, not only that.
        prunes.then_some(self.evaluation)
    }

    /// Razoring: when the side to move stands so far below alpha near the leaves that only winning
    /// something at once could help, the quiescence search may decide.
    pub fn is_razored(&self) -> bool {
        // One ply more than is left, for the quiescence search itself.
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
            // The surplus is capped: far above beta everything refutes, and depth is what still finds threats.
            + surplus.min(self.params.null_move_surplus_most);
        worth_trying.then_some(self.depth - 1 - reduction)
    }

    /// ProbCut: the score that a move has to reach and the depth of its search, where that is worth trying.
    pub fn prob_cut(&self) -> Option<(i32, i32)> {
        let beta = self.window.beta + self.params.prob_cut_margin;
        let worth_trying = self.may_prune() && self.depth >= self.params.prob_cut_depth && !is_decided(beta);
        worth_trying.then_some((beta, self.depth - self.params.prob_cut_reduction))
    }

    /// Singular extension: this node as it is searched without the table move, and the score of the table
    /// move, where it may be the only good one. The others are asked whether one comes near that score.
    pub fn without_table_move(self, entry: &TableEntry) -> Option<(Self, i32)> {
        let score = i32::from(entry.score);
        let may_be = !self.full_width
            && self.depth >= self.params.singular_depth
            // A shallow entry knows too little of the move that it names.
            && i32::from(entry.depth) >= self.depth - self.params.singular_table_depth
            // An upper bound says that the move is no better than this, not that it is that good.
            && entry.bound != Bound::Upper
            && !is_decided(score);
        let target = score - self.params.singular_margin * self.depth / 10;
        let others = NodeView {
            // All other moves are searched for the sake of one, so they may not cost much.
            depth: (self.depth - 1) / 2,
            window: Window::null_above(target - 1),
            expected: self.expected.of_later_move(),
            ..self
        };
        may_be.then_some((others, score))
    }

    /// Returns true if the others come nowhere near, so that the table move is searched deeper still.
    pub fn is_doubly_singular(&self, best: i32, target: i32) -> bool {
        !self.is_pv() && best < target - self.params.singular_double_margin
    }

    /// Internal iterative reduction: without a table move the order is poor and the search expensive;
    /// a shallower one finds a move for the next time. The depth of a node without a table move.
    pub fn internal_iterative_reduction(&self) -> i32 {
        let reduces = !self.full_width && self.depth >= self.params.internal_iterative_reduction_depth;
        self.depth - i32::from(reduces)
    }

    /// Returns true if moves may be skipped for the reasons below, when `best` is the best score so
    /// far. A move that gives check is only skipped by exchange pruning: the answer is forced, and
    /// no evaluation foresees its result.
    pub fn may_skip(&self, best: i32) -> bool {
        !self.full_width && !self.is_pv() && !self.forced && !is_loss(best)
    }

    /// Returns true if a quiet move need not be tried, and none of those after it.
    pub fn skips_quiet(&self, candidate: &Candidate) -> bool {
        !candidate.killer
            && (self.late_move_pruning(candidate.number)
                || self.futility_pruning()
                || self.history_pruning(candidate.history))
    }

    /// History pruning: near the leaves, what never refuted anything is not tried.
    fn history_pruning(&self, history: i32) -> bool {
        self.depth <= self.params.history_pruning_depth
            && history < -self.params.history_pruning_margin * self.depth
    }

    /// Exchange pruning of quiet moves: near the leaves, a piece is not put where it is lost.
    pub fn quiet_exchange_pruning(&self, see: impl FnOnce() -> i32) -> bool {
        self.depth <= self.params.quiet_exchange_pruning_depth
            && see() < -self.params.quiet_exchange_pruning_margin * self.depth
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

    /// Exchange pruning, elsewhere called SEE pruning: near the leaves, material given away by a
    /// capture, shot or explosion is hardly won back.
    pub fn exchange_pruning(&self, see: i32) -> bool {
        self.depth <= self.params.exchange_pruning_depth
            && see < -self.params.exchange_pruning_margin * self.depth
    }

    /// Futility pruning of noisy moves: the gain does not make up for standing far below alpha.
    pub fn noisy_futility_pruning(&self, see: i32) -> bool {
        // A move that loses material gains nothing here; its loss is for exchange pruning.
        let hope = see.max(0) + self.params.noisy_futility_margin * (self.depth + 1);
        self.depth <= self.params.noisy_futility_depth && self.evaluation + hope <= self.window.alpha
    }

    /// Returns the number of plies by which the full search is deeper than usual after a reduced
    /// one that was much better than expected.
    pub fn after_reduction(&self, score: i32) -> i32 {
        i32::from(score > self.window.alpha + self.params.research_deeper_margin)
    }

    /// Late move reduction: by how many plies less deep a move is searched at first. The later it
    /// comes and the worse its history, the less it is expected to matter, unless it gives check; if it
    /// turns out better than expected, it is searched again in full.
    pub fn late_move_reduction(&self, candidate: &Candidate, gives_check: bool, table: &Reductions) -> i32 {
        let unreduced = match self.is_pv() {
            true => self.params.late_move_reduction_pv_moves,
            false => self.params.late_move_reduction_moves,
        };
        let cut = self.params.late_move_reduction_cut * i32::from(self.expected == NodeType::Cut);
        if self.full_width
            || self.forced
            || self.depth < self.params.late_move_reduction_depth
            || candidate.number < unreduced
        {
            return 0;
        }
        match candidate.see {
            // Captures are few and matter at once: those that lose something are reduced a little, others not.
            Some(see) => i32::from(see < 0),
            None => {
                table.get(self.depth, candidate.number) + cut
                    - i32::from(self.is_pv())
                    - i32::from(candidate.killer)
                    + i32::from(!self.improving)
                    - self.params.late_move_reduction_check * i32::from(gives_check)
                    - candidate.history / self.params.late_move_reduction_history
            }
        }
    }
}

/// The remaining depths and move numbers that [`Reductions`] tells apart; higher ones count as
/// the last of them.
const REDUCTIONS: usize = 64;

/// Number of plies by which a late quiet move is reduced, by remaining depth and by the number of
/// moves tried before it.
#[derive(Clone, Debug)]
pub struct Reductions([[u8; REDUCTIONS]; REDUCTIONS]);

impl Reductions {
    /// The table: it grows with the logarithms of both.
    pub fn new(params: &Params) -> Self {
        let base = f64::from(params.late_move_reduction_base) / 100.0;
        let divisor = f64::from(params.late_move_reduction_divisor) / 100.0;
        // A search of a few nodes would spend most of its time on the logarithms of all pairs.
        let logarithms: [f64; REDUCTIONS] = array::from_fn(|number| (number as f64).ln());
        let reduction = |depth: usize, number: usize| {
            if depth == 0 || number == 0 {
                return 0;
            }
            (base + logarithms[depth] * logarithms[number] / divisor) as u8
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
    use helgi_rules::board::Move;

    const QUIET: Candidate = Candidate { number: 90, see: None, history: -9_000, killer: false };

    fn hopeless() -> NodeView<'static> {
        NodeView {
            params: &Params::DEFAULT,
            depth: 4,
            window: Window::null_above(5_000),
            expected: NodeType::Cut,
            extension: 0,
            forced: false,
            evaluation: -5_000,
            improving: false,
            full_width: false,
        }
    }

    #[test]
    fn full_width_prunes_no_move() {
        let node = NodeView { full_width: true, ..hopeless() };
        let winning = NodeView { evaluation: 20_000, ..node };
        assert!(!node.may_skip(0));
        assert_eq!(node.late_move_reduction(&QUIET, false, &Reductions::new(&Params::DEFAULT)), 0);
        assert_eq!((winning.reverse_futility(), winning.null_move_depth()), (None, None));
        assert_eq!(NodeView { depth: 9, ..node }.internal_iterative_reduction(), 9);
        assert_eq!(NodeView { depth: 9, ..winning }.prob_cut(), None);
        assert!(NodeView { depth: 9, ..node }.without_table_move(&table_move(20, 9)).is_none());
    }

    fn table_move(score: i16, depth: u8) -> TableEntry {
        TableEntry { best: Move::from_bits(1), score, depth, bound: Bound::Lower, full_width: false }
    }

    #[test]
    fn only_a_move_that_was_searched_and_is_good_may_be_singular() {
        let node = NodeView {
            depth: 10,
            window: Window { alpha: 0, beta: 90 },
            expected: NodeType::Pv,
            ..hopeless()
        };
        let (others, score) = node.without_table_move(&table_move(60, 9)).expect("worth a look");
        assert_eq!(score, 60);
        assert!(others.window.beta < 60 && others.depth < node.depth && !others.is_pv());
        let upper = TableEntry { bound: Bound::Upper, ..table_move(60, 9) };
        for entry in [table_move(60, 2), table_move(mate_in(9) as i16, 9), upper] {
            assert!(node.without_table_move(&entry).is_none(), "{entry:?}");
        }
        assert!(NodeView { depth: 2, ..node }.without_table_move(&table_move(60, 9)).is_none());
    }

    #[test]
    fn cut_nodes_are_answered_by_all_nodes() {
        use NodeType::{All, Cut, Pv};
        assert_eq!([Pv, Cut, All].map(NodeType::answered), [Pv, All, Cut]);
        assert_eq!([Pv, Cut, All].map(NodeType::of_later_move), [Cut, Cut, All]);
        let params = Params { late_move_reduction_cut: 1, ..Params::DEFAULT };
        let reductions = Reductions::new(&params);
        let reduction = |expected| {
            let node = NodeView { expected, params: &params, ..hopeless() };
            node.late_move_reduction(&QUIET, false, &reductions)
        };
        assert!(reduction(Cut) > reduction(All) && reduction(All) > reduction(Pv));
    }

    #[test]
    fn losing_moves_are_pruned_near_the_leaves() {
        let node = NodeView { depth: 2, ..hopeless() };
        assert!(node.quiet_exchange_pruning(|| -500) && !node.quiet_exchange_pruning(|| -10));
        assert!(!NodeView { depth: 40, ..node }.quiet_exchange_pruning(|| -9_000));
    }

    #[test]
    fn no_move_is_pruned_while_the_game_is_lost() {
        assert!(hopeless().may_skip(0) && hopeless().skips_quiet(&QUIET));
        assert!(!hopeless().may_skip(-mate_in(8)));
    }

    #[test]
    fn no_win_is_pruned_by_evaluation() {
        let node = NodeView { window: Window::null_above(mate_in(9) - 1), evaluation: 31_700, ..hopeless() };
        assert_eq!((node.reverse_futility(), node.null_move_depth()), (None, None));
    }
}
