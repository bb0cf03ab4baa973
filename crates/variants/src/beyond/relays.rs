//! Relayed moves: a piece moves as another one of its side that guards it, besides its own moves.

use super::BeyondTables;
use crate::position::FilePosition;
use helgi_rules::GenMode;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Occupancy, Piece, Side, Square};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The squares that a side's pieces of a kind guard.
    fn guarded_by(&self, kind: Kind, side: Side, seen: &Occupancy<W>) -> Bitboard<W> {
        let movement = self.rules.movement(Piece { kind, side });
        let attacks = |from| movement.attacks(&self.rules.geometry, from, seen);
        (self.cells.of(side, kind) & seen.own)
            .into_iter()
            .fold(Bitboard::EMPTY, |set, from| set | attacks(from))
    }

    /// The pieces of a side that attack a square as a piece does that guards them.
    pub(super) fn relayed_attackers(
        &self,
        beyond: &BeyondTables<W>,
        square: Square,
        side: Side,
        seen: &Occupancy<W>,
    ) -> Bitboard<W> {
        let mut attackers = Bitboard::EMPTY;
        for &(relay, receivers) in &beyond.relays {
            let movement = self.rules.movement(Piece { kind: relay, side });
            for from in self.guarded_by(relay, side, seen) & seen.own {
                let Some(piece) = self.cells.at(from) else { continue };
                let bits = receivers & beyond.takes_king;
                if bits >> piece.kind.index() & 1 != 0
                    && self.crosses(from, square)
                    && movement.attacks(&self.rules.geometry, from, seen).has(square)
                {
                    attackers.insert(from);
                }
            }
        }
        attackers
    }

    /// Visits the relayed moves of the pieces on these squares.
    pub(super) fn visit_relayed(
        &self,
        beyond: &BeyondTables<W>,
        select: GenMode,
        movable: Bitboard<W>,
        moves: &mut impl MoveSink,
    ) {
        let (rules, side) = (self.rules, self.turn.side);
        let (geometry, seen) = (&rules.geometry, self.seen_by(side));
        let (free, enemy) = (geometry.all() - self.occupied(), self.cells.side(!side));
        for kind in rules.all_kinds() {
            let movement = rules.movement(Piece { kind, side });
            let prey = self.capturable(kind, enemy);
            let mut barred = Bitboard::EMPTY;
            if movement.is_pawn {
                barred = rules.promotion_zone[side.index()][kind.index()] | rules.first_rank(side);
            }
            for from in self.cells.of(side, kind) & movable {
                let receives = |&&(relay, receivers): &&(Kind, u32)| {
                    receivers >> kind.index() & 1 != 0 && self.guarded_by(relay, side, &seen).has(from)
                };
                if !moves.wants_from(from) || !beyond.relays.iter().any(|relay| receives(&relay)) {
                    continue;
                }
                // The piece has its own moves already.
                let known = movement.arrivals(geometry, from, &seen, free, prey);
                let mut targets = Bitboard::EMPTY;
                for &(relay, _) in beyond.relays.iter().filter(receives) {
                    let lent = rules.movement(Piece { kind: relay, side });
                    targets |= lent.arrivals(geometry, from, &seen, free, prey);
                }
                let quiet = free.when(select == GenMode::All);
                let fresh = (targets - known) - barred;
                moves.fan(fresh & movement.region & (quiet | enemy), |to| Move::step(from, to));
            }
        }
    }
}
