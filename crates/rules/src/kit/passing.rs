//! The pass and the wall as moves of a piece, for programs that have no word for them.

use crate::board::{Action, Move, Piece, Square};
use crate::notation::{FIRST_SQUARE, Notation, WireMove, WireSquare, builds_alone};
use crate::{AnyPosition, Game, Position, Royalty};

/// Returns a move as programs of Fairy-Stockfish's kind write it.
///
/// A pass is the move of a king to where it stands, of the first piece where there is no king; a side without a piece passes
/// [as elsewhere](WireMove::Pass). Where a move builds a wall or does something else, each has a wall: there a piece that stays
/// stands before the wall, as in `a1a1,a1e4`, and the first square of the board behind any other move, as in `f2f4,f4a1`.
///
/// ```
/// use helgi_rules::board::Move;
/// use helgi_rules::internals::notation;
/// use helgi_rules::{Game, GameId};
///
/// let start = GameId::CHESS.start();
/// assert_eq!(notation::in_place(&start, Move::PASS).to_string(), "e1e1");
/// ```
#[must_use]
pub fn in_place(position: &AnyPosition, legal: Move) -> WireMove {
    InPlace::of(position).write(legal)
}

/// The writer of a position's moves as [`in_place`] writes one: what all of them need is found once.
///
/// ```
/// use helgi_rules::internals::notation::InPlace;
/// use helgi_rules::{Game, GameId, Position};
///
/// let start = GameId::CHESS.start();
/// let writer = InPlace::of(&start);
/// let texts: Vec<String> = start.legal_moves().into_iter().map(|legal| writer.write(legal).to_string()).collect();
/// assert!(texts.contains(&"g1f3".to_owned()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InPlace<'a> {
    position: &'a AnyPosition,
    notation: Notation,
    /// True if a move builds a wall or does something else.
    builds_alone: bool,
}

impl<'a> InPlace<'a> {
    /// The writer of a position's moves.
    #[must_use]
    pub fn of(position: &'a AnyPosition) -> InPlace<'a> {
        InPlace { position, notation: Notation::of(&position.game()), builds_alone: builds_alone(position) }
    }

    /// Returns a legal move as it is written.
    #[must_use]
    pub fn write(&self, legal: Move) -> WireMove {
        let (position, written) = (self.position, self.notation.write(legal));
        let stay = |square: Square| {
            let square = self.notation.square(square);
            WireMove::step(square, square)
        };
        match (legal.action(), written) {
            (Action::Pass, _) => staying(position).map_or(written, stay),
            (Action::Wall { at }, _) => first_own(position)
                .map_or(written, |square| with_wall(stay(square), self.notation.square(at))),
            (_, WireMove::Step { wall: None, .. }) if self.builds_alone => with_wall(written, FIRST_SQUARE),
            _ => written,
        }
    }
}

/// A step with a wall behind it, and any other move as it is.
fn with_wall(written: WireMove, at: WireSquare) -> WireMove {
    match written {
        WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall: _ } => {
            WireMove::Step { from, to, count, promotion, hostile_at, removed, promoted, wall: Some(at) }
        }
        _ => written,
    }
}

/// The square of the piece that other programs move to where it stands to pass: a king, or without kings the first piece.
pub(crate) fn staying(position: &AnyPosition) -> Option<Square> {
    let (pieces, others) = (position.info().pieces, position.game().other_spelling());
    let is_king = |square: &Square| {
        own(position, *square).is_some_and(|piece| {
            pieces[piece.kind.index()].royalty != Royalty::None && !others.pseudo_royals.contains(&piece.kind)
        })
    };
    position.outline().squares().find(is_king).or_else(|| first_own(position))
}

/// The first square with a piece of the side to move.
fn first_own(position: &AnyPosition) -> Option<Square> {
    position.outline().squares().find(|&square| own(position, square).is_some())
}

fn own(position: &AnyPosition, square: Square) -> Option<Piece> {
    position.piece_at(square, 0).filter(|piece| piece.side == position.side())
}
