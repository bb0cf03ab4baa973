//! The places of two pieces that a route takes on its way, seen from where it begins.

use super::{Bend, RouteLeg};
use crate::board::TwoSteps;

/// The longest step that two pieces on the way are named by, in steps of a leg.
const MOST_STEPS: u8 = 3;

/// The steps to the two pieces that a route takes on its way, as a move names them; `None` if it takes fewer, and
/// `Some(None)` if they are too far, or differ with the board: behind a ride, or around a cylinder.
#[must_use]
pub fn two_victims(route: &[RouteLeg], wraps: bool) -> Option<Option<TwoSteps>> {
    let (mut way, mut steps, mut is_sure) = ((0, 0), Vec::new(), !wraps);
    for leg in route {
        let far = |way: i8, step: i8| way.saturating_add(step.saturating_mul(leg.most.min(MOST_STEPS) as i8));
        way = (far(way.0, leg.step.0), far(way.1, leg.step.1));
        is_sure &= leg.least == leg.most && leg.most <= MOST_STEPS;
        if matches!(leg.bend, Bend::Prey(_)) {
            steps.push((std::mem::take(&mut way), is_sure));
        }
    }
    let [(first, _), (second, is_sure)] = steps[..] else { return None };
    let sum = |one: i8, other: i8| one.saturating_add(other);
    let both = (sum(first.0, second.0), sum(first.1, second.1));
    // The second may be the nearer one, by which a move names them then.
    let turned = [both, (second.0.saturating_neg(), second.1.saturating_neg())];
    let named = [[first, second], turned].map(TwoSteps::new);
    let near = named.into_iter().flatten().find(|steps| steps.are_near());
    Some(near.or(named[0]).filter(|_| is_sure))
}
