//! All checks of all engines, side by side, each with a process of its own.

use crate::dialogue::Dialogue;
use crate::facts::{Facts, main_game};
use crate::report::{CheckReport, CheckResult, ConformReport, ConformVerdict, TestedEngine};
use crate::steps;
use crossbeam_channel::unbounded;
use helgi_match::settings::{EngineSettings, Protocol};
use helgi_protocol::suite::{SuiteCheck, SuiteEach, SuiteEntry, SuiteNeed, SuiteProtocol, SuiteStep};
use helgi_protocol::transcript::TranscriptStep;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct ConformSettings {
    /// The engines, with different names.
    pub engines: Vec<EngineSettings>,
    /// The checks that are to be done.
    pub checks: Vec<SuiteCheck>,
    /// The factor by which all time limits are longer, at least 1.
    pub slow: f64,
    /// The number of checks that are done at the same time.
    pub jobs: usize,
    /// The most time of one check, to be multiplied by `slow`: one that lasts longer fails.
    pub check_time: Duration,
    /// The most time of the run, if there is one: what is not done by then is [unfinished](ConformVerdict::Unfinished).
    pub time: Option<Duration>,
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub struct ConformProgress<'a> {
    /// The number of checks that are done.
    pub done: usize,
    /// The number of all.
    pub all: usize,
    /// The name of the engine of the check that was done last.
    pub engine: &'a str,
    /// The name of this check.
    pub check: &'a str,
    /// Its verdict.
    pub verdict: &'a ConformVerdict,
}

/// A check of an engine, with the value it is done for.
struct Job<'a> {
    engine: usize,
    check: &'a SuiteCheck,
    each: String,
    /// The reason not to do it.
    skipped: Option<String>,
}

impl Job<'_> {
    fn name(&self) -> String {
        match &self.check.each {
            SuiteEach::Once => self.check.name.clone(),
            _ => format!("{}/{}", self.check.name, self.each),
        }
    }
}

/// Runs the checks; `news` is called after each.
pub fn run(settings: &ConformSettings, mut news: impl FnMut(ConformProgress)) -> ConformReport {
    let end = settings.time.and_then(|time| Instant::now().checked_add(time));
    let mut engines = Vec::new();
    let mut facts = Vec::new();
    // Nothing can be checked of programs that cannot be started.
    let mut absent = HashSet::new();
    for (number, engine) in settings.engines.iter().enumerate() {
        let (found, fault) = probe(engine, settings.slow).unwrap_or_else(|error| {
            absent.insert(number);
            (Facts::default(), Some(error))
        });
        engines.push(TestedEngine {
            name: engine.name.clone(),
            own_name: found.name.clone(),
            protocol: protocol(engine).name(),
            fault,
        });
        facts.push(found);
    }
    let jobs = plan(settings, &facts, &engines, &absent);
    let next = AtomicUsize::new(0);
    let (sender, results) = unbounded();
    let mut done: BTreeMap<usize, CheckResult> = BTreeMap::new();
    thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1).min(jobs.len()) {
            let (sender, jobs, next) = (sender.clone(), &jobs, &next);
            scope.spawn(move || {
                loop {
                    // Each number goes to one thread; nothing else depends on it.
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(number) else { return };
                    let Some(engine) = settings.engines.get(job.engine) else { return };
                    if sender.send((number, check(job, engine, settings, end))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, result) in results {
            if let Some(job) = jobs.get(number)
                && let Some(engine) = engines.get(job.engine)
            {
                news(ConformProgress {
                    done: done.len() + 1,
                    all: jobs.len(),
                    engine: &engine.name,
                    check: &job.name(),
                    verdict: &result.verdict,
                });
            }
            done.insert(number, result);
        }
    });
    collect(engines, &jobs, done)
}

/// The protocol of an engine's checks.
fn protocol(engine: &EngineSettings) -> SuiteProtocol {
    match engine.protocol {
        Protocol::Uci => SuiteProtocol::Uci,
        Protocol::Usi => SuiteProtocol::Usi,
        Protocol::Ucci => SuiteProtocol::Ucci,
        Protocol::Xboard => SuiteProtocol::Xboard,
    }
}

/// The declarations of an engine, and the reason why there are none; an error if it cannot be started.
fn probe(engine: &EngineSettings, slow: f64) -> Result<(Facts, Option<String>), String> {
    let mut dialogue = Dialogue::start(engine, protocol(engine), slow)
        .map_err(|error| format!("{}: {error}", engine.command.display()))?;
    let fault = steps::start(&mut dialogue, engine).err();
    Ok((dialogue.facts, fault))
}

/// The jobs in the order of the suite, so that several engines wait at the same time.
fn plan<'a>(
    settings: &'a ConformSettings,
    facts: &[Facts],
    engines: &[TestedEngine],
    absent: &HashSet<usize>,
) -> Vec<Job<'a>> {
    let mut jobs = Vec::new();
    for check in &settings.checks {
        for (number, ((engine, facts), tested)) in settings.engines.iter().zip(facts).zip(engines).enumerate()
        {
            if protocol(engine) != check.protocol {
                continue;
            }
            let values = match &check.each {
                SuiteEach::Once => vec![String::new()],
                SuiteEach::Words(words) => words.clone(),
                SuiteEach::Variant => facts.known_variants(main_game(check.protocol)),
            };
            for each in values {
                // Without a handshake there is nothing to check but the handshake.
                let is_handshake = check.name.contains("-handshake/");
                let skipped = match &tested.fault {
                    Some(fault) if !is_handshake || absent.contains(&number) => {
                        Some(format!("no handshake: {fault}"))
                    }
                    _ if !is_handshake
                        && is_about_main_game(check)
                        && !facts.plays(main_game(check.protocol)) =>
                    {
                        Some(format!("no {} among its games", main_game(check.protocol)))
                    }
                    // Such an engine is started anew for each game.
                    _ if facts.feature("reuse") == Some("0") && has_second_game(check, &each) => {
                        Some("no feature reuse=1".to_owned())
                    }
                    _ => facts.lacks(&check.needs, &each).map(|need| format!("no {need}")),
                };
                jobs.push(Job { engine: number, check, each, skipped });
            }
        }
    }
    jobs
}

