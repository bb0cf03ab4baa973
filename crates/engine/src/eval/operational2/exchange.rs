//! Static exchange evaluation (SEE) of Operational Chess 2 moves.

use super::MATERIAL;
use crate::eval::exchange::{ExchangeReply, static_exchange};
use helgi_rules::board::{Action, Bitboard, Move, Side, Square};
use helgi_rules::internals::operational2::{FOUR_STAR, Operational2Position, SOLDIER};
use std::mem;

/// The worth of the objectives of a side in exchanges, by their number.
const OBJECTIVES: [i32; 6] = [0, 450, 600, 720, 820, 910];

/// The gain of capturing the last objective: more than any series of captures.
const VICTORY: i32 = 30_000;

/// Returns the gain of a capture, a shot or a promotion.
///
/// A shot costs nothing but the turn. A piece that captures by going somewhere may be shot or captured there.
#[inline]
pub(super) fn see(position: &Operational2Position, legal: Move) -> i32 {
    let victim = match legal.to() {
        Some(to) => worth_on(position, to),
        None => 0,
    };
    match legal.action() {
        Action::Step { from, to, .. } if victim < VICTORY => exchange(position, from, to, victim),
        _ => victim,
    }
}

/// Returns the cost of losing one more objective.
#[inline]
pub(super) fn next_loss(position: &Operational2Position, side: Side) -> i32 {
    match position.objectives(side).len().min(5) {
        0 | 1 => OBJECTIVES[1],
        count => OBJECTIVES[count] - OBJECTIVES[count - 1],
    }
}

/// Returns the gain of capturing the piece on a square; 0 for an empty one.
#[inline]
fn worth_on(position: &Operational2Position, square: Square) -> i32 {
    let Some(victim) = position.cells().at(square) else { return 0 };
    let objectives = position.objectives(victim.side);
    let worth = MATERIAL[victim.kind.index() % 13];
    match objectives.has(square) {
        false => worth,
        true if objectives.len() == 1 => VICTORY,
        true => worth + next_loss(position, victim.side),
    }
}

/// Static exchange evaluation of a step to `to` that wins `victim`. A piece that can shoot the captor does.
#[inline]
fn exchange(position: &Operational2Position, from: Square, to: Square, victim: i32) -> i32 {
    let Some(mover) = position.cells().at(from) else { return 0 };
    let worth =
        |square: Square| position.cells().at(square).map_or(0, |piece| MATERIAL[piece.kind.index() % 13]);
    let mut at_risk = worth(from);
    let mut first = victim;
    // A noisy step that captures nothing promotes.
    if mover.kind == SOLDIER && position.promotes_on(to) {
        first += MATERIAL[FOUR_STAR.index()] - MATERIAL[SOLDIER.index()];
        at_risk = MATERIAL[FOUR_STAR.index()];
    }
    let mut occupied = position.cells().occupied() - Bitboard::from(from);
    occupied.insert(to);
    let mut gone = Bitboard::from(to);
    static_exchange(mover.side, first, |side| {
        if position.is_shot_at(to, side, occupied) {
            return ExchangeReply::Removal(at_risk);
        }
        let capturers = position.capturers(to, side, occupied) - gone;
        let least = capturers.into_iter().min_by_key(|&square| worth(square));
        let Some(square) = least else { return ExchangeReply::Nothing };
        occupied.remove(square);
        gone.insert(square);
        ExchangeReply::Capture(mem::replace(&mut at_risk, worth(square)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::eval::operational2::Operational2Eval;
    use helgi_rules::internals::operational2::Operational2;
    use helgi_rules::{Game, Position};

    fn see_of(fen: &str, text: &str) -> i32 {
        let position = Operational2::Range2.parse(fen).unwrap();
        let outline = Operational2::Range2.outline();
        let (from, to) = text.split_once([' ', 'x']).unwrap();
        let (from, to) = (outline.named(from).unwrap(), outline.named(to).unwrap());
        let legal = if text.contains('x') { Move::shot(from, to) } else { Move::step(from, to) };
        assert!(position.is_legal(legal) && position.is_noisy(legal));
        Operational2Eval::default().see(&position, legal)
    }

    #[test]
    fn a_shot_risks_nothing_and_a_capture_does() {
        // The tank shoots a soldier that a helicopter guards, or captures it and is shot.
        let fen = "u16/17/17/17/4h12/17/4p12/17/4R12/17/16U w - - 0 1";
        assert_eq!(see_of(fen, "e3xe5"), MATERIAL[0]);
        assert_eq!(see_of(fen, "e3 e5"), MATERIAL[0] - MATERIAL[2]);
    }

    #[test]
    fn a_series_ends_with_a_shot() {
        // The general takes, a general takes back, a stronghold shoots it: even but for the soldier.
        let fen = "u16/17/17/17/17/4n12/17/4p12/17/4N12/4S11U w - - 0 1";
        assert_eq!(see_of(fen, "e2 e4"), MATERIAL[0]);
        let quiet = "u16/17/17/17/17/4n12/17/4p12/17/4N12/16U w - - 0 1";
        assert_eq!(see_of(quiet, "e2 e4"), MATERIAL[0] - MATERIAL[7]);
    }

    #[test]
    fn the_last_objective_is_worth_everything() {
        let fen = "u16/17/R16/17/17/17/17/17/17/17/16U w - - 0 1";
        assert_eq!(see_of(fen, "a9xa11"), VICTORY);
        let two = "u1u14/17/R16/17/17/17/17/17/17/17/16U w - - 0 1";
        assert_eq!(see_of(two, "a9xa11"), MATERIAL[11] + OBJECTIVES[2] - OBJECTIVES[1]);
    }
}
