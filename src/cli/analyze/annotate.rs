//! The record of a game with what was found of it.

use super::words::{MarkedMove, Step, glyph, shown};
use helgi_engine::search::moves_to_end;
use helgi_record::{Evaluation, Expected, NodeId, Record};
use helgi_rules::board::Side;

/// Who is named as the annotator, where nobody else is.
const ANNOTATOR: &str = concat!("helgi ", env!("CARGO_PKG_VERSION"));

/// The record with evaluations, glyphs, words and better lines. What was there stays, and what it would say
/// for a second time is left out.
pub fn annotated(judged: &MarkedMove<'_>) -> Record {
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

/// What is said before the first move.
fn heading(judged: &MarkedMove<'_>) -> String {
    let accuracy: Vec<String> = Side::BOTH
        .into_iter()
        .zip(judged.review.accuracy)
        .filter_map(|(side, accuracy)| Some(format!("{} {:.1}%", side.name(), accuracy?)))
        .collect();
    let accuracy =
        if accuracy.is_empty() { String::new() } else { format!(" Accuracy: {}.", accuracy.join(", ")) };
    format!("MarkedMove with {}.{accuracy}", judged.effort)
}

fn evaluate(record: &mut Record, id: NodeId, step: &Step<'_>) {
    if step.after.outcome.is_some() {
        return;
    }
    let score = step.after.score_for(Side::White);
    let score = moves_to_end(score).map_or(Expected::Centipawns(score), Expected::Mate);
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

/// The line that was better than a move, in SAN.
pub fn better(judged: &MarkedMove<'_>, step: &Step<'_>) -> Vec<String> {
    // A forced win is shown to its end.
    let score = if step.judged.missed_win.is_some() { helgi_engine::search::MATE } else { 0 };
    judged.line(step.ply, shown(&step.judged.better, score))
}

/// Adds a line in the place of a move; as far as it is there it is not added again.
fn add_line(record: &mut Record, instead_of: NodeId, texts: &[String]) {
    let Some(mut place) = record.parent(instead_of) else { return };
    for text in texts {
        let known =
            record.continuations(place).find(|&id| id != instead_of && record.node(id).text() == text);
        place = known.unwrap_or_else(|| record.add(place, text));
    }
}
