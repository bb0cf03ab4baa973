//! The present as the games know it.

use chrono::Datelike;
use helgi_desk::moment::{GameDate, Moment, Occasion};
use helgi_record::time::local_now;
use std::sync::LazyLock;
use std::time::Instant;

/// The first moment: that at which somebody first asked.
static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the present moment.
pub fn now() -> Moment {
    Moment::after(FIRST.elapsed())
}

/// Returns the circumstances in which a game begins now, or is read.
pub(crate) fn occasion() -> Occasion {
    let today = local_now();
    let today = GameDate { year: today.year(), month: today.month(), day: today.day() };
    Occasion { now: now(), today, seed: fastrand::u64(..) }
}
