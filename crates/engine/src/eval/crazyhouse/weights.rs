//! The weights of `crazyhouse`, written by `helgi tune crazyhouse --write`. Their meanings are in `mod.rs`.
//!
//! Set by hand.

use super::CrazyhouseWeights;

#[rustfmt::skip]
pub(super) const WEIGHTS: CrazyhouseWeights = CrazyhouseWeights {
    on_board: [0, 0, 0, 0, 0],
    reserved: [900, 460, 330, 340, 130],
    open_king: -6,
};
