//! Effects of moves that only these rules know.

use super::BeyondTables;
use crate::position::FilePosition;
use helgi_rules::board::{Bitboard, Extra, Kind, Piece, Side, Square};
use helgi_rules::{Outcome, Phrase, Reason};

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// Takes a piece off the board: into the other side's hand where that is the rule.
    pub(crate) fn remove(&mut self, square: Square) -> Option<Piece> {
        let gone = self.cells.take(square)?;
        self.put_into_hand(gone);
        self.castlings.lose(square);
        Some(gone)
    }

    /// Plays a shot.
    pub(crate) fn play_shot(&mut self, beyond: &BeyondTables<W>, victims: [Option<Square>; 2]) {
        for victim in victims.into_iter().flatten() {
            if beyond.has_rare_moves {
                self.take_on_the_way(victim);
            } else {
                self.remove(victim);
            }
        }
        self.crown_heirs(beyond);
    }

    /// Puts a piece where it arrives, after what it captured has left the board, and carries out what follows.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn arrive(
        &mut self,
        beyond: &BeyondTables<W>,
        mover: Piece,
        captured: Option<Piece>,
        [from, to]: [Square; 2],
        promote: Option<Kind>,
        extra: Extra,
    ) {
        let index = mover.kind.index();
        if beyond.leaves[index] && self.rules.promotion_zone[mover.side.index()][index].has(to) {
            if let Extra::Remove(removed) = extra {
                self.remove(removed);
            }
            self.put_into_hand(mover);
        } else if let Some(kind) =
            promote.filter(|kind| beyond.enemy_choices[mover.side.index()][index].contains(kind))
        {
            let place = if let Extra::Place(place) = extra { place } else { to };
            self.cells.put(place, Piece { kind, side: !mover.side });
            self.frozen = Some(place).filter(|_| self.rules.spec.beyond.enemy_frozen);
        } else if let (Some(around), Some(_)) = (&beyond.blast[index], captured) {
            self.put_into_hand(mover);
            for square in around[to.index()] & self.cells.occupied() {
                self.remove(square);
            }
        } else if captured.is_some_and(|piece| beyond.is_deadly[piece.kind.index()]) {
            self.put_into_hand(mover);
        } else {
            self.settle(beyond, mover, captured.is_some(), [from, to], promote);
        }
        if captured.is_some_and(|piece| beyond.is_bonus[piece.kind.index()]) {
            self.reward(beyond, mover, to, promote, extra);
        }
        self.crown_heirs(beyond);
    }

    /// The bonus of a capture: the captor turns, or another piece does, or there is none and the game is won.
    fn reward(
        &mut self,
        beyond: &BeyondTables<W>,
        mover: Piece,
        to: Square,
        promote: Option<Kind>,
        extra: Extra,
    ) {
        if beyond.turns[mover.kind.index()].is_some() {
            // A promotion of what it has become is all of the bonus.
            if promote.is_none() {
                self.turn_piece(beyond, to);
            }
        } else if let Extra::Reward(square) = extra {
            self.turn_piece(beyond, square);
            self.castlings.lose(square);
        } else if self.rules.spec.beyond.bonus_wins {
            self.has_bonus_win = self.turnable(beyond, mover.side).is_empty();
        }
    }

    fn turn_piece(&mut self, beyond: &BeyondTables<W>, square: Square) {
        let Some(piece) = self.cells.at(square) else { return };
        if let Some(kind) = beyond.turns[piece.kind.index()] {
            self.cells.take(square);
            self.cells.put(square, Piece { kind, ..piece });
        }
    }

    /// Lets heirs take the place of kinds that have left the board.
    fn crown_heirs(&mut self, beyond: &BeyondTables<W>) {
        for &(kind, heir) in &beyond.heirs {
            for side in Side::BOTH {
                if self.cells.of(side, kind).is_empty()
                    && let Some(square) = self.cells.of(side, heir).first()
                {
                    self.cells.take(square);
                    self.cells.put(square, Piece { kind, side });
                }
            }
        }
    }

    /// A side's points, doubled.
    fn doubled_points(&self, side: Side) -> u32 {
        // Doubled, because Black's share is in half points.
        let beyond = &self.rules.spec.beyond;
        let points = |square: Square| {
            let piece = self.cells.at(square)?;
            Some(beyond.points[self.rules.facts(piece.kind).slot.index()])
        };
        let sum: u32 = self.cells.side(side).into_iter().filter_map(points).sum();
        2 * sum + if side == Side::Black { beyond.points_black } else { 0 }
    }

    /// The end of the game on points.
    pub(crate) fn points_verdict(&self) -> Outcome {
        let [white, black] = Side::BOTH.map(|side| self.doubled_points(side));
        let doubled = |points: u32| u16::try_from(points).unwrap_or(u16::MAX);
        let reason = Reason::Points { white: doubled(white), black: doubled(black) };
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Side::White, reason),
            std::cmp::Ordering::Less => Outcome::win(Side::Black, reason),
            std::cmp::Ordering::Equal => Outcome::draw(Reason::Rule(EVEN_POINTS)),
        }
    }

    /// The ends that only these rules know.
    pub(crate) fn end_beyond(&self) -> Option<Outcome> {
        let beyond = &self.rules.spec.beyond;
        if self.has_bonus_win {
            return Some(Outcome::win(!self.turn.side, Reason::BonusRule));
        }
        (beyond.points_when_bare && self.cells.occupied().len() == 2).then(|| self.points_verdict())
    }

    /// The squares of frozen pieces, which do not move.
    pub(crate) fn frozen_set(&self) -> Bitboard<W> {
        self.frozen.map_or(Bitboard::EMPTY, Bitboard::from)
    }
}

/// The end of a game on points that are even.
pub(crate) const EVEN_POINTS: Phrase = Phrase::new("even-points", "Draw on points");
