//! Training of nets: on games of self-play, on the processor, by an Adam of our own.
//!
//! Inputs are sparse: of some thousand, some thirty are on, so that a step costs little more than the
//! rows of those. Each input also has rows that it [shares](helgi_engine::internals::net::NetBoard::shared) with its
//! neighbours, which are folded into its own once the net is made: little is learned of a piece on a
//! square that it hardly visits, but much of the piece. Random numbers come from a seed, and sums are
//! formed in one order: the same samples and settings make the same net. Never plays.

mod adam;
mod ahead;
mod doubles;
mod model;
mod pool;
mod samples;
mod scale;
mod stream;

pub use samples::Samples;

use fastrand::Rng;
use helgi_engine::internals::net::{Net, NetParts, OutputLayer, UNIT};
use helgi_engine::net::NetError;
use model::{FIRST, Trainer, target};
use pool::{Pool, Sample};
use samples::Source;
use scale::result_of;
use std::io;
use std::ops::ControlFlow;

/// Without progress on the games held out, training ends after this many epochs.
const PATIENCE: usize = 2;

/// The learning rate falls to this part of its start value, along half a wave.
const LAST_RATE: f32 = 0.02;

/// The state of a net before it has learned from the samples.
#[derive(Clone, PartialEq, Debug)]
pub enum Beginning {
    /// Weights that are drawn.
    Nothing {
        /// The number of hidden units: one of [`WIDTHS`](helgi_engine::internals::net::WIDTHS).
        hidden: usize,
        /// The number of outputs, by how much is on the board.
        outputs: usize,
        /// True if the net is to be added to the hand-written evaluation.
        adds: bool,
    },
    /// A net, which keeps its shape and learns on.
    Net(Net),
}

/// The settings of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// The state in which it begins.
    pub beginning: Beginning,
    /// The most epochs, in each of which all samples are seen once.
    pub epochs: usize,
    /// The number of samples between two steps.
    pub batch: usize,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The weight of the game's result in the target, from 0 to 1; the rest is the search's score.
    pub result_share: f32,
    /// The seed of the weights and the order of samples.
    pub seed: u64,
    /// Number of threads that share the work.
    pub threads: usize,
}

/// The same net with more hidden units for further training: until they have learned something,
/// they contribute nothing. No change for fewer units than it has.
///
/// # Errors
///
/// If no net has so many.
pub fn widened(net: &Net, hidden: usize, seed: u64) -> Result<Net, NetError> {
    let more = hidden.saturating_sub(net.hidden);
    let mut random = Rng::with_seed(seed);
    let first = (FIRST * f32::from(UNIT)) as i16;
    let mut wider = |words: &[i16], middle: i16| -> Vec<i16> {
        let rows = words.chunks_exact(net.hidden);
        rows.flat_map(|row| {
            let drawn: Vec<i16> = (0..more).map(|_| middle + random.i16(-first..=first)).collect();
            [row.to_vec(), drawn].concat()
        })
        .collect()
    };
    // In the middle between the ends of a unit, as at the start of a training run.
    let (weights, bias) = (wider(&net.weights, 0), wider(&net.bias, 2 * first));
    let outputs = net.outputs.iter().map(|output| {
        let views = output.weights.chunks_exact(net.hidden);
        OutputLayer {
            // Nought: the new units change no output before they have learned.
            weights: views.flat_map(|view| [view, &vec![0; more]].concat()).collect(),
            bias: output.bias,
        }
    });
    let (adds, inputs, hidden) = (net.adds, net.inputs, net.hidden + more);
    Net::new(NetParts {
        game: net.game.clone(),
        adds,
        inputs,
        hidden,
        weights,
        bias,
        outputs: outputs.collect(),
    })
}

/// The result of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean squared error of expected results over the samples while they were learned.
    pub trained: f64,
    /// The same over the samples held out, after it.
    pub held_out: f64,
}

/// The result of a training run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The net of the epoch with the least error on the games held out; the initial one, if none
    /// has less than that.
    pub net: Net,
    /// The error of the hand-written evaluation over the samples held out.
    pub hand_written: f64,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The one whose net it is; number 0 is the beginning.
    pub best: Epoch,
}

/// The reason why no net was made.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The net that was to go on is one of another game, or no net can be made so.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A file of positions could not be read to its end.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The caller has broken it off.
    #[error("broken off")]
    Stopped,
}

