//! Evaluation of Tavreli: the content of each stack and the pieces it could release, placement and
//! mobility of the top pieces, soldiers on their way, and the safety of the Magi.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{Surpluses, by_square, surpluses};
use crate::eval::surroundings::Surroundings;
use crate::eval::tapered::{GamePhase, Tapered};
use crate::eval::terms::{ZoneAttack, fade, seen_by, union_over};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Geometry, Kind, Move, Movement, Outline, Side};
use helgi_rules::internals::tavreli::{MAGUS, TavreliPosition, is_soldier};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of Tavreli.
#[derive(Clone, Debug)]
pub struct TavreliEval {
    tables: Arc<Tables>,
}

type Set = Bitboard<1>;

weights! {
    /// The weights of Tavreli: lists of fifteen are in the order of the piece table (the five pieces, the
    /// five soldiers, the five promoted soldiers), lists of five in that of the pieces, by how a piece
    /// moves.
    pub struct TavreliWeights {
        /// The worth of a piece on top of a stack.
        material: [Tapered; 15],
        /// The worth of a piece under an own top: it is a move away from freedom.
        covered: [Tapered; 15],
        /// The worth of a piece under an enemy's top: a prisoner, who may come free.
        prisoner: [Tapered; 15],
        /// By rank, from the side's own first one.
        rank: [[Tapered; 8]; 15],
        /// By file, from the edge to the centre.
        file: [[Tapered; 4]; 15],
        /// For each square of reach above the average on the empty board.
        reach: [Tapered; 5],
        /// For each square a top piece can go to that no enemy soldier guards.
        mobility: [Tapered; 5],
        /// For a top piece that an enemy soldier attacks.
        under_soldier: [Tapered; 5],
        /// For a soldier without enemy ones ahead on its own and the adjacent files, by rank.
        passed: [Tapered; 8],
        /// For a soldier that another one guards.
        guarded_soldier: Tapered,
        /// For a stack with a prisoner or covered piece that a piece of the enemy attacks.
        threatened_stack: Tapered,
        /// For an attack on a square beside the Magus by one of several attackers; in the opening for each
        /// of them.
        magus_attack: [Tapered; 5],
        /// For a soldier in the middle: c to f, fourth and fifth rank.
        centre_soldier: Tapered,
        /// For each soldier before the Magus.
        shelter: Tapered,
        /// For the move.
        tempo: i32,
    }
}

/// The part of the opening that a top piece stands for, by how it moves.
// Both armies at the start: a Duke and two Warriors, Archers and Horsemen each.
const PHASE: GamePhase<5> = GamePhase { of: [0, 4, 2, 1, 1], full: 24 };

/// Returns the kind whose moves a kind has: itself, or the kind that a soldier promotes to (Helgi as Duke).
const fn moves_as(kind: Kind) -> Kind {
    match kind.0 {
        5 | 10 => Kind(2),
        6 | 11 => Kind(4),
        7 | 12 => Kind(3),
        8 | 13 | 9 | 14 => Kind(1),
        _ => kind,
    }
}

#[derive(Debug)]
struct Tables {
    weights: TavreliWeights,
    /// Worth and placement of each kind as a top piece, for both sides.
    placement: [[[Tapered; 64]; 15]; 2],
    surroundings: Surroundings<1, 64>,
    ranks_advanced: [[u8; 64]; 2],
}

static TABLES: Lazy<Arc<Tables>> = Lazy::new(|| Arc::new(Tables::new(&WEIGHTS)));

impl Default for TavreliEval {
    fn default() -> Self {
        TavreliEval { tables: Arc::clone(&TABLES) }
    }
}

impl Tables {
    fn new(weights: &TavreliWeights) -> Self {
        let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
        let outline = geometry.outline();
        Tables {
            weights: weights.clone(),
            placement: Side::BOTH
                .map(|side| std::array::from_fn(|kind| placement(weights, outline, side, Kind(kind as u8)))),
            surroundings: Surroundings::new(&geometry),
            ranks_advanced: Side::BOTH.map(|side| by_square(outline, side, |_, place| place.rank as u8)),
        }
    }

