//! Positions whose game is known only at run time, for code that serves all games alike.
//!
//! One pointer holds a game and its position, and every question goes to the game: nothing here knows a rule. A
//! [`GameId`] is itself a [`Game`], and an [`AnyPosition`] a [`Position`], so that generic code takes them like
//! any other; the game's own type, by [`GameId::visit`] or [`AnyPosition::typed`], is worth having only where
//! millions of positions are visited.

use super::GameId;
use crate::board::{Action, Move, MoveSink, Outline, Piece, Reserve, Side, Square, ZobristKey};
use crate::chess::{Chess, Chess960, ChessPosition};
use crate::diagram::Diagram;
use crate::{Extras, Game, GenMode, IllegalMove, Info, Outcome, Position, Turn};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position of one of the games.
///
/// ```
/// use helgi_rules::board::Side;
/// use helgi_rules::{Game, GameId, Position};
///
/// let mut position = GameId::TAVRELI.start();
/// let first = position.legal_moves()[0];
/// position.try_play(first)?;
/// assert_eq!(position.game(), GameId::TAVRELI);
/// assert_eq!(position.side(), Side::Black);
/// # Ok::<(), helgi_rules::IllegalMove>(())
/// ```
pub struct AnyPosition(Box<dyn Erased>);

#[derive(Clone)]
struct Typed<G: Game> {
    id: GameId,
    game: G,
    position: G::Position,
}

/// Forwards the methods of [`Position`] that this lists: from an [`AnyPosition`] to the pointer behind it, and
/// from there to the position in its own type. Each is listed once; one that is forgotten is an error of
/// Clippy's `missing_trait_methods`.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;)+) => {
        /// A position together with its game, behind a pointer.
        trait Erased: Send + Sync + Any {
            fn boxed(&self) -> Box<dyn Erased>;
            /// Takes over another position if it is of the same game; false if it is not.
            fn assign(&mut self, other: &dyn Erased) -> bool;
            fn game(&self) -> GameId;
            fn fen(&self) -> String;
            fn for_each_piece(&self, visit: &mut dyn FnMut(Square, usize, Piece));
            fn play(&mut self, legal: Move);
            fn gives_check(&self) -> Box<dyn Fn(Move) -> bool + '_>;
            fn flip_turn(&self) -> Option<AnyPosition>;
            fn pass(&self) -> Option<AnyPosition>;
            $(fn $name(&self $(, $argument: $type)*) $(-> $result)?;)+
        }

        impl<G: Game> Erased for Typed<G> {
            fn boxed(&self) -> Box<dyn Erased> {
                Box::new(self.clone())
            }

            fn assign(&mut self, other: &dyn Erased) -> bool {
                let other: &dyn Any = other;
                let typed = other.downcast_ref::<Self>().filter(|typed| typed.id == self.id);
                typed.map(|typed| self.position.clone_from(&typed.position)).is_some()
            }

            fn game(&self) -> GameId {
                self.id
            }

            fn fen(&self) -> String {
                self.game.format(&self.position)
            }

            fn for_each_piece(&self, visit: &mut dyn FnMut(Square, usize, Piece)) {
                for square in self.game.outline().squares() {
                    let mut depth = 0;
                    while let Some(piece) = self.position.piece_at(square, depth) {
                        visit(square, depth, piece);
                        depth += 1;
                    }
                }
            }

            fn play(&mut self, legal: Move) {
                self.position.play(legal);
            }

            fn gives_check(&self) -> Box<dyn Fn(Move) -> bool + '_> {
                Box::new(self.position.gives_check())
            }

            fn flip_turn(&self) -> Option<AnyPosition> {
                self.with(self.position.flip_turn()?)
            }

            fn pass(&self) -> Option<AnyPosition> {
                self.with(self.position.pass()?)
            }

            $(fn $name(&self $(, $argument: $type)*) $(-> $result)? {
                self.position.$name($($argument),*)
            })+
        }

        #[deny(clippy::missing_trait_methods)]
        impl Position for AnyPosition {
            fn visit(&self, select: GenMode, moves: &mut impl MoveSink) {
                let mut generated = Vec::new();
                self.0.generate(select, &mut generated);
                generated.into_iter().for_each(|legal| moves.add(legal));
            }

            fn play(&mut self, legal: Move) {
                self.0.play(legal);
            }

            fn try_play(&mut self, candidate: Move) -> Result<(), IllegalMove> {
                if !self.0.is_legal(candidate) {
                    return Err(IllegalMove(candidate));
                }
                self.0.play(candidate);
                Ok(())
            }

            fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
                self.0.gives_check()
            }

            fn flip_turn(&self) -> Option<Self> {
                self.0.flip_turn()
            }

            fn pass(&self) -> Option<Self> {
                self.0.pass()
            }

            fn pieces_on(&self, square: Square) -> impl Iterator<Item = Piece> {
                (0..).map_while(move |depth| self.0.piece_at(square, depth))
            }

            $(fn $name(&self $(, $argument: $type)*) $(-> $result)? {
                self.0.$name($($argument),*)
            })+
        }
    };
}

