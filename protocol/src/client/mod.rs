//! What a client, a match runner or a GUI, hears from an engine.
//!
//! A line of text becomes a value, whatever engine has written it; what is no word of the protocol is
//! [`Other`](uci::EngineLine::Other) and no error. Which lines are expected when, and what the moves
//! mean, is decided elsewhere.
//!
//! | module | protocol |
//! |---|---|
//! | [`uci`] | UCI; what the client says is [`crate::uci::Command`] |
//! | [`cecp`] | the Chess Engine Communication Protocol, version 2, of XBoard |

pub mod cecp;
pub mod uci;
