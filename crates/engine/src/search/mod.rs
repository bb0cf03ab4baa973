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
//! `FULL_WIDTH_DEPTH` nothing is left out, and before iteration
//! `PROOF_DEPTH` a win in two moves is looked for, unless the clock leaves no
//! time for it; so it is found as soon as any search could see it.
//!
//! | module | contents |
//! | --- | --- |
//! | `engine`, `votes`, `ends` | threads, and what outlives a search and its pauses |
//! | `stack` | threads that have room for a search |
//! | `root` | iterative deepening, aspiration windows |
//! | `root_move`, `reporting`, `event` | the root moves, and reports |
//! | `worker`, `path` | one thread, and the line it is looking at |
//! | `node_entry` | the entry of every node |
//! | `node`, `stage` | one position in the tree: principal variation search |
//! | `pruning` | pruning and reductions, with their reasons |
//! | `quiescence` | the quiescence search at the leaves |
//! | `ordering`, `memory` | move ordering: ratings, killers and histories |
//! | `table` | the transposition table |
//! | `clock`, `limits` | how long |
//! | `score`, `window`, `params` | numbers |

pub(crate) mod clock;
mod ends;
pub(crate) mod engine;
pub(crate) mod event;
pub(crate) mod limits;
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
pub(crate) mod score;
pub(crate) mod stack;
mod stage;
pub(crate) mod table;
mod votes;
mod window;
mod worker;

pub use engine::Engine;
pub(crate) use engine::{Course, Pace, Task};
pub use event::{Iteration, SearchEvent, SearchReport};
pub(crate) use limits::FullWidth;
pub use limits::{Control, Limits, TimeControl};
pub use score::{DRAW, MATE, is_loss, is_win, mate_in, moves_to_end};
pub(crate) use score::{is_decided, plies_to_end};
pub use table::{Bound, OutOfMemory};
