//! Jobs for engines, and their findings: moves as text, since an engine may be a module of its own.

use crate::shared::definition;
use helgi_engine::ChosenMove;
use helgi_engine::search::{Bound, Iteration, Limits, MATE};
use helgi_record::EngineStrength;
use helgi_rules::board::Move;
use helgi_rules::notation::Notation;
use helgi_rules::{AnyPosition, Game, Line, Position, readable};
use helgi_study::{StudyFinding, StudySearch};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The number of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(transparent)]
pub struct JobId(pub u64);

/// A job for an engine.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// The game.
    pub board: JobBoard,
    /// The task.
    pub task: JobTask,
}

/// The number of the form in which boards are written, that of `helgi/rules` for JavaScript.
const FORM: u32 = 1;

/// A line of play as text, as `Board.toJSON` of `helgi/rules` has it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct JobBoard {
    /// The number of the form.
    pub version: u32,
    /// The name of the game.
    pub game: &'static str,
    /// The fingerprint of the rules of a game from a file.
    pub rules: Option<String>,
    /// The text of the rules of a game that the engine may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The start.
    pub start: String,
    /// The moves as on the wire.
    pub moves: Vec<String>,
}

/// The question to an engine.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum JobTask {
    /// The move of a player; answered with [`EngineFinding::Chosen`].
    Move {
        /// The strength.
        strength: JobStrength,
        /// The source of a level's errors.
        seed: u64,
        /// The clock of the side to move.
        clock: Option<JobClock>,
    },
    /// The best move, for somebody else; answered with [`EngineFinding::Chosen`].
    Advice {
        /// The time. Unit: seconds.
        time: f64,
    },
    /// The best lines, until the job is stopped; answered with [`EngineFinding::Lines`] as often as there are some.
    Analysis {
        /// The number of lines.
        lines: usize,
    },
    /// The best line in full width; answered with [`EngineFinding::Found`].
    Search {
        /// The number of positions.
        nodes: u64,
        /// The moves that are looked at, as on the wire; all, if there is none.
        moves: Vec<String>,
        /// True if the engine is to forget before what it knows.
        fresh: bool,
    },
}

/// The strength of a player.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum JobStrength {
    /// A level, from 1 to 18.
    Level(u32),
    /// Full strength with this time. Unit: seconds.
    Time(f64),
    /// Full strength with this number of positions.
    Nodes(u64),
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct JobClock {
    /// The time that is left. Unit: seconds.
    pub remaining: f64,
    /// The time added after each move. Unit: seconds.
    pub increment: f64,
    /// The moves until time is given anew, if it is.
    pub moves_to_go: Option<u32>,
}

/// The findings of an engine.
#[derive(Clone, PartialEq, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum EngineFinding {
    /// A move; `None` if there is none.
    Chosen(Option<ChosenText>),
    /// Lines, since the last time.
    Lines(Vec<LineText>),
    /// The result of a search.
    Found(FoundText),
    /// Nothing: the engine has failed, in these words.
    Failed(String),
}

/// A move that was chosen.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
pub struct ChosenText {
    /// The move, as on the wire.
    #[serde(rename = "move")]
    pub played: String,
    /// The score for the side to move; `None` if no iteration was finished.
    #[serde(default)]
    pub score: Option<i32>,
    /// The depth, in half-moves.
    #[serde(default)]
    pub depth: u32,
    /// The line that is expected, beginning with the move.
    #[serde(default)]
    pub line: Vec<String>,
}

/// A line of a search.
#[derive(Clone, PartialEq, Deserialize, Debug)]
pub struct LineText {
    /// The depth, in half-moves.
    pub depth: u32,
    /// The place of the line, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: i32,
    /// `exact`, or which bound it is.
    pub bound: String,
    /// The positions searched so far.
    pub nodes: u64,
    /// The time so far. Unit: seconds.
    pub time: f64,
    /// The moves, as on the wire.
    pub pv: Vec<String>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Deserialize, Debug)]
