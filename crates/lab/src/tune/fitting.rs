//! The weights of a game that is known only at run time, and the data for fitting them.

use super::samples::{self, Sample};
use super::source::Constant;
use super::{Tuned, TuningProgress, TuningSettings, tune};
use crate::selfplay::file::Damage;
use helgi_engine::internals::eval::Tunable;
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_rules::{Game, GameId};
use std::io;
use std::path::Path;

/// A game's evaluation and the positions that its weights are to be fitted to.
pub trait Fitting {
    /// The [name](Tunable::name) of the evaluation.
    fn name(&self) -> &'static str;

    /// Takes the quiet positions of a file of games, about every second one: neighbours are nearly the
    /// same. Games after damage are left out, and the damage returned.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not one of self-play games of this game.
    fn read(&mut self, path: &Path) -> io::Result<Option<Damage>>;

    /// The number of positions.
    fn positions(&self) -> usize;

    /// Fits the weights to the positions.
    fn tune(&self, settings: TuningSettings, progress: &mut dyn FnMut(TuningProgress)) -> Tuned<Constant>;
}

/// The evaluation of a game, without positions yet.
pub fn fitting(game: GameId) -> Box<dyn Fitting> {
    struct Begin(GameId);
    impl EvalVisitor for Begin {
        type Output = Box<dyn Fitting>;

        fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output {
            Box::new(Typed::<G> { id: self.0, game, evaluation: evaluation.clone(), samples: Vec::new() })
        }
    }
    visit(game, Begin(game))
}

struct Typed<G: HasEvaluation> {
    id: GameId,
    game: G,
    evaluation: WithNet<G::Evaluation>,
    samples: Vec<Sample<<G as Game>::Position>>,
}

impl<G: HasEvaluation> Fitting for Typed<G> {
    fn name(&self) -> &'static str {
        self.evaluation.hand_written().name()
    }

    fn read(&mut self, path: &Path) -> io::Result<Option<Damage>> {
        samples::read(&self.game, self.id, path, &mut self.samples)
    }

    fn positions(&self) -> usize {
        self.samples.len()
    }

    fn tune(&self, settings: TuningSettings, progress: &mut dyn FnMut(TuningProgress)) -> Tuned<Constant> {
        let tuned = tune(self.evaluation.hand_written(), &self.samples, settings, progress);
        let Tuned { weights, curve, fitted, held_out } = tuned;
        Tuned { weights: Constant::of(&weights), curve, fitted, held_out }
    }
}
