//! The analysis of a game as JSON.

use helgi_engine::search::moves_to_end;
use helgi_rules::board::Side;
use helgi_rules::readable::{self, Style};
use helgi_study::annotation::better;
use helgi_study::annotation::{ReviewedGame, ReviewedPly, glyph, shown, symbol};
use helgi_study::review::{DecisionKind, PositionReview};
use serde::Serialize;
use std::collections::BTreeMap;

/// A game. Percentages have one decimal.
#[derive(Serialize)]
struct Game<'a> {
    name: &'a str,
    game: &'a str,
    start: String,
    result: &'a str,
    tags: BTreeMap<&'a str, &'a str>,
    effort: &'a str,
    accuracy: Sides,
    decision: Option<Decided>,
    start_score: Score,
    start_expected: f64,
    moves: Vec<Half>,
}

/// The accuracy of both sides in percent; null for one that had nothing to choose.
#[derive(Serialize)]
struct Sides {
    white: Option<f64>,
    black: Option<f64>,
}

#[derive(Serialize)]
struct Decided {
    ply: usize,
    kind: &'static str,
    words: String,
}

/// A score as White sees it: centipawns, or in how many moves of the winner the game is won by force, below 0 if
/// by Black. Null where the game is over.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Score {
    Centipawns(i32),
    Mate(i32),
    Over,
}

/// A half-move, with the expectations of its mover in percent.
#[derive(Serialize)]
struct Half {
    ply: usize,
    number: String,
    side: &'static str,
    san: String,
    uci: String,
    score: Score,
    depth: u32,
    nodes: u64,
    white_expected: f64,
    before: f64,
    after: f64,
    lost: f64,
    forced: bool,
    mark: Option<&'static str>,
    glyph: Option<u16>,
    missed_win: Option<u32>,
    best: Vec<String>,
    better: Vec<String>,
    remark: Option<String>,
}

/// A game in one line.
///
/// # Errors
///
/// Of the library, which knows of none here.
pub fn text(judged: &ReviewedGame<'_>) -> serde_json::Result<String> {
    let record = judged.record();
    let start = judged.subject.line.start();
    let [white, black] = judged.review.accuracy.map(|accuracy| accuracy.map(tenths));
    let kind = judged.review.decision.map(|decision| match decision.kind {
        DecisionKind::Lost => "lost",
        DecisionKind::LetSlip => "let slip",
    });
    let game = Game {
        name: judged.name,
        game: start.game().name(),
        start: start.fen(),
        result: record.result.text(),
        tags: record.tags.iter().collect(),
        effort: judged.effort,
        accuracy: Sides { white, black },
        decision: judged.decision().zip(kind).map(|((ply, words), kind)| Decided {
            ply: ply + 1,
            kind,
            words,
        }),
        // A game without moves has a position, too.
        start_score: score(&judged.review.positions[0]),
        start_expected: in_percent(judged.review.expected(0)),
        moves: judged.steps().map(|step| half(judged, &step)).collect(),
    };
    serde_json::to_string(&game)
}

fn half(judged: &ReviewedGame<'_>, step: &ReviewedPly<'_>) -> Half {
    let own = step.judged;
    let uci = judged.places.get(step.ply).map(|place| readable::write(place, own.played, Style::Uci));
    Half {
        ply: step.ply + 1,
        number: step.number.clone(),
        side: own.side.name(),
        san: step.san.to_owned(),
        uci: uci.unwrap_or_default(),
        score: score(step.after),
        depth: step.after.depth,
        nodes: step.after.nodes,
        white_expected: in_percent(step.expected()),
        before: in_percent(own.before),
        after: in_percent(own.after),
        lost: in_percent(own.loss),
        forced: own.is_forced,
        mark: own.grade.map(symbol),
        glyph: own.grade.map(|grade| glyph(grade).0),
        missed_win: own.missed_win,
        best: judged.line(step.ply, shown(&step.before.line, step.before.score)),
        better: better(judged, step),
        remark: judged.remark(step),
    }
}

fn score(position: &PositionReview) -> Score {
    let score = position.score_for(Side::White);
    match moves_to_end(score) {
        _ if position.outcome.is_some() => Score::Over,
        Some(moves) => Score::Mate(moves),
        None => Score::Centipawns(score),
    }
}

/// A share in percent, rounded to tenths.
fn in_percent(share: f64) -> f64 {
    tenths(100.0 * share)
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
