//! The record of the game that is being played, on disk after every half-move.
//!
//! Nothing is written before the first half-move.

use crate::cli::folder;
use crate::cli::language::{Language, shown};
use helgi_files::open_ordinary;
use helgi_record::files::{GameFile, GameFolder};
use helgi_record::replay::{line_to, replay};
use helgi_record::time::local_now;
use helgi_record::{GameResult, Node, PgnReader, Record, Seat};
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Line};
use helgi_words::TextMessage;
use helgi_xboard::saved;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file of which a game is loaded. Unit: bytes.
const LARGEST: u64 = 4 << 30;

/// The place for recorded games.
#[derive(Clone, Debug)]
pub enum SheetPlace {
    /// Nowhere.
    Nowhere,
    /// In a file, after the games that it holds.
    File(PathBuf),
    /// In a folder, each game in a file of its own.
    Folder(GameFolder),
}

impl SheetPlace {
    /// The folder of the games in a folder of data, the user's if none is named.
    ///
    /// # Errors
    ///
    /// When the user has no home.
    pub fn usual(data: Option<&Path>, language: Language) -> io::Result<SheetPlace> {
        let folder = data.map(Path::to_owned).or_else(folder::data);
        let folder = folder.ok_or_else(|| crate::cli::invalid(language.text("play.no-folder")))?;
        Ok(SheetPlace::Folder(folder::games_in(&folder)))
    }
}

/// A game that is recorded.
pub struct TerminalSheet {
    record: Record,
    place: SheetPlace,
    /// The file of this game, once there is one.
    file: Option<GameFile>,
}

impl TerminalSheet {
    /// The sheet of a new game.
    pub fn new(place: SheetPlace, start: &AnyPosition) -> TerminalSheet {
        TerminalSheet { record: new_record(start), place, file: None }
    }

    /// The last game of a place that has no result, of this kind if one is given; and where it stands.
    ///
    /// # Errors
    ///
    /// When there is none, or it breaks the rules.
    pub fn resume(
        place: SheetPlace,
        game: Option<GameId>,
        language: Language,
    ) -> io::Result<(TerminalSheet, Line)> {
        let is_wanted = |record: &Record| {
            let is_open = record.result == GameResult::Unknown && !record.is_empty();
            is_open && game.is_none_or(|game| record.game() == Some(game))
        };
        let files = match &place {
            SheetPlace::Nowhere => Vec::new(),
            SheetPlace::File(path) => vec![path.clone()],
            SheetPlace::Folder(folder) => folder.newest_first().into_iter().map(|(_, path)| path).collect(),
        };
        // An unreadable file does not hide the others.
        let mut unreadable = None;
        for path in files {
            match GameFile::last(path) {
                Ok(Some((file, record))) if is_wanted(&record) => {
                    // A game in another program belongs to that one; it may have ended in between.
                    let claimed = GameFile::resume(file.path().to_owned()).map_err(crate::cli::invalid)?;
                    let Some((file, record)) = claimed.filter(|(_, record)| is_wanted(record)) else {
                        continue;
                    };
                    let line = played(file.path(), &record)?;
                    return Ok((TerminalSheet { record, place, file: Some(file) }, line));
                }
                Ok(_) => {}
                Err(error) => drop(unreadable.get_or_insert(error)),
            }
        }
        if let Some(error) = unreadable {
            return Err(crate::cli::invalid(error));
        }
        let place = match &place {
            SheetPlace::Nowhere => language.text("play.nowhere"),
            SheetPlace::File(path) => shown(&path.display()),
            SheetPlace::Folder(folder) => shown(&folder.path().display()),
        };
        let none = match game {
            Some(game) => TextMessage::new("play.resume.none.of").with("game", game.name()),
            None => TextMessage::new("play.resume.none"),
        };
        Err(crate::cli::invalid(language.write(&none.with("place", place))))
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The file of the game, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(GameFile::path)
    }

    /// Another game begins; this one stays where it is.
    pub fn begin(&mut self, record: Record) {
        if let (SheetPlace::File(_), Some(file)) = (&self.place, &mut self.file) {
            file.follow(&self.record);
        } else {
            self.file = None;
        }
        self.record = record;
    }

    /// Records a half-move, and annotations by `say`.
    ///
    /// # Errors
    ///
    /// When it cannot be written; it is recorded no longer then.
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
            self.record.take_back();
        }
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
    pub fn set_players(&mut self, seats: [Seat; 2]) {
        for (side, seat) in Side::BOTH.into_iter().zip(seats) {
            self.record.set_seat(side, seat);
        }
    }

    /// Writes the game to a file, after the games that it holds.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written; it is as it was then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        GameFile::behind(path.to_owned())?.write(&self.record)
    }

    fn write(&mut self) -> io::Result<()> {
        let written = self.file().and_then(|file| match file {
            Some(mut file) => {
                // The game is this program's until it ends, or another begins.
                file.claim()?;
                file.write(&self.record).map(|()| Some(file))
            }
            None => Ok(None),
        });
        match written {
            Ok(file) => {
                self.file = file;
                Ok(())
            }
            Err(error) => {
                self.place = SheetPlace::Nowhere;
                Err(error)
            }
        }
    }

    /// The file of the game, which is chosen when the first half-move has been played.
    fn file(&mut self) -> io::Result<Option<GameFile>> {
        if let Some(file) = self.file.take() {
            return Ok(Some(file));
        }
        if self.record.is_empty() {
            return Ok(None);
        }
        match &self.place {
            SheetPlace::Nowhere => Ok(None),
            SheetPlace::File(path) => GameFile::behind(path.clone()).map(Some),
            SheetPlace::Folder(folder) => {
                folder.create()?;
                Ok(Some(folder.begin(self.record.game().unwrap_or_default()).1))
            }
        }
    }
}

/// The record of a game without moves that begins today.
pub fn new_record(start: &AnyPosition) -> Record {
    let mut record = Record::new(start.game(), &start.fen());
    record.tags.set("Event", "helgi play");
    record.tags.set("Date", local_now().format("%Y.%m.%d").to_string());
    record.tags.set("Round", "-");
    record
}

/// A game of a file, the last one if none is named, without its result; and the position at its end.
///
/// # Errors
///
/// When it cannot be read, or breaks the rules.
pub fn load(path: &Path, number: Option<usize>, language: Language) -> io::Result<(Record, Line)> {
    let wrong = |text: String| crate::cli::invalid(format!("{}: {text}", path.display()));
    let file = open_ordinary(path, LARGEST).map_err(|error| wrong(error.to_string()))?;
    let (mut count, mut found) = (0, None);
    for located in PgnReader::new(io::BufReader::new(file)) {
        let located = located.map_err(|error| wrong(error.to_string()))?;
        count += 1;
        if number.is_none_or(|number| number == count) {
            found = Some(located);
        }
    }
    let located = found
        .ok_or_else(|| wrong(language.write(&TextMessage::new("play.no-such-game").with("count", count))))?;
    let mut record = saved::in_dialect(located.record).map_err(|error| wrong(error.to_string()))?;
    let line = played(path, &record)?;
    record.reopen();
    Ok((record, line))
}

/// The moves that were played, as far as they go: all have to be legal.
fn played(path: &Path, record: &Record) -> io::Result<Line> {
    let line = line_to(record, record.last());
    let line = line.map_err(|wrong| crate::cli::invalid(format!("{}: {wrong}", path.display())))?;
    // Null moves lead somewhere, but nobody plays them.
    match replay(record).null_move() {
        Some(wrong) => Err(crate::cli::invalid(format!("{}: {wrong}", path.display()))),
        None => Ok(line),
    }
}
