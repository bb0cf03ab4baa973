//! Numbers for the moves of a game, which do not depend on the position: for programs that learn.

use crate::board::{Action, Extra, Kind, Move, Side, Square};
use crate::games::GameId;
use crate::symmetry::Exchange;
use crate::{AnyPosition, Game, Position};

/// The plain step.
const PLAIN: u32 = 0;
/// The shot at one piece.
const SHOT: u32 = 1;
/// The choices of a kind begin here; as many as a game can have follow.
const KIND: u32 = 2;
/// The choices of a count begin here, behind those of 32 kinds.
const COUNT: u32 = KIND + 32;
/// The choices of a square begin here, behind those of counts to 31.
const SQUARE: u32 = COUNT + 31;

/// The numbers of the moves of one game.
///
/// Every move has a first number below [`len`](Self::len): a pair of squares, a piece of the reserve and its square, or a
/// pass. Where several legal moves share it, a second number below [`choices`](Self::choices) tells them apart: a kind, a
/// count, a square, a kind with a square, or the number of an effect on several squares. Both are seen from the side that moves:
/// for Black the board is turned as the game's [symmetry](crate::Symmetry) says, so that like moves of both sides have the same
/// number.
///
/// With `n` squares and `k` kinds of pieces the first number is `from * n + to` for what goes, shoots or builds a wall (a
/// wall alone has its square twice), `n * n + kind * n + to` for a drop, and `n * n + k * n` for a pass.
///
/// ```
/// use helgi_rules::actions::{ActionNumber, ActionTable};
/// use helgi_rules::{Game, GameId, Position, readable};
///
/// let table = ActionTable::of(GameId::CHESS);
/// assert_eq!(table.len(), 64 * 64 + 6 * 64 + 1);
/// let mut position = GameId::CHESS.start();
/// let e2e4 = readable::read(&position, "e2e4")?;
/// let number = table.number(&position, e2e4).unwrap();
/// assert_eq!(number, ActionNumber { first: 12 * 64 + 28, second: None });
/// assert_eq!(table.find(&position, number), Some(e2e4));
/// position.play(e2e4);
/// // The same step by Black.
/// let e7e5 = readable::read(&position, "e7e5")?;
/// assert_eq!(table.number(&position, e7e5), Some(number));
/// # Ok::<(), helgi_rules::notation::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ActionTable {
    game: GameId,
    squares: u32,
    kinds: u32,
    /// The greatest number of numbered effects of moves from one square to another.
    effects: u32,
}

/// The number of a move in its [`ActionTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionNumber {
    /// The first number.
    pub first: u32,
    /// The second one, where other legal moves of the position have the same first one.
    pub second: Option<u32>,
}

