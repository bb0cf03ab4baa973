//! The games on disk: a file of PGN for each, which is written anew with every move, so that nothing is
//! lost when the program ends, however it ends.

use crate::board::{Board, Ending};
use crate::clock::Clock;
use crate::plan::Player;
use crate::record::Record as Moves;
use chrono::{DateTime, Local};
use helgi_match::time::Period;
use helgi_record::{GameResult, Reader, Record, Tags};
use helgi_rules::board::Side;
use helgi_rules::{AnyPosition, Position};
use serde::Serialize;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// No more games are listed.
const LISTED: usize = 100;

/// The folder with the games.
#[derive(Clone, Debug)]
pub struct Keep {
    folder: PathBuf,
}

/// A game as it is listed.
#[derive(Clone, Serialize, Debug)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// The name of the game.
    pub variant: &'static str,
    /// Who plays White, in words.
    pub white: String,
    /// Who plays Black, in words.
    pub black: String,
    /// The number of half-moves.
    pub plies: usize,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub result: &'static str,
    /// When it was played last: `2026-11-22 14:05`.
    pub when: String,
}

impl Keep {
    /// The games in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn new(folder: PathBuf) -> io::Result<Self> {
        let named = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("the games' folder {}: {error}; --data DIR names another", folder.display()),
            )
        };
        fs::create_dir_all(&folder).map_err(named)?;
        Ok(Keep { folder })
    }

    /// Writes a game; the one before is there until the new one is.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, id: &str, board: &Board) -> io::Result<()> {
        let path = self.path(id).ok_or(io::ErrorKind::InvalidInput)?;
        let fresh = path.with_extension("new");
        fs::write(&fresh, to_pgn(board).to_string())?;
        fs::rename(fresh, path)
    }

    /// Reads a game, whose clocks go on now; `None` if there is none of that name that can be read.
    pub fn read(&self, id: &str, now: Instant) -> Option<Board> {
        let text = fs::read_to_string(self.path(id)?).ok()?;
        from_pgn(id, &first(&text)?, now)
    }

    /// The games in which something was played, the last first.
    pub fn list(&self) -> Vec<Summary> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "pgn"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort_by(|one, other| other.cmp(one));
        files.into_iter().filter_map(|(when, path)| summary(when, &path)).take(LISTED).collect()
    }

    /// The file of a game; `None` if the name is none that a game has.
    fn path(&self, id: &str) -> Option<PathBuf> {
        let is_plain = !id.is_empty() && id.len() <= 40 && id.chars().all(|c| c.is_ascii_alphanumeric());
        is_plain.then(|| self.folder.join(format!("{id}.pgn")))
    }
}

fn first(text: &str) -> Option<Record> {
    Reader::new(text.as_bytes()).next()?.ok()?.whole().ok()
}

fn summary(when: SystemTime, path: &Path) -> Option<Summary> {
    let record = first(&fs::read_to_string(path).ok()?).filter(|record| !record.is_empty())?;
    let name = |tag| record.tags.get(tag).unwrap_or("?").to_owned();
    Some(Summary {
        id: path.file_stem()?.to_str()?.to_owned(),
        variant: record.game()?.name(),
        white: name("White"),
        black: name("Black"),
        plies: record.len(),
        result: record.result.text(),
        when: DateTime::<Local>::from(when).format("%Y-%m-%d %H:%M").to_string(),
    })
}

/// A game as PGN: the levels of engines in tags of their own, the clocks in comments.
pub fn to_pgn(board: &Board) -> Record {
    let line = board.record.line();
    let mut record = Record::new(board.game, &line.start().fen());
    let tags = &mut record.tags;
    tags.set("Event", "helgi board");
    tags.set("Date", Local::now().format("%Y.%m.%d").to_string());
    for (side, player) in Side::BOTH.into_iter().zip(board.players) {
        let name = side.name();
        match player {
            Player::Person => {
                tags.set(name, "Person");
                tags.set(&format!("{name}Type"), "human");
            }
            Player::Engine { level } => {
                tags.set(name, format!("helgi, level {level}"));
                tags.set(&format!("{name}Type"), "program");
                tags.set(&format!("{name}Level"), level.to_string());
            }
        }
    }
    if let Some(clock) = &board.clock {
        tags.set("TimeControl", clock.period().to_string());
    }
    for played in board.record.played() {
        let id = record.push(&played.step.san, None);
        record.node_mut(id).set_clock(played.left);
    }
    if let Some(ending) = &board.ending {
        let result = match ending.score {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            _ => GameResult::Draw,
        };
        record.finish(result, &ending.reason);
    }
    record
}

/// The game of a record; `None` if it is none that this program wrote.
fn from_pgn(id: &str, record: &Record, now: Instant) -> Option<Board> {
    let game = record.game()?;
    let start: AnyPosition = record.start(game).ok()?;
    let players = Side::BOTH.map(|side| player(&record.tags, side));
    let mut moves = Moves::new(start);
    for node in record.main_line().map(|id| record.node(id)) {
        moves.play(node.text(), node.clock()).ok()?;
    }
    let period = record.tags.get("TimeControl").and_then(|text| text.parse::<Period>().ok());
    let is_over = record.result != GameResult::Unknown;
    let clock = period.map(|period| resume(period, &moves, is_over, now));
    let mut board = Board::of(id.to_owned(), game, moves, players, clock);
    if is_over && board.ending.is_none() {
        let reason = record.reason().unwrap_or_default().to_owned();
        board.ending = Some(Ending { score: record.result.text(), reason });
    }
    Some(board)
}

fn player(tags: &Tags, side: Side) -> Player {
    let level = tags.get(&format!("{}Level", side.name())).and_then(|level| level.parse().ok());
    let engine = level.and_then(|level| Player::Engine { level }.checked().ok());
    engine.unwrap_or(Player::Person)
}

/// The clocks of a game that goes on.
fn resume(period: Period, moves: &Moves, is_over: bool, now: Instant) -> Clock {
    let of =
        |side: Side| moves.played().iter().filter(move |played| played.side == crate::scene::side_name(side));
    let left = Side::BOTH.map(|side| of(side).rev().find_map(|played| played.left).unwrap_or(period.base));
    let made = Side::BOTH.map(|side| u32::try_from(of(side).count()).unwrap_or(u32::MAX));
    let running = (!moves.played().is_empty() && !is_over).then(|| moves.line().present().side());
    Clock::resumed(period, left, made, running, now)
}
