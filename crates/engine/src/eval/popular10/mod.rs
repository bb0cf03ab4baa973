//! Evaluation of `popular10`: material, placement, mobility, pawns on their way, the safety of
//! kings, the bonus rule, and the points that decide a game nobody wins.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{self, Surpluses, by_square, lasting_movement};
use crate::eval::surroundings::Surroundings;
use crate::eval::tapered::{GamePhase, Tapered};
use crate::eval::terms::{ZoneAttack, seen_by, union_over};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::board::{Bitboard, Geometry, Kind, Move, Outline, Piece, Side};
use helgi_rules::internals::popular10::{
    AMAZON, ARCHBISHOP, BEROLINA, CAMEL, DRAGON, GORGON, GRYPHON, KINDS, KING, KNIGHT, MARSHAL, PAWN,
    Popular10, Popular10Position, SERGEANT, WILDEBEEST, is_pawn, is_special, points,
};
use helgi_rules::{Game, Position};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of `popular10` and its variants.
#[derive(Clone, Debug)]
pub struct Popular10Eval {
    tables: Arc<[Tables; 5]>,
}

type Set = Bitboard<2>;

const SQUARES: usize = 104;

weights! {
    /// The weights of `popular10` and its variants; lists of `KINDS` are in the order of the piece table.
    pub struct Popular10Weights {
        /// The worth of a piece.
        material: [Tapered; KINDS],
        /// With wizards, of the pieces that move differently then: see `WIZARDS`.
        wizards: [Tapered; 3],
        /// With a caliph, likewise: see `CALIPHS`.
        caliphs: [Tapered; 2],
        /// By rank, from the side's own first one.
        rank: [[Tapered; 10]; KINDS],
        /// By file, from the edge (the citadels') to the centre.
        file: [[Tapered; 6]; KINDS],
        /// For each square of reach above the average on the empty board.
        reach: [Tapered; KINDS],
        /// For each square a piece attacks or goes to that no enemy pawn guards.
        mobility: [Tapered; KINDS],
        /// For each rank that the king has left behind, where a far citadel wins.
        citadel_rank: Tapered,
        /// For an attack on a square beside the king by one of several attackers; in the opening for each
        /// of them, up to a number.
        king_attack: [Tapered; KINDS],
        /// For each pawn before the king.
        shelter: Tapered,
        /// For a side that wins by any capture of a special piece with its king or a special one.
        bonus_rule: Tapered,
        /// For the move.
        tempo: i32,
    }
}

/// The pieces that move differently with wizards.
const WIZARDS: [Kind; 3] = [KNIGHT, CAMEL, WILDEBEEST];
/// The pieces that move differently with a caliph.
const CALIPHS: [Kind; 2] = [ARCHBISHOP, AMAZON];

/// For the rank of a pawn, from the own first one, in 128ths of the gain from its promotion.
const ADVANCE: [i32; 10] = [0, 0, 0, 2, 4, 8, 14, 24, 42, 0];
/// With more attackers than this the king's danger grows no faster.
const MOST_ATTACKERS: i32 = 6;

/// The part of the opening that a piece stands for.
const PHASE: GamePhase<KINDS> =
    GamePhase { of: [0, 3, 2, 2, 1, 5, 6, 2, 2, 2, 2, 6, 5, 0, 0, 6, 9, 9, 4, 4, 4, 0, 1, 1], full: 108 };

#[derive(Debug)]
struct Tables {
    weights: Popular10Weights,
    worth: [i32; KINDS],
    /// Worth and placement of each kind, for both sides.
    placement: [Box<[[Tapered; SQUARES]; KINDS]>; 2],
    /// The additional worth of a pawn without enemy pawns before it.
    free_pawn: [Box<[[Tapered; SQUARES]; KINDS]>; 2],
    surroundings: Surroundings<2, SQUARES>,
}

/// The tables of all variants that differ in them, for play.
static TABLES: Lazy<Arc<[Tables; 5]>> = Lazy::new(|| Arc::new(all_tables(&WEIGHTS)));

/// The variants that differ in their tables.
const VARIANTS: [Popular10; 5] =
    [Popular10::Standard, Popular10::Wizard, Popular10::Caliph, Popular10::WizardCaliph, Popular10::Citadel];

static SURPLUSES: Lazy<[Surpluses; 5]> = Lazy::new(|| VARIANTS.map(surpluses));

fn surpluses(game: Popular10) -> Surpluses {
    placement::surpluses(game.outline(), game.info().pieces, lasting_movement::<2>)
}

fn all_tables(weights: &Popular10Weights) -> [Tables; 5] {
    VARIANTS.map(|game| Tables::new(weights, game))
}

/// The index of a variant's tables.
fn table_of(game: Popular10) -> usize {
    match game {
        Popular10::Citadel => 4,
        game => game.movements() % 4,
    }
}

