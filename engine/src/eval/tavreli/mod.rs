//! How Tavreli positions stand: what each stack holds and could release, placement and mobility of
//! the top pieces, soldiers on their way, and the safety of the Magi.

mod weights;

use crate::eval::tapered::{Tapered, tapered};
use crate::eval::terms::{Surroundings, fade, reach_surplus, settle};
use crate::eval::weights::weights;
use crate::eval::{Evaluate, Tunable};
use helgi_rules::Position;
use helgi_rules::board::{Geometry, Kind, Move, Movement, Outline, Piece, Side, Square, SquareSet};
use helgi_rules::tavreli::{K, PROMOTED, TavreliPosition, is_promoted, is_soldier};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of Tavreli.
#[derive(Clone, Debug)]
pub struct TavreliEval {
    tables: Arc<Tables>,
}

type Set = SquareSet<1>;

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

/// What exchanges go by.
const MATERIAL: [Tapered; 15] = [
    tapered(0, 0),
    tapered(950, 1000),
    tapered(480, 540),
    tapered(340, 340),
    tapered(330, 320),
    tapered(95, 120),
    tapered(90, 110),
    tapered(90, 110),
    tapered(100, 130),
    tapered(105, 140),
    tapered(440, 480),
    tapered(290, 280),
    tapered(300, 300),
    tapered(880, 920),
    tapered(1150, 1200),
];

/// In exchanges a covered piece is worth this part of its worth, in 128ths, to its owner.
const OWN_COVERED: i32 = 100;
const PRISONER: i32 = 28;

/// How much of the opening a top piece stands for, and the sum over a full board.
const PHASE: [i32; 5] = [0, 4, 2, 1, 1];
const FULL_PHASE: i32 = 24;

/// The kind of piece that a kind moves as: itself, or what a soldier promotes to (Helgi as Duke).
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
            placement: Side::BOTH.map(|side| {
                std::array::from_fn(|kind| placement(weights, &geometry, side, Kind(kind as u8)))
            }),
            surroundings: Surroundings::new(&geometry),
            ranks_advanced: Side::BOTH
                .map(|side| std::array::from_fn(|index| outline.rank_of(side, Square(index as u8)))),
        }
    }

    /// What a side has, with what the soldiers of both sides guard; `phase` grows by its pieces.
    fn army(&self, position: &TavreliPosition, guarded: &[Set; 2], side: Side, phase: &mut i32) -> Tapered {
        let weights = &self.weights;
        let [guarded, dangerous] = [guarded[side.index()], guarded[(!side).index()]];
        let enemy_zone = self.surroundings.zone[position.magus(!side).index()];
        let enemy_soldiers = position.soldiers(!side);
        let mut sum = Tapered::default();
        let (mut attack, mut attackers) = (Tapered::default(), 0);
        let mut attacked = guarded;
        for square in position.side_squares(side) {
            let mut pieces = position.from_top(square);
            let Some(top) = pieces.next() else { continue };
            sum += self.placement[side.index()][top.kind.index() % 15][square.index()];
            if is_soldier(top.kind) {
                if !self.surroundings.path[side.index()][square.index()].meets(enemy_soldiers) {
                    sum += weights.passed[self.ranks_advanced[side.index()][square.index()] as usize % 8];
                }
                sum += weights.guarded_soldier * guarded.has(square) as i32;
            } else if top.kind != K {
                let reach = position.attacks(top, square);
                let moves_as = moves_as(top.kind).index() % 5;
                attacked |= reach;
                *phase += PHASE[moves_as];
                sum += weights.mobility[moves_as] * (reach - dangerous).len() as i32;
                sum += weights.under_soldier[moves_as] * dangerous.has(square) as i32;
                if reach.meets(enemy_zone) {
                    attackers += 1;
                    attack += weights.magus_attack[moves_as] * (reach & enemy_zone).len() as i32;
                }
            }
            for covered in pieces {
                let kind = covered.kind.index() % 15;
                sum += if covered.side == side { weights.covered[kind] } else { -weights.prisoner[kind] };
            }
        }
        if attackers > 1 {
            sum += tapered(attack.opening * attackers, attack.ending);
        }
        let stacks = (attacked & position.side_squares(!side)).into_iter();
        let high = stacks.filter(|&square| position.from_top(square).nth(1).is_some()).count();
        sum -= weights.threatened_stack * high as i32;
        let shelter = self.surroundings.shelter[side.index()][position.magus(side).index()];
        sum + weights.shelter * (shelter & position.soldiers(side)).len() as i32
    }
}

