//! Games as text: PGN, Portable Game Notation, of all games.
//!
//! A [`Record`] is what a game in a file says: tags, moves as text, comments, a result. Whether a
//! move is legal is not known here; `replay` asks the rules.
//!
//! Written is the standard's export format, with what match programs have made customary. Read is
//! whatever resembles PGN: comments of both kinds, numeric glyphs and variations (both left out),
//! `%` lines, any line ends, missing results. The crate `pgn-reader` does not do, although it is
//! good: it hands on moves as chess SAN only, which most moves of the other games are not, and its
//! licence (GPL) is another than ours.

mod assessment;
mod reader;
mod record;
mod write;

pub use assessment::{Assessment, Expected, NoAssessment};
pub use reader::{Located, PgnError, Problem, Reader};
pub use record::{GameResult, MoveText, Record, Tags};
