//! The numbers of the search, each with its unit and meaning.
//!
//! Those that shape the search tree are the fields of [`Params`]: each search has its own, so that
//! games between two of them can tune them. The constants below are promises, sizes and safety margins.
//! Nothing here computes anything.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Up to this iteration nothing is pruned forward and nothing reduced: the search is full-width.
/// Unit: plies.
pub const FULL_WIDTH_DEPTH: i32 = 2;

/// The share of a search that full width may take where it has to be affordable: one over this. In games with
/// hundreds of drops it would otherwise take all of it.
pub const FULL_WIDTH_PART: u64 = 16;

/// Before this iteration a win within this many plies is looked for with nothing left out. A win in two
/// own moves is three plies long, so every such win is found as soon as any search could see it.
/// Unit: plies.
pub const PROOF_DEPTH: i32 = 3;

/// With more legal moves than this no such win is looked for: the first two moves of such a game, Amazons for one, are
/// millions of nodes.
pub const MOST_PROOF_MOVES: usize = 1_000;

/// The proof of such wins is expected to take this many positions for each legal move, where the game can say which
/// moves may win; elsewhere as many as there are moves. Unit: positions.
pub const PROOF_NODES_PER_MOVE: usize = 3;

/// From this half-move clock on, positions that differ only in the clock are different ones to the
/// transposition table, so that no score is believed that the move count would overtake. No game
/// counts fewer half-moves than this. Unit: half-moves.
pub const CLOCK_IN_KEY: u16 = 40;

/// The least time that is planned for a search.
pub const LEAST_TIME: Duration = Duration::from_millis(1);

/// The most of a fixed move time that is kept back for the transfer of the move to the client. Unit: percent.
pub const MOVE_TIME_KEPT_PERCENT: u32 = 5;

/// The cost of a move outside the search: its request and its reply. A clock with no larger increment is managed
/// like one without: it runs out all the same.
pub const MOVE_COST: Duration = Duration::from_millis(1);

/// From this increment on a clock does not run out, whatever the number of moves. Smaller ones count in part.
pub const RELIEVING_INCREMENT: Duration = Duration::from_millis(20);

/// The part of the clock that is left alone, as long as there is more, where no more time comes: a program may have
/// to wait that long on a busy machine, and more than once. Of a shorter clock a share is left alone
/// ([`RESERVE_PERCENT`]). Stockfish keeps back half a second.
pub const CLOCK_RESERVE: Duration = Duration::from_millis(450);

/// The same where more time comes: a [relieving](RELIEVING_INCREMENT) increment, or a time control.
pub const CLOCK_RESERVE_WITH_RELIEF: Duration = Duration::from_millis(100);

/// The part of the time left that is left alone beyond that. Unit: percent.
pub const RESERVE_GROWTH_PERCENT: u32 = 5;

/// Single root moves and scores that are only bounds are not reported before this.
pub const REPORT_DETAILS_AFTER: Duration = Duration::from_secs(3);

/// Number of positions that a thread searches between two looks at clock and flags.
pub const POLL_INTERVAL: u64 = 64;

/// The stack of a search thread: lines can be hundreds of plies long, on copied positions. Unit:
/// bytes.
pub const THREAD_STACK: usize = 32 << 20;

/// Number of static evaluations that a thread keeps during a search.
pub const EVALUATION_CACHE: usize = 1 << 15;

/// The previous moves of the continuation history fall into this many classes.
pub const CONTINUATION_PREVIOUS: usize = 1 << 9;

/// The answers to them fall into this many classes.
pub const CONTINUATION_ANSWERS: usize = 1 << 10;

/// The last moves of the correction history fall into this many classes, and so do pairs of them.
pub const CORRECTION_CLASSES: usize = 1 << 14;

/// The greatest absolute value of a history entry. It fits 16 bits, and two of them together are
/// far from the ratings of killers and of noisy moves. Unit: points of history.
pub const HISTORY_LIMIT: i32 = 1 << 14;

/// Number of grains of a correction in a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;

/// Number of moves picked one by one before the rest of a list is sorted.
pub const PICKS_BEFORE_SORT: usize = 6;

/// Number of moves that are then sorted at a time.
pub const SORTED_BLOCK: usize = 32;

/// Number of clusters of the transposition table in the sample for its fullness.
pub const FULLNESS_SAMPLE: usize = 250;

