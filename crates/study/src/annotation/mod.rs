//! Reviews in words: remarks on moves, and recorded games annotated with them.

mod record;

pub use record::{annotate, annotated, better};

use crate::review::{DecisionKind, Grade, MoveReview, PositionReview, Review};
use helgi_engine::internals::search::is_decided;
use helgi_engine::search::{is_loss, moves_to_end};
use helgi_record::replay::{Replay, replay};
use helgi_record::{Glyph, NodeId, Record};
use helgi_rules::board::{Move, Side};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};

/// The most half-moves shown of a line, unless it is a forced win.
const LONGEST: usize = 10;
/// The most half-moves shown of a forced win.
const LONGEST_WIN: usize = 40;

/// A recorded game with the moves that a review judges.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The record to be annotated.
    pub record: Record,
    /// The nodes of the half-moves that are judged.
    pub nodes: Vec<NodeId>,
    /// These half-moves.
    pub line: Line,
    /// The whole record as the rules see it.
    pub replay: Replay,
}

impl Subject {
    /// Returns the main line of a record as far as it follows the rules; `None` if its game or start is unknown.
    pub fn new(record: Record) -> Option<Self> {
        let replay = replay(&record);
        let (line, nodes) = replay.playable(&record)?;
        Some(Subject { record, nodes, line, replay })
    }
}

/// A game with its review.
#[derive(Debug)]
pub struct ReviewedGame<'a> {
    /// The file and the number of the game.
    pub name: &'a str,
    /// The limits in words, such as `20000 nodes a position`.
    pub effort: &'a str,
    /// The game.
    pub subject: &'a Subject,
    /// Its review.
    pub review: &'a Review,
    /// The positions: the start, and that after each half-move.
    pub places: Vec<AnyPosition>,
    /// The half-moves in SAN.
    pub sans: Vec<String>,
}

impl<'a> ReviewedGame<'a> {
    /// Puts a game and its review together.
    pub fn new(name: &'a str, effort: &'a str, subject: &'a Subject, review: &'a Review) -> Self {
        let mut line = Line::new(subject.line.start().clone());
        let (mut places, mut sans) = (vec![line.present().clone()], Vec::new());
        for played in subject.line.moves() {
            sans.push(readable::write(line.present(), played, Style::San));
            line.play(played);
            places.push(line.present().clone());
        }
        ReviewedGame { name, effort, subject, review, places, sans }
    }

    /// The record of the game.
    pub fn record(&self) -> &Record {
        &self.subject.record
    }

