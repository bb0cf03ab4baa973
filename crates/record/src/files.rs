//! Recorded games on disk: games in files, and the folder in which a program keeps those of its user.
//!
//! A file is replaced as a whole each time, so that it holds whole games at any moment, whatever
//! happens to the program. It never chooses a folder and never deletes a game.

use crate::time::local_now;
use crate::{PgnReader, Record};
use helgi_files::{
    FileLock, LockError, NewFile, at, locked_by, ordinary_files, read_ordinary, remove_leftovers,
};
use helgi_rules::games::GameId;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The largest file of games that is read as a whole, and written with each half-move. Unit: bytes.
const LARGEST: u64 = 64 << 20;

/// The time that a claim waits for a lock: a program that opens the folder briefly holds the locks
/// that nobody has, to remove them.
const PATIENCE: Duration = Duration::from_millis(100);

/// A game in a file, after the other games of the file.
///
/// A program that writes it holds the file's [lock](FileLock) while it writes, or for as long as it is
/// [claimed](GameFile::claim). Changes by others since it was read are never overwritten.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    before: Vec<u8>,
    /// The state of the file when it was read or written here.
    written: Option<Stamp>,
    hold: Hold,
    lock: Option<FileLock>,
}

/// The state in which the file is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    /// It is a new one that could not be made yet: there must be none.
    Wanted,
    /// It is a new one that was made, and is empty.
    Made,
    /// It may be there, and is replaced.
    Any,
}

/// The parts that change with a file: the time, the length, and its number where it is replaced by another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    time: Option<SystemTime>,
    length: u64,
    number: u64,
}

impl GameFile {
    /// A game that is to follow those of a file, or to begin one; nothing is written yet.
    ///
    /// # Errors
    ///
    /// If there is such a file and it cannot be read.
    pub fn behind(path: PathBuf) -> io::Result<GameFile> {
        // Anything but an ordinary file, such as a pipe, has no end, or nothing in it.
        let is_there = path.metadata().is_ok_and(|data| data.is_file());
        let mut before = if is_there { read(&path)? } else { Vec::new() };
        separate(&mut before);
        Ok(GameFile { written: Stamp::of(&path), path, before, hold: Hold::Any, lock: None })
    }

    /// A game in a file that was not there and is now, empty, or could not be made.
    fn new(path: PathBuf, hold: Hold) -> GameFile {
        GameFile { written: Stamp::of(&path), path, before: Vec::new(), hold, lock: None }
    }

    /// The last game of a file; `None` if it has none.
    ///
    /// # Errors
    ///
    /// If the file or the game cannot be read in whole.
    pub fn last(path: PathBuf) -> io::Result<Option<(GameFile, Record)>> {
        let written = Stamp::of(&path);
        let text = read(&path)?;
        let Some(last) = PgnReader::new(&text[..]).last() else { return Ok(None) };
        let wrong = |error: String| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
        };
        let last = last.map_err(|error| wrong(error.to_string()))?;
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let before = lines.take(last.line.saturating_sub(1)).flatten().copied().collect();
        let record = last.whole().map_err(|error| wrong(error.to_string()))?;
        Ok(Some((GameFile { path, before, written, hold: Hold::Any, lock: None }, record)))
    }

    /// Resumes the last game of a file, whose lock is taken first. `None` if it has no game.
    ///
    /// # Errors
    ///
    /// As [`last`](Self::last), and if another program has the file.
    pub fn resume(path: PathBuf) -> io::Result<Option<(GameFile, Record)>> {
        let mut claimed = GameFile::new(path.clone(), Hold::Any);
        claimed.claim()?;
        let mut found = GameFile::last(path)?;
        if let Some((file, _)) = &mut found {
            file.inherit(claimed);
        }
        Ok(found)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the lock of the file, if it is not held yet, until it is [released](Self::release). Anything but
    /// an ordinary file, such as a pipe, has none, and no file has one where the file system knows no locks.
    ///
    /// # Errors
    ///
    /// If another program has it, or it cannot be taken.
    pub fn claim(&mut self) -> Result<(), LockError> {
        let is_special = self.path.metadata().is_ok_and(|data| !data.is_file());
        if self.lock.is_some() || is_special {
            return Ok(());
        }
        match FileLock::take(&self.path, PATIENCE) {
            Ok(lock) => self.lock = Some(lock.tidy()),
            // There are disks without locks: games are kept there all the same.
            Err(LockError::Unsupported { .. }) => {}
            Err(LockError::File { error, .. }) => {
                return Err(LockError::File { path: self.path.clone(), error });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Returns true if the lock of the file is held.
    pub fn is_claimed(&self) -> bool {
        self.lock.is_some()
    }

    /// Lets others have the file.
    pub fn release(&mut self) {
        self.lock = None;
    }

    /// Takes over the lock of a value for the same file.
    pub fn inherit(&mut self, other: GameFile) {
        if other.path == self.path {
            self.lock = self.lock.take().or(other.lock);
        }
    }

    /// Writes the game as it is now, replacing its earlier version.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or another program has the file or has written it; the file is as it was then. A file
    /// that is to be new and is there stays.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let is_held = self.lock.is_some();
        self.claim()?;
        let written = self.write_claimed(record);
        if !is_held {
            self.release();
        }
        written
    }

    fn write_claimed(&mut self, record: &Record) -> io::Result<()> {
        if self.hold == Hold::Wanted {
            make(&self.path).map_err(|error| at(&self.path, &error))?;
            self.hold = Hold::Made;
            self.written = Stamp::of(&self.path);
        }
        if self.is_overtaken() {
            let why =
                format!("{}: another program has written it meanwhile: open it again", self.path.display());
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, why));
        }
        let written = self.replace(record);
        match (&written, self.hold) {
            (Ok(()), _) => self.hold = Hold::Any,
            // An empty file that only holds the name is no game.
            (Err(_), Hold::Made) if fs::remove_file(&self.path).is_ok() => self.hold = Hold::Wanted,
            (Err(_), _) => {}
        }
        self.written = Stamp::of(&self.path);
        written
    }

    fn replace(&self, record: &Record) -> io::Result<()> {
        let mut file = NewFile::create(&self.path)?;
        file.write_all(&self.before)?;
        write!(file, "{record}")?;
        file.finish()
    }

    /// Removes the file of a game that is alone in it.
    ///
    /// # Errors
    ///
    /// If other games are in the file, another program has the file or has written it, or it cannot be removed; the
    /// file is as it was then.
    pub fn remove(&mut self) -> io::Result<()> {
        let refuse = |why: &str| {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, format!("{}: {why}", self.path.display())))
        };
        if !self.before.is_empty() {
            return refuse("other games are in this file: remove the game from it with an editor");
        }
        if self.hold == Hold::Wanted {
            return Ok(());
        }
        if self.is_overtaken() {
            return refuse("another program has written it meanwhile: open it again");
        }
        let is_held = self.lock.is_some();
        self.claim()?;
        let removed = fs::remove_file(&self.path).map_err(|error| at(&self.path, &error));
        if !is_held {
            self.release();
        }
        removed
    }

    /// Another game is to follow the one of this record, which has been written.
    pub fn follow(&mut self, record: &Record) {
        self.before.extend(record.to_string().bytes());
        separate(&mut self.before);
    }

    /// Returns true if another program has written or removed the file since it was read or written here.
    pub fn has_changed(&self) -> bool {
        self.written != Stamp::of(&self.path)
    }

    /// Returns true if there is a file that another program has written since it was read or written here.
    pub fn is_overtaken(&self) -> bool {
        Stamp::of(&self.path).is_some_and(|now| self.written != Some(now))
    }
}