/// Returns the worth of each kind in the exchanges of a variant.
#[inline]
fn worth(game: Popular10) -> &'static [i32; KINDS] {
    &TABLES[table_of(game)].worth
}

impl Default for Popular10Eval {
    fn default() -> Self {
        Popular10Eval { tables: Arc::clone(&TABLES) }
    }
}

impl Tunable<Popular10Position> for Popular10Eval {
    type Weights = Popular10Weights;

    fn name(&self) -> &'static str {
        "popular10"
    }

    fn weights(&self) -> &Popular10Weights {
        &self.tables[0].weights
    }

    fn with_weights(&self, weights: &Popular10Weights) -> Self {
        Popular10Eval { tables: Arc::new(all_tables(weights)) }
    }
}

fn material(weights: &Popular10Weights, game: Popular10) -> [Tapered; KINDS] {
    let mut material = weights.material;
    for (kind, worth) in WIZARDS.into_iter().zip(weights.wizards).filter(|_| game.movements() & 1 != 0) {
        material[kind.index()] = worth;
    }
    for (kind, worth) in CALIPHS.into_iter().zip(weights.caliphs).filter(|_| game.movements() & 2 != 0) {
        material[kind.index()] = worth;
    }
    material
}

impl Tables {
    fn new(weights: &Popular10Weights, game: Popular10) -> Self {
        let geometry: Geometry<2> = Geometry::new(game.outline().clone());
        let outline = geometry.outline();
        let material = material(weights, game);
        let mut worth = material.map(|worth| (worth.opening + worth.ending) / 2);
        worth[KING.index()] = exchange::KING_WORTH;
        Tables {
            weights: weights.clone(),
            worth,
            placement: Side::BOTH.map(|side| {
                Box::new(std::array::from_fn(|kind| {
                    placement(weights, game, outline, &material, side, Kind(kind as u8))
                }))
            }),
            free_pawn: Side::BOTH.map(|side| {
                Box::new(std::array::from_fn(|kind| {
                    let kind = Kind(kind as u8);
                    by_square(outline, side, |_, place| advance(&material, kind, place.rank))
                }))
            }),
            surroundings: Surroundings::new(&geometry),
        }
    }
}

/// Returns the worth of a pawn's way to a rank, measured by a usual promotion.
fn advance(material: &[Tapered; KINDS], kind: Kind, rank: usize) -> Tapered {
    let promoted = match kind {
        PAWN => MARSHAL,
        BEROLINA => ARCHBISHOP,
        SERGEANT => AMAZON,
        _ => return Tapered::default(),
    };
    (material[promoted.index()] - material[kind.index()]).part(ADVANCE[rank], 128)
}

/// The worth of a kind on each square.
fn placement(
    weights: &Popular10Weights,
    game: Popular10,
    outline: &Outline,
    material: &[Tapered; KINDS],
    side: Side,
    kind: Kind,
) -> [Tapered; SQUARES] {
    let surpluses = &SURPLUSES[table_of(game)][side.index()];
    let surplus_of = |kind: Kind| *surpluses[kind.index() % KINDS];
    let surplus = match kind {
        // These bent rides see so much of the board that half the difference is enough.
        GRYPHON | DRAGON => surplus_of(kind).map(|surplus| surplus / 2),
        GORGON => surplus_of(GRYPHON),
        _ => surplus_of(kind),
    };
    let index = kind.index() % KINDS;
    by_square(outline, side, |square, place| {
        let worth = material[index]
            + place.weight(&weights.rank[index], &weights.file[index])
            + weights.reach[index] * surplus[square.index()];
        if kind == KING && game == Popular10::Citadel {
            worth + weights.citadel_rank * place.rank as i32
        } else {
            worth + advance(material, kind, place.rank)
        }
    })
}

impl crate::HasEvaluation for helgi_rules::internals::popular10::Popular10 {
    type Evaluation = Popular10Eval;

    fn evaluation(&self) -> Self::Evaluation {
        Default::default()
    }

    fn wdl(&self) -> crate::wdl::WdlCurves {
        wdl::WDL
    }

    fn ladder(&self) -> Ladder {
        Ladder { nodes: [280, 2_200, 9_500, 31_000, 85_000], error: 641 }
    }
}

impl Evaluate<Popular10Position> for Popular10Eval {
    fn evaluate(&self, position: &Popular10Position) -> i32 {
        let tables = &self.tables[table_of(position.game())];
        let pawns = Side::BOTH.map(|side| Pawns::new(position, side));
        let mut phase = 0;
        let white = army(position, tables, &pawns, Side::White, &mut phase);
        let black = army(position, tables, &pawns, Side::Black, &mut phase);
        // Black has half a point more.
        let lead = 2 * (white.points - black.points) - 1;
        let prospect = points_prospect(lead, position.turn().halfmove.into());
        let score = PHASE.score(white.sum - black.sum, phase) + prospect;
        tables.weights.tempo + seen_by(position.side(), score)
    }

