//! Two squares near another one, as a move names them beside its own squares.

use super::{Outline, Square};

/// Two squares near that of departure: the way to the first, and the way on to the second.
///
/// Near steps, a king's step and from there at most two files and two ranks, fit in the last byte of a move, whatever else
/// it does. Far steps, each of at most three files and ranks, take some of its tags besides, of which a promotion has none to
/// spare.
///
/// ```
/// use helgi_rules::board::{Outline, TwoSteps};
///
/// let outline = Outline::new(8, 8, |_, _| true);
/// let [d4, e5, f5, g5, h4] = ["d4", "e5", "f5", "g5", "h4"].map(|name| outline.named(name).unwrap());
/// let steps = TwoSteps::between(&outline, d4, [e5, f5]).unwrap();
/// assert!(steps.are_near());
/// assert_eq!(steps.squares(&outline, d4), Some([e5, f5]));
/// assert!(!TwoSteps::between(&outline, d4, [g5, f5]).unwrap().are_near());
/// assert_eq!(TwoSteps::between(&outline, d4, [h4, g5]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwoSteps {
    /// The place of the tag among those of such moves: 0 of near steps.
    page: u8,
    /// The last byte of the move.
    byte: u8,
}

impl TwoSteps {
    /// The files and ranks of the longest near way from the first square to the second.
    const NEAR: i8 = 2;
    /// The near ways from the first square to the second.
    const NEAR_SECOND: u16 = 24;
    /// The files and ranks of the longest far step.
    const FAR: i8 = 3;
    /// The far steps from a square.
    const FAR_SECOND: u16 = 48;
    /// The number of pairs of near steps.
    pub(crate) const NEAR_COUNT: u16 = 8 * Self::NEAR_SECOND;
    /// A number above that of all pairs of steps.
    pub(crate) const COUNT: u16 = Self::NEAR_COUNT + Self::FAR_SECOND * Self::FAR_SECOND;
    /// The tags of moves that far steps take.
    pub(super) const FAR_PAGES: u8 = ((Self::COUNT - Self::NEAR_COUNT) / 256) as u8;