forward! {
    fn turn(&self) -> Turn;
    fn side(&self) -> Side;
    fn key(&self) -> ZobristKey;
    fn generate(&self, select: GenMode, moves: &mut Vec<Move>);
    fn generate_to(&self, wanted: u32, to: Square, found: &mut dyn FnMut(Move));
    fn legal_moves(&self) -> Vec<Move>;
    fn count_moves(&self) -> usize;
    fn perft(&self, depth: u32) -> u64;
    fn has_moves(&self) -> bool;
    fn is_legal(&self, candidate: Move) -> bool;
    fn is_noisy(&self, legal: Move) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn no_moves(&self) -> Outcome;
    fn checkers(&self) -> Vec<Square>;
    fn in_check(&self) -> bool;
    fn must_capture(&self) -> bool;
    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece>;
    fn is_obstacle(&self, square: Square) -> bool;
    fn reserve(&self) -> Option<&Reserve>;
    fn extras(&self) -> Extras;
    fn reversible_plies(&self) -> u32;
    fn recurring_keys(&self) -> [ZobristKey; 2];
    fn count_verdict(&self) -> Option<Outcome>;
    fn cannot_win(&self, side: Side) -> bool;
    fn is_dead(&self) -> bool;
    fn repetition_limit(&self) -> Option<usize>;
    fn repetition_verdict(&self, plies: usize) -> Outcome;
}

impl AnyPosition {
    /// A position in its own type behind a pointer.
    pub(super) fn of<G: Game>(id: GameId, game: G, position: G::Position) -> Self {
        AnyPosition(Box::new(Typed { id, game, position }))
    }
}

impl<G: Game> Typed<G> {
    /// Another position of the same game.
    fn with(&self, position: G::Position) -> Option<AnyPosition> {
        Some(AnyPosition(Box::new(Typed { id: self.id, game: self.game.clone(), position })))
    }
}

impl AnyPosition {
    /// A position in its game's own type as one of any game: with a text, notations, and a [`Line`](crate::Line) to
    /// play on in. `None` if `game` has positions of another type.
    ///
    /// ```
    /// use helgi_rules::internals::tavreli::Tavreli;
    /// use helgi_rules::{AnyPosition, Game, GameId};
    ///
    /// let typed = Tavreli.start();
    /// let general = AnyPosition::new::<Tavreli>(GameId::TAVRELI, typed.clone()).unwrap();
    /// assert_eq!(general, GameId::TAVRELI.start());
    /// assert_eq!(general.typed::<Tavreli>(), Some(&typed));
    /// ```
    #[must_use]
    pub fn new<G: Game>(game: GameId, position: G::Position) -> Option<AnyPosition> {
        let typed = game.entry().typed::<G>()?;
        Some(AnyPosition::of(game, typed.clone(), position))
    }

