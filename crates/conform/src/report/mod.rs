//! The results of a run, and their forms.

mod junit;
mod text;

pub use crate::dialogue::DialogueLine;
pub use junit::junit;
pub use text::{details, line, markdown, summary, table};

use helgi_protocol::suite::SuiteLevel;
use serde::{Serialize, Serializer};

/// An engine as it was tested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TestedEngine {
    /// The name in the report.
    pub name: String,
    /// The name that the engine gives itself; empty if none.
    pub own_name: String,
    /// `uci` or `xboard`.
    pub protocol: &'static str,
    /// The reason why there was no handshake, without which most checks are left out.
    pub fault: Option<String>,
}

/// The verdict of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum ConformVerdict {
    /// All steps held.
    Passed,
    /// A step did not hold.
    Failed {
        /// The line of the step in its file; 0 if the engine did not start.
        line: usize,
        /// The step.
        step: String,
        /// The reason.
        reason: String,
    },
    /// The check says nothing about this engine.
    Skipped {
        /// The condition that does not hold.
        reason: String,
    },
    /// The time of the run was over before the check was done.
    Unfinished,
}

/// The result of a check of one engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckResult {
    /// The verdict.
    #[serde(flatten)]
    pub verdict: ConformVerdict,
    /// The time that it took.
    pub seconds: f64,
    /// The things said and answered.
    pub dialogue: Vec<DialogueLine>,
}

/// The results of a check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The name: `uci-stop/idle`, and the value behind it if there are several.
    pub name: String,
    /// The weight.
    #[serde(serialize_with = "level_name")]
    pub level: SuiteLevel,
    /// The demand.
    pub title: String,
    /// The place of the specification.
    pub source: String,
    /// A result for each engine, in their order; `None` if the check is about another protocol, or a game that
    /// the engine does not declare.
    pub results: Vec<Option<CheckResult>>,
}

/// The results of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ConformReport {
    /// The engines.
    pub engines: Vec<TestedEngine>,
    /// The checks in the order of the suite.
    pub checks: Vec<CheckReport>,
}

fn level_name<S: Serializer>(level: &SuiteLevel, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(level.name())
}

/// Counts of verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct VerdictCounts {
    /// The checks that an engine passed.
    pub passed: usize,
    /// Those that it failed, by their weight: MUST, SHOULD, NOTE.
    pub failed: [usize; 3],
    /// Those that say nothing about it.
    pub skipped: usize,
    /// Those that the end of the run's time left undone.
    pub unfinished: usize,
}

impl ConformReport {
    /// Counts the verdicts of an engine.
    pub fn counts(&self, engine: usize) -> VerdictCounts {
        let mut counts = VerdictCounts::default();
        for check in &self.checks {
            match check.result(engine).map(|result| &result.verdict) {
                Some(ConformVerdict::Passed) => counts.passed += 1,
                Some(ConformVerdict::Skipped { .. }) => counts.skipped += 1,
                Some(ConformVerdict::Unfinished) => counts.unfinished += 1,
                Some(ConformVerdict::Failed { .. }) => {
                    // In the order of `SuiteLevel`.
                    if let Some(count) = counts.failed.get_mut(check.level as usize) {
                        *count += 1;
                    }
                }
                None => {}
            }
        }
        counts
    }

    /// The number of checks of all engines that the end of the run's time left undone.
    pub fn unfinished(&self) -> usize {
        (0..self.engines.len()).map(|engine| self.counts(engine).unfinished).sum()
    }

    /// Returns true if an engine failed a check of at least this weight, or had no handshake.
    pub fn has_failed(&self, level: SuiteLevel) -> bool {
        let failed = |check: &CheckReport| {
            let mut results = check.results.iter().flatten();
            check.level <= level
                && results.any(|result| matches!(result.verdict, ConformVerdict::Failed { .. }))
        };
        self.engines.iter().any(|engine| engine.fault.is_some()) || self.checks.iter().any(failed)
    }

    /// The report as JSON, with all dialogues.
    ///
    /// # Errors
    ///
    /// If a number cannot be written, which none of these is.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

impl CheckReport {
    /// The result of an engine.
    pub fn result(&self, engine: usize) -> Option<&CheckResult> {
        self.results.get(engine)?.as_ref()
    }
}

#[cfg(test)]
mod tests;
