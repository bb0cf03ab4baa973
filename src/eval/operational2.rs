//! How Operational Chess 2 positions stand: material, the outposts and strongholds that are left,
//! pieces near those of the enemy, and what stands under fire.

use super::Evaluate;
use super::terms::{fade, reach_surplus, settle};
use crate::board::{Action, Geometry, Kind, Move, Movement, Outline, Side, Square, SquareSet};
use crate::rules::operational2::{C, H, M, O, Operational2, Operational2Position, P, Q};
use crate::rules::{Game, Position};
use once_cell::sync::Lazy;

/// The evaluation of Operational Chess 2.
#[derive(Clone, Copy, Default, Debug)]
pub struct Operational2Eval;

type Set = SquareSet<3>;

/// The worth of each kind, in the order of the piece table; of outpost and stronghold as a gun.
///
/// Fitted to the results of self-play, beginning with the moves, captures and shots that a piece
/// has on average. A gun is worth more than long leaps: missile and bomber see half the board, but
/// what they find there is mostly guarded. A soldier that promotes gives its gun away.
const MATERIAL: [i32; 13] = [80, 220, 320, 290, 800, 400, 400, 100, 80, 60, 240, 40, 120];

/// What the outposts and strongholds of a side are worth together, by their number. The last ones
/// are worth more than the first, because nothing is left to lose after them.
const OBJECTIVES: [i32; 6] = [0, 450, 600, 720, 820, 910];

/// What the capture of the last objective gains: more than any series of captures.
const VICTORY: i32 = 30_000;

/// For each square of reach above the average on the empty board.
const REACH: [i32; 13] = [2, 1, 3, 3, 2, 0, 0, 4, 4, 4, 2, 0, 0];

/// For each rank that a soldier has advanced.
const ADVANCE: i32 = 3;

/// For a piece within four king steps of an enemy objective.
const SIEGE: i32 = 8;

/// A valuable piece under fire loses this part of its worth, in 16ths.
const UNDER_FIRE: i32 = 1;

/// An objective under fire loses this part of what it is worth, in 16ths.
const SHOT_AT: i32 = 6;

/// An objective that can only be captured, which can be answered, loses less.
const ATTACKED: i32 = 4;

const TEMPO: i32 = 15;

struct Tables {
    /// Worth and placement of each kind, for both sides.
    placement: [[[i32; 256]; 13]; 2],
}

static TABLES: Lazy<Tables> = Lazy::new(|| {
    let geometry: Geometry<3> = Geometry::new(Outline::new(17, 11, |_, _| true));
    let outline = geometry.outline();
    let placement = Side::BOTH.map(|side| {
        std::array::from_fn(|kind| {
            let movement = Movement::new(&geometry, Operational2::Range2.info().pieces[kind].movement, side);
            let surplus = reach_surplus(&geometry, &movement);
            std::array::from_fn(|index| {
                if index >= outline.len() {
                    return 0;
                }
                let rank = outline.rank_of(side, Square(index as u8)) as i32;
                let advance = if Kind(kind as u8) == P { ADVANCE * rank } else { 0 };
                MATERIAL[kind] + REACH[kind] * surplus[index] + advance
            })
        })
    });
    Tables { placement }
});

impl Evaluate<Operational2Position> for Operational2Eval {
    fn evaluate(&self, position: &Operational2Position) -> i32 {
        let side = position.side();
        TEMPO + fade(army(position, side) - army(position, !side), position.halfmove_clock())
    }

    /// A shot costs nothing but the turn. Whoever captures by going somewhere may be shot or
    /// captured there.
    fn gain(&self, position: &Operational2Position, legal: Move) -> i32 {
        let victim = match legal.to() {
            Some(to) => worth_on(position, to),
            None => 0,
        };
        match legal.action() {
            Action::Step { from, to, .. } if victim < VICTORY => exchange(position, from, to, victim),
            _ => victim,
        }
    }

    /// Zugzwang is rare while a piece besides the soldiers can move.
    fn trusts_pass(&self, position: &Operational2Position) -> bool {
        let side = position.side();
        let slow = position.of(side, P) | position.objectives(side);
        !(position.side_squares(side) - slow).is_empty()
    }
}

fn army(position: &Operational2Position, side: Side) -> i32 {
    let placement = &TABLES.placement[side.index()];
    let own = position.side_squares(side);
    let occupied = position.occupied();
    let mut sum = 0;
    for square in own {
        if let Some(piece) = position.piece(square) {
            sum += placement[piece.kind.index() % 13][square.index()];
        }
    }
    let objectives = position.objectives(side);
    sum += OBJECTIVES[objectives.len().min(5)];
    let loss = next_loss(position, side);
    let enemy = position.side_squares(!side);
    for square in objectives {
        // An airborne can come from afar, but so seldom that the search may see to it.
        if !position.within(4, square).meets(enemy) {
            continue;
        }
        if position.is_shot_at(square, !side, occupied) {
            sum -= loss * SHOT_AT / 16;
        } else if !position.capturers(square, !side, occupied).is_empty() {
            sum -= loss * ATTACKED / 16;
        }
    }
    for kind in [H, M, O] {
        for square in position.of(side, kind) {
            if position.is_shot_at(square, !side, occupied) {
                sum -= MATERIAL[kind.index()] * UNDER_FIRE / 16;
            }
        }
    }
    sum + SIEGE * besiegers(position, side)
}