    /// The game it is a position of.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.0.game()
    }

    /// The facts about the game.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.game().info()
    }

    /// The squares of the board.
    #[must_use]
    pub fn outline(&self) -> &'static Outline {
        self.game().outline()
    }

    /// The canonical text of the position.
    #[must_use]
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// The board as a drawing in ASCII, White at the bottom, with stacks, obstacles and reserves.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// assert!(GameId::CHESS.start().diagram().contains("  8 | r | n | b | q | k | b | n | r |"));
    /// ```
    #[must_use]
    pub fn diagram(&self) -> String {
        Diagram::new(self).plain()
    }

    /// Returns the position after a legal move, as [`play`](Position::play) makes it.
    #[must_use]
    pub fn after(&self, legal: Move) -> AnyPosition {
        let mut after = self.clone();
        after.play(legal);
        after
    }

    /// Visits all pieces on the board, each with its square and the number of pieces above it, in the order of the squares:
    /// faster than asking for each square.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// let mut count = 0;
    /// GameId::CHESS.start().for_each_piece(|_, depth, _| count += usize::from(depth == 0));
    /// assert_eq!(count, 32);
    /// ```
    pub fn for_each_piece(&self, mut visit: impl FnMut(Square, usize, Piece)) {
        // One virtual call for the whole board.
        self.0.for_each_piece(&mut visit);
    }

    /// Returns true if a legal move takes something: a piece that it goes to or takes in passing, a victim of a shot, a piece
    /// that leaves the board by its side, a prisoner that it covers. An obstacle is no piece.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId, readable};
    ///
    /// let position = GameId::CHESS.parse("k7/8/8/3pP3/8/8/8/K7 w - d6 0 2")?;
    /// let captures = |text| readable::read(&position, text).map(|played| position.is_capture(played));
    /// assert_eq!((captures("e5d6"), captures("e5e6")), (Ok(true), Ok(false)));
    /// # Ok::<(), helgi_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn is_capture(&self, legal: Move) -> bool {
        let is_enemy = |piece: &Piece| piece.side != self.side();
        let top = |position: &AnyPosition, square| position.piece_at(square, 0);
        let goes_to = match legal.action() {
            Action::Step { to, .. } | Action::Split { to, .. } | Action::Shoot { target: to, .. } => {
                top(self, to)
            }
            Action::Pass | Action::Drop { .. } | Action::Wall { .. } => None,
        };
        let displaced = legal.set_down(self.outline()).map(|[piece, _]| piece);
        // The piece that takes may change sides, so that an enemy stands there again.
        if goes_to.as_ref().is_some_and(is_enemy) && (displaced.is_none() || displaced != legal.to()) {
            return true;
        }
        if !self.is_noisy(legal) {
            return false;
        }
        let after = self.after(legal);
        // One that only changes sides is not taken, nor one that is set down elsewhere.
        let is_gone = |square| {
            let stood = Some(square) != displaced && top(self, square).as_ref().is_some_and(is_enemy);
            stood && top(&after, square).is_none()
        };
        let pieces = |position: &AnyPosition| {
            let mut count = 0;
            position.for_each_piece(|_, _, _| count += 1);
            count
        };
        self.outline().squares().any(is_gone) || goes_to.is_some() && pieces(&after) < pieces(self)
    }

    /// The position in the game's own type; `None` if it is not one of that game.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<&G::Position> {
        // The type of a position whose game is known only at run time is this one.
        let here: &dyn Any = self;
        let there: &dyn Any = &*self.0;
        let in_it = || there.downcast_ref::<Typed<G>>().map(|typed| &typed.position);
        here.downcast_ref::<G::Position>().or_else(in_it)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(self.0.boxed())
    }

    /// Reuses the memory of a position of the same game.
    fn clone_from(&mut self, source: &Self) {
        // Keeps the allocation where both are of one game.
        if !self.0.assign(&*source.0) {
            self.0 = source.0.boxed();
        }
    }
}

/// Equal positions are of the same game, and have the same pieces in the same places, the same side
/// to move, rights and counts: their [`fen`](AnyPosition::fen) is the same.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |square| {
            self.pieces_on(square).eq(other.pieces_on(square))
                && self.is_obstacle(square) == other.is_obstacle(square)
        };
        // Rights to castle and to capture in passing are part of the key.
        self.game() == other.game()
            && self.turn() == other.turn()
            && self.key() == other.key()
            && self.reserve() == other.reserve()
            && self.outline().squares().all(is_same)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.info().name, self.fen())
    }
}

/// Chess, or Chess960 if castling is written as that is.
impl From<ChessPosition> for AnyPosition {
    fn from(position: ChessPosition) -> Self {
        if position.is_chess960() {
            AnyPosition(Box::new(Typed { id: GameId::FISCHERANDOM, game: Chess960, position }))
        } else {
            AnyPosition(Box::new(Typed { id: GameId::CHESS, game: Chess, position }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tavreli::Tavreli;

    #[test]
    fn the_type_of_a_position_is_found_again() {
        let position = GameId::CHESS.start();
        assert_eq!(position.typed::<Chess>(), Some(&Chess.start()));
        assert!(position.typed::<Tavreli>().is_none());
        let moved = position.after(position.legal_moves()[0]);
        assert_ne!(moved, position);
        assert_eq!(position.perft(2), 400);
    }
}
