//! Evaluation of tactical chess: material on the board and in reserve, placement, mobility and
//! threats, pawns on their way, and the danger to kings.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::by_square;
use crate::eval::tapered::{GamePhase, Tapered};
use crate::eval::terms::{ZoneAttack, fade, seen_by};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Geometry, Kind, Move, Outline, Piece, Side};
use helgi_rules::internals::tactical::{
    BISHOP, CANNON, DRAGON, FANATIC, KILLER, KING, KNIGHT, PAWN, PRINCE, Phase, QUEEN, ROOK, ROYAL_BISHOP,
    ROYAL_KNIGHT, ROYAL_ROOK, TacticalPosition, VETERAN, neighbours, promotion,
};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of tactical chess.
#[derive(Clone, Debug)]
pub struct TacticalEval {
    tables: Arc<Tables>,
}

type Set = Bitboard<1>;

weights! {
    /// The weights of tactical chess; lists of sixteen are in the order of the piece table.
    pub struct TacticalWeights {
        /// The worth of a piece on the board.
        material: [Tapered; 16],
        /// The worth of a piece in reserve: dropping it takes a turn, but it cannot be captured and goes
        /// where it is needed.
        reserve: [Tapered; 16],
        /// By rank, from the side's own first one.
        rank: [[Tapered; 8]; 16],
        /// By file, from the edge to the centre.
        file: [[Tapered; 4]; 16],
        /// For each step nearer to the centre, of three.
        centre: [Tapered; 16],
        /// For each square a piece may go to without capturing.
        mobility: [Tapered; 16],
        /// For each attack by the kind on an enemy piece.
        threat: [Tapered; 16],
        /// For an attack on a square around the king by one of several attackers; in the opening for each
        /// of them, up to five.
        king_attack: [Tapered; 16],
        /// For an attack on the king itself, which has to be answered.
        king_threat: Tapered,
        /// For the move.
        tempo: i32,
    }
}

/// With more attackers than this the king's danger grows no faster.
const MOST_ATTACKERS: i32 = 5;

/// The worth of being to move while attacking a king that no prince would succeed.
const KING_FALLS: i32 = 5_000;

/// The worth of the rank of a piece that promotes, in 128ths of the gain from its promotion.
const ADVANCE: [i32; 8] = [0, 2, 6, 12, 24, 36, 56, 0];

/// The part of the opening that a piece stands for, on the board or in reserve.
const PHASE: GamePhase<16> = GamePhase { of: [0, 0, 4, 2, 1, 1, 0, 2, 1, 1, 1, 3, 3, 2, 1, 1], full: 60 };

#[derive(Debug)]
struct Tables {
    weights: TacticalWeights,
    /// Worth and placement of each kind on each square.
    placement: [[[Tapered; 64]; 16]; 2],
}

static TABLES: Lazy<Arc<Tables>> = Lazy::new(|| Arc::new(Tables::new(&WEIGHTS)));

impl Default for TacticalEval {
    fn default() -> Self {
        TacticalEval { tables: Arc::clone(&TABLES) }
    }
}

impl Tables {
    fn new(weights: &TacticalWeights) -> Self {
        let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
        let of = |side, kind| placement(weights, geometry.outline(), side, Kind(kind as u8));
        Tables {
            weights: weights.clone(),
            placement: Side::BOTH.map(|side| std::array::from_fn(|kind| of(side, kind))),
        }
    }
}

fn placement(weights: &TacticalWeights, outline: &Outline, side: Side, kind: Kind) -> [Tapered; 64] {
    let index = kind.index() % 16;
    let worth = weights.material[index];
    let prospect =
        promotion(kind).map_or(Tapered::default(), |into| weights.material[into.index() % 16] - worth);
    by_square(outline, side, |_, place| {
        // Steps from the edge, from whichever edge is nearest.
        let central = place.edge.min(place.rank).min(7 - place.rank) as i32;
        worth
            + place.weight(&weights.rank[index], &weights.file[index])
            + weights.centre[index] * central
            + prospect.part(ADVANCE[place.rank], 128)
    })
}

impl Tunable<TacticalPosition> for TacticalEval {
    type Weights = TacticalWeights;

    fn name(&self) -> &'static str {
        "tactical"
    }

    fn weights(&self) -> &TacticalWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &TacticalWeights) -> Self {
        TacticalEval { tables: Arc::new(Tables::new(weights)) }
    }
}

impl crate::HasEvaluation for helgi_rules::internals::tactical::Tactical {
    type Evaluation = TacticalEval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        Ladder { nodes: [280, 2_600, 10_500, 28_000, 58_000], error: 950 }
    }
}