/// How many pieces that can take objectives stand within four king steps of an enemy one. Missiles,
/// bombers and airborne need not come so near.
fn besiegers(position: &Operational2Position, side: Side) -> i32 {
    let objectives = position.objectives(!side);
    let zone = objectives.into_iter().fold(Set::EMPTY, |zone, square| zone | position.within(4, square));
    let near = zone & (position.side_squares(side) - position.objectives(side));
    if near.is_empty() {
        return 0;
    }
    [C, M, O].into_iter().fold(near, |near, kind| near - position.of(side, kind)).len() as i32
}

/// What the loss of one more objective costs a side.
#[inline]
fn next_loss(position: &Operational2Position, side: Side) -> i32 {
    match position.objectives(side).len().min(5) {
        0 | 1 => OBJECTIVES[1],
        count => OBJECTIVES[count] - OBJECTIVES[count - 1],
    }
}

/// What the capture of the piece on a square brings; 0 for an empty one.
#[inline]
fn worth_on(position: &Operational2Position, square: Square) -> i32 {
    let Some(victim) = position.piece(square) else { return 0 };
    let objectives = position.objectives(victim.side);
    let worth = MATERIAL[victim.kind.index() % 13];
    match objectives.has(square) {
        false => worth,
        true if objectives.len() == 1 => VICTORY,
        true => worth + next_loss(position, victim.side),
    }
}

/// Static exchange evaluation: captures on the target square by the least valuable piece each
/// time, each side stopping where it likes. A shot ends the series, for nobody stands there then.
fn exchange(position: &Operational2Position, from: Square, to: Square, victim: i32) -> i32 {
    let Some(mover) = position.piece(from) else { return 0 };
    let worth = |square: Square| position.piece(square).map_or(0, |piece| MATERIAL[piece.kind.index() % 13]);
    let mut at_risk = worth(from);
    let mut balance = victim;
    // A noisy step that captures nothing promotes.
    if mover.kind == P && position.promotes_on(to) {
        balance += MATERIAL[Q.index()] - MATERIAL[P.index()];
        at_risk = MATERIAL[Q.index()];
    }
    let mut balances = [0; 34];
    balances[1] = balance;
    let mut length = 2;
    let mut occupied = position.occupied() - Set::from(from);
    occupied.insert(to);
    let mut gone = Set::from(to);
    let mut side = !mover.side;
    while length < balances.len() {
        let shot = position.is_shot_at(to, side, occupied);
        let capturer = || {
            let capturers = position.capturers(to, side, occupied) - gone;
            capturers.into_iter().min_by_key(|&square| worth(square))
        };
        let next = if shot { None } else { capturer() };
        if !shot && next.is_none() {
            break;
        }
        balance += if side == mover.side { at_risk } else { -at_risk };
        balances[length] = balance;
        length += 1;
        let Some(square) = next else { break };
        at_risk = worth(square);
        occupied.remove(square);
        gone.insert(square);
        side = !side;
    }
    settle(&balances[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain_of(fen: &str, text: &str) -> i32 {
        let position = Operational2::Range2.parse(fen).unwrap();
        let outline = Operational2::Range2.outline();
        let (from, to) = text.split_once([' ', 'x']).unwrap();
        let (from, to) = (outline.named(from).unwrap(), outline.named(to).unwrap());
        let legal = if text.contains('x') { Move::shot(from, to) } else { Move::step(from, to) };
        assert!(position.is_legal(legal) && position.is_noisy(legal));
        Operational2Eval.gain(&position, legal)
    }

    #[test]
    fn a_shot_risks_nothing_and_a_capture_does() {
        // The tank shoots a soldier that a helicopter guards, or captures it and is shot.
        let fen = "u16/17/17/17/4h12/17/4p12/17/4R12/17/16U w - - 0 1";
        assert_eq!(gain_of(fen, "e3xe5"), MATERIAL[0]);
        assert_eq!(gain_of(fen, "e3 e5"), MATERIAL[0] - MATERIAL[2]);
    }

    #[test]
    fn a_series_ends_with_a_shot() {
        // The general takes, a general takes back, a stronghold shoots it: even but for the soldier.
        let fen = "u16/17/17/17/17/4n12/17/4p12/17/4N12/4S11U w - - 0 1";
        assert_eq!(gain_of(fen, "e2 e4"), MATERIAL[0]);
        let quiet = "u16/17/17/17/17/4n12/17/4p12/17/4N12/16U w - - 0 1";
        assert_eq!(gain_of(quiet, "e2 e4"), MATERIAL[0] - MATERIAL[7]);
    }

    #[test]
    fn the_last_objective_is_worth_everything() {
        let fen = "u16/17/R16/17/17/17/17/17/17/17/16U w - - 0 1";
        assert_eq!(gain_of(fen, "a9xa11"), VICTORY);
        let two = "u1u14/17/R16/17/17/17/17/17/17/17/16U w - - 0 1";
        assert_eq!(gain_of(two, "a9xa11"), MATERIAL[11] + OBJECTIVES[2] - OBJECTIVES[1]);
    }

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let value = |fen| Operational2Eval.evaluate(&Operational2::Range2.parse(fen).unwrap());
        let white = value("u3s12/17/2N14/5P11/17/17/5hr10/17/3C13/17/U3M3S8 w - - 0 1");
        let black = value("u3m3s8/17/3c13/17/5HR10/17/17/5p11/2n14/17/U3S12 b - - 0 1");
        assert_eq!(white, black);
        assert_eq!(value(Operational2::Range2.info().start), TEMPO);
    }
}