pub struct FoundText {
    /// The best move, as on the wire.
    pub best: Option<String>,
    /// The score for the side to move.
    pub score: i32,
    /// The depth, in half-moves.
    pub depth: u32,
    /// The positions searched.
    pub nodes: u64,
    /// The best lines whose scores are exact.
    pub lines: Vec<LineText>,
}

impl JobBoard {
    /// The line as text. A null move cannot be written: the line begins behind the last one.
    pub(super) fn of(line: &Line) -> JobBoard {
        let game = line.start().game();
        let notation = Notation::of(&game);
        let mut path = Line::new(line.start().clone());
        let (mut start, mut moves) = (line.start().fen(), Vec::new());
        for played in line.moves() {
            // A pass that is legal is a move of the game; another one is a null move.
            if played == Move::PASS && !path.present().is_legal(played) {
                path.pass();
                (start, moves) = (path.present().fen(), Vec::new());
            } else {
                moves.push(notation.write(played).to_string());
                path.play(played);
            }
        }
        let (rules, definition) = (game.fingerprint(), definition(game));
        JobBoard { version: FORM, game: game.name(), rules, definition, start, moves }
    }
}

impl From<EngineStrength> for JobStrength {
    fn from(strength: EngineStrength) -> Self {
        match strength {
            EngineStrength::Level(level) => JobStrength::Level(level),
            EngineStrength::Time(time) => JobStrength::Time(time.as_secs_f64()),
            EngineStrength::Nodes(nodes) => JobStrength::Nodes(nodes),
        }
    }
}

/// The search of a study as a job.
pub(super) fn of_study(search: &StudySearch) -> (JobBoard, JobTask) {
    let StudySearch { line, limits: Limits { nodes, search_moves, .. }, is_fresh } = search;
    let notation = Notation::of(&line.present().game());
    let moves = search_moves.iter().map(|&played| notation.write(played).to_string()).collect();
    (JobBoard::of(line), JobTask::Search { nodes: nodes.unwrap_or(1), moves, fresh: *is_fresh })
}

/// A score of an engine as those of the search, which are within a mate either way.
fn bounded(score: i32) -> i32 {
    score.clamp(-MATE, MATE)
}

/// The moves of texts, as far as they are legal one after the other.
fn moves(position: &AnyPosition, texts: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in texts {
        let Ok(played) = readable::read(&position, text) else { break };
        position.play(played);
        moves.push(played);
    }
    moves
}

impl ChosenText {
    /// The move that was chosen in a position; `None` if it is not legal there.
    pub(super) fn read(&self, position: &AnyPosition) -> Option<ChosenMove> {
        let best = readable::read(position, &self.played).ok()?;
        let line = moves(position, &self.line);
        Some(ChosenMove {
            best,
            score: self.score.map(bounded),
            depth: self.depth,
            // A line that does not begin with the move is not its line.
            line: if line.first() == Some(&best) { line } else { vec![best] },
        })
    }
}

impl LineText {
    /// The line of a search of a position.
    pub(super) fn read(&self, position: &AnyPosition) -> Iteration {
        Iteration {
            depth: self.depth,
            seldepth: self.depth,
            multipv: self.multipv,
            score: bounded(self.score),
            bound: match self.bound.as_str() {
                "exact" => Bound::Exact,
                "upper" => Bound::Upper,
                // What is not known is taken for the weaker claim.
                _ => Bound::Lower,
            },
            nodes: self.nodes,
            elapsed: Duration::try_from_secs_f64(self.time).unwrap_or_default(),
            hashfull: 0,
            pv: moves(position, &self.pv),
        }
    }
}

impl FoundText {
    /// The finding about a position.
    pub(super) fn read(&self, position: &AnyPosition) -> StudyFinding {
        let nodes = self.nodes;
        // A search that has found no exact line still has a move and a score.
        match self.lines.first() {
            Some(LineText { depth, score, pv, .. }) => {
                let line = moves(position, pv);
                StudyFinding { score: bounded(*score), depth: *depth, nodes, line, is_exact: true }
            }
            None => {
                let line = moves(position, self.best.as_slice());
                StudyFinding { score: bounded(self.score), depth: self.depth, nodes, line, is_exact: false }
            }
        }
    }
}
