//! The rules of a game that Fairy-Stockfish's form does not have, as its file says them.

use super::phases::TurnPhase;
use super::{MaterialCount, RoyalKings};
use crate::region::{KindRegions, Region};
use crate::slot::{Slot, Types};
use helgi_rules::internals::board::path::Path;

/// The rules of a game that Fairy-Stockfish's form does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeyondSpec {
    /// The squares that the board does not have.
    pub holes: Region,
    /// True if moves of pieces are written in helgi's own dialect.
    pub own_dialect: bool,
    /// By kind: the kinds that it may not take.
    pub forbidden: Vec<Types>,
    /// The kinds whose shot hits all pieces on its way, of both sides.
    pub shot_hits_all: Types,
    /// The kind that becomes an obstacle when it is dropped.
    pub obstacle: Option<Slot>,
    /// By kind: the squares around its captures that explode, as leaps.
    pub blast: Vec<Option<Vec<Path>>>,
    /// The kinds that take their captors with them.
    pub deadly: Types,
    /// The kinds whose capture brings a bonus.
    pub bonus: Types,
    /// By kind: what it becomes by such a capture.
    pub bonus_turns: Vec<Option<Slot>>,
    /// True if such a capture wins when no piece can be turned.
    pub bonus_wins: bool,
    /// By kind: what it becomes in its zone.
    pub choices: Vec<Types>,
    /// By kind: what it becomes in its zone for the enemy.
    pub enemy_choices: Vec<Types>,
    /// True if such a piece may be put on any empty square.
    pub enemy_anywhere: bool,
    /// True if it may not move in its first turn.
    pub enemy_frozen: bool,
    /// The kinds that leave the board in their zone, with an enemy piece.
    pub leaving: Types,
    /// By kind: the kind that succeeds the last of it.
    pub heirs: Vec<Option<Slot>>,
    /// True if the kinds that must not die out are counted together.
    pub extinct_together: bool,
    /// True if it is a draw when kinds of both sides die out at once.
    pub extinct_both_draw: bool,
    /// True if pieces in hand do not count against extinction.
    pub extinct_on_board: bool,
    /// By kind: its points at the end.
    pub points: Vec<u32>,
    /// Black's half points besides.
    pub points_black: u32,
    /// True if points decide when only two pieces are left.
    pub points_when_bare: bool,
    /// True if points decide instead of the move count.
    pub points_by_moves: bool,
    /// True if points decide instead of repetition.
    pub points_by_fold: bool,
    /// The numbers of squares that the king castles; by files if there are none.
    pub castling_steps: Vec<u8>,
    /// The squares on which White's king may stand in a shuffled start; all of them if it is empty.
    pub shuffle_king: Region,
    /// By kind: the kind that stands on a square of the other colour in a shuffled start.
    pub shuffle_colours: Vec<Option<Slot>>,
    /// The phases of the game, in order.
    pub phases: Vec<TurnPhase>,
    /// By side and kind: where it promotes; as the others if it is empty.
    pub promotion_regions: [KindRegions; 2],
    /// By side and kind: where it is dropped.
    pub drop_regions: [KindRegions; 2],
    /// By side and kind: from where it makes double steps.
    pub double_step_regions: [KindRegions; 2],
    /// The kinds that make their moves with `i` until they have moved.
    pub first_movers: Types,
    /// Those of them that lose these moves when their king is in check.
    pub first_until_check: Types,
    /// True if every move of the kinds that set the move count back does so.
    pub clock_always: bool,
    /// True if the owner of an entered king may declare a win by the 27-point rule.
    pub declares: bool,
    /// The files behind which a line of the grid runs, from 1.
    pub grid_files: Vec<u8>,
    /// The ranks behind which a line of the grid runs, from 1.
    pub grid_ranks: Vec<u8>,
    /// True if a check that is forbidden may be given all the same if it mates.
    pub mating_checks: bool,
    /// The kinds that stay where they are when they capture.
    pub capture_in_place: Types,
    /// The kinds that belong to the other side after a capture.
    pub capture_changes_side: Types,
    /// The kinds that belong to the other side after a move without a capture.
    pub move_changes_side: Types,
    /// By kind: what it becomes by moving.
    pub move_turns: Vec<Option<Slot>>,
    /// The royal ones of several kings.
    pub royal_kings: RoyalKings,
    /// The kinds that only go forward until their side has captured something.
    pub forward_first: Types,
    /// By kind: the kinds that move as it does where one of it guards them.
    pub relays: Vec<Types>,
}

