//! Positions whose game is known only at run time, for whoever is to serve all games alike.
//!
//! Behind one pointer stands a game and its position; what is asked of it goes to the game. Nothing
//! here knows a rule. A [`GameId`] is itself a [`Game`], and an [`AnyPosition`] a [`Position`], so
//! that whatever is written for any game can be used with them; only where millions of positions are
//! visited is the game's own type worth having, by [`GameId::visit`] or [`AnyPosition::typed`].

use crate::board::{Collect, Key, Move, Outline, Piece, Reserve, Square};
use crate::games::{GameId, Visitor};
use crate::{FenError, Game, Info, Outcome, Position, Select, Turn, fen, perft};
use std::any::Any;
use std::fmt;

/// A position of one of the games.
///
/// ```
/// use helgi_rules::board::Side;
/// use helgi_rules::{Game, GameId, Position};
///
/// let mut position = GameId::Tavreli.start();
/// let first = position.moves()[0];
/// position.play(first);
/// assert_eq!(position.game(), GameId::Tavreli);
/// assert_eq!(position.side(), Side::Black);
/// ```
pub struct AnyPosition(Box<dyn Erased>);

/// A position together with its game, and what can be asked without knowing which.
trait Erased: Send + Sync + Any {
    fn boxed(&self) -> Box<dyn Erased>;
    fn game(&self) -> GameId;
    fn fen(&self) -> String;
    fn turn(&self) -> Turn;
    fn key(&self) -> Key;
    fn generate(&self, select: Select, moves: &mut Vec<Move>);
    fn count_moves(&self) -> usize;
    fn is_legal(&self, candidate: Move) -> bool;
    fn is_noisy(&self, legal: Move) -> bool;
    fn play(&mut self, legal: Move);
    fn outcome(&self) -> Option<Outcome>;
    fn no_moves(&self) -> Outcome;
    fn checkers(&self) -> Vec<Square>;
    fn in_check(&self) -> bool;
    fn gives_check(&self) -> Box<dyn Fn(Move) -> bool + '_>;
    fn turned(&self) -> Option<AnyPosition>;
    fn reversible_plies(&self) -> u32;
    fn count_verdict(&self) -> Option<Outcome>;
    fn repetition_verdict(&self) -> Outcome;
    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece>;
    fn is_obstacle(&self, square: Square) -> bool;
    fn reserve(&self) -> Option<&Reserve>;
    fn frozen(&self) -> Option<Square>;
    fn phase_text(&self) -> Option<&'static str>;
    fn perft(&self, depth: u32) -> u64;
}

#[derive(Clone)]
struct Typed<G: Game> {
    id: GameId,
    game: G,
    position: G::Position,
}

impl<G: Game> Erased for Typed<G> {
    fn boxed(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn game(&self) -> GameId {
        self.id
    }

    fn fen(&self) -> String {
        self.game.format(&self.position)
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn key(&self) -> Key {
        self.position.key()
    }

    fn generate(&self, select: Select, moves: &mut Vec<Move>) {
        self.position.generate(select, moves);
    }

    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }

    fn is_legal(&self, candidate: Move) -> bool {
        self.position.is_legal(candidate)
    }

    fn is_noisy(&self, legal: Move) -> bool {
        self.position.is_noisy(legal)
    }

    fn play(&mut self, legal: Move) {
        self.position.play(legal);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn no_moves(&self) -> Outcome {
        self.position.no_moves()
    }

    fn checkers(&self) -> Vec<Square> {
        self.position.checkers()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn gives_check(&self) -> Box<dyn Fn(Move) -> bool + '_> {
        Box::new(self.position.gives_check())
    }

    fn turned(&self) -> Option<AnyPosition> {
        let position = self.position.turned()?;
        Some(AnyPosition(Box::new(Typed { position, ..self.clone() })))
    }

    fn reversible_plies(&self) -> u32 {
        self.position.reversible_plies()
    }

    fn count_verdict(&self) -> Option<Outcome> {
        self.position.count_verdict()
    }

    fn repetition_verdict(&self) -> Outcome {
        self.position.repetition_verdict()
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.position.piece_at(square, depth)
    }

    fn is_obstacle(&self, square: Square) -> bool {
        self.position.is_obstacle(square)
    }

    fn reserve(&self) -> Option<&Reserve> {
        self.position.reserve()
    }

    fn frozen(&self) -> Option<Square> {
        self.position.frozen()
    }

    fn phase_text(&self) -> Option<&'static str> {
        self.position.phase_text()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }
}

impl AnyPosition {
    /// The game it is a position of.
    pub fn game(&self) -> GameId {
        self.0.game()
    }

    /// The facts about the game.
    pub fn info(&self) -> &'static Info {
        self.game().info()
    }

