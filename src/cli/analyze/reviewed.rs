//! The review of a game on the board, written into its record as `helgi analyze` does.

use super::annotate;
use super::input::Subject;
use super::words::MarkedMove;
use crate::cli::games::playable;
use helgi_engine::review::Review;
use helgi_record::Record;
use helgi_record::replay::replay;

/// The record of a game with what a review of it has found, of so many positions for each half-move; `None` if
/// the review is that of another game.
pub fn annotated(record: &Record, review: &Review, nodes: u64) -> Option<Record> {
    let replay = replay(record);
    let (line, nodes_of_line) = playable(record, &replay)?;
    if !line.moves().eq(review.moves.iter().map(|judged| judged.played)) {
        return None;
    }
    let effort = format!("{nodes} nodes a position");
    let subject = Subject { record: record.clone(), nodes: nodes_of_line, line, replay };
    Some(annotate::annotated(&MarkedMove::new("", &effort, &subject, review)))
}
