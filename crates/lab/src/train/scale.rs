//! Scores as the results that they promise.

use helgi_engine::internals::net::SCALE;

/// The result, from 0 to 1, that a score in units of [`SCALE`] promises.
#[inline]
pub fn expected(score: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-score))
}

/// The result, from 0 to 1, that a score in centipawns promises.
#[inline]
pub fn result_of(score: i16) -> f32 {
    expected(f32::from(score) / SCALE as f32)
}

/// The score, in centipawns, that promises a result; the largest where that is as good as certain.
pub fn score_of(result: f32) -> i16 {
    let most = f32::from(i16::MAX);
    (SCALE as f32 * libm::logf(result / (1.0 - result))).round().clamp(-most, most) as i16
}
