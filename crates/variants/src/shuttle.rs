//! The rule against moving one piece to and fro, which needs a memory of each side's last moves.

use helgi_rules::board::Square;

/// The last moves of a side, as far as they are those of one piece to and fro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shuttle {
    from: Square,
    to: Square,
    /// The number of moves: one that brought a piece somewhere, one from there, and those that went back each time.
    count: u8,
    /// True if the side has passed since.
    has_passed: bool,
}

impl Shuttle {
    /// No such moves.
    pub const NONE: Self = Shuttle { from: Square(0), to: Square(0), count: 0, has_passed: false };

    /// The number of moves that are one too many.
    const MOST: u8 = 5;

    /// A piece that has come to a square, from wherever.
    pub fn arrived(to: Square) -> Self {
        Shuttle { from: to, to, count: 1, has_passed: false }
    }

    /// Returns true if the side has passed behind its moves.
    pub fn has_passed(self) -> bool {
        self.has_passed
    }

    fn goes_back(self, from: Square, to: Square) -> bool {
        from == self.to && to == self.from
    }

    /// The moves with a further one, and whether it is one too many.
    pub fn with(self, from: Square, to: Square) -> (Self, bool) {
        let (count, is_over) = match self.count {
            // A pass may stand before the last move only; behind it everything begins anew.
            4.. if self.has_passed => (1, self.goes_back(from, to)),
            _ if self.has_passed => (1, false),
            2.. if self.goes_back(from, to) => {
                let count = (self.count + 1).min(Shuttle::MOST);
                (count, count == Shuttle::MOST)
            }
            1.. if from == self.to => (2, false),
            _ => (1, false),
        };
        (Shuttle { from, to, count, has_passed: false }, is_over)
    }

    /// The moves with a pass behind them.
    pub fn with_pass(self) -> Self {
        if self.count >= 4 && !self.has_passed { Shuttle { has_passed: true, ..self } } else { Shuttle::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves, from 1, that are one too many; `--` is a pass.
    fn too_many(moves: &[(u8, u8)]) -> Vec<usize> {
        let mut shuttle = Shuttle::NONE;
        let mut found = Vec::new();
        for (number, &(from, to)) in (1..).zip(moves) {
            if from == to {
                shuttle = shuttle.with_pass();
                continue;
            }
            let (after, is_over) = shuttle.with(Square(from), Square(to));
            shuttle = after;
            found.extend(is_over.then_some(number));
        }
        found
    }

    #[test]
    fn the_fifth_move_of_a_piece_to_and_fro_is_one_too_many() {
        let (there, back, pass) = ((1, 2), (2, 1), (9, 9));
        assert_eq!(too_many(&[there, back, there, back, there, back]), [5, 6]);
        // What brings it there need not come from where it goes to and fro.
        assert_eq!(too_many(&[(7, 1), there, back, there, back]), [5]);
        assert_eq!(too_many(&[(7, 8), there, back, there, back, there]), [6]);
        // Another piece between ends the series, and a pass does, but before the last move.
        assert_eq!(too_many(&[there, back, there, (7, 8), back, there, back, there]), []);
        assert_eq!(too_many(&[there, back, there, back, pass, there, back]), [6]);
        assert_eq!(too_many(&[there, back, there, back, pass, pass, there]), []);
        assert_eq!(too_many(&[there, back, there, pass, back, there, back, there]), []);
    }
}
