//! Evaluation of chess: material, placement, mobility, pawns, threats, and the danger to kings.

mod exchange;
mod inputs;
mod wdl;
mod weights;

use crate::eval::placement::{SquareWeight, by_square};
use crate::eval::surroundings::Surroundings;
use crate::eval::tapered::{GamePhase, Tapered, tapered};
use crate::eval::terms::{fade, seen_by, union_over};
use crate::eval::weights::weights;
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, correction_keys};
use crate::strength::Ladder;
use helgi_rules::Position;
use helgi_rules::board::{Bitboard, Geometry, Kind, Move, Outline, Piece, Side, Square};
use helgi_rules::chess::{BISHOP, ChessPosition, KING, KNIGHT, PAWN, QUEEN, ROOK};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of orthodox chess.
#[derive(Clone, Debug)]
pub struct ChessEval {
    tables: Arc<Tables>,
}

type Set = Bitboard<1>;

weights! {
    /// The weights of chess; lists of six are in the order king, queen, rook, bishop, knight, pawn.
    pub struct ChessWeights {
        /// The worth of a piece.
        material: [Tapered; 6],
        /// The worth of standing on a square.
        squares: [HalfBoard; 6],
        /// By the number of squares that a queen can go to and no enemy pawn guards.
        queen_mobility: [Tapered; 28],
        /// The same for rooks.
        rook_mobility: [Tapered; 15],
        /// The same for bishops.
        bishop_mobility: [Tapered; 14],
        /// The same for knights.
        knight_mobility: [Tapered; 9],
        /// For a passed pawn by its rank.
        passed: [Tapered; 8],
        /// In addition, if the square before it is free.
        passed_free: [Tapered; 8],
        /// For each step of a king to the square before a passed pawn beyond the middle: the own one, the
        /// enemy's.
        passed_kings: [Tapered; 2],
        /// For a pawn that another one guards, by its rank.
        guarded_pawn: [Tapered; 8],
        /// For a pawn beside another one, by its rank.
        pawn_beside: [Tapered; 8],
        /// For a pawn without own ones beside it.
        isolated: Tapered,
        /// For a pawn behind another one.
        doubled: Tapered,
        /// For both bishops.
        bishop_pair: Tapered,
        /// For a rook on a file without pawns.
        open_file: Tapered,
        /// For a rook on a file without own pawns.
        half_open_file: Tapered,
        /// For a knight or bishop guarded by a pawn beyond the middle, where no enemy pawn can come.
        outpost: Tapered,
        /// For a piece that an enemy pawn attacks.
        under_pawn: [Tapered; 6],
        /// For a queen or rook that a knight or bishop attacks.
        under_minor: Tapered,
        /// For a queen that a rook attacks.
        under_rook: Tapered,
        /// For a piece that is attacked and not guarded.
        hanging: [Tapered; 6],
        /// For the danger that the enemy king is in.
        danger: [Tapered; DANGERS],
        /// For each pawn before the king.
        shelter: Tapered,
        /// For the move.
        tempo: i32,
    }
}

weights! {
    /// The worth of each square, a row for each rank from the side's own first one; files from the edge to
    /// the centre.
    pub struct HalfBoard {
        /// With all pieces on the board.
        opening: [[i32; 4]; 8],
        /// With few pieces left.
        ending: [[i32; 4]; 8],
    }
}

/// Number of degrees of danger for a king.
const DANGERS: usize = 32;

/// The degrees of danger to a king: for a piece that attacks squares beside it, for each such
/// attack, and for a kind of piece that could give check unpunished.
const ATTACKER: [usize; 6] = [0, 3, 2, 1, 2, 0];
const CHECK: [usize; 6] = [0, 4, 5, 3, 4, 0];

/// The part of the opening that a piece stands for.
const PHASE: GamePhase<6> = GamePhase { of: [0, 4, 2, 1, 1, 0], full: 24 };

