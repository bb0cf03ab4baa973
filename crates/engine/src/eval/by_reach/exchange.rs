//! Exchanges on a square, by the ways of the pieces alone.

use crate::eval::exchange::{ExchangeReply, static_exchange};
use helgi_rules::board::{Bitboard, Geometry, Move, Movement, Occupancy, Piece, Side, Square};
use helgi_rules::internals::board::LARGEST_BOARD;
use helgi_rules::{AnyPosition, Position};
use std::mem;

/// The attacks of the pieces of a game, on a board of up to 192 squares or of more, whose words smaller ones do not pay for.
pub(super) enum AnyAttacks {
    Large(Attacks<3>),
    Huge(Attacks<LARGEST_BOARD>),
}

/// The attacks of the pieces of a game.
pub(super) struct Attacks<const W: usize> {
    pub(super) geometry: Geometry<W>,
    /// By kind and side.
    pub(super) movements: Vec<[Movement<W>; 2]>,
}

/// A piece that may take part in an exchange.
#[derive(Clone, Copy)]
struct Fighter {
    piece: Piece,
    from: Square,
}

impl AnyAttacks {
    /// [`Attacks::see`].
    pub fn see(
        &self,
        position: &AnyPosition,
        legal: Move,
        worth: impl Fn(Piece) -> i32,
        is_royal: impl Fn(Piece) -> bool,
    ) -> i32 {
        match self {
            AnyAttacks::Large(attacks) => attacks.see(position, legal, worth, is_royal),
            AnyAttacks::Huge(attacks) => attacks.see(position, legal, worth, is_royal),
        }
    }
}

impl<const W: usize> Attacks<W> {
    /// Returns what a move from square to square wins or loses in centipawns, if both sides go on capturing there with
    /// their least pieces as long as it pays. Royal pieces capture only what is not guarded.
    pub fn see(
        &self,
        position: &AnyPosition,
        legal: Move,
        worth: impl Fn(Piece) -> i32,
        is_royal: impl Fn(Piece) -> bool,
    ) -> i32 {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return 0 };
        let Some(mover) = position.piece_at(from, 0) else { return 0 };
        let stays = legal.set_down(position.outline()).is_some_and(|[piece, _]| piece == to);
        let victim = position.piece_at(to, 0).filter(|victim| victim.side != mover.side && !stays);
        let besides: Vec<Square> = legal.removed(position.outline()).collect();
        let mut all = Bitboard::EMPTY;
        let mut fighters = Vec::with_capacity(64);
        position.for_each_piece(|square, depth, piece| {
            if [from, to].contains(&square) || besides.contains(&square) || depth > 0 {
                return;
            }
            all.insert(square);
            let movement = &self.movements[piece.kind.index()][piece.side.index()];
            // As if nothing stood in between: a piece in the way may capture first, and opens the line for this one.
            if movement.capture.range(square).has(to) {
                fighters.push(Fighter { piece, from: square });
            }
        });
        let besides = besides.into_iter().filter_map(|square| position.piece_at(square, 0));
        // A piece may take one of its own on its way.
        let signed = |piece: Piece| if piece.side == mover.side { -worth(piece) } else { worth(piece) };
        let gain = victim.map_or(0, &worth) + besides.map(signed).sum::<i32>();
        // Most captures meet no defender, and are done before obstacles are looked for and captures are tried.
        if fighters.iter().all(|fighter| fighter.piece.side == mover.side) {
            return gain;
        }
        // Obstacles close lines as pieces do, but are none, so that they have not been visited above.
        all |= position.outline().squares().filter(|&square| position.is_obstacle(square)).collect();
        all.insert(to);
        let mut on_square = mover;
        static_exchange(mover.side, gain, |side| {
            let Some(next) = self.least(&fighters, side, to, all, &worth, &is_royal) else {
                return ExchangeReply::Nothing;
            };
            let fighter = fighters.swap_remove(next);
            all.remove(fighter.from);
            let is_guarded = || self.least(&fighters, !side, to, all, &worth, &is_royal).is_some();
            if is_royal(fighter.piece) && is_guarded() {
                return ExchangeReply::Nothing;
            }
            ExchangeReply::Capture(worth(mem::replace(&mut on_square, fighter.piece)))
        })
    }

    /// The place of the least piece of a side that captures on a square; a royal one is the last.
    fn least(
        &self,
        fighters: &[Fighter],
        side: Side,
        to: Square,
        all: Bitboard<W>,
        worth: impl Fn(Piece) -> i32,
        is_royal: impl Fn(Piece) -> bool,
    ) -> Option<usize> {
        let occupancy = Occupancy::from(all);
        let captures = |fighter: &Fighter| {
            let movement = &self.movements[fighter.piece.kind.index()][side.index()];
            fighter.piece.side == side
                && movement.capture.reaches(&self.geometry, fighter.from, to, &occupancy)
        };
        let captors = fighters.iter().enumerate().filter(|(_, fighter)| captures(fighter));
        captors
            .min_by_key(|(_, fighter)| (is_royal(fighter.piece), worth(fighter.piece)))
            .map(|(place, _)| place)
    }
}
