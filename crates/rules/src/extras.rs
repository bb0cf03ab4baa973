//! Facts about positions that few games have.

use crate::Phrase;
use crate::board::{Kind, Square};

/// Facts about a position that few games have, beside its pieces and hands: for evaluations, and for people.
///
/// A game without any of them need not mention them, and a new fact is a field here, not another method of [`Position`](crate::Position).
///
/// ```
/// use helgi_rules::{Extras, GameId, Game, Position};
///
/// assert_eq!(GameId::CHESS.start().extras(), Extras::default());
/// assert_eq!(GameId::TACTICAL.start().extras().phase.map(|phase| phase.id), Some("obstacles"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extras {
    /// By side, White first: the checks that it has still to give; `None` in games that do not count them.
    pub checks_left: Option<[u8; 2]>,
    /// By side: the number of first moves of pieces with which its pieces in hand can still come to the board; `None` in
    /// games where they come otherwise, or not at all.
    pub gates_of_hand: Option<[u8; 2]>,
    /// The piece of the side to move that may not move in this turn.
    pub frozen: Option<Square>,
    /// The kind of the piece that moved last, in a game in which others move as it did.
    pub imitated: Option<Kind>,
    /// In a game with phases, the present one and the actions open to the side to move, for people.
    pub phase: Option<Phrase>,
}
