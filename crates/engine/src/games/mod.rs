//! The evaluation of each game, and the search of positions whose game is known only at run time.

mod registered;
mod running;

use crate::eval::{Evaluate, Tunable};
use crate::net::{Meanings, Net, NetBoard, NetChoice, NetError, NetFeatures, WithNet};
use crate::search::engine::Panicked;
use crate::search::{Control, Engine, Limits, SearchEvent, SearchReport};
use crate::strength::Ladder;
use crate::wdl::{WdlCurves, WdlModel, fullness};
use helgi_rules::board::Move;
use helgi_rules::games::GameId;
use helgi_rules::internals::games::SHUFFLED;
use helgi_rules::{AnyPosition, Game, History, Position};
use once_cell::sync::Lazy;
use registered::PlainEvaluation;
use std::sync::{Arc, PoisonError, RwLock};

pub use registered::{offer_nets, register};
pub use running::Running;

/// A game with an evaluation.
pub trait HasEvaluation: Game {
    /// The hand-written evaluation, and the inputs of a net beside it.
    type Evaluation: Tunable<Self::Position> + NetFeatures<Self::Position>;

    /// Returns the hand-written evaluation.
    fn evaluation(&self) -> Self::Evaluation;

    /// The chances that follow from the scores of a search with that evaluation.
    fn wdl(&self) -> WdlCurves;

    /// The limits of weaker players: measured numbers, which do not follow when [`wdl`](Self::wdl) is fitted anew.
    fn ladder(&self) -> Ladder;
}

/// A generic operation, run with the concrete type of a game chosen at run time and with its evaluation.
pub trait EvalVisitor {
    /// The result of the operation.
    type Output;

    /// Runs it.
    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output;
}

/// A [`EvalVisitor`] of a position in the type of its game.
trait PositionVisitor {
    type Output;

    fn visit<G: HasEvaluation>(
        self,
        position: &G::Position,
        evaluation: &WithNet<G::Evaluation>,
    ) -> Self::Output;
}

/// The evaluation of a built-in game: with the net that comes with the program until another one is given.
struct BuiltIn<E> {
    shipped: Lazy<WithNet<E>>,
    given: RwLock<Option<Arc<WithNet<E>>>>,
}

impl<E> BuiltIn<E> {
    const fn new(shipped: fn() -> WithNet<E>) -> Self {
        BuiltIn { shipped: Lazy::new(shipped), given: RwLock::new(None) }
    }

    fn given(&self) -> Option<Arc<WithNet<E>>> {
        // A panic elsewhere leaves the evaluation whole: it is only ever replaced.
        self.given.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs an operation with the evaluation in use.
    fn with<R>(&self, run: impl FnOnce(&WithNet<E>) -> R) -> R {
        match self.given() {
            // The lock is not held during a search, which may take minutes.
            Some(given) => run(&given),
            None => run(&self.shipped),
        }
    }

    fn use_net<P: Position>(&self, net: Arc<Net>, source: &str) -> Result<(), NetError>
    where
        E: Tunable<P> + NetFeatures<P>,
    {
        // From the shipped one, so that two files in a row do not build on each other.
        let changed = self.shipped.with(net)?.out_of_file(source);
        *self.given.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(changed));
        Ok(())
    }
}

