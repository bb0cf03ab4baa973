//! Recorded games with their reviews as annotations.

use super::{ReviewedGame, ReviewedPly, Subject, glyph, shown};
use crate::review::Review;
use helgi_engine::search::moves_to_end;
use helgi_record::{Evaluation, ExpectedScore, NodeId, Record};
use helgi_rules::board::Side;

/// The annotator's name, unless the record has one.
const ANNOTATOR: &str = concat!("helgi ", env!("CARGO_PKG_VERSION"));

/// Returns the record with evaluations, glyphs, remarks and better lines. Everything that was there stays, and nothing
/// is added twice.
pub fn annotated(judged: &ReviewedGame<'_>) -> Record {
    let mut record = judged.record().clone();
    if record.tags.get("Annotator").is_none() {
        record.tags.set("Annotator", ANNOTATOR);
    }
    say(&mut record, NodeId::START, heading(judged));
    let decision = judged.decision();
    for (step, &id) in judged.steps().zip(&judged.subject.nodes) {
        evaluate(&mut record, id, &step);
        if let Some(glyph) = step.judged.grade.map(glyph) {
            let glyphs = &mut record.node_mut(id).glyphs;
            if !glyphs.contains(&glyph) {
                glyphs.push(glyph);
            }
        }
        if let Some(remark) = judged.remark(&step) {
            say(&mut record, id, remark);
            add_line(&mut record, id, &better(judged, &step));
        }
        if let Some((_, words)) = decision.as_ref().filter(|(ply, _)| *ply == step.ply) {
            say(&mut record, id, words.clone());
        }
    }
    record
}

/// Returns the record with the findings of a review that took so much effort, in words such as `20000 nodes a position`;
/// `None` if the review is of other moves.
pub fn annotate(record: &Record, review: &Review, effort: &str) -> Option<Record> {
    let subject = Subject::new(record.clone())?;
    let is_same = subject.line.moves().eq(review.moves.iter().map(|judged| judged.played));
    is_same.then(|| annotated(&ReviewedGame::new("", effort, &subject, review)))
}

/// Returns the comment before the first move.
fn heading(judged: &ReviewedGame<'_>) -> String {
    let accuracy: Vec<String> = Side::BOTH
        .into_iter()
        .zip(judged.review.accuracy)
        .filter_map(|(side, accuracy)| Some(format!("{} {:.1}%", side.name(), accuracy?)))
        .collect();
    let accuracy =
        if accuracy.is_empty() { String::new() } else { format!(" Accuracy: {}.", accuracy.join(", ")) };
    format!("Reviewed with {}.{accuracy}", judged.effort)
}

fn evaluate(record: &mut Record, id: NodeId, step: &ReviewedPly<'_>) {
    if step.after.outcome.is_some() {
        return;
    }
    let score = step.after.score_for(Side::White);
    let score = ExpectedScore::new(score, moves_to_end(score));
    record.node_mut(id).set_evaluation(Some(Evaluation { score, depth: Some(step.after.depth) }));
}

/// Adds a comment; why the game ended, which is the last one of all, stays that.
fn say(record: &mut Record, id: NodeId, words: String) {
    let ends = usize::from(id == record.last() && record.reason().is_some());
    let comments = &mut record.node_mut(id).comments;
    if !comments.contains(&words) {
        comments.insert(comments.len().saturating_sub(ends), words);
    }
}

/// Returns the line that was better than a move, in SAN.
pub fn better(judged: &ReviewedGame<'_>, step: &ReviewedPly<'_>) -> Vec<String> {
    // A forced win is shown to its end.
    let score = if step.judged.missed_win.is_some() { helgi_engine::search::MATE } else { 0 };
    judged.line(step.ply, shown(&step.judged.better, score))
}

/// Adds a line as an alternative to a move; as far as it is there it is not added again.
fn add_line(record: &mut Record, instead_of: NodeId, texts: &[String]) {
    let Some(mut place) = record.parent(instead_of) else { return };
    for text in texts {
        let known =
            record.continuations(place).find(|&id| id != instead_of && record.node(id).text() == text);
        place = known.unwrap_or_else(|| record.add(place, text));
    }
}
