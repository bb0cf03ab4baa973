//! Balance of openings: a short search judges the random ones of matches.

use helgi_engine::internals::search::is_decided;
use helgi_engine::search::{Control, Engine, Limits, OutOfMemory};
use helgi_rules::Line;

/// The number of positions that are searched for a line.
const NODES: u64 = 2000;

/// A small engine that looks at the ends of lines.
pub struct BalanceJudge(Engine);

impl BalanceJudge {
    /// A judge with a table of a megabyte.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn new() -> Result<BalanceJudge, OutOfMemory> {
        Engine::new(1, 1).map(BalanceJudge)
    }

    /// The size of the score at the end of a line, in centipawns; `None` if the search sees the end of
    /// the game. The same line has always the same score.
    pub fn advantage(&mut self, line: &Line) -> Option<u32> {
        self.0.forget();
        let (limits, control) = (Limits::to_nodes(NODES), Control::default());
        let report = self.0.search_any(line.present(), line.history(), &limits, &control, |_| ());
        (!is_decided(report.score)).then_some(report.score.unsigned_abs())
    }
}
