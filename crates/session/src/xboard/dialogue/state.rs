//! The state of the session beside the board and the engine, in parts that begin anew as a whole.

use helgi_engine::internals::draw_offer::RecentScores;
use helgi_rules::board::{Move, Side};
use helgi_xboard::EditedBoard;
use std::time::Instant;

/// The settings of the GUI.
pub(super) struct GuiSettings {
    /// The part of the introduction that it has got.
    pub(super) introduction: Introduction,
    /// True if it is XBoard: it has accepted `highlight`, and takes half-moves that only put its picture right.
    pub(super) is_xboard: bool,
    /// True if it shows thinking.
    pub(super) post: bool,
    /// True if the opponent is a program.
    pub(super) computer: bool,
    /// The board that is edited, if `edit` has come and its `.` has not.
    pub(super) edited: Option<EditedBoard>,
}

/// The engine's introduction, which ends with the list of games: XBoard's is short, and has other names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Introduction {
    /// Nobody has asked for it.
    Unasked,
    /// It goes on when the GUI has answered `highlight` or sends something else, and at this time if it says nothing.
    Begun(Instant),
    /// It is over, with XBoard's list of games or with the other one.
    Over {
        /// True if it was XBoard's list.
        for_xboard: bool,
    },
}

impl Introduction {
    /// The time at which it goes on by itself.
    pub(super) fn due(self) -> Option<Instant> {
        match self {
            Introduction::Begun(due) => Some(due),
            Introduction::Unasked | Introduction::Over { .. } => None,
        }
    }
}

/// The state of the session that begins anew with each game.
#[derive(Default)]
pub(super) struct GameState {
    /// The number of games begun before this one.
    pub(super) number: u64,
    /// The score of the engine's last move or present thinking, for the engine.
    pub(super) score: Option<i32>,
    /// The scores of its moves.
    pub(super) scores: RecentScores,
    /// The half-moves before the hands were last filled, where they are filled from another board.
    pub(super) moves_before: usize,
    /// The partner on that board.
    pub(super) partner: Partner,
    /// True if the user has been told in this game that the net or the book is of another, if it is.
    pub(super) is_unused_told: bool,
}

/// The partner on the other board.
#[derive(Default)]
pub(super) struct Partner {
    /// True if it has asked the engine to wait.
    pub(super) is_sitting: bool,
    /// The time at which the engine moves all the same.
    pub(super) until: Option<Instant>,
    /// The letters of the pieces that it needs.
    pub(super) needs: Vec<char>,
    /// The letters of the pieces that its opponent must not get.
    pub(super) fears: Vec<char>,
}

/// The state of the session that begins anew with each position.
#[derive(Default)]
pub(super) struct PositionState {
    /// The opponent's next move, as far as it is known.
    pub(super) expected: Expected,
    /// The moves that are not to be considered.
    pub(super) excluded: Vec<Move>,
    /// True if a hint was asked for and has not been given yet.
    pub(super) hints: bool,
    /// True if the work that is wanted has been done.
    pub(super) done: bool,
}

/// The opponent's next move, which the engine thinks about meanwhile.
#[derive(Clone, Copy, Default)]
pub(super) enum Expected {
    /// Nothing is expected.
    #[default]
    Nothing,
    /// No search has told what to expect; one is to find out.
    Sought,
    /// This move.
    Move(Move),
    /// This move, which the book answers: there is nothing to ponder.
    InBook(Move),
}

impl Expected {
    /// The move that is expected.
    pub(super) fn known(self) -> Option<Move> {
        match self {
            Expected::Move(expected) | Expected::InBook(expected) => Some(expected),
            Expected::Nothing | Expected::Sought => None,
        }
    }
}

/// The general mode of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It plays neither side.
    Force,
    /// It plays this side.
    Play(Side),
    /// It thinks about whatever position there is.
    Analyze,
}

/// The present work of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// It thinks about its move.
    Think,
    /// It thinks about its move after the answer that it expects.
    Ponder(Move),
    /// It thinks and does not move, because its partner on another board asks for that.
    Sit,
    /// It analyses.
    Analyze,
    /// It looks for a hint.
    Hint,
    /// It looks for the move that it should expect, to ponder then.
    Guess,
}
