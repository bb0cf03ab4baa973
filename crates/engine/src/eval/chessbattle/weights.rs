//! The weights of `chessbattle`, written by `helgi tune chessbattle --write`. Their meanings are in `mod.rs`;
//! `s` is a score in centipawns for the opening and one for the ending.
//!
//! `helgi tune chessbattle --positions 80000 --nodes 600 --seed 5 --rounds 300 --search-share 1 --slope 400
//! --freedom 6`, 2026-11-21: error on the games fitted to from 0.4275 to 0.4272, on those held out from
//! 0.4312 to 0.4310.

use super::ChessBattleWeights;
use crate::eval::tapered::tapered as s;

#[rustfmt::skip]
pub(super) const WEIGHTS: ChessBattleWeights = ChessBattleWeights {
    material: [s(0, 0), s(1163, 1228), s(289, 368), s(699, 656), s(440, 427), s(693, 753), s(99, 119)],
    rank: [
        [
            s(1, 1), s(-7, -4), s(-20, -2), s(-22, 2), s(-32, 1), s(-40, 1),
            s(-48, 0), s(-56, 0), s(-64, 0), s(-71, 0), s(-80, 0), s(-88, 0),
        ],
        [
            s(0, -1), s(1, 1), s(5, 0), s(4, 1), s(4, 1), s(1, -1),
            s(-4, 0), s(-7, -1), s(-4, -2), s(1, 1), s(0, 0), s(0, 0),
        ],
        [
            s(-5, -4), s(-12, -8), s(-4, -4), s(-4, -4), s(0, 0), s(-1, -2),
            s(1, 1), s(5, 3), s(3, 2), s(4, 2), s(5, 6), s(8, 8),
        ],
        [
            s(-6, -5), s(-11, -6), s(-6, -2), s(-2, -3), s(11, 2), s(8, 5),
            s(10, 9), s(-2, 2), s(-1, 2), s(-1, -2), s(0, 0), s(0, -1),
        ],
        [
            s(1, 1), s(-3, -2), s(0, -1), s(1, -2), s(1, 2), s(-1, -1),
            s(-1, -4), s(2, 4), s(0, 0), s(1, 2), s(0, 0), s(0, 0),
        ],
        [
            s(-3, 0), s(1, 1), s(1, -1), s(3, 2), s(3, 2), s(-1, 0),
            s(-3, 0), s(-3, -3), s(4, 1), s(0, 0), s(1, 0), s(-2, -2),
        ],
        [
            s(-1, 1), s(3, 1), s(0, 0), s(-1, -1), s(2, -1), s(1, 0),
            s(-1, -1), s(-4, -1), s(-2, -2), s(-3, 0), s(0, 1), s(0, 0),
        ],
    ],
    file: [
        [s(0, 0), s(-1, 0), s(1, 1), s(1, 1), s(-2, 2), s(1, -4), s(0, 0)],
        [s(0, 1), s(-2, 0), s(1, 2), s(0, 0), s(1, -1), s(-1, -1), s(0, 0)],
        [s(-1, -1), s(-2, -2), s(1, 1), s(0, 0), s(1, 1), s(2, 1), s(0, 0)],
        [s(3, 5), s(-1, -5), s(0, -1), s(-8, 2), s(0, -1), s(5, 0), s(0, 0)],
        [s(0, 1), s(1, -3), s(1, 3), s(0, 2), s(-3, 1), s(0, -3), s(0, 0)],
        [s(2, 0), s(0, 1), s(0, 1), s(-2, 2), s(0, -3), s(0, 0), s(0, 0)],
        [s(0, 1), s(0, 4), s(-1, 4), s(0, -3), s(0, -1), s(0, -4), s(0, 0)],
    ],
    reach: [s(-6, 4), s(1, 1), s(1, -4), s(7, 3), s(5, 3), s(3, 4), s(1, 4)],
    mobility: [s(0, 0), s(1, 3), s(3, 2), s(0, 0), s(0, 0), s(2, -1), s(0, 0)],
    under_fire: 2,
    advance: [
        s(0, 1), s(0, 0), s(0, 1), s(1, 1), s(2, 3), s(4, 3),
        s(5, 9), s(8, 16), s(12, 26), s(19, 43), s(51, 106), s(0, 0),
    ],
    siege: [s(0, 0), s(3, 4), s(10, 3), s(2, 0), s(7, 5), s(0, 2), s(0, 3)],
    near: [s(1, 15), s(3, 12)],
    shelter: s(8, -1),
    approach: s(-5, 4),
    off_centre: s(0, 2),
    tempo: 12,
};
