//! Compression of a net's input weights, to a third of their plain size; Deflate needs half of it.
//!
//! Each weight is [predicted](Prediction) from those of the same unit for earlier inputs. The difference is coded by an adaptive
//! binary range coder: its length in bits, then its sign and its digits. The probabilities are learned on the way, apart for each
//! size that the difference is expected to have, which follows from the unit's and the input's differences so far. Integers
//! only, so that every machine reads the same.

use super::prediction::Prediction;

/// The number of bits of a probability, and of the fraction of an average.
const PROBABILITY_BITS: u32 = 16;
const FRACTION: u32 = 4;

/// The sizes that are told apart: two for each power of two.
const SIZES: usize = 24;

/// The most bits of a difference.
const MOST_BITS: usize = 17;

/// The speeds at which the averages follow, as powers of two.
const UNIT_SPEED: u32 = 4;
const INPUT_SPEED: u32 = 5;

/// Those of the two halves of a probability, and those that version 2 of the format had.
const BIT_SPEEDS: [u32; 2] = [5, 8];
const BIT_SPEEDS_2: [u32; 2] = [4, 7];

/// The probability that a bit is 1: the mean of one that follows fast and one that follows slowly.
#[derive(Clone, Copy)]
struct BitModel {
    fast: u16,
    slow: u16,
}

impl BitModel {
    const EVEN: BitModel = BitModel { fast: 1 << 15, slow: 1 << 15 };

    fn value(self) -> u32 {
        // Neither 0 nor 1, which would leave no room for the other bit.
        (u32::from(self.fast) + u32::from(self.slow)).clamp(64, (2 << PROBABILITY_BITS) - 64)
    }

    fn learn(&mut self, bit: bool, [fast, slow]: [u32; 2]) {
        let follow = |share: u16, speed: u32| match bit {
            true => share + ((u16::MAX - share) >> speed),
            false => share - (share >> speed),
        };
        *self = BitModel { fast: follow(self.fast, fast), slow: follow(self.slow, slow) };
    }
}

/// One end of the code: [`Encoder`] or [`Decoder`].
trait Coder {
    /// Codes a bit by its probability; the decoder returns the bit that was written, whatever is passed.
    fn bit(&mut self, bit: bool, probability: u32) -> bool;

    /// Codes a number of `bits` equally likely bits.
    fn number(&mut self, number: u32, bits: u32) -> u32;
}

/// The lower bound of the range: splitting it keeps the precision of a probability.
const LEAST: u32 = 1 << 24;

struct Encoder {
    low: u64,
    range: u32,
    /// The bytes so far, of which the last ones may still grow by a carry.
    bytes: Vec<u8>,
}

impl Encoder {
    /// Writes out the bytes that no later bit can change, except by a carry.
    fn settle(&mut self) {
        while self.range < LEAST {
            self.carry();
            self.bytes.push((self.low >> 24) as u8);
            self.low = (self.low << 8) & u64::from(u32::MAX);
            self.range <<= 8;
        }
    }

    fn carry(&mut self) {
        if self.low > u32::MAX.into() {
            self.low &= u64::from(u32::MAX);
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    fn bytes(mut self) -> Vec<u8> {
        self.carry();
        self.bytes.extend((self.low as u32).to_be_bytes());
        self.bytes
    }
}

impl Coder for Encoder {
    fn bit(&mut self, bit: bool, probability: u32) -> bool {
        let part = (self.range >> (PROBABILITY_BITS + 1)) * probability;
        if bit {
            self.range = part;
        } else {
            self.low += u64::from(part);
            self.range -= part;
        }
        self.settle();
        bit
    }

    fn number(&mut self, number: u32, bits: u32) -> u32 {
        self.range >>= bits;
        self.low += u64::from(number) * u64::from(self.range);
        self.settle();
        number
    }
}

struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes: bytes.iter() };
        (0..4).for_each(|_| decoder.take());
        decoder
    }

    /// Shifts in the next byte, or zero past the end of a damaged code.
    fn take(&mut self) {
        self.code = (self.code << 8) | self.bytes.next().map_or(0, |&byte| byte.into());
    }

    fn settle(&mut self) {
        while self.range < LEAST {
            self.take();
            self.range <<= 8;
        }
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, _: bool, probability: u32) -> bool {
        let part = (self.range >> (PROBABILITY_BITS + 1)) * probability;
        let bit = self.code < part;
        if bit {
            self.range = part;
        } else {
            self.code -= part;
            self.range -= part;
        }
        self.settle();
        bit
    }

    fn number(&mut self, _: u32, bits: u32) -> u32 {
        self.range >>= bits;
        // A damaged code may be outside of the range.
        let number = (self.code / self.range).min((1 << bits) - 1);
        self.code -= number * self.range;
        self.settle();
        number
    }
}

