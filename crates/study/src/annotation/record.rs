//! Recorded games with their reviews as annotations.

use super::{ReviewedGame, ReviewedPly, Subject, glyph, name, shown};
use crate::review::{Grade, Review};
use helgi_engine::search::moves_to_end;
use helgi_record::{Evaluation, ExpectedScore, Glyph, Node, NodeId, Record};
use helgi_rules::board::Side;

/// The annotator's name, unless the record has one.
const ANNOTATOR: &str = concat!("helgi ", env!("CARGO_PKG_VERSION"));

/// The beginning of the comment before the first move.
const REVIEWED: &str = "Reviewed with ";

/// Returns the record with evaluations, glyphs, remarks and better lines. An older evaluation is replaced together with
/// the mark that a program gave the move by it. Everything else that was there stays, marks by people above all, and
/// nothing is added twice.
pub fn annotated(judged: &ReviewedGame<'_>) -> Record {
    let mut record = judged.record().clone();
    if record.tags.get("Annotator").is_none() {
        record.tags.set("Annotator", ANNOTATOR);
    }
    let is_reviewed = record.node(NodeId::START).comments.iter().any(|comment| comment.starts_with(REVIEWED));
    say(&mut record, NodeId::START, heading(judged));
    let decision = judged.decision();
    for (step, &id) in judged.steps().zip(&judged.subject.nodes) {
        let mark = step.judged.grade.map(glyph);
        let node = record.node_mut(id);
        let was_evaluated = node.evaluation().is_some();
        if was_evaluated {
            let given = given_by_program(node, is_reviewed);
            node.glyphs.retain(|&glyph| Some(glyph) == mark || !given.contains(&glyph));
        }
        // A move that was evaluated has one mark at most, unless it has two already.
        let is_marked = was_evaluated && node.glyphs.iter().any(|glyph| glyph.is_on_move());
        if let Some(mark) = mark.filter(|mark| !is_marked && !node.glyphs.contains(mark)) {
            node.glyphs.push(mark);
        }
        evaluate(&mut record, id, &step);
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

/// The marks that a program gave a move which it evaluated: those of the grades. In a game that was reviewed before,
/// only the mark of which a remark gives the reason: a person's has none.
fn given_by_program(node: &Node, is_reviewed: bool) -> Vec<Glyph> {
    let is_remark = |grade: Grade| {
        let begin = format!("{}, from ", name(grade));
        node.comments.iter().any(|comment| comment.starts_with(&begin))
    };
    let grades = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
    grades.into_iter().filter(|&grade| !is_reviewed || is_remark(grade)).map(glyph).collect()
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
    format!("{REVIEWED}{}.{accuracy}", judged.effort)
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
