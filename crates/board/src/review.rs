//! The review of a game for the page: the loss of each move, better lines, the accuracy of both sides.

use crate::analysis::score_text;
use crate::engines::Engines;
use crate::scene::{self, SceneStep};
use helgi_engine::search::{Engine, Limits};
use helgi_rules::board::{Move, Side};
use helgi_rules::{AnyPosition, Line};
use helgi_study::review::{self, DecisionKind, Grade, MoveReview, Review, ReviewTask, StudyStop};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::watch;

/// Number of positions searched for each position of the game.
pub const NODES: u64 = 40_000;
/// The most moves shown of a better line.
const LONGEST: usize = 6;

/// The progress of a review, and the review once it is complete.
#[derive(Clone, Serialize, Default, Debug)]
pub struct ReviewMessage {
    /// The searches that are done.
    pub done: usize,
    /// All searches, which may become more.
    pub all: usize,
    /// The review.
    pub review: Option<Box<Reviewed>>,
}

/// The review of a game.
#[derive(Clone, Serialize, Debug)]
pub struct Reviewed {
    /// White's expected score, from 0 to 1: at the start, and after each half-move.
    pub expected: Vec<f64>,
    /// White's score there, for people.
    pub scores: Vec<String>,
    /// The half-moves.
    pub moves: Vec<ReviewedMove>,
    /// The accuracy of White and Black, from 0 to 100; `None` for a side without a choice.
    pub accuracy: [Option<f64>; 2],
    /// The half-move that decided the game, from 0.
    pub decision: Option<usize>,
    /// True if a win slipped away, rather than a game that was lost.
    pub slipped: bool,
}

/// The judgement of a half-move.
#[derive(Clone, Serialize, Debug)]
pub struct ReviewedMove {
    /// `?!`, `?` or `??`.
    pub grade: Option<&'static str>,
    /// The loss of the mover's expected score, from 0 to 1.
    pub loss: f64,
    /// The line that was better; empty where there was none worth telling.
    pub better: Vec<SceneStep>,
    /// In how many own moves the mover could have forced a win that was given away.
    pub missed: Option<u32>,
}

/// A running review; it ends when this is dropped.
#[derive(Debug)]
pub struct RunningReview {
    /// Its progress.
    pub progress: watch::Receiver<ReviewMessage>,
    stop: Arc<StudyStop>,
}

impl Drop for RunningReview {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Begins to review a game, which may have been won otherwise than on the board; `keep` gets the review.
pub fn begin(
    engines: &Arc<Engines>,
    line: Line,
    winner: Option<Side>,
    keep: impl FnOnce(Review) + Send + 'static,
) -> RunningReview {
    let stop = Arc::new(StudyStop::default());
    let (sender, progress) =
        watch::channel(ReviewMessage { all: line.len() + 1, ..ReviewMessage::default() });
    let (own, asked) = (stop.clone(), stop.clone());
    let work = move |engine: &mut Engine| {
        let task = ReviewTask { line: &line, limits: &Limits::to_nodes(NODES), winner };
        let heard = |now: review::ReviewProgress| {
            // The receiver may be gone.
            sender.send_modify(|progress| (progress.done, progress.all) = (now.done, now.all));
        };
        if let Some(found) = review::review(engine, &task, &own, heard) {
            let reviewed = Box::new(reviewed(&line, &found));
            keep(found);
            sender.send_modify(|progress| progress.review = Some(reviewed));
        }
    };
    let engines = engines.clone();
    tokio::spawn(async move { engines.analyse(move || asked.is_stopped(), work).await });
    RunningReview { progress, stop }
}

/// Judges one move by itself.
pub fn judge(engine: &mut Engine, position: &AnyPosition, played: Move) -> Option<ReviewedMove> {
    let mut line = Line::new(position.clone());
    line.play(played);
    let task = ReviewTask { line: &line, limits: &Limits::to_nodes(NODES), winner: None };
    let found = review::review(engine, &task, &StudyStop::default(), |_| ())?;
    found.moves.first().map(|review| judged(position, review))
}

fn reviewed(line: &Line, review: &Review) -> Reviewed {
    let mut path = Line::new(line.start().clone());
    let moves = review.moves.iter().map(|move_review| {
        let judged = judged(path.present(), move_review);
        path.play(move_review.played);
        judged
    });
    let moves = moves.collect();
    let positions = &review.positions;
    Reviewed {
        expected: positions.iter().map(|position| position.expected(Side::White)).collect(),
        scores: positions.iter().map(|position| score_text(position.score_for(Side::White))).collect(),
        moves,
        accuracy: review.accuracy,
        decision: review.decision.map(|decision| decision.ply),
        slipped: review.decision.is_some_and(|decision| decision.kind == DecisionKind::LetSlip),
    }
}

fn judged(position: &AnyPosition, review: &MoveReview) -> ReviewedMove {
    let better = review.better.iter().take(LONGEST).copied();
    ReviewedMove {
        better: scene::steps(position, better),
        grade: review.grade.map(Grade::symbol),
        loss: review.loss,
        missed: review.missed_win,
    }
}
