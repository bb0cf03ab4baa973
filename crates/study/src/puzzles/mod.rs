//! Puzzles: positions of games in which one move is clearly best, and their solutions.
//!
//! "Clearly" is measured in results, not in centipawns: every other move would be a blunder by the measure
//! of the [review](crate::review), the loss of 30 of 100 points of what can be expected by the game's own
//! [curve](helgi_engine::WdlModel). A glance finds such a position, a longer search has to confirm it, and one
//! of twice as many positions has to agree. A solution goes on as long as each own move is the only good one.
//!
//! Never prints, knows which game it is, or reads a record; the texts for people are in [`words`].

mod answer;
pub mod built_in;
mod look;
mod set;
mod solution;
mod theme;
pub mod words;

pub use answer::{AnswerVerdict, SolverAnswer};
pub use look::{LookStopped, Opinion, TopMoves};
pub use set::{PuzzleOfSet, arrange, distinct};
pub use solution::PuzzleDoubt;
pub use theme::Theme;

use crate::review::StudyStop;
use helgi_engine::internals::side_by_side::side_by_side;
use helgi_engine::search::{Engine, OutOfMemory};
use helgi_rules::board::{Move, Side};
use helgi_rules::{AnyPosition, Line, Position};
use look::Looker;
use solution::Solution;
use std::io;

/// The table of an engine that looks for puzzles, in megabytes.
const TABLE: usize = 8;

/// A position is glanced at twice, the first time with a part of the nodes, and skipped if the best
/// move's expected score does not exceed the second best's by this much.
const GLANCES: [(u64, f64); 2] = [(5, 0.08), (1, 0.18)];

/// The least rise of the mover's expected score since before the other side's move, where scores are known: a
/// position without it is skipped.
const LEAST_RISE: f64 = 0.1;

/// Number of times as many positions as a glance that a confirmation takes.
const CONFIRMING: u64 = 4;

/// The easiest puzzles are solved with this many nodes; each degree of difficulty takes twice as many.
const EASIEST: u64 = 32;

/// The greatest degree of difficulty.
pub const MOST_DIFFICULT: u32 = 10;

/// The settings of a search for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSearch {
    /// The positions that a glance at a position of a game searches. A confirmation takes four times as many
    /// for each move, and must hold with eight times as many.
    pub nodes: u64,
    /// The most puzzles of one game.
    pub per_game: usize,
}

/// A game in which puzzles are looked for.
#[derive(Clone, Debug)]
pub struct Source {
    /// The position at the start.
    pub start: AnyPosition,
    /// Its moves, which are legal one after the other.
    pub moves: Vec<Move>,
    /// Known scores of the positions before them, for the side to move, in centipawns. It may be
    /// shorter than the moves.
    pub scores: Vec<Option<i32>>,
}

impl Source {
    /// Returns true if the end of a line of the game may be a puzzle by its known scores: its mover does not
    /// expect just as much as before the other side moved.
    fn is_promising(&self, line: &Line) -> bool {
        let (ply, model) = (line.len(), helgi_engine::wdl(line.present()));
        let expected =
            |ply: usize| self.scores.get(ply).copied().flatten().map(|score| model.expected(score));
        let before = ply.checked_sub(1).and_then(expected);
        // What the other side expected before its move is what the mover did not.
        before.zip(expected(ply)).is_none_or(|(before, now)| now + before - 1.0 >= LEAST_RISE)
    }
}

/// A position with one clearly best move.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundPuzzle {
    /// The position; its side to move is to find the move.
    pub start: AnyPosition,
    /// The solution: own moves, each of which is the only good one, and the other side's answers. The last
    /// one is the solver's.
    pub moves: Vec<Move>,
    /// Its themes.
    pub themes: Vec<Theme>,
    /// In how many own moves a win is forced, if it is.
    pub win: Option<u32>,
    /// The expected scores of the best move and of the second best, from 0 to 1.
    pub expected: [f64; 2],
    /// Number of positions that the engine searched before it had found the moves, added up.
    pub effort: u64,
    /// Number of positions for each move with which it was confirmed.
    pub nodes: u64,
    /// The half-moves of the game before it.
    pub ply: usize,
}

