//! Moves of all games in four bytes, and their readable form.

use super::side_effects::{MOST_EFFECTS, MOST_PROMOTED_EFFECTS, PAGES, SideEffect};
use super::{Kind, Outline, Square};
use std::fmt;
use std::num::NonZeroU32;

/// The effect of a move, in readable form.
///
/// Consequences of the rules alone (castling's second piece, en passant, compulsory promotion,
/// explosions) are not part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The turn is used up, nothing moves.
    Pass,
    /// A piece of the reserve comes to the board.
    Drop {
        /// The kind that is dropped.
        kind: Kind,
        /// The square of arrival.
        to: Square,
    },
    /// A wall is built, nothing moves.
    Wall {
        /// The square that becomes a wall.
        at: Square,
    },
    /// The piece on `from` stays and removes one or two others.
    Shoot {
        /// The shooter.
        from: Square,
        /// The nearest victim.
        target: Square,
        /// The victim beyond it.
        second: Option<Square>,
    },
    /// A piece or stack goes from one square to another; a capture, castling and en passant are
    /// written so too.
    Step {
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// The chosen promotion, where there is a choice.
        promote: Option<Kind>,
        /// The effect on other squares.
        extra: Extra,
    },
    /// The top `count` pieces of a higher stack go to another square.
    Split {
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// The number of pieces that move; 1 to 31.
        count: u8,
    },
}

/// A choice within a move that concerns a third square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extra {
    /// There is none.
    None,
    /// The piece there leaves the board.
    Remove(Square),
    /// Several pieces leave the board, or one is set down elsewhere: the number of that effect among those of the game's moves
    /// from the one square to the other. [`Move::removed`] and [`Move::set_down`] tell the squares.
    Numbered(u16),
    /// The own piece there is promoted.
    Reward(Square),
    /// The promoted piece appears there instead of on the square of arrival.
    Place(Square),
    /// The square becomes a wall.
    Wall(Square),
    /// A piece of the reserve comes to a square that the move has left.
    Gate {
        /// The kind that comes.
        kind: Kind,
        /// The square that it comes to: that of departure, or where castling has left it that of the rook.
        on: Square,
    },
}

/// A move of any game, packed: a tag and three squares.
///
/// The tag's upper three bits name the shape, its lower five a kind or a count, so that the two
/// forms convert both ways without loss:
///
/// ```
/// use helgi_rules::board::{Action, Extra, Kind, Move, Square};
/// let action = Action::Step {
///     from: Square(0),
///     to: Square(186),
///     promote: Some(Kind(21)),
///     extra: Extra::Reward(Square(255)),
/// };
/// let packed: Move = action.into();
/// assert_eq!(packed.action(), action);
/// let built = Move::promotion(Square(8), Square(0), Kind(4)).with_wall(Square(33));
/// assert_eq!(built.built(), Some(Square(33)));
/// let again: Move = built.action().into();
/// assert_eq!(again, built);
/// let taking = Action::Step {
///     from: Square(0),
///     to: Square(16),
///     promote: Some(Kind(31)),
///     extra: Extra::Remove(Square(8)),
/// };
/// let packed: Move = taking.into();
/// assert_eq!(packed.action(), taking);
/// let taking_three = Action::Step {
///     from: Square(0),
///     to: Square(16),
///     promote: None,
///     extra: Extra::Numbered(1000),
/// };
/// let packed: Move = taking_three.into();
/// assert_eq!(packed.action(), taking_three);
/// let gated = Move::step(Square(4), Square(6)).with_gate(Kind(5), Square(7));
/// assert_eq!(gated.gate(), Some((Kind(5), Square(7))));
/// let again: Move = gated.action().into();
/// assert_eq!(again, gated);
/// assert_eq!(size_of::<Option<Move>>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

// Shapes without a detail: the whole tag.
const PASS: u8 = 1;
const DROP: u8 = 2;
const SHOT: u8 = 3;
const DOUBLE_SHOT: u8 = 4;
const STEP: u8 = 5;
const STEP_REMOVE: u8 = 6;
const STEP_REWARD: u8 = 7;
const STEP_WALL: u8 = 8;
const WALL: u8 = 9;
const STEP_NUMBERED: u8 = 10;
// The numbers of effects take all tags that are left.
const STEP_NUMBERED_LAST: u8 = STEP_NUMBERED + (PAGES - 1);
const _: () = assert!(STEP_NUMBERED_LAST + 1 == SPLIT);
// Shapes with a detail: the upper three bits of the tag.
const SPLIT: u8 = 1 << 5;
const PROMOTE: u8 = 2 << 5;
const PROMOTE_REWARD: u8 = 3 << 5;
const PROMOTE_PLACE: u8 = 4 << 5;
const PROMOTE_WALL: u8 = 5 << 5;
const STEP_GATE: u8 = 6 << 5;
const PROMOTE_REMOVE: u8 = 7 << 5;
const SHAPE: u8 = 7 << 5;
const DETAIL: u8 = !SHAPE;

