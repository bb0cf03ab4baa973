//! XBoard's own protocol, CECP version 2.

pub mod screen;
pub mod setup;
