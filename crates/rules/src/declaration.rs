//! The declaration of a win by an entered king: shogi's 27-point rule, as the Computer Shogi Association plays it.
//!
//! A king in the enemy's camp can hardly be mated, because few pieces attack backwards. Whoever has brought enough pieces
//! there may end the game instead of moving. It is no rule of the board: a player has to declare, and may play on.

use crate::board::{Kind, Piece};
use crate::{AnyPosition, Position};

/// The points of a large piece.
const LARGE: usize = 5;

/// Returns true if the side to move may declare that it has won by the [rule](crate::Info::declaration) of its game: its king is
/// in the enemy's camp and not in check, it has enough more pieces there, and these and the pieces in its hand are worth enough
/// points. Always false in games without such a rule.
///
/// ```
/// use helgi_rules::{Game, GameId};
/// use helgi_rules::internals::may_declare;
///
/// assert!(!may_declare(&GameId::CHESS.start()));
/// ```
#[must_use]
pub fn may_declare(position: &AnyPosition) -> bool {
    let info = position.info();
    let Some(rule) = info.declaration.filter(|_| !position.in_check()) else { return false };
    let outline = position.outline();
    let side = position.side();
    let camp = outline.squares().filter(|&square| outline.rank_of(!side, square) < rule.camp);
    let king = info.checked_kind();
    let points_of = |kind: Kind| if rule.large.contains(&kind) { LARGE } else { 1 };
    let (mut has_entered, mut pieces, mut points) = (false, 0, 0_usize);
    for square in camp {
        let Some(piece) = position.piece_at(square, 0).filter(|piece| piece.side == side) else { continue };
        if Some(piece.kind) == king {
            has_entered = true;
            continue;
        }
        pieces += 1;
        points += points_of(piece.kind);
    }
    if let Some(reserve) = position.reserve() {
        let worth = |kind| usize::from(reserve.count(Piece { kind, side })) * points_of(kind);
        points += reserve.kinds(side).map(worth).sum::<usize>();
    }
    has_entered && pieces >= rule.pieces && points >= rule.points[side.index()]
}
