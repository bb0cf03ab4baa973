//! How pieces move, checked against a second reading of their descriptors.

mod interpreter;
mod reaches;
