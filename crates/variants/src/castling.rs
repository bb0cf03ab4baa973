//! Castling: which rook and king, the squares between, and how it is written.

use crate::position::FilePosition;
use crate::slot::Slot;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Piece, Side, Square};

/// The squares of one castling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The squares of one of the four castlings.
    fn castling(&self, index: usize, rook_from: Square) -> Option<Castling> {
        let (side, is_king_side) =
            (if index < 2 { Side::White } else { Side::Black }, index.is_multiple_of(2));
        let spec = &self.rules.spec;
        let outline = self.rules.geometry.outline();
        let rank = match side {
            Side::White => spec.castling_rank,
            Side::Black => spec.ranks.checked_sub(1 + spec.castling_rank)?,
        };
        let (file, rook_file) = match is_king_side {
            true => (spec.castling_king_side, spec.castling_king_side.checked_sub(1)?),
            false => (spec.castling_queen_side, spec.castling_queen_side + 1),
        };
        Some(Castling {
            king_from: self.castlings.king(side),
            king_to: outline.square(file, rank)?,
            rook_from,
            rook_to: outline.square(rook_file, rank)?,
        })
    }

    /// The castling of a side's king by so many squares towards a rook, which comes to its other side.
    fn castling_by(&self, rook_from: Square, steps: u8) -> Option<Castling> {
        let king_from = self.castlings.king(self.turn.side);
        let outline = self.rules.geometry.outline();
        let towards: i8 = if rook_from > king_from { 1 } else { -1 };
        let after = |count: u8| outline.offset(king_from, towards * count as i8, 0);
        // The rook has to be farther away than the king goes.
        let is_short = outline.file(king_from).abs_diff(outline.file(rook_from)) > steps;
        let (king_to, rook_to) = (after(steps)?, after(steps.checked_sub(1)?)?);
        is_short.then_some(Castling { king_from, king_to, rook_from, rook_to })
    }

    /// The castlings of the side to move that are still possible.
    fn own_castlings(&self) -> impl Iterator<Item = Castling> + '_ {
        let side = self.turn.side.index();
        let own = self.castlings.rooks().filter(move |(index, _)| index / 2 == side);
        own.flat_map(move |(index, rook)| {
            let steps = &self.rules.spec.beyond.castling_steps;
            let by_files = self.castling(index, rook).filter(|_| steps.is_empty());
            let by_steps = steps.iter().filter_map(move |&steps| self.castling_by(rook, steps));
            by_files.into_iter().chain(by_steps)
        })
    }

    /// The square to which a castling is written: where the king arrives, or the rook's where the king has another move to
    /// there, and always as Chess960 has it. While an enemy piece stands where the king would arrive there is no other
    /// castling to write.
    fn written_to(&self, castling: &Castling) -> Square {
        let Castling { king_from, king_to, rook_from, .. } = *castling;
        if self.rules.spec.chess960 {
            return rook_from;
        }
        let steps_there = || {
            self.cells.at(king_from).is_some_and(|king| {
                let arrivals = self.rules.movement(king).arrivals(
                    &self.rules.geometry,
                    king_from,
                    &self.seen_by(king.side),
                    !self.occupied(),
                    Bitboard::EMPTY,
                );
                arrivals.has(king_to)
                    || self.moves_first(king, king_from).has(king_to)
                    || self.takes_en_passant(king, king_from, king_to)
            })
        };
        // Written onto the rook, the move cannot be taken for one of the king alone.
        if king_from == king_to || steps_there() { rook_from } else { king_to }
    }

    /// The castling that a step of the side to move stands for, if it is one.
    ///
    /// A step onto an enemy piece is none: it is a capture, also where the king would arrive by castling.
    #[inline]
    pub(crate) fn castling_of(&self, from: Square, to: Square) -> Option<Castling> {
        let side = self.turn.side;
        if !self.castlings.has_any(side) || self.castlings.king(side) != from {
            return None;
        }
        if self.cells.side(!side).has(to) {
            return None;
        }
        self.own_castlings().find(|castling| self.written_to(castling) == to)
    }

    /// Returns true if nothing stands in the way of a castling.
    fn is_free(&self, castling: &Castling) -> bool {
        let Castling { king_from, king_to, rook_from, rook_to } = *castling;
        let geometry = &self.rules.geometry;
        let way = geometry.between(rook_from, rook_to)
            | geometry.between(king_from, king_to)
            | Bitboard::from(rook_to)
            | Bitboard::from(king_to);
        // The two themselves are in nobody's way.
        !((way - Bitboard::from(king_from)) - Bitboard::from(rook_from)).meets(self.occupied())
    }

    /// Visits the castlings, if the king is not in check and does not pass attacked squares.
    pub(crate) fn visit_castlings(&self, moves: &mut impl MoveSink) {
        let side = self.turn.side;
        if self.phase().is_some_and(|phase| !phase.moves) {
            return;
        }
        if !self.castlings.has_any(side) {
            return;
        }
        let king = self.castlings.king(side);
        if !moves.wants_from(king) {
            return;
        }
        // In some games a piece castles that cannot be in check.
        let is_royal = self.royal_kings(side).has(king);
        if is_royal && self.is_attacked(king, !side, self.occupied(), false) {
            return;
        }
        for castling in self.own_castlings().collect::<Vec<_>>() {
            if self.is_free(&castling) && (!is_royal || self.is_safe_castling(&castling)) {
                moves.add(Move::step(king, self.written_to(&castling)));
            }
        }
    }

    /// Returns true if no square on the king's way is attacked, nor its last one when the rook has gone.
    fn is_safe_castling(&self, castling: &Castling) -> bool {
        let Castling { king_from, king_to, rook_from, .. } = *castling;
        let enemy = !self.turn.side;
        // A king that castles by steps does not shield what is behind it, nor serve as a screen; nor does one that pieces of
        // its own field of a grid look through.
        let shields = self.rules.spec.beyond.castling_steps.is_empty() && self.rules.grid.is_none();
        let occupied = match shields {
            true => self.occupied(),
            false => self.occupied() - Bitboard::from(king_from),
        };
        let path = self.rules.geometry.between(king_from, king_to) | Bitboard::from(king_to);
        // On its way imitators see the king as the piece that moved last.
        let imitating = self.cells.at(king_from).filter(|_| self.rules.has_imitators());
        let imitating = imitating.map(|king| self.imitating(king.kind));
        let seen = imitating.as_ref().unwrap_or(self);
        let is_attacked = |square| {
            seen.is_attacked(square, enemy, occupied, false)
                || self.faces(square, enemy, occupied - Bitboard::from(king_from))
        };
        !(path - Bitboard::from(king_from)).into_iter().any(is_attacked)
            && !seen.is_attacked(king_to, enemy, occupied - Bitboard::from(rook_from), false)
    }

    /// Gives the castlings that a dropped king or rook makes possible.
    pub(crate) fn gain_castlings(&mut self, kind: Kind, to: Square) {
        let side = self.turn.side;
        let rules = self.rules;
        let (spec, outline) = (&rules.spec, rules.geometry.outline());
        if !rules.castling_rank[side.index()].has(to) {
            return;
        }
        let slot = rules.facts(kind).slot;
        let is_corner = |square| matches!(outline.file(square), 0) || outline.file(square) + 1 == spec.files;
        let castles_as_rook = |piece: Option<Piece>| {
            piece.is_some_and(|piece| {
                piece.side == side && spec.castling_rooks[side.index()].has(rules.facts(piece.kind).slot)
            })
        };
        if slot == spec.castling_king[side.index()] && outline.file(to) == spec.castling_king_file {
            for rook in rules.castling_rank[side.index()] {
                if is_corner(rook) && castles_as_rook(self.cells.at(rook)) {
                    self.castlings.gain(side, to, rook);
                }
            }
        } else if spec.castling_rooks[side.index()].has(slot) && is_corner(to) {
            let king = outline.square(spec.castling_king_file, outline.rank(to));
            let is_king = |square: &Square| self.is_castling_king(*square, side);
            if let Some(king) = king.filter(is_king) {
                self.castlings.gain(side, king, to);
            }
        }
    }

    /// Returns true if a piece that castles as the king stands on a square.
    pub(crate) fn is_castling_king(&self, square: Square, side: Side) -> bool {
        let king: Slot = self.rules.spec.castling_king[side.index()];
        self.cells
            .at(square)
            .is_some_and(|piece| piece.side == side && self.rules.facts(piece.kind).slot == king)
    }
}
