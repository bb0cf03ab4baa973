//! Static exchange evaluation (SEE) of chess moves.

use crate::eval::exchange::{ExchangeReply, least_piece, static_exchange};
use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Move};
use helgi_rules::chess::{BISHOP, ChessPosition, KING, KNIGHT, PAWN, QUEEN, ROOK};
use std::mem;

/// The worth of pieces in exchanges, where only the order matters much.
const WORTH: [i32; 6] = [20_000, 950, 500, 330, 320, 100];

/// Static exchange evaluation of a capture or promotion.
#[inline]
pub(super) fn see(position: &ChessPosition, legal: Move) -> i32 {
    let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
    let Some(mover) = position.cells().at(from) else { return 0 };
    let promoted = match legal.action() {
        Action::Step { promote, .. } => promote,
        _ => None,
    };
    let standing = promoted.unwrap_or(mover.kind);
    let promotion = WORTH[standing.index()] - WORTH[mover.kind.index()];
    // Of the moves of pawns to empty squares only this one and promotions are noisy.
    let en_passant = mover.kind == PAWN
        && position.cells().at(to).is_none()
        && position.is_noisy(legal)
        && promoted.is_none();
    let victim = match position.cells().at(to) {
        Some(victim) => WORTH[victim.kind.index()],
        None if en_passant => WORTH[PAWN.index()],
        None => 0,
    };
    let mut occupied = position.cells().occupied() - Bitboard::from(from);
    let mut at_risk = WORTH[standing.index()];
    static_exchange(mover.side, victim + promotion, |side| {
        // Captors are no longer in `occupied`: they are not counted again, and lines behind them are open.
        let attackers = position.attackers_of(to, side, occupied) & occupied;
        let captor = least_piece(&[PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING], |kind| {
            attackers & position.cells().of(side, kind)
        });
        let Some((square, kind)) = captor else { return ExchangeReply::Nothing };
        occupied.remove(square);
        ExchangeReply::Capture(mem::replace(&mut at_risk, WORTH[kind.index()]))
    })
}
