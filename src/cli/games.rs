//! Games of PGN files one after the other, for the commands that go through them, and their messages.

use super::invalid;
use super::place::is_standard;
use helgi_files::{open_input, open_ordinary};
use helgi_notation::excerpt;
use helgi_record::replay::{Remark, Replay, mend, replay, rewrite};
use helgi_record::{Located, PgnReader, Record};
use helgi_rules::Outcome;
use helgi_rules::readable::Style;
use helgi_xboard::saved::{self, NotRead};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The games of a file; `-` is standard input.
pub struct Games<'a> {
    path: &'a Path,
    reader: PgnReader<Box<dyn BufRead>>,
    length: u64,
    /// The number of the last game.
    number: usize,
}

impl<'a> Games<'a> {
    /// Opens a file; games are counted on from those before.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn open(path: &'a Path, before: usize) -> io::Result<Self> {
        let (input, length): (Box<dyn BufRead>, u64) = if is_standard(path) {
            (Box::new(io::stdin().lock()), 0)
        } else {
            let refuse = |error| invalid(format!("{}: {error}", path.display()));
            let file = open_input(path).map_err(refuse)?;
            let length = file.metadata().map_or(0, |data| data.len());
            (Box::new(BufReader::with_capacity(1 << 16, file)), length)
        };
        Ok(Games { path, reader: PgnReader::new(input), length, number: before })
    }

    /// Returns how much has been read, and how much there is. Unit: bytes.
    pub fn taken(&self) -> (u64, u64) {
        (self.reader.taken().min(self.length), self.length)
    }
}

impl Iterator for Games<'_> {
    type Item = io::Result<FileGame>;

    /// The next game; the error is that of a file that cannot be read on.
    fn next(&mut self) -> Option<Self::Item> {
        let game = self.reader.next()?;
        self.number += 1;
        let name = format!("{}, game {}", self.path.display(), self.number);
        Some(match game {
            Ok(located) => Ok(FileGame::new(name, located)),
            Err(error) => Err(invalid(format!("{name}, {error}"))),
        })
    }
}

/// A game of a file, as the rules see it, whichever program saved it.
pub struct FileGame {
    /// The file and the game's number.
    pub name: String,
    /// The game and where it stands.
    pub located: Located,
    /// The reason why it could not be understood, if XBoard has saved it.
    pub unread: Option<NotRead>,
}

impl FileGame {
    fn new(name: String, mut located: Located) -> Self {
        let mut unread = None;
        if saved::is_saved(&located.record) {
            match saved::read(&located.record) {
                Ok(record) => {
                    // Its moves stand in no line of the file.
                    located.lines.clear();
                    located.record = record;
                }
                Err(error) => unread = Some(error),
            }
        }
        FileGame { name, located, unread }
    }

    /// Replays the game, and rewrites its moves if a style is given; otherwise only those that are spelt in no usual way.
    pub fn replayed(&mut self, style: Option<Style>) -> Replay {
        let mut replayed = match style {
            _ if self.unread.is_some() => replay(&self.located.record),
            Some(style) => rewrite(&mut self.located.record, style),
            None => mend(&mut self.located.record),
        };
        if self.unread.is_some() {
            // They are not moves by the rules.
            replayed.wrong.clear();
            replayed.remarks.clear();
        }
        replayed
    }

    /// Returns true if the game has a fault.
    pub fn is_wrong(&self, replayed: &Replay) -> bool {
        !replayed.wrong.is_empty() || !self.located.errors.is_empty() || self.unread.is_some()
    }

    /// Returns the liberties that were taken with its text, a line each.
    pub fn notices(&self) -> String {
        let FileGame { name: game, located: Located { notices, .. }, .. } = self;
        let mut text: String = notices.iter().map(|notice| format!("{game}, {notice}\n")).collect();
        text += &rest(game, "notice", notices.left_out());
        text
    }

    /// Returns remarks on it, a line each.
    pub fn remarks<'r>(&self, remarks: impl IntoIterator<Item = &'r Remark>) -> String {
        let FileGame { name: game, located: Located { line, lines, .. }, .. } = self;
        let said = remarks.into_iter().map(|remark| {
            let line = remark.node().and_then(|id| lines.get(id.index())).unwrap_or(line);
            format!("{game}, line {line}: {remark}\n")
        });
        said.collect()
    }

    /// Returns what was read otherwise than it is written, a line each: tags, results, the position and moves.
    pub fn readings(&self, replayed: &Replay) -> String {
        let remarks = replayed.remarks.iter().filter(|remark| remark.is_reading());
        self.notices() + &self.remarks(remarks)
    }

    /// Returns its faults, a line each. Of more than a hundred of a kind the first are named, the others counted.
    pub fn problems(&self, replayed: &Replay) -> String {
        let FileGame { name: game, located, unread } = self;
        let Located { line, record, lines, errors, .. } = located;
        let mut text = String::new();
        errors.iter().for_each(|error| text += &format!("{game}, {error}\n"));
        text += &rest(game, "fault", errors.left_out());
        if let Some(error) = unread {
            let id = error.ply().and_then(|ply| record.main_line().nth(ply - 1));
            let line = id.and_then(|id| lines.get(id.index())).unwrap_or(line);
            text += &format!("{game}, line {line}: saved by XBoard: {error}\n");
        }
        for wrong in &replayed.wrong {
            let line = wrong.node().and_then(|id| lines.get(id.index())).unwrap_or(line);
            text += &format!("{game}, line {line}: {wrong}\n");
        }
        text + &rest(game, "wrong move", replayed.wrong.left_out())
    }
}

/// The line about findings that are not named.
fn rest(game: &str, what: &str, left_out: usize) -> String {
    match left_out {
        0 => String::new(),
        _ => format!("{game}: {}\n", super::counted(left_out, &format!("more {what}"))),
    }
}

/// Returns the beginning of a file, a few bytes that tell its kind; empty for one that can be read only once.
///
/// # Errors
///
/// When it cannot be read.
pub fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    if !is_standard(path) && path.metadata()?.is_file() {
        open_ordinary(path, u64::MAX)?.take(64).read_to_end(&mut begin)?;
    }
    Ok(begin)
}

/// Returns a summary: the players, the variant, the result.
pub fn summary(record: &Record, replayed: &Replay) -> String {
    let tag = |name| excerpt(record.tags.get(name).unwrap_or("?"));
    let game = replayed.game.map_or("unknown game", |game| game.name());
    let end = match (replayed.outcome, record.reason()) {
        (Some(outcome), _) => Outcome::to_string(&outcome),
        (None, Some(reason)) => format!("{} {{{}}}", record.result, excerpt(reason)),
        (None, None) => record.result.to_string(),
    };
    format!("{} - {}, {game}, {} half-moves, {end}", tag("White"), tag("Black"), record.len())
}
