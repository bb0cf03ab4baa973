//! Evaluation of Operational Chess 2: material, the outposts and strongholds that are left, pieces
//! near those of the enemy, and pieces under fire.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{Surpluses, by_square, surpluses};
use crate::eval::terms::{fade, union_over};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::board::{Bitboard, Geometry, Move, Movement, Side, Square};
use helgi_rules::internals::operational2::{Operational2, Operational2Position, SOLDIER};
use helgi_rules::{Game, Position};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of Operational Chess 2.
#[derive(Clone, Debug)]
pub struct Operational2Eval {
    tables: Arc<Tables>,
}

type Set = Bitboard<3>;

weights! {
    /// The weights of Operational Chess 2; lists of thirteen are in the order of the piece table.
    pub struct Operational2Weights {
        /// The worth of a piece; of outpost and stronghold as a gun.
        material: [i32; 13],
        /// The worth of a side's outposts and strongholds together, by their number. The last ones
        /// are worth more than the first, because nothing is left to lose after them.
        objectives: [i32; 6],
        /// By rank, from the side's own first one.
        rank: [[i32; 11]; 13],
        /// By file, from the edge to the centre.
        file: [[i32; 9]; 13],
        /// For each square of reach above the average on the empty board.
        reach: [i32; 13],
        /// For a piece of the kind within four king steps of an enemy objective.
        siege: [i32; 13],
        /// For the side ahead: for each of its pieces within six and within eight king steps of an enemy
        /// objective. Without such an aim a won game drags on.
        approach: [i32; 2],
        /// For each piece under fire, in 64ths of its worth: no protection saves it.
        under_fire: i32,
        /// Likewise for the dearest of the others, which may be shot next.
        next_victim: i32,
        /// An objective under fire loses this part of its worth, in 64ths.
        shot_at: i32,
        /// An objective that can only be captured, which can be answered, loses less.
        attacked: i32,
        /// For the move.
        tempo: i32,
    }
}

/// The worth of pieces in exchanges.
///
/// Fitted to the results of self-play, beginning with the moves, captures and shots that a piece
/// has on average. A gun is worth more than long leaps: missile and bomber see half the board, but
/// their targets there are mostly guarded. A soldier that promotes gives its gun away.
const MATERIAL: [i32; 13] = [80, 220, 320, 290, 800, 400, 400, 100, 80, 60, 240, 40, 120];

/// Number of pieces at the start. The fewer are left, the more a lead weighs, up to half as much
/// again: the side that is ahead exchanges.
const PIECES: i32 = 80;

/// From this lead in material on all pieces are drawn to the enemy's objectives with full force.
const CLEAR_LEAD: i32 = 400;

#[derive(Debug)]
struct Tables {
    weights: Operational2Weights,
    /// Worth and placement of each kind, for both sides.
    placement: [[[i32; 256]; 13]; 2],
}

static TABLES: Lazy<Arc<Tables>> = Lazy::new(|| Arc::new(Tables::new(&WEIGHTS)));

static SURPLUSES: Lazy<Surpluses> = Lazy::new(|| {
    let game = Operational2::Range2;
    surpluses(game.outline(), game.info().pieces, |geometry: &Geometry<3>, piece, side| {
        Movement::of_paths(geometry, &piece.paths(side), side)
    })
});

impl Default for Operational2Eval {
    fn default() -> Self {
        Operational2Eval { tables: Arc::clone(&TABLES) }
    }
}

impl Tables {
    fn new(weights: &Operational2Weights) -> Self {
        let outline = Operational2::Range2.outline();
        let placement = |side: Side, kind: usize| {
            let surplus = &SURPLUSES[side.index()][kind];
            by_square(outline, side, |square, place| {
                weights.material[kind]
                    + place.weight(&weights.rank[kind], &weights.file[kind])
                    + weights.reach[kind] * surplus[square.index()]
            })
        };
        Tables {
            weights: weights.clone(),
            placement: Side::BOTH.map(|side| std::array::from_fn(|kind| placement(side, kind))),
        }
    }

    /// Returns the worth of a side's pieces, and its material alone.
    fn army(&self, position: &Operational2Position, side: Side) -> (i32, i32) {
        let weights = &self.weights;
        let placement = &self.placement[side.index()];
        let besieged = near(position, !side, 4);
        let mut sum = weights.objectives[position.objectives(side).len().min(5)];
        let mut material = 0;
        for square in position.cells().side(side) {
            if let Some(piece) = position.cells().at(square) {
                let kind = piece.kind.index() % 13;
                material += MATERIAL[kind];
                sum += placement[kind][square.index()];
                sum += weights.siege[kind] * besieged.has(square) as i32;
            }
        }
        (sum - self.losses(position, side), material)
    }

