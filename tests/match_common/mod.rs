//! Helpers that the tests of matches share.

// Not every test needs all of it.
#![allow(dead_code)]

use helgi_match::settings::{EngineSettings, MatchSettings};
use helgi_match::time::EngineClock;
use helgi_match::{Match, MatchEvent, MatchReport, MatchStop};
use helgi_rules::Line;
use helgi_study::BalanceJudge;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub const HELGI: &str = env!("CARGO_BIN_EXE_helgi");

/// The engine, limited in its nodes, so that its play does not depend on time.
pub fn helgi(name: &str, nodes: u64) -> EngineSettings {
    EngineSettings {
        name: name.to_owned(),
        options: vec![("Hash".to_owned(), "1".to_owned())],
        control: EngineClock { nodes: Some(nodes), ..EngineClock::default() },
        ..EngineSettings::new(HELGI)
    }
}

/// An empty folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("helgi-matches-{}-{name}", std::process::id()));
    // A run that failed may have left one of this name.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Judges random openings as `helgi match` does.
pub fn judge() -> impl FnMut(&Line) -> Option<u32> {
    let mut judge = BalanceJudge::new().unwrap();
    move |line| judge.advantage(line)
}

/// Plays a match; also how each game ended, by the games' numbers.
pub fn play(settings: MatchSettings) -> (MatchReport, Vec<String>) {
    let mut endings = Vec::new();
    let report = Match::new(settings).unwrap().run(&MatchStop::new(), &mut judge(), &mut |event| {
        if let MatchEvent::Finished { fixture, record, .. } = event {
            endings.push((fixture.number, format!("{} {}", record.ending.result(), record.ending.reason())));
        }
    });
    endings.sort();
    (report, endings.into_iter().map(|(_, ending)| ending).collect())
}

/// Runs `helgi match` with these words.
pub fn helgi_match(words: &[&str]) -> Child {
    let mut command = Command::new(HELGI);
    command.arg("match").args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}
