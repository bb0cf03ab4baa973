//! The weights of `operational2`, written by `helgi tune operational2 --write`. Their meanings are in
//! `mod.rs`.
//!
//! Set by hand, the material after results of self-play; what was fitted since has not been shown to gain
//! (`docs/experiments`).

use super::Operational2Weights;

#[rustfmt::skip]
pub(super) const WEIGHTS: Operational2Weights = Operational2Weights {
    material: [80, 220, 320, 290, 800, 400, 400, 100, 80, 60, 240, 40, 120],
    objectives: [0, 450, 600, 720, 820, 910],
    rank: [
        [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
    file: [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
    reach: [2, 1, 3, 3, 2, 0, 0, 4, 4, 4, 2, 0, 0],
    siege: [8, 0, 8, 8, 8, 0, 0, 8, 8, 8, 8, 0, 0],
    approach: [12, 8],
    under_fire: 10,
    next_victim: 10,
    shot_at: 24,
    attacked: 16,
    tempo: 15,
};
