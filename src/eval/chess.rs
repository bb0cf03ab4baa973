//! How chess positions stand: material, placement, mobility, pawns, and the safety of kings.

use super::Evaluate;
use super::terms::{Tapered, fade, reach_surplus, settle, tapered};
use crate::board::{Geometry, Kind, Move, Movement, Outline, Piece, Side, Square, SquareSet};
use crate::rules::Position;
use crate::rules::chess::{B, ChessPosition, K, N, P, Q, R};
use once_cell::sync::Lazy;

/// The evaluation of orthodox chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct ChessEval;

type Set = SquareSet<1>;

/// The worth of king, queen, rook, bishop, knight and pawn; the king's is for exchanges only.
const MATERIAL: [Tapered; 6] = [
    tapered(0, 0),
    tapered(980, 1020),
    tapered(480, 540),
    tapered(340, 330),
    tapered(325, 310),
    tapered(90, 115),
];

/// The worth of the same in exchanges, where only the order matters much.
const EXCHANGE: [i32; 6] = [20_000, 950, 500, 330, 320, 100];

/// For each square of reach above the average.
const REACH: [Tapered; 6] =
    [tapered(-6, 4), tapered(1, 2), tapered(0, 0), tapered(3, 2), tapered(7, 5), tapered(0, 0)];

/// For each square a piece can go to that no enemy pawn guards.
const MOBILITY: [Tapered; 6] =
    [tapered(0, 0), tapered(2, 4), tapered(3, 4), tapered(5, 4), tapered(4, 4), tapered(0, 0)];

/// How much of the opening a piece stands for, and the sum over a full board.
const PHASE: [i32; 6] = [0, 4, 2, 1, 1, 0];
const FULL_PHASE: i32 = 24;

/// For a passed pawn by the number of ranks it has advanced.
const PASSED: [Tapered; 8] = [
    tapered(0, 0),
    tapered(0, 10),
    tapered(4, 15),
    tapered(10, 30),
    tapered(25, 55),
    tapered(50, 95),
    tapered(90, 150),
    tapered(0, 0),
];

/// How much an attack on squares beside the king weighs by the attacker's kind.
const KING_ATTACK: [i32; 6] = [0, 5, 3, 2, 2, 0];

const ISOLATED: Tapered = tapered(-12, -14);
const DOUBLED: Tapered = tapered(-8, -18);
const BISHOP_PAIR: Tapered = tapered(28, 45);
const OPEN_FILE: Tapered = tapered(24, 10);
const HALF_OPEN_FILE: Tapered = tapered(10, 6);
const SHELTER: Tapered = tapered(12, 0);
const CENTRE_PAWN: Tapered = tapered(12, 0);
const TEMPO: i32 = 12;

struct Tables {
    /// Worth and placement of each kind on each square, as White sees it and as Black does.
    placement: [[[Tapered; 64]; 6]; 2],
    /// The king's square and those around it.
    king_zone: [Set; 64],
    /// The files beside a square's file.
    beside: [Set; 64],
    file: [Set; 64],
    /// The squares ahead of a pawn on its own and the adjacent files.
    path: [[Set; 64]; 2],
    /// The two ranks ahead of a king, three files wide.
    shelter: [[Set; 64]; 2],
    ranks_advanced: [[u8; 64]; 2],
}

static TABLES: Lazy<Tables> = Lazy::new(|| {
    let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
    let outline = geometry.outline();
    let per_square = |of: &dyn Fn(Square) -> Set| std::array::from_fn(|index| of(Square(index as u8)));
    let files_apart = |square, file: u8| outline.file(square).abs_diff(file);
    let ahead = |side: Side, square: Square, rank: u8| match side {
        Side::White => rank.saturating_sub(outline.rank(square)),
        Side::Black => outline.rank(square).saturating_sub(rank),
    };
    let ranks_advanced =
        Side::BOTH.map(|side| std::array::from_fn(|index| outline.rank_of(side, Square(index as u8))));
    Tables {
        placement: Side::BOTH
            .map(|side| std::array::from_fn(|kind| placement(&geometry, side, Kind(kind as u8)))),
        king_zone: per_square(&|square| {
            geometry.select(|file, rank| {
                files_apart(square, file) <= 1 && outline.rank(square).abs_diff(rank) <= 1
            })
        }),
        beside: per_square(&|square| geometry.select(|file, _| files_apart(square, file) == 1)),
        file: per_square(&|square| geometry.select(|file, _| files_apart(square, file) == 0)),
        path: Side::BOTH.map(|side| {
            per_square(&|square| {
                geometry.select(|file, rank| files_apart(square, file) <= 1 && ahead(side, square, rank) > 0)
            })
        }),
        shelter: Side::BOTH.map(|side| {
            per_square(&|square| {
                geometry.select(|file, rank| {
                    files_apart(square, file) <= 1 && (1..=2).contains(&ahead(side, square, rank))
                })
            })
        }),
        ranks_advanced,
    }
});

