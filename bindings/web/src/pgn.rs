//! Recorded games: files of PGN that come in parts, and their games as data.
//!
//! JavaScript keeps a game as a text of PGN and as data. The moves have numbers, which are their places in the tree: each
//! move before what follows it, and the one that was played before its variations.

use crate::board;
use crate::errors::WebError;
use crate::slots::Slots;
use crate::texts::{Answer, Texts, json};
use helgi_notation::excerpt;
use helgi_record::replay::{self, Wrong};
use helgi_record::{Located, NodeId, PgnReader, ReadError, Record};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// The parts of a file that have come and are not read to their end.
#[derive(Debug, Default)]
struct Parts {
    waiting: VecDeque<Rc<[u8]>>,
    /// The number of parts that are no longer in the queue.
    gone: usize,
    /// The number of parts that the reader has taken.
    taken: usize,
    /// The number of bytes that have come.
    come: u64,
    is_whole: bool,
}

/// A place in a file that comes in parts. Its copies read on independently.
#[derive(Clone, Debug)]
struct Feed {
    parts: Rc<RefCell<Parts>>,
    part: Rc<[u8]>,
    at: usize,
    /// The number of parts that have been taken.
    taken: usize,
}

impl Read for Feed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Feed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at >= self.part.len() {
            let mut parts = self.parts.borrow_mut();
            // A part goes only when a game is whole: no copy reads on from before it.
            let Some(next) = parts.waiting.get(self.taken - parts.gone) else {
                if parts.is_whole {
                    return Ok(&[]);
                }
                // `next` takes this for `more`: the rest comes with a later call.
                return Err(io::ErrorKind::WouldBlock.into());
            };
            (self.part, self.at, self.taken) = (Rc::clone(next), 0, self.taken + 1);
            parts.taken = self.taken;
        }
        Ok(&self.part[self.at..])
    }

    fn consume(&mut self, length: usize) {
        self.at += length;
    }
}

/// A file that is being read.
struct File {
    parts: Rc<RefCell<Parts>>,
    /// Stands between two games.
    reader: PgnReader<Feed>,
    /// The number of bytes that must have come before the next game is tried again.
    wanted: u64,
}

thread_local! {
    static FILES: RefCell<Slots<File>> = const { RefCell::new(Slots::new()) };
}

/// Runs something with a file.
fn with(file: u32, run: impl FnOnce(&mut File) -> Answer) -> Answer {
    FILES.with_borrow_mut(|files| match files.get(file) {
        Some(file) => run(file),
        None => Err(WebError::argument("file", "closed", "one that is open")),
    })
}

/// Forgets a file.
pub fn free(file: u32) {
    FILES.with_borrow_mut(|files| files.free(file));
}

/// Opens a file that will come in parts, and answers with its number.
///
/// # Errors
///
/// None.
pub fn new(_: &Texts) -> Answer {
    let parts = Rc::new(RefCell::new(Parts::default()));
    let feed = Feed { parts: Rc::clone(&parts), part: Rc::from([]), at: 0, taken: 0 };
    let file = File { parts, reader: PgnReader::new(feed), wanted: 0 };
    Ok(FILES.with_borrow_mut(|files| files.keep(file)).to_string())
}

/// Takes the next part of a file, the bytes of the first text.
///
/// # Errors
///
/// An `ArgumentError` if the file is closed.
pub fn feed(texts: &Texts, file: u32, is_last: u32) -> Answer {
    with(file, |file| {
        let (bytes, mut parts) = (texts.bytes(0).unwrap_or_default(), file.parts.borrow_mut());
        parts.come += bytes.len() as u64;
        parts.waiting.push_back(Rc::from(bytes));
        parts.is_whole |= is_last == 1;
        Ok(String::new())
    })
}

/// Reads the next game of a file: its data, `more` if it has not come yet, or nothing at the end.
///
/// # Errors
///
/// A `PgnError` where nothing more can be read, and an `ArgumentError` if the file is closed.
pub fn next(_: &Texts, file: u32) -> Answer {
    with(file, |file| {
        let (come, is_whole) = (file.parts.borrow().come, file.parts.borrow().is_whole);
        if !is_whole && come < file.wanted {
            return Ok("more".to_owned());
        }
        let before = file.reader.clone();
        match file.reader.next() {
            None => Ok(String::new()),
            Some(Ok(located)) => {
                let mut parts = file.parts.borrow_mut();
                // The reader holds the one that it is in.
                while parts.gone < parts.taken {
                    parts.waiting.pop_front();
                    parts.gone += 1;
                }
                drop(parts);
                json(&WebGame::from(&located))
            }
            Some(Err(ReadError::Io { .. })) if !is_whole => {
                // A game that is longer than what has come is read from its beginning once more, and not before
                // twice as much of it is there: all tries together read no more than two games.
                file.wanted = come + (come - before.taken());
                file.reader = before;
                Ok("more".to_owned())
            }
            Some(Err(error)) => Err(WebError::from(&error)),
        }
    })
}

