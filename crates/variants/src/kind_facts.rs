//! The kinds of pieces that stand on the board.

use crate::slot::Slot;
use crate::spec::Spec;
use helgi_rules::board::Kind;
use helgi_rules::{Info, PieceMark};

/// One kind of piece as it stands on the board: a kind of the file, promoted or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindFacts {
    /// The kind of the file, by which it moves.
    pub slot: Slot,
    /// By the side that it belongs to: what it is in the hand of its captor.
    pub in_hand: [Kind; 2],
    /// The kind that it becomes by a promotion of its own.
    pub promoted: Option<Kind>,
    /// The kind that it turns back to.
    pub demoted: Option<Kind>,
    /// Of a piece with a promotion of its own: the plain one that is in hand before it is dropped as this.
    pub dropped_as: Option<Kind>,
}

/// The kind that a pawn becomes by a promotion to one of the file: one that remembers it where captured pieces
/// come back.
pub(crate) fn promotion_kind(spec: &Spec, info: &Info, kinds: &[KindFacts], slot: Slot) -> Option<Kind> {
    let remembers = remembers_pawns(spec);
    let is_it = |index: usize, facts: &KindFacts| {
        let mark = info.pieces.get(index).map(|piece| piece.mark);
        facts.slot == slot && mark == Some(if remembers { PieceMark::Tilde } else { PieceMark::None })
    };
    kinds.iter().enumerate().position(|(index, facts)| is_it(index, facts)).map(|index| Kind(index as u8))
}

/// Returns true if a promoted pawn goes back to hand as a pawn.
pub(crate) fn remembers_pawns(spec: &Spec) -> bool {
    spec.captures_to_hand && !spec.drop_loop
}