/// The worth of a kind on each square.
fn placement(geometry: &Geometry<1>, side: Side, kind: Kind) -> [Tapered; 64] {
    let outline = geometry.outline();
    let descriptor = ["K", "Q", "R", "B", "N", "fmWfcF"][kind.index()];
    let surplus = reach_surplus(geometry, &Movement::new(geometry, descriptor, side));
    std::array::from_fn(|index| {
        let square = Square(index as u8);
        let (file, rank) = (outline.file(square), outline.rank_of(side, square) as i32);
        let central = (2..=5).contains(&file);
        let mut worth = MATERIAL[kind.index()] + REACH[kind.index()] * surplus[index];
        if kind == P {
            worth += tapered(2, 5) * (rank - 1);
            worth += CENTRE_PAWN * (central && (3..=4).contains(&rank)) as i32;
        } else if kind == K {
            worth += tapered(-12, 0) * rank;
        } else if kind == R {
            worth += tapered(8, 16) * (rank == 6) as i32;
        }
        worth
    })
}

impl Evaluate<ChessPosition> for ChessEval {
    fn evaluate(&self, position: &ChessPosition) -> i32 {
        let tables = &*TABLES;
        let phase: i32 = [Q, R, B, N]
            .into_iter()
            .map(|kind| {
                let pieces = position.of(Side::White, kind).len() + position.of(Side::Black, kind).len();
                PHASE[kind.index()] * pieces as i32
            })
            .sum();
        let balance = army(position, tables, Side::White) - army(position, tables, Side::Black);
        let score = fade(balance.at(phase, FULL_PHASE), position.halfmove_clock());
        TEMPO + if position.side() == Side::White { score } else { -score }
    }

    fn gain(&self, position: &ChessPosition, legal: Move) -> i32 {
        exchange(position, legal)
    }

    /// Zugzwang is rare while the side to move has a piece besides king and pawns.
    fn trusts_pass(&self, position: &ChessPosition) -> bool {
        [Q, R, B, N].into_iter().any(|kind| !position.of(position.side(), kind).is_empty())
    }
}

fn army(position: &ChessPosition, tables: &Tables, side: Side) -> Tapered {
    let own_pawns = position.of(side, P);
    let enemy_pawns = position.of(!side, P);
    let own = [K, Q, R, B, N].into_iter().fold(own_pawns, |set, kind| set | position.of(side, kind));
    let guarded =
        enemy_pawns.into_iter().fold(Set::EMPTY, |set, square| set | position.pawn_attacks(!side, square));
    let king = position.king(side);
    let enemy_zone = tables.king_zone[position.king(!side).index()];
    let placement = &tables.placement[side.index()];

    let mut sum = placement[K.index()][king.index()];
    let mut attack = 0;
    let mut attackers = 0;
    for kind in [Q, R, B, N] {
        for square in position.of(side, kind) {
            let reach = position.attacks(Piece { kind, side }, square);
            sum += placement[kind.index()][square.index()];
            sum += MOBILITY[kind.index()] * (reach - own - guarded).len() as i32;
            if reach.meets(enemy_zone) {
                attackers += 1;
                attack += KING_ATTACK[kind.index()] * (reach & enemy_zone).len() as i32;
            }
        }
    }
    // One piece alone seldom does a king harm.
    if attackers > 1 {
        sum += tapered(attack * attackers, attack);
    }
    if position.of(side, B).has_several() {
        sum += BISHOP_PAIR;
    }
    for square in position.of(side, R) {
        let file = tables.file[square.index()];
        if !file.meets(own_pawns) {
            sum += if file.meets(enemy_pawns) { HALF_OPEN_FILE } else { OPEN_FILE };
        }
    }
    sum += SHELTER * (tables.shelter[side.index()][king.index()] & own_pawns).len() as i32;
    for square in own_pawns {
        sum += placement[P.index()][square.index()];
        let path = tables.path[side.index()][square.index()];
        if !path.meets(enemy_pawns) {
            sum += PASSED[tables.ranks_advanced[side.index()][square.index()] as usize % 8];
        }
        if !tables.beside[square.index()].meets(own_pawns) {
            sum += ISOLATED;
        }
        if (path & tables.file[square.index()]).meets(own_pawns) {
            sum += DOUBLED;
        }
    }
    sum
}

/// Static exchange evaluation: the captures on the target square in the order of the attackers'
/// worth, each side stopping where it likes.
fn exchange(position: &ChessPosition, legal: Move) -> i32 {
    let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
    let Some(mover) = position.piece(from) else { return 0 };
    let promoted = match legal.action() {
        crate::board::Action::Step { promote, .. } => promote,
        _ => None,
    };
    let standing = promoted.unwrap_or(mover.kind);
    let promotion = EXCHANGE[standing.index()] - EXCHANGE[mover.kind.index()];
    let en_passant =
        mover.kind == P && position.piece(to).is_none() && position.is_noisy(legal) && promoted.is_none();
    let victim = match position.piece(to) {
        Some(victim) => EXCHANGE[victim.kind.index()],
        None if en_passant => EXCHANGE[P.index()],
        None => 0,
    };
    let mut balances = [0; 34];
    balances[1] = victim + promotion;
    let mut length = 2;
    let mut occupied = position.occupied() - Set::from(from);
    let mut at_risk = EXCHANGE[standing.index()];
    let mut side = !mover.side;
    let mut balance = victim + promotion;
    loop {
        let attackers = position.attackers_of(to, side, occupied) & occupied;
        let Some((attacker, kind)) = [P, N, B, R, Q, K]
            .into_iter()
            .find_map(|kind| (attackers & position.of(side, kind)).first().map(|square| (square, kind)))
        else {
            break;
        };
        balance += if side == mover.side { at_risk } else { -at_risk };
        balances[length] = balance;
        length += 1;
        at_risk = EXCHANGE[kind.index()];
        occupied.remove(attacker);
        side = !side;
    }
    settle(&balances[..length])
}
