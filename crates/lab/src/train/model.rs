//! The net while it learns: real numbers, and rows that inputs share.

use super::Beginning;
use super::adam::{Adam, AdamStep};
use super::pool::{Pool, Sample};
use super::samples::Samples;
use super::scale::{expected, result_of};
use fastrand::Rng;
use helgi_engine::internals::net::{Net, NetParts, OUTPUT_UNIT, OutputLayer, SCALE, UNIT, bucket};
use helgi_engine::net::NetError;
use multiversion::multiversion;
use std::thread;

/// A batch is cut into this many parts, whatever the number of threads, and their gradients are
/// added in order: so a run can be repeated bit by bit.
pub const PARTS: usize = 8;

/// Weights of inputs are drawn within this either way at first, biases around twice as much.
pub const FIRST: f32 = 0.1;

/// An output weight lies within this either way, so that it fits the net's integers.
const OUTPUT_MOST: f32 = 127.0 / OUTPUT_UNIT as f32;

/// The layout of the parameters in a list: a row of `hidden` for each input, for each shared row, the biases,
/// then the outputs, each with its weights and bias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub inputs: usize,
    pub shared: usize,
    pub hidden: usize,
    pub outputs: usize,
}

impl Shape {
    fn bias(self) -> usize {
        (self.inputs + self.shared) * self.hidden
    }

    fn first_output(self) -> usize {
        self.bias() + self.hidden
    }

    /// Returns the number of parameters other than those of inputs.
    fn tail(self) -> usize {
        self.hidden + self.outputs * (2 * self.hidden + 1)
    }
}

/// A net that learns.
#[derive(Clone, Debug)]
pub struct NetModel {
    shape: Shape,
    /// True if its output is added to the hand-written evaluation.
    adds: bool,
    parameters: Vec<f32>,
    /// For each input its row with the rows that it shares: the weights that play.
    folded: Vec<f32>,
}

/// The gradient of one part of a batch.
#[derive(Clone, Debug)]
struct Gradient {
    /// For the folded rows.
    rows: Vec<f32>,
    /// For biases and outputs.
    tail: Vec<f32>,
    error: f64,
}

/// A model with the data for its training.
#[derive(Debug)]
pub struct Trainer {
    pub model: NetModel,
    shared: Vec<Option<[usize; 3]>>,
    adam: Adam,
    parts: Vec<Gradient>,
    threads: usize,
    steps: u32,
}

impl NetModel {
    fn new(shape: Shape, adds: bool, random: &mut Rng) -> Self {
        let mut parameters = vec![0.0; shape.bias() + shape.tail()];
        // Some thirty inputs are on, and units should begin between their ends.
        let mut draw = |most: f32| (random.f32() * 2.0 - 1.0) * most;
        parameters[..shape.inputs * shape.hidden].fill_with(|| draw(FIRST));
        parameters[shape.bias()..shape.first_output()].fill_with(|| draw(FIRST) + 2.0 * FIRST);
        // Nearly nothing at first: it begins as the hand-written evaluation.
        let most = if adds { 0.01 } else { 0.1 };
        parameters[shape.first_output()..].fill_with(|| draw(most));
        NetModel { shape, adds, parameters, folded: vec![0.0; shape.inputs * shape.hidden] }
    }

    /// The model of this net; the shares of its inputs stay in their own rows.
    fn of(net: &Net, shape: Shape) -> Self {
        let unit = |&word: &i16| f32::from(word) / f32::from(UNIT);
        let folded: Vec<f32> = net.weights.iter().map(unit).collect();
        let mut parameters = folded.clone();
        parameters.resize(shape.bias(), 0.0);
        parameters.extend(net.bias.iter().map(unit));
        for output in &net.outputs {
            parameters.extend(output.weights.iter().map(|&word| f32::from(word) / f32::from(OUTPUT_UNIT)));
            parameters.push(output.bias as f32 / (f32::from(UNIT) * f32::from(OUTPUT_UNIT)));
        }
        NetModel { shape, adds: net.adds, parameters, folded }
    }