macro_rules! visit {
    ($($group:ident { $($(#[$hidden:meta])* $name:ident: $type:ty = $game:expr;)+ })+) => {
        /// The evaluations of the built-in games. Each is made when its game is first used, and
        /// kept: a process that plays one game after another grows once by the tables and the net
        /// of each, 9 MB for six games.
        mod built_in {
            use super::*;

            $($(
                pub(super) static $name: BuiltIn<<$type as HasEvaluation>::Evaluation> = BuiltIn::new(|| {
                    let game: $type = $game;
                    let offered = || registered::offered_net(GameId::$name);
                    WithNet::built_in_or::<<$type as Game>::Position>(game.evaluation(), offered)
                });
            )+)+
        }

        /// Runs an operation with a game and its evaluation: in the game's own type if it is built in, otherwise
        /// as a `PlainEvaluation` one.
        pub fn visit<V: EvalVisitor>(game: GameId, visitor: V) -> V::Output {
            match game {
                $($(GameId::$name => {
                    built_in::$name.with(|evaluation| visitor.visit::<$type>($game, evaluation))
                })+)+
                // Games that are added while the program runs share one instance of the search.
                other => visitor.visit(PlainEvaluation(other), &registered::evaluation(other)),
            }
        }

        /// Lets a game play with this net, from a file of this name, from now on, where no other one is chosen.
        ///
        /// # Errors
        ///
        /// If the contents are those of no whole net, or of one for another game or with other inputs.
        pub fn use_net(game: GameId, bytes: &[u8], source: &str) -> Result<(), NetError> {
            let net = Arc::new(Net::from_bytes(bytes)?);
            match game {
                $($(GameId::$name => built_in::$name.use_net::<<$type as Game>::Position>(net, source),)+)+
                other => registered::use_net(other, net, source),
            }
        }

        /// Returns the file of the net that a game plays with where no other one is chosen, if it does not come with the
        /// program. No evaluation is made for it.
        pub fn net_source(game: GameId) -> Option<String> {
            match game {
                $($(GameId::$name => built_in::$name.given()?.source().map(str::to_owned),)+)+
                other => registered::net_source(other),
            }
        }

        /// Runs an operation with a position in the type of its game.
        fn visit_position<V: PositionVisitor>(position: &AnyPosition, visitor: V) -> V::Output {
            match position.game() {
                $($(GameId::$name => {
                    if let Some(typed) = position.typed::<$type>() {
                        return built_in::$name.with(|evaluation| visitor.visit::<$type>(typed, evaluation));
                    }
                })+)+
                _ => (),
            }
            visitor.visit::<PlainEvaluation>(position, &registered::evaluation(position.game()))
        }
    };
}

helgi_rules::with_games!(visit);

/// The net of a file's contents, to be used in its game.
///
/// # Errors
///
/// If they are those of no whole net, or the net is of no game that there is an evaluation of, or has
/// other inputs than that.
pub fn read_net(bytes: &[u8]) -> Result<NetChoice, NetError> {
    let net = Net::from_bytes(bytes)?;
    check(&net)?;
    Ok(NetChoice::Loaded(Arc::new(net)))
}

/// Checks that the net is for a game with an evaluation. The error is that of the game in its name,
/// if there is one.
fn check(net: &Net) -> Result<(), NetError> {
    struct Check<'a>(&'a Net);
    impl EvalVisitor for Check<'_> {
        type Output = Result<(), NetError>;

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output {
            evaluation.suits(self.0)
        }
    }
    let mut refused = None;
    // Games that share an evaluation have the name of one of them. A form as Chess960 has that of the game whose rules it
    // has, even if there is no such game.
    let names = [net.game.clone(), format!("{}{SHUFFLED}", net.game)];
    let own = names.iter().filter_map(|name| GameId::named(name));
    for game in own.chain(GameId::BUILT_IN.iter().copied()) {
        match visit(game, Check(net)) {
            Ok(()) => return Ok(()),
            Err(NetError::Game { .. }) => (),
            // A variant on another board may have its inputs.
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.unwrap_or_else(|| NetError::NoGame(net.game.clone())))
}

/// Returns the contents of the net that a game plays with where no other one is chosen; `None` without a net.
pub fn net_in_use(game: GameId) -> Option<Vec<u8>> {
    struct InUse;
    impl EvalVisitor for InUse {
        type Output = Option<Vec<u8>>;

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output {
            Some(evaluation.net()?.to_bytes())
        }
    }
    visit(game, InUse)
}

/// The contents of the net of its own that comes with the program for a game, or is offered for it; empty without one.
fn shipped_net(game: GameId) -> &'static [u8] {
    struct Shipped;
    impl EvalVisitor for Shipped {
        type Output = &'static [u8];

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> &'static [u8] {
            evaluation.hand_written().net()
        }
    }
    match visit(game, Shipped) {
        [] => registered::offered_net(game),
        own => own,
    }
}

/// A net of the game that lends its nets to `game`, as a net of that one, whose evaluation has this name, board and inputs;
/// `None` for other nets.
pub(crate) fn lent(
    net: &Net,
    game: GameId,
    name: &str,
    board: &NetBoard,
    meanings: &Meanings,
) -> Option<Net> {
    struct Lend<'a>(&'a Net, &'a str, &'a NetBoard, &'a Meanings);
    impl EvalVisitor for Lend<'_> {
        type Output = Option<Net>;

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> Option<Net> {
            let Lend(net, name, board, meanings) = self;
            let own = evaluation.hand_written();
            if net.suits(own.name(), own.inputs()).is_err() || own.board() != board {
                return None;
            }
            net.lent(name, board.squares(), &own.meanings(), meanings)
        }
    }
    visit(registered::lender(game)?, Lend(net, name, board, meanings))
}

