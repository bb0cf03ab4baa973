//! The review of a game that was played: for each half-move its cost and the better line, and the
//! move that decided the game.
//!
//! Every position is searched with the same limits, from the end of the game to its beginning, so that a
//! search knows what came. Scores become expected results by the game's own curve ([`WdlModel`](helgi_engine::WdlModel)),
//! and it is expectation that a move loses, not centipawns. With limits by nodes or depth, and an engine of
//! one thread, the same game has the same review, whatever the engine did before.
//!
//! Never prints, knows which game it is, or reads a record; the caller chooses the words.

mod accuracy;
mod decision;
mod judge;
mod positions;

pub use crate::stop::StudyStop;
pub use accuracy::move_accuracy;
pub use decision::{Decision, DecisionKind};
pub use judge::{Grade, MoveReview};
pub use positions::PositionReview;

use crate::searches::{EngineSearches, KnownSearches, Searches, StudyFinding, StudyStep};
use helgi_engine::search::{Engine, Limits};
use helgi_rules::Line;
use helgi_rules::board::{Move, Side};
use positions::PositionSearcher;

/// The parameters of a review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewTask<'a> {
    /// The game.
    pub line: &'a Line,
    /// The limits of the search of each position.
    pub limits: &'a Limits,
    /// The winner, if the board does not show it, as after a resignation. `None` for a draw, and
    /// for a game that is not over: a side that is far ahead at its end then counts as the winner.
    pub winner: Option<Side>,
}

/// The progress of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewProgress {
    /// The number of searches that are done.
    pub done: usize,
    /// The number of all, which grows where a doubtful move needs another.
    pub all: usize,
}

/// Counts searches, and tells.
struct Counter<'a> {
    progress: ReviewProgress,
    hear: &'a mut dyn FnMut(ReviewProgress),
}

impl Counter<'_> {
    /// More are to come.
    fn more(&mut self, searches: usize) {
        self.progress.all += searches;
    }

    /// Another one is done.
    fn done(&mut self) {
        self.progress.done += 1;
        (self.hear)(self.progress);
    }
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The positions: the start, and that after each half-move.
    pub positions: Vec<PositionReview>,
    /// The half-moves: one less.
    pub moves: Vec<MoveReview>,
    /// The accuracy of each side, White first, from 0 to 100; `None` for a side that had nothing to choose.
    pub accuracy: [Option<f64>; 2],
    /// The half-move that decided the game, if there is one.
    pub decision: Option<Decision>,
}

impl Review {
    /// Returns White's expected score after this many half-moves, from 0 to 1.
    ///
    /// # Panics
    ///
    /// If there are fewer.
    pub fn expected(&self, plies: usize) -> f64 {
        self.positions[plies].expected(Side::White)
    }

    /// Returns the number of a side's moves with this grade.
    pub fn count(&self, side: Side, grade: Grade) -> usize {
        self.moves.iter().filter(|judged| judged.side == side && judged.grade == Some(grade)).count()
    }
}

/// Reviews a game; `None` if it was stopped.
///
/// The engine forgets what it knew. `progress` is called after each search.
///
/// ```
/// use helgi_study::review::{Grade, StudyStop, ReviewTask, review};
/// use helgi_engine::search::{Engine, Limits};
/// use helgi_rules::{Game, GameId, Line, readable};
///
/// let mut line = Line::new(GameId::CHESS.start());
/// for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
///     line.play(readable::read(line.present(), text)?);
/// }
/// let mut engine = Engine::new(4, 1)?;
/// let task = ReviewTask { line: &line, limits: &Limits::to_nodes(3_000), winner: None };
/// let review = review(&mut engine, &task, &StudyStop::default(), |_| ()).expect("nobody has stopped it");
/// assert_eq!(review.moves[5].grade, Some(Grade::Blunder));
/// assert_eq!(review.moves[6].grade, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    engine: &mut Engine,
    task: &ReviewTask<'_>,
    stop: &StudyStop,
    mut progress: impl FnMut(ReviewProgress),
) -> Option<Review> {
    run(&mut EngineSearches { engine, stop }, task, &mut progress)
}

/// Carries a review on whose searches are somebody else's: the next search that it needs after those with these findings, or
/// the review. `progress` is called once for each of them, as by [`review`].
pub fn review_by_steps(
    task: &ReviewTask<'_>,
    findings: &[StudyFinding],
    mut progress: impl FnMut(ReviewProgress),
) -> Option<StudyStep<Review>> {
    KnownSearches::run(findings, |known| run(known, task, &mut progress))
}

fn run(
    searches: &mut dyn Searches,
    task: &ReviewTask<'_>,
    progress: &mut dyn FnMut(ReviewProgress),
) -> Option<Review> {
    let mut searcher = PositionSearcher { searches, limits: task.limits, is_fresh: true };
    let mut counter =
        Counter { progress: ReviewProgress { done: 0, all: task.line.len() + 1 }, hear: progress };
    let mut positions = positions::all(&mut searcher, task.line, &mut counter)?;
    let played: Vec<Move> = task.line.moves().collect();
    // Proofs of one position are told to its neighbours before moves are judged.
    positions::agree(&mut positions, &played);
    let moves = judge::all(&mut searcher, task.line, &mut positions, &mut counter)?;
    let accuracy = accuracy::of_game(&positions, &moves);
    let decision = decision::find(&positions, &moves, task.winner);
    Some(Review { positions, moves, accuracy, decision })
}