impl ActionTable {
    /// The numbers of a game.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        let squares = game.outline().squares().count() as u32;
        let pieces = game.info().pieces;
        let effects = game.outline().most_effects() as u32;
        ActionTable { game, squares, kinds: pieces.len() as u32, effects }
    }

    /// The number of first numbers.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no table is empty")]
    pub const fn len(&self) -> usize {
        (self.squares * (self.squares + self.kinds) + 1) as usize
    }

    /// The number of second numbers.
    #[must_use]
    pub const fn choices(&self) -> usize {
        // A square alone, with a kind, or as the second victim of a shot.
        (self.numbered() + self.effects * (self.kinds + 1)) as usize
    }

    /// The numbered effects begin here, where there are any: without a kind, then with each.
    const fn numbered(&self) -> u32 {
        SQUARE + self.squares * (self.kinds + 2)
    }

    /// The legal moves of a position of the game with their numbers, in the order in which they are generated.
    #[must_use]
    pub fn numbers(&self, position: &AnyPosition) -> Vec<(Move, ActionNumber)> {
        let legal = position.legal_moves();
        let coded: Vec<(u32, u32)> = legal.iter().map(|&played| self.code(position.side(), played)).collect();
        let mut firsts: Vec<u32> = coded.iter().map(|&(first, _)| first).collect();
        firsts.sort_unstable();
        let is_shared = |first: u32| {
            // Sorted once, so that each look for a neighbour takes a few steps.
            let found = firsts.partition_point(|&other| other < first);
            firsts.get(found + 1) == Some(&first)
        };
        let number = |&(first, second)| ActionNumber { first, second: is_shared(first).then_some(second) };
        legal.into_iter().zip(coded.iter().map(number)).collect()
    }

    /// The number of a legal move; `None` if it is not legal.
    #[must_use]
    pub fn number(&self, position: &AnyPosition, legal: Move) -> Option<ActionNumber> {
        let (first, second) = self.code(position.side(), legal);
        let sharing = self.sharing(position, first);
        sharing
            .contains(&legal)
            .then(|| ActionNumber { first, second: (sharing.len() > 1).then_some(second) })
    }

    /// The legal moves that share a first number: none if the number is not that of one, and several if a second
    /// number is needed.
    #[must_use]
    pub(crate) fn sharing(&self, position: &AnyPosition, first: u32) -> Vec<Move> {
        let mut legal = position.legal_moves();
        let side = position.side();
        legal.retain(|&candidate| self.code(side, candidate).0 == first);
        legal
    }

    /// The legal move of this number; `None` if there is none, and if it needs a second number and has none. A second
    /// number that is not needed must be right, too.
    #[must_use]
    pub fn find(&self, position: &AnyPosition, number: ActionNumber) -> Option<Move> {
        let sharing = self.sharing(position, number.first);
        match (number.second, &sharing[..]) {
            (None, &[only]) => Some(only),
            (None, _) => None,
            (Some(second), _) => {
                let side = position.side();
                sharing.iter().copied().find(|&candidate| self.code(side, candidate).1 == second)
            }
        }
    }

    /// Both numbers of a move of this side.
    fn code(&self, side: Side, played: Move) -> (u32, u32) {
        let outline = self.game.outline();
        let turn = Exchange::new(outline, self.game.info().symmetry);
        let played = if side == Side::White { played } else { turn.exchange_move(played) };
        let number = |square: Square| u32::from(square.0);
        let pair = |from, to| number(from) * self.squares + number(to);
        let drops = self.squares * self.squares;
        let of_kind = |kind: Kind| KIND + u32::from(kind.0);
        let of_square = |square| SQUARE + number(square);
        // Rows of squares behind those without a kind: one for each kind, then one for second victims.
        let row = |row: u32, square| SQUARE + self.squares * (row + 1) + number(square);
        match played.action() {
            Action::Pass => (drops + self.squares * self.kinds, PLAIN),
            Action::Drop { kind, to } => (drops + u32::from(kind.0) * self.squares + number(to), PLAIN),
            Action::Wall { at } => (pair(at, at), of_square(at)),
            Action::Shoot { from, target, second } => {
                (pair(from, target), second.map_or(SHOT, |second| row(self.kinds, second)))
            }
            Action::Split { from, to, count } => (pair(from, to), COUNT + u32::from(count) - 1),
            Action::Step { from, to, promote, extra } => {
                let second = match (promote, extra) {
                    (_, Extra::Gate { kind, on }) => row(u32::from(kind.0), on),
                    (promote, Extra::Numbered(number)) => {
                        let kind = promote.map_or(0, |kind| 1 + u32::from(kind.0));
                        self.numbered() + self.effects * kind + u32::from(number)
                    }
                    (None, Extra::None) => PLAIN,
                    (Some(kind), Extra::None) => of_kind(kind),
                    (
                        promote,
                        Extra::Remove(square)
                        | Extra::Reward(square)
                        | Extra::Place(square)
                        | Extra::Wall(square),
                    ) => promote.map_or_else(|| of_square(square), |kind| row(u32::from(kind.0), square)),
                };
                (pair(from, to), second)
            }
        }
    }
}