    /// The half-moves with their positions before and after them.
    pub fn steps(&self) -> impl Iterator<Item = ReviewedPly<'_>> {
        let pairs = self.review.positions.iter().zip(self.review.positions.iter().skip(1));
        pairs.zip(&self.review.moves).zip(&self.sans).enumerate().map(
            |(ply, (((before, after), judged), san))| ReviewedPly {
                ply,
                number: self.record().number(ply),
                san,
                before,
                after,
                judged,
            },
        )
    }

    /// A line from the position before a half-move, in SAN.
    pub fn line(&self, ply: usize, moves: &[Move]) -> Vec<String> {
        let Some(place) = self.places.get(ply) else { return Vec::new() };
        let mut place = place.clone();
        let mut texts = Vec::new();
        for &played in moves {
            // A pass that the rules do not allow may stand in a record, and ends the line.
            if !place.is_legal(played) {
                break;
            }
            texts.push(readable::write(&place, played, Style::San));
            place.play(played);
        }
        texts
    }

    /// Returns the remark on a half-move; `None` if it deserves none.
    pub fn remark(&self, step: &ReviewedPly<'_>) -> Option<String> {
        let ReviewedPly { ply, before, after, judged, .. } = step;
        let better = self.line(*ply, judged.better.get(..1).unwrap_or_default()).pop();
        let name = match (judged.grade, judged.missed_win) {
            (Some(grade), _) => name(grade),
            (None, Some(_)) => "Missed win",
            (None, None) => return None,
        };
        let mut text =
            format!("{name}, from {} to {}", whole_percent(judged.before), whole_percent(judged.after));
        let lost = after.score_for(judged.side);
        // A loss that was proven before the move is not the move's.
        if is_loss(lost) && !is_loss(before.score) {
            let moves = moves_to_end(lost).unwrap_or_default().abs();
            text += &match moves {
                0 => format!(": {} has won", (!judged.side).name()),
                _ => format!(": {} wins by force in {moves}", (!judged.side).name()),
            };
        }
        text.push('.');
        if let Some(better) = better {
            text += &match judged.missed_win {
                Some(moves) => format!(" {better} wins by force in {moves}."),
                None => format!(" {better} was better."),
            };
        }
        Some(text)
    }

    /// Returns the half-move that decided the game, numbered from 0, and the remark on it.
    pub fn decision(&self) -> Option<(usize, String)> {
        let decision = self.review.decision?;
        let judged = self.review.moves.get(decision.ply)?;
        let (who, before, after) =
            (judged.side.name(), whole_percent(judged.before), whole_percent(judged.after));
        let text = match decision.kind {
            DecisionKind::Lost => format!(
                "This move decided the game: {who} could expect {before} before it, {after} after it, and never \
                 half a point again."
            ),
            DecisionKind::LetSlip => {
                format!("This move let a win slip: {who} could expect {before}, and did not win.")
            }
        };
        Some((decision.ply, text))
    }

    /// The decisive half-move as in `23... Nxe5??`.
    pub fn named(&self, ply: usize) -> String {
        let san = self.sans.get(ply).map_or("", String::as_str);
        let grade = self.review.moves.get(ply).and_then(|judged| judged.grade);
        format!("{} {san}{}", self.record().number(ply), grade.map_or("", symbol))
    }
}

/// A half-move with its review.
#[derive(Debug)]
pub struct ReviewedPly<'a> {
    /// Its number, from 0.
    pub ply: usize,
    /// Its number as it is written: `12...`.
    pub number: String,
    /// The move.
    pub san: &'a str,
    /// The position before it.
    pub before: &'a PositionReview,
    /// The position after it.
    pub after: &'a PositionReview,
    /// The judgement.
    pub judged: &'a MoveReview,
}

impl ReviewedPly<'_> {
    /// Returns the expectation of White behind the move, from 0 to 1.
    pub fn expected(&self) -> f64 {
        self.after.expected(Side::White)
    }
}

/// Returns the part of a line to show, of a position with this score: ten half-moves, or a forced win to its end.
pub fn shown(line: &[Move], score: i32) -> &[Move] {
    let longest = if is_decided(score) { LONGEST_WIN } else { LONGEST };
    &line[..line.len().min(longest)]
}

/// An expectation in percent. Only what is proven is 0 or 100.
pub fn whole_percent(expected: f64) -> String {
    if expected <= 0.0 || expected >= 1.0 {
        return format!("{:.0}%", 100.0 * expected);
    }
    // Only what is certain is 0 or 100 %.
    format!("{:.0}%", (100.0 * expected).round().clamp(1.0, 99.0))
}

/// A score as White sees it: `+0.35`, or `#5` and `#-5` for a forced win; empty where the game is over.
pub fn score(position: &PositionReview) -> String {
    let score = position.score_for(Side::White);
    match moves_to_end(score) {
        _ if position.outcome.is_some() => String::new(),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// Returns the name of a grade.
pub const fn name(grade: Grade) -> &'static str {
    match grade {
        Grade::Inaccuracy => "Inaccuracy",
        Grade::Mistake => "Mistake",
        Grade::Blunder => "Blunder",
    }
}

/// The glyph of a grade.
pub const fn glyph(grade: Grade) -> Glyph {
    match grade {
        Grade::Inaccuracy => Glyph::DUBIOUS,
        Grade::Mistake => Glyph::MISTAKE,
        Grade::Blunder => Glyph::BLUNDER,
    }
}

/// The glyph of a grade as it is printed.
pub fn symbol(grade: Grade) -> &'static str {
    glyph(grade).symbol().unwrap_or_default()
}