    /// Returns true if its output is added to the hand-written evaluation.
    pub fn adds(&self) -> bool {
        self.adds
    }

    /// The net in integers.
    ///
    /// # Errors
    ///
    /// If there is no net of so many hidden units or outputs.
    pub fn to_net(&self, game: &str) -> Result<Net, NetError> {
        let Shape { inputs, hidden, .. } = self.shape;
        let word = |value: f32| {
            (value * f32::from(UNIT)).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let tail = &self.parameters[self.shape.bias()..];
        let outputs = tail[hidden..].chunks_exact(2 * hidden + 1).map(|output| {
            let weight = |&value: &f32| {
                (value.clamp(-OUTPUT_MOST, OUTPUT_MOST) * f32::from(OUTPUT_UNIT)).round() as i16
            };
            OutputLayer {
                weights: output[..2 * hidden].iter().map(weight).collect(),
                bias: (output[2 * hidden] * f32::from(UNIT) * f32::from(OUTPUT_UNIT)).round() as i32,
            }
        });
        Net::new(NetParts {
            game: game.to_owned(),
            adds: self.adds,
            inputs,
            hidden,
            weights: self.folded.iter().copied().map(word).collect(),
            bias: tail[..hidden].iter().copied().map(word).collect(),
            outputs: outputs.collect(),
        })
    }
}

impl Trainer {
    /// A trainer with this beginning; a net has the inputs of the samples.
    pub fn new(samples: &Samples, beginning: &Beginning, threads: usize, seed: u64) -> Self {
        let &Samples { ref board, planes, inputs_of_net: inputs, .. } = samples;
        let shape = |hidden, outputs| Shape { inputs, shared: board.shared_rows(planes), hidden, outputs };
        let model = match beginning {
            &Beginning::Nothing { hidden, outputs, adds } => {
                NetModel::new(shape(hidden, outputs), adds, &mut Rng::with_seed(seed))
            }
            Beginning::Net(net) => NetModel::of(net, shape(net.hidden, net.outputs.len())),
        };
        let Shape { hidden, .. } = model.shape;
        let gradient =
            Gradient { rows: vec![0.0; inputs * hidden], tail: vec![0.0; model.shape.tail()], error: 0.0 };
        let mut trainer = Trainer {
            shared: (0..inputs).map(|input| board.shared(input, planes)).collect(),
            adam: Adam::new(model.parameters.len()),
            model,
            parts: vec![gradient; PARTS],
            // More threads than parts would have nothing to do.
            threads: threads.clamp(1, PARTS),
            steps: 0,
        };
        trainer.fold();
        trainer
    }

    /// Adds the shared rows to each input's row.
    fn fold(&mut self) {
        let NetModel { shape, parameters, folded, .. } = &mut self.model;
        let hidden = shape.hidden;
        let (rows, rest) = parameters.split_at(shape.inputs * hidden);
        folded.copy_from_slice(rows);
        for (row, shared) in folded.chunks_exact_mut(hidden).zip(&self.shared) {
            for &number in shared.iter().flatten() {
                let other = &rest[number * hidden..(number + 1) * hidden];
                row.iter_mut().zip(other).for_each(|(value, shared)| *value += shared);
            }
        }
    }

