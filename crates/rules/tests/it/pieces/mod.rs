//! Piece moves, checked against a second reading of the descriptors.

mod generators;
mod interpreter;
mod reaches;
