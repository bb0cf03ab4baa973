//! XBoard's own protocol, CECP version 2.
//!
//! ```text
//! dialogue   commands in, replies out; what the engine should be doing
//!   clock      time controls
//! ```
//!
//! The game, and what XBoard shows of it, is a [`Board`](helgi_xboard::Board).

mod clock;
mod dialogue;

pub use dialogue::Session;
