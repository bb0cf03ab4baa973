//! Reports of studies that were written as JSON.

use super::ROUND;
use crate::cli::{about, counted, invalid, plain_text};
use helgi_files::read_input;
use helgi_lab::studies::{StudyGame, StudyHead, StudyReport, VERSION};
use helgi_notation::decode_text;
use helgi_rules::Game;
use helgi_rules::games::GameId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The largest report that is read. Unit: bytes.
const LARGEST: u64 = 1 << 30;

/// The version of a report of any version.
#[derive(Deserialize)]
struct ReportVersion {
    version: u32,
}

/// Reads a report.
pub fn read(path: &Path) -> io::Result<StudyReport> {
    let bytes = read_input(path, LARGEST).map_err(|error| about(path, &error))?;
    // Some shells redirect outputs to files in UTF-16.
    let (text, _) = decode_text(&bytes).map_err(|error| about(path, &error.into()))?;
    // Another version has other fields: its number comes first.
    if let Ok(ReportVersion { version }) = serde_json::from_str(&text)
        && version != VERSION
    {
        return Err(invalid(format!(
            "{}: a report of version {version}, expected {VERSION}; make it again with this version of helgi",
            path.display()
        )));
    }
    serde_json::from_str(&text).map_err(|error| {
        invalid(format!("{}: {error}, expected the output of `helgi variants study --json`", path.display()))
    })
}

/// The games of a report of a game, by their numbers.
///
/// # Errors
///
/// If a game is not legal, there twice, or not one of the study.
pub fn games(report: &StudyReport, game: GameId) -> Result<BTreeMap<u32, StudyGame>, String> {
    let all = u64::from(report.head.rounds) * u64::from(ROUND);
    let mut games = BTreeMap::new();
    for recorded in &report.record {
        let number = u64::from(recorded.number) + 1;
        if number > all {
            return Err(format!("game {number}, expected numbers up to {all}"));
        }
        let played = recorded.read(game).map_err(|error| error.to_string())?;
        if games.insert(played.number, played).is_some() {
            return Err(format!("game {number} is there twice, expected each game once"));
        }
    }
    Ok(games)
}

/// Returns an error if a report is about another game or other rules.
pub fn check_game(head: &StudyHead, game: GameId) -> Result<(), String> {
    if head.game == game.name() && head.fingerprint == game.fingerprint() {
        return Ok(());
    }
    Err(format!("a study of {} with other rules, expected one of {}", head.game, game.name()))
}

/// Reads the games of the reports of parts.
pub fn joined(files: &[PathBuf], game: GameId) -> io::Result<(StudyHead, Vec<StudyGame>)> {
    let mut first: Option<StudyHead> = None;
    let mut all_games: BTreeMap<u32, StudyGame> = BTreeMap::new();
    for path in files {
        let refuse = |what: String| invalid(format!("{}: {what}", path.display()));
        let report = read(path)?;
        check_game(&report.head, game).map_err(refuse)?;
        let expected = first.get_or_insert_with(|| report.head.clone());
        if report.head != *expected {
            return Err(refuse(
                "another seed, number of nodes or games, or another version of the program, expected parts of one study"
                    .to_owned(),
            ));
        }
        for (number, played) in games(&report, game).map_err(refuse)? {
            if all_games.insert(number, played).is_some() {
                let number = u64::from(number) + 1;
                return Err(refuse(format!("game {number} is in another file too, expected each part once")));
            }
        }
    }
    let head = first.ok_or_else(|| invalid("--join: expected a report"))?;
    let all = u64::from(head.rounds) * u64::from(ROUND);
    let missing = all.saturating_sub(all_games.len() as u64);
    if missing > 0 {
        plain_text::tell(format!("{} of {all} not there", counted(missing as usize, "game")));
    }
    Ok((head, all_games.into_values().collect()))
}
