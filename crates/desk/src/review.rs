//! The review of a game for the page: the loss of each move, better lines, the accuracy of both sides; and its findings in
//! the record of the game.

use crate::analysis::score_text;
use crate::game::LiveGame;
use crate::plan::Refusal;
use crate::scene::{self, SceneStep};
use crate::unread::UnreadText;
use helgi_record::GameResult;
use helgi_rules::board::Side;
use helgi_rules::{AnyPosition, Line};
use helgi_study::annotation::annotate;
use helgi_study::review::{DecisionKind, Grade, MoveReview, Review};
use serde::Serialize;

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

impl LiveGame {
    /// The game to be reviewed, and its winner, if the board may not show it.
    pub fn to_review(&self) -> (Line, Option<Side>) {
        let result = self.ending.as_ref().and_then(|ending| GameResult::read(ending.score));
        (self.tree.line().clone(), result.and_then(GameResult::winner))
    }

    /// Writes the findings of a review into the record.
    ///
    /// # Errors
    ///
    /// If there is none, or it is of another game.
    pub fn annotate(&mut self, review: Option<&Review>) -> Result<(), Refusal> {
        let effort = format!("{NODES} nodes a position");
        let annotated = review.and_then(|review| annotate(self.tree.record(), review, &effort));
        let enriched = self.tree.enrich(annotated.ok_or(Refusal::Unreviewed)?);
        enriched.map_err(|error| UnreadText::wrong(&error, Some(self.game)))?;
        self.noted();
        Ok(())
    }
}

/// The review of a game as the page receives it.
pub fn reviewed(line: &Line, review: &Review) -> Reviewed {
    let mut path = Line::new(line.start().clone());
    let moves = review.moves.iter().map(|move_review| {
        let judged = judged(path.present(), move_review);
        // Judged from the position before it.
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

/// The judgement of a half-move as the page receives it.
pub fn judged(position: &AnyPosition, review: &MoveReview) -> ReviewedMove {
    let better = review.better.iter().take(LONGEST).copied();
    ReviewedMove {
        better: scene::steps(position, better),
        grade: review.grade.map(Grade::symbol),
        loss: review.loss,
        missed: review.missed_win,
    }
}
