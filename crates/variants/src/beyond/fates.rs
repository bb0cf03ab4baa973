//! The fate of a piece by its own move: it stays where it captures, goes over to the other side, becomes another one.

use super::BeyondTables;
use crate::position::FilePosition;
use crate::slot::{Slot, Types};
use crate::spec::Spec;
use helgi_rules::board::{Bitboard, Kind, Piece, Side, Square};

/// The tables of such rules: sets of kinds have a bit for each.
pub(crate) struct Fates {
    /// The kinds that stay where they are when they capture.
    stays: u32,
    /// The kinds that go over to the other side by a capture.
    leaves_by_capture: u32,
    /// The kinds that go over to the other side by a move without one.
    leaves_by_move: u32,
    /// By kind: what it becomes.
    turns: Vec<Option<Kind>>,
}

impl Fates {
    /// The tables of a game, if it has such rules. `mask` makes sets, `first` finds the plain kind of a piece.
    pub fn new(
        spec: &Spec,
        slots: impl Iterator<Item = Slot>,
        mask: impl Fn(Types) -> u32,
        first: impl Fn(Slot) -> Option<Kind>,
    ) -> Option<Self> {
        let beyond = &spec.beyond;
        let but_kings = |mut types: Types| {
            types.remove(Slot::KING);
            mask(types)
        };
        let turned = |slot: Slot| {
            let turned = beyond.move_turns[slot.index()].filter(|_| slot != Slot::KING);
            turned.and_then(&first)
        };
        beyond.changes_movers().then(|| Fates {
            stays: mask(beyond.capture_in_place),
            leaves_by_capture: but_kings(beyond.capture_changes_side),
            leaves_by_move: but_kings(beyond.move_changes_side),
            turns: slots.map(turned).collect(),
        })
    }

    /// Returns true if captors are never captured back where they capture: they stay away, or are the enemy's by then.
    pub fn ends_exchanges(&self) -> bool {
        self.stays != 0 || self.leaves_by_capture != 0
    }
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Puts a piece where it comes to stand by its move, as what it is from then on.
    pub(super) fn settle(
        &mut self,
        beyond: &BeyondTables<W>,
        mover: Piece,
        captures: bool,
        [from, to]: [Square; 2],
        promote: Option<Kind>,
    ) {
        let Some(fates) = &beyond.fates else {
            return self.cells.put(to, Piece { kind: promote.unwrap_or(mover.kind), side: mover.side });
        };
        let has = |set: u32| set >> mover.kind.index() & 1 != 0;
        let leaves = has(if captures { fates.leaves_by_capture } else { fates.leaves_by_move });
        let turned = fates.turns[mover.kind.index()];
        let piece = Piece {
            kind: promote.or(turned).unwrap_or(mover.kind),
            side: if leaves { !mover.side } else { mover.side },
        };
        self.cells.put(if captures && has(fates.stays) { from } else { to }, piece);
    }

    /// Those of the squares where a piece of a kind captures without going there.
    pub(crate) fn taken_in_place(
        &self,
        beyond: &BeyondTables<W>,
        kind: Kind,
        targets: Bitboard<W>,
    ) -> Bitboard<W> {
        match &beyond.fates {
            Some(fates) if fates.stays >> kind.index() & 1 != 0 => targets & self.cells.side(!self.turn.side),
            _ => Bitboard::EMPTY,
        }
    }

    /// The pieces of a side that may not move, because it has enough of what they would become.
    pub(crate) fn kept_by_limits(&self, beyond: &BeyondTables<W>, side: Side) -> Bitboard<W> {
        let Some(fates) = &beyond.fates else { return Bitboard::EMPTY };
        let turning = self.rules.all_kinds().zip(&fates.turns);
        let is_kept = |turned: Kind| !self.may_promote_to(turned);
        turning
            .filter(|&(_, &turned)| turned.is_some_and(is_kept))
            .fold(Bitboard::EMPTY, |set, (kind, _)| set | self.cells.of(side, kind))
    }
}