    /// Learns from a batch, whose targets are drawn towards results by `result_share`, and returns the
    /// sum of its squared errors.
    pub fn learn(&mut self, batch: &[Sample], pool: &Pool, result_share: f32, rate: f32, decay: f32) -> f64 {
        self.run(batch, pool, result_share, true);
        let error = self.parts.iter().map(|part| part.error).sum();
        let (sum, others) = self.parts.split_at_mut(1);
        let sum = &mut sum[0];
        for part in others {
            sum.rows.iter_mut().zip(&part.rows).for_each(|(sum, part)| *sum += part);
            sum.tail.iter_mut().zip(&part.tail).for_each(|(sum, part)| *sum += part);
        }
        let scale = 1.0 / batch.len().max(1) as f32;
        sum.rows.iter_mut().chain(&mut sum.tail).for_each(|value| *value *= scale);

        let shape = self.model.shape;
        let mut shared = vec![0.0; shape.shared * shape.hidden];
        for (row, numbers) in sum.rows.chunks_exact(shape.hidden).zip(&self.shared) {
            for &number in numbers.iter().flatten() {
                let other = &mut shared[number * shape.hidden..(number + 1) * shape.hidden];
                other.iter_mut().zip(row).for_each(|(shared, value)| *shared += value);
            }
        }
        self.steps += 1;
        let (step, undecayed) =
            (AdamStep::new(self.steps, rate, decay), AdamStep::new(self.steps, rate, 0.0));
        let (inputs, rest) = self.model.parameters.split_at_mut(shape.inputs * shape.hidden);
        let (of_shared, tail) = rest.split_at_mut(shared.len());
        let first_shared = inputs.len();
        self.adam.update(0, inputs, &sum.rows, step);
        self.adam.update(first_shared, of_shared, &shared, step);
        self.adam.update(first_shared + shared.len(), tail, &sum.tail, undecayed);
        // Kept in bounds at each step, so that the net in integers is the one that was trained.
        for output in tail[shape.hidden..].chunks_exact_mut(2 * shape.hidden + 1) {
            output[..2 * shape.hidden]
                .iter_mut()
                .for_each(|weight| *weight = weight.clamp(-OUTPUT_MOST, OUTPUT_MOST));
        }
        self.fold();
        error
    }

    /// The sum of the squared errors over some samples of a pool.
    pub fn error(&mut self, samples: &[Sample], pool: &Pool, result_share: f32) -> f64 {
        self.run(samples, pool, result_share, false);
        self.parts.iter().map(|part| part.error).sum::<f64>()
    }

    /// The mean squared error over a whole pool.
    pub fn held_out(&mut self, pool: &Pool, result_share: f32) -> f64 {
        self.error(&pool.samples, pool, result_share) / pool.samples.len().max(1) as f64
    }

    /// Looks at a batch in parts, side by side.
    fn run(&mut self, batch: &[Sample], pool: &Pool, result_share: f32, learns: bool) {
        let Trainer { model, parts, threads, .. } = self;
        let size = batch.len().div_ceil(PARTS).max(1);
        let mut work: Vec<_> =
            parts.iter_mut().zip(batch.chunks(size).chain(std::iter::repeat(&[][..]))).collect();
        let share = work.len().div_ceil(*threads);
        let model = &*model;
        let run = |work: &mut [(&mut Gradient, &[Sample])]| {
            for (gradient, batch) in work {
                let part = Part { model, pool, batch, result_share, learns };
                // The width is a constant of the compiled code, so that its loops become vector instructions.
                match model.shape.hidden {
                    16 => part.run::<16>(gradient),
                    32 => part.run::<32>(gradient),
                    64 => part.run::<64>(gradient),
                    128 => part.run::<128>(gradient),
                    _ => part.run::<256>(gradient),
                }
            }
        };
        // The calling thread takes a share itself.
        thread::scope(|scope| {
            let mut shares = work.chunks_mut(share);
            let own = shares.next();
            for others in shares {
                scope.spawn(|| run(others));
            }
            own.map(run);
        });
    }
}

/// A part of a batch.
struct Part<'a> {
    model: &'a NetModel,
    pool: &'a Pool,
    batch: &'a [Sample],
    result_share: f32,
    learns: bool,
}

