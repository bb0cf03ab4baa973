//! Records as PGN, Portable Game Notation, of all games.
//!
//! Written is the standard's export format, with what match programs have made customary. Read is
//! whatever resembles PGN. The crate `pgn-reader` does not do, although it is good: it hands on moves as
//! chess SAN only, which most moves of the other games are not, and its licence (GPL) is another than ours.

mod draft;
mod input;
mod located;
mod read;
mod tag;
mod words;
mod write;

pub use input::ReadError;
pub use located::{Located, PgnError, Problem};
pub use read::Reader;
pub use write::comment_text;
