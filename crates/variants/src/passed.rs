//! The squares that a step has passed over.

use helgi_rules::board::{Bitboard, Square};

/// The squares on which the last step can be answered en passant, and the square of the piece that made it.
///
/// They lie on one line behind that piece, so that six bytes say what a set and a square take 25 for on the largest boards:
/// each move copies a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    victim: Square,
    /// The difference of the numbers of two neighbours on the line, in the direction away from the piece.
    step: i16,
    /// A bit for each square of the line, the lowest for the one next to the piece.
    ready: u16,
}

impl Passed {
    /// No square.
    pub const NONE: Passed = Passed { victim: Square(0), step: 0, ready: 0 };

    /// Some squares behind a piece; `None` unless they lie on one side of it, on one line of at most 16 squares.
    #[inline]
    pub fn over<const W: usize>(squares: Bitboard<W>, victim: Square) -> Option<Passed> {
        let away = |square: Square| i16::from(square.0) - i16::from(victim.0);
        let step = squares.into_iter().map(away).fold(0, common_step);
        let mut passed = Passed { victim, step, ready: 0 };
        for square in squares {
            let steps = away(square).checked_div(step).filter(|steps| (1..=16).contains(steps))?;
            passed.ready |= 1 << (steps - 1);
        }
        Some(passed)
    }

    /// The square of the piece that is captured; of no meaning if nothing can be captured so.
    #[inline]
    pub fn victim(self) -> Square {
        self.victim
    }

    /// Returns true if nothing can be captured so.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.ready == 0
    }

    /// Returns true if the piece can be captured on a square.
    #[inline]
    pub fn has(self, square: Square) -> bool {
        !self.is_empty() && self.each().any(|(_, ready)| ready == square)
    }

    /// The squares on which the piece is captured.
    #[inline]
    pub fn squares<const W: usize>(self) -> Bitboard<W> {
        self.each().map(|(_, square)| square).collect()
    }

    /// Those of the squares that a test accepts.
    #[inline]
    pub fn filter(self, is_ready: impl Fn(Square) -> bool) -> Passed {
        let ready = self.each().filter(|&(_, square)| is_ready(square)).fold(0, |all, (bit, _)| all | bit);
        Passed { ready, ..self }
    }

    /// The squares, each with its bit.
    #[inline]
    fn each(self) -> impl Iterator<Item = (u16, Square)> {
        let (mut ready, first) = (self.ready, i16::from(self.victim.0));
        std::iter::from_fn(move || {
            let steps = ready.trailing_zeros();
            let bit = 1_u16.checked_shl(steps)?;
            ready &= !bit;
            // Made from squares of a board, so the sum is the number of one.
            Some((bit, Square((first + self.step * (steps as i16 + 1)) as u8)))
        })
    }
}

/// The longest step of which two ways are multiples, in the direction of the second.
#[inline]
fn common_step(step: i16, way: i16) -> i16 {
    let (mut greater, mut less) = (way.abs(), step.abs());
    while less != 0 {
        (greater, less) = (less, greater % less);
    }
    greater * way.signum()
}

#[cfg(test)]
mod tests {
    use super::Passed;
    use helgi_rules::board::{Bitboard, Square};

    fn set(squares: &[u8]) -> Bitboard<3> {
        squares.iter().map(|&square| Square(square)).collect()
    }

    #[test]
    fn squares_of_one_line_are_kept() {
        // The last has the most squares that a line behind a piece can have.
        let far: Vec<u8> = (1..=15).map(|rank| 191 - 12 * rank).collect();
        let lines: [(u8, &[u8]); 8] = [
            (36, &[44]),
            (90, &[74, 58, 42]),
            (90, &[58, 42]),
            (0, &[16]),
            (191, &[0]),
            (7, &[37, 22]),
            (3, &[]),
            (191, &far),
        ];
        for (victim, squares) in lines {
            let passed = Passed::over(set(squares), Square(victim)).unwrap();
            assert_eq!(passed.squares::<3>(), set(squares), "behind {victim}");
            assert_eq!((passed.victim(), passed.is_empty()), (Square(victim), squares.is_empty()));
            for number in 0..192 {
                assert_eq!(passed.has(Square(number)), squares.contains(&number), "{number} behind {victim}");
                let rest = passed.filter(|square| square.0 != number).squares::<3>();
                assert_eq!(rest, set(squares) - Bitboard::from(Square(number)), "{number} behind {victim}");
            }
        }
    }

    #[test]
    fn other_squares_are_refused() {
        let lines: [(u8, &[u8]); 4] = [(20, &[19, 21]), (20, &[20]), (20, &[21, 40]), (0, &[1, 17])];
        for (victim, squares) in lines {
            assert_eq!(Passed::over(set(squares), Square(victim)), None, "{squares:?} behind {victim}");
        }
    }
}
