//! The leaps of Cambodian chess: a king and a met that have not moved may leap once.
//!
//! The king leaps two files aside and one rank forward, not out of check; the met two ranks forward, over whatever stands
//! between. Neither captures so. The king loses its leap for good when a rook of the other side comes to stand on its rank or
//! file, whatever is between them.

use crate::position::FilePosition;
use crate::slot::{Slot, Types};
use helgi_rules::FenError;
use helgi_rules::board::{Bitboard, Kind, Move, MoveSink, Side, Square};
use helgi_rules::internals::FenFault;

/// The kinds that leap.
const LEAPING: Types = Types::of(&[Slot::KING, Slot::FERS]);

impl<const W: usize, const N: usize> FilePosition<'_, W, N> {
    /// The pieces of a side that may still leap.
    fn own_leapers(&self, side: Side) -> Bitboard<W> {
        self.of_types(side, LEAPING) & self.rules.castling_rank[side.index()] & self.unmoved
    }

    /// Visits the leaps of the side to move.
    // Apart from the generator, and with a guard of its own: one that is lent out would have to lie in memory in all games.
    #[inline(never)]
    pub(crate) fn visit_first_leaps(&self, moves: &mut impl MoveSink) {
        if self.unmoved.is_empty() {
            return;
        }
        let (side, guard) = (self.turn.side, self.guard());
        let outline = self.rules.geometry.outline();
        let forward: i8 = if side == Side::White { 1 } else { -1 };
        let occupied = self.occupied();
        for from in self.own_leapers(side) {
            if !moves.wants_from(from) {
                continue;
            }
            let reach = |leaps: &[(i8, i8)]| -> Bitboard<W> {
                let targets = leaps.iter().filter_map(|&(files, ranks)| outline.offset(from, files, ranks));
                let targets: Bitboard<W> = targets.collect();
                targets - occupied
            };
            if let Some(king) = self.cells.at(from).filter(|_| self.king(side) == Some(from)) {
                if !self.is_king_attacked() {
                    let leaps = reach(&[(-2, forward), (2, forward)]);
                    // A king of other moves may go there anyway.
                    let own = self.rules.movement(king).arrivals(
                        &self.rules.geometry,
                        from,
                        &self.seen_by(side),
                        leaps,
                        Bitboard::EMPTY,
                    );
                    self.visit_king(from, leaps - own, moves);
                }
            } else {
                let targets = reach(&[(0, 2 * forward)]) & self.safe_for(&guard, from);
                moves.fan(targets, |to| Move::step(from, to));
            }
        }
    }

    /// Ends the leaps of what stands on these squares.
    pub(crate) fn end_leaps(&mut self, from: Square, to: Square) {
        self.unmoved -= Bitboard::from(from) | Bitboard::from(to);
    }

    /// Ends the leap of the other side's king if a rook has come to stand on its rank or file. Gates, which share the field
    /// of leaps, stay open.
    pub(crate) fn aim_at_leaper(&mut self, mover: Kind, to: Square) {
        if !self.rules.spec.regional.first_leaps {
            return;
        }
        let enemy = !self.turn.side;
        let Some(king) = self.king(enemy) else { return };
        let outline = self.rules.geometry.outline();
        let (file, rank) = (outline.file(king), outline.rank(king));
        let is_aimed = file == outline.file(to) || rank == outline.rank(to);
        let stands_there = self.rules.castling_rank[enemy.index()].has(king);
        if is_aimed && stands_there && self.rules.facts(mover).slot == Slot::ROOK {
            self.unmoved.remove(king);
        }
    }

    /// Reads the files of the pieces that may still leap, which stand in the field of castling. At the start, letters of
    /// other pieces are left out.
    pub(crate) fn read_leapers(&mut self, field: &str, is_start: bool) -> Result<(), FenError> {
        let letters = if field == "-" { "" } else { field };
        let outline = self.rules.geometry.outline();
        for letter in letters.chars() {
            let side = Side::of_letter(letter);
            let file = (letter.to_ascii_uppercase() as u32).wrapping_sub('A' as u32);
            let standing = self.of_types(side, LEAPING) & self.rules.castling_rank[side.index()];
            let found = standing.into_iter().find(|&square| u32::from(outline.file(square)) == file);
            match found {
                Some(square) => self.unmoved.insert(square),
                None if is_start => {}
                None => {
                    let expected =
                        "`-`, or the files of kings and mets on their first rank that may still leap";
                    return Err(FenError::new("castling", field, expected).of(FenFault::Rights));
                }
            }
        }
        Ok(())
    }

    /// The field of the pieces that may still leap.
    pub(crate) fn leapers_field(&self) -> String {
        let outline = self.rules.geometry.outline();
        let letter = |side: Side, square| side.cased((b'A' + outline.file(square)) as char);
        let of_side = |side: Side| self.own_leapers(side).into_iter().map(move |square| letter(side, square));
        let text: String = Side::BOTH.into_iter().flat_map(of_side).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }
}
