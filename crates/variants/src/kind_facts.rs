//! The kinds of pieces that stand on the board.

use crate::slot::Slot;
use crate::spec::Spec;
use helgi_rules::board::{Kind, Side};
use helgi_rules::internals::sort_short_by_key;
use helgi_rules::{PieceInfo, PieceMark};
use std::cmp::Reverse;

/// One kind of piece as it stands on the board: a kind of the file, promoted or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindFacts {
    /// The kind of the file, by which it moves.
    pub slot: Slot,
    /// By the side that it belongs to: what it is in the hand of its captor.
    pub in_hand: [Kind; 2],
    /// The kind that it becomes by a promotion of its own.
    pub promoted: Option<Kind>,
    /// The kind that it turns back to.
    pub demoted: Option<Kind>,
    /// Of a piece with a promotion of its own: the plain one that is in hand before it is dropped as this.
    pub dropped_as: Option<Kind>,
}

/// The kind that a piece becomes by a promotion to one of the file, on the side of `owner`: where captured pieces come
/// back, one that remembers what it was.
pub(crate) fn promotion_kind(
    spec: &Spec,
    signs: &[PieceInfo],
    kinds: &[KindFacts],
    origin: Slot,
    owner: Side,
    slot: Slot,
) -> Option<Kind> {
    let mark = if spec.remembers_pawns() { PieceMark::Tilde } else { PieceMark::None };
    let all = signs.iter().zip(kinds).zip(0..);
    let become_it = all.filter(|((piece, facts), _)| facts.slot == slot && piece.mark == mark);
    let mut become_it = become_it.map(|((_, facts), index)| (facts, Kind(index)));
    let first = become_it.next()?;
    let remembers = |facts: &KindFacts| hand_slot(kinds, facts, owner) == origin;
    let is_first = mark == PieceMark::None || remembers(first.0);
    let other = if is_first { None } else { become_it.find(|(facts, _)| remembers(facts)) };
    // Where no kind remembers this origin, the first one stands for it.
    Some(other.unwrap_or(first).1)
}

/// The kind of the file that a piece of a side is in the hand of its captor.
pub(crate) fn hand_slot(kinds: &[KindFacts], facts: &KindFacts, side: Side) -> Slot {
    kinds.get(facts.in_hand[side.index()].index()).map_or(facts.slot, |held| held.slot)
}

/// The kinds in the order in which a hand is written: as in Fairy-Stockfish, from the king down to the pawn.
pub(crate) fn hand_order(kinds: &[KindFacts]) -> Vec<Kind> {
    let mut order: Vec<(&KindFacts, Kind)> = kinds.iter().zip((0..).map(Kind)).collect();
    sort_short_by_key(&mut order, |(facts, _)| Reverse(facts.slot.rank_in_hand()));
    order.into_iter().map(|(_, kind)| kind).collect()
}

/// By side: the kinds that become one by promotion, the one first that stands for them in positions of other programs. A
/// side has as many as the other, of which some may never occur.
pub(crate) fn origins(spec: &Spec, slot: Slot) -> Vec<[Slot; 2]> {
    let of_side = |side: usize| {
        let promotes = |&origin: &Slot| {
            let is_pawn = origin == Slot::PAWN || spec.promotion_pawns[side].has(origin);
            let choices = [&spec.beyond.choices, &spec.beyond.enemy_choices];
            is_pawn && spec.promotions[side].has(slot)
                || choices.iter().any(|choices| choices[origin.index()].has(slot))
        };
        let named = Some(Slot::PAWN).filter(|&pawn| spec.promotion_pawns[side].has(pawn));
        let mut origins: Vec<Slot> = Vec::new();
        for origin in named.into_iter().chain([spec.main_pawn[side]]).chain(spec.slots()) {
            if spec.pieces[origin.index()].is_some() && promotes(&origin) && !origins.contains(&origin) {
                origins.push(origin);
            }
        }
        origins
    };
    let [white, black] = [0, 1].map(of_side);
    let at = |origins: &[Slot], side: usize, index: usize| {
        origins.get(index).or(origins.first()).copied().unwrap_or(spec.main_pawn[side])
    };
    (0..white.len().max(black.len()).max(1))
        .map(|index| [at(&white, 0, index), at(&black, 1, index)])
        .collect()
}