impl Stamp {
    /// The stamp of a file; `None` if there is none, or it is not an ordinary one.
    fn of(path: &Path) -> Option<Stamp> {
        let data = path.metadata().ok().filter(fs::Metadata::is_file)?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&data);
        #[cfg(not(unix))]
        let number = 0;
        Some(Stamp { time: data.modified().ok(), length: data.len(), number })
    }
}

/// Between games there is an empty line.
fn separate(text: &mut Vec<u8>) {
    while !text.is_empty() && !text.ends_with(b"\n\n") {
        text.push(b'\n');
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_ordinary(path, LARGEST).map_err(|error| at(path, &error))
}

/// Makes an empty file that was not there.
fn make(path: &Path) -> io::Result<()> {
    fs::File::create_new(path).map(drop)
}

/// A folder with a game in each file, the names of which begin with that of the game and the time:
/// `tavreli-2026-11-22-140503.pgn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFolder(PathBuf);

/// The ending of the files' names.
const ENDING: &str = "pgn";
/// The longest name, without its ending.
const LONGEST_NAME: usize = 80;

impl GameFolder {
    /// A folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> GameFolder {
        GameFolder(folder)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Makes the folder, if it is not there, and removes what killed programs have left in it.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.0).map_err(|error| at(&self.0, &error))?;
        self.sweep();
        Ok(())
    }

    /// Removes files that were begun and never got their names, and locks that nobody holds.
    fn sweep(&self) {
        // A file that cannot be removed does no harm.
        let _ = remove_leftovers(&self.0);
        for locked in ordinary_files(&self.0).into_iter().flatten().filter_map(|path| locked_by(&path)) {
            if locked.extension().is_some_and(|end| end == ENDING) {
                // The lock takes its file away; one that is held stays.
                drop(FileLock::take(&locked, Duration::ZERO).map(FileLock::tidy));
            }
        }
    }

    /// A name and a file for a game that begins now. The file is made at once, so that no other program that
    /// begins a game takes the same name; if it cannot be made, that is tried again when the game is written.
    pub fn begin(&self, game: GameId) -> (String, GameFile) {
        let first = format!("{}-{}", game.name(), local_now().format("%Y-%m-%d-%H%M%S"));
        self.begin_as(&first)
    }

    /// A file of this name, or of the first one after it that no file has.
    fn begin_as(&self, first: &str) -> (String, GameFile) {
        let mut name = first.to_owned();
        let mut number = 1;
        loop {
            let path = self.file_named(&name);
            let hold = match make(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number += 1;
                    name = format!("{first}-{number}");
                    continue;
                }
                Ok(()) => Hold::Made,
                Err(_) => Hold::Wanted,
            };
            return (name, GameFile::new(path, hold));
        }
    }

    /// The file of a name, whether it exists or not; `None` if a game may not have the name: one to 80
    /// of the letters a to z, A to Z, the digits, `-` and `_`.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        // Neither a dot nor a slash: no name leads out of the folder.
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let is_name = (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(is_letter);
        is_name.then(|| self.file_named(name))
    }

    fn file_named(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{ENDING}"))
    }

    /// The files, the one that was written last in front, and when that was.
    pub fn newest_first(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().filter_map(Result::ok);
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|end| end == ENDING))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        // Of equal times the path decides, so that the order is always the same.
        files.sort_unstable_by(|one, other| other.cmp(one));
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_follow_each_other_and_are_replaced_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        assert!(GameFile::last(path.clone()).is_err());
        let mut file = GameFile::behind(path.clone()).unwrap();
        file.write(&record("1. e4 *")).unwrap();
        file.write(&record("1. e4 e5 *")).unwrap();
        file.follow(&record("1. e4 e5 *"));
        file.write(&record("1. d4 *")).unwrap();
        assert!(!file.has_changed());
        let (mut last, game) = GameFile::last(path.clone()).unwrap().unwrap();
        assert_eq!(game, record("1. d4 *"));
        last.write(&record("1. c4 (1. b4) *")).unwrap();
        let text = fs::read(&path).unwrap();
        let games: Vec<Record> = PgnReader::new(&text[..]).map(|game| game.unwrap().record).collect();
        assert_eq!(games, [record("1. e4 e5 *"), record("1. c4 (1. b4) *")]);
        fs::remove_file(&path).unwrap();
        assert!(file.has_changed());
        // A file without an end is not read, on the user's disk or not.
        #[cfg(unix)]
        {
            let endless = folder.path().join("endless.pgn");
            std::os::unix::fs::symlink("/dev/zero", &endless).unwrap();
            let error = GameFile::last(endless).unwrap_err().to_string();
            assert!(error.ends_with("endless.pgn: a device, expected an ordinary file"), "{error}");
        }
        // A file that cannot be read in whole is not resumed, and so never replaced.
        fs::write(&path, "1. e4 (1. d4 *\n").unwrap();
        assert!(GameFile::last(path).is_err());
    }

    #[test]
    fn names_are_new_and_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameFolder::new(folder.path().join("games"));
        games.create().unwrap();
        let begun: Vec<(String, GameFile)> =
            std::iter::repeat_with(|| games.begin(GameId::TAVRELI)).take(3).collect();
        assert!(begun.iter().all(|(name, _)| name.starts_with("tavreli-20")), "{begun:?}");
        assert_eq!(games.newest_first().len(), 3);
        assert!(begun.iter().all(|(name, file)| games.file(name).as_deref() == Some(file.path())));
        let long = "a".repeat(81);
        for name in ["", "..", "../a", "a/b", "a.b", "a b", "ä", &long] {
            assert_eq!(games.file(name), None, "{name}");
        }
    }

    fn record(text: &str) -> Record {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap().record
    }

    /// As if this many programs began a game in one second.
    #[test]
    fn games_that_begin_at_once_have_files_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameFolder::new(folder.path().to_owned());
        let names: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
            let begin = |number: usize| {
                let (name, mut file) = games.begin_as("chess-2026-11-22-140503");
                file.write(&record(["1. e4 *", "1. d4 *"][number % 2])).unwrap();
                file.write(&record(["1. e4 e5 *", "1. d4 d5 *"][number % 2])).unwrap();
                name
            };
            let programs: Vec<_> = (0..8).map(|number| scope.spawn(move || begin(number))).collect();
            programs.into_iter().map(|program| program.join().unwrap()).collect()
        });
        assert_eq!(names.len(), 8, "{names:?}");
        let texts: Vec<String> = names
            .iter()
            .map(|name| GameFile::last(games.file(name).unwrap()).unwrap().unwrap().1.to_string())
            .collect();
        assert_eq!(texts.iter().filter(|text| text.contains("1. e4 e5 *")).count(), 4, "{texts:?}");
        assert_eq!(texts.iter().filter(|text| text.contains("1. d4 d5 *")).count(), 4, "{texts:?}");
    }

    #[test]
    fn a_file_that_could_not_be_made_is_never_another_games() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameFolder::new(folder.path().join("games"));
        let (name, mut file) = games.begin_as("chess-1");
        assert!(file.write(&record("1. e4 *")).is_err());
        games.create().unwrap();
        let (other, mut second) = games.begin_as("chess-1");
        assert_eq!((name.as_str(), other.as_str()), ("chess-1", "chess-1"));
        second.write(&record("1. d4 *")).unwrap();
        let error = file.write(&record("1. e4 *")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(GameFile::last(games.file("chess-1").unwrap()).unwrap().unwrap().1, record("1. d4 *"));
        // Without another game under its name it is written as soon as it can be.
        fs::remove_file(games.file("chess-1").unwrap()).unwrap();
        file.write(&record("1. e4 *")).unwrap();
    }
}
