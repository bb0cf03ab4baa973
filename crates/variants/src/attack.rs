//! Attacks, checks, and what is safe: by the ways of the pieces that aim at the king, or by a look at each move.

use crate::position::FilePosition;
use crate::slot::Types;
use crate::tables::Legality;
use helgi_rules::Position;
use helgi_rules::board::{Action, Bitboard, Kind, Move, Occupancy, Piece, Side, Square};
use helgi_rules::internals::board::Way;
use helgi_rules::internals::board::path::Passing;

/// The squares where pieces may go so that their king is not attacked.
pub(crate) struct Guard<const W: usize> {
    /// The answer for most pieces.
    safe: Bitboard<W>,
    /// The answer for pieces over which nothing hops.
    unhopped_safe: Bitboard<W>,
    /// The pieces for which it differs, because they themselves stand on the way of an attacker.
    on_the_way: Bitboard<W>,
    king: Option<Square>,
}

impl<const W: usize> Guard<W> {
    /// The squares of pieces that have no king.
    pub const NONE: Self = Guard {
        safe: Bitboard::EMPTY,
        unhopped_safe: Bitboard::EMPTY,
        on_the_way: Bitboard::EMPTY,
        king: None,
    };
}

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The pieces of `side` that would attack `square` if their ways were as they need them.
    #[inline]
    pub(crate) fn threats(&self, square: Square, side: Side) -> impl Iterator<Item = (Square, Kind)> + '_ {
        let sites = &self.rules.sites[side.index()];
        (sites.origins[square.index()] & self.cells.side(side)).into_iter().filter_map(move |from| {
            let kind = self.cells.at(from)?.kind;
            (sites.kinds(square, from) >> kind.index() & 1 != 0).then_some((from, kind))
        })
    }

    /// Returns true if a piece attacks a square over one of its ways, `visit` decides which.
    #[inline]
    fn any_way(
        &self,
        (from, kind): (Square, Kind),
        side: Side,
        to: Square,
        with_facing: bool,
        visit: impl FnMut(Way<W>) -> bool,
    ) -> bool {
        let movement = self.rules.movement(Piece { kind, side });
        movement.any_attack(&self.rules.geometry, from, to, with_facing, visit)
    }

    /// A board on which these squares are occupied, whoever looks at it. The kinds that nothing hops over stand where
    /// they do now.
    #[inline]
    pub(crate) fn seen_with(&self, occupied: Bitboard<W>) -> Occupancy<W> {
        Occupancy { blocked: self.unhopped(), ..Occupancy::from(occupied) }
    }

    /// Returns true if pieces of `by` attack a square when `occupied` squares stand in the way; with or without a king's
    /// attack along an open line.
    #[inline]
    pub(crate) fn is_attacked(
        &self,
        square: Square,
        by: Side,
        occupied: Bitboard<W>,
        with_facing: bool,
    ) -> bool {
        if let Some(beyond) = &self.rules.beyond {
            return !self.attackers_seen(beyond, square, by, occupied, with_facing).is_empty();
        }
        let seen = self.seen_with(occupied);
        self.threats(square, by)
            .any(|threat| self.any_way(threat, by, square, with_facing, |way| way.is_open(&seen)))
    }

    /// The pieces of `by` that attack a square when `occupied` squares stand in the way.
    pub(crate) fn attackers(&self, square: Square, by: Side, occupied: Bitboard<W>) -> Bitboard<W> {
        if let Some(beyond) = &self.rules.beyond {
            return self.attackers_seen(beyond, square, by, occupied, false);
        }
        let seen = self.seen_with(occupied);
        self.threats(square, by)
            .filter(|&threat| self.any_way(threat, by, square, false, |way| way.is_open(&seen)))
            .map(|(from, _)| from)
            .collect()
    }

    /// Returns true if the king of the side to move is attacked.
    pub(crate) fn is_king_attacked(&self) -> bool {
        self.has_attacked_king(self.turn.side, false)
    }

    /// Returns true if the side to move is in check.
    pub(crate) fn is_checked(&self) -> bool {
        self.is_king_attacked() || self.rules.spec.pseudo_royal && self.is_pseudo_checked()
    }

    /// The pieces that give check.
    pub(crate) fn find_checkers(&self) -> Bitboard<W> {
        let (side, occupied) = (self.turn.side, self.occupied());
        let mut checkers = Bitboard::EMPTY;
        for king in self.royal_kings(side) {
            checkers |= self.attackers(king, !side, occupied);
        }
        if self.rules.spec.pseudo_royal {
            for royal in self.attacked_royals(side) {
                checkers |= self.attackers(royal, !side, occupied);
            }
        }
        checkers
    }

    /// The squares that are safe for the side to move.
    #[inline]
    pub(crate) fn guard(&self) -> Guard<W> {
        let side = self.turn.side;
        let guarded = self.king(side).filter(|_| self.rules.legality != Legality::Played);
        let Some(king) = guarded else {
            return Guard { safe: !Bitboard::EMPTY, unhopped_safe: !Bitboard::EMPTY, ..Guard::NONE };
        };
        let (own, occupied) = (self.cells.side(side), self.occupied());
        let (seen, with_facing) = (self.seen_with(occupied), self.forbids_facing());
        let (mut safe, mut unhopped_safe, mut on_the_way) =
            (!Bitboard::EMPTY, !Bitboard::EMPTY, Bitboard::EMPTY);
        for threat in self.threats(king, !side) {
            self.any_way(threat, !side, king, with_facing, |way| {
                let standing = way.squares & occupied;
                if way.is_open(&seen) {
                    // A check: step between, or take the piece that gives it.
                    safe &= (way.squares - occupied) | Bitboard::from(threat.0);
                    unhopped_safe &= self.closed_by_unhopped(&way, occupied) | Bitboard::from(threat.0);
                    on_the_way |= standing;
                } else if way.passing.hops() {
                    if standing.is_empty() {
                        // A piece there would be the hurdle that the attacker lacks.
                        safe -= way.hurdles;
                        unhopped_safe -= way.hurdles.when(way.passing != Passing::One);
                    } else {
                        on_the_way |= standing;
                        // A piece that takes the only one there, over which nothing hops, can be hopped over.
                        if way.passing == Passing::One && !standing.has_several() {
                            safe -= standing;
                        }
                    }
                // One piece alone stands in the way: if it leaves, the way is open.
                } else if !standing.has_several() {
                    on_the_way |= standing;
                }
                false
            });
        }
        Guard { safe, unhopped_safe, on_the_way: on_the_way & own, king: Some(king) }
    }

    /// The squares of an open way on which a piece closes it over which nothing hops: also that of the piece which is
    /// hopped over.
    #[inline]
    fn closed_by_unhopped(&self, way: &Way<W>, occupied: Bitboard<W>) -> Bitboard<W> {
        if way.passing == Passing::One { way.squares } else { way.squares - occupied }
    }

    /// The squares where the piece on a square may go.
    #[inline]
    pub(crate) fn safe_for(&self, guard: &Guard<W>, from: Square) -> Bitboard<W> {
        if guard.on_the_way.has(from) {
            self.safe_arrivals(guard, from)
        } else if self.is_unhopped(from) {
            guard.unhopped_safe
        } else {
            guard.safe
        }
    }

    /// The squares where a piece of a kind from the hand may go.
    #[inline]
    pub(crate) fn safe_for_drops(&self, guard: &Guard<W>, kind: Kind) -> Bitboard<W> {
        if self.rules.is_unhopped(kind) { guard.unhopped_safe } else { guard.safe }
    }

    /// Returns true if nothing hops over the piece on a square.
    #[inline]
    fn is_unhopped(&self, square: Square) -> bool {
        !self.rules.unhopped.is_empty() && self.unhopped().has(square)
    }

    /// The squares where a piece on the way of an attacker may go.
    fn safe_arrivals(&self, guard: &Guard<W>, from: Square) -> Bitboard<W> {
        let enemy = !self.turn.side;
        let others = self.occupied() - Bitboard::from(from);
        let (seen, with_facing) = (self.seen_with(others), self.forbids_facing());
        let is_unhopped = self.is_unhopped(from);
        let mut safe = !Bitboard::EMPTY;
        let Some(king) = guard.king else { return safe };
        for threat in self.threats(king, enemy) {
            self.any_way(threat, enemy, king, with_facing, |way| {
                let standing = way.squares & others;
                let hops_over_kinds = way.passing == Passing::One;
                if way.is_open(&seen) {
                    let closing = match is_unhopped {
                        true => self.closed_by_unhopped(&way, others),
                        false => way.squares - others,
                    };
                    safe &= closing | Bitboard::from(threat.0);
                } else if way.passing.hops() && !(is_unhopped && hops_over_kinds) {
                    if standing.is_empty() {
                        safe -= way.hurdles - Bitboard::from(threat.0);
                    } else if hops_over_kinds && !standing.has_several() {
                        safe -= standing;
                    }
                }
                false
            });
        }
        safe
    }

    /// By side: the pieces that are royal because they are the last of their kind.
    fn royals(&self, side: Side) -> Bitboard<W> {
        let spec = &self.rules.spec;
        let mut royals = Bitboard::EMPTY;
        for slot in spec.extinction_types.iter() {
            let pieces = self.of_slot(side, slot);
            // One loss more would bring the kind below what it may not go below.
            if pieces.len() <= spec.extinction_count as usize + 1 {
                royals |= pieces;
            }
        }
        royals
    }

    /// Returns true if taking what stands on a square would blow up one of `theirs`.
    fn is_shielded(&self, square: Square, theirs: Bitboard<W>) -> bool {
        self.rules.spec.blast && self.rules.around[square.index()].meets(theirs)
    }

    /// The pseudo-royal pieces of a side that are in check.
    fn attacked_royals(&self, side: Side) -> Bitboard<W> {
        let theirs = self.royals(!side);
        let occupied = self.occupied();
        let is_attacked = |&square: &Square| {
            !self.is_shielded(square, theirs) && self.is_attacked(square, !side, occupied, false)
        };
        let mut checked: Bitboard<W> = self.royals(side).into_iter().filter(is_attacked).collect();
        if self.rules.spec.duple_check {
            let candidates = self.of_types(side, self.rules.spec.extinction_types);
            if candidates.into_iter().all(|square| is_attacked(&square)) {
                checked |= candidates;
            }
        }
        checked
    }

    /// Returns true if a pseudo-royal piece of the side to move is in check.
    pub(crate) fn is_pseudo_checked(&self) -> bool {
        !self.attacked_royals(self.turn.side).is_empty()
    }

    /// The pieces whose leaving may expose a pseudo-royal piece of the side to move to an attack. `None` if steps of others
    /// may, too: one is attacked already, something hops, or a step may change more than two squares.
    pub(crate) fn exposing(&self) -> Option<Bitboard<W>> {
        let (side, occupied) = (self.turn.side, self.occupied());
        if self.rules.beyond.is_some() || self.rules.walls.is_some() || self.rules.spec.duple_check {
            return None;
        }
        let mut exposing = Bitboard::EMPTY;
        for royal in self.royals(side) {
            for threat in self.threats(royal, !side) {
                let is_near = self.any_way(threat, !side, royal, false, |way| {
                    let standing = way.squares & occupied;
                    if !standing.has_several() {
                        // Only the last piece on the way matters: with two there, one may go.
                        exposing |= standing;
                    }
                    way.passing.hops() || standing.is_empty()
                });
                if is_near {
                    return None;
                }
            }
        }
        Some(exposing)
    }

    /// Returns true for the step to an empty square of a piece that is neither royal nor one of the `exposing` ones, if it
    /// captures nothing and stays what it is: such a step leaves no pseudo-royal piece of its side in check.
    #[inline]
    pub(crate) fn exposes_nothing(&self, candidate: Move, exposing: Bitboard<W>) -> bool {
        let Action::Step { from, to, promote: None, .. } = candidate.action() else { return false };
        let Some(mover) = self.cells.at(from) else { return false };
        !exposing.has(from)
            && self.cells.at(to).is_none()
            && !self.rules.spec.extinction_types.has(self.rules.facts(mover.kind).slot)
            && self.captured_square(mover, from, to).is_none()
    }

    /// Returns true if a move leaves no pseudo-royal piece of its side in check. The king is looked after elsewhere.
    pub(crate) fn is_safe_for_royals(&self, candidate: Move) -> bool {
        let rules = self.rules;
        let spec = &rules.spec;
        let side = self.turn.side;
        let theirs = self.royals(!side);
        let mut royals = self.royals(side);
        let mut candidates = self.of_types(side, spec.extinction_types);
        let mut occupied = self.occupied();
        let mut arrival = candidate.to();
        let is_royal_type = |kind: Kind| spec.extinction_types.has(rules.facts(kind).slot);
        match candidate.action() {
            Action::Drop { kind, to } => {
                occupied.insert(to);
                if is_royal_type(kind) {
                    royals.insert(to);
                }
            }
            Action::Step { from, to, promote, .. } => {
                let Some(mover) = self.cells.at(from) else { return false };
                occupied.remove(from);
                let mut to = to;
                let mut captured = None;
                if let Some(castling) = self.castling_of(from, to) {
                    to = castling.king_to;
                    arrival = Some(to);
                    let path = rules.geometry.between(from, to) | Bitboard::from(from);
                    let is_attacked = |square| {
                        !self.is_shielded(square, theirs) && self.is_attacked(square, !side, occupied, false)
                    };
                    if royals.has(from) && path.into_iter().any(is_attacked) {
                        return false;
                    }
                    occupied.remove(castling.rook_from);
                    occupied.insert(castling.rook_to);
                } else {
                    captured = self.captured_square(mover, from, to);
                }
                occupied.insert(to);
                if let Some(square) = captured {
                    if square != to {
                        occupied.remove(square);
                    }
                    if spec.blast {
                        // Nobody is immune where there are royal pieces: the reader of files sees to that.
                        occupied -= self.blast_around(to);
                    }
                    if spec.petrify.has(rules.facts(mover.kind).slot) && royals.has(from) {
                        return false;
                    }
                }
                for set in [&mut royals, &mut candidates] {
                    if set.has(from) {
                        set.remove(from);
                        set.insert(to);
                    }
                }
                if let Some(kind) = promote.filter(|&kind| is_royal_type(kind)) {
                    let own = self.of_slot(side, rules.facts(kind).slot);
                    if own.len() > spec.extinction_count as usize {
                        royals -= own;
                    } else {
                        royals.insert(to);
                    }
                    candidates.insert(to);
                }
            }
            _ => {}
        }
        if let Some((kind, square)) = candidate.gate() {
            occupied.insert(square);
            if is_royal_type(kind) {
                royals.insert(square);
                candidates.insert(square);
            }
        }
        if let Some(wall) = candidate.built() {
            occupied -= self.leaving_walls();
            occupied.insert(wall);
        }
        if !royals.is_subset(occupied) {
            return false;
        }
        // An attacker that this move takes, or blows up, attacks no more.
        let mut attackers = occupied;
        if let Some(to) = arrival {
            attackers.remove(to);
        }
        let stone = Types(spec.petrify.0 & spec.extinction_types.0);
        if !stone.is_empty() {
            attackers -= self.of_types(!side, stone);
        }
        let is_attacked = |square: Square| {
            !self.is_shielded(square, theirs) && self.attackers(square, !side, occupied).meets(attackers)
        };
        if theirs.is_subset(occupied) && royals.into_iter().any(is_attacked) {
            return false;
        }
        !(spec.duple_check && !candidates.is_empty() && candidates.into_iter().all(is_attacked))
    }

    /// Returns true if the king of the side to move is safe after a step that empties two squares.
    pub(crate) fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        let side = self.turn.side;
        let is_played = self.rules.legality == Legality::Played;
        let Some(king) = self.king(side).filter(|_| !is_played) else { return true };
        // Two squares at once: guards, which see one piece move, do not cover it.
        let victim = Bitboard::from(self.passed.victim());
        let emptied = Bitboard::from(from) | victim;
        let occupied = (self.occupied() - emptied) | Bitboard::from(to);
        self.attackers(king, !side, occupied).is_subset(victim) && !self.faces(king, !side, occupied)
    }

    /// Returns true if a move would give check to the king of the other side.
    pub(crate) fn checks_king(&self, candidate: Move) -> bool {
        let mut after = self.clone();
        after.play(candidate);
        after.is_king_attacked()
    }
}