    /// The steps, the second counted from where the first one leads; `None` if they are too long, or lead nowhere.
    #[must_use]
    pub fn new([first, second]: [(i8, i8); 2]) -> Option<Self> {
        let code = |most: (i8, i8), width: u16| Some(place(first, most.0)? * width + place(second, most.1)?);
        let near = code((1, Self::NEAR), Self::NEAR_SECOND);
        let far = || Some(Self::NEAR_COUNT + code((Self::FAR, Self::FAR), Self::FAR_SECOND)?);
        near.or_else(far).and_then(Self::of_code)
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

    /// The steps to two squares in the one order in which moves name them, whichever they come in: near steps if there are
    /// any, and of two orders the one with the lower square first.
    ///
    /// ```
    /// use helgi_rules::board::{Outline, TwoSteps};
    ///
    /// let outline = Outline::new(8, 8, |_, _| true);
    /// let [d4, e5, f5] = ["d4", "e5", "f5"].map(|name| outline.named(name).unwrap());
    /// let (squares, steps) = TwoSteps::naming(&outline, d4, [f5, e5]).unwrap();
    /// assert_eq!((squares, steps.are_near()), ([e5, f5], true));
    /// ```
    #[must_use]
    pub fn naming(outline: &Outline, from: Square, two: [Square; 2]) -> Option<([Square; 2], Self)> {
        let [low, high] = [two[0].min(two[1]), two[0].max(two[1])];
        let steps = |order| Some((order, TwoSteps::between(outline, from, order)?));
        let [upward, downward] = [steps([low, high]), steps([high, low])];
        let near = |found: Option<([Square; 2], TwoSteps)>| found.filter(|(_, steps)| steps.are_near());
        near(upward).or(near(downward)).or(upward).or(downward)
    }

    /// Returns true if they are near, so that a move that promotes has room for them.
    #[must_use]
    pub const fn are_near(self) -> bool {
        self.page == 0
    }

    /// Both steps, the second counted from where the first one leads.
    #[must_use]
    pub fn steps(self) -> [(i8, i8); 2] {
        let code = self.code();
        if self.are_near() {
            return [step(code / Self::NEAR_SECOND, 1), step(code % Self::NEAR_SECOND, Self::NEAR)];
        }
        let code = code - Self::NEAR_COUNT;
        [step(code / Self::FAR_SECOND, Self::FAR), step(code % Self::FAR_SECOND, Self::FAR)]
    }

    /// The squares to which they lead from a square, if the board has them.
    #[must_use]
    pub fn squares(self, outline: &Outline, from: Square) -> Option<[Square; 2]> {
        let [first, second] = self.steps();
        let first = outline.offset(from, first.0, first.1)?;
        Some([first, outline.offset(first, second.0, second.1)?])
    }

    /// The steps as a number below their [`COUNT`](Self::COUNT), near ones below [`NEAR_COUNT`](Self::NEAR_COUNT).
    pub(crate) const fn code(self) -> u16 {
        match self.page {
            0 => self.byte as u16 - 1,
            page => Self::NEAR_COUNT + (page as u16 - 1) * 256 + self.byte as u16,
        }
    }

    /// The steps of a number.
    fn of_code(code: u16) -> Option<Self> {
        match code.checked_sub(Self::NEAR_COUNT) {
            // Counted from 1: a byte of 0 stands for no squares.
            None => Some(TwoSteps { page: 0, byte: code as u8 + 1 }),
            Some(far) => Some(TwoSteps { page: (far / 256) as u8 + 1, byte: (far % 256) as u8 })
                .filter(|steps| steps.page <= Self::FAR_PAGES),
        }
    }

    /// The place of the tag and the last byte of a move, which is not 0 at the first place.
    pub(super) const fn bytes(self) -> [u8; 2] {
        [self.page, self.byte]
    }

    /// The steps of a tag and a byte, which a table may have garbled.
    pub(super) fn of_bytes([page, byte]: [u8; 2]) -> Option<Self> {
        let steps = TwoSteps { page, byte };
        match page {
            0 => (1..=Self::NEAR_COUNT).contains(&u16::from(byte)).then_some(steps),
            // What is near has a number of its own.
            page => Some(steps).filter(|_| page <= Self::FAR_PAGES).filter(|steps| {
                let [first, second] = steps.steps();
                place(first, 1).is_none() || place(second, Self::NEAR).is_none()
            }),
        }
    }
}

/// The place of a step among all others of at most so many files and ranks.
fn place((files, ranks): (i8, i8), most: i8) -> Option<u16> {
    let width = 2 * most + 1;
    let is_near = files.abs() <= most && ranks.abs() <= most && (files, ranks) != (0, 0);
    // The step that leads nowhere is in the middle, and left out. Short, so that the sum is below 49.
    is_near.then(|| {
        let place = (ranks + most) * width + files + most;
        (place - i8::from(place > width * width / 2)) as u16
    })
}

/// The step at a place.
fn step(place: u16, most: i8) -> (i8, i8) {
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
        let (mut near, mut far) = (0, 0);
        for [page, byte] in
            (0..=TwoSteps::FAR_PAGES + 1).flat_map(|page| (0..=255).map(move |byte| [page, byte]))
        {
            let Some(steps) = TwoSteps::of_bytes([page, byte]) else { continue };
            assert_eq!(TwoSteps::new(steps.steps()), Some(steps));
            assert_eq!(steps.bytes(), [page, byte]);
            assert!(
                steps.code() < TwoSteps::COUNT && (steps.code() < TwoSteps::NEAR_COUNT) == steps.are_near()
            );
            *(if steps.are_near() { &mut near } else { &mut far }) += 1;
        }
        assert_eq!((near, far), (192, 48 * 48 - 192));
        for steps in [[(2, 0), (1, 0)], [(1, 0), (3, 0)], [(2, 1), (-1, 2)], [(3, 3), (-3, -3)]] {
            assert!(TwoSteps::new(steps).is_some_and(|steps| !steps.are_near()), "{steps:?}");
        }
        for none in [[(4, 0), (1, 0)], [(1, 0), (4, 0)], [(0, 0), (1, 0)], [(1, 1), (0, 0)]] {
            assert_eq!(TwoSteps::new(none), None, "{none:?}");
        }
    }

    /// The same two squares have one name, from either side of the board.
    #[test]
    fn two_squares_have_one_name() {
        let outline = Outline::new(7, 7, |_, _| true);
        let from = outline.named("d4").unwrap();
        let mut named = 0;
        for (one, other) in outline.squares().flat_map(|one| outline.squares().map(move |other| (one, other)))
        {
            let name = TwoSteps::naming(&outline, from, [one, other]);
            assert_eq!(name, TwoSteps::naming(&outline, from, [other, one]));
            let Some((squares, steps)) = name else { continue };
            assert_eq!(steps.squares(&outline, from), Some(squares));
            named += 1;
        }
        assert!(named > 1000, "{named}");
    }
}
