//! The games of a study: played, kept as they end, and resumed.

use super::{Arguments, GAMES, ROUND, reports};
use crate::cli::kept_lines::KeptLines;
use crate::cli::place::{is_ordinary, is_standard};
use crate::cli::progress::CommandProgress;
use crate::cli::{hours, invalid};
use helgi_lab::studies::{self, RecordedStudyGame, StudyGame, StudyHead, StudyPlan};
use helgi_rules::games::GameId;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The games of a study.
pub struct PlayedGames {
    /// The plan.
    pub head: StudyHead,
    /// The games.
    pub games: Vec<StudyGame>,
    /// The file that keeps them until the report is written.
    pub kept: Option<KeptLines>,
    /// True if a signal stopped the study before its end.
    pub is_stopped: bool,
}

/// The games that are there, by their numbers, and the file for more.
type EarlierGames = (BTreeMap<u32, StudyGame>, Option<KeptLines>);

/// Plays the games that are not there yet.
pub fn played(arguments: &Arguments, game: GameId, stop: &Arc<AtomicBool>) -> io::Result<PlayedGames> {
    let &Arguments { nodes, seed, part, .. } = arguments;
    let rounds = match arguments.hours {
        // As many as can be numbered: the hours end the study.
        Some(_) => u32::MAX / ROUND,
        None => arguments.games.unwrap_or(GAMES).div_ceil(ROUND),
    };
    let plan = StudyPlan { nodes, seed, threads: crate::cli::threads(arguments.threads) };
    let mut head = StudyHead::new(game, &plan, rounds, env!("HELGI_REVISION"));
    let is_own = |round: u32| round < rounds && part.is_none_or(|part| part.has(round as usize));
    let (mut games, mut file) = earlier(arguments, game, &head, &is_own)?;
    let there: Vec<u32> = games.keys().copied().collect();
    let is_there = |round: u32| (0..ROUND).all(|game| there.binary_search(&(round * ROUND + game)).is_ok());
    let mut missing = (0..rounds).filter(|&round| is_own(round) && !is_there(round));
    let (mut bar, all) = match arguments.hours {
        Some(_) => (CommandProgress::new("{spinner} {pos} games, {elapsed_precise}"), u64::from(rounds)),
        None => {
            let bar = CommandProgress::new("{bar:40} {pos} of {len} games, {eta_precise} to go");
            (bar, (0..rounds).filter(|&round| is_own(round)).count() as u64)
        }
    };
    let is_late = arguments.hours.map(|hours| hours::stop_after(hours, stop));
    studies::play(game, &plan, &mut missing, stop, &mut |played| {
        if let Some(file) = &mut file {
            let round: Vec<_> = played.iter().map(|played| RecordedStudyGame::new(game, played)).collect();
            file.add(&round)?;
        }
        games.extend(played.into_iter().map(|played| (played.number, played)));
        bar.set(games.len() as u64, all * u64::from(ROUND));
        Ok(())
    })?;
    bar.finish();
    // The end of the hours is what was asked for.
    let is_late = is_late.is_some_and(|is_late| is_late.load(Ordering::Relaxed));
    let is_stopped =
        !is_late && stop.load(Ordering::Relaxed) && (games.len() as u64) < all * u64::from(ROUND);
    if part.is_none() {
        // Of a study that was stopped, the rounds up to there are a whole study. A part is one of the planned study.
        head.rounds = games.keys().next_back().map_or(0, |last| last / ROUND + 1);
    }
    Ok(PlayedGames { head, games: games.into_values().collect(), kept: file, is_stopped })
}

/// Reads the games of an earlier run, if it is to be resumed, and opens the file beside the report that keeps new ones.
fn earlier(
    arguments: &Arguments,
    game: GameId,
    head: &StudyHead,
    is_own: &dyn Fn(u32) -> bool,
) -> io::Result<EarlierGames> {
    let mut games = BTreeMap::new();
    let json = arguments.json.as_deref().filter(|path| !is_standard(path) && is_ordinary(path));
    let Some(json) = json else {
        return match arguments.resume {
            true => {
                Err(invalid("--resume: expected --json with a file, beside which finished games are kept"))
            }
            false => Ok((games, None)),
        };
    };
    let refuse = |path: &Path, what: String| invalid(format!("{}: {what}", path.display()));
    let check = |games: &BTreeMap<u32, StudyGame>| {
        let Some(number) = games.keys().find(|number| !is_own(*number / ROUND)) else { return Ok(()) };
        let all = u64::from(head.rounds) * u64::from(ROUND);
        let expected = match arguments.part {
            Some(part) => format!("games of part {part} of {all}"),
            None => format!("at most {all} games, as --games says"),
        };
        Err(format!("game {}, expected {expected}", u64::from(*number) + 1))
    };
    if arguments.resume && json.exists() {
        let report = reports::read(json)?;
        let own = difference(&report.head, head).and_then(|()| reports::games(&report, game));
        games = own.map_err(|what| refuse(json, what))?;
        check(&games).map_err(|what| refuse(json, what))?;
    }
    let path = KeptLines::beside(json);
    let own = |own: &StudyHead| difference(own, head);
    let (file, rounds): (_, Vec<Vec<RecordedStudyGame>>) =
        KeptLines::open(path.clone(), ("a study", head), arguments.resume, own)?;
    for recorded in rounds.iter().flatten() {
        let played = recorded.read(game).map_err(|error| refuse(&path, error.to_string()))?;
        games.insert(played.number, played);
    }
    check(&games).map_err(|what| refuse(&path, what))?;
    Ok((games, Some(file)))
}

/// Returns the difference between the study that was begun and the one to resume it.
fn difference(own: &StudyHead, head: &StudyHead) -> Result<(), String> {
    let what = match () {
        () if own.game != head.game || own.fingerprint != head.fingerprint => {
            format!("of {} with other rules, expected one of {}", own.game, head.game)
        }
        () if own.seed != head.seed => format!("with --seed {}, expected {}", own.seed, head.seed),
        () if own.nodes != head.nodes => format!("with --nodes {}, expected {}", own.nodes, head.nodes),
        () if own.revision != head.revision => {
            format!("by helgi {}, expected {}", own.revision, head.revision)
        }
        () => return Ok(()),
    };
    Err(format!("a study {what}"))
}
