//! Puzzles for the page: positions in which it asks for the best moves.
//!
//! The page gets no solution before it asks for it, and it counts the solved puzzles itself. Its moves are played in a game
//! of two that is not kept, where everything else can be done as well.

use crate::plan::Refusal;
use crate::scene::side_name;
use crate::unread::UnreadText;
use helgi_record::puzzle::{self, Puzzle, PuzzleFile};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Line, Position};
use helgi_study::puzzles::{AnswerVerdict, SolverAnswer, built_in, words};
use helgi_words::{TextMessage, names};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most sets that are taken; the one taken first is forgotten then.
const MOST: usize = 20;

/// Number of positions searched to compare an answer with the solution, if the puzzle does not
/// record how many confirmed it.
const NODES: u64 = 40_000;

/// The sets of puzzles.
#[derive(Debug, Default)]
pub struct PuzzleSets {
    /// The sets that were looked at or taken, by name.
    known: BTreeMap<String, Arc<Vec<Puzzle>>>,
    /// Number of sets taken.
    taken: usize,
}

/// A set of puzzles.
#[derive(Clone, Serialize, Debug)]
pub struct Set {
    /// Its name in addresses: that of its game, or `own-1`.
    pub name: String,
    /// Its title.
    pub title: TextMessage,
    /// Number of puzzles.
    pub count: usize,
}

/// Puzzles of the user's own.
#[derive(Clone, Deserialize, Debug)]
pub struct Own {
    /// PGN or EPD.
    pub text: String,
    /// The game of the puzzles that do not name one.
    pub variant: String,
}

/// The response to puzzles that were taken.
#[derive(Clone, Serialize, Debug)]
pub struct TakenPuzzles {
    /// The name of their set.
    pub set: String,
    /// Number of texts that hold no puzzle.
    pub left_out: usize,
    /// The findings about these and others, each with its line; of many of a kind the first hundred.
    pub findings: Vec<String>,
}

/// A request about a puzzle.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Question {
    /// Begins the puzzle; answered with a [`PuzzleTask`].
    Begin,
    /// Asks if a move is right; answered with [`PuzzleVerdict`].
    Answer {
        /// The move, readable or as on the wire.
        #[serde(rename = "move")]
        text: String,
        /// Number of half-moves of the solution that have been made.
        done: usize,
        /// Number of wrong answers.
        wrong: usize,
        /// Number of hints given.
        hints: usize,
    },
    /// A hint; answered with `{"says": …}`.
    Hint {
        /// Number of half-moves of the solution that have been made.
        done: usize,
        /// The number of the hint, from 1.
        number: usize,
    },
    /// The solution; answered with [`PuzzleVerdict`].
    Solution {
        /// Number of half-moves of it that have been made.
        done: usize,
    },
}

/// A puzzle to be solved.
#[derive(Clone, Serialize, Debug)]
pub struct PuzzleTask {
    /// The name of the game in which it is solved.
    pub id: String,
    /// The name of the variant.
    pub variant: &'static str,
    /// Number of puzzles in the set.
    pub count: usize,
    /// The side that is to find the moves.
    pub side: &'static str,
    /// The difficulty, from 1 to 10.
    pub difficulty: Option<u32>,
}

/// The response to an answer.
#[derive(Clone, Serialize, Debug)]
pub struct PuzzleVerdict {
    /// The message for the solver.
    pub says: TextMessage,
    /// The moves that are made now, as on the wire: none after a wrong answer.
    pub moves: Vec<String>,
    /// True if it was right, or as good.
    pub right: bool,
    /// True if that was all.
    pub over: bool,
}

impl PuzzleSets {
    /// The puzzles of a set, which is read when it is first asked for; `None` if there is none of that name.
    pub fn set(&mut self, name: &str) -> Option<Arc<Vec<Puzzle>>> {
        if let Some(known) = self.known.get(name) {
            return Some(known.clone());
        }
        let game = built_in::games().into_iter().find(|game| game.name() == name)?;
        let read = Arc::new(built_in::of_game(game)?.ok()?);
        self.known.insert(name.to_owned(), read.clone());
        Some(read)
    }

