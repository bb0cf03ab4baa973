//! The door for helgi's own crates: the parts of nets and evaluations that training needs, the numbers of the search, work
//! on several threads, levels of strength, the benchmark. It mirrors the modules of the crate and promises nothing: any
//! release may change or remove what is here, and no list in `docs/api` watches over it.

pub use crate::games::{
    EvalVisitor, HasEvaluation, games_with_nets, is_in_use, ladder, net_in_use, net_source, offer_nets,
    register, static_score, visit, wdl_curves, wins_exchange,
};

pub mod bench {
    //! The benchmark.
    pub use crate::bench::*;
}

pub mod draw_offer {
    //! The answer to an offered draw.
    pub use crate::draw_offer::*;
}

pub mod eval {
    //! The parts of evaluations whose weights are fitted.
    pub use crate::eval::chess::ChessEval;
    pub use crate::eval::tapered::{Tapered, tapered};
    pub use crate::eval::terms::fade;
    pub use crate::eval::weights::{Expression, Tunable, Weights};
}

pub mod lines {
    //! Lines that people can read, for the choice of a weaker player.
    pub use crate::lines::*;
}

pub mod net {
    //! The parts of nets, and what they see of a position.
    pub use crate::net::inputs::{ActiveFeatures, NetBoard, NetFeatures};
    pub use crate::net::kernel::UNIT;
    pub use crate::net::network::{
        MOST_INPUTS, Net, NetParts, OUTPUT_UNIT, OutputLayer, SCALE, WIDTHS, bucket,
    };
    pub use crate::net::with_net::WithNet;
}

pub mod player {
    //! Moves that are chosen with pauses.
    pub use crate::player::{ADVICE_TIME, RunningMove};
}

pub mod search {
    //! The numbers of the search, its threads and its table.
    pub use crate::search::clock::time_of;
    pub use crate::search::engine::Panicked;
    pub use crate::search::event::BestLines;
    pub use crate::search::limits::{FullWidth, MAX_DEPTH};
    pub use crate::search::params::{FULL_WIDTH_DEPTH, POLL_INTERVAL, PROOF_DEPTH, Params};
    pub use crate::search::score::{INFINITE, WIN, estimate, is_decided, plies_to_end};
    pub use crate::search::stack::{panic_message, spawn_on_large_stack};
    pub use crate::search::table::TranspositionTable;
}

pub mod side_by_side {
    //! Work shared out to threads.
    pub use crate::side_by_side::*;
}

pub mod strength {
    //! Levels of strength.
    pub use crate::strength::*;
}

pub mod wdl {
    //! The curves that scores become chances by.
    pub use crate::wdl::{WdlCurves, fullness};
}