    /// Returns the losses that threaten a side: objectives that are attacked, and pieces under fire.
    fn losses(&self, position: &Operational2Position, side: Side) -> i32 {
        let weights = &self.weights;
        let occupied = position.cells().occupied();
        let enemy = position.cells().side(!side);
        let objectives = position.objectives(side);
        let under_fire = position.under_fire(side);
        let (mut shot_at, mut attacked) = (0, 0);
        for square in objectives {
            // An airborne can come from afar, but so seldom that the search may see to it.
            if !position.within(4, square).meets(enemy) {
                continue;
            }
            if under_fire.has(square) {
                shot_at += 1;
            } else if !position.capturers(square, !side, occupied).is_empty() {
                attacked += 1;
            }
        }
        let (mut victims, mut dearest) = (0, 0);
        for square in under_fire - objectives {
            let worth = position.cells().at(square).map_or(0, |piece| MATERIAL[piece.kind.index() % 13]);
            victims += worth;
            dearest = dearest.max(worth);
        }
        let loss = exchange::next_loss(position, side);
        (weights.shot_at * shot_at + weights.attacked * attacked) * loss / 64
            + (weights.under_fire * victims + weights.next_victim * dearest) / 64
    }

    /// Returns how close the stronger side has come to the objectives of the weaker, seen by
    /// `side`, which is ahead by `lead` in material.
    fn advance(&self, position: &Operational2Position, side: Side, lead: i32) -> i32 {
        let ahead = if lead > 0 { side } else { !side };
        let troops = position.cells().side(ahead) - position.objectives(ahead);
        let closer = |steps| (troops & near(position, !ahead, steps)).len() as i32;
        let prospect = self.weights.approach[0] * closer(6) + self.weights.approach[1] * closer(8);
        prospect * lead.clamp(-CLEAR_LEAD, CLEAR_LEAD) / CLEAR_LEAD
    }
}

impl Tunable<Operational2Position> for Operational2Eval {
    type Weights = Operational2Weights;

    fn name(&self) -> &'static str {
        "operational2"
    }

    fn weights(&self) -> &Operational2Weights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &Operational2Weights) -> Self {
        Operational2Eval { tables: Arc::new(Tables::new(weights)) }
    }
}

impl crate::HasEvaluation for helgi_rules::internals::operational2::Operational2 {
    type Evaluation = Operational2Eval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        Ladder { nodes: [640, 12_500, 76_000, 290_000, 800_000], error: 738 }
    }
}

impl Evaluate<Operational2Position> for Operational2Eval {
    fn evaluate(&self, position: &Operational2Position) -> i32 {
        let side = position.side();
        let [(own, own_material), (other, other_material)] =
            [side, !side].map(|side| self.tables.army(position, side));
        let balance = own - other + self.tables.advance(position, side, own_material - other_material);
        let missing = PIECES - position.cells().occupied().len() as i32;
        let balance = balance + balance * missing / (2 * PIECES);
        self.tables.weights.tempo + fade(balance, position.turn().halfmove.into())
    }

    fn see(&self, position: &Operational2Position, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    /// One move takes one piece and stands in no leaper's way, so it cannot win against two
    /// objectives and two leapers that may move; against one objective only by taking something.
    fn may_win_at_once(&self, position: &Operational2Position) -> MayWin {
        let enemy = !position.side();
        let army = position.cells().side(enemy);
        let mobile = |&from: &Square| {
            position.cells().at(from).is_some_and(|piece| !(position.leaps(piece, from) - army).is_empty())
        };
        if army.into_iter().filter(mobile).take(2).count() < 2 {
            MayWin::All
        } else if position.objectives(enemy).len() < 2 {
            MayWin::Noisy
        } else {
            MayWin::Nothing
        }
    }

    fn correction_keys(&self, position: &Operational2Position) -> Option<CorrectionKeys> {
        let pawns = |side| position.cells().of(side, SOLDIER);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// Zugzwang is rare while a piece besides the soldiers can move.
    fn allows_null_move(&self, position: &Operational2Position) -> bool {
        let side = position.side();
        let slow = position.cells().of(side, SOLDIER) | position.objectives(side);
        !(position.cells().side(side) - slow).is_empty()
    }
}

/// Returns the squares up to this many king steps from an objective of a side.
#[inline]
fn near(position: &Operational2Position, side: Side, steps: usize) -> Set {
    union_over(position.objectives(side), |square| position.within(steps, square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let value = |fen| Operational2Eval::default().evaluate(&Operational2::Range2.parse(fen).unwrap());
        let white = value("u3s12/17/2N14/5P11/17/17/5hr10/17/3C13/17/U3M3S8 w - - 0 1");
        let black = value("u3m3s8/17/3c13/17/5HR10/17/17/5p11/2n14/17/U3S12 b - - 0 1");
        assert_eq!(white, black);
        assert_eq!(value(Operational2::Range2.info().start), WEIGHTS.tempo);
    }
}
