//! The file of a net.
//!
//! | bytes | what |
//! |---|---|
//! | 9 | `helgi net` |
//! | 1 | version |
//! | 1, n | the length of the game's name, and the name |
//! | 1 | 1 if the output is added to the hand-written evaluation |
//! | 4 | the number of inputs I |
//! | 2 | the number of hidden units H |
//! | 1 | the number of outputs O |
//! | 4, n | the length of the packed weights of the inputs, and these (`coding.rs`) |
//! | 2 H | the biases of the hidden units |
//! | O (4 H + 4) | for each output its weights, first for the side to move, and its bias |
//! | 4 | the CRC-32 of all before |
//!
//! Numbers are little-endian. Version 2 predicts packed weights otherwise. Version 1 has the weights of the inputs as they are, input by input, in 2 I H bytes.

use super::checksum::checksum;
use super::coding::{packed, unpacked, unpacked_2};
use super::network::{MOST_INPUTS, Net, NetParts, OutputLayer, WIDTHS};

const MAGIC: &[u8] = b"helgi net";
const VERSION: u8 = 3;
/// The version whose weights are all predicted alike.
const PREDICTED_ALIKE: u8 = 2;
/// The version whose weights are not packed.
const PLAIN: u8 = 1;

/// The reason why a file is not a net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// It does not begin as a net.
    #[error("no net: expected a file that `helgi train` wrote")]
    Magic,
    /// It is of another version.
    #[error("version {0} of the format: expected {PLAIN} to {VERSION}")]
    Version(u8),
    /// Its length differs from the one in its head.
    #[error("{found} bytes: expected {expected}; the file is cut off or damaged")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// Its contents have changed since it was written.
    #[error("checksum {found:08x}: expected {expected:08x}; the file is damaged")]
    Checksum {
        /// The sum of the contents.
        found: u32,
        /// The sum that stands at the end.
        expected: u32,
    },
    /// Its size is none that there are loops for.
    #[error("{0} hidden units: expected 16, 32, 64, 128 or 256")]
    Hidden(usize),
    /// A number of it is out of its range.
    #[error("{0}")]
    Range(&'static str),
    /// It is a net of another game.
    #[error("a net of {found}: expected one of {expected}")]
    Game {
        /// Its game.
        found: String,
        /// The game that is played.
        expected: String,
    },
    /// It is a net of no game that this program plays.
    #[error("a net of {0}: expected one of a game that this program plays")]
    NoGame(String),
    /// It has other inputs than the game.
    #[error("{found} inputs: expected {expected}, which positions of the game have")]
    Inputs {
        /// Its number of inputs.
        found: usize,
        /// The game's.
        expected: usize,
    },
}

