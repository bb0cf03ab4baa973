//! The games on disk: those of `helgi play` as well as those of the page, a file of PGN for each, which is
//! rewritten with every move, so that nothing is lost when the program ends, however it ends.

use crate::board::{LiveGame, UNNAMED};
use crate::clock::GameClock;
use crate::ending::GameEnd;
use crate::plan::SeatPlan;
use crate::scene::{Scene, SquareContents};
use crate::tree::Tree;
use chrono::{DateTime, Local};
use helgi_files::open_ordinary;
use helgi_record::files::{GameFile, GameFolder};
use helgi_record::replay::{Wrong, line_to};
use helgi_record::time::Period;
use helgi_record::{GameResult, Record};
use helgi_rules::Position;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_study::book::{Book, BookStep, Builder, Recipe};
use serde::Serialize;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// No text of recorded games that the page sends is longer. Unit: bytes.
pub(crate) const LONGEST_PGN: usize = 4 << 20;

/// No larger file is opened: the page takes no longer text either. Unit: bytes.
const LARGEST: u64 = LONGEST_PGN as u64;

/// The most games that are listed.
const LISTED: usize = 100;

/// The most games whose moves are counted.
const COUNTED: usize = 2_000;

/// The state of the folder of games: how many there are, and when the last one changed.
pub(crate) type FolderState = (usize, Option<SystemTime>);

/// The events of games that nobody has named.
const DEFAULT_EVENTS: [&str; 4] = [UNNAMED, "helgi play", "?", ""];

/// A file that was written less than this ago may be written again without a sign of it: the times of files are as
/// coarse as two seconds, on FAT.
const SETTLED: Duration = Duration::from_secs(3);

/// The folder with the games.
#[derive(Clone, Debug)]
pub struct Keep {
    folder: GameFolder,
    /// The summaries that were made for the last list, which are those of files that stay as they are.
    known: Arc<Mutex<HashMap<PathBuf, KnownSummary>>>,
}

/// A summary, and the file that it is of.
#[derive(Clone, Debug)]
struct KnownSummary {
    version: FileVersion,
    summary: Summary,
}

/// The size of a file and the time of its last change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileVersion {
    bytes: u64,
    modified: SystemTime,
}

impl FileVersion {
    fn of(file: &File) -> io::Result<FileVersion> {
        let data = file.metadata()?;
        Ok(FileVersion { bytes: data.len(), modified: data.modified()? })
    }

    /// Returns true if another change would show.
    fn is_settled(self) -> bool {
        self.modified.elapsed().is_ok_and(|age| age > SETTLED)
    }
}

/// A player of a game that is listed.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(untagged)]
pub enum SummaryPlayer {
    /// A person at the page, or the engine.
    Seat(SeatPlan),
    /// Somebody of this name.
    Name(String),
}

/// A game as it is listed.
#[derive(Clone, Serialize, Debug)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// The name of the game.
    pub variant: &'static str,
    /// The name that it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The last position: the occupied squares.
    pub cells: SquareContents,
    /// The squares with obstacles there.
    pub blocks: Vec<String>,
    /// White's player.
    pub white: SummaryPlayer,
    /// Black's player.
    pub black: SummaryPlayer,
    /// The number of half-moves.
    pub plies: usize,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub result: &'static str,
    /// The time when it was played last: `2026-11-22 14:05`.
    pub when: String,
    /// The reason why the file is not opened; then nothing else is known of it but its name and its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

impl Keep {
    /// The games in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn new(folder: GameFolder) -> io::Result<Self> {
        let named = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("the games' folder: {error}; --data DIR names another for all data"),
            )
        };
        folder.create().map_err(named)?;
        Ok(Keep { folder, known: Arc::default() })
    }

    /// A name and a file for a game that begins now, which no other program gives.
    pub fn begin(&self, game: GameId) -> (String, GameFile) {
        self.folder.begin(game)
    }

    /// Reads a game, whose clocks go on now; `None` if there is no readable game of that name.
    pub fn read(&self, id: &str, now: Instant) -> Option<LiveGame> {
        let path = self.folder.file(id)?;
        open_ordinary(&path, LARGEST).ok()?;
        let (file, record) = GameFile::last(path).ok()??;
        let mut board = from_record(id, record, now).ok()?;
        board.file = Some(file);
        Some(board)
    }

    /// The games in which something was played, the last first. Files that are not games are not
    /// opened: pipes, devices, folders, files that are too large. A file that has not changed since the last time is
    /// not read again.
    pub fn list(&self) -> Vec<Summary> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::take(&mut *known);
        let files = self.folder.newest_first().into_iter();
        files.filter_map(|(when, path)| self.entry(when, path, &before, &mut known)).take(LISTED).collect()
    }

    /// All games in which something was played as one PGN, the last at its end. Files that are not opened are left out.
    pub(crate) fn text(&self) -> String {
        let files = self.folder.newest_first().into_iter().rev().map(|(_, path)| path);
        let ordinary = files.filter(|path| open_ordinary(path, LARGEST).is_ok());
        let records = ordinary.filter_map(|path| Some(GameFile::last(path).ok()??.1));
        let texts = records.filter(|record| !record.is_empty()).map(|record| record.to_string());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The state of the folder.
    pub(crate) fn state(&self) -> FolderState {
        let files = self.folder.newest_first();
        (files.len(), files.first().map(|(when, _)| *when))
    }

    /// Counts the moves of the games of one game, of the last ones first; games that break the rules count as far as
    /// they keep to them.
    pub(crate) fn book(&self, game: GameId) -> Book {
        let recipe = Recipe { max_ply: usize::MAX, min_games: 1, min_score: 0.0, ..Recipe::default() };
        let mut builder = Builder::new(game, recipe);
        for (_, path) in self.folder.newest_first().into_iter().take(COUNTED) {
            if open_ordinary(&path, LARGEST).is_err() {
                continue;
            }
            let Some((_, record)) = GameFile::last(path).ok().flatten() else { continue };
            if record.game() != Some(game) {
                continue;
            }
            let Ok(line) = line_to(&record, record.last()) else { continue };
            let steps = line.moves().map(|played| BookStep { played, counts: true });
            // Its moves are those of a line, which are legal.
            let _ = builder.add(line.start(), steps, record.result);
        }
        builder.finish()
    }

    /// A file as it is listed, from the summaries known before if one fits it; `known` gets the one that does.
    fn entry(
        &self,
        when: SystemTime,
        path: PathBuf,
        before: &HashMap<PathBuf, KnownSummary>,
        known: &mut HashMap<PathBuf, KnownSummary>,
    ) -> Option<Summary> {
        let id = path.file_stem()?.to_str()?.to_owned();
        // A file that cannot be opened is not listed.
        self.folder.file(&id)?;
        let when = DateTime::<Local>::from(when).format("%Y-%m-%d %H:%M").to_string();
        // Looked at before the file is read: a change in between shows the next time.
        let version = match open_ordinary(&path, LARGEST).and_then(|file| FileVersion::of(&file)) {
            Ok(version) => version,
            Err(error) => return Some(unknown(id, when, &error)),
        };
        let found = match before.get(&path).filter(|known| known.version == version) {
            Some(found) => found.summary.clone(),
            None => summary(id, path.clone())?,
        };
        if version.is_settled() {
            known.insert(path, KnownSummary { version, summary: found.clone() });
        }
        Some(Summary { when, ..found })
    }
}