/// Returns the games that have a built-in net of their own: of those that share one, the first.
pub fn games_with_nets() -> Vec<GameId> {
    // No net at all counts as known, so that games without one are left out.
    let mut known = vec![&[][..]];
    let is_new = |game: &GameId| {
        let net = shipped_net(*game);
        let is_new = !known.contains(&net);
        known.push(net);
        is_new
    };
    GameId::BUILT_IN.iter().copied().filter(is_new).collect()
}

/// Returns the model of results from scores in a position.
pub fn wdl(position: &AnyPosition) -> WdlModel {
    wdl_curves(position.game()).at(fullness(position))
}

/// Returns the models of results from scores in a game.
pub fn wdl_curves(game: GameId) -> WdlCurves {
    struct Curves;
    impl EvalVisitor for Curves {
        type Output = WdlCurves;

        fn visit<G: HasEvaluation>(self, game: G, _: &WithNet<G::Evaluation>) -> WdlCurves {
            game.wdl()
        }
    }
    visit(game, Curves)
}

/// Returns the ladder of levels of a game.
///
/// ```
/// for &game in helgi_rules::GameId::BUILT_IN {
///     let ladder = helgi_engine::internals::ladder(game);
///     assert!(ladder.nodes.is_sorted() && ladder.error > 0, "{game:?}");
/// }
/// ```
pub fn ladder(game: GameId) -> Ladder {
    struct Rungs;
    impl EvalVisitor for Rungs {
        type Output = Ladder;

        fn visit<G: HasEvaluation>(self, game: G, _: &WithNet<G::Evaluation>) -> Ladder {
            game.ladder()
        }
    }
    visit(game, Rungs)
}

/// The static score for the side to move, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalBreakdown {
    /// By the hand-written evaluation.
    pub hand_written: i32,
    /// By the net, if there is one: it is added to the hand-written evaluation or replaces it.
    pub learned: Option<i32>,
    /// By both as they play.
    pub score: i32,
}

/// Returns true if a game is played with the net that was chosen, and false if that net is of another game.
pub fn is_in_use(choice: &NetChoice, game: GameId) -> bool {
    struct Suits<'a>(&'a Net);
    impl EvalVisitor for Suits<'_> {
        type Output = bool;

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> bool {
            evaluation.suits(self.0).is_ok()
        }
    }
    match choice {
        NetChoice::BuiltIn | NetChoice::None => true,
        NetChoice::Loaded(net) => visit(game, Suits(net)),
    }
}

/// Returns the score for the side to move by the game's evaluation with the net of this choice,
/// without a search.
pub fn evaluate(position: &AnyPosition, choice: &NetChoice) -> EvalBreakdown {
    struct Judge<'a>(&'a NetChoice);
    impl PositionVisitor for Judge<'_> {
        type Output = EvalBreakdown;

        fn visit<G: HasEvaluation>(
            self,
            position: &G::Position,
            evaluation: &WithNet<G::Evaluation>,
        ) -> Self::Output {
            let evaluation = evaluation.chosen(self.0);
            EvalBreakdown {
                hand_written: evaluation.hand_written().evaluate(position),
                learned: evaluation.learned(position),
                score: evaluation.evaluate(position),
            }
        }
    }
    visit_position(position, Judge(choice))
}

