//! Tasks to learn a game by: a position each, in which one move shows how a rule works.
//!
//! The rules check an answer, not a list of moves: whatever reaches the [goal](TaskGoal) is right.

mod goal;

pub use goal::TaskGoal;

use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Game, GameId, Position};
use thiserror::Error;

/// The tasks of all games, a line each.
const TASKS: &str = include_str!("tasks.tsv");

/// A task.
#[derive(Clone, Debug)]
pub struct LearningTask {
    /// Its name, one of its own among those of the game; texts for people are found by it.
    pub name: &'static str,
    /// The position in which one move is to be found.
    pub start: AnyPosition,
    /// The conditions that the move has to fulfil.
    pub goal: TaskGoal,
}

/// A line of the tasks that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("task `{0}`, expected the name of a game, a name, a goal and a position")]
pub struct TaskError(String);

impl LearningTask {
    fn read(line: &'static str) -> Result<(GameId, Self), TaskError> {
        let read = || {
            let [game, name, goal, fen] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let game = GameId::named(game)?;
            let start = game.parse(fen).ok()?;
            let goal = TaskGoal::read(goal, &start)?;
            Some((game, LearningTask { name, start, goal }))
        };
        read().ok_or_else(|| TaskError(line.to_owned()))
    }

    /// Returns true if a legal move is right.
    pub fn is_solved_by(&self, played: Move) -> bool {
        self.goal.is_reached_by(&self.start, played)
    }

    /// The first of the moves that are right, for a solver who gives up.
    pub fn solution(&self) -> Option<Move> {
        self.start.legal_moves().into_iter().find(|&played| self.is_solved_by(played))
    }
}

/// Returns the tasks of a game, the easy ones first; none if it has no tasks.
///
/// ```
/// use helgi_rules::GameId;
///
/// let tasks = helgi_study::tasks::of_game(GameId::TAVRELI)?;
/// assert!(tasks.iter().all(|task| task.solution().is_some()));
/// # Ok::<(), helgi_study::tasks::TaskError>(())
/// ```
///
/// # Errors
///
/// If a line of the built-in table cannot be read.
pub fn of_game(game: GameId) -> Result<Vec<LearningTask>, TaskError> {
    let lines = TASKS.lines().filter(|line| !line.starts_with('#'));
    let mut found = Vec::new();
    for line in lines.filter(|line| line.split('\t').next() == Some(game.name())) {
        found.push(LearningTask::read(line)?.1);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_task_has_right_and_wrong_moves_and_a_name_of_its_own() {
        let mut games = BTreeSet::new();
        let mut names = BTreeSet::new();
        for line in TASKS.lines().filter(|line| !line.starts_with('#')) {
            let (game, task) = LearningTask::read(line).unwrap();
            assert!(names.insert((game.name(), task.name)), "{line}");
            assert_eq!(task.start.outcome(), None, "{line}");
            let moves = task.start.legal_moves();
            let right = moves.iter().filter(|&&played| task.is_solved_by(played)).count();
            assert!(right > 0, "{line}: no solution");
            assert!(right * 2 < moves.len(), "{line}: {right} of {} moves are right", moves.len());
            games.insert(game.name());
        }
        for name in ["tavreli", "tactical", "chessbattle", "popular10", "operational2"] {
            let count = of_game(GameId::named(name).unwrap()).unwrap().len();
            assert!((5..=8).contains(&count), "{name}: {count}");
        }
        assert_eq!(games.len(), 5);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for line in [
            "",
            "chess\tx\twins",
            "go\tx\twins\t8/8 w - - 0 1",
            "chess\tx\tless Z\t4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            assert_eq!(LearningTask::read(line).unwrap_err(), TaskError(line.to_owned()));
        }
    }

    #[test]
    fn freed_prisoners_are_missed() {
        let tasks = of_game(GameId::TAVRELI).unwrap();
        let keep = tasks.iter().find(|task| task.name == "keep").unwrap();
        let solved = |text: &str| {
            let played = helgi_rules::notation::read(&keep.start, text).unwrap();
            keep.is_solved_by(played)
        };
        assert!(solved("d4b2"));
        // The prisoner stays behind and is free; or the stack stays within reach.
        assert!(!solved("d4b2:1") && !solved("e1e2"));
    }
}
