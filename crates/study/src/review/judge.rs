//! The cost of each half-move.

use super::Counter;
use super::positions::{self, PositionReview, PositionSearcher};
use helgi_engine::internals::search::{is_decided, plies_to_end};
use helgi_engine::search::{is_win, mate_in, moves_to_end};
use helgi_rules::board::{Move, Side};
use helgi_rules::{Line, Position};

/// The grade of a bad move, by its loss of its mover's expectation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// `?!`: at least 10 of 100 points.
    Inaccuracy,
    /// `?`: at least 20.
    Mistake,
    /// `??`: at least 30.
    Blunder,
}

impl Grade {
    /// All, from the mildest on.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Returns the symbol written after the move.
    pub const fn symbol(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// The loss from which on it is given, as a share of the game's point.
    pub const fn least_loss(self) -> f64 {
        match self {
            Grade::Inaccuracy => 0.1,
            Grade::Mistake => 0.2,
            Grade::Blunder => 0.3,
        }
    }

    /// The grade of a loss, from 0 to 1.
    pub fn of(loss: f64) -> Option<Grade> {
        Grade::ALL.into_iter().rev().find(|grade| loss >= grade.least_loss())
    }
}

/// The review of a half-move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub played: Move,
    /// True if there was no other; it is not judged then.
    pub is_forced: bool,
    /// The mover's expected score with the best move, from 0 to 1.
    pub before: f64,
    /// The mover's expected score after the move.
    pub after: f64,
    /// The loss of the mover's expectation, from 0 to 1. Zero if the search would have played the move.
    pub loss: f64,
    /// The grade of the loss, if it is large.
    pub grade: Option<Grade>,
    /// The line that was better, where the move has a grade or missed a win; otherwise empty.
    pub better: Vec<Move>,
    /// In how many own moves the mover could have forced a win, if the move gave that away.
    pub missed_win: Option<u32>,
}

/// Judges all moves; doubtful ones after another search, and what looks like a mistake after longer ones, which
/// are kept among the positions. `None` if the review was stopped.
pub fn all(
    searcher: &mut PositionSearcher<'_>,
    line: &Line,
    positions: &mut [PositionReview],
    counter: &mut Counter<'_>,
) -> Option<Vec<MoveReview>> {
    let played: Vec<Move> = line.moves().collect();
    let doubtful = |(pair, &played): (&[PositionReview], &Move)| is_doubtful(&pair[0], &pair[1], played);
    counter.more(positions.windows(2).zip(&played).filter(|&step| doubtful(step)).count());
    let longer = searcher.limits.longer(CONFIRMING);
    let mut path = Line::new(line.start().clone());
    let mut moves = Vec::with_capacity(line.len());
    for (ply, &own) in played.iter().enumerate() {
        let [before, after] = &positions[ply..ply + 2] else { break };
        let best = before.line.first().copied().filter(|_| is_doubtful(before, after, own));
        let answer = match best {
            Some(best) => Some(behind(searcher, &mut path, best, counter)?),
            None => None,
        };
        let mut found = judged(before, after, own, answer.clone());
        if let (Some(best), Some(answer)) = (best, answer)
            && found.grade >= Some(Grade::Mistake)
            && path.present().is_legal(own)
        {
            counter.more(2);
            let mut searcher =
                PositionSearcher { searches: &mut *searcher.searches, limits: &longer, is_fresh: false };
            // What is proven stays so.
            let mut again = |known: &PositionReview, played| match is_decided(known.score) {
                true => {
                    counter.done();
                    Some(known.clone())
                }
                false => behind(&mut searcher, &mut path, played, counter),
            };
            let (answer, after) = (again(&answer, best)?, again(after, own)?);
            found = judged(before, &after, own, Some(answer));
            positions[ply + 1] = after;
            // The longer search may have proven what the positions before and after it did not know.
            positions::agree(&mut positions[ply + 1..], &played[ply + 1..]);
        }
        moves.push(found);
        // A null move is not legal: it only gives up the turn.
        if path.present().is_legal(own) {
            path.play(own);
        } else if !path.pass() {
            break;
        }
    }
    Some(moves)
}

/// So many times as many positions are searched behind a move that looks like a mistake, and behind the best one,
/// before it is called one. It takes back most false marks: 11 of 16 in twenty games of Stockfish.
const CONFIRMING: u32 = 4;

/// Looks at what is behind a move at the end of a line; `None` if the review was stopped.
fn behind(
    searcher: &mut PositionSearcher<'_>,
    path: &mut Line,
    played: Move,
    counter: &mut Counter<'_>,
) -> Option<PositionReview> {
    path.play(played);
    let found = searcher.look(path);
    path.undo();
    counter.done();
    found
}

/// Returns true if a move seems to have lost much, by two searches of which one saw a half-move further: then the
/// best move has to be looked at from as near.
fn is_doubtful(before: &PositionReview, after: &PositionReview, played: Move) -> bool {
    let loss = before.expected(before.side) - after.expected(before.side);
    before.choices > 1
        && before.line.first().is_some_and(|&best| best != played)
        && !is_win(before.score)
        && Grade::of(loss).is_some()
}

/// Judges a move, with the search after the best one if there was one.
fn judged(
    before: &PositionReview,
    after: &PositionReview,
    played: Move,
    answer: Option<PositionReview>,
) -> MoveReview {
    let side = before.side;
    let (mut expected, mut score, mut line) = (before.expected(side), before.score, before.line.clone());
    if let Some(answer) = answer {
        expected = answer.expected(side);
        score = answer.score_for(side);
        // The line to the end is one half-move longer from before the move.
        if let Some(plies) = plies_to_end(score).filter(|_| is_win(score)) {
            score = mate_in(plies + 1);
        }
        line.truncate(1);
        line.extend(answer.line);
    }
    let reached = after.expected(side);
    let is_forced = before.choices == 1;
    let is_judged = !is_forced && before.line.first() != Some(&played);
    let loss = if is_judged { (expected - reached).max(0.0) } else { 0.0 };
    let grade = Grade::of(loss);
    let is_missed = is_judged && is_win(score) && !is_win(after.score_for(side));
    let missed_win = moves_to_end(score).and_then(|moves| u32::try_from(moves).ok()).filter(|_| is_missed);
    let better = if grade.is_some() || is_missed { line } else { Vec::new() };
    MoveReview { side, played, is_forced, before: expected, after: reached, loss, grade, better, missed_win }
}
