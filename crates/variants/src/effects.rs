//! Effects of drops and steps on a position.

use crate::passed::Passed;
use crate::position::FilePosition;
use crate::slot::{Slot, Types};
use helgi_rules::board::{Bitboard, Extra, Kind, Piece, Side, Square};
use helgi_rules::internals::board::SideEffect;

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Puts a captured piece into the hand of the other side, where that is the rule.
    pub(crate) fn put_into_hand(&mut self, captured: Piece) {
        if self.rules.spec.captures_to_hand {
            // A promoted piece comes into the hand as what it was.
            let kind = self.rules.facts(captured.kind).in_hand[captured.side.index()];
            self.reserve.add(Piece { kind, side: !captured.side });
        }
    }

    /// Sets the squares on which the last step can be answered en passant, if a piece stands ready.
    pub(crate) fn set_passed(&mut self, passed: Passed) {
        let side = self.turn.side;
        // A piece that has gone over to the other side by its double step is no enemy.
        if self.cells.side(side).has(passed.victim()) {
            return;
        }
        let open = self.rules.en_passant_region[side.index()] - self.occupied();
        let seen = self.seen_by(side);
        let is_ready = |square: Square| {
            if !open.has(square) {
                return false;
            }
            if self.rules.spec.beyond.own_dialect {
                let takes = |from: Square| {
                    let piece = self.cells.at(from)?;
                    self.rules.movement(piece).own_en_passant(from).filter(|squares| squares.has(square))
                };
                return self.cells.side(side).into_iter().any(|from| takes(from).is_some());
            }
            // The table leaves a few pieces to be asked, of a whole side.
            let near = self.rules.sites[side.index()].origins[square.index()] & self.cells.side(side);
            near.into_iter().any(|from| {
                self.cells.at(from).is_some_and(|piece| {
                    let movement = self.rules.movement(piece);
                    movement.takes_en_passant
                        && movement.attacks(&self.rules.geometry, from, &seen).has(square)
                })
            })
        };
        self.passed = passed.filter(is_ready);
    }

    pub(crate) fn play_drop(&mut self, kind: Kind, to: Square) {
        let side = self.turn.side;
        // A piece dropped in its promoted state is in hand without it.
        let held = self.rules.facts(kind).dropped_as.unwrap_or(kind);
        if !self.rules.spec.free_drops {
            self.reserve.take(Piece { kind: held, side });
        }
        if self.rules.beyond.as_ref().is_some_and(|beyond| beyond.obstacle == Some(kind)) {
            // An obstacle on the board is a wall, no piece.
            self.walls.insert(to);
            return;
        }
        self.cells.put(to, Piece { kind, side });
        if self.rules.spec.castling_dropped {
            self.gain_castlings(kind, to);
        }
    }

    /// Plays a step, and returns whether it cannot be undone.
    pub(crate) fn play_step(
        &mut self,
        from: Square,
        to: Square,
        promote: Option<Kind>,
        extra: Extra,
    ) -> bool {
        let rules = self.rules;
        let side = self.turn.side;
        let Some(mover) = self.cells.at(from) else { return true };
        // What a move does on its way is all said by it: it is no castling, exchange or capture en passant.
        let is_detour = matches!(extra, Extra::Remove(_) | Extra::Numbered(_)) && rules.has_rare_moves();
        if let Some(castling) = self.castling_of(from, to).filter(|_| !is_detour) {
            self.cells.take(from);
            // Both leave first: each may go to where the other stood.
            let rook = self.cells.take(castling.rook_from);
            self.cells.put(castling.king_to, mover);
            if let Some(rook) = rook {
                self.cells.put(castling.rook_to, rook);
            }
            self.castlings.lose(from);
            self.castlings.lose(castling.rook_from);
            let is_king_side = castling.rook_from > castling.king_from;
            if rules.spec.opposite_castling {
                self.castlings.lose_wing(!side, is_king_side);
            }
            let right = 2 * side.index() + usize::from(!is_king_side);
            self.castlings.has_won = rules.spec.castling_wins >> right & 1 != 0;
            return self.is_progress(mover, from, castling.king_to);
        }
        if self.rules.spec.regional.first_leaps && !self.unmoved.is_empty() {
            self.end_leaps(from, to);
            self.aim_at_leaper(mover.kind, to);
        }
        if rules.has_rare_moves()
            && !is_detour
            && let Some(exchanged) = self.exchanged(mover, from, to)
        {
            self.cells.take(from);
            self.cells.take(to);
            self.cells.put(to, Piece { kind: promote.unwrap_or(mover.kind), side });
            self.cells.put(from, exchanged);
            self.castlings.lose(from);
            self.castlings.lose(to);
            return promote.is_some() || self.is_progress(mover, from, to);
        }
        let leaves = self.leaves_board(from, to);
        let outline = rules.geometry.outline();
        let effect = match extra {
            Extra::Remove(victim) if is_detour => SideEffect { taken: vec![victim], set_down: None },
            Extra::Numbered(number) => SideEffect::numbered(outline, [from, to], number).unwrap_or_default(),
            _ => SideEffect::default(),
        };
        let displaced = effect.set_down.and_then(|[square, place]| {
            self.castlings.lose(square);
            Some((self.cells.take(square)?, place))
        });
        let taken_at = match from == to {
            true => None,
            false => self.captured_square(mover, from, to).filter(|&square| square == to || !is_detour),
        };
        let mut takes_besides = false;
        for victim in effect.taken {
            takes_besides |= self.take_on_the_way(victim).is_some();
        }
        let captured = match taken_at {
            Some(square) => {
                let captured = self.cells.take(square);
                // An own piece comes into nobody's hand.
                if let Some(captured) = captured.filter(|captured| captured.side != side) {
                    self.put_into_hand(captured);
                }
                captured
            }
            None => None,
        };
        self.cells.take(from);
        if from != to {
            self.castlings.lose(from);
            self.castlings.lose(to);
        }
        if rules.has_several_kings && Some(mover.kind) == rules.king {
            self.end_castlings_of_kings(side);
        }
        match &rules.beyond {
            Some(beyond) => self.arrive(beyond, mover, captured, [from, to], promote, extra),
            None => self.cells.put(to, Piece { kind: promote.unwrap_or(mover.kind), side }),
        }
        if let Some((piece, place)) = displaced {
            self.cells.put(place, piece);
        }
        if captured.is_some() && (rules.spec.blast || !rules.spec.petrify.is_empty()) {
            self.explode(mover, to);
        }
        let turns_back = promote.is_some_and(|kind| rules.facts(mover.kind).demoted == Some(kind));
        let slot = rules.facts(mover.kind).slot;
        // Of pieces with choices of their own, promotions count as moves of theirs do.
        let counts = rules.spec.beyond.choices[slot.index()].is_empty()
            || rules.spec.clock_types[side.index()].has(slot);
        let promotes = promote.is_some() && !turns_back && counts;
        captured.is_some()
            || takes_besides
            || leaves
            || promotes && !(rules.spec.demotion && rules.facts(mover.kind).promoted == promote)
            || self.is_progress(mover, from, to)
    }

    /// Returns true if a step cannot be undone, of a kind of which such steps count.
    fn is_progress(&self, mover: Piece, from: Square, to: Square) -> bool {
        self.rules.spec.clock_types[mover.side.index()].has(self.rules.facts(mover.kind).slot)
            && (self.rules.spec.beyond.clock_always
                || !self.rules.movement(mover).range[to.index()].has(from))
    }

    /// The squares that a capture on `to` empties where captures explode, as far as nobody is immune: pawns only
    /// withstand it beside that square.
    pub(crate) fn blast_around(&self, to: Square) -> Bitboard<W> {
        let around = self.rules.around[to.index()] & self.cells.occupied();
        (around - self.of_either(Types::of(&[Slot::PAWN]))) | Bitboard::from(to)
    }

    /// The squares of both sides' pieces of these kinds of the file.
    pub(crate) fn of_either(&self, types: Types) -> Bitboard<W> {
        self.of_types(Side::White, types) | self.of_types(Side::Black, types)
    }

    /// The effects of a capture around it.
    fn explode(&mut self, mover: Piece, to: Square) {
        let rules = self.rules;
        let spec = &rules.spec;
        let here = Bitboard::from(to);
        let blast = if spec.blast {
            self.blast_around(to) - self.of_either(spec.blast_immune)
        } else {
            here.when(spec.petrify.has(rules.facts(mover.kind).slot))
        };
        for square in blast {
            let Some(gone) = self.cells.take(square) else { continue };
            self.put_into_hand(gone);
            self.castlings.lose(square);
            let turns_to_stone =
                if square == to { spec.petrify.has(rules.facts(gone.kind).slot) } else { spec.petrify_blast };
            if turns_to_stone {
                self.walls.insert(square);
            }
        }
    }

    /// The squares that a step passes which can be answered en passant.
    #[inline]
    pub(crate) fn double_step(&self, from: Square, to: Square) -> Option<Passed> {
        let mover = self.cells.at(from)?;
        if self.rules.spec.beyond.own_dialect {
            let passed = self.rules.movement(mover).own_passed(&self.rules.geometry, from, to)?;
            let passed = Passed::over(Bitboard::<W>::from(passed), to);
            return passed.filter(|_| !self.occupied().has(to));
        }
        // Only first leaps can be answered so, and only where they end farther than a usual move.
        let only = self.rules.movement(mover).initial_range.as_ref()?;
        let is_one = only[from.index()].has(to) && !self.occupied().has(to);
        is_one.then(|| Passed::over(self.rules.geometry.between(from, to), to)).flatten()
    }
}
