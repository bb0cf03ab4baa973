//! Random numbers of games that are numbered: any machine draws the same for a game.

use fastrand::Rng;

/// The random numbers of a game of a plan. Plans with neighbouring seeds have nothing in common.
pub fn random_of(seed: u64, number: u32) -> Rng {
    Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(number))
}
