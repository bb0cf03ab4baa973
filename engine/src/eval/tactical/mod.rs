//! How positions of tactical chess stand: material on the board and in reserve, placement, mobility
//! and threats, pawns on their way, and the danger to kings.

mod weights;

use crate::eval::tapered::{Tapered, tapered};
use crate::eval::terms::{fade, settle};
use crate::eval::weights::weights;
use crate::eval::{Evaluate, Tunable};
use helgi_rules::Position;
use helgi_rules::board::{Action, Geometry, Kind, Move, Outline, Piece, Side, Square, SquareSet};
use helgi_rules::tactical::{
    A, B, C, D, F, H, I, J, K, N, P, Phase, Q, R, T, TacticalPosition, V, neighbours, promote_on, promotion,
};
use once_cell::sync::Lazy;
use std::sync::Arc;
use weights::WEIGHTS;

/// The evaluation of tactical chess.
#[derive(Clone, Debug)]
pub struct TacticalEval {
    tables: Arc<Tables>,
}

type Set = SquareSet<1>;

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

/// What exchanges go by.
///
/// About 30 for each square that a piece goes to without capturing, 42 for each that it captures on
/// and 72 for each that it shoots at, where nobody takes back: averages over positions of random
/// play. Pawns are worth less while they can be blocked, the prince more because it stands by as a
/// king, and the killer, which captures kings only, has its worth from being hard to capture.
/// Self-play takes a tenth off the cannon.
const MATERIAL: [i32; 16] = [0, 0, 880, 470, 325, 310, 110, 580, 390, 365, 210, 540, 560, 600, 370, 330];

/// What a king is worth when no prince can take over.
const LAST_KING: i32 = 20_000;

/// The same with the attacker to move, who captures the king.
const KING_FALLS: i32 = 5_000;

/// What the rank of a piece that promotes is worth, in 128ths of what its promotion brings.
const ADVANCE: [i32; 8] = [0, 2, 6, 12, 24, 36, 56, 0];

/// How much of the opening a piece stands for, and the sum over all pieces.
const PHASE: [i32; 16] = [0, 0, 4, 2, 1, 1, 0, 2, 1, 1, 1, 3, 3, 2, 1, 1];
const FULL_PHASE: i32 = 60;

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
    std::array::from_fn(|at| {
        let square = Square(at as u8);
        let (file, rank) = (outline.file(square) as usize, outline.rank_of(side, square) as usize);
        let from_edge = |coordinate: usize| coordinate.min(7 - coordinate);
        let central = from_edge(file).min(from_edge(rank)) as i32;
        let part = ADVANCE[rank];
        worth
            + weights.rank[index][rank]
            + weights.file[index][from_edge(file)]
            + weights.centre[index] * central
            + tapered(prospect.opening * part / 128, prospect.ending * part / 128)
    })
}

impl Tunable<TacticalPosition> for TacticalEval {
    type Weights = TacticalWeights;
    const NAME: &'static str = "tactical";

    fn weights(&self) -> &TacticalWeights {
        &self.tables.weights
    }

    fn with_weights(weights: &TacticalWeights) -> Self {
        TacticalEval { tables: Arc::new(Tables::new(weights)) }
    }
}

impl crate::Judged for helgi_rules::tactical::Tactical {
    type Evaluation = TacticalEval;
}

impl Evaluate<TacticalPosition> for TacticalEval {
    fn evaluate(&self, position: &TacticalPosition) -> i32 {
        let tables = &*self.tables;
        let mut phase = 0;
        let white = army(position, tables, Side::White, &mut phase);
        let black = army(position, tables, Side::Black, &mut phase);
        let balance = (white.sum - black.sum).at(phase, FULL_PHASE);
        let balance = fade(balance, position.halfmove_clock());
        let (score, attacks_king) = match position.side() {
            Side::White => (balance, white.attacks_last_king),
            Side::Black => (-balance, black.attacks_last_king),
        };
        score + if attacks_king { KING_FALLS } else { tables.weights.tempo }
    }

    fn gain(&self, position: &TacticalPosition, legal: Move) -> i32 {
        match legal.action() {
            Action::Shoot { target, second, .. } => {
                let victims = second.map_or(Set::EMPTY, Set::from) | Set::from(target);
                removal(position, victims, position.side())
            }
            Action::Step { from, to, .. } => step_gain(position, from, to),
            _ => 0,
        }
    }

    /// In the battle a pass is a legal move, so that its score is one that can really be had.
    fn trusts_pass(&self, position: &TacticalPosition) -> bool {
        let side = position.side();
        let slow = position.of(side, K) | position.of(side, P);
        position.phase() == Phase::Battle && !(position.side_squares(side) - slow).is_empty()
    }
}