/// A game whose file is not opened.
fn unknown(id: String, when: String, error: &io::Error) -> Summary {
    Summary {
        id,
        variant: "",
        name: None,
        cells: SquareContents::new(),
        blocks: Vec::new(),
        white: SummaryPlayer::Name(String::new()),
        black: SummaryPlayer::Name(String::new()),
        plies: 0,
        result: "*",
        when,
        trouble: Some(error.to_string()),
    }
}

/// The game of a file, without its time; `None` if nothing was played in it.
fn summary(id: String, path: PathBuf) -> Option<Summary> {
    let (_, record) = GameFile::last(path).ok()?.filter(|(_, record)| !record.is_empty())?;
    let player = |side: Side| match record.seat(side) {
        Some(seat) => SummaryPlayer::Seat(seat.into()),
        None => SummaryPlayer::Name(record.tags.get(side.name()).unwrap_or("?").to_owned()),
    };
    // A game that breaks the rules is shown as far as its name.
    let last = line_to(&record, record.last()).map(|line| Scene::of(line.present()));
    let (cells, blocks) = last.map(|scene| (scene.cells, scene.blocks)).unwrap_or_default();
    let given = record.tags.get("Event").filter(|name| !DEFAULT_EVENTS.contains(name));
    Some(Summary {
        id,
        variant: record.game()?.name(),
        name: given.map(str::to_owned),
        cells,
        blocks,
        white: player(Side::White),
        black: player(Side::Black),
        plies: record.len(),
        result: record.result.text(),
        when: String::new(),
        trouble: None,
    })
}

/// A game as it is kept.
pub fn to_record(board: &LiveGame) -> Record {
    let mut record = board.tree.record().clone();
    if let Some(ending) = &board.ending {
        let result = GameResult::read(ending.score).unwrap_or_default();
        // The reason may be there already, after a program's report about the move.
        let is_said = record.reason() == Some(&ending.text);
        record.finish(result, if is_said { "" } else { &ending.text });
    }
    record
}

/// The game of a record, whose clocks go on now.
///
/// # Errors
///
/// If it breaks the rules.
pub fn from_record(id: &str, mut record: Record, now: Instant) -> Result<LiveGame, Wrong> {
    let ending = take_ending(&mut record);
    let players = Side::BOTH.map(|side| {
        let seat = record.seat(side).map(SeatPlan::from);
        seat.and_then(|player| player.checked().ok()).unwrap_or(SeatPlan::Person)
    });
    let period = record.tags.get("TimeControl").and_then(|text| text.parse::<Period>().ok());
    let tree = Tree::read(record)?;
    let clock = period.map(|period| resume(period, &tree, ending.is_some(), now));
    let game = tree.line().start().game();
    let mut board = LiveGame::of(id.to_owned(), game, tree, players, clock);
    if board.ending.is_none() {
        board.ending = ending;
    }
    Ok(board)
}

/// Takes the result out of a record, with the comment that gives the reason.
fn take_ending(record: &mut Record) -> Option<GameEnd> {
    if record.result == GameResult::Unknown {
        return None;
    }
    let (result, reason) = (record.result, record.reason().unwrap_or_default().to_owned());
    let game = record.game();
    let last = record.last();
    let comments = &mut record.node_mut(last).comments;
    if comments.last().is_some_and(|comment| *comment == reason) {
        comments.pop();
    }
    Some(GameEnd::recorded(game, result, reason))
}

/// The clocks of a game in progress.
fn resume(period: Period, tree: &Tree, is_over: bool, now: Instant) -> GameClock {
    let left = |side| tree.times(side).rev().flatten().next().unwrap_or(period.base);
    let left: [Duration; 2] = Side::BOTH.map(left);
    let made = Side::BOTH.map(|side| u32::try_from(tree.times(side).count()).unwrap_or(u32::MAX));
    let running = (!tree.line().is_empty() && !is_over).then(|| tree.line().present().side());
    GameClock::resumed(period, left, made, running, now)
}
