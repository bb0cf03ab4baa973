//! helgi: an engine for chess and five games with drops, shots, explosions and stacks.

pub mod board;
pub mod drawing;
pub mod eval;
pub mod rules;
pub mod search;
pub mod session;
