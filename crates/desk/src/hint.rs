//! The move that the engine would play, as the page receives it.

use crate::analysis::score_text;
use helgi_engine::ChosenMove;
use helgi_rules::notation::Notation;
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Position};
use serde::Serialize;

/// The move that the engine would play.
#[derive(Clone, Serialize, Debug)]
pub struct Hint {
    /// The move as it is written on the wire.
    pub wire: String,
    /// The moves that are expected, in readable form.
    pub line: Vec<String>,
    /// The score of the side to move after it, as [`score_text`] has it.
    pub score: Option<String>,
}

impl Hint {
    /// The move that an engine has chosen at the end of a line.
    pub fn of(line: &Line, found: &ChosenMove) -> Hint {
        let mut place: AnyPosition = line.present().clone();
        let wire = Notation::of(&place.game()).write(found.best).to_string();
        let mut words = Vec::new();
        for &played in &found.line {
            words.push(readable::write(&place, played, Style::San));
            place.play(played);
        }
        Hint { wire, line: words, score: found.score.map(score_text) }
    }
}
