//! Rules that Fairy-Stockfish's form does not have: shots, pieces that nobody may take, explosions of one kind, bonuses
//! for captures, promotions for the enemy, phases, heirs, points.
//!
//! Games with such rules look at each move by playing it, so that every rule goes with every other one.

mod effects;
mod moves;
mod phases;

pub(crate) use effects::EVEN_POINTS;
pub use phases::TurnPhase;

use crate::region::Region;
use crate::slot::{Slot, Types};
use crate::spec::Spec;
use crate::tables::{KindFacts, promotion_kind};
use helgi_rules::Info;
use helgi_rules::board::{Bitboard, Kind, Side};
use helgi_rules::kit::{Geometry, Movement};

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
    pub blast: Vec<Option<String>>,
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
    /// The phases of the game, in order.
    pub phases: Vec<TurnPhase>,
    /// By side and kind: where it promotes; as the others if it is empty.
    pub promotion_regions: [Vec<Region>; 2],
    /// By side and kind: where it is dropped.
    pub drop_regions: [Vec<Region>; 2],
    /// By side and kind: from where it makes double steps.
    pub double_step_regions: [Vec<Region>; 2],
    /// True if every move of the kinds that set the move count back does so.
    pub clock_always: bool,
}

impl Default for BeyondSpec {
    fn default() -> Self {
        let regions = || [vec![Region::EMPTY; Slot::COUNT], vec![Region::EMPTY; Slot::COUNT]];
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
            phases: Vec::new(),
            promotion_regions: regions(),
            drop_regions: regions(),
            double_step_regions: regions(),
            clock_always: false,
        }
    }
}

impl BeyondSpec {
    /// Returns true if the rules ask for a look at each move. Holes, regions, points and the counting of extinction do
    /// not.
    pub(crate) fn changes_moves(&self) -> bool {
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

    /// Returns true if such rules end games on the board.
    pub(crate) fn has_ends(&self) -> bool {
        self.bonus_wins || self.points_when_bare
    }
}

/// The tables of such rules, by the kinds on the board.
pub(crate) struct BeyondTables<const W: usize> {
    /// By kind: the kinds that it may take, a bit for each.
    pub may_take: Vec<u32>,
    /// The kinds that may take a king, a bit for each.
    pub takes_king: u32,
    /// By kind and square: what explodes around its captures.
    pub blast: Vec<Option<Box<[Bitboard<W>; 256]>>>,
    /// By kind.
    pub is_deadly: Vec<bool>,
    /// By kind: whether its capture brings a bonus.
    pub is_bonus: Vec<bool>,
    /// By kind: what it becomes by the capture of one.
    pub turns: Vec<Option<Kind>>,
    /// By kind: what it becomes in its zone.
    pub choices: Vec<Vec<Kind>>,
    /// By kind: what it becomes there for the enemy.
    pub enemy_choices: Vec<Vec<Kind>>,
    /// By kind: whether it leaves the board there.
    pub leaves: Vec<bool>,
    /// By kind: whether its shots hit everything on their way.
    pub hits_all: Vec<bool>,
    /// A kind with its heir.
    pub heirs: Vec<(Kind, Kind)>,
    /// The kind that becomes an obstacle.
    pub obstacle: Option<Kind>,
    /// True if any piece shoots.
    pub has_shots: bool,
    /// True if any capture brings a bonus.
    pub has_bonus: bool,
}

impl<const W: usize> BeyondTables<W> {
    /// The tables of a game, if it has such rules.
    pub fn new(
        spec: &Spec,
        info: &Info,
        geometry: &Geometry<W>,
        kinds: &[KindFacts],
        has_shots: bool,
    ) -> Option<Self> {
        let beyond = &spec.beyond;
        if !beyond.changes_moves() && !has_shots {
            return None;
        }
        let of_types = |types: Types| -> Vec<Kind> {
            let all = kinds.iter().enumerate();
            all.filter(|(_, facts)| types.has(facts.slot)).map(|(index, _)| Kind(index as u8)).collect()
        };
        let mask =
            |types: Types| of_types(types).into_iter().fold(0u32, |mask, kind| mask | 1 << kind.index());
        let first = |slot: Slot| of_types(Types::of(&[slot])).first().copied();
        let is_in = |types: Types| kinds.iter().map(|facts| types.has(facts.slot)).collect::<Vec<bool>>();
        let by_kind = |list: &[Types]| {
            kinds
                .iter()
                .map(|facts| {
                    let of_slot = |slot| promotion_kind(spec, info, kinds, slot);
                    list[facts.slot.index()].iter().filter_map(of_slot).collect::<Vec<Kind>>()
                })
                .collect::<Vec<_>>()
        };
        let may_take: Vec<u32> =
            kinds.iter().map(|facts| !mask(beyond.forbidden[facts.slot.index()])).collect();
        let takes_king = kinds.iter().enumerate().fold(0, |set, (index, facts)| {
            set | u32::from(!beyond.forbidden[facts.slot.index()].has(Slot::KING)) << index
        });
        let blast = kinds.iter().map(|facts| {
            let around = beyond.blast[facts.slot.index()].as_ref()?;
            let movement = Movement::new(geometry, around, Side::White);
            let mut table = Box::new([Bitboard::EMPTY; 256]);
            geometry
                .all()
                .into_iter()
                .for_each(|square| table[square.index()] = movement.capture.leaps(square));
            Some(table)
        });
        Some(BeyondTables {
            may_take,
            takes_king,
            blast: blast.collect(),
            is_deadly: is_in(beyond.deadly),
            is_bonus: is_in(beyond.bonus),
            turns: kinds.iter().map(|facts| first(beyond.bonus_turns[facts.slot.index()]?)).collect(),
            choices: by_kind(&beyond.choices),
            enemy_choices: by_kind(&beyond.enemy_choices),
            leaves: is_in(beyond.leaving),
            hits_all: is_in(beyond.shot_hits_all),
            heirs: kinds
                .iter()
                .enumerate()
                .filter_map(|(index, facts)| {
                    Some((Kind(index as u8), first(beyond.heirs[facts.slot.index()]?)?))
                })
                .collect(),
            obstacle: beyond.obstacle.and_then(first),
            has_shots,
            has_bonus: !beyond.bonus.is_empty(),
        })
    }

    /// Returns true if a kind does something by itself where it arrives or captures.
    pub fn is_special(&self, kind: Kind) -> bool {
        let index = kind.index();
        self.has_bonus
            || !self.choices[index].is_empty()
            || !self.enemy_choices[index].is_empty()
            || self.leaves[index]
    }
}
