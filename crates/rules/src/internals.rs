//! The door for helgi's own crates: the types of the games, the machinery of movement, games that are registered on
//! demand, and small helps. It mirrors the modules of the crate and promises nothing: any release may change or remove what
//! is here, and no list in `docs/api` watches over it.

pub use crate::declaration::may_declare;
pub use crate::fen::fault::FenFault;
pub use crate::hints::EvalHints;
pub use crate::history::verdict_with_moves;
pub use crate::info::{Declaration, OtherSpelling};
pub use crate::kit::check::gives_check_when_played;
pub use crate::nearest::{nearest, nearest_name};
pub use crate::phrase::Translation;
pub use crate::short_list::{sort_short, sort_short_by_key};

pub mod advice {
    //! Facts about moves that were entered and are not legal.
    pub use crate::advice::*;
}

pub mod board {
    //! The moves of pieces as data and as tables, and receivers of moves.
    pub use crate::board::any_sink::{AnySink, Receiver};
    pub use crate::board::geometry::{Direction, LARGEST_BOARD};
    pub use crate::board::reach::Reach;
    pub use crate::board::ride::Way;
    pub use crate::board::side_effects::{
        EffectList, MOST_EFFECTS, MOST_PROMOTED_EFFECTS, SideEffect, in_text_order,
    };
    pub use crate::board::sink::{AnyMove, Find, MoveCounter};

    pub mod movement {
        //! The descriptors of movements, and their terms.
        pub use crate::board::movement::*;
    }

    pub mod path {
        //! The movement of a piece as data.
        pub use crate::board::path::*;
    }
}

pub mod chessbattle {
    //! The types of Chess-Battle.
    pub use crate::chessbattle::*;
}

pub mod crazyhouse {
    //! The types of Crazyhouse.
    pub use crate::crazyhouse::*;
}

pub mod describe {
    //! Facts about a move, for people.
    pub use crate::describe::*;
}

pub mod diagram {
    //! A board as a drawing in text, and the positions that pictures of rules pages show.
    pub use crate::diagram::{Content, Diagram, reach, titled};
}

pub mod fen {
    //! The parts of a position's text, and texts that are no position's yet.
    pub use crate::fen::parts::{Token, field, piece, reserve_text, stack_pieces, tokens, without};

    pub mod lenient {
        //! Positions as other programs write them.
        pub use crate::fen::lenient::{missing, read, turn};
        pub use crate::fen::notice::FenNoticeKind;
    }
}

pub mod games {
    //! Names of games, and games that are registered when somebody asks for them.
    pub use crate::games::entry::Companion;
    pub use crate::games::name::{GameNames, LONGEST_NAME, NAME_RULE, SHUFFLED, folded, is_name};
    pub use crate::games::names::{known, names};
    pub use crate::games::registry::{
        GamesOnDemand, offer, register_on_demand, register_with, replace, restore,
    };
}

pub mod notation {
    //! Moves in the form of engines that write them otherwise.
    pub use crate::kit::passing::{InPlace, in_place};
}

pub mod operational2 {
    //! The types of Operational Chess 2.
    pub use crate::operational2::*;
}

pub mod popular10 {
    //! The types of the game on 10x10 squares.
    pub use crate::popular10::*;
}

pub mod readable {
    //! Moves of records that are spelt in no usual way, and passes in any.
    pub use crate::readable::lenient::read_recorded;
    pub use crate::spelling::is_pass;
}

pub mod symmetry {
    //! Positions and moves seen from the other side.
    pub use crate::symmetry::*;
}

pub mod tactical {
    //! The types of Tactical Chess.
    pub use crate::tactical::*;
}

pub mod tavreli {
    //! The types of Tavreli.
    pub use crate::tavreli::*;
}