impl From<SearchFailure> for io::Error {
    fn from(failure: SearchFailure) -> io::Error {
        match failure {
            SearchFailure::Io(error) => error,
            SearchFailure::Memory(error) => io::Error::other(error),
        }
    }
}

impl FoundPuzzle {
    /// The number of own moves.
    pub fn own_moves(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// Returns the difficulty, from 1 to [`MOST_DIFFICULT`], by the effort: a degree more is twice as much.
    pub fn difficulty(&self) -> u32 {
        (1 + (self.effort / EASIEST).checked_ilog2().map_or(0, |doubled| doubled + 1)).min(MOST_DIFFICULT)
    }
}

/// The reason why the search for puzzles ended early.
#[derive(Debug, thiserror::Error)]
pub enum SearchFailure {
    /// There is no memory for the engines' tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A thread could not be started, or the puzzles could not be kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Looks for puzzles in games, several at once, and hands the number of each game and its puzzles to `keep`, in
/// the order in which they come. A game that was stopped is not handed over.
///
/// The puzzles of a game depend on the game and the task alone, not on the number of threads.
///
/// # Errors
///
/// If there is no memory or no thread for an engine, or if `keep` fails.
pub fn search(
    games: &[Source],
    task: &PuzzleSearch,
    threads: usize,
    stop: &StudyStop,
    keep: &mut dyn FnMut(usize, Vec<FoundPuzzle>) -> io::Result<()>,
) -> Result<(), SearchFailure> {
    each(games.len(), threads, stop, &|engine, number| find(engine, &games[number], task, stop), keep)
}

/// Does something with each number below `count`, several at once, each thread with an engine of its own.
fn each<T: Send>(
    count: usize,
    threads: usize,
    stop: &StudyStop,
    work: &(dyn Fn(&mut Engine, usize) -> Option<T> + Sync),
    keep: &mut dyn FnMut(usize, T) -> io::Result<()>,
) -> Result<(), SearchFailure> {
    let engines = (0..threads.clamp(1, count.max(1))).map(|_| Engine::new(TABLE, 1));
    let workers = engines.collect::<Result<Vec<_>, OutOfMemory>>()?.into_iter().map(|mut engine| {
        move |number: u32| {
            let number = number as usize;
            Ok(work(&mut engine, number).map(|done| (number, done)))
        }
    });
    let mut numbers = 0..u32::try_from(count).unwrap_or(u32::MAX);
    let mut keep = |(number, done)| Ok(keep(number, done)?);
    side_by_side(workers.collect(), &mut numbers, &|| stop.stop(), &mut keep)
}

/// The puzzles of a game, in its order; `None` if it was stopped. The engine forgets what it knew.
///
/// ```
/// use helgi_study::puzzles::{Source, PuzzleSearch, Theme, find};
/// use helgi_study::review::StudyStop;
/// use helgi_engine::search::Engine;
/// use helgi_rules::{Game, GameId, Line, readable};
///
/// let mut line = Line::new(GameId::CHESS.start());
/// for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "a3"] {
///     line.play(readable::read(line.present(), text)?);
/// }
/// let game = Source { start: line.start().clone(), moves: line.moves().collect(), scores: Vec::new() };
/// let task = PuzzleSearch { nodes: 2_000, per_game: 2 };
/// let found = find(&mut Engine::new(4, 1)?, &game, &task, &StudyStop::default()).expect("nobody has stopped it");
/// assert_eq!((found[0].ply, found[0].win), (6, Some(1)));
/// assert!(found[0].themes.contains(&Theme::Mate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(
    engine: &mut Engine,
    game: &Source,
    task: &PuzzleSearch,
    stop: &StudyStop,
) -> Option<Vec<FoundPuzzle>> {
    engine.forget();
    let mut looker = Looker { engine, stop };
    let mut line = Line::new(game.start.clone());
    let mut puzzles = Vec::new();
    let mut solved_until = 0;
    let mut moves = game.moves.iter();
    while puzzles.len() < task.per_game {
        if line.len() >= solved_until
            && game.is_promising(&line)
            && let Some(puzzle) = look_at(&mut looker, &line, task).ok()?
        {
            // The rest of a solution that was played is not a puzzle of its own.
            let rest = &game.moves[line.len()..];
            let played = rest.iter().zip(&puzzle.moves).take_while(|(one, other)| one == other).count();
            solved_until = line.len() + played + 1;
            puzzles.push(puzzle);
        }
        match moves.next() {
            Some(&played) => line.play(played),
            None => break,
        }
    }
    Some(puzzles)
}

/// The puzzle at the end of a line, if it is one.
fn look_at(
    looker: &mut Looker<'_>,
    line: &Line,
    task: &PuzzleSearch,
) -> Result<Option<FoundPuzzle>, LookStopped> {
    // First a quick look, then a longer one: most positions are no puzzles.
    for (part, least) in GLANCES {
        let seen = looker.glance(line, task.nodes / part)?;
        if !seen.is_some_and(|choice| choice.margin().is_some_and(|margin| margin >= least)) {
            return Ok(None);
        }
    }
    let (start, nodes) = (line.present(), task.nodes * CONFIRMING);
    let Some(mut solution) = solution::solve(looker, start, nodes)? else { return Ok(None) };
    match solution::check(looker, start, &solution.moves, &[], 2 * nodes)? {
        Ok(first) => solution.first = first,
        Err((0, _)) => return Ok(None),
        Err((ply, _)) => {
            // The solution ends before the first own move that is in doubt, and before the answer to which it
            // replies.
            solution.moves.truncate(ply - 1);
            let Ok(first) = solution::check(looker, start, &solution.moves, &[], 2 * nodes)? else {
                return Ok(None);
            };
            solution.first = first;
        }
    }
    // Taking back is what everybody would do.
    if is_recapture(line, &solution) {
        return Ok(None);
    }
    let themes = theme::themes(start, &solution, looker.engine.net_choice());
    let second = solution.first.second.as_ref().map_or(0.0, |second| second.expected);
    Ok(Some(FoundPuzzle {
        start: start.clone(),
        themes,
        win: solution.win(),
        expected: [solution.first.best.expected, second],
        effort: solution.effort,
        nodes: 2 * nodes,
        ply: line.len(),
        moves: solution.moves,
    }))
}

/// Returns true if the solution only takes back what has just captured something.
fn is_recapture(line: &Line, solution: &Solution) -> bool {
    let last = line.moves().next_back().and_then(Move::to);
    let solver = line.present().side();
    let has_lost = count(line.before_last(), solver) > count(line.present(), solver);
    let answers = solution.moves.first().and_then(|first| first.to()) == last;
    solution.own_moves() == 1 && !line.is_empty() && has_lost && answers
}

/// The pieces of a side that stand on top of squares.
fn count(position: &AnyPosition, side: Side) -> usize {
    let tops = position.outline().squares().filter_map(|square| position.piece_at(square, 0));
    tops.filter(|top| top.side == side).count()
}

/// A solution to check.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub start: AnyPosition,
    /// The solution.
    pub moves: Vec<Move>,
    /// Other first moves that solve it as well.
    pub alternatives: Vec<Move>,
    /// The positions to be searched for each own move.
    pub nodes: u64,
}

/// A fault in a solution: the half-move, from 0, and the reason.
pub type Fault = (usize, PuzzleDoubt);

/// Checks solutions, several at once, and hands the number of each and its fault to `keep`, in the
/// order in which they come.
///
/// # Errors
///
/// If there is no memory or no thread for an engine, or if `keep` fails.
pub fn check(
    claims: &[Claim],
    threads: usize,
    stop: &StudyStop,
    keep: &mut dyn FnMut(usize, Option<Fault>) -> io::Result<()>,
) -> Result<(), SearchFailure> {
    let work = |engine: &mut Engine, number: usize| {
        let Claim { start, moves, alternatives, nodes } = &claims[number];
        let mut looker = Looker { engine, stop };
        Some(solution::check(&mut looker, start, moves, alternatives, *nodes).ok()?.err())
    };
    each(claims.len(), threads, stop, &work, keep)
}

#[cfg(test)]
mod tests;
