//! Recorded games on disk: games in files, and the folder in which a program keeps those of its user.
//!
//! A file is replaced as a whole each time, so that it holds whole games at any moment, whatever happens
//! to the program. What never happens here: a folder that is chosen, a game that is deleted.

mod leftovers;
mod ordinary;
mod whole;

pub use leftovers::remove_leftovers;
pub use ordinary::{open_ordinary, read_at_most, read_ordinary};
pub use whole::NewFile;

use crate::{Reader, Record};
use chrono::Local;
use helgi_rules::games::GameId;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// No file of games that is read as a whole, and written with each half-move, is larger. Unit: bytes.
const LARGEST: u64 = 64 << 20;

/// A game in a file, behind those that the file holds besides.
#[derive(Clone, Debug)]
pub struct GameFile {
    path: PathBuf,
    before: Vec<u8>,
    /// When it was written, as far as this value knows.
    written: Option<SystemTime>,
}

impl GameFile {
    /// A game that is to follow those of a file, or to begin one; nothing is written yet.
    ///
    /// # Errors
    ///
    /// If there is such a file and it cannot be read.
    pub fn behind(path: PathBuf) -> io::Result<GameFile> {
        // What is no ordinary file, such as a pipe, has no end, or nothing in it.
        let is_there = path.metadata().is_ok_and(|data| data.is_file());
        let mut before = if is_there { read(&path)? } else { Vec::new() };
        separate(&mut before);
        Ok(GameFile { written: modified(&path), path, before })
    }

    /// The last game of a file; `None` if it has none.
    ///
    /// # Errors
    ///
    /// If the file or the game cannot be read in whole.
    pub fn last(path: PathBuf) -> io::Result<Option<(GameFile, Record)>> {
        let written = modified(&path);
        let text = read(&path)?;
        let Some(last) = Reader::new(&text[..]).last() else { return Ok(None) };
        let wrong = |error: String| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
        };
        let last = last.map_err(|error| wrong(error.to_string()))?;
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let before = lines.take(last.line.saturating_sub(1)).flatten().copied().collect();
        let record = last.whole().map_err(|error| wrong(error.to_string()))?;
        Ok(Some((GameFile { path, before, written }, record)))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game as it is now, in the place of what was written of it.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the file is as it was then.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut file = NewFile::create(&self.path)?;
        file.write_all(&self.before)?;
        write!(file, "{record}")?;
        file.finish()?;
        self.written = modified(&self.path);
        Ok(())
    }

    /// Another game is to follow the one of this record, which has been written.
    pub fn follow(&mut self, record: &Record) {
        self.before.extend(record.to_string().bytes());
        separate(&mut self.before);
    }

    /// Whether somebody else has written the file, or taken it away, since it was read or written here.
    pub fn has_changed(&self) -> bool {
        self.written != modified(&self.path)
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

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

/// A folder with a game in each file, the names of which begin with that of the game and the time:
/// `tavreli-2026-11-22-140503.pgn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFolder(PathBuf);

/// The ending of the files' names.
const ENDING: &str = "pgn";
/// No name is longer, without its ending.
const LONGEST_NAME: usize = 80;

impl GameFolder {
    /// A folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> GameFolder {
        GameFolder(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Makes the folder, if it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.0).map_err(|error| at(&self.0, &error))
    }

    /// A name for a game that begins now, which no file has.
    pub fn fresh_name(&self, game: GameId) -> String {
        let first = format!("{}-{}", game.name(), Local::now().format("%Y-%m-%d-%H%M%S"));
        let mut name = first.clone();
        for number in 2.. {
            if !self.file_named(&name).exists() {
                break;
            }
            name = format!("{first}-{number}");
        }
        name
    }

    /// The file of a name, be it there or not; `None` if the name is none that a game may have: one to 80
    /// of the letters a to z, A to Z, the digits, `-` and `_`.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
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
        files.sort_unstable_by(|one, other| other.cmp(one));
        files
    }
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_follow_each_other_and_are_replaced_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        assert!(GameFile::last(path.clone()).is_err());
        let record = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap().record;
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
        let games: Vec<Record> = Reader::new(&text[..]).map(|game| game.unwrap().record).collect();
        assert_eq!(games, [record("1. e4 e5 *"), record("1. c4 (1. b4) *")]);
        fs::remove_file(&path).unwrap();
        assert!(file.has_changed());
        // What has no end is not read, be it on the user's disk or not.
        #[cfg(unix)]
        {
            let endless = folder.path().join("endless.pgn");
            std::os::unix::fs::symlink("/dev/zero", &endless).unwrap();
            let error = GameFile::last(endless).unwrap_err().to_string();
            assert!(error.ends_with("endless.pgn: a device, expected an ordinary file"), "{error}");
        }
        // What cannot be read in whole is not gone on with, and so never replaced.
        fs::write(&path, "1. e4 (1. d4 *\n").unwrap();
        assert!(GameFile::last(path).is_err());
    }

    #[test]
    fn names_are_new_and_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let games = GameFolder::new(folder.path().join("games"));
        games.create().unwrap();
        let names: Vec<String> = std::iter::repeat_with(|| {
            let name = games.fresh_name(GameId::Tavreli);
            fs::write(games.file(&name).unwrap(), "*").unwrap();
            name
        })
        .take(3)
        .collect();
        assert!(names.iter().all(|name| name.starts_with("tavreli-20")), "{names:?}");
        let files = games.newest_first();
        assert_eq!(files.len(), 3);
        assert!(
            names.iter().all(|name| files.iter().any(|(_, file)| Some(file) == games.file(name).as_ref()))
        );
        let long = "a".repeat(81);
        for name in ["", "..", "../a", "a/b", "a.b", "a b", "ä", &long] {
            assert_eq!(games.file(name), None, "{name}");
        }
    }
}
