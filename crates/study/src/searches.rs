//! The searches that reviews and judgements are made of: by an engine at hand, or one by one by somebody else's.
//!
//! A study asks for its searches in an order that depends on their findings alone. So it can be carried on without an engine:
//! it runs through the findings so far, and ends at the first search that is missing.

use crate::stop::StudyStop;
use helgi_engine::search::{Bound, Engine, Iteration, Limits, SearchEvent};
use helgi_rules::Line;
use helgi_rules::board::Move;

/// A search that a study needs.
#[derive(Clone, Debug)]
pub struct StudySearch {
    /// The game up to the position.
    pub line: Line,
    /// The limits; the search is in full width.
    pub limits: Limits,
    /// True if the engine is to forget before what it knows.
    pub is_fresh: bool,
}

/// The finding of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StudyFinding {
    /// The score for the side to move: centipawns, or a proven win or loss.
    pub score: i32,
    /// The depth, in half-moves.
    pub depth: u32,
    /// The positions that were searched.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
    /// True if the score is exact, and the line one that was finished.
    pub is_exact: bool,
}

/// The next step of a study.
#[derive(Clone, Debug)]
pub enum StudyStep<T> {
    /// It needs a search.
    Search(Box<StudySearch>),
    /// It is done.
    Done(T),
}

/// A source of findings.
pub(crate) trait Searches {
    /// Searches the end of a line in full width; `None` if the study was stopped.
    fn search(&mut self, line: &Line, limits: &Limits, is_fresh: bool) -> Option<StudyFinding>;
}

/// An engine at hand.
pub(crate) struct EngineSearches<'a> {
    pub engine: &'a mut Engine,
    pub stop: &'a StudyStop,
}

impl Searches for EngineSearches<'_> {
    fn search(&mut self, line: &Line, limits: &Limits, is_fresh: bool) -> Option<StudyFinding> {
        if is_fresh {
            self.engine.forget();
        }
        let mut last: Option<Iteration> = None;
        let on_event = |event| {
            if let SearchEvent::Iteration(iteration) = event
                // Lines that were not finished, and further ones, do not count.
                && iteration.bound == Bound::Exact
                && iteration.multipv == 1
            {
                last = Some(iteration);
            }
        };
        let report = self.stop.search(self.engine, line, limits, on_event)?;
        let nodes = report.nodes;
        Some(match last {
            Some(Iteration { score, depth, pv, .. }) => {
                StudyFinding { score, depth, nodes, line: pv, is_exact: true }
            }
            None => {
                let line = report.best.into_iter().collect();
                StudyFinding { score: report.score, depth: report.depth, nodes, line, is_exact: false }
            }
        })
    }
}

/// The findings so far of somebody else's searches.
pub(crate) struct KnownSearches<'a> {
    findings: std::slice::Iter<'a, StudyFinding>,
    /// The first search that is missing.
    missing: Option<StudySearch>,
}

impl KnownSearches<'_> {
    /// Runs a study through the findings so far.
    pub fn run<T>(
        findings: &[StudyFinding],
        study: impl FnOnce(&mut KnownSearches<'_>) -> Option<T>,
    ) -> Option<StudyStep<T>> {
        let mut known = KnownSearches { findings: findings.iter(), missing: None };
        let done = study(&mut known).map(StudyStep::Done);
        done.or_else(|| known.missing.map(|missing| StudyStep::Search(Box::new(missing))))
    }
}

impl Searches for KnownSearches<'_> {
    fn search(&mut self, line: &Line, limits: &Limits, is_fresh: bool) -> Option<StudyFinding> {
        let known = self.findings.next().cloned();
        // Without an answer the study ends: its first missing search is the one that is asked for.
        if known.is_none() && self.missing.is_none() {
            self.missing = Some(StudySearch { line: line.clone(), limits: limits.clone(), is_fresh });
        }
        known
    }
}
