//! Games as XBoard saves them, in the games that are announced to it, read and written.
//!
//! Such a file holds XBoard's half-moves, those among them that put its board right and passes that tell
//! which move is meant; its letters and its way to count ranks; a position without castling rights and
//! stacks; and `#` after ordinary moves.

mod search;
mod write;
mod written;

pub use write::{ForXBoard, NotWritten, for_xboard};

use super::board::XBoardGame;
use super::offered::game_called;
use super::table::LetterTable;
use helgi_notation::excerpt;
use helgi_record::{ExpectedScore, GameResult, NodeId, Record};
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{FenError, Game, Line};
use search::{Lost, SavedMove};
use std::fmt::Write as _;
use thiserror::Error;
use written::WrittenPly;

/// The tag in which XBoard keeps how the pieces of a game move that was announced to it.
const MEN: &str = "VariantMen";

/// The reason why a game that XBoard has saved cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotRead {
    /// The tag `Variant` names no game that XBoard plays with us.
    #[error("tag Variant: `{0}`, expected a game that helgi announces to XBoard")]
    Game(String),
    /// The tag `FEN` holds no position of the game.
    #[error("tag FEN: position: {0}")]
    Start(FenError),
    /// A half-move is not one of XBoard's.
    #[error("half-move {ply}: `{text}`, expected one such as `Nc6`, `P@d2`, `Dxe5-d4` or `--`")]
    Text {
        /// Its number, from 1.
        ply: usize,
        /// The text in the file.
        text: String,
    },
    /// No moves of the game would be shown like this.
    #[error("half-move {ply}: `{text}`, expected {expected}")]
    Meaning {
        /// Its number, from 1.
        ply: usize,
        /// The text in the file.
        text: String,
        /// The text that was expected.
        expected: &'static str,
    },
}

impl NotRead {
    /// The half-move, from 1.
    pub fn ply(&self) -> Option<usize> {
        match self {
            NotRead::Text { ply, .. } | NotRead::Meaning { ply, .. } => Some(*ply),
            NotRead::Game(_) | NotRead::Start(_) => None,
        }
    }
}

/// Returns the game as the rules see it, whichever program saved it.
///
/// # Errors
///
/// As [`read`], of games that XBoard has saved.
pub fn in_dialect(record: Record) -> Result<Record, NotRead> {
    if is_saved(&record) { read(&record) } else { Ok(record) }
}

/// Returns true if a game was saved by XBoard as one that had been announced to it.
pub fn is_saved(record: &Record) -> bool {
    record.tags.get(MEN).is_some()
}

/// The game as the rules see it: moves in SAN, each with the comments and glyphs of the half-moves that
/// showed it.
///
/// # Errors
///
/// At the first half-move that cannot be understood.
pub fn read(record: &Record) -> Result<Record, NotRead> {
    let (game, table) = game(record)?;
    let start = start(game, &table, record).map_err(NotRead::Start)?;
    let plies: Vec<NodeId> = record.main_line().collect();
    // On boards of ten ranks XBoard counts from 0.
    let first_rank = if game.info().ranks == super::board::RANKS_FROM_ZERO { 0 } else { 1 };
    let text = |id: NodeId| record.node(id).text().to_owned();
    let written: Result<Vec<WrittenPly>, NotRead> = (1..)
        .zip(&plies)
        .map(|(ply, &id)| {
            let text = text(id);
            WrittenPly::read(&text, first_rank).ok_or_else(|| NotRead::Text { ply, text: excerpt(&text) })
        })
        .collect();
    let found =
        search::moves(start.present(), &written?, &table).map_err(|Lost { ply, is_unfinished }| {
            let expected = match is_unfinished {
                true => "what puts XBoard's board right after the move before, or a legal move",
                false => "a legal move",
            };
            NotRead::Meaning {
                ply: ply + 1,
                text: plies.get(ply).copied().map(|id| excerpt(&text(id))).unwrap_or_default(),
                expected,
            }
        })?;
    Ok(rewritten(record, start, &found, &plies))
}

/// The game that XBoard calls so.
fn game(record: &Record) -> Result<(GameId, LetterTable), NotRead> {
    let name = record.tags.get("Variant").unwrap_or_default();
    let called = game_called(name).filter(|(_, table)| !table.is_known());
    called.ok_or_else(|| NotRead::Game(excerpt(name)))
}

fn start(game: GameId, table: &LetterTable, record: &Record) -> Result<Line, FenError> {
    let Some(fen) = record.tags.get("FEN") else { return Ok(Line::new(game.start())) };
    // XBoard's own letters and fields are read as from XBoard.
    let mut board = XBoardGame::with_table(game, table.clone(), true);
    board.set_up(fen)?;
    Ok(board.line().cloned().unwrap_or_else(|| Line::new(game.start())))
}

fn rewritten(record: &Record, mut line: Line, found: &[SavedMove], plies: &[NodeId]) -> Record {
    let mut new = Record::new(line.start().game(), &line.start().fen());
    for (name, value) in record.tags.iter().filter(|&(name, _)| !OURS.contains(&name)) {
        new.tags.set(name, value);
    }
    new.result = record.result;
    let before = record.node(NodeId::START);
    let node = new.node_mut(NodeId::START);
    node.comments = before.comments.iter().filter(|comment| !comment.starts_with(DIAGRAM)).cloned().collect();
    node.glyphs.clone_from(&before.glyphs);
    let mut last = NodeId::START;
    for (index, &SavedMove { played, first }) in found.iter().enumerate() {
        let end = found.get(index + 1).map_or(plies.len(), |next| next.first);
        let id = new.add(last, &readable::write(line.present(), played, Style::San));
        last = id;
        line.play(played);
        for &ply in plies.get(first..end).unwrap_or_default() {
            let (own, node) = (record.node(ply), new.node_mut(id));
            node.glyphs.extend(&own.glyphs);
            for comment in own.comments.iter().map(|comment| with_mate(comment)) {
                if !node.comments.contains(&comment) {
                    node.comments.push(comment);
                }
            }
        }
    }
    // If XBoard has not seen the end, the rules decide.
    if let Some(outcome) = line.verdict().filter(|_| new.result == GameResult::Unknown) {
        new.result = outcome.into();
    }
    let (result, plies) = (new.result.text(), new.len().to_string());
    new.tags.set("Result", result);
    if new.tags.get("PlyCount").is_some() {
        new.tags.set("PlyCount", plies);
    }
    new
}

/// The beginning of the comment in which XBoard draws the position that a game begins with.
const DIAGRAM: &str = "--------------";

/// The tags that are ours to set.
const OURS: [&str; 4] = ["Variant", "FEN", "SetUp", MEN];

/// A score of this many centipawns or more is a forced win: the surplus is the number of moves.
const MATE: i32 = 100_000;

/// A comment in which a forced win is called so: `+1000.03/9` is `+M3/9`.
fn with_mate(comment: &str) -> String {
    let (score, rest) = comment.split_at(comment.find('/').unwrap_or(0));
    match score.parse() {
        Ok(ExpectedScore::Centipawns(score)) if score.abs() >= MATE => {
            let moves = (score.abs() - MATE) * score.signum();
            let mut text = ExpectedScore::Mate(moves).to_string();
            let _ = write!(text, "{rest}");
            text
        }
        _ => comment.to_owned(),
    }
}