impl Net {
    /// The contents of the net's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        // All these numbers fit: a net with greater ones cannot be made.
        bytes.push(self.game.len() as u8);
        bytes.extend(self.game.as_bytes());
        bytes.push(self.adds.into());
        bytes.extend((self.inputs as u32).to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.push(self.outputs.len() as u8);
        let weights = packed(&self.weights, self.hidden);
        bytes.extend((weights.len() as u32).to_le_bytes());
        bytes.extend(weights);
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        for output in &self.outputs {
            bytes.extend(output.weights.iter().flat_map(|weight| weight.to_le_bytes()));
            bytes.extend(output.bias.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the contents of a net's file.
    ///
    /// # Errors
    ///
    /// If they are not those of a whole net.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
        let cut_off = || NetError::Length { found: bytes.len(), expected: bytes.len() + 1 };
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at_checked(count).ok_or_else(cut_off)?;
            rest = after;
            Ok(taken)
        };
        let version = take(1)?[0];
        if !(PLAIN..=VERSION).contains(&version) {
            return Err(NetError::Version(version));
        }
        let length = usize::from(take(1)?[0]);
        // A name that is no text is one of no game, and is refused as such later.
        let game = String::from_utf8_lossy(take(length)?).into_owned();
        let adds = take(1)?[0] == 1;
        let inputs = number(take(4)?);
        let hidden = number(take(2)?);
        let outputs = number(take(1)?);
        if !WIDTHS.contains(&hidden) {
            return Err(NetError::Hidden(hidden));
        }
        if inputs > MOST_INPUTS || outputs == 0 {
            return Err(NetError::Range("a number of inputs or outputs that no net has"));
        }
        let length = if version == PLAIN { 2 * hidden * inputs } else { number(take(4)?) };
        // Nothing is allocated by the file's own numbers before its length is checked; unpacked, the weights take 32 MB at most.
        let start = bytes.len() - rest.len();
        let others = 2 * hidden + outputs * (4 * hidden + 4) + 4;
        let expected = start.saturating_add(length).saturating_add(others);
        if bytes.len() != expected {
            return Err(NetError::Length { found: bytes.len(), expected });
        }
        let (contents, sum) = bytes.split_at(bytes.len() - 4);
        let (found, expected) = (checksum(contents), number(sum) as u32);
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        let (weights, rest) = contents[start..].split_at(length);
        let weights = match version {
            PLAIN => words(weights),
            PREDICTED_ALIKE => unpacked_2(weights, inputs, hidden),
            _ => unpacked(weights, inputs, hidden).ok_or(NetError::Range("weights without a prediction"))?,
        };
        let (bias, rest) = rest.split_at(2 * hidden);
        let outputs = rest.chunks_exact(4 * hidden + 4).map(|output| {
            let (weights, bias) = output.split_at(4 * hidden);
            OutputLayer { weights: words(weights), bias: number(bias) as u32 as i32 }
        });
        Net::new(NetParts {
            game,
            adds,
            inputs,
            hidden,
            weights,
            bias: words(bias),
            outputs: outputs.collect(),
        })
    }
}

/// A number of at most four bytes.
fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

fn words(bytes: &[u8]) -> Vec<i16> {
    bytes.as_chunks().0.iter().map(|&word| i16::from_le_bytes(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of a net of three inputs, with its weights as they stand in it.
    fn file(version: u8, weights: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([version, 1, b'x', 0, 3, 0, 0, 0, 16, 0, 1]);
        if version != PLAIN {
            bytes.extend((weights.len() as u32).to_le_bytes());
        }
        bytes.extend(weights);
        bytes.extend([0; 2 * 16 + 4 * 16 + 4]);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The bytes of version 2 were written before there was a third.
    #[test]
    fn files_of_all_versions_are_read() {
        let weights: Vec<i16> = (0..16 * 3).map(|index: i16| index * index % 37 - 18).collect();
        let plain: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let predicted_alike = [
            5, 63, 164, 107, 227, 139, 81, 60, 36, 104, 175, 80, 225, 45, 234, 219, 254, 245, 93, 215, 34,
            47, 110, 225, 196, 78, 127, 168, 176, 72, 254, 129, 163, 53, 23, 174, 71, 250, 63, 197, 71, 24,
            96, 197, 30, 186, 186, 192,
        ];
        let net = Net::from_bytes(&file(PLAIN, &plain)).unwrap();
        assert_eq!(net.weights, weights);
        assert_eq!(Net::from_bytes(&file(PREDICTED_ALIKE, &predicted_alike)).as_ref(), Ok(&net));
        assert_eq!(net.to_bytes(), file(VERSION, &packed(&weights, 16)));
        assert_eq!(Net::from_bytes(&net.to_bytes()), Ok(net));
        let later = VERSION + 1;
        assert_eq!(Net::from_bytes(&file(later, &plain)), Err(NetError::Version(later)));
    }

    #[test]
    fn weights_without_a_prediction_are_refused() {
        for weights in [&[][..], &[1], &[0, 0, 7, 7], &[1, 1, 1], &[1, 2, 1, 0, 2, 0, 64]] {
            let read = Net::from_bytes(&file(VERSION, weights));
            assert_eq!(read, Err(NetError::Range("weights without a prediction")), "{weights:?}");
        }
    }
}
