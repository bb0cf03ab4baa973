//! Reasons for the ends of games.

use crate::message::TextMessage;
use crate::names;
use helgi_rules::board::Side;
use helgi_rules::{Outcome, Reason};

/// The reason for an outcome by the rules: `White mates`.
#[must_use]
pub fn outcome(outcome: Outcome) -> TextMessage {
    let end = match outcome.winner {
        Some(winner) => won(&format!("end.{}.won", outcome.reason.id()), winner),
        None => TextMessage::new(format!("end.{}.drawn", outcome.reason.id())),
    };
    match outcome.reason {
        Reason::Points { white, black } => end.with("white", halves(white)).with("black", halves(black)),
        Reason::Chase(chased) => end
            .with("piece", names::kind(chased.info(), chased.kind()))
            .with("square", chased.square().to_string()),
        // The words of a game that the catalogues do not know.
        Reason::Rule(_) => end.with_own("en", outcome.reason_text().to_string()),
        _ => end,
    }
}

/// The reason after a resignation: `White resigns`.
#[must_use]
pub fn resigns(loser: Side) -> TextMessage {
    lost("end.resigns", loser)
}

/// A reason that names the winner, and perhaps the loser.
#[must_use]
pub fn won(id: &str, winner: Side) -> TextMessage {
    TextMessage::new(id.to_owned()).with("winner", names::side(winner)).with("loser", names::side(!winner))
}

/// A reason that names the loser.
#[must_use]
pub fn lost(id: &str, loser: Side) -> TextMessage {
    won(id, !loser)
}

/// A doubled number of points, written plainly.
fn halves(points: u16) -> String {
    // Halves are exact in binary: it writes `2` and `2.5`.
    (f64::from(points) / 2.0).to_string()
}