impl Move {
    /// The pass.
    pub const PASS: Move = Move::pack(PASS, 0, 0, 0);

    /// A plain step, capture or castling.
    #[inline]
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::pack(STEP, from.0, to.0, 0)
    }

    /// A step with a chosen promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, kind: Kind) -> Move {
        Move::pack(PROMOTE | kind.0 & DETAIL, from.0, to.0, 0)
    }

    /// A step that also removes the piece on `removed`.
    #[inline]
    #[must_use]
    pub const fn step_removing(from: Square, to: Square, removed: Square) -> Move {
        Move::pack(STEP_REMOVE, from.0, to.0, removed.0)
    }

    /// The top `count` pieces of a higher stack; `count` is 1 to 31.
    #[inline]
    #[must_use]
    pub const fn split(from: Square, to: Square, count: u8) -> Move {
        Move::pack(SPLIT | count & DETAIL, from.0, to.0, 0)
    }

    /// A wall without anything that moves.
    #[inline]
    #[must_use]
    pub const fn wall(at: Square) -> Move {
        Move::pack(WALL, 0, at.0, 0)
    }

    /// The same step with a wall that is built after it. Only a step without a further effect has room for one: other
    /// moves are returned as they are.
    #[inline]
    #[must_use]
    pub const fn with_wall(self, wall: Square) -> Move {
        let [tag, from, to, _] = self.bytes();
        match tag {
            // There is a shape for each effect, and none for two of them.
            STEP => Move::pack(STEP_WALL, from, to, wall.0),
            _ if tag & SHAPE == PROMOTE => Move::pack(PROMOTE_WALL | tag & DETAIL, from, to, wall.0),
            _ => self,
        }
    }

    /// The square that the move makes a wall, after a step or alone.
    #[inline]
    #[must_use]
    pub const fn built(self) -> Option<Square> {
        let [tag, _, to, third] = self.bytes();
        match tag {
            WALL => Some(Square(to)),
            STEP_WALL => Some(Square(third)),
            _ if tag & SHAPE == PROMOTE_WALL => Some(Square(third)),
            _ => None,
        }
    }

    /// The same step with a piece of the reserve that comes to a square it has left. Only a step without a further effect has
    /// room for one: other moves are returned as they are.
    #[inline]
    #[must_use]
    pub const fn with_gate(self, kind: Kind, on: Square) -> Move {
        let [tag, from, to, _] = self.bytes();
        match tag {
            STEP => Move::pack(STEP_GATE | kind.0 & DETAIL, from, to, on.0),
            _ => self,
        }
    }

    /// The same move without the piece of the reserve that comes with it.
    #[inline]
    #[must_use]
    pub(crate) const fn without_gate(self) -> Move {
        let [tag, from, to, _] = self.bytes();
        if tag & SHAPE == STEP_GATE { Move::pack(STEP, from, to, 0) } else { self }
    }

    /// The kind of the reserve that comes with a step, and the square that it comes to.
    #[inline]
    #[must_use]
    pub const fn gate(self) -> Option<(Kind, Square)> {
        let [tag, _, _, third] = self.bytes();
        if tag & SHAPE == STEP_GATE { Some((Kind(tag & DETAIL), Square(third))) } else { None }
    }

    /// The squares besides that of arrival from which a step removes pieces.
    ///
    /// ```
    /// use helgi_rules::board::{Move, Outline, Square};
    ///
    /// let outline = Outline::new(8, 8, |_, _| true);
    /// let played = Move::step_removing(Square(0), Square(2), Square(1));
    /// assert_eq!(played.removed(&outline).collect::<Vec<_>>(), [Square(1)]);
    /// ```
    pub fn removed(self, outline: &Outline) -> impl Iterator<Item = Square> + use<> {
        let (one, others) = match self.action() {
            Action::Step { extra: Extra::Remove(square), .. } => (Some(square), Vec::new()),
            Action::Step { extra: Extra::Numbered(_), .. } => {
                (None, self.numbered(outline).map_or_else(Vec::new, |effect| effect.taken))
            }
            _ => (None, Vec::new()),
        };
        one.into_iter().chain(others)
    }

    /// The square of a piece that a step sets down elsewhere, and the square where; it is no capture.
    ///
    /// ```
    /// use helgi_rules::board::{Move, Outline, Square};
    ///
    /// let outline = Outline::new(8, 8, |_, _| true);
    /// assert_eq!(Move::step(Square(0), Square(2)).set_down(&outline), None);
    /// ```
    #[must_use]
    pub fn set_down(self, outline: &Outline) -> Option<[Square; 2]> {
        self.numbered(outline)?.set_down
    }

    /// The numbered effect of a step.
    pub(crate) fn numbered(self, outline: &Outline) -> Option<SideEffect> {
        match self.action() {
            Action::Step { from, to, extra: Extra::Numbered(number), .. } => {
                SideEffect::numbered(outline, [from, to], number)
            }
            _ => None,
        }
    }

    /// A piece of the reserve to the board.
    #[inline]
    #[must_use]
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move::pack(DROP, kind.0, to.0, 0)
    }

    /// A shot at one piece.
    #[inline]
    #[must_use]
    pub const fn shot(from: Square, target: Square) -> Move {
        Move::pack(SHOT, from.0, target.0, 0)
    }

    /// The square a piece leaves or shoots from; `None` for a pass, a drop or a wall alone.
    #[inline]
    #[must_use]
    pub fn from(self) -> Option<Square> {
        let [tag, from, ..] = self.bytes();
        // These have no square of departure: the byte is a kind, or nothing.
        (!matches!(tag, PASS | DROP | WALL)).then_some(Square(from))
    }

    /// The square of arrival, of the nearest victim of a shot, or of a wall alone; `None` for a pass.
    #[inline]
    #[must_use]
    pub fn to(self) -> Option<Square> {
        let [tag, _, to, _] = self.bytes();
        (tag != PASS).then_some(Square(to))
    }

    /// The move as a number other than 0, for tables.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these [`bits`](Self::bits), which a table may have garbled: it need not be
    /// one that any game makes.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The readable form. Bits that no constructor makes read as a pass.
    // Always: playing a move begins so, and the compiler leaves it out of line by the number of its shapes, which made perft
    // of shogi a tenth longer.
    #[inline(always)]
    #[must_use]
    pub fn action(self) -> Action {
        let [tag, first, second, third] = self.bytes();
        let (from, to, extra) = (Square(first), Square(second), Square(third));
        let step = |promote, extra| Action::Step { from, to, promote, extra };
        let kind = Kind(tag & DETAIL);
        match tag {
            DROP => Action::Drop { kind: Kind(first), to },
            SHOT => Action::Shoot { from, target: to, second: None },
            DOUBLE_SHOT => Action::Shoot { from, target: to, second: Some(extra) },
            STEP => step(None, Extra::None),
            STEP_REMOVE => step(None, Extra::Remove(extra)),
            STEP_NUMBERED..=STEP_NUMBERED_LAST => {
                step(None, Extra::Numbered(u16::from_le_bytes([third, tag - STEP_NUMBERED])))
            }
            STEP_REWARD => step(None, Extra::Reward(extra)),
            STEP_WALL => step(None, Extra::Wall(extra)),
            WALL => Action::Wall { at: to },
            _ => match tag & SHAPE {
                SPLIT => Action::Split { from, to, count: tag & DETAIL },
                // A plain promotion has no third square: a byte of 0.
                PROMOTE if third == 0 => step(Some(kind), Extra::None),
                PROMOTE => step(Some(kind), Extra::Numbered(u16::from(third) - 1)),
                PROMOTE_REWARD => step(Some(kind), Extra::Reward(extra)),
                PROMOTE_PLACE => step(Some(kind), Extra::Place(extra)),
                PROMOTE_WALL => step(Some(kind), Extra::Wall(extra)),
                STEP_GATE => step(None, Extra::Gate { kind, on: extra }),
                PROMOTE_REMOVE => step(Some(kind), Extra::Remove(extra)),
                _ => Action::Pass,
            },
        }
    }

    #[inline]
    const fn pack(tag: u8, first: u8, second: u8, third: u8) -> Move {
        match NonZeroU32::new(u32::from_le_bytes([tag, first, second, third])) {
            Some(bits) => Move(bits),
            // Every tag is at least 1.
            None => unreachable!(),
        }
    }

    #[inline]
    const fn bytes(self) -> [u8; 4] {
        self.0.get().to_le_bytes()
    }
}

