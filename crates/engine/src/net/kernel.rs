//! The loops in which a net spends its time, compiled for the features of the processor.
//!
//! They are plain loops over arrays of known length, which compilers turn into vector instructions;
//! the bench `net` would show if one no longer did.

use multiversion::multiversion;

/// The largest value of a hidden unit; it stands for 1.
pub const UNIT: i16 = 255;

/// Returns the accumulator of one view: the bias and the rows of all active features, added up without overflow.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub fn accumulate<const H: usize>(rows: &[[i16; H]], bias: &[i16; H], on: &[u16]) -> [i16; H] {
    let mut sums = *bias;
    for &row in on {
        if let Some(row) = rows.get(usize::from(row)) {
            for (sum, &weight) in sums.iter_mut().zip(row) {
                // Saturation costs nothing in vector instructions; a wrap would turn a large sum into its opposite.
                *sum = sum.saturating_add(weight);
            }
        }
    }
    sums
}

/// The weighted sum of the squares of the units, each first held between 0 and [`UNIT`].
///
/// Weights lie within 128 either way, so that a unit times its weight fits 16 bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub fn output<const H: usize>(units: &[i16; H], weights: &[i16; H]) -> i32 {
    let mut sum = 0;
    for (&unit, &weight) in units.iter().zip(weights) {
        let unit = unit.clamp(0, UNIT);
        sum += i32::from(unit) * i32::from(unit.wrapping_mul(weight));
    }
    sum
}