impl Evaluate<TacticalPosition> for TacticalEval {
    fn evaluate(&self, position: &TacticalPosition) -> i32 {
        let tables = &*self.tables;
        let mut phase = 0;
        let white = army(position, tables, Side::White, &mut phase);
        let black = army(position, tables, Side::Black, &mut phase);
        let side = position.side();
        let attacks_king = [&white, &black][side.index()].attacks_last_king;
        let balance = fade(PHASE.score(white.sum - black.sum, phase), position.turn().halfmove.into());
        seen_by(side, balance) + if attacks_king { KING_FALLS } else { tables.weights.tempo }
    }

    fn see(&self, position: &TacticalPosition, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &TacticalPosition) -> Option<CorrectionKeys> {
        let pawns = |side| position.cells().of(side, PAWN) | position.cells().of(side, VETERAN);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// In the battle a pass is a legal move, so that its score is one that can really be had.
    fn allows_null_move(&self, position: &TacticalPosition) -> bool {
        let side = position.side();
        let slow = position.cells().of(side, KING) | position.cells().of(side, PAWN);
        position.phase() == Phase::Battle && !(position.cells().side(side) - slow).is_empty()
    }

    /// The battle is won by taking the king, or found won as it begins.
    fn may_win_at_once(&self, position: &TacticalPosition) -> MayWin {
        match position.phase() {
            Phase::Obstacles | Phase::Kings => MayWin::Nothing,
            Phase::Pieces | Phase::Battle if position.cells().of(!position.side(), KING).is_empty() => {
                MayWin::All
            }
            Phase::Pieces | Phase::Battle => MayWin::Noisy,
        }
    }
}

/// The pieces of a side.
struct Army {
    sum: Tapered,
    /// True if it attacks a king that no prince would succeed.
    attacks_last_king: bool,
}

/// Looks at the pieces of a side; `phase` grows by them.
fn army(position: &TacticalPosition, tables: &Tables, side: Side, phase: &mut i32) -> Army {
    let weights = &tables.weights;
    let enemy = position.cells().side(!side);
    let (own_king, enemy_king) = (position.cells().of(side, KING), position.cells().of(!side, KING));
    let zone = enemy_king.first().map_or(Set::EMPTY, |king| neighbours(king) | enemy_king);
    let has_prince = !position.cells().of(!side, PRINCE).is_empty();
    let mut sum = Tapered::default();
    let (mut attack, mut king_threats) = (ZoneAttack::default(), 0);
    for kind in [
        KING,
        QUEEN,
        ROOK,
        BISHOP,
        KNIGHT,
        PAWN,
        ROYAL_ROOK,
        ROYAL_BISHOP,
        ROYAL_KNIGHT,
        VETERAN,
        CANNON,
        DRAGON,
        PRINCE,
        FANATIC,
        KILLER,
    ] {
        let piece = Piece { kind, side };
        let index = kind.index() % 16;
        for square in position.cells().of(side, kind) {
            *phase += PHASE.of[index];
            sum += tables.placement[side.index()][index][square.index() % 64];
            let attacks = position.attacks(piece, square);
            // A pawn has at most two quiet moves: its place says as much.
            if kind != PAWN {
                sum += weights.mobility[index] * position.quiet_moves(piece, square).len() as i32;
            }
            sum += weights.threat[index] * (attacks & enemy).len() as i32;
            attack.add(attacks & zone, weights.king_attack[index]);
            if attacks.meets(enemy_king) {
                // An explosion or a double shot may cost the own king as well.
                let harmless = match kind {
                    FANATIC => zone.meets(own_king),
                    DRAGON => attacks.meets(own_king),
                    _ => false,
                };
                king_threats += !harmless as i32;
            }
        }
    }
    // A prince makes up for much.
    sum += if has_prince { attack.halved() } else { attack }.score(MOST_ATTACKERS);
    sum += weights.king_threat * king_threats;
    sum += reserve(position, weights, side, phase);
    Army { sum, attacks_last_king: king_threats > 0 && !has_prince }
}

/// Returns the worth of a side's reserve; `phase` grows by it.
fn reserve(position: &TacticalPosition, weights: &TacticalWeights, side: Side, phase: &mut i32) -> Tapered {
    let mut sum = Tapered::default();
    for kind in position.reserve().kinds(side) {
        let index = kind.index() % 16;
        let count = position.reserve().count(Piece { kind, side }) as i32;
        *phase += PHASE.of[index] * count;
        sum += weights.reserve[index] * count;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;
    use helgi_rules::internals::tactical::Tactical;

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let value = |fen| TacticalEval::default().evaluate(&Tactical.parse(fen).unwrap());
        let white = value("2k2d2/1c3t2/1h2i3/2*2v2/2V1*3/3I2H1/2T3C1/3DK3[FPf] w - - 4 30");
        let black = value("3dk3/2t3c1/3i2h1/2v1*3/2*2V2/1H2I3/1C3T2/2K2D2[Ffp] b - - 4 30");
        assert_eq!(white, black);
        assert!(value("7k/8/8/8/8/8/8/K7[QRC] w - - 0 8") > 1000);
        assert_eq!(TacticalEval::default().evaluate(&Tactical.start()), WEIGHTS.tempo);
    }
}