impl Default for BeyondSpec {
    fn default() -> Self {
        let types = || vec![Types::EMPTY; Slot::COUNT];
        let slots = || vec![None; Slot::COUNT];
        BeyondSpec {
            holes: Region::EMPTY,
            own_dialect: false,
            forbidden: types(),
            shot_hits_all: Types::EMPTY,
            obstacle: None,
            blast: vec![None; Slot::COUNT],
            deadly: Types::EMPTY,
            bonus: Types::EMPTY,
            bonus_turns: slots(),
            bonus_wins: false,
            choices: types(),
            enemy_choices: types(),
            enemy_anywhere: false,
            enemy_frozen: false,
            leaving: Types::EMPTY,
            heirs: slots(),
            extinct_together: false,
            extinct_both_draw: false,
            extinct_on_board: false,
            points: vec![0; Slot::COUNT],
            points_black: 0,
            points_when_bare: false,
            points_by_moves: false,
            points_by_fold: false,
            castling_steps: Vec::new(),
            shuffle_king: Region::EMPTY,
            shuffle_colours: slots(),
            phases: Vec::new(),
            promotion_regions: Default::default(),
            drop_regions: Default::default(),
            double_step_regions: Default::default(),
            first_movers: Types::EMPTY,
            first_until_check: Types::EMPTY,
            clock_always: false,
            declares: false,
            grid_files: Vec::new(),
            grid_ranks: Vec::new(),
            mating_checks: false,
            capture_in_place: Types::EMPTY,
            capture_changes_side: Types::EMPTY,
            move_changes_side: Types::EMPTY,
            move_turns: slots(),
            royal_kings: RoyalKings::First,
            forward_first: Types::EMPTY,
            relays: types(),
        }
    }
}

impl BeyondSpec {
    /// Returns true if the rules ask for a look at each move. Holes, regions, points and the counting of extinction do
    /// not.
    pub(crate) fn changes_moves(&self) -> bool {
        self.changes_effects()
            || self.changes_movers()
            || self.royal_kings != RoyalKings::First
            || self.relays.iter().any(|types| !types.is_empty())
    }

    /// Returns true if such rules concern other pieces than the one that moves, or what comes onto the board.
    pub(crate) fn changes_effects(&self) -> bool {
        let has_types = |list: &[Types]| list.iter().any(|types| !types.is_empty());
        self.own_dialect
            || has_types(&self.forbidden)
            || self.obstacle.is_some()
            || self.blast.iter().any(Option::is_some)
            || !self.deadly.is_empty()
            || !self.bonus.is_empty()
            || has_types(&self.choices)
            || has_types(&self.enemy_choices)
            || !self.leaving.is_empty()
            || self.heirs.iter().any(Option::is_some)
            || !self.castling_steps.is_empty()
            || !self.phases.is_empty()
    }

    /// Returns true if the usual knowledge of what can mate is wrong: pieces change, or kings may not go everywhere.
    pub(crate) fn changes_mates(&self) -> bool {
        self.changes_moves() || self.has_grid() || !self.forward_first.is_empty()
    }

    /// The keys by which a piece may not be, after its move, what it was, on the side where it was, where it went; each with
    /// whether it is set.
    pub(crate) fn mover_keys(&self) -> [(&'static str, bool); 4] {
        [
            ("captureInPlaceTypes", !self.capture_in_place.is_empty()),
            ("captureChangesSideTypes", !self.capture_changes_side.is_empty()),
            ("moveChangesSideTypes", !self.move_changes_side.is_empty()),
            ("moveTurns", self.move_turns.iter().any(Option::is_some)),
        ]
    }

    /// Returns true if one of [these keys](Self::mover_keys) is set.
    pub(crate) fn changes_movers(&self) -> bool {
        self.mover_keys().iter().any(|(_, is_set)| *is_set)
    }

    /// The keys of the lines of a grid, which moves have to cross; each with whether it is set.
    pub(crate) fn grid_keys(&self) -> [(&'static str, bool); 2] {
        [("gridFiles", !self.grid_files.is_empty()), ("gridRanks", !self.grid_ranks.is_empty())]
    }

    /// Returns true if moves have to cross lines of a grid.
    pub(crate) fn has_grid(&self) -> bool {
        self.grid_keys().iter().any(|(_, is_set)| *is_set)
    }

    /// Returns true if such rules end games on the board.
    pub(crate) fn has_ends(&self) -> bool {
        self.bonus_wins || self.points_when_bare
    }
}

impl BeyondSpec {
    /// Gives the pieces the points of janggi, and Black a point and a half, so that no game is even.
    pub(crate) fn count_as_janggi(&mut self) -> MaterialCount {
        let pieces = [
            (Slot::ROOK, 13),
            (Slot::JANGGI_CANNON, 7),
            (Slot::HORSE, 5),
            (Slot::JANGGI_ELEPHANT, 3),
            (Slot::WAZIR, 3),
            (Slot::SOLDIER, 2),
        ];
        self.points = vec![0; Slot::COUNT];
        pieces.into_iter().for_each(|(slot, points)| self.points[slot.index()] = points);
        // In half points.
        self.points_black = 3;
        MaterialCount::Points
    }
}
