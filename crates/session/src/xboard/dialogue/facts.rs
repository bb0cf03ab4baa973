//! The session's notes about its job while it runs.

use super::state::Work;
use helgi_protocol::info::{ScoreBound, SearchInfo, SearchScore};
use helgi_protocol::notation::WireMove;
use std::time::Instant;

/// The session's facts about its job.
#[derive(Debug)]
pub struct Facts {
    /// The work.
    pub(super) work: Work,
    /// It has been stopped, and its answer is not wanted.
    pub(super) is_stale: bool,
    /// The move that it ponders has been played. It goes on pondering until XBoard's board is right: before that
    /// no move may be sent.
    pub(super) is_hit: bool,
    /// The time of its beginning.
    pub(super) began: Instant,
    /// Its last report.
    pub(super) last: SearchInfo,
    /// The last exact score of the best line, in centipawns.
    pub(super) score: Option<i32>,
    /// The move that it looks at, and its number.
    pub(super) current: Option<(WireMove, u32)>,
}

/// The score of a search's best line, in centipawns; `None` if it is but a bound.
pub(super) fn centipawns(info: &SearchInfo) -> Option<i32> {
    let is_best = info.bound == ScoreBound::Exact && info.multipv.is_none_or(|line| line == 1);
    info.score.filter(|_| is_best).map(|score| match score {
        SearchScore::Centipawns(value) => value,
        SearchScore::Mate(1..) => i32::MAX,
        SearchScore::Mate(_) => i32::MIN,
    })
}
