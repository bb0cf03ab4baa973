//! A net: its parts, and the value that it gives.

use super::NetError;
use super::kernel::{self, UNIT};

/// The number that stands for an output weight of 1.
pub const OUTPUT_UNIT: i16 = 64;

/// Number of centipawns that an output of 1 stands for.
pub const SCALE: i32 = 400;

/// The most inputs of a net.
pub const MOST_INPUTS: usize = 1 << 16;

/// The most inputs that a position has on in one view.
pub const MOST: usize = 256;

/// The numbers of hidden units that there are loops for.
pub const WIDTHS: [usize; 5] = [16, 32, 64, 128, 256];

/// A net: [`NetParts`] that fit each other.
///
/// Its parts are read as its own fields, and cannot be changed: [`Net::new`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net(NetParts);

/// The numbers of a net, before it is known whether they fit each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetParts {
    /// The game whose inputs it has: the name of the evaluation, of 1 to 255 bytes.
    pub game: String,
    /// True if its output is added to the hand-written evaluation, false if it stands alone.
    pub adds: bool,
    /// The number of inputs, at most [`MOST_INPUTS`].
    pub inputs: usize,
    /// The number of hidden units for each view: one of [`WIDTHS`].
    pub hidden: usize,
    /// For each input a weight for each hidden unit.
    pub weights: Vec<i16>,
    /// For each hidden unit its value without inputs.
    pub bias: Vec<i16>,
    /// The outputs, by how much is on the board; 1 to 255.
    pub outputs: Vec<OutputLayer>,
}

/// One output of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputLayer {
    /// A weight for each hidden unit of the side to move, then for each of the other side; within 127
    /// either way.
    pub weights: Vec<i16>,
    /// The output's value without them, in units of `UNIT * OUTPUT_UNIT`.
    pub bias: i32,
}

impl std::ops::Deref for Net {
    type Target = NetParts;

    fn deref(&self) -> &NetParts {
        &self.0
    }
}

impl Net {
    /// Makes a net of its parts.
    ///
    /// # Errors
    ///
    /// If they do not fit each other, or a file of a net cannot hold them.
    ///
    /// ```
    /// use helgi_engine::internals::net::{Net, NetParts, OutputLayer};
    ///
    /// let outputs = vec![OutputLayer { weights: vec![1; 32], bias: 0 }];
    /// let parts = NetParts {
    ///     game: "chess".to_owned(),
    ///     adds: false,
    ///     inputs: 2,
    ///     hidden: 16,
    ///     weights: vec![0; 32],
    ///     bias: vec![0; 16],
    ///     outputs,
    /// };
    /// let net = Net::new(parts.clone())?;
    /// assert_eq!(Net::from_bytes(&net.to_bytes())?, net);
    /// assert!(Net::new(NetParts { inputs: 3, ..parts }).is_err());
    /// # Ok::<(), helgi_engine::net::NetError>(())
    /// ```
    pub fn new(parts: NetParts) -> Result<Net, NetError> {
        let NetParts { game, inputs, hidden, weights, bias, outputs, .. } = &parts;
        if !WIDTHS.contains(hidden) {
            return Err(NetError::Hidden(*hidden));
        }
        let has_name = (1..=usize::from(u8::MAX)).contains(&game.len());
        if !has_name {
            return Err(NetError::Range("the name of a game of more than 255 bytes, or of none"));
        }
        if *inputs > MOST_INPUTS || !(1..=usize::from(u8::MAX)).contains(&outputs.len()) {
            return Err(NetError::Range("a number of inputs or outputs that no net has"));
        }
        let fit = weights.len() == inputs * hidden && bias.len() == *hidden;
        if !fit || outputs.iter().any(|output| output.weights.len() != 2 * hidden) {
            return Err(NetError::Range(
                "a number of weights that does not go with those of inputs and hidden units",
            ));
        }
        let is_large = |weight: &i16| !(-127..=127).contains(weight);
        if outputs.iter().any(|output| output.weights.iter().any(is_large)) {
            return Err(NetError::Range("an output weight beyond 127"));
        }
        Ok(Net(parts))
    }

    /// Takes the net apart.
    #[must_use]
    pub fn into_parts(self) -> NetParts {
        self.0
    }

    /// Checks that this is a net of a game, by name, with so many inputs.
    ///
    /// # Errors
    ///
    /// [`NetError::Game`] or [`NetError::Inputs`] if it is another.
    pub fn suits(&self, game: &str, inputs: usize) -> Result<(), NetError> {
        if self.game != game {
            return Err(NetError::Game { found: self.game.clone(), expected: game.to_owned() });
        }
        if self.inputs != inputs {
            return Err(NetError::Inputs { found: self.inputs, expected: inputs });
        }
        Ok(())
    }

    /// The output for the side to move, in centipawns: `own` are the inputs that are on in its view,
    /// `other` those in the other's.
    pub fn evaluate(&self, own: &[u16], other: &[u16]) -> i32 {
        match self.hidden {
            16 => self.run::<16>(own, other),
            32 => self.run::<32>(own, other),
            64 => self.run::<64>(own, other),
            128 => self.run::<128>(own, other),
            _ => self.run::<256>(own, other),
        }
    }

    /// The same for a net of `H` hidden units.
    #[inline]
    fn run<const H: usize>(&self, own: &[u16], other: &[u16]) -> i32 {
        let output = &self.outputs[bucket(own.len(), self.outputs.len())];
        let (rows, _) = self.weights.as_chunks::<H>();
        let ([bias], [of_own, of_other]) = (self.bias.as_chunks::<H>().0, output.weights.as_chunks::<H>().0)
        else {
            // The number of hidden units is not H: no net can be made so.
            return 0;
        };
        // Each fits 32 bits with 256 units; both together may not.
        let sum = i64::from(kernel::output(&kernel::accumulate(rows, bias, own), of_own))
            + i64::from(kernel::output(&kernel::accumulate(rows, bias, other), of_other));
        let unit = i64::from(UNIT);
        let value = sum / unit + i64::from(output.bias);
        (value * i64::from(SCALE) / (unit * i64::from(OUTPUT_UNIT))) as i32
    }
}

/// Returns the index of the output for a position with this many active inputs.
#[inline]
pub fn bucket(on: usize, outputs: usize) -> usize {
    // Few positions have more than 64 pieces.
    (on * outputs / (MOST / 4)).min(outputs - 1)
}
