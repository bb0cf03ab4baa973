//! Static exchange evaluation (SEE) of tactical chess moves.

use crate::eval::exchange::{ExchangeReply, least_piece, static_exchange};
use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Kind, Move, Piece, Side, Square};
use helgi_rules::internals::tactical::{
    BISHOP, CANNON, DRAGON, FANATIC, KILLER, KING, KNIGHT, PAWN, PRINCE, QUEEN, ROOK, ROYAL_BISHOP,
    ROYAL_KNIGHT, ROYAL_ROOK, TacticalPosition, VETERAN, neighbours, promote_on,
};

type Set = Bitboard<1>;

/// The worth of pieces in exchanges.
///
/// About 30 for each square that a piece goes to without capturing, 42 for each that it captures on
/// and 72 for each that it shoots at, if nobody takes back: averages over positions of random
/// play. Pawns are worth less while they can be blocked, the prince more because it stands by as a
/// king, and the killer, which captures kings only, has its worth from being hard to capture.
/// Self-play takes a tenth off the cannon.
const WORTH: [i32; 16] = [0, 0, 880, 470, 325, 310, 110, 580, 390, 365, 210, 540, 560, 600, 370, 330];

/// The worth of a king when no prince can take over.
const LAST_KING: i32 = 20_000;

/// The captors in the order in which they are sent, the shooters and the fanatic apart.
const CAPTORS: [Kind; 11] =
    [PAWN, VETERAN, KNIGHT, BISHOP, ROYAL_KNIGHT, ROYAL_BISHOP, ROOK, ROYAL_ROOK, PRINCE, QUEEN, KING];

/// Returns the gain of a capture, a shot or a promotion.
#[inline]
pub(super) fn see(position: &TacticalPosition, legal: Move) -> i32 {
    match legal.action() {
        Action::Shoot { target, second, .. } => {
            let victims = second.map_or(Set::EMPTY, Set::from) | Set::from(target);
            removal(position, victims, position.side())
        }
        Action::Step { from, to, .. } => step_gain(position, from, to),
        _ => 0,
    }
}

/// Returns the worth of a piece in exchanges. A king with a prince costs its side the prince.
#[inline]
fn worth(position: &TacticalPosition, piece: Piece) -> i32 {
    if piece.kind != KING {
        WORTH[piece.kind.index() % 16]
    } else if position.cells().of(piece.side, PRINCE).is_empty() {
        LAST_KING
    } else {
        WORTH[PRINCE.index()]
    }
}

/// Returns the gain of `side` when these pieces leave the board.
#[inline]
fn removal(position: &TacticalPosition, victims: Set, side: Side) -> i32 {
    let mut sum = 0;
    let mut royal = [0; 2];
    for piece in victims.into_iter().filter_map(|square| position.cells().at(square)) {
        let see = worth(position, piece);
        sum += if piece.side == side { -see } else { see };
        royal[piece.side.index()] += (piece.kind == KING || piece.kind == PRINCE) as i32;
    }
    // A king and its only successor at once.
    for piece_side in Side::BOTH {
        if royal[piece_side.index()] == 2 {
            sum += if piece_side == side { -LAST_KING } else { LAST_KING };
        }
    }
    sum
}

/// Returns the squares cleared by a fanatic's capture on `to`: everything around and on it, and the
/// fanatic's own.
#[inline]
fn blast(from: Square, to: Square) -> Set {
    neighbours(to) | Set::from(to) | Set::from(from)
}

