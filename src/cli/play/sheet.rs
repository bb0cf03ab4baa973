//! The record of the game that is being played, on disk after every half-move.
//!
//! A file is replaced as a whole each time, so that it holds a whole game at any moment, whatever happens to the
//! program. Nothing is written before the first half-move.

use crate::cli::output::NewFile;
use chrono::Local;
use directories::ProjectDirs;
use helgi::session::xboard::saved;
use helgi_record::replay::{line_to, replay};
use helgi_record::{GameResult, Located, Node, Reader, Record};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Line};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where games are recorded.
#[derive(Clone, Debug)]
pub enum Place {
    /// Nowhere.
    Nowhere,
    /// In a file, behind the games that it holds.
    File(PathBuf),
    /// In a folder, each game in a file of its own.
    Folder(PathBuf),
}

impl Place {
    /// The folder of the user's games.
    ///
    /// # Errors
    ///
    /// When the user has no home.
    pub fn usual() -> io::Result<Place> {
        let none = "no folder for recorded games, as there is no home: expected --record FILE or --no-record";
        let folders = ProjectDirs::from("", "", "helgi").ok_or_else(|| crate::cli::invalid(none))?;
        Ok(Place::Folder(folders.data_dir().join("games")))
    }
}

/// A game that is recorded.
pub struct Sheet {
    record: Record,
    place: Place,
    /// The file of this game, once there is one.
    file: Option<Kept>,
}

/// A file, and what it holds in front of the game.
struct Kept {
    path: PathBuf,
    before: Vec<u8>,
}

impl Sheet {
    /// The sheet of a new game.
    pub fn new(place: Place, start: &AnyPosition) -> Sheet {
        Sheet { record: blank(start), place, file: None }
    }

    /// The last game of a place that has no result, of this kind if one is given; and where it stands.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be read.
    pub fn resume(place: Place, game: Option<GameId>) -> io::Result<(Sheet, Line)> {
        let is_wanted = |record: &Record| {
            let is_open = record.result == GameResult::Unknown && !record.is_empty();
            is_open && game.is_none_or(|game| record.game() == Some(game))
        };
        let files = match &place {
            Place::Nowhere => Vec::new(),
            Place::File(path) => vec![path.clone()],
            Place::Folder(folder) => newest_first(folder),
        };
        for path in files {
            let Some(last) = last_game(&path)? else { continue };
            if is_wanted(&last.record) {
                let line = played(&path, &last.record)?;
                let file = Some(Kept { before: lines_before(&path, last.line)?, path });
                return Ok((Sheet { record: last.record, place, file }, line));
            }
        }
        let kind = game.map_or(String::new(), |game| format!(" of {}", game.name()));
        let place = match place {
            Place::Nowhere => "nowhere".to_owned(),
            Place::File(path) | Place::Folder(path) => path.display().to_string(),
        };
        Err(crate::cli::invalid(format!("{place}: no unfinished game{kind}; `helgi play` begins one")))
    }

    /// What is recorded.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The file of the game, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// Another game begins; this one stays where it is.
    pub fn begin(&mut self, record: Record) {
        if let (Place::File(_), Some(file)) = (&self.place, &mut self.file) {
            file.before.extend(self.record.to_string().bytes());
        } else {
            self.file = None;
        }
        self.record = record;
    }

    /// A half-move has been played, of which something may be said.
    ///
    /// # Errors
    ///
    /// When it cannot be written down; it is recorded no longer then.
    pub fn push(&mut self, text: &str, say: impl FnOnce(&mut Node)) -> io::Result<()> {
        let id = self.record.push(text, None);
        say(self.record.node_mut(id));
        self.write()
    }

    /// Half-moves have been taken back, so that there are as many as this.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn take_back(&mut self, plies: usize) -> io::Result<()> {
        while self.record.len() > plies {
            self.record.remove(self.record.last());
        }
        self.record.result = GameResult::Unknown;
        self.record.tags.remove("Result");
        self.record.tags.remove("PlyCount");
        self.write()
    }

    /// The game has ended.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn finish(&mut self, result: GameResult, reason: &str) -> io::Result<()> {
        self.record.finish(result, reason);
        self.write()
    }

    /// These two play from now on, White first.
    pub fn set_players(&mut self, [white, black]: [String; 2]) {
        self.record.tags.set("White", white);
        self.record.tags.set("Black", black);
    }

    /// Writes the game to a file, behind the games that it holds.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written; it is as it was then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write(path, &before_in(path)?, &self.record)
    }

    fn write(&mut self) -> io::Result<()> {
        let written = self.file().and_then(|file| match file {
            Some(Kept { path, before }) => {
                write(&path, &before, &self.record).map(|()| Some(Kept { path, before }))
            }
            None => Ok(None),
        });
        match written {
            Ok(file) => {
                self.file = file;
                Ok(())
            }
            Err(error) => {
                self.place = Place::Nowhere;
                Err(error)
            }
        }
    }

    /// The file of the game, which is chosen when the first half-move has been played.
    fn file(&mut self) -> io::Result<Option<Kept>> {
        if let Some(file) = self.file.take() {
            return Ok(Some(file));
        }
        if self.record.is_empty() {
            return Ok(None);
        }
        match &self.place {
            Place::Nowhere => Ok(None),
            Place::File(path) => Ok(Some(Kept { before: before_in(path)?, path: path.clone() })),
            Place::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
                let game = self.record.game().unwrap_or(GameId::DEFAULT).name();
                let name = format!("{game}-{}", Local::now().format("%Y-%m-%d-%H%M%S"));
                let path = |number: usize| match number {
                    1 => folder.join(format!("{name}.pgn")),
                    _ => folder.join(format!("{name}-{number}.pgn")),
                };
                let free = (1..).map(path).find(|path| !path.exists());
                Ok(free.map(|path| Kept { path, before: Vec::new() }))
            }
        }
    }
}

