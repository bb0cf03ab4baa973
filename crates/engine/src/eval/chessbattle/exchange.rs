//! Static exchange evaluation (SEE) of Chess-Battle moves.

use super::WORTH;
use crate::eval::exchange::{ExchangeReply, least_piece, static_exchange};
use helgi_rules::board::{Action, Bitboard, Extra, Kind, Move, Piece, Square};
use helgi_rules::internals::chessbattle::{
    BOMBER, CAVALRY, ChessBattlePosition, GUN, HEADQUARTERS, MACHINE_GUN, SOLDIER, TANK,
};

/// Returns the gain of a capture, a shot or an arrival.
///
/// A shot wins its victim: the shooter stays where it was, no safer and no less safe. An arrival
/// costs the soldier. Only a piece that captures by going somewhere can be taken there.
#[inline]
pub(super) fn see<const W: usize, const N: usize>(position: &ChessBattlePosition<W, N>, legal: Move) -> i32 {
    let worth = |square| position.cells().at(square).map_or(0, |piece| WORTH[piece.kind.index() % 7]);
    match legal.action() {
        Action::Shoot { target, .. } => worth(target),
        Action::Step { from, to, extra: Extra::Remove(removed), .. } => {
            worth(to) + worth(removed) - worth(from)
        }
        Action::Step { from, to, .. } => match position.cells().at(from) {
            // Legal, so the piece cannot be taken back.
            Some(mover) if mover.kind == HEADQUARTERS => worth(to),
            Some(mover) if position.arrives(mover, to) => worth(to) - worth(from),
            Some(mover) => exchange(position, mover, from, to, worth(to)),
            None => 0,
        },
        _ => 0,
    }
}

/// Static exchange evaluation of a capture on `to` that wins `victim`. Guns and missiles shoot the
/// captor. Tanks are safe from light weapons.
#[inline]
fn exchange<const W: usize, const N: usize>(
    position: &ChessBattlePosition<W, N>,
    mover: Piece,
    from: Square,
    to: Square,
    victim: i32,
) -> i32 {
    let mut occupied = position.cells().occupied() - Bitboard::from(from);
    let mut standing = mover.kind;
    static_exchange(mover.side, victim, |side| {
        let takers = position.takers(to, side, occupied);
        let order: &[Kind] = if standing == TANK {
            &[GUN, TANK, BOMBER, HEADQUARTERS]
        } else {
            &[GUN, MACHINE_GUN, SOLDIER, TANK, CAVALRY, BOMBER, HEADQUARTERS]
        };
        let taker = least_piece(order, |kind| takers & position.cells().of(side, kind));
        let Some((square, kind)) = taker else { return ExchangeReply::Nothing };
        let at_risk = WORTH[standing.index() % 7];
        if kind == GUN || kind == MACHINE_GUN {
            return ExchangeReply::Removal(at_risk);
        }
        occupied.remove(square);
        standing = kind;
        ExchangeReply::Capture(at_risk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;
    use helgi_rules::internals::chessbattle::ChessBattle128;

    fn see_of(fen: &str, from: &str, to: &str) -> i32 {
        testing::see_of(&ChessBattle128::default(), fen, from, to)
    }

    #[test]
    fn shots_are_answered_elsewhere() {
        // The soldier on e8 is protected by a gun and another soldier, which does not help it.
        let fen = "**h7**/**8**/4g7/3s8/4s7/12/12/4G1B5/12/12/**8**/**7H** w - - 0 1";
        assert_eq!(see_of(fen, "e5", "e8"), WORTH[SOLDIER.index()]);
        // The bomber that goes there is shot.
        let capture = "**h7**/**8**/4g7/3s8/4s7/12/12/4B1G5/12/12/**8**/**7H** w - - 0 1";
        assert_eq!(see_of(capture, "e5", "e8"), WORTH[SOLDIER.index()] - WORTH[BOMBER.index()]);
    }

    #[test]
    fn light_weapons_do_not_take_tanks_back() {
        let fen = "**h7**/**8**/4m7/3s8/4s7/12/4T7/12/12/12/**8**/**7H** w - - 0 1";
        assert_eq!(see_of(fen, "e6", "e8"), WORTH[SOLDIER.index()]);
    }

    #[test]
    fn an_arrival_costs_the_soldier() {
        let fen = "**2s4h**/**2S5**/12/12/12/12/12/12/12/b11/**8**/**7H** w - - 0 1";
        assert_eq!(see_of(fen, "e11", "d12"), WORTH[BOMBER.index()] - WORTH[SOLDIER.index()]);
    }
}
