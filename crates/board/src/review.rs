//! The review of a game for the page: the loss of each move, better lines, the accuracy of both sides.

use crate::engines::Engines;
use helgi_desk::review::{NODES, ReviewMessage, ReviewedMove, judged, reviewed};
use helgi_engine::search::{Engine, Limits};
use helgi_rules::board::{Move, Side};
use helgi_rules::{AnyPosition, Line};
use helgi_study::review::{self, Review, ReviewTask, StudyStop};
use std::sync::Arc;
use tokio::sync::watch;

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
