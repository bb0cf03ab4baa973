//! Matches between engines: what is counted, what is played from, and what is written down.
//!
//! The parts stand by themselves, so that other programs can use them: nothing here speaks to a
//! terminal, and the rules of the games are asked, never known.

pub mod openings;
pub mod pgn;
pub mod replay;
pub mod statistics;
