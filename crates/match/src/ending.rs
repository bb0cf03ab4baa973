//! The endings that a game of a match may have.

use super::schedule::Fixture;
use super::settings::{MatchSettings, Protocol};
pub use helgi_record::ending::{Ending, LossReason, Termination};
use helgi_rules::board::Side;
use helgi_rules::{Info, Outcome, Reason};

/// Returns true if a game of a match may end like this, as far as its settings and the facts
/// about it tell.
pub(super) fn is_possible(ending: &Ending, settings: &MatchSettings, fixture: &Fixture) -> bool {
    let engine = |side: Side| &settings.engines[fixture.players[side.index()]];
    let speaks = |side: Side, protocol| engine(side).protocol == protocol;
    let may_speak = |side: Side| speaks(side, Protocol::Xboard);
    match ending {
        Ending::Rules(outcome) => is_outcome_of(fixture.variant.info(), *outcome),
        Ending::Timeout => Side::BOTH.into_iter().any(|side| engine(side).control.is_timed()),
        Ending::Agreement => Side::BOTH.into_iter().all(may_speak),
        Ending::Adjudication(None) => settings.draw.is_some(),
        // An engine that speaks USI may declare that it has won.
        Ending::Adjudication(Some(winner)) => settings.resign.is_some() || speaks(*winner, Protocol::Usi),
        Ending::TooLong => settings.max_moves.is_some(),
        Ending::Loss { loser, reason } => match reason {
            // UCI has no words for these.
            LossReason::Refusal(_) => may_speak(*loser),
            LossReason::Resignation | LossReason::FalseClaim(_) => {
                // `nobestmove` of UCCI says no more than that.
                let is_said = *reason == LossReason::Resignation && speaks(*loser, Protocol::Ucci);
                may_speak(*loser) || speaks(*loser, Protocol::Usi) || is_said
            }
            LossReason::LossOnTime => engine(*loser).control.is_timed(),
            LossReason::IllegalMove(_) | LossReason::Disconnection | LossReason::Stall => true,
        },
    }
}

/// Returns true if a game with these facts may have an outcome.
fn is_outcome_of(game: &Info, outcome: Outcome) -> bool {
    if outcome.winner.is_none() && !game.draws {
        return false;
    }
    let has_check = game.checked_kind().is_some();
    match outcome.reason {
        Reason::Mate => has_check,
        Reason::NoLegalMove | Reason::KingCaptured | Reason::BothKingsGone | Reason::ObjectivesCaptured => {
            !has_check
        }
        // A game without draws has another decision.
        Reason::KingInCitadel | Reason::BonusRule => !game.draws,
        Reason::Points { white, black } => {
            let winner = if white > black { Side::White } else { Side::Black };
            !game.draws && white != black && outcome.winner == Some(winner)
        }
        Reason::MoveCount => game.move_limit.is_some(),
        Reason::InsufficientMaterial => outcome.winner.is_none() && has_check,
        Reason::Stalemate | Reason::Repetition | Reason::Chase(_) => true,
        Reason::Rule(phrase) => game.reasons.contains(&phrase),
        // Reasons that come later belong here.
        _ => false,
    }
}
