//! Effects of moves on other squares than their own, by numbers, where the one square that a move has room for cannot say them.
//!
//! A move is four bytes and knows no position. So the outline of a game, which whoever reads a move has at hand, keeps a list of
//! such effects for each way from a square of departure to one of arrival, and a move has the number of its effect there.
//! The lists are seen from the square of departure: they are the same for all squares.

use super::{Outline, Square};
use crate::short_list::{sort_short, sort_short_by_key};
use std::collections::HashMap;
use std::sync::Arc;

/// The tags of moves that numbers take besides the last byte.
pub(super) const PAGES: u8 = 22;

/// The most numbered effects on the way from one square to another.
pub const MOST_EFFECTS: usize = PAGES as usize * 256;

/// The most of them that a move with a promotion can name: those with the lowest numbers.
pub const MOST_PROMOTED_EFFECTS: usize = 255;

/// A square as seen from that of departure: files to the right, counted around the edge, and ranks up.
type Offset = (u8, i8);

/// The effect of a move on squares besides those where it begins and ends.
///
/// ```
/// use helgi_rules::board::{Action, Extra, Move, Outline, Square};
/// use helgi_rules::internals::board::{EffectList, SideEffect};
///
/// let outline = Outline::new(8, 8, |_, _| true);
/// let square = |name| outline.named(name).unwrap();
/// let [from, to] = [square("d4"), square("f7")];
/// let effect = SideEffect { taken: vec![square("f6"), square("e5"), square("e6")], set_down: None };
/// let mut effects = EffectList::default();
/// assert_eq!(effects.add(&outline, [from, to], &effect), 0);
/// assert_eq!(effects.add(&outline, [from, to], &effect), 0, "it is known");
/// let outline = effects.with_outline(outline.clone());
/// let number = effect.number(&outline, [from, to]).unwrap();
/// let played: Move = Action::Step { from, to, promote: None, extra: Extra::Numbered(number) }.into();
/// let taken: Vec<String> = played.removed(&outline).map(|square| outline.name(square)).collect();
/// assert_eq!(taken, ["e5", "e6", "f6"]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct SideEffect {
    /// The squares of the pieces that leave the board, other than that of arrival.
    pub taken: Vec<Square>,
    /// The square of a piece that is set down elsewhere, and the square where.
    pub set_down: Option<[Square; 2]>,
}

/// The same, seen from the square of departure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct RelativeEffect {
    /// In ascending order.
    taken: Vec<Offset>,
    set_down: Option<[Offset; 2]>,
}

/// The numbered effects of the moves of a game.
#[derive(Clone, Default, Debug)]
pub struct EffectList(HashMap<Offset, NumberedEffects>);

/// The effects on one way.
#[derive(Clone, Default, Debug)]
struct NumberedEffects {
    list: Vec<RelativeEffect>,
    numbers: HashMap<RelativeEffect, usize>,
}

impl SideEffect {
    /// The number by which a move from one square to another names it; `None` if the game of the outline has no such move.
    #[must_use]
    pub fn number(&self, outline: &Outline, [from, to]: [Square; 2]) -> Option<u16> {
        let wanted = self.seen_from(outline, from);
        let effects = outline.effects.as_ref()?.0.get(&offset(outline, from, to))?;
        effects.numbers.get(&wanted).and_then(|&number| u16::try_from(number).ok())
    }

    /// The effect of a number; `None` if there is none of that number there, which moves from garbled tables may name.
    #[must_use]
    pub fn numbered(outline: &Outline, [from, to]: [Square; 2], number: u16) -> Option<SideEffect> {
        if from.index() >= outline.len() || to.index() >= outline.len() {
            return None;
        }
        let effects = outline.effects.as_ref()?.0.get(&offset(outline, from, to))?;
        let RelativeEffect { taken, set_down } = effects.list.get(usize::from(number))?;
        let square = |&offset: &Offset| at(outline, from, offset);
        let taken: Option<Vec<Square>> = taken.iter().map(square).collect();
        let set_down = match set_down {
            Some([piece, place]) => Some([square(piece)?, square(place)?]),
            None => None,
        };
        Some(SideEffect { taken: in_text_order(outline, from, taken?), set_down })
    }

    fn seen_from(&self, outline: &Outline, from: Square) -> RelativeEffect {
        let seen = |square: Square| offset(outline, from, square);
        let mut taken: Vec<Offset> = self.taken.iter().copied().map(seen).collect();
        sort_short(&mut taken);
        RelativeEffect { taken, set_down: self.set_down.map(|squares| squares.map(seen)) }
    }
}

impl EffectList {
    /// Adds an effect on the way from one square to another, if it is not known, and returns its number.
    pub fn add(&mut self, outline: &Outline, [from, to]: [Square; 2], effect: &SideEffect) -> usize {
        let NumberedEffects { list, numbers } = self.0.entry(offset(outline, from, to)).or_default();
        *numbers.entry(effect.seen_from(outline, from)).or_insert_with_key(|effect| {
            list.push(effect.clone());
            list.len() - 1
        })
    }

