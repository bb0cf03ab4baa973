//! The games that are kept: each as a record, and as it is listed.

use crate::clock::GameClock;
use crate::ending::GameEnd;
use crate::game::{LiveGame, UNNAMED};
use crate::moment::{Moment, Occasion};
use crate::plan::SeatPlan;
use crate::scene::{Scene, SquareContents};
use crate::tree::Tree;
use helgi_record::replay::{Wrong, line_to};
use helgi_record::time::Period;
use helgi_record::{GameResult, Record};
use helgi_rules::Position;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use helgi_study::book::{BookStep, Builder, Recipe};
use serde::Serialize;
use std::time::Duration;

/// No text of recorded games that the page sends is longer. Unit: bytes.
pub const LONGEST_PGN: usize = 4 << 20;

/// The most games that are listed.
pub const LISTED: usize = 100;

/// The most games whose moves are counted.
pub const COUNTED: usize = 2_000;

/// The events of games that nobody has named.
const DEFAULT_EVENTS: [&str; 4] = [UNNAMED, "helgi play", "?", ""];

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

impl Summary {
    /// A game of a record, without its time; `None` if nothing was played in it, or the game is unknown.
    pub fn of(id: String, record: &Record) -> Option<Summary> {
        if record.is_empty() {
            return None;
        }
        let player = |side: Side| match record.seat(side) {
            Some(seat) => SummaryPlayer::Seat(seat.into()),
            None => SummaryPlayer::Name(record.tags.get(side.name()).unwrap_or("?").to_owned()),
        };
        // A game that breaks the rules is shown as far as its name.
        let last = line_to(record, record.last()).map(|line| Scene::of(line.present()));
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

    /// A game of a file that is not opened, and the reason.
    pub fn unknown(id: String, when: String, trouble: String) -> Summary {
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
            trouble: Some(trouble),
        }
    }
}

/// A count of the moves of kept games of one game.
pub fn counter(game: GameId) -> Builder {
    let recipe = Recipe { max_ply: usize::MAX, min_games: 1, min_score: 0.0, ..Recipe::default() };
    Builder::new(game, recipe)
}

/// Counts the moves of a record, if it is of that game; one that breaks the rules counts as far as it keeps to them.
pub fn count(builder: &mut Builder, game: GameId, record: &Record) {
    if record.game() != Some(game) {
        return;
    }
    let Ok(line) = line_to(record, record.last()) else { return };
    let steps = line.moves().map(|played| BookStep { played, counts: true });
    // Its moves are those of a line, which are legal.
    let _ = builder.add(line.start(), steps, record.result);
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
pub fn from_record(id: &str, mut record: Record, occasion: &Occasion) -> Result<LiveGame, Wrong> {
    let ending = take_ending(&mut record);
    let players = Side::BOTH.map(|side| {
        let seat = record.seat(side).map(SeatPlan::from);
        seat.and_then(|player| player.checked().ok()).unwrap_or(SeatPlan::Person)
    });
    let period = record.tags.get("TimeControl").and_then(|text| text.parse::<Period>().ok());
    let tree = Tree::read(record, occasion.seed)?;
    // The end on the board need not be written into a record.
    let is_over = ending.is_some() || tree.verdict().is_some();
    let clock = period.map(|period| resume(period, &tree, is_over, occasion.now));
    let mut board = LiveGame::of(id.to_owned(), tree, players, clock, occasion);
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
fn resume(period: Period, tree: &Tree, is_over: bool, now: Moment) -> GameClock {
    // Not every move has its time noted: the last that has counts.
    let left = |side| tree.times(side).rev().flatten().next().unwrap_or(period.base);
    let left: [Duration; 2] = Side::BOTH.map(left);
    let made = Side::BOTH.map(|side| u32::try_from(tree.times(side).count()).unwrap_or(u32::MAX));
    let running = (!tree.line().is_empty() && !is_over).then(|| tree.line().present().side());
    GameClock::resumed(period, left, made, running, now)
}
