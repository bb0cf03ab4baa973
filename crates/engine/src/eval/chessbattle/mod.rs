//! Evaluation of Chess-Battle: material, soldiers on their way, squares covered by guns and
//! bombers, and the safety of the headquarters.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{self, Surpluses, by_square, lasting_movement};
use crate::eval::tapered::{GamePhase, Tapered, tapered};
use crate::eval::terms::{ZoneAttack, fade};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::board::{Bitboard, Geometry, Move, Outline, Piece, Side};
use helgi_rules::internals::chessbattle::{
    BOMBER, CAVALRY, ChessBattle, ChessBattle128, ChessBattle144, ChessBattlePosition, GUN, HEADQUARTERS,
    MACHINE_GUN, SOLDIER, TANK,
};
use helgi_rules::{Game, Position};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of Chess-Battle on a board in sets of `W` words.
#[derive(Clone, Debug)]
pub struct ChessBattleEval<const W: usize> {
    tables: Arc<Tables<W>>,
}

weights! {
    /// The weights of Chess-Battle; lists of seven are in the order of the piece table.
    pub struct ChessBattleWeights {
        /// The worth of a piece.
        material: [Tapered; 7],
        /// By rank, from the side's own first one.
        rank: [[Tapered; 12]; 7],
        /// By file, from the edge to the centre.
        file: [[Tapered; 7]; 7],
        /// For each square of reach above the average on the empty board.
        reach: [Tapered; 7],
        /// For each square that bomber, tank and cavalry can go to.
        mobility: [Tapered; 7],
        /// For an enemy piece that can be shot, in 16ths of its worth: no protection saves it.
        under_fire: i32,
        /// For a soldier's rank, in 128ths of the dearest enemy piece, which it takes along when it
        /// arrives.
        advance: [Tapered; 12],
        /// For an attack on a square beside the headquarters by one of several attackers, by the
        /// attacker's kind; in the opening for each of them.
        siege: [Tapered; 7],
        /// For each piece within three and within six steps of the enemy headquarters: without such an
        /// aim a won game drags on.
        near: [Tapered; 2],
        /// For each own piece beside the headquarters.
        shelter: Tapered,
        /// For the side ahead: for each step by which its headquarters comes nearer to the other.
        approach: Tapered,
        /// For the side ahead: for each half square by which the other headquarters is off the centre,
        /// along files and along ranks.
        off_centre: Tapered,
        /// For the move.
        tempo: i32,
    }
}

/// The worth of the pieces in exchanges.
const WORTH: [i32; 7] = [20_000, 1200, 310, 670, 440, 670, 110];

/// The part of the opening that a piece stands for.
const PHASE: GamePhase<7> = GamePhase { of: [0, 4, 2, 2, 2, 2, 0], full: 36 };

/// Percentage by which a lead weighs more with nothing left but soldiers: the side that is ahead exchanges.
const EXCHANGED: i32 = 60;

/// From this lead in material on the headquarters hunt with all they are worth.
const CLEAR_LEAD: i32 = 300;

#[derive(Debug)]
struct Tables<const W: usize> {
    weights: ChessBattleWeights,
    outline: &'static Outline,
    /// The numbers of files and ranks.
    size: (i32, i32),
    /// Worth and placement of each kind on each square, for both sides.
    placement: [[[Tapered; 192]; 7]; 2],
    advance: [[Tapered; 192]; 2],
    /// A square and those around it.
    zone: Box<[Bitboard<W>; 256]>,
    /// The squares up to three steps away.
    near: Box<[Bitboard<W>; 256]>,
    /// The squares up to six steps away.
    around: Box<[Bitboard<W>; 256]>,
}

static TABLES_128: Lazy<Arc<Tables<2>>> =
    Lazy::new(|| Arc::new(Tables::new(&WEIGHTS, &ChessBattle128::default(), &SURPLUSES_128)));
static TABLES_144: Lazy<Arc<Tables<3>>> =
    Lazy::new(|| Arc::new(Tables::new(&WEIGHTS, &ChessBattle144::default(), &SURPLUSES_144)));

static SURPLUSES_128: Lazy<Surpluses> = Lazy::new(|| surpluses(&ChessBattle128::default()));
static SURPLUSES_144: Lazy<Surpluses> = Lazy::new(|| surpluses(&ChessBattle144::default()));

fn surpluses<const W: usize, const N: usize>(game: &ChessBattle<W, N>) -> Surpluses {
    placement::surpluses(game.outline(), game.info().pieces, lasting_movement::<W>)
}

impl Default for ChessBattleEval<2> {
    fn default() -> Self {
        ChessBattleEval { tables: Arc::clone(&TABLES_128) }
    }
}

impl Default for ChessBattleEval<3> {
    fn default() -> Self {
        ChessBattleEval { tables: Arc::clone(&TABLES_144) }
    }
}

