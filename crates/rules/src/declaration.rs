//! The declaration of a win by an entered king: shogi's 27-point rule, as the Computer Shogi Association plays it.
//!
//! A king in the enemy's camp can hardly be mated, because few pieces attack backwards. Whoever has brought enough pieces
//! there may end the game instead of moving. It is no rule of the board: a player has to declare, and may play on.

use crate::board::{Kind, Piece};
use crate::{AnyPosition, Position};

/// The game that has the rule: its points are those of shogi's pieces.
const SHOGI: &str = "shogi";

/// The ranks of a camp.
const CAMP: u8 = 3;

/// The least number of own pieces in the enemy's camp besides the king.
const PIECES: usize = 10;

/// By side: the least number of points. White, which moves first, needs one more.
const POINTS: [usize; 2] = [28, 27];

/// The letters of the pieces that count [`LARGE`] points, promoted or not; others count one, and the king none.
const LARGE_LETTERS: [char; 2] = ['R', 'B'];

/// The points of a rook or a bishop.
const LARGE: usize = 5;

/// Returns true if the side to move may declare that it has won: its king is in the enemy's camp and not in check, it has at
/// least ten more pieces there, and these and the pieces in its hand are worth 28 points, for Black 27. Rooks and bishops
/// count five, others one. Always false in games other than shogi.
///
/// ```
/// use helgi_rules::{Game, GameId, may_declare};
///
/// assert!(!may_declare(&GameId::CHESS.start()));
/// ```
#[must_use]
pub fn may_declare(position: &AnyPosition) -> bool {
    let info = position.info();
    if info.name != SHOGI || position.in_check() {
        return false;
    }
    let outline = position.outline();
    let side = position.side();
    let camp = outline.squares().filter(|&square| outline.rank_of(!side, square) < CAMP);
    let king = info.checked_kind();
    let points_of = |kind: Kind| {
        let letter = info.pieces.get(kind.index()).map(|piece| piece.letter);
        if letter.is_some_and(|letter| LARGE_LETTERS.contains(&letter)) { LARGE } else { 1 }
    };
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
    has_entered && pieces >= PIECES && points >= POINTS[side.index()]
}