/// Depth by which an entry of the transposition table is devalued for each search since its own,
/// when it is a candidate for replacement. Unit: plies.
pub const REPLACEMENT_AGE: i32 = 8;

/// An entry of this search is kept although a newer one of the same position comes, if it is deeper by
/// more than this. Unit: plies.
pub const REPLACEMENT_DEPTH: i32 = 3;

/// The moves assumed left in the game are fewer when pondering is on, because the engine also thinks in the
/// opponent's time. Unit: percent.
pub const PONDER_HORIZON_PERCENT: u32 = 75;

/// The most of a short clock that is left alone where no more time comes. Unit: percent.
pub const RESERVE_PERCENT: u32 = 90;

/// The same with an increment that [relieves](RELIEVING_INCREMENT) the clock. Unit: percent.
pub const RESERVE_PERCENT_WITH_INCREMENT: u32 = 50;

/// A move takes no more than this part of the time that is not left alone, where no more time comes. Unit: percent.
pub const MOST_PERCENT: u32 = 10;

/// The same, beside the increment, with one that [relieves](RELIEVING_INCREMENT) the clock. Unit: percent.
pub const MOST_PERCENT_WITH_INCREMENT: u32 = 25;

/// The same where more time comes after some moves. Unit: percent.
pub const MOST_PERCENT_BEFORE_CONTROL: u32 = 50;

/// The same on the last move before more time comes. Unit: percent.
pub const MOST_PERCENT_AT_CONTROL: u32 = 80;

/// A move never takes more than this part of the time left, whatever the increment. Unit: percent.
pub const MOST_OF_ALL_PERCENT: u32 = 70;

/// By the number of iterations for which the best move has stood: the part of the soft limit that is used.
/// The last entry is for all more. Unit: percent.
pub const SETTLED_PERCENT: [u32; 8] = [160, 130, 110, 100, 90, 80, 75, 70];

/// The usual share of positions that are searched after the best move. Unit: percent.
pub const SHARE_EXPECTED: i32 = 60;

/// Range of the factor on the soft limit by that part. Unit: percent.
pub const SHARE_FACTOR: RangeInclusive<i32> = 40..=180;

/// The score is compared with the best of this many iterations before.
pub const DROP_ITERATIONS: usize = 3;

/// A drop of the score counts up to this. Unit: centipawns.
pub const DROP_MOST: i32 = 60;

/// By the clock, a position with one legal move gets no more iterations than this. Unit: plies.
pub const FORCED_DEPTH: i32 = 4;

/// By the clock, a proven end of the game is checked by iterations this much deeper than its
/// distance. Unit: plies.
pub const PROVEN_MARGIN: i32 = 1;

