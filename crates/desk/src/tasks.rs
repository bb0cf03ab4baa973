//! Tasks for the page: positions in which one move shows a rule, for people who learn a game.
//!
//! The page has the words for each task, in its languages, by the task's name. Moves are played in a game of two that is not
//! kept, as those of puzzles are.

use crate::plan::Refusal;
use crate::scene::{Scene, side_name};
use helgi_rules::Position;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_study::tasks::{self, LearningTask};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A task as it is offered.
#[derive(Clone, Serialize, Debug)]
pub struct TaskCard {
    /// Its name, by which the page knows its words.
    pub name: &'static str,
    /// Its position.
    pub scene: Scene,
}

/// A request about a task.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum TaskQuestion {
    /// Begins the task; answered with a [`TaskBegun`].
    Begin,
    /// Asks if a move solves it; answered with a [`TaskVerdict`].
    Answer {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
    },
    /// The squares of a move that solves it: `{"from": "e2", "to": "e4"}`; a piece from the reserve comes from none.
    Hint,
    /// A move that solves it; answered with a [`TaskVerdict`].
    Solution,
}

/// A task that was begun.
#[derive(Clone, Serialize, Debug)]
pub struct TaskBegun {
    /// The name of the game in which it is solved.
    pub id: String,
    /// The name of the variant.
    pub variant: &'static str,
    /// The name of the task.
    pub name: &'static str,
    /// Number of tasks of the game.
    pub count: usize,
    /// The side that is to find the move.
    pub side: &'static str,
}

/// The response to an answer.
#[derive(Clone, Serialize, Debug)]
pub struct TaskVerdict {
    /// The moves that are made now, as on the wire: none after a wrong answer.
    pub moves: Vec<String>,
    /// True if the answer was right.
    pub right: bool,
    /// True if that was all.
    pub over: bool,
}

/// The tasks of a game as they are offered; `None` if it has none.
pub fn cards(game: GameId) -> Option<Vec<TaskCard>> {
    let card = |task: LearningTask| TaskCard { name: task.name, scene: Scene::of(&task.start) };
    Some(tasks::of_game(game).ok()?.into_iter().map(card).collect())
}

/// The reason why a task is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskNotFound {
    /// There is no game of this name, or it has no tasks.
    #[error("variant: `{0}`, expected one of the games")]
    Game(String),
    /// The game has no task of this number.
    #[error("task: {number}, expected 1 to {count}")]
    Number {
        /// The number that was asked for.
        number: usize,
        /// The number of tasks of the game.
        count: usize,
    },
}

/// The task of a game by its number, from 1, and how many there are.
///
/// # Errors
///
/// In words, when there is no such game or task.
pub fn find(game: &str, number: usize) -> Result<(LearningTask, usize), TaskNotFound> {
    let known = GameId::named(game).and_then(|game| tasks::of_game(game).ok());
    let tasks = known.ok_or_else(|| TaskNotFound::Game(game.to_owned()))?;
    let count = tasks.len();
    let task = number.checked_sub(1).and_then(|number| tasks.into_iter().nth(number));
    task.map(|task| (task, count)).ok_or(TaskNotFound::Number { number, count })
}

/// A task that was begun in the game of a name.
pub fn begun(id: String, task: &LearningTask, count: usize) -> TaskBegun {
    let start = &task.start;
    TaskBegun { id, variant: start.game().name(), name: task.name, count, side: side_name(start.side()) }
}

/// Answers a question about a task; `None` for the one that begins it.
///
/// # Errors
///
/// When the move is not legal.
pub fn ask(task: &LearningTask, question: TaskQuestion) -> Result<Option<Value>, Refusal> {
    let start = &task.start;
    let wire = |played| Notation::of(&start.game()).write(played).to_string();
    Ok(Some(match question {
        TaskQuestion::Begin => return Ok(None),
        TaskQuestion::Answer { text } => {
            let (played, _) = readable::read_lenient(start, &text, Style::San)?;
            let right = task.is_solved_by(played);
            let moves = if right { vec![wire(played)] } else { Vec::new() };
            json!(TaskVerdict { moves, right, over: right })
        }
        TaskQuestion::Hint => {
            let name = |square| start.outline().name(square);
            let (from, to) = task.solution().map_or((None, None), |played| (played.from(), played.to()));
            json!({ "from": from.map(name), "to": to.map(name) })
        }
        TaskQuestion::Solution => {
            // It was shown, not found: that is not right.
            let moves = task.solution().map(wire).into_iter().collect();
            json!(TaskVerdict { moves, right: false, over: true })
        }
    }))
}
