//! The lines that a client, a match runner or a GUI, receives from an engine.
//!
//! A line of text becomes a value, whichever engine wrote it; a line outside the protocol is
//! [`Other`](uci::EngineLine::Other) and not an error. When a line is expected, and what the moves
//! mean, is decided elsewhere.
//!
//! | module | protocol |
//! |---|---|
//! | [`uci`] | UCI; the client's own lines are [`crate::uci::Command`] |
//! | [`cecp`] | the Chess Engine Communication Protocol, version 2, of XBoard |

pub mod cecp;
pub mod uci;
