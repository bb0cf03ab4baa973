//! The numbers of the search that can be tuned, each with its unit and meaning.
//!
//! Nothing here computes anything, but for the table of reductions. A number that is a matter of
//! correctness rather than of taste stands beside the code it belongs to.

use std::array;

/// Up to this iteration nothing is pruned forward and nothing reduced: the search is full-width.
/// Unit: plies.
pub const FULL_WIDTH_DEPTH: i32 = 2;

/// Before this iteration a win in so many plies is looked for with nothing left out. A win in two
/// own moves is three plies long, so every such win is found as soon as any search could see it.
/// Unit: plies.
pub const PROOF_DEPTH: i32 = 3;

/// By the clock, that is expected to take as long as all before it times the number of legal moves,
/// divided by this.
pub const PROOF_GROWTH: u32 = 3;

/// From this half-move clock on, positions that differ only in the clock are different ones to the
/// transposition table, so that no score is believed that the move count would overtake. No game
/// counts fewer half-moves than this. Unit: half-moves.
pub const CLOCK_IN_KEY: u32 = 40;

/// Half the width of the first window around the last iteration's score. Unit: centipawns.
pub const ASPIRATION: i32 = 20;

/// The first iteration that is searched with such a window. Unit: plies.
pub const ASPIRATION_DEPTH: i32 = 5;

/// A static evaluation that is above beta by this much for each ply left is believed without a
/// search. Unit: centipawns.
pub const CALM_MARGIN: i32 = 90;

/// The greatest remaining depth at which it is. Unit: plies.
pub const CALM_DEPTH: i32 = 7;

/// The least remaining depth at which a turn without a move is tried. Unit: plies.
pub const NULL_DEPTH: i32 = 3;

/// By how much the search after such a turn is shallower. Unit: plies.
pub const NULL_REDUCTION: i32 = 3;

/// The greatest remaining depth at which hopeless moves are left out. Unit: plies.
pub const FUTILE_DEPTH: i32 = 6;

/// What a quiet move can be hoped to win by itself. Unit: centipawns.
pub const FUTILE_BASE: i32 = 90;

/// What more it can be hoped to win for each ply left. Unit: centipawns.
pub const FUTILE_MARGIN: i32 = 100;

/// A noisy move that stays below alpha even with what it gains and this, for each ply left and one
/// more, is left out. Unit: centipawns.
pub const FUTILE_GAIN_MARGIN: i32 = 120;

/// The greatest remaining depth at which it is. Unit: plies.
pub const FUTILE_GAIN_DEPTH: i32 = 4;

/// Whoever stands below alpha by this for each ply left, and one more, is left to the quiescence
/// search. Unit: centipawns.
pub const RAZOR_MARGIN: i32 = 150;

/// The greatest remaining depth at which that is so. Unit: plies.
pub const RAZOR_DEPTH: i32 = 3;

/// The greatest remaining depth at which only so many quiet moves are tried. Unit: plies.
pub const LATE_DEPTH: i32 = 6;

/// How many quiet moves are tried at remaining depth 0; the square of the depth comes on top.
pub const LATE_MOVES: i32 = 4;

/// A noisy move that loses more than this for each ply left is left out. Unit: centipawns.
pub const LOSING_MARGIN: i32 = 100;

/// The least remaining depth at which late moves are reduced. Unit: plies.
pub const REDUCTION_DEPTH: i32 = 3;

/// The least remaining depth at which a node without a known move is searched a ply less. Unit:
/// plies.
pub const UNKNOWN_DEPTH: i32 = 4;

/// In the quiescence search: what a noisy move can be worth beyond its gain. Unit: centipawns.
pub const QUIET_MARGIN: i32 = 100;

/// How long the quiescence search goes on. In games in which captured pieces stay on the board it
/// has no end of its own. Unit: plies.
pub const QUIET_PLIES: usize = 16;

/// In the first iterations it goes on for so many plies for each iteration: with next to no time, a
/// rough answer is better than none. Unit: plies.
pub const QUIET_PLIES_AT_FIRST: usize = 4;

/// After so many plies of it, exchanges that come out even are no longer looked at. Unit: plies.
pub const EVEN_PLIES: usize = 2;

/// What a move then has to gain. Unit: centipawns.
pub const LEAST_GAIN: i32 = 100;

/// How far a search `depth` plies deep draws the correction of an evaluation towards what it has found:
/// so many grains for each ply and centipawn.
pub const CORRECTION_RATE: i32 = 4;

/// How many grains of a correction make a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;

/// How many moves are picked one by one before the rest of a list is sorted.
pub const PICKS_BEFORE_SORT: usize = 6;

/// How many moves are then sorted at a time.
pub const SORTED_BLOCK: usize = 32;

/// By how many plies a late quiet move is searched less deep, by remaining depth and by the number
/// of moves tried before it.
#[derive(Clone, Debug)]
pub struct Reductions([[u8; 64]; 64]);

impl Reductions {
    /// The table: it grows with the logarithms of both.
    pub fn new() -> Self {
        let reduction = |depth: usize, number: usize| {
            if depth == 0 || number == 0 {
                return 0;
            }
            (0.8 + (depth as f64).ln() * (number as f64).ln() / 2.0) as u8
        };
        Reductions(array::from_fn(|depth| array::from_fn(|number| reduction(depth, number))))
    }

    /// The reduction of move number `number` at `depth` plies to go.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::new()
    }
}
