//! The solution of a puzzle: how far it goes, and whether it stands.

use super::look::{LookStopped, Looker, TopMoves};
use crate::review::Grade;
use helgi_engine::search::{Limits, moves_to_end};
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Line, Position};

/// The most own moves of a solution.
const LONGEST: usize = 10;

/// A line of which each own move is the only good one.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The moves; the first and the last are the solver's.
    pub moves: Vec<Move>,
    /// The first move, and the second best instead.
    pub first: TopMoves,
    /// The positions that the own moves took to be found.
    pub effort: u64,
}

impl Solution {
    /// In how many own moves the win is forced, if it is.
    pub fn win(&self) -> Option<u32> {
        let moves = moves_to_end(self.first.best.score).filter(|_| self.first.is_won());
        moves.and_then(|moves| u32::try_from(moves).ok())
    }

    /// The number of own moves.
    pub fn own_moves(&self) -> usize {
        self.moves.len().div_ceil(2)
    }
}

/// The reason why a solution is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleDoubt {
    /// Another move is better.
    Better(Move),
    /// Another move is nearly as good.
    AlsoGood(Move),
    /// Its first move wins and saves nothing.
    Useless,
}

/// Returns the solution of a position, by searches of this many nodes; `None` if it has no clearly
/// best move, or only one move
/// at all.
pub fn solve(
    looker: &mut Looker<'_>,
    start: &AnyPosition,
    nodes: u64,
) -> Result<Option<Solution>, LookStopped> {
    let mut line = Line::new(start.clone());
    let Some(first) = looker.weigh(&line, &[], nodes)? else { return Ok(None) };
    // With one legal move there is nothing to find.
    let Some(mut best) = first.played().filter(|_| first.is_clear() && first.second.is_some()) else {
        return Ok(None);
    };
    let mut solution = Solution { moves: vec![best], effort: first.effort, first };
    let mut expected = solution.first.best.line.clone();
    while solution.own_moves() < LONGEST {
        line.play(best);
        // The answer that the engine expected shows why the move was good.
        let Some(reply) = reply(looker, &line, expected.get(1).copied(), nodes)? else { break };
        line.play(reply);
        let Some(choice) = looker.weigh(&line, &[], nodes)? else { break };
        let Some(played) = choice.played().filter(|_| goes_on(&solution, &choice, &line)) else { break };
        solution.moves.extend([reply, played]);
        solution.effort += choice.effort;
        (best, expected) = (played, choice.best.line);
    }
    drop_forced_end(&mut solution, start);
    Ok(Some(solution))
}

/// Returns true if the next own move belongs to the solution: it is the only good one, or ends the game.
fn goes_on(solution: &Solution, choice: &TopMoves, line: &Line) -> bool {
    let ends = choice.played().is_some_and(|played| wins_at_once(line, played));
    let keeps = choice.best.expected + Grade::Inaccuracy.least_loss() >= solution.first.best.expected;
    // A solution that wins by force goes on as long as it wins by force.
    keeps && (ends || choice.is_clear() && (choice.is_won() || !solution.first.is_won()))
}

/// Returns true if a move ends the game, and its mover has won.
pub fn wins_at_once(line: &Line, played: Move) -> bool {
    let mut line = line.clone();
    let mover = line.present().side();
    line.play(played);
    line.verdict().is_some_and(|outcome| outcome.winner == Some(mover))
}

/// A last own move that is the only legal one, and does not end the game, asks nothing.
fn drop_forced_end(solution: &mut Solution, start: &AnyPosition) {
    while solution.own_moves() > 1 {
        let mut line = Line::new(start.clone());
        let Some((&last, before)) = solution.moves.split_last() else { return };
        before.iter().for_each(|&played| line.play(played));
        if line.present().count_moves() > 1 || wins_at_once(&line, last) {
            return;
        }
        // The other side's answer before it goes too.
        solution.moves.truncate(solution.moves.len() - 2);
    }
}

/// Returns the other side's answer: the expected one, or else one found by a search; `None` if the
/// game is over.
fn reply(
    looker: &mut Looker<'_>,
    line: &Line,
    expected: Option<Move>,
    nodes: u64,
) -> Result<Option<Move>, LookStopped> {
    if line.verdict().is_some() {
        return Ok(None);
    }
    match expected.filter(|&reply| line.present().is_legal(reply)) {
        Some(reply) => Ok(Some(reply)),
        None => looker.best(line, &Limits::to_nodes(nodes)),
    }
}

/// Searches each own move of a solution again: returns the first wrong one, by its half-move from
/// 0, with the reason; otherwise the findings about the first move, in place of which the alternatives are as good.
pub fn check(
    looker: &mut Looker<'_>,
    start: &AnyPosition,
    moves: &[Move],
    alternatives: &[Move],
    nodes: u64,
) -> Result<Result<TopMoves, (usize, PuzzleDoubt)>, LookStopped> {
    let mut line = Line::new(start.clone());
    let mut first = None;
    for (ply, &played) in moves.iter().enumerate() {
        let ends = ply + 1 == moves.len() && wins_at_once(&line, played);
        // The last move of a won game needs no search: any move that ends it is right.
        if ply % 2 == 0 && !(ends && ply > 0) {
            let mut right = vec![played];
            right.extend(alternatives.iter().filter(|_| ply == 0));
            let Some(choice) = looker.weigh(&line, &right, nodes)? else { break };
            if let Some(doubt) = doubt(&choice, &right) {
                return Ok(Err((ply, doubt)));
            }
            first.get_or_insert(choice);
        }
        line.play(played);
    }
    Ok(first.ok_or((0, PuzzleDoubt::Useless)))
}

fn doubt(choice: &TopMoves, right: &[Move]) -> Option<PuzzleDoubt> {
    let best = choice.played()?;
    let second = choice.second.as_ref().and_then(|second| second.line.first());
    match second {
        _ if !right.contains(&best) => Some(PuzzleDoubt::Better(best)),
        Some(&second) if !choice.is_clear() => {
            Some(if choice.is_close() { PuzzleDoubt::AlsoGood(second) } else { PuzzleDoubt::Useless })
        }
        _ => None,
    }
}
