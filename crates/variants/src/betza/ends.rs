//! The ends of moves of several legs, of which one may say that a piece is set down.
//!
//! With `u` a piece is set down on the square where that leg begins: the one that was taken last before it, or else the next one
//! that is taken. Of the ways of one text some may take a piece before it, and others none but where they end.

use super::Fault;
use super::modifiers::Modifiers;
use crate::finding::phrases;
use helgi_rules::internals::board::path::{Bend, Mode, RouteLeg, Taken};

/// The occasions on which moves end, with the pieces that are taken there.
pub(super) type Occasions = Vec<(Mode, Taken)>;

/// Routes, each a list of legs.
pub(super) type Routes = Vec<Vec<RouteLeg>>;

/// Adds a route to those that do the same where they end, which may depend on whether the piece there is set down.
pub(super) fn sort_in(
    sorted: &mut Vec<(Occasions, Routes)>,
    route: Vec<RouteLeg>,
    ends: impl Fn(bool) -> Occasions,
) {
    let occasions = ends(sets_down_last(&route));
    match sorted.iter_mut().find(|(known, _)| *known == occasions) {
        Some((_, routes)) => routes.push(route),
        None => sorted.push((occasions, vec![route])),
    }
}

/// Returns true if a route sets down the piece that it takes where it ends.
fn sets_down_last(route: &[RouteLeg]) -> bool {
    let takes = |leg: &RouteLeg| matches!(leg.bend, Bend::Prey(_));
    // Of the last leg what it ends on is said by the whole move.
    let way = route.split_last().map_or(route, |(_, way)| way);
    route.iter().any(|leg| leg.sets_down) && !way.iter().any(takes)
}

/// The occasions on which a move ends, by the letters of a leg, or `outer` ones if it has none; `sets_down` if the piece there is
/// set down elsewhere.
pub(super) fn ends(leg: &Modifiers, outer: &Modifiers, sets_down: bool) -> Occasions {
    // Where a piece is set down concerns the leg's beginning, not its end.
    let leg = Modifiers { unloads: false, ..leg.clone() };
    let named = if leg.names_occasions() { &leg } else { outer };
    let plain = Modifiers { unloads: false, ..named.clone() }.occasions(Mode::Both);
    if !sets_down {
        return plain;
    }
    let exchanged = |(mode, taken)| match (mode, taken) {
        (Mode::Move, _) => vec![(mode, taken)],
        (_, Taken::Own) => vec![(mode, Taken::OwnInExchange)],
        (Mode::Both, _) => vec![(Mode::Move, taken), (Mode::Capture, Taken::EnemiesInExchange)],
        _ => vec![(mode, Taken::EnemiesInExchange)],
    };
    plain.into_iter().flat_map(exchanged).collect()
}

/// Checks that at most one leg sets a piece down, and that there is a piece to set down.
pub(super) fn check_unloads(legs: &[(usize, &Modifiers)]) -> Result<(), Fault> {
    let mut unloading = legs.iter().filter(|(_, leg)| leg.unloads);
    let Some(&(place, _)) = unloading.next() else { return Ok(()) };
    if let Some(&(place, _)) = unloading.next() {
        return Err((place, phrases::ONE_EXCHANGE));
    }
    let takes = |leg: &Modifiers| leg.capture || leg.own || leg.king;
    if !legs.iter().any(|(_, leg)| takes(leg)) {
        return Err((place, phrases::EXCHANGED_LEG));
    }
    // With nothing taken before it on some of its ways, it sets down what is taken where the move ends.
    let Some((&(end, last), way)) = legs.split_last() else { return Ok(()) };
    let surely_takes = |leg: &Modifiers| takes(leg) && !leg.quiet && !leg.hops;
    let may_set_down_last = !way.iter().any(|(_, leg)| surely_takes(leg));
    if may_set_down_last && (last.king || last.tame && !last.hops) {
        return Err((end, phrases::EXCHANGED_KING));
    }
    Ok(())
}