impl Tunable<ChessBattlePosition<2, 128>> for ChessBattleEval<2> {
    type Weights = ChessBattleWeights;

    fn name(&self) -> &'static str {
        "chessbattle"
    }

    fn weights(&self) -> &ChessBattleWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &ChessBattleWeights) -> Self {
        let tables = Tables::new(weights, &ChessBattle128::default(), &SURPLUSES_128);
        ChessBattleEval { tables: Arc::new(tables) }
    }
}

impl Tunable<ChessBattlePosition<3, 144>> for ChessBattleEval<3> {
    type Weights = ChessBattleWeights;

    fn name(&self) -> &'static str {
        "chessbattle"
    }

    fn weights(&self) -> &ChessBattleWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &ChessBattleWeights) -> Self {
        let tables = Tables::new(weights, &ChessBattle144::default(), &SURPLUSES_144);
        ChessBattleEval { tables: Arc::new(tables) }
    }
}

impl<const W: usize> Tables<W> {
    fn new<const N: usize>(
        weights: &ChessBattleWeights,
        game: &ChessBattle<W, N>,
        surpluses: &Surpluses,
    ) -> Self {
        let outline = game.outline();
        let geometry = Geometry::new(outline.clone());
        let within = |most: i8| {
            let steps = (-most..=most).flat_map(|files| (-most..=most).map(move |ranks| (files, ranks)));
            geometry.leaps(&steps.collect::<Vec<_>>())
        };
        let placement = |side: Side, kind: usize| {
            let surplus = &surpluses[side.index()][kind];
            by_square(outline, side, |square, place| {
                weights.material[kind]
                    + place.weight(&weights.rank[kind], &weights.file[kind])
                    + weights.reach[kind] * surplus[square.index()]
            })
        };
        Tables {
            weights: weights.clone(),
            outline,
            size: (i32::from(game.info().files), i32::from(game.info().ranks)),
            placement: Side::BOTH.map(|side| std::array::from_fn(|kind| placement(side, kind))),
            advance: Side::BOTH.map(|side| by_square(outline, side, |_, place| weights.advance[place.rank])),
            zone: within(1),
            near: within(3),
            around: within(6),
        }
    }

    /// Returns the worth of a side's pieces.
    fn army<const N: usize>(&self, position: &ChessBattlePosition<W, N>, side: Side) -> Tapered {
        let weights = &self.weights;
        let own = position.cells().side(side);
        let headquarters = position.headquarters(side);
        let goal = position.headquarters(!side);
        let placement = &self.placement[side.index()];
        let mut sum = placement[HEADQUARTERS.index()][headquarters.index() % 192];
        let mut attack = ZoneAttack::default();
        sum += self.weapons(position, side, &mut attack);
        let mut advance = Tapered::default();
        for square in position.cells().of(side, SOLDIER) {
            sum += placement[SOLDIER.index()][square.index() % 192];
            advance += self.advance[side.index()][square.index() % 192];
        }
        sum += advance.part(prize(position, !side), 128);
        let troops = own - Bitboard::from(headquarters);
        let near = troops & self.near[goal.index()];
        sum += weights.near[0] * near.len() as i32;
        sum += weights.near[1] * (troops & self.around[goal.index()]).len() as i32;
        // All soldiers count as one attacker.
        attack.add(near & position.cells().of(side, SOLDIER), weights.siege[SOLDIER.index()]);
        sum += attack.score(i32::MAX);
        sum + weights.shelter * (self.zone[headquarters.index()] & own).len() as i32
    }

    /// Returns the worth of a side's pieces without headquarters and soldiers: placement, mobility,
    /// shots, and attacks on the headquarters.
    fn weapons<const N: usize>(
        &self,
        position: &ChessBattlePosition<W, N>,
        side: Side,
        attack: &mut ZoneAttack,
    ) -> Tapered {
        let weights = &self.weights;
        let own = position.cells().side(side);
        let goal = position.headquarters(!side);
        let zone = self.zone[goal.index()];
        let placement = &self.placement[side.index()];
        // A headquarters that can be shot is in check, which the search sees to.
        let targets = position.cells().side(!side) - Bitboard::from(goal);
        let soft = targets - position.cells().of(!side, TANK);
        let (mut sum, mut fire) = (Tapered::default(), 0);
        for kind in [BOMBER, TANK, GUN, MACHINE_GUN, CAVALRY] {
            for square in position.cells().of(side, kind) {
                let piece = Piece { kind, side };
                let reach = if kind == GUN || kind == MACHINE_GUN {
                    for target in
                        position.shots(piece, square, if kind == MACHINE_GUN { soft } else { targets })
                    {
                        fire += position.cells().at(target).map_or(0, |piece| WORTH[piece.kind.index() % 7]);
                    }
                    position.range(piece, square)
                } else {
                    let reach = position.attacks(piece, square);
                    sum += weights.mobility[kind.index()] * (reach - own).len() as i32;
                    reach
                };
                sum += placement[kind.index()][square.index() % 192];
                attack.add(reach & zone, weights.siege[kind.index()]);
            }
        }
        let fire = weights.under_fire * fire / 16;
        sum + tapered(fire, fire)
    }