    /// Returns the worth of a side's pieces, with the squares that the soldiers of both sides
    /// guard; `phase` grows by its pieces.
    fn army(&self, position: &TavreliPosition, guarded: &[Set; 2], side: Side, phase: &mut i32) -> Tapered {
        let weights = &self.weights;
        let [guarded, dangerous] = [guarded[side.index()], guarded[(!side).index()]];
        let enemy_zone = self.surroundings.zone[position.magus(!side).index()];
        let enemy_soldiers = position.soldiers(!side);
        let mut sum = Tapered::default();
        let mut attack = ZoneAttack::default();
        // Soldiers attack what they guard; the pieces add theirs below.
        let mut attacked = guarded;
        for square in position.cells().side(side) {
            let mut pieces = position.top_down(square);
            let Some(top) = pieces.next() else { continue };
            sum += self.placement[side.index()][top.kind.index() % 15][square.index()];
            if is_soldier(top.kind) {
                if !self.surroundings.path[side.index()][square.index()].meets(enemy_soldiers) {
                    sum += weights.passed[self.ranks_advanced[side.index()][square.index()] as usize % 8];
                }
                sum += weights.guarded_soldier * guarded.has(square) as i32;
            } else if top.kind != MAGUS {
                let reach = position.attacks(top, square);
                let moves_as = moves_as(top.kind).index() % 5;
                attacked |= reach;
                *phase += PHASE.of[moves_as];
                sum += weights.mobility[moves_as] * (reach - dangerous).len() as i32;
                sum += weights.under_soldier[moves_as] * dangerous.has(square) as i32;
                attack.add(reach & enemy_zone, weights.magus_attack[moves_as]);
            }
            for covered in pieces {
                let kind = covered.kind.index() % 15;
                // A prisoner counts against the side that holds it: released, it fights for its own again.
                sum += if covered.side == side { weights.covered[kind] } else { -weights.prisoner[kind] };
            }
        }
        sum += attack.score(i32::MAX);
        let stacks = (attacked & position.cells().side(!side)).into_iter();
        let high = stacks.filter(|&square| position.top_down(square).nth(1).is_some()).count();
        sum -= weights.threatened_stack * high as i32;
        let shelter = self.surroundings.shelter[side.index()][position.magus(side).index()];
        sum + weights.shelter * (shelter & position.soldiers(side)).len() as i32
    }
}

/// The surpluses of the movements that [`moves_as`] tells apart.
static SURPLUSES: Lazy<Surpluses> = Lazy::new(|| {
    const MOVEMENT: [&str; 5] = ["K", "Q", "R", "B", "N"];
    let outline = Outline::new(8, 8, |_, _| true);
    surpluses(&outline, &MOVEMENT, |geometry: &Geometry<1>, movement, side| {
        Movement::new(geometry, movement, side)
    })
});

fn placement(weights: &TavreliWeights, outline: &Outline, side: Side, kind: Kind) -> [Tapered; 64] {
    let moves_as = moves_as(kind).index() % 5;
    let surplus = &SURPLUSES[side.index()][moves_as];
    let index = kind.index() % 15;
    by_square(outline, side, |square, place| {
        let worth = weights.material[index] + place.weight(&weights.rank[index], &weights.file[index]);
        if is_soldier(kind) {
            worth + weights.centre_soldier * (place.edge >= 2 && (3..=4).contains(&place.rank)) as i32
        } else {
            worth + weights.reach[moves_as] * surplus[square.index()]
        }
    })
}

impl Tunable<TavreliPosition> for TavreliEval {
    type Weights = TavreliWeights;

    fn name(&self) -> &'static str {
        "tavreli"
    }

    fn weights(&self) -> &TavreliWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &TavreliWeights) -> Self {
        TavreliEval { tables: Arc::new(Tables::new(weights)) }
    }
}

impl crate::HasEvaluation for helgi_rules::internals::tavreli::Tavreli {
    type Evaluation = TavreliEval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        Ladder { nodes: [400, 7_000, 38_000, 135_000, 370_000], error: 628 }
    }
}

impl Evaluate<TavreliPosition> for TavreliEval {
    fn evaluate(&self, position: &TavreliPosition) -> i32 {
        let guarded = Side::BOTH
            .map(|side| union_over(position.soldiers(side), |square| position.soldier_attacks(side, square)));
        let mut phase = 0;
        let white = self.tables.army(position, &guarded, Side::White, &mut phase);
        let black = self.tables.army(position, &guarded, Side::Black, &mut phase);
        let score = fade(PHASE.score(white - black, phase), position.turn().halfmove.into());
        self.tables.weights.tempo + seen_by(position.side(), score)
    }

    fn see(&self, position: &TavreliPosition, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &TavreliPosition) -> Option<CorrectionKeys> {
        let pawns = |side| position.soldiers(side);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// Zugzwang is rare while the side to move has a piece besides Magus and soldiers.
    fn allows_null_move(&self, position: &TavreliPosition) -> bool {
        let side = position.side();
        let slow = position.soldiers(side) | position.cells().of(side, MAGUS);
        !(position.cells().side(side) - slow).is_empty()
    }

    /// Only mate wins.
    fn may_win_at_once(&self, _: &TavreliPosition) -> MayWin {
        MayWin::Checks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::internals::tavreli::Tavreli;

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let value = |fen| TavreliEval::default().evaluate(&Tavreli.parse(fen).unwrap());
        let white = value("4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1");
        let black = value("4k3/4e3/8/3(Dr)4/8/(Nq)7/8/4K3 b - - 0 1");
        assert_eq!(white, black);
        assert!(white > 500, "{white}");
    }
}