struct Army {
    sum: Tapered,
    /// Whether it attacks a king that no prince would succeed.
    attacks_last_king: bool,
}

fn army(position: &TacticalPosition, tables: &Tables, side: Side, phase: &mut i32) -> Army {
    let weights = &tables.weights;
    let enemy = position.side_squares(!side);
    let (own_king, enemy_king) = (position.of(side, K), position.of(!side, K));
    let zone = enemy_king.first().map_or(Set::EMPTY, |king| neighbours(king) | enemy_king);
    let has_prince = !position.of(!side, I).is_empty();
    let mut sum = Tapered::default();
    let (mut attack, mut attackers, mut king_threats) = (Tapered::default(), 0, 0);
    for kind in [K, Q, R, B, N, P, T, A, H, V, C, D, I, F, J] {
        let piece = Piece { kind, side };
        let index = kind.index() % 16;
        for square in position.of(side, kind) {
            *phase += PHASE[index];
            sum += tables.placement[side.index()][index][square.index() % 64];
            let attacks = position.attacks(piece, square);
            if kind != P {
                sum += weights.mobility[index] * position.quiet_moves(piece, square).len() as i32;
            }
            sum += weights.threat[index] * (attacks & enemy).len() as i32;
            if attacks.meets(zone) {
                attackers += 1;
                attack += weights.king_attack[index] * (attacks & zone).len() as i32;
                // An explosion or a double shot may cost the own king as well.
                let harmless = match kind {
                    F => zone.meets(own_king),
                    D => attacks.meets(own_king),
                    _ => false,
                };
                king_threats += (attacks.meets(enemy_king) && !harmless) as i32;
            }
        }
    }
    // One piece alone seldom does a king harm, and a prince makes up for much.
    if attackers > 1 {
        let part = if has_prince { 2 } else { 1 };
        sum += tapered(attack.opening / part * attackers.min(5), attack.ending / part);
    }
    sum += weights.king_threat * king_threats;
    for kind in position.reserve().kinds(side) {
        let index = kind.index() % 16;
        let count = position.reserve().count(Piece { kind, side }) as i32;
        *phase += PHASE[index] * count;
        sum += weights.reserve[index] * count;
    }
    Army { sum, attacks_last_king: king_threats > 0 && !has_prince }
}

/// What a piece is worth in exchanges. A king with a prince costs its side the prince.
#[inline]
fn worth(position: &TacticalPosition, piece: Piece) -> i32 {
    if piece.kind != K {
        MATERIAL[piece.kind.index() % 16]
    } else if position.of(piece.side, I).is_empty() {
        LAST_KING
    } else {
        MATERIAL[I.index()]
    }
}

/// What it brings to `side` that these pieces leave the board.
fn removal(position: &TacticalPosition, victims: Set, side: Side) -> i32 {
    let mut sum = 0;
    let mut royal = [0; 2];
    for piece in victims.into_iter().filter_map(|square| position.piece(square)) {
        let gain = worth(position, piece);
        sum += if piece.side == side { -gain } else { gain };
        royal[piece.side.index()] += (piece.kind == K || piece.kind == I) as i32;
    }
    // A king and its only successor at once.
    for piece_side in Side::BOTH {
        if royal[piece_side.index()] == 2 {
            sum += if piece_side == side { -LAST_KING } else { LAST_KING };
        }
    }
    sum
}

/// What a fanatic's capture on `to` removes: everything around and on it, and the fanatic.
#[inline]
fn blast(from: Square, to: Square) -> Set {
    neighbours(to) | Set::from(to) | Set::from(from)
}

fn step_gain(position: &TacticalPosition, from: Square, to: Square) -> i32 {
    let Some(mover) = position.piece(from) else { return 0 };
    let victim = position.piece(to);
    if victim.is_some() && mover.kind == F {
        return removal(position, blast(from, to), mover.side);
    }
    if victim.is_some_and(|victim| victim.kind == F) {
        return removal(position, Set::from(from) | Set::from(to), mover.side);
    }
    let taken = victim.map_or(0, |victim| worth(position, victim));
    if taken == LAST_KING {
        return taken;
    }
    let standing = promote_on(to, mover);
    let bonus = worth(position, standing) - worth(position, mover);
    exchange(position, from, to, standing, taken + bonus)
}

/// The captors in the order in which they are sent, the shooters and the fanatic apart.
const CAPTORS: [Kind; 11] = [P, V, N, B, H, A, R, T, I, Q, K];

