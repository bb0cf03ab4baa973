//! Castling as XBoard does it, whether the game has it or not (`ApplyMove` of version 4.9.1).

use super::{Content, XBoardModel, beside};
use crate::table::LetterTable;
use helgi_protocol::notation::WireSquare;
use helgi_rules::board::Side;

impl XBoardModel {
    /// Castling: a king that goes more than one square sideways puts the piece that is nearest to it on its other
    /// side, even if it goes there over other squares. From the files at the edges none castles.
    pub(super) fn castle(&mut self, from: WireSquare, to: WireSquare) {
        let distance = i16::from(to.file) - i16::from(from.file);
        let is_inside = from.file > 0 && from.file + 1 < self.files;
        if from.rank != to.rank || distance.abs() < 2 || !is_inside {
            return;
        }
        let step = distance.signum() as i8;
        let next = |square| beside(square, step).filter(|square| square.file < self.files);
        let mut beyond = std::iter::successors(next(from), |&square| next(square));
        let nearest = beyond.find(|&square| self.get(square) != Content::Empty);
        if let Some(rook) = nearest.filter(|&square| self.letter(square).is_some()) {
            let moved = self.get(rook);
            beside(to, -step).into_iter().for_each(|square| self.set(square, moved));
            self.set(rook, Content::Empty);
        }
    }

    /// Returns true if a king and a rook of one side stand on two squares, which XBoard takes for castling where one goes onto the
    /// other.
    pub(crate) fn castles_together(&self, king: WireSquare, rook: WireSquare, table: &LetterTable) -> bool {
        let (Some((side, king)), Some((owner, rook))) = (self.letter(king), self.letter(rook)) else {
            return false;
        };
        self.files > 3 && side == owner && table.castles_together(king, rook)
    }

    /// Castling of a king that goes onto its own rook, or of a rook onto its own king: they come to where chess would have them,
    /// counted from the edge of the board. False, and nothing changes, if these two are not there.
    pub(super) fn castle_together(&mut self, from: WireSquare, to: WireSquare, table: &LetterTable) -> bool {
        let is_king = self.castles_together(from, to, table);
        let Some((side, _)) = self.letter(from).filter(|_| is_king || self.castles_together(to, from, table))
        else {
            return false;
        };
        let (mover, other) = (self.get(from), self.get(to));
        let (king, rook) = if is_king { (mover, other) } else { (other, mover) };
        self.set(from, Content::Empty);
        self.set(to, Content::Empty);
        let ranks = self.squares.len() / usize::from(self.files);
        let rank = if side == Side::White { 1 } else { u8::try_from(ranks).unwrap_or(u8::MAX) };
        // They go to the side on which the rook was, whichever of the two has moved.
        let files = if (to.file > from.file) == is_king { [self.files - 2, self.files - 3] } else { [2, 3] };
        for (file, piece) in files.into_iter().zip([king, rook]) {
            self.set(WireSquare { file, rank }, piece);
        }
        true
    }
}
