//! Evaluations of games that are added while the program runs.
//!
//! A game gets an evaluation of its own by [`register`]. One that was added to the rules alone is evaluated by what its
//! pieces reach, until a net is trained for it.

use super::HasEvaluation;
use crate::eval::by_reach::ByReach;
use crate::eval::erased::Erased;
use crate::eval::{CorrectionKeys, Evaluate, Expression, MayWin, Tunable, Weights};
use crate::net::{ActiveFeatures, Meanings, Net, NetBoard, NetError, NetFeatures, WithNet};
use crate::strength::Ladder;
use crate::wdl::{WdlCurves, WdlModel};
use helgi_rules::board::{Move, Outline, Side};
use helgi_rules::games::{GameId, RegisterError};
use helgi_rules::internals::games::register_with;
use helgi_rules::{AnyPosition, FenError, Game, Info};
use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// A game that is not built in, with its evaluation.
#[derive(Clone, Copy, Debug)]
pub struct PlainEvaluation(pub GameId);

/// The evaluation of a registered game, behind a pointer.
#[derive(Clone)]
pub struct AnyEvaluation {
    inner: Arc<dyn Erased>,
    weights: WeightList,
}

/// Weights whose names are not known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightList(Vec<i32>);

/// The engine's companion of a game.
struct Entry {
    /// The evaluation with its net, which may become another one.
    evaluation: RwLock<Arc<WithNet<AnyEvaluation>>>,
    wdl: WdlCurves,
    ladder: Ladder,
}

/// Finds the contents of the net that comes along with a game.
type FindNet = fn(GameId) -> Option<&'static [u8]>;

/// Finds the game whose nets another one plays with that has none of its own.
type FindLender = fn(GameId) -> Option<GameId>;

static OFFERED_NETS: OnceLock<(FindNet, FindLender)> = OnceLock::new();

/// The chances and the ladder of a game that does not say better: about those of crazyhouse.
const WDL: WdlCurves = WdlCurves {
    full: WdlModel { slope: 200.0, draw_width: 20.0 },
    bare: WdlModel { slope: 200.0, draw_width: 20.0 },
};
const LADDER: Ladder = Ladder { nodes: [280, 3_200, 24_000, 140_000, 640_000], error: 260 };

/// Adds a game and its evaluation to those of the process, for its life.
///
/// # Errors
///
/// Like [`helgi_rules::games::register`]: if the name is taken or is not a plain word, or if the game refuses its
/// own start position.
///
/// # Panics
///
/// If the evaluation brings a net that does not fit it.
pub fn register<G: HasEvaluation>(game: G) -> Result<GameId, RegisterError> {
    let evaluation = AnyEvaluation::new(Typed::<G>(game.evaluation(), PhantomData));
    let entry = Entry::new(WithNet::built_in(evaluation), game.wdl(), game.ladder());
    register_with(game, Box::new(entry))
}

/// Lets a game that is not built in play with this net from now on. The net that it had is dropped with the last search
/// that uses it.
pub(super) fn use_net(game: GameId, net: Arc<Net>, source: &str) -> Result<(), NetError> {
    let entry = entry(game);
    let changed = entry.evaluation().with::<AnyPosition>(net)?.out_of_file(source);
    *entry.evaluation.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(changed);
    Ok(())
}

/// The file of the net of a game that is not built in, if it does not come with the program.
pub(super) fn net_source(game: GameId) -> Option<String> {
    let entry: &Entry = game.companion().get()?.downcast_ref()?;
    entry.evaluation().source().map(str::to_owned)
}

/// Lets games be evaluated with nets from elsewhere: games that were added to the rules alone, and built-in ones where this
/// crate was built without the feature `nets`. `find` is asked once for each such game, when its evaluation is needed
/// first; the first offer of a process stays.
///
/// A game without a net plays with that of the game that `lender` names: the inputs of both are compared by the letters of
/// the pieces. A net of that game is taken for one of its own by [`use_net`](super::use_net) as well.
///
/// A net that does not fit its game is a fault of the program, which then panics.
pub fn offer_nets(find: FindNet, lender: FindLender) {
    // A second one is not needed where the first has been there all the time.
    let _ = OFFERED_NETS.set((find, lender));
}