/// Makes a net; `progress` hears how many samples are done of how many in all, and of each epoch, and may break it off.
/// A net that goes on is itself epoch 0.
///
/// # Errors
///
/// If the net that is to go on is one of another game, if no net has so many hidden units or outputs, if a file of
/// positions cannot be read, or if `progress` breaks it off.
pub fn train(
    samples: &Samples,
    settings: &TrainingSettings,
    mut progress: impl FnMut(usize, usize, Option<Epoch>) -> ControlFlow<()>,
) -> Result<Trained, TrainError> {
    let &TrainingSettings { ref beginning, epochs, batch, rate, decay, result_share, seed, threads } =
        settings;
    if let Beginning::Net(net) = beginning {
        net.suits(samples.name, samples.inputs_of_net)?;
    }
    let mut trainer = Trainer::new(samples, beginning, threads, seed);
    let hand_written = error_of_hand_written(&samples.held_out.samples, result_share);
    let (_, count, _) = samples.counts();
    let mut random = Rng::with_seed(seed);
    let mut portions = Portions::new(samples, threads, trainer.model.adds());
    let all = epochs * count;
    let mut done = 0;
    let mut past = Vec::new();
    let mut best: Option<(Epoch, Net)> = None;
    if let Beginning::Net(net) = beginning {
        let mut trained = 0.0;
        portions.each(|samples, pool| trained += trainer.error(samples, pool, result_share))?;
        let trained = trained / count.max(1) as f64;
        let held_out = trainer.held_out(&samples.held_out, result_share);
        let epoch = Epoch { number: 0, trained, held_out };
        past.push(epoch);
        going_on(progress(done, all, Some(epoch)))?;
        best = Some((epoch, net.clone()));
    }
    for number in 1..=epochs {
        let (mut error, mut goes_on) = (0.0, ControlFlow::Continue(()));
        portions.each(|samples, pool| {
            random.shuffle(samples);
            for batch in samples.chunks(batch.max(1)) {
                if goes_on.is_break() {
                    return;
                }
                // Half a wave of the cosine: slow at both ends, fast in the middle.
                let wave = (1.0 + libm::cosf(std::f32::consts::PI * done as f32 / all as f32)) / 2.0;
                let rate = rate * (LAST_RATE + (1.0 - LAST_RATE) * wave);
                error += trainer.learn(batch, pool, result_share, rate, decay);
                done += batch.len();
                goes_on = progress(done, all, None);
            }
        })?;
        going_on(goes_on)?;
        let trained = error / count.max(1) as f64;
        let held_out = trainer.held_out(&samples.held_out, result_share);
        let epoch = Epoch { number, trained, held_out };
        past.push(epoch);
        going_on(progress(done, all, Some(epoch)))?;
        // The best epoch by games that were not learned, so that a net that learns by heart is not taken.
        if best.as_ref().is_none_or(|(best, _)| held_out < best.held_out) {
            best = Some((epoch, trainer.model.to_net(samples.name)?));
        } else if best.as_ref().is_some_and(|(best, _)| number - best.number >= PATIENCE) {
            break;
        }
    }
    let (best, net) = match best {
        Some(best) => best,
        None => {
            let none = Epoch { number: 0, trained: hand_written, held_out: hand_written };
            (none, trainer.model.to_net(samples.name)?)
        }
    };
    Ok(Trained { net, hand_written, epochs: past, best })
}

/// The positions to learn from, portion by portion.
struct Portions<'a> {
    /// All of them, in memory.
    pool: Option<&'a Pool>,
    /// Their order, which goes on from epoch to epoch.
    order: Vec<Sample>,
    source: &'a Source,
    threads: usize,
    adds: bool,
}

impl<'a> Portions<'a> {
    fn new(samples: &'a Samples, threads: usize, adds: bool) -> Self {
        let source = &samples.trained;
        let (pool, order) = match source {
            Source::Memory(pool) => (Some(pool), pool.samples.clone()),
            Source::Files(..) => (None, Vec::new()),
        };
        Portions { pool, order, source, threads, adds }
    }

    /// Hands over each portion once, as samples that may be put in another order and the pool with their inputs.
    fn each(&mut self, mut take: impl FnMut(&mut [Sample], &Pool)) -> io::Result<()> {
        if let Some(pool) = self.pool {
            take(&mut self.order, pool);
        }
        match self.source {
            Source::Memory(_) => Ok(()),
            Source::Files(stream, _) => stream.each_lot(self.adds, self.threads, |mut pool| {
                let mut samples = std::mem::take(&mut pool.samples);
                take(&mut samples, &pool);
            }),
        }
    }
}

fn going_on(answer: ControlFlow<()>) -> Result<(), TrainError> {
    if answer.is_break() { Err(TrainError::Stopped) } else { Ok(()) }
}

fn error_of_hand_written(samples: &[Sample], result_share: f32) -> f64 {
    let miss =
        |sample: &Sample| f64::from(result_of(sample.hand_written) - target(sample, result_share)).powi(2);
    samples.iter().map(miss).sum::<f64>() / samples.len().max(1) as f64
}