    /// The outline with these effects.
    #[must_use]
    pub fn with_outline(self, mut outline: Outline) -> Outline {
        outline.effects = (!self.0.is_empty()).then(|| Arc::new(self));
        outline
    }

    /// The greatest number of effects on one way.
    pub(crate) fn most(&self) -> usize {
        self.0.values().map(|effects| effects.list.len()).max().unwrap_or(0)
    }
}

fn offset(outline: &Outline, from: Square, to: Square) -> Offset {
    let width = outline.files();
    // Below twice 26, and below 99.
    let files = (outline.file(to) + width - outline.file(from)) % width;
    (files, outline.rank(to) as i8 - outline.rank(from) as i8)
}

fn at(outline: &Outline, from: Square, (files, ranks): Offset) -> Option<Square> {
    let file = (outline.file(from) + files) % outline.files();
    outline.square(file, outline.rank(from).checked_add_signed(ranks)?)
}

/// The squares of the victims of a move from a square in the one order in which texts name them: the nearest first. Of two
/// whose ways from one to the next are short the one that leads to the other comes first.
#[must_use]
pub fn in_text_order(outline: &Outline, from: Square, mut victims: Vec<Square>) -> Vec<Square> {
    let far = |one: Square, other: Square| {
        let files = outline.file(one).abs_diff(outline.file(other));
        files.max(outline.rank(one).abs_diff(outline.rank(other)))
    };
    sort_short_by_key(&mut victims, |&victim| (far(from, victim), victim));
    if let [first, second] = victims[..] {
        let [low, high] = [first.min(second), first.max(second)];
        let apart = far(low, high);
        // A king's step and from there two files and ranks at most, or else two ways of three at most.
        let is_way = |to: Square, most: u8, on: u8| far(from, to) <= most && apart <= on;
        let ways = [(low, 1, 2), (high, 1, 2), (low, 3, 3), (high, 3, 3)];
        if let Some((first, ..)) = ways.into_iter().find(|&(to, most, on)| is_way(to, most, on)) {
            return vec![first, if first == low { high } else { low }];
        }
    }
    victims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Action, Extra, Kind, Move};

    #[test]
    fn effects_are_the_same_from_every_square() {
        let outline = Outline::new(5, 6, |_, _| true);
        let square = |name| outline.named(name).unwrap();
        let mut effects = EffectList::default();
        let swap =
            |piece, place| SideEffect { taken: Vec::new(), set_down: Some([square(piece), square(place)]) };
        let ways = [square("a1"), square("a3")];
        assert_eq!(effects.add(&outline, ways, &swap("a3", "a2")), 0);
        // Around the edge.
        let taken = SideEffect { taken: vec![square("e2"), square("b2"), square("b1")], set_down: None };
        assert_eq!(effects.add(&outline, ways, &taken), 1);
        assert_eq!(effects.add(&outline, [square("c2"), square("c4")], &swap("c4", "c3")), 0);
        assert_eq!(effects.most(), 2);
        let outline = effects.with_outline(outline.clone());
        let other = SideEffect { taken: vec![square("d4"), square("c3"), square("a3")], set_down: None };
        assert_eq!(other.number(&outline, [square("b2"), square("b4")]), None);
        let other = SideEffect { taken: vec![square("a3"), square("c3"), square("c2")], set_down: None };
        assert_eq!(other.number(&outline, [square("b2"), square("b4")]), Some(1));
        assert_eq!(other.number(&outline, [square("b2"), square("c4")]), None);
        let found = SideEffect::numbered(&outline, [square("b2"), square("b4")], 1).unwrap();
        assert_eq!(found.taken, ["c2", "a3", "c3"].map(square));
        // Off the board, of no number, and from nowhere.
        assert_eq!(SideEffect::numbered(&outline, [square("b2"), square("b4")], 2), None);
        assert_eq!(SideEffect::numbered(&outline, [Square(30), square("b4")], 1), None);
    }

    /// Every number has a move of its own, as far as it has room.
    #[test]
    fn moves_name_all_numbers() {
        let step = |promote, number| -> Move {
            Action::Step { from: Square(3), to: Square(9), promote, extra: Extra::Numbered(number) }.into()
        };
        let mut seen = std::collections::HashSet::new();
        for number in 0..MOST_EFFECTS as u16 {
            let kinds =
                (0..32).map(|kind| Some(Kind(kind))).filter(|_| usize::from(number) < MOST_PROMOTED_EFFECTS);
            for promote in kinds.chain([None]) {
                let packed = step(promote, number);
                assert!(seen.insert(packed));
                assert_eq!(
                    packed.action(),
                    Action::Step { from: Square(3), to: Square(9), promote, extra: Extra::Numbered(number) }
                );
            }
        }
    }
}