impl Part<'_> {
    fn run<const H: usize>(&self, gradient: &mut Gradient) {
        let Part { model, pool, batch, result_share, learns } = self;
        gradient.error = 0.0;
        gradient.rows.fill(0.0);
        gradient.tail.fill(0.0);
        let (rows, tail) = (model.folded.as_chunks::<H>().0, &model.parameters[model.shape.bias()..]);
        let (bias, outputs) = tail.split_at(H);
        let (of_rows, (of_bias, of_outputs)) =
            (gradient.rows.as_chunks_mut::<H>().0, gradient.tail.split_at_mut(H));
        let (Some(bias), Some(of_bias)) = (bias.first_chunk::<H>(), of_bias.first_chunk_mut::<H>()) else {
            return;
        };
        for sample in *batch {
            let (own, other) = pool.inputs(sample);
            let first = bucket(own.len(), model.shape.outputs) * (2 * H + 1);
            let output = &outputs[first..first + 2 * H + 1];
            let of_output = &mut of_outputs[first..first + 2 * H + 1];
            let ([with_own, with_other], [constant]) = output.as_chunks::<H>() else { return };
            let units = [accumulate(rows, bias, own), accumulate(rows, bias, other)];
            let value = weigh(&units[0], with_own) + weigh(&units[1], with_other) + constant;
            let hand_written = if model.adds { f32::from(sample.hand_written) } else { 0.0 };
            let expected = expected(hand_written / SCALE as f32 + value * sample.fading);
            // The derivative of the squared error, through the logistic curve.
            let miss = expected - target(sample, *result_share);
            gradient.error += f64::from(miss * miss);
            if *learns {
                let slope = 2.0 * miss * expected * (1.0 - expected) * sample.fading;
                let ([of_own, of_other], [of_constant]) = of_output.as_chunks_mut::<H>() else { return };
                *of_constant += slope;
                let back = [
                    back(&units[0], with_own, of_own, slope, of_bias),
                    back(&units[1], with_other, of_other, slope, of_bias),
                ];
                spread(of_rows, &back[0], own);
                spread(of_rows, &back[1], other);
            }
        }
    }
}

/// Returns the value that a net should find for a sample.
#[inline]
pub fn target(sample: &Sample, result_share: f32) -> f32 {
    let searched = result_of(sample.score);
    searched + result_share * (sample.result - searched)
}

#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn accumulate<const H: usize>(rows: &[[f32; H]], bias: &[f32; H], on: &[u16]) -> [f32; H] {
    let mut sums = *bias;
    for &row in on {
        for (sum, weight) in sums.iter_mut().zip(&rows[usize::from(row)]) {
            *sum += weight;
        }
    }
    sums
}

#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn weigh<const H: usize>(units: &[f32; H], weights: &[f32; H]) -> f32 {
    /// Sums side by side, so that they fit vector registers.
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (units, weights) in units.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
            let unit = unit.clamp(0.0, 1.0);
            *sum += unit * unit * weight;
        }
    }
    sums.iter().sum()
}

/// The gradient of the units before they were squared; those of the output weights are added up.
#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn back<const H: usize>(
    units: &[f32; H],
    weights: &[f32; H],
    of_weights: &mut [f32; H],
    slope: f32,
    of_bias: &mut [f32; H],
) -> [f32; H] {
    let mut back = [0.0; H];
    for index in 0..H {
        let unit = units[index].clamp(0.0, 1.0);
        of_weights[index] += slope * unit * unit;
        // Outside its ends a unit does not change with its inputs, and so learns nothing.
        let is_within = units[index] > 0.0 && units[index] < 1.0;
        back[index] = if is_within { slope * weights[index] * 2.0 * unit } else { 0.0 };
        of_bias[index] += back[index];
    }
    back
}

#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn spread<const H: usize>(of_rows: &mut [[f32; H]], back: &[f32; H], on: &[u16]) {
    for &row in on {
        for (sum, value) in of_rows[usize::from(row)].iter_mut().zip(back) {
            *sum += value;
        }
    }
}
