//! The numbers of effects that detours have on several squares, for the moves of a game to name them.
//!
//! A game of a stranger's file may have pieces with more ways than there is time or room for: they are counted before anything
//! is made of them.

use super::DetourWay;
use crate::board_size::HUGE;
use crate::finding::FindingText;
use crate::finding::phrases;
use crate::piece_moves::possible_paths;
use crate::slot::Slot;
use crate::spec::{MoveDialect, PieceMoves, Spec};
use crate::standing::outline;
use helgi_rules::board::{Outline, Side, Square};
use helgi_rules::internals::board::path::Detour;
use helgi_rules::internals::board::{EffectList, MOST_EFFECTS, MOST_PROMOTED_EFFECTS, SideEffect};
use std::ops::ControlFlow;

/// The most steps of the ways of all kinds of a game from all squares of its board.
const MOST_STEPS: u32 = 1 << 23;

/// The most ways of the pieces of a game that take on their way or set a piece down, from all squares of its board.
const MOST_DETOURS: u32 = 1 << 19;

/// The effect of a detour besides going from one square to another.
pub(super) fn effect<const W: usize>(detour: &Detour<W>, takes_at_end: bool) -> SideEffect {
    let to = detour.to;
    let set_down = match detour.set_down {
        Some((place, Some(index))) => {
            detour.victims.get(usize::from(index)).map(|victim| [victim.square, place])
        }
        Some((place, None)) => takes_at_end.then_some([to, place]),
        None => None,
    };
    let displaced = set_down.map(|[piece, _]| piece);
    let victims = detour.victims.iter().map(|victim| victim.square);
    let mut taken: Vec<Square> =
        victims.filter(|&square| square != to && Some(square) != displaced).collect();
    taken.sort_unstable();
    // A piece that is set down where it stood has stayed.
    SideEffect { taken, set_down: set_down.filter(|[piece, place]| piece != place) }
}

/// Returns true if a move has no room for the squares of an effect: it names its number.
pub(super) fn is_numbered(effect: &SideEffect, [from, to]: [Square; 2]) -> bool {
    effect.set_down.is_some() || effect.taken.len() > if from == to { 2 } else { 1 }
}

/// The kinds with moves of their own in XBetza: no others have detours.
fn movers(spec: &Spec) -> impl Iterator<Item = Slot> {
    let is_own = |moves: &PieceMoves| matches!(moves.dialect, MoveDialect::XBetza(_));
    spec.slots().filter(move |&slot| spec.moves(slot).is_some_and(is_own))
}

/// Returns true if a piece of a kind can become one of another kind by a move.
fn promotes(spec: &Spec, slot: Slot) -> bool {
    let as_pawn = spec.promotion_pawns.iter().any(|pawns| pawns.has(slot));
    let turns_back = spec.demotion && spec.promoted.contains(&Some(slot));
    as_pawn || turns_back || spec.promoted[slot.index()].is_some()
}

/// The board of a game, with the numbered effects of its moves.
pub(crate) fn numbered_outline(spec: &Spec) -> Outline {
    let outline = outline(spec);
    let mut effects = EffectList::default();
    // The kinds that promote come first: their moves have room for low numbers only.
    let (first, others): (Vec<Slot>, Vec<Slot>) = movers(spec).partition(|&slot| promotes(spec, slot));
    for slot in first.into_iter().chain(others) {
        // A game that is played has been checked.
        let _ = add(spec, slot, &outline, &mut effects, &mut { u32::MAX });
    }
    effects.with_outline(outline)
}

/// Finds a kind with more ways than a game can have, and what was expected.
pub(crate) fn too_many(spec: &Spec) -> Option<(Slot, FindingText)> {
    let outline = outline(spec);
    let mut steps = MOST_STEPS;
    let is_endless = |slot: &Slot| {
        !possible_paths(spec, *slot, Side::White)
            .iter()
            .all(|path| path.takes_steps(&outline, Side::White, &mut steps))
    };
    if let Some(slot) = movers(spec).find(is_endless) {
        return Some((slot, phrases::FEWER_STEPS.into()));
    }
    let (mut effects, mut left) = (EffectList::default(), MOST_DETOURS);
    let (first, others): (Vec<Slot>, Vec<Slot>) = movers(spec).partition(|&slot| promotes(spec, slot));
    let limited = first.into_iter().map(|slot| (slot, MOST_PROMOTED_EFFECTS));
    for (slot, most) in limited.chain(others.into_iter().map(|slot| (slot, MOST_EFFECTS))) {
        let Some(found) = add(spec, slot, &outline, &mut effects, &mut left) else {
            return Some((slot, phrases::FEWER_STEPS.into()));
        };
        if found > most {
            let (most, found) = (most as u64, found as u64);
            return Some((
                slot,
                FindingText::from(phrases::FEWER_EFFECTS).with("most", most).with("found", found),
            ));
        }
    }
    None
}

/// Adds the numbered effects of a kind, and returns the greatest number of them on one way; `None` if it has more ways than are
/// left.
fn add(
    spec: &Spec,
    slot: Slot,
    outline: &Outline,
    effects: &mut EffectList,
    left: &mut u32,
) -> Option<usize> {
    let (mut most, mut is_over) = (0, false);
    let image =
        |square: Square| outline.square(outline.file(square), outline.ranks() - 1 - outline.rank(square));
    for (side, path) in Side::BOTH.into_iter().flat_map(|side| {
        let possible = possible_paths(spec, slot, side).into_iter();
        possible.filter(|path| path.is_detouring()).map(move |path| (side, path))
    }) {
        path.visit_detours(outline, side, |detour: Detour<HUGE>| {
            *left = left.saturating_sub(1);
            is_over |= *left == 0;
            let ways = [detour.from, detour.to];
            for effect in [false, true].map(|takes_at_end| effect(&detour, takes_at_end)) {
                if !is_numbered(&effect, ways) {
                    continue;
                }
                most = most.max(1 + effects.add(outline, ways, &effect));
                // As the other side sees it: so every effect has an image where the colours are exchanged.
                if let Some((ways, effect)) = turned(ways, &effect, image) {
                    most = most.max(1 + effects.add(outline, ways, &effect));
                }
                if detour.set_down.is_none() {
                    break;
                }
            }
            if is_over || most > MOST_EFFECTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    (!is_over).then_some(most)
}

/// An effect on a way, with the images of all squares.
fn turned(
    [from, to]: [Square; 2],
    effect: &SideEffect,
    image: impl Fn(Square) -> Option<Square>,
) -> Option<([Square; 2], SideEffect)> {
    let taken = effect.taken.iter().map(|&square| image(square)).collect::<Option<Vec<Square>>>()?;
    let set_down = match effect.set_down {
        Some([piece, place]) => Some([image(piece)?, image(place)?]),
        None => None,
    };
    Some(([image(from)?, image(to)?], SideEffect { taken, set_down }))
}

impl<const W: usize> DetourWay<W> {
    /// The numbers of its effects: with nothing taken where it ends, and with something.
    pub(super) fn numbers_of(detour: &Detour<W>, outline: &Outline) -> [Option<u16>; 2] {
        [false, true].map(|takes_at_end| {
            let (ways, effect) = ([detour.from, detour.to], effect(detour, takes_at_end));
            if is_numbered(&effect, ways) { effect.number(outline, ways) } else { None }
        })
    }
}