    fn see(&self, position: &Popular10Position, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &Popular10Position) -> Option<CorrectionKeys> {
        let pawns = |side| position.cells().of(side, PAWN) | position.cells().of(side, BEROLINA);
        Some(correction_keys(
            |side| position.cells().side(side),
            pawns,
            |squares| position.cells().piece_hash(squares),
        ))
    }

    /// Not to move would often save the side that can only spoil its position, above all where
    /// stalemate loses; with some pieces left such positions are rare.
    fn allows_null_move(&self, position: &Popular10Position) -> bool {
        let side = position.side();
        let slow = [KING, PAWN, BEROLINA, SERGEANT].map(|kind| position.cells().of(side, kind));
        slow.into_iter().fold(position.cells().side(side), |rest, slow| rest - slow).has_several()
    }
}

/// The pawns of a side, of all three kinds.
struct Pawns {
    squares: Set,
    guarded: Set,
}

impl Pawns {
    #[inline]
    fn new(position: &Popular10Position, side: Side) -> Self {
        let mut pawns = Pawns { squares: Set::EMPTY, guarded: Set::EMPTY };
        for kind in [PAWN, BEROLINA, SERGEANT] {
            let squares = position.cells().of(side, kind);
            pawns.squares |= squares;
            pawns.guarded |= union_over(squares, |square| position.attacks(Piece { kind, side }, square));
        }
        pawns
    }
}

/// The pieces of a side.
struct Army {
    sum: Tapered,
    points: i32,
}

/// Looks at the pieces of a side; `phase` grows by them.
fn army(
    position: &Popular10Position,
    tables: &Tables,
    pawns: &[Pawns; 2],
    side: Side,
    phase: &mut i32,
) -> Army {
    let weights = &tables.weights;
    let [own, enemy] = [side, !side].map(|side| &pawns[side.index()]);
    let (placement, free_pawn) = (&tables.placement[side.index()], &tables.free_pawn[side.index()]);
    let path = &tables.surroundings.path[side.index()];
    let zone = tables.surroundings.zone[position.king(!side).index() % SQUARES];
    let mut army = Army { sum: Tapered::default(), points: 0 };
    let (mut attack, mut plain) = (ZoneAttack::default(), 0);
    for square in position.cells().side(side) {
        let Some(piece) = position.cells().at(square) else { continue };
        let (kind, index) = (piece.kind.index() % KINDS, square.index() % SQUARES);
        army.sum += placement[kind][index];
        army.points += points(piece.kind) as i32;
        plain += !is_special(piece.kind) as i32;
        if is_pawn(piece.kind) {
            if !path[index].meets(enemy.squares) {
                army.sum += free_pawn[kind][index];
            }
        } else if piece.kind != KING {
            *phase += PHASE.of[kind];
            let reach = position.attacks(piece, square);
            army.sum += weights.mobility[kind] * (reach - enemy.guarded).len() as i32;
            attack.add(reach & zone, weights.king_attack[kind]);
        }
    }
    army.sum += attack.score(MOST_ATTACKERS);
    let shelter = tables.surroundings.shelter[side.index()][position.king(side).index() % SQUARES];
    army.sum += weights.shelter * (shelter & own.squares).len() as i32;
    // The king is not special, but cannot be promoted either.
    if plain == 1 && !position.specials(!side).is_empty() {
        army.sum += weights.bonus_rule;
    }
    army
}

/// Returns the worth of White's lead in points, of which only the sign counts: little at first,
/// more the longer nothing has been captured and no pawn has moved.
fn points_prospect(lead: i32, clock: u32) -> i32 {
    let clock = clock.min(100) as i32;
    lead.signum() * (6 + clock + clock * clock / 50)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_sees_both_sides_alike_but_for_the_half_point() {
        let value = |fen| Popular10Eval::default().evaluate(&Popular10::Standard.parse(fen).unwrap());
        let white = value("12/*4k5*/*3s6*/*1q8*/*10*/*7G2*/*10*/*4P5*/*5K4*/12 w - - 0 1");
        let black = value("12/*4k5*/*5p4*/*10*/*2g7*/*10*/*8Q1*/*6S3*/*5K4*/12 b - - 0 1");
        assert_eq!(white, black);
    }

    #[test]
    fn points_matter_more_as_the_clock_runs() {
        let value = |clock| {
            let fen = format!("12/*4k5*/*4b5*/*10*/*10*/*10*/*10*/*5R4*/*5K4*/12 w - - {clock} 60");
            Popular10Eval::default().evaluate(&Popular10::Standard.parse(&fen).unwrap())
        };
        assert!(value(90) > value(40) && value(40) > value(0));
    }
}
