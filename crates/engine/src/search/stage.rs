//! The order in which a node comes by its moves.

use helgi_rules::board::Move;

/// The source of a node's next move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// The table move, before any are generated.
    TableMove,
    /// All others, which are still to be generated.
    Generate,
    /// The list of them.
    List,
}

/// The moves of a node that are tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tried {
    /// All of them, and this one first.
    First(Move),
    /// All of them.
    All,
    /// All but this one.
    AllBut(Move),
}

impl Tried {
    /// Returns the first stage, and the move that is not listed with the others.
    pub(super) fn begin(self) -> (Stage, Option<Move>) {
        match self {
            Tried::First(table_move) => (Stage::TableMove, Some(table_move)),
            Tried::All => (Stage::Generate, None),
            Tried::AllBut(table_move) => (Stage::Generate, Some(table_move)),
        }
    }
}

impl From<Option<Move>> for Tried {
    fn from(table_move: Option<Move>) -> Self {
        table_move.map_or(Tried::All, Tried::First)
    }
}
