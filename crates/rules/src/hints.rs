//! Facts that a game tells an evaluation which knows nothing else of it.

use crate::board::{Kind, Square};

/// The hints of a game to an evaluation that is not made for it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EvalHints {
    /// By kind: the worth in centipawns, where the game states one.
    pub worths: Vec<Option<i32>>,
    /// By side: the kinds that win on squares of the goal.
    pub runners: [Vec<Kind>; 2],
    /// By side: the squares of the goal.
    pub goals: [Vec<Square>; 2],
    /// By side and kind: the squares where such a piece wins by arriving, whatever the other side does.
    pub wins_at: [Vec<Vec<Square>>; 2],
    /// True if a side wins that loses its pieces.
    pub losing_wins: bool,
    /// True if the captor is never captured back: captures explode, it stays where it is, or it changes sides.
    pub no_recapture: bool,
    /// True if only mate wins at once.
    pub only_mate_wins: bool,
    /// True if nothing is captured, and who cannot move on what walls have left of the board loses.
    pub room_decides: bool,
}