#[derive(Debug)]
struct Tables {
    weights: ChessWeights,
    /// Worth and placement of each kind on each square, as White sees it and as Black does.
    placement: [[[Tapered; 64]; 6]; 2],
    surroundings: Surroundings<1, 64>,
    /// The files beside a square's file.
    beside: [Set; 64],
    file: [Set; 64],
    rank: [Set; 64],
    ranks_advanced: [[u8; 64]; 2],
    /// Number of moves that a king needs from a square to another.
    steps: [[u8; 64]; 64],
}

static TABLES: Lazy<Arc<Tables>> = Lazy::new(|| Arc::new(Tables::new(&WEIGHTS)));

impl Default for ChessEval {
    fn default() -> Self {
        ChessEval { tables: Arc::clone(&TABLES) }
    }
}

impl Tables {
    fn new(weights: &ChessWeights) -> Self {
        let geometry: Geometry<1> = Geometry::new(Outline::new(8, 8, |_, _| true));
        let outline = geometry.outline();
        let per_square = |of: &dyn Fn(Square) -> Set| std::array::from_fn(|index| of(Square(index as u8)));
        let files_apart = |square, file: u8| outline.file(square).abs_diff(file);
        let ranks_apart = |square, rank: u8| outline.rank(square).abs_diff(rank);
        Tables {
            weights: weights.clone(),
            placement: Side::BOTH
                .map(|side| std::array::from_fn(|kind| placement(weights, outline, side, Kind(kind as u8)))),
            surroundings: Surroundings::new(&geometry),
            beside: per_square(&|square| geometry.select(|file, _| files_apart(square, file) == 1)),
            file: per_square(&|square| geometry.file(outline.file(square))),
            rank: per_square(&|square| geometry.rank(outline.rank(square))),
            ranks_advanced: Side::BOTH.map(|side| by_square(outline, side, |_, place| place.rank as u8)),
            steps: std::array::from_fn(|from| {
                std::array::from_fn(|to| {
                    let (from, to) = (Square(from as u8), Square(to as u8));
                    files_apart(from, outline.file(to)).max(ranks_apart(from, outline.rank(to)))
                })
            }),
        }
    }
}

/// The worth of a kind on each square.
fn placement(weights: &ChessWeights, outline: &Outline, side: Side, kind: Kind) -> [Tapered; 64] {
    let HalfBoard { opening, ending } = &weights.squares[kind.index()];
    by_square(outline, side, |_, SquareWeight { rank, edge }| {
        weights.material[kind.index()] + tapered(opening[rank][edge], ending[rank][edge])
    })
}

impl Tunable<ChessPosition> for ChessEval {
    type Weights = ChessWeights;

    fn name(&self) -> &'static str {
        "chess"
    }

    fn weights(&self) -> &ChessWeights {
        &self.tables.weights
    }

    fn with_weights(&self, weights: &ChessWeights) -> Self {
        ChessEval { tables: Arc::new(Tables::new(weights)) }
    }
}

/// The ladder of levels.
const LADDER: Ladder = Ladder { nodes: [280, 2_100, 11_500, 55_000, 220_000], error: 399 };

impl crate::HasEvaluation for helgi_rules::chess::Chess {
    type Evaluation = ChessEval;

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

impl crate::HasEvaluation for helgi_rules::chess::Chess960 {
    type Evaluation = ChessEval;

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

impl Evaluate<ChessPosition> for ChessEval {
    fn evaluate(&self, position: &ChessPosition) -> i32 {
        let tables = &*self.tables;
        let phase: i32 = [QUEEN, ROOK, BISHOP, KNIGHT]
            .into_iter()
            .map(|kind| {
                let pieces = position.of(Side::White, kind).len() + position.of(Side::Black, kind).len();
                PHASE.of[kind.index()] * pieces as i32
            })
            .sum();
        let mut maps = Side::BOTH.map(|side| AttackMap::new(position, side));
        let army = |maps: &mut [AttackMap; 2], side| army(position, tables, maps, side);
        let material = army(&mut maps, Side::White) - army(&mut maps, Side::Black);
        let threats = |side| threats(position, tables, &maps, side);
        let sum = material + threats(Side::White) - threats(Side::Black);
        let score = fade(PHASE.score(sum, phase), position.halfmove_clock());
        tables.weights.tempo + seen_by(position.side(), score)
    }