    /// All sets.
    pub fn list(&mut self) -> Vec<Set> {
        let shipped = built_in::games().into_iter().filter_map(|game| {
            let count = self.set(game.name())?.len();
            Some(Set { name: game.name().to_owned(), title: names::title(game), count })
        });
        let mut all: Vec<Set> = shipped.collect();
        let own = self.known.iter().filter(|(name, _)| name.starts_with("own-"));
        let named = |(name, puzzles): (&String, &Arc<Vec<Puzzle>>)| Set {
            name: name.clone(),
            title: TextMessage::new("puzzles.own").with("name", name.trim_start_matches("own-")),
            count: puzzles.len(),
        };
        all.extend(own.map(named));
        all
    }

    /// The themes of the puzzles of a set; `None` if there is none of that name.
    pub fn themes(&mut self, name: &str) -> Option<Vec<Vec<String>>> {
        Some(self.set(name)?.iter().map(|puzzle| puzzle.themes.clone()).collect())
    }

    /// Takes puzzles of the user's own, as a set of a new name.
    ///
    /// # Errors
    ///
    /// When the game is unknown, or there is no puzzle in the text.
    pub fn take(&mut self, own: &Own) -> Result<TakenPuzzles, Refusal> {
        let game = own.variant.parse::<GameId>()?;
        let PuzzleFile { puzzles: read, errors, notices } = puzzle::read(own.text.as_bytes(), game);
        if read.is_empty() {
            let none = "puzzles: none, expected PGN or EPD, such as `helgi puzzles` writes";
            let fault = match errors.first() {
                Some(error) => {
                    let says = TextMessage::new("unread.puzzle").with("line", error.line);
                    UnreadText::new(format!("puzzles: {error}"), says)
                }
                None => UnreadText::new(none, TextMessage::new("unread.no-puzzle")),
            };
            return Err(fault.into());
        }
        let mut findings: Vec<String> = errors.iter().map(ToString::to_string).collect();
        findings.extend(notices.iter().map(ToString::to_string));
        let left_out = errors.count();
        self.taken += 1;
        // Names are not given again, so that an old address never leads to another set.
        let name = format!("own-{}", self.taken);
        if let Some(oldest) = self.taken.checked_sub(MOST) {
            self.known.remove(&format!("own-{oldest}"));
        }
        self.known.insert(name.clone(), Arc::new(read));
        Ok(TakenPuzzles { set: name, left_out, findings })
    }

    /// The puzzle of a number, from 1, and how many there are in its set.
    ///
    /// # Errors
    ///
    /// In words, when there is no such set or puzzle.
    pub fn find(&mut self, set: &str, number: usize) -> Result<(Puzzle, usize), PuzzleNotFound> {
        let all = self.set(set).ok_or_else(|| PuzzleNotFound::Set(set.to_owned()))?;
        let puzzle = number.checked_sub(1).and_then(|number| all.get(number)).cloned();
        puzzle.map(|puzzle| (puzzle, all.len())).ok_or(PuzzleNotFound::Number { number, count: all.len() })
    }
}

/// The reason why a puzzle is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleNotFound {
    /// There is no set of this name.
    #[error("puzzles: `{0}`, expected one of the sets that there are")]
    Set(String),
    /// Its set has no puzzle of this number.
    #[error("puzzle: {number}, expected 1 to {count}")]
    Number {
        /// The number that was asked for.
        number: usize,
        /// The number of puzzles in the set.
        count: usize,
    },
}

/// A puzzle that was begun in the game of a name.
pub fn begun(id: String, puzzle: &Puzzle, count: usize) -> PuzzleTask {
    let variant = puzzle.start.game().name();
    let (side, difficulty) = (side_name(puzzle.start.side()), puzzle.difficulty);
    PuzzleTask { id, variant, count, side, difficulty }
}

/// An answer to a puzzle that has to be judged.
#[derive(Clone, Debug)]
pub struct PuzzleAnswer {
    puzzle: Puzzle,
    line: Line,
    played: Move,
    tries: [usize; 2],
}

/// The reply to a question about a puzzle that was begun.
#[derive(Clone, Debug)]
pub enum PuzzleReply {
    /// Something to say.
    Says(Value),
    /// An answer to be judged.
    Answer(Box<PuzzleAnswer>),
}