    /// The squares of the board.
    pub fn outline(&self) -> &'static Outline {
        self.game().outline()
    }

    /// The canonical text of the position.
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.0.generate(Select::All, &mut moves);
        moves
    }

    /// The position after a legal move.
    pub fn after(&self, legal: Move) -> AnyPosition {
        let mut after = self.clone();
        after.play(legal);
        after
    }

    /// The position as if nothing stood on a square, with the rights that are left; `None` if the game has
    /// no such position.
    ///
    /// ```
    /// use helgi_rules::{Game, GameId};
    ///
    /// let start = GameId::Chess.start();
    /// let square = |name| start.outline().named(name).unwrap();
    /// let fen = start.without(square("h1")).unwrap().fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    /// assert!(start.without(square("e1")).is_none());
    /// ```
    pub fn without(&self, square: Square) -> Option<AnyPosition> {
        let board = fen::write_without(self, self.outline(), self.info().pieces, Some(square));
        let text = self.fen();
        let (_, fields) = text.split_once(' ')?;
        let rest = |castling: &str| {
            let mut fields: Vec<&str> = fields.split(' ').collect();
            fields[1] = if castling.is_empty() { "-" } else { castling };
            format!("{board} {}", fields.join(" "))
        };
        let castling = fields.split(' ').nth(1)?;
        // A piece has one right at most.
        let less_one = castling.chars().map(|right| castling.replace(right, ""));
        let rights = std::iter::once(castling.to_owned()).chain(less_one);
        rights.map(|castling| self.game().parse(&rest(&castling))).find_map(Result::ok)
    }

    /// The number of paths of `depth` moves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    /// The position in the game's own type; `None` if it is not one of that game.
    pub fn typed<G: Game>(&self) -> Option<&G::Position> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<Typed<G>>().map(|typed| &typed.position)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(self.0.boxed())
    }
}

/// Of the same game, with the same text.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.game() == other.game() && self.fen() == other.fen()
    }
}

impl Eq for AnyPosition {}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.info().name, self.fen())
    }
}

impl Position for AnyPosition {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn key(&self) -> Key {
        self.0.key()
    }

    fn visit(&self, select: Select, moves: &mut impl Collect) {
        let mut generated = Vec::new();
        self.0.generate(select, &mut generated);
        generated.into_iter().for_each(|legal| moves.add(legal));
    }

    fn generate(&self, select: Select, moves: &mut Vec<Move>) {
        self.0.generate(select, moves);
    }

    fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    fn is_legal(&self, candidate: Move) -> bool {
        self.0.is_legal(candidate)
    }

    fn is_noisy(&self, legal: Move) -> bool {
        self.0.is_noisy(legal)
    }

    fn play(&mut self, legal: Move) {
        self.0.play(legal);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn no_moves(&self) -> Outcome {
        self.0.no_moves()
    }

    fn checkers(&self) -> Vec<Square> {
        self.0.checkers()
    }

    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    fn gives_check(&self) -> impl Fn(Move) -> bool + '_ {
        self.0.gives_check()
    }

    fn turned(&self) -> Option<Self> {
        self.0.turned()
    }

    fn reversible_plies(&self) -> u32 {
        self.0.reversible_plies()
    }

    fn count_verdict(&self) -> Option<Outcome> {
        self.0.count_verdict()
    }

    fn repetition_verdict(&self) -> Outcome {
        self.0.repetition_verdict()
    }

    fn piece_at(&self, square: Square, depth: usize) -> Option<Piece> {
        self.0.piece_at(square, depth)
    }

    fn is_obstacle(&self, square: Square) -> bool {
        self.0.is_obstacle(square)
    }

    fn reserve(&self) -> Option<&Reserve> {
        self.0.reserve()
    }

    fn frozen(&self) -> Option<Square> {
        self.0.frozen()
    }

    fn phase_text(&self) -> Option<&'static str> {
        self.0.phase_text()
    }
}

/// The reading of a text, by [`Game::parse_shown`] or else by [`Game::parse`].
struct Parse<'a> {
    id: GameId,
    fen: &'a str,
    is_shown: bool,
}

impl Visitor for Parse<'_> {
    type Output = Result<AnyPosition, FenError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Parse { id, fen, is_shown } = self;
        let position = if is_shown { game.parse_shown(fen)? } else { game.parse(fen)? };
        Ok(AnyPosition(Box::new(Typed { id, game, position })))
    }
}

impl Game for GameId {
    type Position = AnyPosition;

    fn info(&self) -> &'static Info {
        GameId::info(*self)
    }

    fn outline(&self) -> &'static Outline {
        struct Board;
        impl Visitor for Board {
            type Output = &'static Outline;

            fn visit<G: Game>(self, game: G) -> &'static Outline {
                game.outline()
            }
        }
        (*self).visit(Board)
    }

    fn parse(&self, fen: &str) -> Result<AnyPosition, FenError> {
        (*self).visit(Parse { id: *self, fen, is_shown: false })
    }

    fn parse_shown(&self, fen: &str) -> Result<AnyPosition, FenError> {
        (*self).visit(Parse { id: *self, fen, is_shown: true })
    }

    fn format(&self, position: &AnyPosition) -> String {
        position.fen()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use crate::tavreli::Tavreli;

    #[test]
    fn the_type_of_a_position_is_found_again() {
        let position = GameId::Chess.start();
        assert_eq!(position.typed::<Chess>(), Some(&Chess.start()));
        assert!(position.typed::<Tavreli>().is_none());
        let moved = position.after(position.moves()[0]);
        assert_ne!(moved, position);
        assert_eq!(position.perft(2), 400);
    }
}