/// The prediction, and the probabilities and averages learned from the weights so far.
struct Model {
    prediction: Prediction,
    bit_speeds: [u32; 2],
    /// The models of the lengths, by the expected size: that a difference has more bits than this.
    longer: [[BitModel; MOST_BITS]; SIZES],
    /// The models of the sign, by that of the prediction.
    negative: [BitModel; 3],
    /// The models of the second bit, by the length.
    second: [BitModel; MOST_BITS + 1],
    /// The average differences of the units, and of the inputs, in units of `1 << FRACTION`.
    units: Vec<u32>,
    input: u32,
}

impl Model {
    fn new(hidden: usize, prediction: Prediction, bit_speeds: [u32; 2]) -> Self {
        let usual = 8 << FRACTION;
        Model {
            prediction,
            bit_speeds,
            longer: [[BitModel::EVEN; MOST_BITS]; SIZES],
            negative: [BitModel::EVEN; 3],
            second: [BitModel::EVEN; MOST_BITS + 1],
            units: vec![usual; hidden],
            input: usual,
        }
    }

    /// Codes the weights of all inputs in place: the encoder reads them, the decoder writes them.
    fn code(&mut self, weights: &mut [i16], coder: &mut impl Coder) {
        let hidden = self.units.len();
        let mut predicted = vec![0; hidden];
        for at in (0..weights.len()).step_by(hidden) {
            let mean = (self.units.iter().sum::<u32>() / hidden as u32).max(1);
            // A division for each weight would take a third of the time.
            let inverse = u64::from(u32::MAX / mean);
            let (done, rest) = weights.split_at_mut(at);
            self.prediction.predict(done, &mut predicted);
            for (unit, (weight, &predicted)) in rest.iter_mut().zip(&predicted).enumerate() {
                let average = u64::from(self.units[unit]);
                let expected = (average * u64::from(self.input) * inverse) >> 32;
                let found = i32::from(*weight) - predicted;
                let difference = self.difference(found, size(expected), predicted.signum(), coder);
                // A damaged code may leave the range of a weight.
                *weight = (predicted + difference).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                let distance = difference.unsigned_abs() << FRACTION;
                follow(&mut self.units[unit], distance, UNIT_SPEED);
                follow(&mut self.input, distance, INPUT_SPEED);
            }
        }
    }

    fn weights(mut self, bytes: &[u8], inputs: usize) -> Vec<i16> {
        let mut weights = vec![0; inputs * self.units.len()];
        self.code(&mut weights, &mut Decoder::new(bytes));
        weights
    }

    fn difference(&mut self, found: i32, size: usize, sign: i32, coder: &mut impl Coder) -> i32 {
        let speeds = self.bit_speeds;
        let learned = |bit: bool, model: &mut BitModel, coder: &mut _| {
            let bit = Coder::bit(coder, bit, model.value());
            model.learn(bit, speeds);
            bit
        };
        let length = (u32::BITS - found.unsigned_abs().leading_zeros()) as usize;
        let mut bits = 0;
        while bits < MOST_BITS && learned(length > bits, &mut self.longer[size][bits], coder) {
            bits += 1;
        }
        if bits == 0 {
            return 0;
        }
        let is_negative = learned(found < 0, &mut self.negative[(sign + 1) as usize], coder);
        let size = found.unsigned_abs();
        let mut value: u32 = 1;
        if bits >= 2 {
            let second = learned((size >> (bits - 2)) & 1 == 1, &mut self.second[bits], coder);
            value = (value << 1) | u32::from(second);
        }
        if bits >= 3 {
            let rest = bits as u32 - 2;
            value = (value << rest) | coder.number(size & ((1 << rest) - 1), rest);
        }
        if is_negative { -(value as i32) } else { value as i32 }
    }
}

