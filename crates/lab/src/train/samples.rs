//! Training samples: the quiet positions of games of self-play, as inputs with the score of the
//! search and the result.

use crate::selfplay::file::{Damage, Head, Played};
use crate::selfplay::replay::{self, Filter};
use helgi_engine::eval::{Evaluate, Tunable};
use helgi_engine::net::WithNet;
use helgi_engine::net::inputs::{ActiveFeatures, Board, NetFeatures};
use helgi_engine::{HasEvaluation, Visitor, visit};
use helgi_rules::Position;
use helgi_rules::board::Side;
use helgi_rules::games::GameId;
use std::io;
use std::path::Path;

/// One game in this many is held out for validation.
const HELD_OUT: usize = 20;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The place where its inputs begin: those of the side to move, then as many of the other.
    first: usize,
    /// The number of inputs of each view.
    count: u16,
    /// The hand-written evaluation, in centipawns for the side to move.
    pub hand_written: i16,
    /// The score of the search, in centipawns for the side to move.
    pub score: i16,
    /// The result of the game for the side to move, from 0 to 1.
    pub result: f32,
    /// The share of the net's output that counts.
    pub fading: f32,
}

/// Positions to learn from, and others that are held out: whole games, because positions of one game
/// are nearly copies.
#[derive(Debug)]
pub struct Samples {
    /// The name of the evaluation.
    pub(super) name: &'static str,
    pub(super) board: &'static Board,
    pub(super) planes: usize,
    pub(super) inputs_of_net: usize,
    pub(super) trained: Vec<Sample>,
    pub(super) held_out: Vec<Sample>,
    inputs: Vec<u16>,
    games: usize,
    heads: Vec<Head>,
}

impl Samples {
    /// No samples of a game yet.
    pub fn new(game: GameId) -> Self {
        struct Shape;
        impl Visitor for Shape {
            type Output = Samples;

            fn visit<G: HasEvaluation>(self, _: G, evaluation: &'static WithNet<G::Evaluation>) -> Samples {
                let inputs = evaluation.hand_written();
                Samples {
                    name: inputs.name(),
                    board: inputs.board(),
                    planes: inputs.planes(),
                    inputs_of_net: inputs.inputs(),
                    trained: Vec::new(),
                    held_out: Vec::new(),
                    inputs: Vec::new(),
                    games: 0,
                    heads: Vec::new(),
                }
            }
        }
        visit(game, Shape)
    }

    /// The number of games, of positions to learn from, and of positions held out.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.games, self.trained.len(), self.held_out.len())
    }

    /// The settings of the games.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// The inputs of a sample: those of the side to move, and of the other.
    #[inline]
    pub(super) fn inputs(&self, sample: &Sample) -> (&[u16], &[u16]) {
        let count = usize::from(sample.count);
        self.inputs[sample.first..sample.first + 2 * count].split_at(count)
    }

    /// Adds the positions of a file of games, also of variants with the same evaluation and board.
    /// Games after damage are left out, and the damage returned.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not one of self-play games.
    pub fn add(&mut self, path: &Path, filter: Filter) -> io::Result<Option<Damage>> {
        replay::read(path, |game, head, played| {
            if self.heads.last() != Some(head) {
                self.heads.push(head.clone());
            }
            visit(game, Replay { samples: self, played, filter })
        })
    }
}

/// Takes the positions of a game.
struct Replay<'a> {
    samples: &'a mut Samples,
    played: &'a Played,
    filter: Filter,
}

impl Visitor for Replay<'_> {
    type Output = Result<(), String>;

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &'static WithNet<G::Evaluation>) -> Self::Output {
        let Replay { samples, played, filter } = self;
        let (name, expected) = (game.info().name, samples.name);
        let inputs = evaluation.hand_written();
        if inputs.name() != expected || inputs.board() != samples.board {
            return Err(format!("a game of {name}: expected one of {expected}"));
        }
        samples.games += 1;
        let is_held_out = samples.games.is_multiple_of(HELD_OUT);
        replay::replay(&game, played, filter, |position, score| {
            let hand_written = inputs.evaluate(position);
            let sample = Sample {
                hand_written: hand_written.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
                score,
                result: played.ending.result_for(position.side()),
                fading: WithNet::<G::Evaluation>::fading(position),
                first: samples.inputs.len(),
                count: 0,
            };
            let active = ActiveFeatures::of(position, inputs);
            samples.take(sample, &active, position.side(), is_held_out);
        })
    }
}

impl Samples {
    fn take(&mut self, sample: Sample, active: &ActiveFeatures<'_>, side: Side, is_held_out: bool) {
        let own = active.seen_by(side);
        self.inputs.extend_from_slice(own);
        self.inputs.extend_from_slice(active.seen_by(!side));
        let samples = if is_held_out { &mut self.held_out } else { &mut self.trained };
        samples.push(Sample { count: own.len() as u16, ..sample });
    }
}