/// Declares the parameters: name, docs, default and range.
macro_rules! params {
    ($($(#[doc = $meaning:literal])+ $name:ident = $value:expr, $range:expr;)+) => {
        /// The numbers of the search that games can tune. They are known by their names: which of them there are is
        /// no promise.
        ///
        /// ```
        /// use helgi_engine::internals::search::Params;
        ///
        /// let mut params = Params::DEFAULT;
        /// for (name, range) in Params::RANGES {
        ///     assert!(params.set(name, *range.start()) && params.get(name) == Some(*range.start()));
        /// }
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $meaning])+ pub(super) $name: i32,)+
        }

        impl Params {
            /// The numbers that have been found so far.
            pub const DEFAULT: Params = Params { $($name: $value,)+ };

            /// The name of each, and the range from which it may be chosen.
            pub const RANGES: &[(&str, RangeInclusive<i32>)] = &[$((stringify!($name), $range),)+];

            /// The number of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// Changes the parameter of this name; false if there is none.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    // Aspiration window.

    /// Half the width of the first aspiration window around the last iteration's score. Unit:
    /// centipawns.
    aspiration_margin = 15, 5..=45;
    /// The margin is multiplied by this whenever the score falls outside.
    aspiration_growth = 2, 2..=4;
    /// A margin beyond this opens the window altogether. Unit: centipawns.
    aspiration_most = 600, 200..=1_800;
    /// The first iteration that has an aspiration window. Unit: plies.
    aspiration_depth = 5, 2..=9;

    // Depth.

    /// Check extension: it ends at this many times as many plies from the root as the iteration
    /// has.
    check_extension_factor = 2, 0..=6;
    /// Internal iterative reduction: the least remaining depth at which a node without a table
    /// move is searched a ply less. Unit: plies.
    internal_iterative_reduction_depth = 3, 1..=8;

    // Pruning of nodes.

    /// Reverse futility pruning: a static evaluation that is above beta by this for each ply left
    /// is the score. Unit: centipawns.
    reverse_futility_margin = 77, 30..=270;
    /// Reverse futility pruning: the greatest remaining depth. Unit: plies.
    reverse_futility_depth = 7, 4..=11;
    /// Razoring: a static evaluation that is below alpha by this for each ply left, and one more,
    /// is left to the quiescence search. Unit: centipawns.
    razoring_margin = 241, 50..=450;
    /// Razoring: the greatest remaining depth. Unit: plies.
    razoring_depth = 3, 0..=7;
    /// Null move pruning: the least remaining depth. Unit: plies.
    null_move_depth = 3, 1..=7;
    /// Null move pruning: by how much the search after the null move is shallower than after a
    /// move. Unit: plies.
    null_move_reduction = 3, 0..=7;
    /// Null move pruning: for this many plies left it is one ply shallower still. Unit: plies.
    null_move_depth_step = 4, 1..=8;
    /// Null move pruning: for each multiple of this by which the evaluation exceeds beta it is one
    /// ply shallower still. Unit: centipawns.
    null_move_surplus_step = 216, 50..=600;
    /// Null move pruning: at most this much shallower for that. Unit: plies.
    null_move_surplus_most = 3, 0..=7;

    /// ProbCut: the least remaining depth. Unit: plies.
    prob_cut_depth = 5, 3..=12;
    /// ProbCut: by how much a move has to be above beta in the shallower search. Unit: centipawns.
    prob_cut_margin = 224, 60..=400;
    /// ProbCut: by how much that search is shallower. Unit: plies.
    prob_cut_reduction = 4, 2..=6;

    // Singular extensions.

    /// Singular extensions: the least remaining depth. Unit: plies.
    singular_depth = 6, 4..=12;
    /// Singular extensions: the table move was searched at most this much less deep. Unit: plies.
    singular_table_depth = 3, 1..=5;
    /// Singular extensions: by how much the other moves have to be worse, for each ply left. Unit: tenths
    /// of a centipawn.
    singular_margin = 16, 5..=60;
    /// Singular extensions: by how much more for a second ply. Unit: centipawns.
    singular_double_margin = 37, 5..=120;
    /// Singular extensions: by how much less deep a table move is searched that is above beta and not
    /// alone. Unit: plies.
    singular_reduction = 1, 0..=3;

    // Pruning of moves.

    /// Late move pruning: the greatest remaining depth. Unit: plies.
    late_move_pruning_depth = 6, 3..=10;
    /// Late move pruning: this many moves plus the square of the remaining depth are tried before
    /// quiet ones are left out. Unit: moves.
    late_move_pruning_base = 7, 1..=8;
    /// Late move pruning: where the side to move is not improving, that number is divided by this.
    late_move_pruning_divisor = 2, 1..=4;
    /// Futility pruning: the greatest remaining depth. Unit: plies.
    futility_depth = 6, 3..=10;
    /// Futility pruning: the expected gain of a quiet move by itself. Unit: centipawns.
    futility_base = 64, 0..=200;
    /// Futility pruning: what more it can be hoped to win for each ply left. Unit: centipawns.
    futility_margin = 50, 10..=150;
    /// Futility pruning of noisy moves: the greatest remaining depth. Unit: plies.
    noisy_futility_depth = 4, 1..=8;
    /// Futility pruning of noisy moves: the expected gain of one beyond its SEE for each ply
    /// left, and one more. Unit: centipawns.
    noisy_futility_margin = 166, 40..=360;
    /// Exchange pruning: the greatest remaining depth. Unit: plies.
    exchange_pruning_depth = 6, 3..=10;
    /// Exchange pruning: a noisy move that loses more than this for each ply left is left out.
    /// Unit: centipawns.
    exchange_pruning_margin = 123, 30..=300;

    /// Exchange pruning of quiet moves: the greatest remaining depth. Unit: plies.
    quiet_exchange_pruning_depth = 6, 0..=10;
    /// Exchange pruning of quiet moves: one that loses more than this for each ply left is left out. Unit:
    /// centipawns.
    quiet_exchange_pruning_margin = 90, 15..=180;
    /// History pruning: the greatest remaining depth. Unit: plies.
    history_pruning_depth = 4, 0..=8;
    /// History pruning: a quiet move whose history is below 0 by more than this times the remaining
    /// depth is left out. Unit: points of history.
    history_pruning_margin = 3_451, 500..=8_000;

    // Late move reductions.

    /// Late move reductions: the least remaining depth. Unit: plies.
    late_move_reduction_depth = 3, 1..=7;
    /// Late move reductions: this many moves are searched to the full depth first. Unit: moves.
    late_move_reduction_moves = 2, 0..=6;
    /// The same where the window is open. Unit: moves.
    late_move_reduction_pv_moves = 3, 0..=7;
    /// Late move reductions: the summand beside the product of the logarithms. Unit: hundredths of a
    /// ply.
    late_move_reduction_base = 40, 0..=160;
    /// Late move reductions: the product of the logarithms of remaining depth and move number is
    /// divided by this. Unit: hundredths.
    late_move_reduction_divisor = 198, 50..=600;
    /// Late move reductions: for each multiple of this in history the reduction is one ply less. Unit: points of
    /// history.
    late_move_reduction_history = 3_879, 2_000..=24_000;
    /// Late move reductions: by how much less a quiet move that gives check is reduced. Unit: plies.
    late_move_reduction_check = 1, 0..=3;

    /// Late move reductions: by how much more a quiet move is reduced where one of the first should have
    /// refuted the position. Unit: plies.
    late_move_reduction_cut = 0, 0..=3;
    /// After a reduced search that is above alpha by more than this the full one is a ply deeper. Unit:
    /// centipawns.
    research_deeper_margin = 67, 10..=200;

    // Use of the clock.

    /// Moves assumed left in the game where the increment keeps the clock from running out. Unit: moves.
    time_horizon = 24, 12..=48;
    /// Moves assumed left in the game where no more time comes. Unit: moves.
    time_horizon_alone = 40, 40..=80;
    /// Part of an increment that is spent on the move it comes with. Unit: percent.
    time_increment = 75, 40..=110;
    /// After this part of a move's share no new iteration begins: it would take longer than all before it
    /// together. Unit: percent.
    time_soft = 70, 30..=140;
    /// After this part of a move's share the search stops. Unit: percent.
    time_hard = 350, 150..=700;
    /// Part of the difference by which the soft limit changes if the best move took more or less than its
    /// usual share of nodes; off, since no gain has been shown. Unit: percent.
    time_share = 0, 0..=250;
    /// Growth of the soft limit for each centipawn by which the score has dropped; off for the same
    /// reason. Unit: hundredths of a percent.
    time_drop = 0, 0..=300;

    // Quiescence search.

    /// Delta pruning: the most that a noisy move can be worth beyond its gain. Unit: centipawns.
    delta_margin = 200, 60..=400;
    /// The longest quiescence search. In games in which captured pieces stay on the board
    /// it has no end of its own. Unit: plies.
    quiescence_plies = 16, 6..=48;
    /// In the first iterations it is limited to this many plies for each iteration: with next to no
    /// time, a rough answer is better than none. Unit: plies.
    quiescence_plies_per_iteration = 4, 1..=8;
    /// After this many plies of it, exchanges that come out even are no longer looked at. Unit:
    /// plies.
    quiescence_even_plies = 2, 0..=6;
    /// The least gain of a move after that. Unit: centipawns.
    quiescence_least_gain = 100, 30..=300;
    /// In the first plies of it a side that must capture has nothing to stand on, and all its captures are looked at;
    /// later its static evaluation counts, or lines of nothing but captures would take all the time. Unit: plies.
    quiescence_compelled_plies = 4, 0..=12;

    // Histories.

    /// The bonus that a refutation adds to its histories, and subtracts from those of the moves tried before
    /// it, for the square of the remaining depth. Unit: points of history.
    history_bonus_square = 11, 2..=24;
    /// The same for the remaining depth itself. Unit: points of history.
    history_bonus_linear = 246, 0..=600;
    /// The most for one refutation. Unit: points of history.
    history_bonus_most = 1_813, 400..=4_800;
    /// Correction history: how far a search draws a correction towards its result, for each
    /// ply and centipawn. Unit: grains.
    correction_rate = 6, 1..=8;
    /// Correction history: weight of the corrections by the board, beside those by the last moves.
    /// Unit: percent.
    correction_structure = 85, 0..=150;
    /// Correction history: the most for one update. Unit: grains.
    correction_most = 4_096, 1_024..=12_288;
}
