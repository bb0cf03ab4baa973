//! Positions in memory, as a net sees them.

use crate::selfplay::replay::ReplayError;
use helgi_engine::eval::Evaluate;
use helgi_engine::internals::eval::Tunable;
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::net::{ActiveFeatures, NetBoard, NetFeatures};
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_rules::Position;
use helgi_rules::games::GameId;

/// One game in this many is held out for validation.
pub(super) const HELD_OUT: usize = 20;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The place where its inputs begin: those of the side to move, then as many of the other.
    first: usize,
    /// The number of inputs of each view.
    count: u16,
    /// The hand-written evaluation, in centipawns for the side to move.
    pub hand_written: i16,
    /// The score to learn, in centipawns for the side to move.
    pub score: i16,
    /// The result of the game for the side to move, from 0 to 1.
    pub result: f32,
    /// The share of the net's output that counts.
    pub fading: f32,
}

/// Some positions with their inputs.
#[derive(Default, Debug)]
pub(super) struct Pool {
    pub samples: Vec<Sample>,
    inputs: Vec<u16>,
}

impl Pool {
    /// Adds a position with its score and the result of its game for the side to move. What the hand-written
    /// evaluation says takes longest to find, so that it can be left out.
    pub fn add<P, E>(&mut self, position: &P, evaluation: &E, score: i16, result: f32, is_judged: bool)
    where
        P: Position,
        E: Evaluate<P> + NetFeatures<P>,
    {
        let active = ActiveFeatures::of(position, evaluation);
        let side = position.side();
        let own = active.seen_by(side);
        let hand_written = if is_judged { evaluation.evaluate(position) } else { 0 };
        self.samples.push(Sample {
            first: self.inputs.len(),
            count: own.len() as u16,
            hand_written: hand_written.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            score,
            result,
            fading: WithNet::<E>::fading(position),
        });
        // Both views have as many inputs, so one count is enough.
        self.inputs.extend_from_slice(own);
        self.inputs.extend_from_slice(active.seen_by(!side));
    }

    /// The inputs of a sample: those of the side to move, and of the other.
    #[inline]
    pub fn inputs(&self, sample: &Sample) -> (&[u16], &[u16]) {
        let count = usize::from(sample.count);
        self.inputs[sample.first..sample.first + 2 * count].split_at(count)
    }
}

/// Checks that a game has the evaluation and the board of another.
pub(super) fn suits<G: HasEvaluation>(
    game: &G,
    evaluation: &G::Evaluation,
    other: GameId,
    expected: &'static str,
) -> Result<(), ReplayError> {
    struct HasBoard<'a>(&'a NetBoard);
    impl EvalVisitor for HasBoard<'_> {
        type Output = bool;

        fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> bool {
            evaluation.hand_written().board() == self.0
        }
    }
    if evaluation.name() != expected || !visit(other, HasBoard(evaluation.board())) {
        return Err(ReplayError::OtherGame { found: game.info().name, expected });
    }
    Ok(())
}
