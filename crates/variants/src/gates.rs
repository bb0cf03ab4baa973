//! Gates: what a piece on the back rank may do with its first move beside the move itself.
//!
//! In S-Chess a piece from the hand comes to the square that it leaves, and with castling to that of the king or of the rook.
//! The move has to be legal by itself: a piece that comes so does not parry a check, nor does it stand in for one that is
//! pinned (the inventors in their answer of 25 April 2008).

use crate::position::FilePosition;
use crate::tables::Legality;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Side, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The squares of a side's gates.
    pub(crate) fn gate_squares(&self, side: Side) -> Bitboard<W> {
        let rank = self.rules.castling_rank[side.index()].when(self.rules.spec.gating);
        self.unmoved & rank & self.cells.side(side)
    }

    /// Ends the gates of pieces that have moved and of those that are gone.
    pub(crate) fn close_gates(&mut self, moved: Bitboard<W>) {
        let has_use = |owner: Side| !self.rules.spec.hand_gating || self.has_gating_hand(owner);
        let standing = |owner: Side| self.gate_squares(owner).when(has_use(owner));
        self.unmoved = (standing(Side::White) | standing(Side::Black)) - moved;
    }

    /// Returns true if a side holds pieces that could come by gates, or may hold some again.
    pub(crate) fn has_gating_hand(&self, side: Side) -> bool {
        let spec = &self.rules.spec;
        spec.captures_to_hand || spec.free_drops || self.hand_size(side) > 0
    }

    /// By side: the number of its gates by which pieces of its hand can come, where they come in no other way.
    pub(crate) fn gates_of_hand(&self) -> Option<[u8; 2]> {
        let spec = &self.rules.spec;
        (spec.hand_gating && !spec.drops).then(|| Side::BOTH.map(|side| self.gate_squares(side).len() as u8))
    }

    /// The kinds in hand that can come to gates of the side to move, and the gates of each.
    fn gating_kinds(&self) -> Vec<(Kind, Bitboard<W>)> {
        let side = self.turn.side;
        let gates = self.gate_squares(side);
        let kinds = self.rules.all_kinds().filter(|&kind| !gates.is_empty() && self.may_drop(kind));
        kinds
            .map(|kind| (kind, gates & self.drop_region(kind, side)))
            .filter(|(_, to)| !to.is_empty())
            .collect()
    }

    /// Returns true if a piece that comes with a legal move leaves its own side's royal pieces safe. Only what hops could
    /// make use of it.
    fn is_safe_gate(&self, gated: Move) -> bool {
        match self.rules.legality {
            Legality::Free => true,
            Legality::Guarded => !self.rules.has_hoppers || self.keeps_king(gated),
            Legality::Played => self.keeps_king(gated),
            Legality::Examined => self.is_safe_for_royals(gated),
        }
    }

    /// Hands on legal steps, and after each the same with every piece that may come with it.
    ///
    /// It takes a list, not the steps as they are generated: a generator for it alone would make those of all other games
    /// slower.
    pub(crate) fn visit_with_gates(&self, steps: &[Move], moves: &mut impl MoveSink) {
        let kinds = self.gating_kinds();
        let has_gate = |square: Square| kinds.iter().any(|(_, gates)| gates.has(square));
        for &step in steps {
            moves.add(step);
            // A rook without a gate of its own has moved, and so does not castle.
            let (Some(from), Some(to)) = (step.from().filter(|&from| has_gate(from)), step.to()) else {
                continue;
            };
            for square in self.squares_left(from, to).into_iter().flatten() {
                for &(kind, _) in kinds.iter().filter(|(_, gates)| gates.has(square)) {
                    let gated = step.with_gate(kind, square);
                    if gated != step && moves.wants(gated) && self.is_safe_gate(gated) {
                        moves.add(gated);
                    }
                }
            }
        }
    }

    /// The squares that a step leaves and does not come to.
    fn squares_left(&self, from: Square, to: Square) -> [Option<Square>; 2] {
        match self.castling_of(from, to) {
            None => [Some(from), None],
            Some(castling) => [castling.king_from, castling.rook_from].map(|square| {
                Some(square).filter(|&left| left != castling.king_to && left != castling.rook_to)
            }),
        }
    }
}
