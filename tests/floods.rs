//! Engines that write without end: they take no memory, hold nobody up, and a warning counts the
//! dropped lines. One test, since it measures the memory of its whole process.

#![cfg(target_os = "linux")]

mod match_common;
mod side_by_side;

use helgi_match::openings::unjudged;
use helgi_match::settings::{EngineSettings, MatchSettings, Protocol};
use helgi_match::time::EngineClock;
use helgi_match::{End, Match, MatchEvent, MatchReport, MatchStop};
use side_by_side::side_by_side;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// An engine of the folder `match_play`.
fn engine(script: &str, mode: &str) -> EngineSettings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/match_play").join(script);
    let clock = Some("2".parse().unwrap());
    EngineSettings {
        name: mode.to_owned(),
        arguments: vec![path.display().to_string(), mode.to_owned(), "7777777".to_owned()],
        control: EngineClock { clock, ..EngineClock::default() },
        margin: LONG,
        ..EngineSettings::new("/bin/sh")
    }
}

/// The time that an engine gets which answers in the end, after a flood of 90 MB: seconds on an idle machine, a minute on a busy one.
const LONG: Duration = Duration::from_secs(300);

/// The time that one gets which does not answer.
const SHORT: Duration = Duration::from_millis(300);

/// The most memory that this process has had, in bytes.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim_end_matches("kB").trim().parse::<u64>().unwrap() * 1024
}

/// Plays a game of a flooding White; what came of it, and every warning.
fn play(white: EngineSettings, log: bool, patience: Duration) -> (MatchReport, Vec<String>, Vec<String>) {
    let (mut endings, mut warnings) = (Vec::new(), Vec::new());
    let settings = MatchSettings {
        recover: true,
        patience,
        log: log.then(|| "/dev/null".into()),
        ..MatchSettings::new(vec![white, engine("flooding_uci.sh", "slow")])
    };
    let report =
        Match::new(settings).unwrap().run(&MatchStop::new(), &mut unjudged, &mut |event| match event {
            MatchEvent::Finished { record, .. } => endings.push(record.ending.reason()),
            MatchEvent::Pooled(pool) => panic!("{pool:?}"),
            MatchEvent::Warning(text) => warnings.push((*text).to_owned()),
            MatchEvent::Started { .. } | MatchEvent::Moved { .. } => {}
        });
    (report, endings, warnings)
}

#[test]
fn floods_take_no_memory_and_hold_nobody_up() {
    let before = memory();
    let check = |mode: &str| {
        let taken = memory() - before;
        assert!(taken < 40_000_000, "{mode}: {taken} bytes");
    };
    let heard = [
        ("behind", false, None),
        ("long", false, Some("long: 3 lines of more than 65536 bytes were dropped, 90000003 bytes in all")),
        ("nearly", false, None),
        ("errors", true, None),
    ];
    side_by_side(4, &heard, |_, &(mode, log, warning)| {
        let (report, endings, warnings) = play(engine("flooding_uci.sh", mode), log, LONG);
        assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
        // It was read to its end: the answer to its second turn comes after the flood.
        assert_eq!(endings, ["White makes an illegal move: (none)"], "{mode}");
        assert_eq!(warnings, warning.into_iter().collect::<Vec<_>>(), "{mode}");
        check(mode);
    });
    let lost = [
        ("flooding_uci.sh", Protocol::Uci, "endless", "White's connection stalls"),
        ("flooding_xboard.sh", Protocol::Xboard, "parts", "White makes an illegal move: 7777777,7777777,"),
    ];
    side_by_side(4, &lost, |_, &(script, protocol, mode, ending)| {
        let control = EngineClock { move_time: Some(Duration::from_millis(200)), ..EngineClock::default() };
        let (report, endings, _) = play(
            EngineSettings { protocol, control, margin: Duration::ZERO, ..engine(script, mode) },
            false,
            SHORT,
        );
        assert!(matches!(report.end, End::Complete), "{mode}: {:?}", report.end);
        assert!(endings.len() == 1 && endings[0].starts_with(ending), "{mode}: {endings:?}");
        check(mode);
    });
    let refused = [
        ("flooding_uci.sh", Protocol::Uci, "options", "options: more than 1000 options"),
        ("flooding_xboard.sh", Protocol::Xboard, "not-done", "not-done: more than 1000 features"),
        ("flooding_xboard.sh", Protocol::Xboard, "features", "features: more than 1000 features"),
        ("flooding_xboard.sh", Protocol::Xboard, "options", "options: more than 1000 features"),
    ];
    side_by_side(4, &refused, |_, &(script, protocol, mode, problem)| {
        let (report, endings, _) = play(EngineSettings { protocol, ..engine(script, mode) }, false, LONG);
        let End::Failed(error) = report.end else { panic!("{mode}: {:?} {endings:?}", report.end) };
        assert_eq!(error.to_string(), problem);
        check(mode);
    });
}