/// Returns true if a check names no other game.
fn is_about_main_game(check: &SuiteCheck) -> bool {
    check.each != SuiteEach::Variant && !check.needs.iter().any(|need| matches!(need, SuiteNeed::Variant(_)))
}

/// Returns true if a check of XBoard's protocol begins a second game.
fn has_second_game(check: &SuiteCheck, each: &str) -> bool {
    let games = |entry: &SuiteEntry| match &entry.step {
        SuiteStep::Dialogue(TranscriptStep::Send { bytes, times }) if bytes.trim_ascii() == b"new" => *times,
        _ => 0,
    };
    check.steps(each).is_ok_and(|steps| steps.iter().map(games).sum::<u32>() > 1)
}

/// Does a check, if the run's time has not ended.
fn check(
    job: &Job,
    engine: &EngineSettings,
    settings: &ConformSettings,
    end: Option<Instant>,
) -> CheckResult {
    let began = Instant::now();
    let result =
        |verdict, dialogue| CheckResult { verdict, seconds: began.elapsed().as_secs_f64(), dialogue };
    if let Some(reason) = &job.skipped {
        return result(ConformVerdict::Skipped { reason: reason.clone() }, Vec::new());
    }
    let has_ended = || end.is_some_and(|end| Instant::now() >= end);
    if has_ended() {
        return result(ConformVerdict::Unfinished, Vec::new());
    }
    let failed = |line, step: String, reason: String| ConformVerdict::Failed { line, step, reason };
    let entries = match job.check.steps(&job.each) {
        Ok(entries) => entries,
        Err(error) => return result(failed(error.line, String::new(), error.to_string()), Vec::new()),
    };
    let mut dialogue = match Dialogue::start(engine, job.check.protocol, settings.slow) {
        Ok(dialogue) => dialogue,
        Err(error) => return result(failed(0, String::new(), error.to_string()), Vec::new()),
    };
    let most = dialogue.scaled(settings.check_time);
    let limit = began.checked_add(most);
    dialogue.deadline = limit.into_iter().chain(end).min();
    for entry in &entries {
        let taken = steps::take(&mut dialogue, entry, engine);
        if has_ended() {
            return result(ConformVerdict::Unfinished, dialogue.into_lines());
        }
        let is_over = limit.is_some_and(|limit| Instant::now() >= limit);
        let in_time = if is_over {
            Err(format!("the check lasts longer than {} s", most.as_secs_f64()))
        } else {
            taken
        };
        if let Err(reason) = in_time {
            // The lines that are still on their way explain the failure.
            dialogue.take_ready();
            return result(failed(entry.line, entry.text.clone(), reason), dialogue.into_lines());
        }
    }
    result(ConformVerdict::Passed, dialogue.into_lines())
}