/// The contents of the net that is offered for a game; empty without one.
pub(super) fn offered_net(game: GameId) -> &'static [u8] {
    OFFERED_NETS.get().and_then(|(find, _)| find(game)).unwrap_or_default()
}

/// The game that lends its nets to this one.
pub(super) fn lender(game: GameId) -> Option<GameId> {
    OFFERED_NETS.get().and_then(|(_, lender)| lender(game))
}

/// The evaluation of a game that is not built in.
pub(crate) fn evaluation(game: GameId) -> Arc<WithNet<AnyEvaluation>> {
    entry(game).evaluation()
}

/// The companion of a game that is not built in, made when it is needed first.
fn entry(game: GameId) -> &'static Entry {
    let make = || {
        let evaluation = AnyEvaluation::new(ByReach::new(game, offered_net(game)));
        let evaluation = WithNet::built_in_or(evaluation, || lender(game).map_or(&[], super::shipped_net));
        Box::new(Entry::new(evaluation, WDL, LADDER)) as Box<dyn Any + Send + Sync>
    };
    match game.companion().get_or_init(make).downcast_ref() {
        Some(entry) => entry,
        None => unreachable!("another crate has put its own companion beside {}", game.name()),
    }
}

impl Entry {
    fn new(evaluation: WithNet<AnyEvaluation>, wdl: WdlCurves, ladder: Ladder) -> Self {
        Entry { evaluation: RwLock::new(Arc::new(evaluation)), wdl, ladder }
    }