impl From<Action> for Move {
    /// # Panics
    ///
    /// If `action` combines what no game combines: a piece of the reserve or the number of an effect above 254 with a promotion,
    /// or a place for a promoted piece without a promotion; or if the number of an effect is above 5631.
    #[inline]
    fn from(action: Action) -> Move {
        match action {
            Action::Pass => Move::PASS,
            Action::Drop { kind, to } => Move::drop(kind, to),
            Action::Wall { at } => Move::wall(at),
            Action::Shoot { from, target, second: None } => Move::shot(from, target),
            Action::Shoot { from, target, second: Some(second) } => {
                Move::pack(DOUBLE_SHOT, from.0, target.0, second.0)
            }
            Action::Split { from, to, count } => Move::split(from, to, count),
            Action::Step { from, to, promote, extra } => {
                let (tag, third) = match (promote, extra) {
                    (None, Extra::None) => (STEP, 0),
                    (None, Extra::Remove(square)) => (STEP_REMOVE, square.0),
                    (None, Extra::Numbered(number)) if usize::from(number) < MOST_EFFECTS => {
                        let [byte, page] = number.to_le_bytes();
                        (STEP_NUMBERED + page, byte)
                    }
                    (Some(kind), Extra::Numbered(number)) if usize::from(number) < MOST_PROMOTED_EFFECTS => {
                        (PROMOTE | kind.0 & DETAIL, number as u8 + 1)
                    }
                    (None, Extra::Reward(square)) => (STEP_REWARD, square.0),
                    (None, Extra::Wall(square)) => (STEP_WALL, square.0),
                    (None, Extra::Gate { kind, on }) => (STEP_GATE | kind.0 & DETAIL, on.0),
                    (Some(kind), Extra::None) => (PROMOTE | kind.0 & DETAIL, 0),
                    (Some(kind), Extra::Reward(square)) => (PROMOTE_REWARD | kind.0 & DETAIL, square.0),
                    (Some(kind), Extra::Place(square)) => (PROMOTE_PLACE | kind.0 & DETAIL, square.0),
                    (Some(kind), Extra::Wall(square)) => (PROMOTE_WALL | kind.0 & DETAIL, square.0),
                    (Some(kind), Extra::Remove(square)) => (PROMOTE_REMOVE | kind.0 & DETAIL, square.0),
                    (None, Extra::Place(_)) | (Some(_), Extra::Gate { .. }) | (_, Extra::Numbered(_)) => {
                        unreachable!("no game has the move {action:?}")
                    }
                };
                Move::pack(tag, from.0, to.0, third)
            }
        }
    }
}

