//! Training samples: the quiet positions of games of self-play, or positions beside them, as inputs with the
//! score to learn and the result.

use super::ahead::looking_ahead;
use super::doubles::Doubles;
use super::pool::{HELD_OUT, Pool, suits};
use super::stream::Stream;
use crate::selfplay::file::{Damage, Head, SelfPlayGame};
use crate::selfplay::replay::{self, ReplayError, SampleFilter};
use helgi_engine::internals::eval::Tunable;
use helgi_engine::internals::net::WithNet;
use helgi_engine::internals::net::{NetBoard, NetFeatures};
use helgi_engine::internals::{EvalVisitor, HasEvaluation, visit};
use helgi_rules::Position;
use helgi_rules::games::GameId;
use std::io;
use std::path::{Path, PathBuf};

/// Positions to learn from, and others that are held out: whole games, because positions of one game
/// are nearly copies.
#[derive(Debug)]
pub struct Samples {
    game: GameId,
    /// The name of the evaluation.
    pub(super) name: &'static str,
    pub(super) board: NetBoard,
    pub(super) planes: usize,
    pub(super) inputs_of_net: usize,
    pub(super) trained: Source,
    pub(super) held_out: Pool,
    games: usize,
    heads: Vec<String>,
    last: Option<Head>,
    doubles: Doubles,
}

/// The place of the positions to learn from.
#[derive(Debug)]
pub(super) enum Source {
    Memory(Pool),
    /// In files, with how many there are.
    Files(Stream, usize),
}

impl Samples {
    /// No samples of a game yet.
    pub fn new(game: GameId) -> Self {
        struct Shape(GameId);
        impl EvalVisitor for Shape {
            type Output = Samples;

            fn visit<G: HasEvaluation>(self, _: G, evaluation: &WithNet<G::Evaluation>) -> Samples {
                let inputs = evaluation.hand_written();
                Samples {
                    game: self.0,
                    name: inputs.name(),
                    board: inputs.board().clone(),
                    planes: inputs.planes(),
                    inputs_of_net: inputs.inputs(),
                    trained: Source::Memory(Pool::default()),
                    held_out: Pool::default(),
                    games: 0,
                    heads: Vec::new(),
                    last: None,
                    doubles: Doubles::default(),
                }
            }
        }
        visit(game, Shape(game))
    }

    /// The positions of files of siblings with a score of at most `most`. They are read anew in each epoch: no
    /// more than about two million are in memory.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is not one of siblings or of another game, or has no scores.
    ///
    /// # Returns
    ///
    /// Beside the samples, what is wrong with which file; what is behind damage is left out.
    pub fn of_siblings(
        game: GameId,
        files: &[PathBuf],
        most: u16,
    ) -> io::Result<(Samples, Vec<(PathBuf, String)>)> {
        let none = Samples::new(game);
        let (stream, found) = Stream::open(game, none.name, files, most)?;
        let samples = Samples {
            trained: Source::Files(stream, found.trained),
            held_out: found.held_out,
            games: found.games,
            heads: found.heads,
            ..none
        };
        Ok((samples, found.damaged))
    }

    /// The number of games, of positions to learn from, and of positions held out.
    pub fn counts(&self) -> (usize, usize, usize) {
        let trained = match &self.trained {
            Source::Memory(pool) => pool.samples.len(),
            Source::Files(_, count) => *count,
        };
        (self.games, trained, self.held_out.samples.len())
    }

    /// The settings of the games, in words.
    pub fn heads(&self) -> &[String] {
        &self.heads
    }

    /// Adds the positions of a file of games, also of variants with the same evaluation and board. Of the score of each,
    /// `lambda`, from 0 to 1, is what the searches of the positions after it said. What is behind damage is left out, and the
    /// damage returned.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not one of self-play games, and if one of its games was added before.
    pub fn add(&mut self, path: &Path, filter: SampleFilter, lambda: f32) -> io::Result<Option<Damage>> {
        let mut double = None;
        let damage = replay::read(path, |game, head, played| {
            if let Err(error) = self.doubles.add(path, head, played.number) {
                double = Some(error);
                // Nothing more is read.
                return Err(ReplayError::Double);
            }
            if self.last.as_ref() != Some(head) {
                self.heads.push(head.to_string());
                self.last = Some(head.clone());
            }
            visit(game, Replay { samples: self, played, filter, lambda })
        });
        double.map_or(damage, Err)
    }
}

/// Takes the positions of a game.
struct Replay<'a> {
    samples: &'a mut Samples,
    played: &'a SelfPlayGame,
    filter: SampleFilter,
    lambda: f32,
}

impl EvalVisitor for Replay<'_> {
    type Output = Result<(), ReplayError>;

    fn visit<G: HasEvaluation>(self, game: G, evaluation: &WithNet<G::Evaluation>) -> Self::Output {
        let Replay { samples, played, filter, lambda } = self;
        let inputs = evaluation.hand_written();
        suits(&game, inputs, samples.game, samples.name)?;
        samples.games += 1;
        let is_held_out = samples.games.is_multiple_of(HELD_OUT);
        let pool = match &mut samples.trained {
            // Held-out games are in memory in any case, also where the others are read from files.
            Source::Memory(pool) if !is_held_out => pool,
            _ => &mut samples.held_out,
        };
        let ahead = looking_ahead(&game, played, lambda)?;
        replay::replay(&game, &ahead, filter, |position, score| {
            pool.add(position, inputs, score, played.ending.result_for(position.side()), true);
        })
    }
}