/// Returns the [`score`](EvalBreakdown::score) of a position alone, in centipawns for the side to move.
pub fn static_score(position: &AnyPosition, choice: &NetChoice) -> i32 {
    struct Score<'a>(&'a NetChoice);
    impl PositionVisitor for Score<'_> {
        type Output = i32;

        fn visit<G: HasEvaluation>(self, position: &G::Position, evaluation: &WithNet<G::Evaluation>) -> i32 {
            evaluation.chosen(self.0).evaluate(position)
        }
    }
    visit_position(position, Score(choice))
}

/// Returns true if one of these moves wins something by the exchange on its square.
pub fn wins_exchange(position: &AnyPosition, noisy: &[Move]) -> bool {
    struct Exchange<'a>(&'a [Move]);
    impl PositionVisitor for Exchange<'_> {
        type Output = bool;

        fn visit<G: HasEvaluation>(
            self,
            position: &G::Position,
            evaluation: &WithNet<G::Evaluation>,
        ) -> bool {
            self.0.iter().any(|&noisy| evaluation.see(position, noisy) > 0)
        }
    }
    visit_position(position, Exchange(noisy))
}

impl Engine {
    /// [Searches](Engine::search) a position of any game with the game's evaluation.
    pub fn search_any(
        &mut self,
        position: &AnyPosition,
        history: &History,
        limits: &Limits,
        control: &Control,
        mut on_event: impl FnMut(SearchEvent) + Send,
    ) -> SearchReport {
        search(self, position, history, limits, control, &mut on_event)
    }
}

impl Engine {
    /// [Searches](Self::search_any) on the calling thread alone, which should have a large stack: for thousands of tiny
    /// searches, where spawning a thread costs more than searching.
    ///
    /// # Errors
    ///
    /// If the search panics.
    #[doc(hidden)] // a part of `internals`
    pub fn search_any_here(
        &mut self,
        position: &AnyPosition,
        history: &History,
        limits: &Limits,
        control: &Control,
    ) -> Result<SearchReport, Panicked> {
        struct SearchHere<'a> {
            engine: &'a mut Engine,
            history: &'a History,
            limits: &'a Limits,
            control: &'a Control,
        }
        impl PositionVisitor for SearchHere<'_> {
            type Output = Result<SearchReport, Panicked>;

            fn visit<G: HasEvaluation>(
                self,
                position: &G::Position,
                evaluation: &WithNet<G::Evaluation>,
            ) -> Self::Output {
                let SearchHere { engine, history, limits, control } = self;
                let evaluation = evaluation.chosen(engine.net_choice());
                engine.search_here(position, history, &evaluation, limits, control)
            }
        }
        visit_position(position, SearchHere { engine: self, history, limits, control })
    }
}

/// The search for [`Engine::search_any`]; not generic, so that it is compiled here alone and not once more
/// wherever it is called.
fn search(
    engine: &mut Engine,
    position: &AnyPosition,
    history: &History,
    limits: &Limits,
    control: &Control,
    on_event: &mut (dyn FnMut(SearchEvent) + Send),
) -> SearchReport {
    struct Search<'a> {
        engine: &'a mut Engine,
        history: &'a History,
        limits: &'a Limits,
        control: &'a Control,
        on_event: &'a mut (dyn FnMut(SearchEvent) + Send),
    }
    impl PositionVisitor for Search<'_> {
        type Output = SearchReport;

        fn visit<G: HasEvaluation>(
            self,
            position: &G::Position,
            evaluation: &WithNet<G::Evaluation>,
        ) -> SearchReport {
            let Search { engine, history, limits, control, on_event } = self;
            let evaluation = evaluation.chosen(engine.net_choice());
            engine.search(position, history, &evaluation, limits, control, on_event)
        }
    }
    visit_position(position, Search { engine, history, limits, control, on_event })
}
