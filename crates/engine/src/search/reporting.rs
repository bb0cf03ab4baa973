//! Reports of the main thread while it searches.

use super::event::{SearchEvent, SearchReport};
use super::params::REPORT_DETAILS_AFTER;
use super::root_move::{RootLine, RootMove};
use super::table::Bound;
use super::worker::Worker;
use crate::eval::Evaluate;
use helgi_rules::Position;
use helgi_rules::board::Move;

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// Reports the exact line number `line` of an iteration that is complete.
    pub fn report_exact(&mut self, line: usize) {
        if let Some(exact) = self.roots.get(line).and_then(|root| root.exact.clone()) {
            self.report_line(line, exact, Bound::Exact);
        }
    }

    /// Reports an interrupted iteration: all lines, if the best is new and exact. `told` is the last report
    /// before it. The last line that was reported is in any case of the best move; its score may be a bound,
    /// where a move has just proved better than the others.
    pub fn report_interrupted(&mut self, lines: usize, told: &SearchReport) {
        let Some(best) = self.roots.first() else { return };
        let is_news = best
            .exact
            .as_ref()
            .is_some_and(|exact| told.best != Some(best.played) || told.depth < exact.depth as u32);
        let shown = match &best.exact {
            Some(exact) if is_news && lines == 1 => Some((exact, Bound::Exact)),
            // The exact score of several lines' best may be of the iteration before, and less than the second's.
            _ => best.newest(),
        };
        let is_untold = is_news || self.progress.reported != Some(best.played);
        if let Some((found, bound)) = shown.filter(|_| is_untold) {
            self.report_line(0, found.clone(), bound);
        }
        if is_news {
            for line in 1..lines {
                // Likewise: a move may have proved best of the rest, and have been searched again since.
                if let Some((found, bound)) = self.roots.get(line).and_then(RootMove::newest) {
                    self.report_line(line, found.clone(), bound);
                }
            }
        }
    }

    /// Reports that the score of line number `line` lies outside the aspiration window. Not in the
    /// first seconds.
    pub fn report_bound(&mut self, line: usize, score: i32, bound: Bound) {
        if self.reports_details()
            && let Some(root) = self.roots.get(line)
        {
            let (depth, seldepth) = (self.progress.iteration, self.progress.seldepth);
            let found = RootLine { score, depth, seldepth, moves: root.line.clone() };
            self.report_line(line, found, bound);
        }
    }

    /// Reports which move of the root is looked at, from 1. Not in the first seconds.
    pub fn report_current(&mut self, played: Move, number: usize) {
        if self.reports_details() {
            let depth = self.progress.iteration as u32;
            self.report(SearchEvent::CurrentMove { depth, played, number });
        }
    }

    fn report_line(&mut self, line: usize, found: RootLine, bound: Bound) {
        let Some(watch) = &self.watch else { return };
        if line == 0 {
            self.progress.reported = found.moves.first().copied();
        }
        let elapsed = watch.control.elapsed();
        let fullness = self.shared.table.fullness();
        let iteration = found.told(line + 1, bound, self.total_nodes(), elapsed, fullness);
        self.report(SearchEvent::Iteration(iteration));
    }

    fn report(&mut self, event: SearchEvent) {
        if let Some(watch) = &mut self.watch {
            (watch.events)(event);
        }
    }

    fn reports_details(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.control.elapsed() >= REPORT_DETAILS_AFTER)
    }
}