    fn evaluation(&self) -> Arc<WithNet<AnyEvaluation>> {
        // A poisoned lock is as good as any: the evaluation in it is only ever exchanged as a whole.
        Arc::clone(&self.evaluation.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The evaluation of a game in its own type. It only sees positions of that game; for any other it
/// returns neutral values.
struct Typed<G: HasEvaluation>(G::Evaluation, PhantomData<fn() -> G>);

impl<G: HasEvaluation> Erased for Typed<G> {
    fn evaluate(&self, position: &AnyPosition) -> i32 {
        position.typed::<G>().map_or(0, |position| self.0.evaluate(position))
    }

    fn see(&self, position: &AnyPosition, legal: Move) -> i32 {
        position.typed::<G>().map_or(0, |position| self.0.see(position, legal))
    }

    fn allows_null_move(&self, position: &AnyPosition) -> bool {
        position.typed::<G>().is_some_and(|position| self.0.allows_null_move(position))
    }

    fn correction_keys(&self, position: &AnyPosition) -> Option<CorrectionKeys> {
        self.0.correction_keys(position.typed::<G>()?)
    }

    fn may_win_at_once(&self, position: &AnyPosition) -> MayWin {
        position.typed::<G>().map_or(MayWin::All, |position| self.0.may_win_at_once(position))
    }

    fn gain_of_check(&self, position: &AnyPosition) -> Option<i32> {
        self.0.gain_of_check(position.typed::<G>()?)
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn weights(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        self.0.weights().clone().each(&mut |number| numbers.push(*number));
        numbers
    }

    fn with_weights(&self, weights: &[i32]) -> Arc<dyn Erased> {
        let mut changed = self.0.weights().clone();
        // A list that is too short changes the first weights only.
        let mut numbers = weights.iter();
        changed.each(&mut |number| *number = numbers.next().copied().unwrap_or(*number));
        Arc::new(Typed::<G>(self.0.with_weights(&changed), PhantomData))
    }

    fn planes(&self) -> usize {
        self.0.planes()
    }

    fn facts(&self) -> usize {
        self.0.facts()
    }

    fn net(&self) -> &'static [u8] {
        self.0.net()
    }

    fn board(&self) -> &NetBoard {
        self.0.board()
    }

    fn is_mirrored(&self, position: &AnyPosition, view: Side) -> bool {
        position.typed::<G>().is_some_and(|position| self.0.is_mirrored(position, view))
    }

    fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>) {
        if let Some(position) = position.typed::<G>() {
            self.0.collect(position, active);
        }
    }

    fn meanings(&self) -> Meanings {
        self.0.meanings()
    }

    fn borrowed(&self, net: &Net) -> Option<Net> {
        self.0.borrowed(net)
    }
}

impl AnyEvaluation {
    fn new(inner: impl Erased + 'static) -> Self {
        AnyEvaluation { weights: WeightList(inner.weights()), inner: Arc::new(inner) }
    }
}

impl Evaluate<AnyPosition> for AnyEvaluation {
    fn evaluate(&self, position: &AnyPosition) -> i32 {
        self.inner.evaluate(position)
    }

    fn see(&self, position: &AnyPosition, legal: Move) -> i32 {
        self.inner.see(position, legal)
    }

    fn allows_null_move(&self, position: &AnyPosition) -> bool {
        self.inner.allows_null_move(position)
    }

    fn correction_keys(&self, position: &AnyPosition) -> Option<CorrectionKeys> {
        self.inner.correction_keys(position)
    }

    fn may_win_at_once(&self, position: &AnyPosition) -> MayWin {
        self.inner.may_win_at_once(position)
    }

    fn gain_of_check(&self, position: &AnyPosition) -> Option<i32> {
        self.inner.gain_of_check(position)
    }
}

impl Tunable<AnyPosition> for AnyEvaluation {
    type Weights = WeightList;

    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn weights(&self) -> &WeightList {
        &self.weights
    }

    fn with_weights(&self, weights: &WeightList) -> Self {
        AnyEvaluation { inner: self.inner.with_weights(&weights.0), weights: weights.clone() }
    }
}

impl NetFeatures<AnyPosition> for AnyEvaluation {
    fn planes(&self) -> usize {
        self.inner.planes()
    }

    fn facts(&self) -> usize {
        self.inner.facts()
    }

    fn net(&self) -> &'static [u8] {
        self.inner.net()
    }

    fn board(&self) -> &NetBoard {
        self.inner.board()
    }

    fn is_mirrored(&self, position: &AnyPosition, view: Side) -> bool {
        self.inner.is_mirrored(position, view)
    }

    fn collect(&self, position: &AnyPosition, active: &mut ActiveFeatures<'_>) {
        self.inner.collect(position, active);
    }

    fn meanings(&self) -> Meanings {
        self.inner.meanings()
    }

    fn borrowed(&self, net: &Net) -> Option<Net> {
        self.inner.borrowed(net)
    }
}

impl Weights for WeightList {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        self.0.iter_mut().for_each(visit);
    }

    fn type_name() -> String {
        "Vec<i32>".to_owned()
    }

    fn expression(&self) -> Expression {
        Expression::List(self.0.iter().copied().map(Expression::Number).collect())
    }
}

impl HasEvaluation for PlainEvaluation {
    type Evaluation = AnyEvaluation;

    fn evaluation(&self) -> AnyEvaluation {
        evaluation(self.0).hand_written().clone()
    }

    fn wdl(&self) -> WdlCurves {
        entry(self.0).wdl
    }

    fn ladder(&self) -> Ladder {
        entry(self.0).ladder
    }
}

impl Game for PlainEvaluation {
    type Position = AnyPosition;

    fn info(&self) -> &'static Info {
        self.0.info()
    }

    fn outline(&self) -> &'static Outline {
        self.0.outline()
    }

    fn parse(&self, fen: &str) -> Result<AnyPosition, FenError> {
        self.0.parse(fen)
    }

    fn parse_shown(&self, fen: &str) -> Result<AnyPosition, FenError> {
        self.0.parse_shown(fen)
    }

    fn format(&self, position: &AnyPosition) -> String {
        position.fen()
    }
}
