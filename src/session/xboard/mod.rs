//! XBoard's own protocol, CECP version 2.
//!
//! ```text
//! dialogue   commands in, replies out; the engine's work
//!   board      the game and XBoard's view of it: moves, marks, taking back
//!     entry      the entry of moves on XBoard's board
//!     marks      the squares for a held piece
//!     record     our moves and XBoard's half-moves
//!     screen     the board that XBoard shows, and its repair
//!   saved      games in XBoard's files
//!   clock      time controls
//!   setup      the announcement of a game
//!     betza      movements in XBoard's notation
//!   table      the letters of a game, positions as XBoard has them
//!     figures    the letter and picture of each piece of a game
//! ```
//!
//! XBoard knows few of our games. It gets the letters, the start and the movements; marks show it
//! where a piece may go, and it gets further half-moves where one of its own does not express
//! everything. The known behaviour of XBoard 4.9.1 is described where it is used.

mod betza;
mod board;
mod clock;
mod dialogue;
mod entry;
mod figures;
mod marks;
mod record;
pub mod saved;
mod screen;
mod setup;
mod table;

pub use dialogue::Session;
pub use figures::NotShown;
pub use table::Table;
