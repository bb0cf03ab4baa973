//! Which evaluation goes with which game, and the search of positions whose game is known only at
//! run time.

use crate::eval::{Evaluate, Tunable};
use crate::search::{Control, Engine, Event, Limits, Report};
use helgi_rules::games::GameId;
use helgi_rules::{AnyPosition, Game, History};
use once_cell::sync::Lazy;

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
    fn visit<G: Judged>(self, game: G, evaluation: &'static G::Evaluation) -> Self::Output;
}

macro_rules! visit {
    ($($name:ident: $type:ty = $game:expr;)+) => {
        /// Does something with a game and its evaluation.
        pub fn visit<V: Visitor>(game: GameId, visitor: V) -> V::Output {
            match game {
                $(GameId::$name => {
                    static EVALUATION: Lazy<<$type as Judged>::Evaluation> = Lazy::new(Default::default);
                    visitor.visit::<$type>($game, &EVALUATION)
                })+
            }
        }
    };
}

helgi_rules::with_games!(visit);

/// How the side to move stands by the game's evaluation, without a search, in centipawns.
pub fn evaluate(position: &AnyPosition) -> i32 {
    struct Judge<'a>(&'a AnyPosition);
    impl Visitor for Judge<'_> {
        type Output = i32;

        fn visit<G: Judged>(self, _: G, evaluation: &'static G::Evaluation) -> i32 {
            evaluation.evaluate(typed::<G>(self.0))
        }
    }
    visit(position.game(), Judge(position))
}

/// The position in the type of its game.
fn typed<G: Judged>(position: &AnyPosition) -> &G::Position {
    match position.typed::<G>() {
        Some(position) => position,
        None => unreachable!("{position:?} is not of the type that its game has in the list of games"),
    }
}

impl Engine {
    /// [Searches](Engine::search) a position of any game with the game's evaluation.
    pub fn search_any(
        &mut self,
        position: &AnyPosition,
        history: &History,
        limits: &Limits,
        control: &Control,
        mut on_event: impl FnMut(Event) + Send,
    ) -> Report {
        struct Search<'a> {
            engine: &'a mut Engine,
            position: &'a AnyPosition,
            history: &'a History,
            limits: &'a Limits,
            control: &'a Control,
            on_event: &'a mut (dyn FnMut(Event) + Send),
        }
        impl Visitor for Search<'_> {
            type Output = Report;

            fn visit<G: Judged>(self, _: G, evaluation: &'static G::Evaluation) -> Report {
                let Search { engine, position, history, limits, control, on_event } = self;
                engine.search(typed::<G>(position), history, evaluation, limits, control, on_event)
            }
        }
        let on_event = &mut on_event;
        visit(position.game(), Search { engine: self, position, history, limits, control, on_event })
    }
}
