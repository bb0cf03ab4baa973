//! The program helgi: its dialogue with clients in UCI and XBoard's protocol, and pictures of positions.

pub mod drawing;
pub mod openings;
pub mod session;
