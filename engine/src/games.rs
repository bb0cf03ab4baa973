//! Which evaluation goes with which game.

use crate::eval::Tunable;
use helgi_rules::Game;
use helgi_rules::games::GameId;

/// A game of which there is an evaluation.
pub trait Judged: Game {
    /// The evaluation.
    type Evaluation: Tunable<Self::Position> + Default;
}

/// Something to be done with one game and its evaluation, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game, E: Tunable<G::Position>>(self, game: G, evaluator: E) -> Self::Output;
}

macro_rules! visit {
    ($($name:ident: $type:ty = $game:expr;)+) => {
        /// Does something with a game and its evaluation.
        pub fn visit<V: Visitor>(game: GameId, visitor: V) -> V::Output {
            match game {
                $(GameId::$name => {
                    visitor.visit::<$type, _>($game, <$type as Judged>::Evaluation::default())
                })+
            }
        }
    };
}

helgi_rules::with_games!(visit);
