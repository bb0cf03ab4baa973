//! Two squares near another one, in a byte.

use super::{Outline, Square};

/// Two squares near that of departure, as a king's step and from there a way of at most two files and two ranks: that much
/// fits in a byte beside the squares of departure and of arrival.
///
/// ```
/// use helgi_rules::board::{Outline, TwoSteps};
///
/// let outline = Outline::new(8, 8, |_, _| true);
/// let [d4, e5, f5, g5] = ["d4", "e5", "f5", "g5"].map(|name| outline.named(name).unwrap());
/// let steps = TwoSteps::between(&outline, d4, [e5, f5]).unwrap();
/// assert_eq!(steps.squares(&outline, d4), Some([e5, f5]));
/// assert_eq!(TwoSteps::between(&outline, d4, [g5, f5]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwoSteps(u8);

impl TwoSteps {
    /// The files and ranks of the longest way from the first square to the second.
    const FAR: i8 = 2;
    /// The ways from the first square to the second.
    const SECOND: u8 = 24;
    /// The number of pairs of steps.
    pub(crate) const COUNT: u8 = 8 * Self::SECOND;

    /// The steps, the second counted from where the first one leads; `None` if they are too long, or lead nowhere.
    #[must_use]
    pub fn new([first, second]: [(i8, i8); 2]) -> Option<Self> {
        // Counted from 1: a byte of 0 stands for no squares.
        Some(TwoSteps(1 + place(first, 1)? * Self::SECOND + place(second, Self::FAR)?))
    }

    /// The steps from a square to two others, in this order.
    #[must_use]
    pub fn between(outline: &Outline, from: Square, [first, second]: [Square; 2]) -> Option<Self> {
        let step = |from: Square, to: Square| {
            let way = |from: u8, to: u8| i8::try_from(i16::from(to) - i16::from(from)).ok();
            Some((way(outline.file(from), outline.file(to))?, way(outline.rank(from), outline.rank(to))?))
        };
        TwoSteps::new([step(from, first)?, step(first, second)?])
    }

    /// Two squares in the one order in which moves name them: by number if a king's step leads to both, so that seen from
    /// either side of the board the order is one; otherwise as they are.
    pub(crate) fn ordered(outline: &Outline, from: Square, [first, second]: [Square; 2]) -> [Square; 2] {
        let is_near = |square: Square| {
            let far = |one: u8, other: u8| one.abs_diff(other) <= 1;
            far(outline.file(from), outline.file(square)) && far(outline.rank(from), outline.rank(square))
        };
        if second < first && is_near(first) && is_near(second) { [second, first] } else { [first, second] }
    }

    /// Both steps, the second counted from where the first one leads.
    #[must_use]
    pub fn steps(self) -> [(i8, i8); 2] {
        let code = self.0 - 1;
        [step(code / Self::SECOND, 1), step(code % Self::SECOND, Self::FAR)]
    }

    /// The squares to which they lead from a square, if the board has them.
    #[must_use]
    pub fn squares(self, outline: &Outline, from: Square) -> Option<[Square; 2]> {
        let [first, second] = self.steps();
        let first = outline.offset(from, first.0, first.1)?;
        Some([first, outline.offset(first, second.0, second.1)?])
    }

    /// The steps as a number below their [`COUNT`](Self::COUNT).
    pub(crate) const fn code(self) -> u8 {
        self.0 - 1
    }

    /// The byte of a move that stands for them, which is not 0.
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// The steps of a byte of a move, which a table may have garbled.
    pub(super) const fn of_byte(byte: u8) -> Option<Self> {
        if byte >= 1 && byte <= Self::COUNT { Some(TwoSteps(byte)) } else { None }
    }
}

/// The place of a step among all others of at most so many files and ranks.
fn place((files, ranks): (i8, i8), most: i8) -> Option<u8> {
    let width = 2 * most + 1;
    let is_near = files.abs() <= most && ranks.abs() <= most && (files, ranks) != (0, 0);
    let place = (ranks + most) * width + files + most;
    // The step that leads nowhere is in the middle, and left out.
    is_near.then(|| (place - i8::from(place > width * width / 2)) as u8)
}

/// The step at a place.
fn step(place: u8, most: i8) -> (i8, i8) {
    let width = 2 * most + 1;
    let place = place as i8;
    let place = place + i8::from(place >= width * width / 2);
    (place % width - most, place / width - most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_steps_of_its_own() {
        let mut found = 0;
        for byte in 0..=u8::MAX {
            let Some(steps) = TwoSteps::of_byte(byte) else { continue };
            assert_eq!(TwoSteps::new(steps.steps()), Some(steps));
            assert_eq!((steps.byte(), steps.code()), (byte, byte - 1));
            found += 1;
        }
        assert_eq!(found, 192);
        for far in [[(2, 0), (1, 0)], [(1, 0), (3, 0)], [(0, 0), (1, 0)], [(1, 1), (0, 0)]] {
            assert_eq!(TwoSteps::new(far), None, "{far:?}");
        }
    }
}
