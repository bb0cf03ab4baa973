//! The games on disk: those of `helgi play` as well as those of the page, a file of PGN for each, which is
//! rewritten with every move, so that nothing is lost when the program ends, however it ends.

use crate::moment::occasion;
use chrono::{DateTime, Local};
use helgi_desk::game::LiveGame;
use helgi_desk::kept::{COUNTED, LISTED, LONGEST_PGN, Summary, count, counter, from_record};
use helgi_files::open_ordinary;
use helgi_record::files::{GameFile, GameFolder};
use helgi_rules::games::GameId;
use helgi_study::book::Book;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// No larger file is opened: the page takes no longer text either. Unit: bytes.
const LARGEST: u64 = LONGEST_PGN as u64;

/// The state of the folder of games: how many there are, and when the last one changed.
pub(crate) type FolderState = (usize, Option<SystemTime>);

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

    /// Reads a game, whose clocks go on now, with its file; `None` if there is no readable game of that name.
    pub(crate) fn read(&self, id: &str) -> Option<(LiveGame, GameFile)> {
        let path = self.folder.file(id)?;
        open_ordinary(&path, LARGEST).ok()?;
        let (file, record) = GameFile::last(path).ok()??;
        Some((from_record(id, record, &occasion()).ok()?, file))
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
        let mut builder = counter(game);
        for (_, path) in self.folder.newest_first().into_iter().take(COUNTED) {
            if open_ordinary(&path, LARGEST).is_err() {
                continue;
            }
            if let Some((_, record)) = GameFile::last(path).ok().flatten() {
                count(&mut builder, game, &record);
            }
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
            Err(error) => return Some(Summary::unknown(id, when, error.to_string())),
        };
        let found = match before.get(&path).filter(|known| known.version == version) {
            Some(found) => found.summary.clone(),
            None => Summary::of(id, &GameFile::last(path.clone()).ok()??.1)?,
        };
        if version.is_settled() {
            known.insert(path, KnownSummary { version, summary: found.clone() });
        }
        Some(Summary { when, ..found })
    }
}