/// Answers a question about a puzzle; `None` for the one that begins it.
///
/// # Errors
///
/// When this much of the solution cannot have been made, or the move is not legal.
pub fn ask(puzzle: &Puzzle, question: Question) -> Result<Option<PuzzleReply>, Refusal> {
    let at = |done| line_to(puzzle, done).ok_or(Refusal::Ply(done, puzzle.moves.len()));
    Ok(Some(match question {
        Question::Begin => return Ok(None),
        Question::Hint { done, number } => {
            let line = at(done)?;
            let next = puzzle.moves.get(done).copied();
            let says = next.map(|next| words::hint(line.present(), next, &puzzle.themes, number));
            PuzzleReply::Says(json!({ "says": says }))
        }
        Question::Solution { done } => PuzzleReply::Says(json!(solution(puzzle, at(done)?))),
        Question::Answer { text, done, wrong, hints } => {
            let line = at(done)?;
            let (played, _) = readable::read_lenient(line.present(), &text, Style::San)?;
            let tries = [wrong, hints];
            PuzzleReply::Answer(Box::new(PuzzleAnswer { puzzle: puzzle.clone(), line, played, tries }))
        }
    }))
}

impl PuzzleAnswer {
    /// Runs `judge` with the answer and the move, and says its verdict.
    pub fn judge<T>(&self, judge: impl FnOnce(&SolverAnswer<'_>, Move) -> T) -> T {
        let Puzzle { start, moves, alternatives, nodes, .. } = &self.puzzle;
        let (done, nodes) = (self.line.len(), nodes.unwrap_or(NODES));
        judge(&SolverAnswer { start, moves, alternatives, done, nodes }, self.played)
    }

    /// The response to an answer with a verdict.
    pub fn says(&self, verdict: &AnswerVerdict) -> PuzzleVerdict {
        judged(&self.puzzle, self.line.clone(), self.played, verdict, self.tries)
    }
}

/// Returns the puzzle so far; `None` if this much of the solution cannot have been made.
fn line_to(puzzle: &Puzzle, done: usize) -> Option<Line> {
    let mut line = Line::new(puzzle.start.clone());
    // All moves of the solution have been made: nothing is left to ask.
    let before = puzzle.moves.get(..done).filter(|_| done < puzzle.moves.len())?;
    before.iter().for_each(|&played| line.play(played));
    Some(line)
}

fn wire(played: Move, line: &Line) -> String {
    Notation::of(&line.present().game()).write(played).to_string()
}

/// Returns the response to an answer with a verdict.
fn judged(
    puzzle: &Puzzle,
    mut line: Line,
    played: Move,
    verdict: &AnswerVerdict,
    tries: [usize; 2],
) -> PuzzleVerdict {
    let [wrong, hints] = tries;
    let praise = || [Some(words::solved(wrong, hints)), words::about(&puzzle.themes)];
    let said = words::answer(line.present(), played, verdict);
    match verdict {
        AnswerVerdict::Wrong { .. } => {
            let says = words::together([said]);
            PuzzleVerdict { says, moves: Vec::new(), right: false, over: false }
        }
        AnswerVerdict::AsGood(_) => {
            let moves = vec![wire(played, &line)];
            let says = words::together([said].into_iter().chain(praise()));
            PuzzleVerdict { says, moves, right: true, over: true }
        }
        AnswerVerdict::Right => {
            // Another move that is as right ends the puzzle: the solution does not go on from it.
            let is_expected = puzzle.moves.get(line.len()) == Some(&played);
            let right = Some(words::right(line.present(), played));
            let mut moves = vec![wire(played, &line)];
            line.play(played);
            let rest = puzzle.moves.get(line.len()..).unwrap_or_default();
            // A reply follows only if the solver has a move after it.
            if let [reply, _, ..] = *rest
                && is_expected
            {
                let says = words::together([right, Some(words::reply(line.present(), reply))]);
                moves.push(wire(reply, &line));
                return PuzzleVerdict { says, moves, right: true, over: false };
            }
            let says = words::together([right, Some(words::end(&line))].into_iter().chain(praise()));
            PuzzleVerdict { says, moves, right: true, over: true }
        }
    }
}

/// Returns the rest of the solution, and its text.
fn solution(puzzle: &Puzzle, mut line: Line) -> PuzzleVerdict {
    let found = words::solution(&puzzle.start, &puzzle.moves);
    let says = words::together([Some(found), words::about(&puzzle.themes)]);
    let rest = puzzle.moves.get(line.len()..).unwrap_or_default();
    let moves = rest.iter().map(|&played| {
        let text = wire(played, &line);
        line.play(played);
        text
    });
    PuzzleVerdict { moves: moves.collect(), says, right: false, over: true }
}