/// The class of an expected difference.
fn size(expected: u64) -> usize {
    let doubled = (expected * expected).max(1).ilog2() as usize;
    doubled.min(SIZES - 1)
}

/// Moves an average towards a value.
fn follow(average: &mut u32, value: u32, speed: u32) {
    *average = *average - (*average >> speed) + (value >> speed);
}

/// Packs the weights of the inputs, with their [`Prediction`] in front. Their number is a multiple of `hidden`.
pub(super) fn packed(weights: &[i16], hidden: usize) -> Vec<u8> {
    let prediction = Prediction::fitted(weights, hidden);
    let mut coder = Encoder { low: 0, range: u32::MAX, bytes: prediction.to_bytes() };
    Model::new(hidden, prediction, BIT_SPEEDS).code(&mut weights.to_vec(), &mut coder);
    coder.bytes()
}

/// Unpacks the weights of `inputs` inputs; `None` without a prediction in front. Damaged bytes behind it give other weights,
/// never fewer, and no panic.
pub(super) fn unpacked(bytes: &[u8], inputs: usize, hidden: usize) -> Option<Vec<i16>> {
    let (prediction, bytes) = Prediction::from_bytes(bytes)?;
    Some(Model::new(hidden, prediction, BIT_SPEEDS).weights(bytes, inputs))
}

/// Unpacks weights that version 2 of the format packed, likewise.
pub(super) fn unpacked_2(bytes: &[u8], inputs: usize, hidden: usize) -> Vec<i16> {
    Model::new(hidden, Prediction::half_of_last(), BIT_SPEEDS_2).weights(bytes, inputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(weights: &[i16], hidden: usize) {
        let bytes = packed(weights, hidden);
        assert_eq!(unpacked(&bytes, weights.len() / hidden, hidden).as_deref(), Some(weights));
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let mut random = fastrand::Rng::with_seed(5);
        for width in [1, 2, 30, 1000, 32_767] {
            let weights: Vec<i16> = (0..16 * 300).map(|_| random.i16(-width..=width)).collect();
            round_trip(&weights, 16);
        }
        let rare = |index: usize| if index.is_multiple_of(97) { i16::MIN } else { 0 };
        round_trip(&(0..64 * 50).map(rare).collect::<Vec<_>>(), 64);
        // The differences are as great as can be.
        let steep = |index: usize| if (index / 16).is_multiple_of(2) { i16::MAX } else { i16::MIN };
        round_trip(&(0..16 * 50).map(steep).collect::<Vec<_>>(), 16);
        round_trip(&[], 16);
    }

    #[test]
    fn similar_weights_take_few_bytes() {
        let weights: Vec<i16> = (0..64 * 500).map(|index| (index % 7) as i16 - 3).collect();
        assert!(packed(&weights, 64).len() < weights.len() / 2);
        assert!(packed(&[0; 64 * 500], 64).len() < 200);
    }

    #[test]
    fn damaged_bytes_are_weights_too() {
        let mut random = fastrand::Rng::with_seed(6);
        for length in [0, 1, 3, 100, 5000] {
            let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
            assert_eq!(unpacked_2(&bytes, 200, 32).len(), 200 * 32);
            let in_front = [&[1, 2, 0, 0, 9, 0, 3, 200], &bytes[..]].concat();
            assert_eq!(unpacked(&in_front, 200, 32).map(|weights| weights.len()), Some(200 * 32));
        }
        assert_eq!(unpacked_2(&[255; 900], 200, 32).len(), 200 * 32);
        assert_eq!(unpacked(&[255; 900], 200, 32), None);
    }
}