/// The squares by their numbers, as in `#12-#28` or `#52-#60=kind 1`: a move does not know its board. The notations
/// write it with the names of squares and pieces.
///
/// ```
/// use helgi_rules::board::{Kind, Move, Square};
///
/// assert_eq!(format!("{:?}", Move::step(Square(12), Square(28))), "#12-#28");
/// assert_eq!(format!("{:?}", Move::promotion(Square(52), Square(60), Kind(1))), "#52-#60=kind 1");
/// assert_eq!(format!("{:?}", Move::drop(Kind(4), Square(28))), "kind 4@#28");
/// ```
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Pass => f.write_str("pass"),
            Action::Drop { kind, to } => write!(f, "{kind:?}@{to:?}"),
            Action::Wall { at } => write!(f, "wall {at:?}"),
            Action::Shoot { from, target, second: None } => write!(f, "{from:?}x{target:?}"),
            Action::Shoot { from, target, second: Some(second) } => {
                write!(f, "{from:?}x{target:?}x{second:?}")
            }
            Action::Split { from, to, count } => write!(f, "{from:?}-{to:?}:{count}"),
            Action::Step { from, to, promote, extra } => {
                write!(f, "{from:?}-{to:?}")?;
                promote.map_or(Ok(()), |kind| write!(f, "={kind:?}"))?;
                match extra {
                    Extra::None => Ok(()),
                    Extra::Remove(square) => write!(f, ", removes {square:?}"),
                    Extra::Numbered(number) => write!(f, ", effect {number}"),
                    Extra::Reward(square) => write!(f, ", promotes {square:?}"),
                    Extra::Place(square) => write!(f, ", appears on {square:?}"),
                    Extra::Wall(square) => write!(f, ", wall {square:?}"),
                    Extra::Gate { kind, on } => write!(f, ", {kind:?}@{on:?}"),
                }
            }
        }
    }
}