fn placement(weights: &TavreliWeights, geometry: &Geometry<1>, side: Side, kind: Kind) -> [Tapered; 64] {
    const MOVEMENT: [&str; 5] = ["K", "Q", "R", "B", "N"];
    let outline = geometry.outline();
    let moves_as = moves_as(kind).index() % 5;
    let surplus = reach_surplus(geometry, &Movement::new(geometry, MOVEMENT[moves_as], side));
    std::array::from_fn(|index| {
        let square = Square(index as u8);
        let (file, rank) = (outline.file(square) as usize, outline.rank_of(side, square) as usize);
        let from_edge = file.min(7 - file);
        let index_of_kind = kind.index() % 15;
        let worth = weights.material[index_of_kind]
            + weights.rank[index_of_kind][rank]
            + weights.file[index_of_kind][from_edge];
        if is_soldier(kind) {
            worth + weights.centre_soldier * (from_edge >= 2 && (3..=4).contains(&rank)) as i32
        } else {
            worth + weights.reach[moves_as] * surplus[index]
        }
    })
}

impl Tunable<TavreliPosition> for TavreliEval {
    type Weights = TavreliWeights;
    const NAME: &'static str = "tavreli";

    fn weights(&self) -> &TavreliWeights {
        &self.tables.weights
    }

    fn with_weights(weights: &TavreliWeights) -> Self {
        TavreliEval { tables: Arc::new(Tables::new(weights)) }
    }
}

impl crate::Judged for helgi_rules::tavreli::Tavreli {
    type Evaluation = TavreliEval;
}

impl Evaluate<TavreliPosition> for TavreliEval {
    fn evaluate(&self, position: &TavreliPosition) -> i32 {
        let guarded = Side::BOTH.map(|side| {
            let soldiers = position.soldiers(side).into_iter();
            soldiers.fold(Set::EMPTY, |set, square| set | position.soldier_attacks(side, square))
        });
        let mut phase = 0;
        let white = self.tables.army(position, &guarded, Side::White, &mut phase);
        let black = self.tables.army(position, &guarded, Side::Black, &mut phase);
        let score = fade((white - black).at(phase, FULL_PHASE), position.halfmove_clock());
        self.tables.weights.tempo + if position.side() == Side::White { score } else { -score }
    }

    fn gain(&self, position: &TavreliPosition, legal: Move) -> i32 {
        exchange(position, legal)
    }

    /// Zugzwang is rare while the side to move has a piece besides Magus and soldiers.
    fn trusts_pass(&self, position: &TavreliPosition) -> bool {
        let side = position.side();
        let slow = position.soldiers(side) | position.of(side, K);
        !(position.side_squares(side) - slow).is_empty()
    }
}

/// What a covered piece adds for the side on top of it.
#[inline]
fn covered_worth(covered: Piece, top: Side) -> Tapered {
    let worth = MATERIAL[covered.kind.index() % 15];
    let part = if covered.side == top { OWN_COVERED } else { -PRISONER };
    tapered(worth.opening * part / 128, worth.ending * part / 128)
}

/// What a stack with these pieces, from the top down, is worth to `side`.
fn stack_worth(pieces: impl IntoIterator<Item = Piece>, side: Side) -> i32 {
    let mut pieces = pieces.into_iter();
    let Some(top) = pieces.next() else { return 0 };
    let own: i32 = pieces.map(|covered| covered_worth(covered, top.side).opening).sum::<i32>()
        + exchange_worth(top.kind);
    if top.side == side { own } else { -own }
}

