//! Rules that Fairy-Stockfish's form does not have: shots, pieces that nobody may take, explosions of one kind, bonuses
//! for captures, promotions for the enemy, phases, heirs, points.
//!
//! Games with such rules look at each move by playing it, so that every rule goes with every other one.

mod effects;
mod fates;
mod moves;
mod relays;

pub(crate) use effects::EVEN_POINTS;
pub(crate) use fates::Fates;

use crate::kind_facts::{KindFacts, hand_slot, promotion_kind};
use crate::slot::{Slot, Types};
use crate::spec::Spec;
use helgi_rules::PieceInfo;
use helgi_rules::board::{Bitboard, Geometry, Kind, Movement, Side};

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
    pub choices: [Vec<Vec<Kind>>; 2],
    /// By kind: what it becomes there for the enemy.
    pub enemy_choices: [Vec<Vec<Kind>>; 2],
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
    /// True if any piece has [rare moves](crate::rare).
    pub has_rare_moves: bool,
    /// True if any capture brings a bonus.
    pub has_bonus: bool,
    /// The fates of pieces by their own moves, where there are such rules.
    pub fates: Option<Fates>,
    /// The kinds that relay their moves, each with those that receive them, a bit for each.
    pub relays: Vec<(Kind, u32)>,
}

impl<const W: usize> BeyondTables<W> {
    /// The tables of a game, if it has such rules.
    pub fn new(
        spec: &Spec,
        signs: &[PieceInfo],
        geometry: &Geometry<W>,
        kinds: &[KindFacts],
        (has_shots, has_rare_moves): (bool, bool),
    ) -> Option<Self> {
        let beyond = &spec.beyond;
        if !beyond.changes_moves() && !has_shots && !has_rare_moves {
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
        // By the side that promotes; the piece may come to be the other's.
        let by_kind = |list: &[Types], is_enemy: bool| {
            Side::BOTH.map(|side| {
                let owner = if is_enemy { !side } else { side };
                let of_kind = |facts: &KindFacts| {
                    let origin = hand_slot(kinds, facts, side);
                    let of_slot = |slot| promotion_kind(spec, signs, kinds, origin, owner, slot);
                    list[facts.slot.index()].iter().filter_map(of_slot).collect::<Vec<Kind>>()
                };
                kinds.iter().map(of_kind).collect::<Vec<_>>()
            })
        };
        let may_take: Vec<u32> =
            kinds.iter().map(|facts| !mask(beyond.forbidden[facts.slot.index()])).collect();
        let takes_king = kinds.iter().enumerate().fold(0, |set, (index, facts)| {
            set | u32::from(!beyond.forbidden[facts.slot.index()].has(Slot::KING)) << index
        });
        let blast = kinds.iter().map(|facts| {
            let around = beyond.blast[facts.slot.index()].as_ref()?;
            let movement = Movement::of_paths(geometry, around, Side::White);
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
            choices: by_kind(&beyond.choices, false),
            enemy_choices: by_kind(&beyond.enemy_choices, true),
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
            has_rare_moves,
            has_bonus: !beyond.bonus.is_empty(),
            fates: Fates::new(spec, kinds.iter().map(|facts| facts.slot), mask, first),
            relays: kinds
                .iter()
                .enumerate()
                .map(|(index, facts)| (Kind(index as u8), mask(beyond.relays[facts.slot.index()])))
                .filter(|&(_, receivers)| receivers != 0)
                .collect(),
        })
    }

    /// Returns true if a kind does something by itself where it arrives or captures.
    pub fn is_special(&self, kind: Kind) -> bool {
        self.has_bonus || self.changes_in_zone(kind)
    }

    /// Returns true if a kind becomes another one, or leaves the board, where it promotes.
    pub fn changes_in_zone(&self, kind: Kind) -> bool {
        let index = kind.index();
        // Both sides have the same choices.
        !self.choices[0][index].is_empty() || !self.enemy_choices[0][index].is_empty() || self.leaves[index]
    }
}