/// The results by check, with a place for each engine.
fn collect(
    engines: Vec<TestedEngine>,
    jobs: &[Job],
    mut done: BTreeMap<usize, CheckResult>,
) -> ConformReport {
    let mut checks: Vec<CheckReport> = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let name = job.name();
        let at = checks.iter().position(|check| check.name == name).unwrap_or_else(|| {
            checks.push(CheckReport {
                name,
                level: job.check.level,
                title: job.check.title.replace("{each}", &job.each),
                source: job.check.source.clone(),
                results: engines.iter().map(|_| None).collect(),
            });
            checks.len() - 1
        });
        if let Some(place) = checks.get_mut(at).and_then(|check| check.results.get_mut(job.engine)) {
            *place = done.remove(&number);
        }
    }
    ConformReport { engines, checks }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fault of an engine that is a shell script.
    #[cfg(unix)]
    fn fault_of(script: &str, protocol: Protocol) -> String {
        let engine = EngineSettings {
            arguments: vec!["-c".to_owned(), script.to_owned()],
            protocol,
            ..EngineSettings::new("/bin/sh")
        };
        probe(&engine, 1.0).unwrap().1.unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_never_stops_writing_is_not_listened_to_for_ever() {
        for (script, protocol, fault) in [
            ("exec yes option name A type button", Protocol::Uci, "more than 1000 options are announced"),
            ("exec yes feature nonsuch=1", Protocol::Xboard, "more than 1000 features are announced"),
            (
                "exec yes",
                Protocol::Uci,
                "`uciok` does not come: the engine has written more than 300000 lines",
            ),
            (
                "line=$(head -c 60000 /dev/zero | tr '\\0' a); exec yes info string $line",
                Protocol::Uci,
                "`uciok` does not come: the engine has written more than 16 MiB",
            ),
            (
                "echo uciok; exec yes info depth 1",
                Protocol::Uci,
                "`readyok` does not come: the engine has written more than 300000 lines",
            ),
        ] {
            assert_eq!(fault_of(script, protocol), fault, "{script}");
        }
    }

    #[test]
    fn second_games_are_seen() {
        let checks = crate::built_in().unwrap();
        let has = |name: &str, each: &str| {
            let check = checks.iter().find(|check| check.name == name).unwrap();
            has_second_game(check, each)
        };
        assert!(has("xboard-moves/new-often", "") && has("xboard-sessions/xboard", "again"));
        assert!(!has("xboard-moves/answer", "") && !has("xboard-sessions/xboard", "white"));
    }

    /// Runs the checks of `isready` with an engine that answers only that.
    #[cfg(unix)]
    fn verdicts(check_time: Duration, time: Option<Duration>) -> ConformReport {
        let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; quit) exit;; esac; done";
        let engine = EngineSettings {
            arguments: vec!["-c".to_owned(), script.to_owned()],
            ..EngineSettings::new("/bin/sh")
        };
        let mut checks = crate::built_in().unwrap();
        checks.retain(|check| {
            ["uci-handshake/isready", "uci-handshake/ucinewgame"].contains(&check.name.as_str())
        });
        let settings =
            ConformSettings { engines: vec![engine], checks, slow: 1.0, jobs: 2, check_time, time };
        run(&settings, |_| ())
    }

    #[cfg(unix)]
    #[test]
    fn a_check_and_a_run_have_their_time() {
        let counts = |report: &ConformReport| {
            let counts = report.counts(0);
            (counts.passed, counts.failed[0], counts.unfinished)
        };
        let minute = Duration::from_secs(60);
        let report = verdicts(minute, Some(60 * minute));
        assert_eq!(counts(&report), (report.checks.len(), 0, 0));
        assert!(!report.checks.is_empty());
        let slow = verdicts(Duration::from_nanos(1), None);
        assert_eq!(counts(&slow), (0, report.checks.len(), 0));
        let Some(ConformVerdict::Failed { reason, .. }) =
            slow.checks[0].result(0).map(|result| &result.verdict)
        else {
            panic!("{slow:?}")
        };
        assert_eq!(reason, "the check lasts longer than 0.000000001 s");
        let cut = verdicts(minute, Some(Duration::ZERO));
        assert_eq!(counts(&cut), (0, 0, report.checks.len()));
        assert_eq!(cut.unfinished(), report.checks.len());
    }
}