/// The captures that follow on `to`, where `standing` has come from `from` and won `first`: by the
/// cheapest piece first, each side stopping where it likes. A shot or an explosion empties the
/// square and ends the series.
fn exchange(position: &TacticalPosition, from: Square, to: Square, standing: Piece, first: i32) -> i32 {
    let mover = standing.side;
    let mut balances = [0; 34];
    balances[1] = first;
    let mut length = 2;
    let mut balance = first;
    let mut gone = Set::from(from);
    let mut standing = standing;
    while length < balances.len() {
        let side = !standing.side;
        let occupied = (position.side_squares(side) | position.side_squares(!side)) - gone;
        let of = |kind| {
            let piece = Piece { kind, side };
            let pieces = position.of(side, kind) - gone;
            if pieces.is_empty() { pieces } else { pieces & position.attack_origins(piece, to, occupied) }
        };
        let at_risk = worth(position, standing);
        let signed = |gain: i32| if side == mover { gain } else { -gain };
        if !of(C).is_empty() || !of(D).is_empty() {
            balances[length] = balance + signed(at_risk);
            length += 1;
            break;
        }
        let captor = if standing.kind == J {
            None
        } else if matches!(standing.kind, K | I) && !of(J).is_empty() {
            of(J).first().map(|square| (square, J))
        } else {
            CAPTORS.into_iter().find_map(|kind| of(kind).first().map(|square| (square, kind)))
        };
        if let Some((square, kind)) = captor {
            balance += signed(at_risk);
            balances[length] = balance;
            length += 1;
            gone.insert(square);
            standing = Piece { kind, side };
        } else if let Some(square) = of(F).first() {
            let around = (blast(square, to) - Set::from(to)) - gone;
            balances[length] = balance + signed(at_risk + removal(position, around, side));
            length += 1;
            break;
        } else {
            break;
        }
    }
    settle(&balances[..length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::tactical::Tactical;
    use helgi_rules::{Game, Select};

    fn gain_of(fen: &str, from: &str, to: &str) -> i32 {
        let position = Tactical.parse(fen).unwrap();
        let outline = Tactical.outline();
        let squares = (outline.named(from), outline.named(to));
        let mut moves = Vec::new();
        position.generate(Select::Noisy, &mut moves);
        let legal = moves.into_iter().find(|legal| (legal.from(), legal.to()) == squares).unwrap();
        TacticalEval::default().gain(&position, legal)
    }

    fn value(kind: Kind) -> i32 {
        MATERIAL[kind.index()]
    }

    #[test]
    fn shots_are_not_answered_on_the_target() {
        assert_eq!(gain_of("7k/8/8/2p5/3n4/8/3C4/K7[] w - - 0 8", "d2", "d4"), value(N));
        // A rook that takes what a pawn or a cannon guards is lost for it.
        let lost = value(N) - value(R);
        assert_eq!(gain_of("7k/8/8/2p5/3n4/8/8/K2R4[] w - - 0 8", "d1", "d4"), lost);
        assert_eq!(gain_of("7k/8/1c6/8/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), lost);
        assert_eq!(gain_of("7k/8/c7/8/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), value(N));
        // A dragon's shot costs the own piece that it hits as well.
        let mixed = value(P) - value(N);
        assert_eq!(gain_of("7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8", "b2", "c3"), mixed);
        assert!(gain_of("7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8", "b2", "a1") < -10_000);
    }

    #[test]
    fn explosions_cost_both_sides() {
        // The fanatic goes with the pawn and the knight beside it, the rook is far enough away.
        let gain = value(P) + value(N) - value(F);
        assert_eq!(gain_of("7k/8/8/3nR3/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4"), gain);
        let loss = value(P) - value(R) - value(F);
        assert_eq!(gain_of("7k/8/8/3R4/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4"), loss);
        assert!(gain_of("8/8/8/3k4/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4") > 10_000);
        // Whoever captures a fanatic is gone with it.
        let vanished = value(F) - value(Q);
        assert_eq!(gain_of("7k/8/8/8/1Qf5/8/8/K7[] w - - 0 8", "b4", "c4"), vanished);
        // A fanatic guards by blowing up who captures.
        let answered = value(N) - value(R) + value(F);
        assert_eq!(gain_of("7k/8/8/2f5/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), answered);
    }

    #[test]
    fn kings_count_by_their_successors() {
        assert_eq!(gain_of("7k/8/8/8/8/8/8/K6Q[] w - - 0 8", "h1", "h8"), LAST_KING);
        let promoted = value(T) - value(R);
        assert_eq!(gain_of("7k/8/6i1/8/8/8/8/K6R[] w - - 0 8", "h1", "h8"), value(I) + promoted);
    }

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
