//! The pieces of a position, counted.

use helgi_rules::board::{Piece, Side};
use helgi_rules::{AnyPosition, Info, Position};

/// The numbers of pieces, by side and kind.
pub struct PieceCounts {
    /// On the board.
    pub board: [Vec<u16>; 2],
    /// In hand.
    pub hand: [Vec<u16>; 2],
}

impl PieceCounts {
    /// Those of both sides on the board and in hand.
    pub fn all(&self, kind: usize) -> u16 {
        self.board.iter().chain(&self.hand).map(|counts| counts[kind]).sum()
    }
}

/// The pieces of a position.
pub fn counts(position: &AnyPosition) -> PieceCounts {
    let none = || vec![0; position.info().pieces.len()];
    let mut counts = PieceCounts { board: [none(), none()], hand: [none(), none()] };
    position.for_each_piece(|_, _, piece| {
        if let Some(count) = counts.board[piece.side.index()].get_mut(piece.kind.index()) {
            *count += 1;
        }
    });
    if let Some(reserve) = position.reserve() {
        for side in Side::BOTH {
            for kind in reserve.kinds(side) {
                if let Some(count) = counts.hand[side.index()].get_mut(kind.index()) {
                    *count = reserve.count(Piece { kind, side }).into();
                }
            }
        }
    }
    counts
}

/// White's pieces less Black's, by kind. A piece below an enemy counts for nobody.
pub fn material(position: &AnyPosition) -> Vec<i8> {
    let info: &Info = position.info();
    let mut difference = vec![0_i8; info.pieces.len()];
    let mut add = |piece: Piece, count: i8| {
        if let Some(difference) = difference.get_mut(piece.kind.index()) {
            let count = if piece.side == Side::White { count } else { -count };
            *difference = difference.saturating_add(count);
        }
    };
    position.for_each_piece(|square, _, piece| {
        if position.piece_at(square, 0).is_some_and(|top| top.side == piece.side) {
            add(piece, 1);
        }
    });
    if let Some(reserve) = position.reserve() {
        for side in Side::BOTH {
            for kind in reserve.kinds(side) {
                let piece = Piece { kind, side };
                add(piece, i8::try_from(reserve.count(piece)).unwrap_or(i8::MAX));
            }
        }
    }
    difference
}
