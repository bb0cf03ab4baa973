//! Legs in brackets, each with an atom of its own, made into routes.

use super::ends::{check_unloads, ends as ends_of, sort_in};
use super::legs::{MOST_LEGS, MOST_ROUTES, Partial, slides, term};
use super::modifiers::{self, Modifiers};
use super::shape::{self, Atom};
use super::{BetzaTerm, Fault, push};
use crate::finding::phrases;
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::{Course, Leg, Mode, Path, RouteLeg, Step, Taken};

/// One leg in brackets.
pub(super) struct BracketLeg {
    pub at: usize,
    pub modifiers: Modifiers,
    pub atom: Atom,
    pub range: Option<u8>,
    /// True if the move may end with it.
    pub may_end: bool,
}

/// The terms of legs in brackets.
pub(super) fn bracket_terms(
    outer: &Modifiers,
    legs: &[BracketLeg],
    start: usize,
) -> Result<Vec<BetzaTerm>, Fault> {
    if outer.initial && (outer.has_rare_prey() || outer.tame) {
        return Err((start, phrases::FIRST_PREY));
    }
    if outer.unloads {
        return Err((start, phrases::EXCHANGE_OUTSIDE));
    }
    modifiers::check_tame(outer, true).map_err(|expected| (start, expected))?;
    if legs.len() > MOST_LEGS {
        return Err((start, phrases::MOST_LEGS));
    }
    let letters: Vec<(usize, &Modifiers)> = legs.iter().map(|leg| (leg.at, &leg.modifiers)).collect();
    check_unloads(&letters)?;
    for (index, leg) in legs.iter().enumerate() {
        let modifiers = &leg.modifiers;
        let is_end = leg.may_end || index + 1 == legs.len();
        let takes = !prey_of(leg, is_end).is_empty();
        if outer.initial && (takes || modifiers.has_rare_prey() || modifiers.tame) {
            let why = if takes { phrases::FIRST_PREY_BRACKETS } else { phrases::FIRST_PREY };
            return Err((leg.at, why));
        }
        modifiers::check_tame(modifiers, is_end).map_err(|expected| (leg.at, expected))?;
        let names_any = modifiers.quiet || modifiers.capture || modifiers.has_rare_prey();
        if is_end && outer.has_rare_prey() && names_any {
            return Err((leg.at, phrases::BRACKET_MODES));
        }
        let others = [
            modifiers.shot,
            modifiers.lame,
            modifiers.jumps,
            modifiers.initial,
            modifiers.toggles,
            modifiers.wraps,
        ];
        if others.contains(&true) || modifiers.crooked || modifiers.circular || modifiers.hops_several {
            return Err((leg.at, phrases::BRACKET_LETTERS));
        }
    }
    let occasions_of = |leg: &BracketLeg| {
        let named = if leg.modifiers.names_occasions() { &leg.modifiers } else { outer };
        named.occasions(Mode::Both)
    };
    let mut terms = Vec::new();
    if let Some(path) = outwards(outer, legs, occasions_of) {
        push(&mut terms, BetzaTerm { path, initial: outer.initial });
        return Ok(terms);
    }
    let mut ends: Vec<(usize, Vec<(Mode, Taken)>)> = legs
        .iter()
        .enumerate()
        .filter(|(index, leg)| leg.may_end || index + 1 == legs.len())
        .map(|(index, leg)| (index, occasions_of(leg)))
        .collect();
    // Ends on the same occasions are a term for each of these, whose legs may end; others are terms of their own.
    let sets_down = legs.iter().any(|leg| leg.modifiers.unloads);
    let is_same = !sets_down
        && ends.iter().all(|(_, occasions)| Some(occasions) == ends.first().map(|(_, first)| first));
    if is_same {
        ends = ends.into_iter().next_back().into_iter().collect();
    }
    for (end, _) in ends {
        let mut sorted = Vec::new();
        for route in bracket_routes(outer, &legs[..=end], is_same, start)? {
            sort_in(&mut sorted, route, |sets_down| ends_of(&legs[end].modifiers, outer, sets_down));
        }
        for (occasions, routes) in sorted {
            let whole = |occasion| term(routes.clone(), occasion, outer.wraps, outer.initial);
            terms.extend(occasions.into_iter().map(whole));
        }
    }
    Ok(terms)
}

/// The pieces that a leg takes on the way. Where the move may end, the letters are about that end.
fn prey_of(leg: &BracketLeg, is_end: bool) -> Vec<Taken> {
    if is_end { Vec::new() } else { leg.modifiers.prey_on_the_way() }
}

