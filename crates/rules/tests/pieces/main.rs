//! How pieces move, checked against a second reading of their descriptors.

mod generators;
mod interpreter;
mod reaches;
