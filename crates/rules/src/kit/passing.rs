//! The pass as a move, for programs that have no word for it.

use crate::board::Square;
use crate::notation::{Notation, WireMove};
use crate::{AnyPosition, Position, Royalty};

/// Returns a pass of the side to move as programs of Fairy-Stockfish's kind write it: as a move of its king to where the
/// king stands, of its first piece where it has no king. A side without a piece passes [so](WireMove::Pass).
///
/// ```
/// use helgi_rules::internals::notation;
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// assert_eq!(notation::pass_in_place(&start).to_string(), "e1e1");
/// ```
#[must_use]
pub fn pass_in_place(position: &AnyPosition) -> WireMove {
    let pieces = position.info().pieces;
    let own = |square: &Square| position.piece_at(*square, 0).filter(|piece| piece.side == position.side());
    let is_king = |square: &Square| {
        own(square).is_some_and(|piece| pieces[piece.kind.index()].royalty != Royalty::None)
    };
    let squares = || position.outline().squares();
    let stays = squares().find(is_king).or_else(|| squares().find(|square| own(square).is_some()));
    stays.map_or(WireMove::Pass, |square| {
        let square = Notation::of(&position.game()).square(square);
        WireMove::step(square, square)
    })
}