    fn see(&self, position: &ChessPosition, legal: Move) -> i32 {
        exchange::see(position, legal)
    }

    fn correction_keys(&self, position: &ChessPosition) -> Option<CorrectionKeys> {
        let pawns = |side| position.of(side, PAWN);
        Some(correction_keys(
            |side| position.side_squares(side),
            pawns,
            |squares| position.piece_hash(squares),
        ))
    }

    /// Zugzwang is rare while the side to move has a piece besides king and pawns.
    fn allows_null_move(&self, position: &ChessPosition) -> bool {
        [QUEEN, ROOK, BISHOP, KNIGHT].into_iter().any(|kind| !position.of(position.side(), kind).is_empty())
    }

    /// Only mate wins.
    fn may_win_at_once(&self, _: &ChessPosition) -> MayWin {
        MayWin::Checks
    }
}

/// The squares that a side attacks.
#[derive(Clone, Copy)]
struct AttackMap {
    /// By the attacker's kind.
    by: [Set; 6],
    /// All of them.
    all: Set,
    /// Degrees of danger that its pieces bring to the enemy king.
    danger: usize,
}

impl AttackMap {
    /// The map of king and pawns.
    fn new(position: &ChessPosition, side: Side) -> Self {
        let king = position.attacks(Piece { kind: KING, side }, position.king(side));
        let pawns = union_over(position.of(side, PAWN), |square| position.pawn_attacks(side, square));
        let mut by = [Set::EMPTY; 6];
        (by[KING.index()], by[PAWN.index()]) = (king, pawns);
        AttackMap { by, all: king | pawns, danger: 0 }
    }
}

/// Returns the worth of a side's pieces; their attacks are noted in its map.
fn army(position: &ChessPosition, tables: &Tables, maps: &mut [AttackMap; 2], side: Side) -> Tapered {
    let weights = &tables.weights;
    let (guarded, dangerous) = (maps[side.index()].by[PAWN.index()], maps[(!side).index()].by[PAWN.index()]);
    let own_pawns = position.of(side, PAWN);
    let enemy_pawns = position.of(!side, PAWN);
    let enemy_zone = tables.surroundings.zone[position.king(!side).index()];
    let safe = !(position.side_squares(side) | dangerous);
    let placement = &tables.placement[side.index()];
    let map = &mut maps[side.index()];

    let mut sum = placement[KING.index()][position.king(side).index()];
    for kind in [QUEEN, ROOK, BISHOP, KNIGHT] {
        let mobility: &[Tapered] = match kind {
            QUEEN => &weights.queen_mobility,
            ROOK => &weights.rook_mobility,
            BISHOP => &weights.bishop_mobility,
            _ => &weights.knight_mobility,
        };
        for square in position.of(side, kind) {
            let reach = position.attacks(Piece { kind, side }, square);
            map.by[kind.index()] |= reach;
            sum += placement[kind.index()][square.index()];
            sum += mobility[(reach & safe).len().min(mobility.len() - 1)];
            if reach.meets(enemy_zone) {
                map.danger += ATTACKER[kind.index()] + (reach & enemy_zone).len();
            }
            if (kind == BISHOP || kind == KNIGHT) && guarded.has(square) {
                let safe = !tables.surroundings.path[side.index()][square.index()].meets(enemy_pawns);
                let far = tables.ranks_advanced[side.index()][square.index()] >= 4;
                sum += weights.outpost * (safe && far) as i32;
            }
        }
        map.all |= map.by[kind.index()];
    }
    if position.of(side, BISHOP).has_several() {
        sum += weights.bishop_pair;
    }
    for square in position.of(side, ROOK) {
        let file = tables.file[square.index()];
        if !file.meets(own_pawns) {
            sum += if file.meets(enemy_pawns) { weights.half_open_file } else { weights.open_file };
        }
    }
    let shelter = tables.surroundings.shelter[side.index()][position.king(side).index()];
    sum += weights.shelter * (shelter & own_pawns).len() as i32;
    sum + pawns(position, tables, guarded, side)
}

/// Returns the worth of a side's pawns; some of them are guarded by others.
#[inline]
fn pawns(position: &ChessPosition, tables: &Tables, guarded: Set, side: Side) -> Tapered {
    let weights = &tables.weights;
    let (own_pawns, enemy_pawns) = (position.of(side, PAWN), position.of(!side, PAWN));
    let placement = &tables.placement[side.index()];
    let mut sum = Tapered::default();
    for square in own_pawns {
        let rank = tables.ranks_advanced[side.index()][square.index()] as usize % 8;
        sum += placement[PAWN.index()][square.index()];
        let path = tables.surroundings.path[side.index()][square.index()];
        if !path.meets(enemy_pawns) {
            sum += passed(position, tables, side, square, rank);
        }
        if guarded.has(square) {
            sum += weights.guarded_pawn[rank];
        }
        let beside = tables.beside[square.index()];
        if !beside.meets(own_pawns) {
            sum += weights.isolated;
        } else if (beside & tables.rank[square.index()]).meets(own_pawns) {
            sum += weights.pawn_beside[rank];
        }
        if (path & tables.file[square.index()]).meets(own_pawns) {
            sum += weights.doubled;
        }
    }
    sum
}

/// Threats: to a side's pieces, and by them to the enemy king.
fn threats(position: &ChessPosition, tables: &Tables, maps: &[AttackMap; 2], side: Side) -> Tapered {
    let weights = &tables.weights;
    let (own, enemy) = (&maps[side.index()], &maps[(!side).index()]);
    let queens = position.of(side, QUEEN);
    let minor = enemy.by[BISHOP.index()] | enemy.by[KNIGHT.index()];
    let mut sum = weights.under_minor * (minor & (queens | position.of(side, ROOK))).len() as i32
        + weights.under_rook * (enemy.by[ROOK.index()] & queens).len() as i32;
    let hanging = enemy.all - own.all;
    for kind in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
        let pieces = position.of(side, kind);
        sum += weights.hanging[kind.index()] * (pieces & hanging).len() as i32;
        sum += weights.under_pawn[kind.index()] * (pieces & enemy.by[PAWN.index()]).len() as i32;
    }

