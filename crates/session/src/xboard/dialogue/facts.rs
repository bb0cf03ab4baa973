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
    /// The best moves of the last iteration with their scores, where several lines are searched.
    pub(super) lines: Vec<(i32, WireMove)>,
}

impl Facts {
    /// The facts of work that begins now.
    pub(super) fn new(work: Work) -> Self {
        Facts {
            work,
            is_stale: false,
            is_hit: false,
            began: Instant::now(),
            last: SearchInfo::default(),
            score: None,
            current: None,
            lines: Vec::new(),
        }
    }

    /// Notes the line of a report, behind the better ones.
    pub(super) fn note_line(&mut self, info: &SearchInfo) {
        let number = info.multipv.map_or(0, |number| number.saturating_sub(1) as usize);
        if let (Some(score), Some(&first)) = (exact(info), info.pv.first()) {
            // A later iteration begins with its first line, which drops those of the one before.
            self.lines.truncate(number);
            self.lines.push((score, first));
        }
    }
}

/// The score of a search's best line, in centipawns; `None` if it is but a bound.
pub(super) fn centipawns(info: &SearchInfo) -> Option<i32> {
    exact(info).filter(|_| info.multipv.is_none_or(|line| line == 1))
}

/// The score of a line in centipawns; `None` if it is but a bound.
fn exact(info: &SearchInfo) -> Option<i32> {
    info.score.filter(|_| info.bound == ScoreBound::Exact).map(|score| match score {
        SearchScore::Centipawns(value) => value,
        SearchScore::Mate(1..) => i32::MAX,
        SearchScore::Mate(_) => i32::MIN,
    })
}