#[inline]
fn step_gain(position: &TacticalPosition, from: Square, to: Square) -> i32 {
    let Some(mover) = position.cells().at(from) else { return 0 };
    let victim = position.cells().at(to);
    if victim.is_some() && mover.kind == FANATIC {
        return removal(position, blast(from, to), mover.side);
    }
    if victim.is_some_and(|victim| victim.kind == FANATIC) {
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

/// Static exchange evaluation of a step to `to`, where `standing` has come from `from` and won `first`.
/// A shot or an explosion empties the square.
#[inline]
fn exchange(position: &TacticalPosition, from: Square, to: Square, standing: Piece, first: i32) -> i32 {
    let mut gone = Set::from(from);
    let mut standing = standing;
    static_exchange(standing.side, first, |side| {
        let occupied = (position.cells().side(side) | position.cells().side(!side)) - gone;
        let of = |kind| {
            let piece = Piece { kind, side };
            let pieces = position.cells().of(side, kind) - gone;
            if pieces.is_empty() { pieces } else { pieces & position.attack_origins(piece, to, occupied) }
        };
        let at_risk = worth(position, standing);
        if !of(CANNON).is_empty() || !of(DRAGON).is_empty() {
            return ExchangeReply::Removal(at_risk);
        }
        // Killers capture only kings and princes, and nothing captures killers.
        let captor = if standing.kind == KILLER {
            None
        } else if matches!(standing.kind, KING | PRINCE) && !of(KILLER).is_empty() {
            least_piece(&[KILLER], of)
        } else {
            least_piece(&CAPTORS, of)
        };
        if let Some((square, kind)) = captor {
            gone.insert(square);
            standing = Piece { kind, side };
            return ExchangeReply::Capture(at_risk);
        }
        let Some(square) = of(FANATIC).first() else { return ExchangeReply::Nothing };
        let around = (blast(square, to) - Set::from(to)) - gone;
        ExchangeReply::Removal(at_risk + removal(position, around, side))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;
    use helgi_rules::internals::tactical::Tactical;

    fn see_of(fen: &str, from: &str, to: &str) -> i32 {
        testing::see_of(&Tactical, fen, from, to)
    }

    fn value(kind: Kind) -> i32 {
        WORTH[kind.index()]
    }

    #[test]
    fn shots_are_not_answered_on_the_target() {
        assert_eq!(see_of("7k/8/8/2p5/3n4/8/3C4/K7[] w - - 0 8", "d2", "d4"), value(KNIGHT));
        // A rook that takes a piece guarded by a pawn or a cannon is lost for it.
        let lost = value(KNIGHT) - value(ROOK);
        assert_eq!(see_of("7k/8/8/2p5/3n4/8/8/K2R4[] w - - 0 8", "d1", "d4"), lost);
        assert_eq!(see_of("7k/8/1c6/8/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), lost);
        assert_eq!(see_of("7k/8/c7/8/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), value(KNIGHT));
        // A dragon's shot costs the own piece that it hits as well.
        let mixed = value(PAWN) - value(KNIGHT);
        assert_eq!(see_of("7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8", "b2", "c3"), mixed);
        assert!(see_of("7k/8/8/8/3p4/2N5/1D6/K7[] w - - 0 8", "b2", "a1") < -10_000);
    }

    #[test]
    fn explosions_cost_both_sides() {
        // The fanatic goes with the pawn and the knight beside it, the rook is far enough away.
        let see = value(PAWN) + value(KNIGHT) - value(FANATIC);
        assert_eq!(see_of("7k/8/8/3nR3/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4"), see);
        let loss = value(PAWN) - value(ROOK) - value(FANATIC);
        assert_eq!(see_of("7k/8/8/3R4/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4"), loss);
        assert!(see_of("8/8/8/3k4/2p5/1F6/8/K7[] w - - 0 8", "b3", "c4") > 10_000);
        // A piece that captures a fanatic is gone with it.
        let vanished = value(FANATIC) - value(QUEEN);
        assert_eq!(see_of("7k/8/8/8/1Qf5/8/8/K7[] w - - 0 8", "b4", "c4"), vanished);
        // A fanatic guards by blowing up who captures.
        let answered = value(KNIGHT) - value(ROOK) + value(FANATIC);
        assert_eq!(see_of("7k/8/8/2f5/1n6/8/8/KR6[] w - - 0 8", "b1", "b4"), answered);
    }

    #[test]
    fn kings_count_by_their_successors() {
        assert_eq!(see_of("7k/8/8/8/8/8/8/K6Q[] w - - 0 8", "h1", "h8"), LAST_KING);
        let promoted = value(ROYAL_ROOK) - value(ROOK);
        assert_eq!(see_of("7k/8/6i1/8/8/8/8/K6R[] w - - 0 8", "h1", "h8"), value(PRINCE) + promoted);
    }
}
