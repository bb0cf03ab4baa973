//! The pool: the parts of a match, played by several machines, that end together.
//!
//! Their saved matches lie in a folder that all of them see. Each part reads those of the others from time to
//! time; once all results together decide the sequential test, it notes the finding in its own and ends, and the
//! others end with it. A file that cannot be read at the moment counts as it was read last. Files are only read
//! here, and only the own one is ever written.

use super::comparison::difference;
use super::error::Error;
use super::pool_settings::PoolSettings;
use super::schedule::Schedule;
use super::settings::MatchSettings;
use super::sprt::SprtVerdict;
use super::standing::Standing;
use super::state::{PooledVerdict, State};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf, absolute};
use std::time::{Duration, Instant};

/// The number of looks in a row at which a file that was never read is reported.
const FAILURES: usize = 3;

/// The standing of all parts.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolStanding {
    /// All results.
    pub standing: Standing,
    /// Number of parts that have begun.
    pub parts: usize,
    /// The finding of the test of all results; `None` while it goes on.
    pub verdict: Option<SprtVerdict>,
}

/// The other parts, as they were seen last.
pub(super) struct Pool {
    files: String,
    pause: Duration,
    own: PathBuf,
    others: BTreeMap<PathBuf, Other>,
    next: Instant,
}

/// The saved match of another part.
#[derive(Default)]
struct Other {
    /// As it was read last.
    state: Option<State>,
    /// Number of times in a row that it could not be read.
    failures: usize,
}

/// The result of a look.
pub(super) struct PoolLook {
    pub pooled: PoolStanding,
    /// The finding to be noted.
    pub verdict: Option<PooledVerdict>,
    /// Remarks on files that do not count.
    pub warnings: Vec<String>,
}

impl Pool {
    /// The pool of a part that is saved at `own`; nothing is read yet.
    pub fn new(settings: &PoolSettings, own: &Path) -> Result<Pool, Error> {
        settings.check_own(own).map_err(Error::Settings)?;
        let (files, _) = settings.compiled().map_err(Error::Settings)?;
        let own = absolute(own).map_err(|error| Error::file(own, error))?;
        Ok(Pool { files, pause: settings.pause, own, others: BTreeMap::new(), next: Instant::now() })
    }

    /// The time of the next look.
    pub fn next(&self) -> Instant {
        self.next
    }

    /// Reads the other parts, and counts all results.
    pub fn look(&mut self, own: &State) -> PoolLook {
        let mut warnings = Vec::new();
        // The pattern has been checked. Folders that cannot be read have no files at the moment.
        let found: Vec<PathBuf> =
            glob::glob(&self.files).into_iter().flatten().filter_map(Result::ok).collect();
        for path in found.into_iter().filter(|path| *path != self.own) {
            let other = self.others.entry(path.clone()).or_default();
            match State::look_at(&path) {
                Ok(state) => *other = Other { state: Some(state), failures: 0 },
                Err(error) => {
                    other.failures += 1;
                    if other.state.is_none() && other.failures == FAILURES {
                        warnings.push(format!("{error}; the pool goes on without it"));
                    }
                }
            }
        }
        let mut parts: BTreeSet<_> = own.settings.part.into_iter().collect();
        let mut members = vec![own];
        for (path, other) in &self.others {
            let Some(state) = &other.state else { continue };
            let problem = match state.settings.part {
                None => Some("the whole match, expected a part".to_owned()),
                Some(part) if parts.contains(&part) => Some(format!("part {part} once more")),
                Some(_) => difference(own, state),
            };
            match problem {
                Some(problem) => {
                    let path = path.display();
                    warnings.push(format!("{path}: {problem}; the pool goes on without it"));
                }
                None => {
                    parts.extend(state.settings.part);
                    members.push(state);
                }
            }
        }
        self.next = Instant::now() + self.pause;
        let standing = standing(&own.settings, &members);
        // A finding stands, even if games that were in progress then would blur it.
        let noted = members.iter().filter_map(|state| state.pooled).min_by_key(|pooled| pooled.games);
        let games = standing.finished();
        let verdict = noted.or_else(|| standing.verdict().map(|verdict| PooledVerdict { verdict, games }));
        let found = verdict.map(|pooled| pooled.verdict);
        PoolLook { pooled: PoolStanding { standing, parts: parts.len(), verdict: found }, verdict, warnings }
    }
}

/// The standing of all games of some parts.
pub(super) fn standing(settings: &MatchSettings, members: &[&State]) -> Standing {
    let schedule = Schedule::new(settings);
    let mut standing = Standing::of_all(settings);
    for state in members {
        state.games.iter().for_each(|(&number, ending)| standing.add(&schedule.fixture(number), ending));
    }
    standing
}