/// The record of a game without moves that begins today.
fn blank(start: &AnyPosition) -> Record {
    let mut record = Record::new(start.game(), &start.fen());
    record.tags.set("Event", "helgi play");
    record.tags.set("Date", Local::now().format("%Y.%m.%d").to_string());
    record.tags.set("Round", "-");
    record
}

/// A new game from a position, in the place of another.
pub fn new_record(start: &AnyPosition) -> Record {
    blank(start)
}

/// A game of a file, the last one if none is named, without its result; and the position at its end.
///
/// # Errors
///
/// When it cannot be read, or is none by the rules.
pub fn load(path: &Path, number: Option<usize>) -> io::Result<(Record, Line)> {
    let wrong = |text: String| crate::cli::invalid(format!("{}: {text}", path.display()));
    let file = fs::File::open(path).map_err(|error| at(path, &error))?;
    let (mut count, mut found) = (0, None);
    for located in Reader::new(io::BufReader::new(file)) {
        let located = located.map_err(|error| wrong(error.to_string()))?;
        count += 1;
        if number.is_none_or(|number| number == count) {
            found = Some(located);
        }
    }
    let located = found.ok_or_else(|| wrong(format!("it has {count} games")))?;
    let mut record = saved::in_dialect(located.record).map_err(|error| wrong(error.to_string()))?;
    let line = played(path, &record)?;
    record.result = GameResult::Unknown;
    record.tags.remove("Result");
    record.tags.remove("PlyCount");
    Ok((record, line))
}

/// The moves that were played, as far as they go: all have to be legal.
fn played(path: &Path, record: &Record) -> io::Result<Line> {
    let line = line_to(record, record.last());
    let line = line.map_err(|wrong| crate::cli::invalid(format!("{}: {wrong}", path.display())))?;
    // Null moves lead somewhere, but nobody plays them.
    let replayed = replay(record);
    match replayed
        .wrong
        .iter()
        .find(|wrong| wrong.node().is_some_and(|id| record.main_line().any(|own| own == id)))
    {
        Some(wrong) => Err(crate::cli::invalid(format!("{}: {wrong}", path.display()))),
        None => Ok(line),
    }
}

/// The files of a folder, the one that was written last in front.
fn newest_first(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "pgn"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort_unstable_by(|one, other| other.cmp(one));
    files.into_iter().map(|(_, path)| path).collect()
}

fn last_game(path: &Path) -> io::Result<Option<Located>> {
    let file = fs::File::open(path).map_err(|error| at(path, &error))?;
    match Reader::new(io::BufReader::new(file)).last() {
        None => Ok(None),
        Some(last) => {
            last.map(Some).map_err(|error| crate::cli::invalid(format!("{}, {error}", path.display())))
        }
    }
}

/// What a file holds in front of a line, which counts from 1.
fn lines_before(path: &Path, line: usize) -> io::Result<Vec<u8>> {
    let text = fs::read(path).map_err(|error| at(path, &error))?;
    Ok(text.split_inclusive(|&byte| byte == b'\n').take(line - 1).flatten().copied().collect())
}

/// What a file holds, so that a game can follow; nothing if there is no such file.
fn before_in(path: &Path) -> io::Result<Vec<u8>> {
    // What is no ordinary file, such as a pipe, has no end, or nothing in it.
    let is_there = path.metadata().is_ok_and(|data| data.is_file());
    let mut text = if is_there { fs::read(path).map_err(|error| at(path, &error))? } else { Vec::new() };
    // Between games there is an empty line.
    while !text.is_empty() && !text.ends_with(b"\n\n") {
        text.push(b'\n');
    }
    Ok(text)
}

fn write(path: &Path, before: &[u8], record: &Record) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(before)?;
    write!(file, "{record}")?;
    file.finish()
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
