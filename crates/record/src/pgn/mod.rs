//! Records as PGN, Portable Game Notation, of all games.
//!
//! The writer uses the standard's export format, with the customary additions of match programs.
//! The reader takes whatever resembles PGN. The crate `pgn-reader` is good but does not suit: it
//! hands on moves as chess SAN only, which most moves of the other games are not, and it has
//! another licence (GPL).

mod aside;
mod draft;
mod input;
mod located;
mod movetext;
mod names;
mod parted;
mod read;
mod tag;
mod words;
mod write;

pub use input::ReadError;
pub use located::{Located, PgnError, PgnNotice, PgnProblem, PgnReading};
pub use movetext::{Movetext, MovetextError, MovetextNotice, movetext};
pub use read::PgnReader;
pub use write::comment_text;