#[derive(Serialize)]
struct WebGame {
    tags: Vec<(String, String)>,
    result: &'static str,
    line: usize,
    moves: Vec<String>,
    nodes: Vec<WebNode>,
    errors: Vec<WebProblem>,
    notices: Vec<WebProblem>,
    pgn: String,
}

/// A move, with the number of the one before it; the start has itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WebNode {
    parent: usize,
    text: String,
    line: usize,
    comments: Vec<String>,
    comments_before: Vec<String>,
    glyphs: Vec<u16>,
}

#[derive(Serialize)]
struct WebProblem {
    line: usize,
    text: String,
}

/// The moves of a record in the order of their numbers, each with the number of its parent.
fn order(record: &Record) -> Vec<(NodeId, usize)> {
    let (mut order, mut open) = (Vec::new(), vec![(NodeId::START, 0)]);
    while let Some((id, parent)) = open.pop() {
        let following: Vec<NodeId> = record.continuations(id).collect();
        // What is put last comes first: the move that was played, before its variations.
        open.extend(following.into_iter().rev().map(|next| (next, order.len())));
        order.push((id, parent));
    }
    order
}

impl From<&Located> for WebGame {
    fn from(located: &Located) -> Self {
        let record = &located.record;
        let node = |(id, parent): (NodeId, usize)| {
            let node = record.node(id);
            WebNode {
                parent,
                text: node.text().to_owned(),
                line: located.lines.get(id.index()).copied().unwrap_or(located.line),
                comments: node.comments.clone(),
                comments_before: node.before.clone(),
                glyphs: node.glyphs.iter().map(|glyph| glyph.0).collect(),
            }
        };
        let errors = located.errors.iter();
        let notices = located.notices.iter();
        WebGame {
            tags: record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result: record.result.text(),
            line: located.line,
            moves: record.moves().map(str::to_owned).collect(),
            nodes: order(record).into_iter().map(node).collect(),
            errors: errors
                .map(|error| WebProblem { line: error.line, text: error.problem.to_string() })
                .collect(),
            notices: notices
                .map(|notice| WebProblem { line: notice.line, text: notice.reading.to_string() })
                .collect(),
            pgn: record.to_string(),
        }
    }
}

/// The record of the first text.
fn record(texts: &Texts) -> Result<Record, WebError> {
    let none = || WebError::argument("pgn", &excerpt(texts.text(0)), "a recorded game");
    let located = PgnReader::new(texts.text(0).as_bytes()).next().ok_or_else(none)?;
    Ok(located.map_err(|error| WebError::from(&error))?.record)
}

/// The number of the move at which a fault is; `None` if it is at none.
fn place(wrong: &Wrong, record: &Record) -> Option<usize> {
    let node = wrong.node_or_last(record)?;
    order(record).into_iter().position(|(id, _)| id == node)
}

/// Plays the game of the first text through; answers with everything that the rules do not allow, in pairs of the number
/// of a move and a text.
///
/// # Errors
///
/// An `ArgumentError` if the text is no game.
pub fn check(texts: &Texts) -> Answer {
    let record = record(texts)?;
    let replayed = replay::replay(&record);
    json(&replayed.wrong.iter().map(|wrong| (place(wrong, &record), wrong.to_string())).collect::<Vec<_>>())
}

/// The board of the game of the first text after the move of a number; the second text has the lines of the moves by
/// their numbers, for errors.
///
/// # Errors
///
/// A `PgnError` if a move is not legal, a `FenError` if the start is no position, a `GameNameError` if there is no such
/// game.
pub fn board(texts: &Texts, node: u32) -> Answer {
    let record = record(texts)?;
    let none = || WebError::argument("node", &node.to_string(), "a move of the game");
    let (id, _) = order(&record).get(node as usize).copied().ok_or_else(none)?;
    let line = replay::line_to(&record, id).map_err(|wrong| {
        let place = place(&wrong, &record).unwrap_or(0);
        let lines = texts.text(1).split(' ').nth(place).and_then(|line| line.parse().ok());
        WebError::wrong(&wrong, lines.unwrap_or(0))
    })?;
    board::keep(line)
}

/// A board with its moves as PGN, with tags: texts in pairs.
///
/// # Errors
///
/// An `ArgumentError` for a tag whose name is none, or if the board is gone.
pub fn of_board(texts: &Texts, board: u32) -> Answer {
    board::by_line(board, |line| written(Record::of_line(line), texts, 0))
}

/// The game of the first text as PGN, with tags: texts in pairs behind it.
///
/// # Errors
///
/// An `ArgumentError` if the text is no game, or for a tag whose name is none.
pub fn write(texts: &Texts) -> Answer {
    written(record(texts)?, texts, 1)
}

fn written(mut record: Record, texts: &Texts, first: usize) -> Answer {
    let mut place = first;
    while let (Some(name), Some(value)) = (texts.get(place), texts.get(place + 1)) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(WebError::argument("tag", &excerpt(name), "letters, digits and `_`"));
        }
        record.tags.set(name, value);
        place += 2;
    }
    Ok(record.to_string().trim_end().to_owned() + "\n")
}
