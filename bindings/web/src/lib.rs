//! The modules of WebAssembly behind `helgi/rules` and `helgi/engine`, of which JavaScript makes classes and functions.
//!
//! | module | feature | in JavaScript |
//! |---|---|---|
//! | `board` | `rules` | `Board` |
//! | `facts` | `rules` | `info` |
//! | `pgn` | `rules` | `readPgn`, `toPgn` |
//! | `engine` | `engine` | `Engine` |
//! | `desk` | `desk` | the worker of the page without a server |
//! | [`games`] | | `games`, `loadGames`, `checkGames` |
//! | [`saved`] | | boards on their way to another module |
//! | [`errors`] | | `HelgiError` and the classes below it |
//! | [`texts`] | | texts on their way in and out |
//! | `exports` | | the functions that JavaScript calls |
//!
//! The rules, the texts and the search are the libraries'; here is only their way across. Arguments are texts and numbers,
//! answers are texts: JSON, or lists of moves with a line each, which are read faster.

#[cfg(feature = "rules")]
pub mod board;
#[cfg(feature = "desk")]
pub mod desk;
#[cfg(feature = "engine")]
pub mod engine;
pub mod errors;
mod exports;
#[cfg(feature = "rules")]
pub mod facts;
pub mod games;
#[cfg(feature = "rules")]
pub mod pgn;
pub mod saved;
#[cfg(feature = "rules")]
mod slots;
pub mod texts;
