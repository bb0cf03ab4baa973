//! The module `helgi._helgi`, of which the package `helgi` for Python is made.
//!
//! | module | in Python |
//! |---|---|
//! | [`board`] | `Board`, `Outcome` |
//! | [`engine`] | `Engine` and its reports |
//! | [`games`] | `games`, `info`, `load_games`, `check_games` |
//! | [`pgn`] | `read_pgn`, `to_pgn` |
//! | [`vector`] | what `helgi.vector` is made of |
//! | [`fairy`] | what `helgi.pyffish` is made of |
//! | [`errors`] | the exceptions, which are written in Python |
//! | [`arguments`] | texts and numbers from Python, refused with a typed error |
//!
//! The rules, the search and the texts are the libraries'; here is only what makes them objects of Python.

pub mod arguments;
pub mod board;
pub mod engine;
pub mod errors;
pub mod fairy;
pub mod games;
pub mod pgn;
pub mod vector;

use pyo3::prelude::*;

/// The native part of the package `helgi`.
#[pymodule]
mod _helgi {
    #[pymodule_export]
    use super::board::{Board, Outcome, restore_board};
    #[pymodule_export]
    use super::engine::{Analysis, Engine, SearchLine};
    #[pymodule_export]
    use super::fairy::FairyPosition;
    #[pymodule_export]
    use super::games::{GameInfo, PieceInfo, check_games, games, info, load_games};
    #[pymodule_export]
    use super::pgn::{GameTree, PgnGames, PgnProblem, RecordedGame, read_pgn, to_pgn};
    #[pymodule_export]
    use super::vector::BoardRows;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        helgi_variants::install_library();
        helgi_engine::internals::offer_nets(helgi_variants::net_of, helgi_variants::lender_of);
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
