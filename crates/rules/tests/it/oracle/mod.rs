//! Games against second generators, each written from its rules page alone, slow and plain.

mod chessbattle;
mod operational2;
mod popular10;
mod tactical;