fn exchange_worth(kind: Kind) -> i32 {
    if kind == K { 20_000 } else { MATERIAL[kind.index() % 15].opening }
}

/// Static exchange evaluation on stacks: every taker covers what is there, so each capture in the
/// series imprisons one piece and may set others free for its side.
fn exchange(position: &TavreliPosition, legal: Move) -> i32 {
    let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
    let Some(mover) = position.top(from) else { return 0 };
    let side = mover.side;
    let mut after = position.clone();
    after.play(legal);
    // Where the move changes something: the two squares, and where a soldier passed over stood.
    let mut changed = Set::from(from) | Set::from(to);
    if position.top(to).is_none() && is_soldier(mover.kind) && position.is_noisy(legal) {
        changed |= position.soldier_step(!side, to);
    }
    let count = |position: &TavreliPosition| -> i32 {
        changed.into_iter().map(|square| stack_worth(position.from_top(square), side)).sum()
    };
    let before = count(position);
    let mut balances = [0; 34];
    balances[1] = count(&after) - before;
    let mut length = 2;

    // The stack on the target from the bottom up, with the takers as they come.
    let mut stack = [mover; 40];
    let mut height = 0;
    for piece in after.from_top(to) {
        stack[height] = piece;
        height += 1;
    }
    stack[..height].reverse();
    let mut elsewhere = balances[1] - stack_worth(after.from_top(to), side);
    let mut occupied = after.occupied();
    let mut gone = Set::EMPTY;
    let mut taker_side = !side;
    while height < stack.len() && length < balances.len() {
        let attackers = after.attackers_of(to, taker_side, occupied) - gone;
        let worth = |square: &Square| after.top(*square).map_or(0, |piece| exchange_worth(piece.kind));
        let Some(square) = attackers.into_iter().min_by_key(worth) else { break };
        let Some(taker) = after.top(square) else { break };
        let left = after.from_top(square).skip(1);
        elsewhere += stack_worth(left, side) - stack_worth(after.from_top(square), side);
        gone.insert(square);
        if after.from_top(square).nth(1).is_none() {
            occupied.remove(square);
        }
        let covered = &mut stack[height - 1];
        if is_promoted(covered.kind) {
            covered.kind = Kind(covered.kind.0 - PROMOTED);
        }
        stack[height] = taker;
        height += 1;
        balances[length] = elsewhere + stack_worth(stack[..height].iter().rev().copied(), side);
        length += 1;
        taker_side = !taker_side;
    }
    settle(&balances[..length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::tavreli::Tavreli;
    use helgi_rules::{Game, Select};

    fn gain_of(fen: &str, from: &str, to: &str) -> i32 {
        let position = Tavreli.parse(fen).unwrap();
        let outline = Tavreli.outline();
        let squares = (outline.named(from), outline.named(to));
        let mut moves = Vec::new();
        position.generate(Select::Noisy, &mut moves);
        let legal = moves.into_iter().find(|legal| (legal.from(), legal.to()) == squares).unwrap();
        TavreliEval::default().gain(&position, legal)
    }

    #[test]
    fn captures_imprison_and_recaptures_free() {
        // A safe capture of a Duke is worth most of a Duke.
        assert!(gain_of("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3", "d5") > 700);
        // A Duke that takes a protected soldier is lost for it, and the soldier is free again.
        assert!(gain_of("4k3/2m5/3d4/8/8/8/3Q4/4K3 w - - 0 1", "d2", "d6") < -700);
        // The same capture by a soldier is an even trade at worst.
        assert!(gain_of("4k3/2m5/3d4/4D3/8/8/8/4K3 w - - 0 1", "e5", "d6").abs() < 150);
    }

    #[test]
    fn the_evaluation_sees_both_sides_alike() {
        let value = |fen| TavreliEval::default().evaluate(&Tavreli.parse(fen).unwrap());
        let white = value("4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1");
        let black = value("4k3/4e3/8/3(Dr)4/8/(Nq)7/8/4K3 b - - 0 1");
        assert_eq!(white, black);
        assert!(white > 500, "{white}");
    }
}