/// The path of one step and then outwards, for which the rules have faster tables.
fn outwards(
    outer: &Modifiers,
    legs: &[BracketLeg],
    occasions_of: impl Fn(&BracketLeg) -> Vec<(Mode, Taken)>,
) -> Option<Path> {
    let [first, second] = legs else { return None };
    let [(mode, Taken::Enemies)] = occasions_of(second)[..] else { return None };
    let is_plain = second.modifiers.directions.is_empty()
        && outer.directions.is_empty()
        && !outer.wraps
        && !first.modifiers.hops
        && !second.modifiers.hops
        && !second.atom.is_exact
        && occasions_of(first) == occasions_of(second);
    let [(1, side)] = first.atom.leaps[..] else { return None };
    let [(1, other)] = second.atom.leaps[..] else { return None };
    // Outwards from a step of the same sort is straight on, which is a ride.
    if !is_plain || side == other || !first.may_end || first.range.is_some_and(|range| range != 1) {
        return None;
    }
    let steps = shape::steps((1, side), &first.modifiers.directions, side == 0);
    let leg = Leg { turns: vec![7, 1], least: 0, most: second.range.unwrap_or(1) };
    Some(Path::new(mode, steps, Course::Bent { most: 1, legs: vec![leg] }))
}

fn bracket_routes(
    outer: &Modifiers,
    legs: &[BracketLeg],
    may_end: bool,
    start: usize,
) -> Result<Vec<Vec<RouteLeg>>, Fault> {
    let mut open: Vec<Partial> = Vec::new();
    for (index, leg) in legs.iter().enumerate() {
        let leaps = &leg.atom.leaps;
        let is_only_straight = |leap: (i8, i8)| leaps.len() == 1 && leap.1 == 0;
        let directions = &leg.modifiers.directions;
        if index == 0 {
            let steps = leaps.iter().flat_map(|&leap| shape::steps(leap, directions, is_only_straight(leap)));
            let whole = |step| Partial {
                legs: Vec::new(),
                step,
                range: None,
                is_exact: false,
                side: None,
                slides: None,
            };
            open = steps.map(whole).collect();
        } else {
            let mut turned = Vec::new();
            for partial in &open {
                let steps = match directions.is_empty() {
                    true => shape::outward(leaps, partial.step),
                    false => {
                        relative(leaps, partial.step, directions).map_err(|expected| (leg.at, expected))?
                    }
                };
                turned.extend(steps.into_iter().map(|step| Partial { step, ..partial.clone() }));
            }
            open = turned;
        }
        let is_last = index + 1 == legs.len();
        let prey = prey_of(leg, is_last || leg.may_end);
        let mut gone = Vec::new();
        for partial in open {
            let before = partial.legs.len();
            let (range, slides) = (leg.range, slides(&leg.atom));
            let partial = Partial { range, is_exact: leg.atom.is_exact, slides, ..partial };
            for mut partial in partial.go(&leg.modifiers, &prey, is_last) {
                if let Some(made) = partial.legs.get_mut(before) {
                    made.may_end = leg.may_end && may_end && !is_last;
                }
                gone.push(partial);
            }
        }
        open = gone;
        if open.len() > MOST_ROUTES {
            return Err((start, phrases::FEWER_WAYS));
        }
    }
    let routes = open.into_iter().map(|partial| partial.legs);
    let routes: Vec<Vec<RouteLeg>> =
        routes.filter(|route| shape::allows(&outer.directions, direction(route))).collect();
    Ok(routes)
}

/// The steps of leaps in some directions as seen from a leg before.
fn relative(leaps: &[(i8, i8)], before: Step, directions: &[[char; 2]]) -> Result<Vec<Step>, Phrase> {
    let mut found = Vec::new();
    for &leap in leaps {
        for step in shape::steps(leap, &[], false) {
            let expected = phrases::OBLIQUE;
            let eighths = shape::eighths_between(before, step).ok_or(expected)?;
            if directions.iter().flatten().any(|letter| matches!(letter, 'z' | 'q')) {
                return Err(phrases::BRACKET_TURNS);
            }
            if shape::allows(directions, shape::turned((0, 1), eighths)) {
                found.push(step);
            }
        }
    }
    Ok(found)
}

/// The direction of a whole route: that of its first two legs that are not in line.
fn direction(route: &[RouteLeg]) -> Step {
    let Some(first) = route.first().map(|leg| leg.step) else { return (0, 0) };
    let other = route.iter().map(|leg| leg.step).find(|&(files, ranks)| {
        i32::from(files) * i32::from(first.1) != i32::from(ranks) * i32::from(first.0)
    });
    other.map_or(first, |other| (first.0 + other.0, first.1 + other.1))
}
