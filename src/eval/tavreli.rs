//! How Tavreli positions stand: what each stack holds and could release, placement and mobility of
//! the top pieces, soldiers on their way, and the safety of the Magi.

use super::Evaluate;
use super::terms::{Tapered, fade, reach_surplus, settle, tapered};
use crate::board::{Geometry, Kind, Move, Movement, Outline, Piece, Side, Square, SquareSet};
use crate::rules::Position;
use crate::rules::tavreli::{K, PROMOTED, TavreliPosition, is_promoted, is_soldier};
use once_cell::sync::Lazy;

/// The evaluation of Tavreli.
#[derive(Clone, Copy, Default, Debug)]
pub struct TavreliEval;

type Set = SquareSet<1>;

/// The worth of each kind as the top of a stack, in the order of the piece table: the five pieces,
/// the five soldiers, the five promoted soldiers.
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

/// A covered piece is worth this part of its worth, in 128ths, to its owner: under an own top it is
/// a move away from freedom, under an enemy's it is a prisoner who may come free.
const OWN_COVERED: i32 = 100;
const PRISONER: i32 = 28;

/// For each square of reach above the average, in the order of the piece table.
const REACH: [Tapered; 5] = [tapered(-6, 4), tapered(1, 2), tapered(0, 0), tapered(3, 2), tapered(7, 5)];
/// For each square a top piece can go to that no enemy soldier guards.
const MOBILITY: Tapered = tapered(4, 4);
/// For the rank of a soldier, in 128ths of what its promotion brings.
const ADVANCE: [i32; 8] = [0, 0, 2, 5, 10, 20, 36, 0];
/// How much an attack on squares beside the Magus weighs by how the attacker moves.
const MAGUS_ATTACK: [i32; 5] = [0, 5, 3, 2, 2];
const CENTRE_SOLDIER: Tapered = tapered(10, 0);
const SHELTER: Tapered = tapered(12, 0);
const TEMPO: i32 = 14;

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

struct Tables {
    /// Worth and placement of each kind as a top piece, for both sides.
    placement: [[[Tapered; 64]; 15]; 2],
    king_zone: [Set; 64],
    /// The squares up to two ranks ahead of a Magus, three files wide.
    shelter: [[Set; 64]; 2],
}

static TABLES: Lazy<Tables> = Lazy::new(|| {
    let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
    let outline = geometry.outline();
    let close = |square, file: u8| outline.file(square).abs_diff(file) <= 1;
    Tables {
        placement: Side::BOTH
            .map(|side| std::array::from_fn(|kind| placement(&geometry, side, Kind(kind as u8)))),
        king_zone: std::array::from_fn(|index| {
            let square = Square(index as u8);
            geometry.select(|file, rank| close(square, file) && outline.rank(square).abs_diff(rank) <= 1)
        }),
        shelter: Side::BOTH.map(|side| {
            std::array::from_fn(|index| {
                let square = Square(index as u8);
                geometry.select(|file, rank| {
                    let ahead = match side {
                        Side::White => rank.saturating_sub(outline.rank(square)),
                        Side::Black => outline.rank(square).saturating_sub(rank),
                    };
                    close(square, file) && (1..=2).contains(&ahead)
                })
            })
        }),
    }
});

fn placement(geometry: &Geometry<1>, side: Side, kind: Kind) -> [Tapered; 64] {
    const MOVEMENT: [&str; 5] = ["K", "Q", "R", "B", "N"];
    let outline = geometry.outline();
    let moves_as = moves_as(kind);
    let surplus = reach_surplus(geometry, &Movement::new(geometry, MOVEMENT[moves_as.index() % 5], side));
    std::array::from_fn(|index| {
        let square = Square(index as u8);
        let rank = outline.rank_of(side, square) as usize;
        let central = (2..=5).contains(&outline.file(square));
        let worth = MATERIAL[kind.index() % 15];
        if is_soldier(kind) {
            let prospect = MATERIAL[(kind.0 + PROMOTED) as usize % 15] - worth;
            let part = ADVANCE[rank % 8];
            worth
                + tapered(prospect.opening * part / 128, prospect.ending * part / 128)
                + CENTRE_SOLDIER * (central && (3..=4).contains(&rank)) as i32
        } else if kind == K {
            worth + REACH[0] * surplus[index] + tapered(-12, 0) * rank as i32
        } else {
            worth + REACH[moves_as.index() % 5] * surplus[index]
        }
    })
}

impl Evaluate<TavreliPosition> for TavreliEval {
    fn evaluate(&self, position: &TavreliPosition) -> i32 {
        let tables = &*TABLES;
        let mut phase = 0;
        let mut sums = [Tapered::default(); 2];
        let guarded = Side::BOTH.map(|side| {
            position
                .soldiers(side)
                .into_iter()
                .fold(Set::EMPTY, |set, square| set | position.soldier_attacks(side, square))
        });
        for side in Side::BOTH {
            let own = &mut sums[side.index()];
            let enemy_zone = tables.king_zone[position.magus(!side).index()];
            let enemy_guarded = guarded[(!side).index()];
            let (mut attack, mut attackers) = (0, 0);
            for square in position.side_squares(side) {
                let mut pieces = position.from_top(square);
                let Some(top) = pieces.next() else { continue };
                *own += tables.placement[side.index()][top.kind.index() % 15][square.index()];
                if !is_soldier(top.kind) && top.kind != K {
                    let reach = position.attacks(top, square);
                    let moves_as = moves_as(top.kind).index() % 5;
                    phase += PHASE[moves_as];
                    *own += MOBILITY * (reach - enemy_guarded).len() as i32;
                    if reach.meets(enemy_zone) {
                        attackers += 1;
                        attack += MAGUS_ATTACK[moves_as] * (reach & enemy_zone).len() as i32;
                    }
                }
                for covered in pieces {
                    *own += covered_worth(covered, side);
                }
            }
            if attackers > 1 {
                *own += tapered(attack * attackers, attack);
            }
            let shelter = tables.shelter[side.index()][position.magus(side).index()];
            *own += SHELTER * (shelter & position.soldiers(side)).len() as i32;
        }
        let score = fade((sums[0] - sums[1]).at(phase, FULL_PHASE), position.halfmove_clock());
        TEMPO + if position.side() == Side::White { score } else { -score }
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
    use crate::rules::tavreli::Tavreli;
    use crate::rules::{Game, Select};

    fn gain_of(fen: &str, from: &str, to: &str) -> i32 {
        let position = Tavreli.parse(fen).unwrap();
        let outline = Tavreli.outline();
        let squares = (outline.named(from), outline.named(to));
        let mut moves = Vec::new();
        position.generate(Select::Noisy, &mut moves);
        let legal = moves.into_iter().find(|legal| (legal.from(), legal.to()) == squares).unwrap();
        TavreliEval.gain(&position, legal)
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
        let value = |fen| TavreliEval.evaluate(&Tavreli.parse(fen).unwrap());
        let white = value("4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1");
        let black = value("4k3/4e3/8/3(Dr)4/8/(Nq)7/8/4K3 b - - 0 1");
        assert_eq!(white, black);
        assert!(white > 500, "{white}");
    }
}
