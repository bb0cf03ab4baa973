//! Neural networks (NNUE): one hidden layer over the pieces on their squares. Its accumulator, the sums of
//! the rows of all active features, is computed from scratch in every node.
//!
//! `inputs → H` for either view with the same weights, then `2 H → 1` with units squared between 0 and
//! 1 (known as SCReLU), one of several outputs by the number of pieces on the board. Integers only, so that a
//! position has the same value on every machine. A net knows no rule: the active features are given by a
//! game's [`NetFeatures`]. Nets are made by `train`.

/// The contents of a net of the folder `nets`, by its name, as the build script has put it down; nothing without the feature
/// `nets`.
macro_rules! shipped_net {
    ($name:literal) => {{
        #[cfg(feature = "nets")]
        let net = include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".net"));
        #[cfg(not(feature = "nets"))]
        let net = &[];
        net
    }};
}

mod checksum;
mod coding;
mod file;
pub(crate) mod inputs;
pub(crate) mod kernel;
pub(crate) mod lent;
pub(crate) mod network;
mod prediction;
pub(crate) mod with_net;

pub use file::NetError;
pub(crate) use inputs::{ActiveFeatures, NetBoard, NetFeatures};
pub(crate) use lent::{Meaning, Meanings};
pub(crate) use network::Net;
pub use with_net::NetChoice;
pub(crate) use with_net::WithNet;

pub(crate) use shipped_net;
