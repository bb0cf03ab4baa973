//! Static exchange evaluation (SEE) of `popular10` moves.

use super::worth;
use crate::eval::exchange::{ExchangeReply, static_exchange};
use helgi_rules::board::{Action, Bitboard, Extra, Kind, Move, Side};
use helgi_rules::internals::popular10::{
    GOLD_GENERAL, KINDS, KING, Popular10Position, SILVER_GENERAL, becomes, is_special,
};

/// The king's worth in exchanges, and that of a win.
pub(super) const KING_WORTH: i32 = 20_000;

/// Static exchange evaluation with the capture bonus: plain captors of special pieces change, others
/// have a piece promoted.
#[inline]
pub(super) fn see(position: &Popular10Position, legal: Move) -> i32 {
    let Action::Step { from, to, promote, extra } = legal.action() else { return 0 };
    let Some(mover) = position.cells().at(from) else { return 0 };
    if position.reaches_king_goal(from, to) {
        return KING_WORTH;
    }
    let worth = worth(position.game());
    let of = |kind: Kind| worth[kind.index() % KINDS];
    let victim_square = position.en_passant_victim(from, to).unwrap_or(to);
    let victim = position.cells().at(victim_square).map(|piece| piece.kind);
    let bonus = victim.is_some_and(is_special);
    let mut first = victim.map_or(0, of);
    let mut standing = promote.unwrap_or(mover.kind);
    if promote.is_some() && matches!(standing, GOLD_GENERAL | SILVER_GENERAL) {
        // The pawn is gone; the general may be hunted for its bonus.
        return first - of(mover.kind) - of(standing) / 2;
    }
    if bonus && promote.is_none() {
        standing = becomes(standing);
    }
    if bonus && (mover.kind == KING || is_special(mover.kind)) {
        if let Extra::Reward(square) = extra {
            first += position.cells().at(square).map_or(0, |piece| of(becomes(piece.kind)) - of(piece.kind));
        } else if position.plain(mover.side).is_empty() {
            return KING_WORTH;
        }
    }
    first += of(standing) - of(mover.kind);

    let left = Bitboard::from(from) | Bitboard::from(victim_square);
    let mut occupied = (position.cells().occupied() - left) | Bitboard::from(to);
    let mut gone = left | Bitboard::from(to);
    static_exchange(mover.side, first, |side| {
        let captor = position.least_attacker(to, side, occupied, gone, of);
        let Some((square, captor)) = captor else { return ExchangeReply::Nothing };
        gone.insert(square);
        occupied.remove(square);
        let mut won = of(standing);
        standing = if !is_special(standing) {
            captor
        } else if captor == KING || is_special(captor) {
            won += best_reward(position, side, &of);
            captor
        } else {
            won += of(becomes(captor)) - of(captor);
            becomes(captor)
        };
        ExchangeReply::Capture(won)
    })
}

/// Returns the gain of a side from the best promotion as a bonus; a win, if it has no piece to promote.
fn best_reward(position: &Popular10Position, side: Side, of: &impl Fn(Kind) -> i32) -> i32 {
    let plain = position.plain(side);
    let reward =
        |square| position.cells().at(square).map_or(0, |piece| of(becomes(piece.kind)) - of(piece.kind));
    plain.into_iter().map(reward).max().unwrap_or(KING_WORTH / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;
    use helgi_rules::internals::popular10::Popular10;

    fn see_of(fen: &str, from: &str, to: &str) -> i32 {
        testing::see_of(&Popular10::Standard, fen, from, to)
    }

    fn board(middle: &str, rest: &str) -> String {
        format!("12/*5k4*/*10*/*10*/{middle}/*10*/*10*/*10*/*4K5*/12 {rest}")
    }

    #[test]
    fn captors_of_special_pieces_gain_more() {
        let plain = see_of(&board("*1R2r5*", "w - - 0 1"), "c6", "f6");
        let special = see_of(&board("*1R2t5*", "w - - 0 1"), "c6", "f6");
        assert!((400..600).contains(&plain), "{plain}");
        // A tank, and the rook has become a queen.
        assert!((1000..1400).contains(&special), "{special}");
        // The last piece of a side that has only special ones wins the game.
        assert_eq!(see_of(&board("*1Q2t5*", "w - - 0 1"), "c6", "f6"), KING_WORTH);
    }

    #[test]
    fn a_step_into_the_far_citadel_wins() {
        let fen = "12/*K9*/*10*/*10*/*4k5*/*10*/*10*/*10*/*10*/1r10 w - - 0 1";
        assert_eq!(testing::see_of(&Popular10::Citadel, fen, "b9", "a10"), KING_WORTH);
    }

    #[test]
    fn cannons_guard_over_a_screen() {
        let guarded = see_of(&board("*1R2r1p1c1*", "w - - 0 1"), "c6", "f6");
        let unguarded = see_of(&board("*1R2r3c1*", "w - - 0 1"), "c6", "f6");
        assert!(guarded.abs() < 120 && unguarded > 400, "{guarded} {unguarded}");
    }
}
