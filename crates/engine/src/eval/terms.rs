//! Small terms that the evaluations of several games have in common.

use super::tapered::{Tapered, tapered};
use helgi_rules::board::{Bitboard, Side, Square};

/// A lead without progress: the longer nothing has been captured or promoted, the less it is worth,
/// so that the side that is ahead looks for progress. `clock` is the half-move clock.
#[inline]
pub fn fade(score: i32, clock: u32) -> i32 {
    // A quarter stays even at the end of a long count: a lead is never worth nothing.
    const FULL: i32 = 240;
    let left = FULL - i32::try_from(clock).unwrap_or(FULL).min(FULL * 3 / 4);
    score * left / FULL
}

/// White's score as a side sees it.
#[inline]
pub fn seen_by(side: Side, score: i32) -> i32 {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

/// Returns the union of the squares that `of` gives for some squares, such as those that each attacks.
#[inline]
pub fn union_over<const W: usize>(squares: Bitboard<W>, of: impl Fn(Square) -> Bitboard<W>) -> Bitboard<W> {
    squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | of(square))
}

/// The attacks of one side on the squares around the enemy king, the king's zone. One piece alone
/// seldom does a king harm.
#[derive(Clone, Copy, Default, Debug)]
pub struct ZoneAttack {
    attackers: i32,
    weight: Tapered,
}

impl ZoneAttack {
    /// Notes the squares of the zone that one piece, or what counts as one, attacks, each of this weight.
    #[inline]
    pub fn add<const W: usize>(&mut self, attacked: Bitboard<W>, weight: Tapered) {
        if !attacked.is_empty() {
            self.attackers += 1;
            self.weight += weight * attacked.len() as i32;
        }
    }

    /// The same attackers with half their weight.
    pub fn halved(self) -> Self {
        ZoneAttack { weight: self.weight.part(1, 2), ..self }
    }

    /// Returns the joint worth of several attackers: in the opening the sum of the weights for each
    /// of them, but for no more than `most`.
    #[inline]
    pub fn score(self, most: i32) -> Tapered {
        match self.attackers {
            // A single attacker is met easily.
            0 | 1 => Tapered::default(),
            attackers => tapered(self.weight.opening * attackers.min(most), self.weight.ending),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_attackers_multiply_the_danger() {
        let set = |count| Bitboard::<1>::first_squares(count);
        let mut attack = ZoneAttack::default();
        attack.add(set(0), tapered(5, 5));
        attack.add(set(3), tapered(10, 4));
        assert_eq!(attack.score(5), Tapered::default());
        attack.add(set(1), tapered(7, 2));
        assert_eq!(attack.score(5), tapered(2 * 37, 14));
        assert_eq!(attack.halved().score(5), tapered(2 * 18, 7));
        assert_eq!(attack.score(1), tapered(37, 14));
    }

    #[test]
    fn leads_fade_to_a_quarter() {
        assert_eq!([0, 60, 180, 400].map(|clock| fade(200, clock)), [200, 150, 50, 50]);
        assert_eq!(Side::BOTH.map(|side| seen_by(side, 7)), [7, -7]);
    }
}