    let king = position.king(!side);
    let unguarded = !enemy.all;
    let checks_by = |kind| position.attacks(Piece { kind, side }, king) & unguarded;
    let (straight, diagonal) = (checks_by(ROOK), checks_by(BISHOP));
    let mut danger = own.danger;
    for (kind, checks) in
        [(QUEEN, straight | diagonal), (ROOK, straight), (BISHOP, diagonal), (KNIGHT, checks_by(KNIGHT))]
    {
        if own.by[kind.index()].meets(checks) {
            danger += CHECK[kind.index()];
        }
    }
    sum + weights.danger[danger.min(DANGERS - 1)]
}

/// Returns the additional worth of a passed pawn.
fn passed(position: &ChessPosition, tables: &Tables, side: Side, square: Square, rank: usize) -> Tapered {
    let weights = &tables.weights;
    let mut sum = weights.passed[rank];
    let Some(next) = square.0.checked_add_signed(if side == Side::White { 8 } else { -8 }) else {
        return sum;
    };
    if !position.occupied().has(Square(next)) {
        sum += weights.passed_free[rank];
    }
    if rank >= 3 {
        for (weight, king) in
            weights.passed_kings.into_iter().zip([position.king(side), position.king(!side)])
        {
            sum += weight * tables.steps[king.index()][next as usize % 64] as i32;
        }
    }
    sum
}
