//! The module of WebAssembly behind `helgi/rules`, of which `rules.js` makes classes and functions.
//!
//! | module | in JavaScript |
//! |---|---|
//! | [`board`] | `Board` |
//! | [`games`] | `games`, `info`, `loadGames`, `checkGames` |
//! | [`pgn`] | `readPgn`, `toPgn` |
//! | [`errors`] | `HelgiError` and the classes below it |
//! | [`texts`] | texts on their way in and out |
//! | `exports` | the functions that JavaScript calls |
//!
//! The rules and the texts are the libraries'; here is only their way across. Arguments are texts and whole numbers,
//! answers are texts: JSON, or lists of moves with a line each, which are read faster.

pub mod board;
pub mod errors;
mod exports;
pub mod games;
pub mod pgn;
mod slots;
pub mod texts;
