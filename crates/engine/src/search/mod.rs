//! The search: iterative deepening of alpha-beta over any game, with one evaluation of it.
//!
//! It takes a position, its past, an evaluation and [`Limits`], and returns the best move as a value.
//! Meanwhile it reports its progress to a callback. It never prints, reads no input, and knows no
//! protocol and no particular game:
//!
//! * sides need not alternate: a score changes its sign only where the side to move does;
//! * a capture need not happen where a move ends, nor gain anything: the evaluation gives the gain of a move;
//! * there may be no check, no king, no draw, no quiet move; passing may be a legal move, and better
//!   than any other;
//! * there may be hundreds of moves.
//!
//! A score of a proven win or loss is never wrong. Up to the iteration
//! [`FULL_WIDTH_DEPTH`] nothing is left out, and before iteration
//! [`PROOF_DEPTH`] a win in two moves is looked for, unless the clock leaves no
//! time for it; so it is found as soon as any search could see it.
//!
//! | module | contents |
//! | --- | --- |
//! | `engine`, `votes` | threads, and what outlives a search and its pauses |
//! | `stack` | threads that have room for a search |
//! | `root` | iterative deepening, aspiration windows |
//! | `root_move`, `reporting`, `event` | the root moves, and reports |
//! | `worker`, `path` | one thread, and the line it is looking at |
//! | `node_entry` | the entry of every node |
//! | `node` | one position in the tree: principal variation search |
//! | `pruning` | pruning and reductions, with their reasons |
//! | `quiescence` | the quiescence search at the leaves |
//! | `ordering`, `memory` | move ordering: ratings, killers and histories |
//! | `table` | the transposition table |
//! | `clock`, `limits` | how long |
//! | `score`, `window`, `params` | numbers |

mod clock;
mod engine;
mod event;
mod limits;
mod memory;
mod node;
mod node_entry;
mod ordering;
pub(crate) mod params;
mod path;
mod pruning;
mod quiescence;
mod reporting;
mod root;
mod root_move;
mod score;
mod stack;
mod table;
mod votes;
mod window;
mod worker;

pub use clock::time_of;
pub(crate) use engine::{Course, Pace, Task};
pub use engine::{Engine, Panicked};
pub use event::{BestLines, Iteration, SearchEvent, SearchReport};
pub use limits::{Control, FullWidth, Limits, MAX_DEPTH, MAX_PLY, TimeControl};
pub use params::{FULL_WIDTH_DEPTH, POLL_INTERVAL, PROOF_DEPTH, Params};
pub use score::{
    DRAW, INFINITE, MATE, WIN, estimate, is_decided, is_loss, is_win, mate_in, moves_to_end, plies_to_end,
};
pub use stack::{on_large_stack, panic_message, spawn_on_large_stack};
pub use table::{Bound, OutOfMemory, TranspositionTable};
