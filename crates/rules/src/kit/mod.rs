//! Rules that several games share.

pub mod castling;
pub mod check;
pub mod orthodox;
pub mod passing;