    /// The hunt for the weaker headquarters by the stronger, seen by `side`, which is ahead by `lead`
    /// in material: few pieces mate only at the edge, and with help.
    fn hunt<const N: usize>(&self, position: &ChessBattlePosition<W, N>, side: Side, lead: i32) -> Tapered {
        let place = |side| {
            let square = position.headquarters(side);
            (i32::from(self.outline.file(square)), i32::from(self.outline.rank(square)))
        };
        let (own, other) = (place(side), place(!side));
        let distance = (own.0 - other.0).abs().max((own.1 - other.1).abs());
        let (files, ranks) = self.size;
        let hunted = if lead > 0 { other } else { own };
        // Doubled: the centre of a board with an even number of files lies between two of them.
        let off_centre = (2 * hunted.0 + 1 - files).abs() + (2 * hunted.1 + 1 - ranks).abs();
        let prospect = self.weights.approach * (files - 1 - distance) + self.weights.off_centre * off_centre;
        prospect.part(lead.clamp(-CLEAR_LEAD, CLEAR_LEAD), CLEAR_LEAD)
    }
}

/// The worth of the dearest piece that a side can lose to an arriving soldier.
#[inline]
fn prize<const W: usize, const N: usize>(position: &ChessBattlePosition<W, N>, side: Side) -> i32 {
    // In falling order of worth, so that the first that is there is the dearest.
    [BOMBER, CAVALRY, GUN, MACHINE_GUN, TANK, SOLDIER]
        .into_iter()
        .find(|&kind| !position.cells().of(side, kind).is_empty())
        .map_or(0, |kind| WORTH[kind.index()])
}

/// The ladder of levels.
const LADDER: Ladder = Ladder { nodes: [280, 2_500, 12_000, 42_000, 110_000], error: 850 };

impl crate::HasEvaluation for helgi_rules::internals::chessbattle::ChessBattle128 {
    type Evaluation = ChessBattleEval<2>;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        LADDER
    }
}

impl crate::HasEvaluation for helgi_rules::internals::chessbattle::ChessBattle144 {
    type Evaluation = ChessBattleEval<3>;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        LADDER
    }
}

impl<const W: usize, const N: usize> Evaluate<ChessBattlePosition<W, N>> for ChessBattleEval<W> {
    fn evaluate(&self, position: &ChessBattlePosition<W, N>) -> i32 {
        let side = position.side();
        let (mut phase, mut lead) = (0, 0);
        for kind in [BOMBER, TANK, GUN, MACHINE_GUN, CAVALRY, SOLDIER] {
            let [own, other] = [side, !side].map(|side| position.cells().of(side, kind).len() as i32);
            phase += PHASE.of[kind.index()] * (own + other);
            lead += WORTH[kind.index()] * (own - other);
        }
        let tables = &*self.tables;
        let balance =
            tables.army(position, side) - tables.army(position, !side) + tables.hunt(position, side, lead);
        let score = PHASE.score(balance, phase);
        let gone = (PHASE.full - phase).clamp(0, PHASE.full);
        let score = score + score * EXCHANGED * gone / (100 * PHASE.full);
        tables.weights.tempo + fade(score, position.turn().halfmove.into())
    }

    fn see(&self, position: &ChessBattlePosition<W, N>, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &ChessBattlePosition<W, N>) -> Option<CorrectionKeys> {
        let pawns = |side| position.cells().of(side, SOLDIER);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// Zugzwang is rare while anything besides the headquarters can move: soldiers go back too.
    fn allows_null_move(&self, position: &ChessBattlePosition<W, N>) -> bool {
        position.cells().side(position.side()).has_several()
    }

    /// Only mate wins.
    fn may_win_at_once(&self, _: &ChessBattlePosition<W, N>) -> MayWin {
        MayWin::Checks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let game = ChessBattle128::default();
        let value = |fen| ChessBattleEval::default().evaluate(&game.parse(fen).unwrap());
        let white = value("**2h5**/**8**/2S9/12/4g7/12/7B4/12/3C8/9M2/**8**/**4H3** w - - 0 1");
        let black = value("**3h4**/**8**/2m9/8c3/12/4b7/12/7G4/12/9s2/**8**/**5H2** b - - 0 1");
        assert_eq!(white, black);
        assert!(white > 500, "{white}");
        assert_eq!(
            ChessBattleEval::<3>::default().evaluate(&ChessBattle144::default().start()),
            WEIGHTS.tempo
        );
    }
}
