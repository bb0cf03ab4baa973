//! Moves of several legs, made into routes.
//!
//! Letters of directions behind `a` count from the leg before, in eighths of a circle: `f` is straight on, `fs` half a right
//! angle, `s` a right angle to either side, `b` back. `z` is the side other than that of the last turn, `q` the same one.
//! Without such a letter a leg may turn everywhere but back: straight and diagonal atoms by right angles, kings and
//! oblique leaps to all their directions. A leg that is not the last ends on an empty square; with `p` on a piece, which
//! stays there, with `mp` on either; `g` is `p`, and then rides become steps; beside `t` the piece is an own one. With `c`
//! it ends on an enemy piece, with `d` on an own one, with `k` on a king, which is taken; `mc` is both. With `u` a piece is set
//! down where the leg begins: the one that was taken last, or else the next one. With `i` behind `a` it has as many steps as the
//! leg before.
//!
//! In brackets each leg has an atom of its own, and goes on in the direction most like that of the leg before. Letters of
//! directions in brackets count from the leg before too; those in front of the brackets choose among the whole moves.

use super::ends::{Occasions, Routes, check_unloads, ends, sort_in};
use super::footprint::Footprint;
use super::modifiers::{self, Modifiers, VERTICAL};
use super::shape::{self, Atom};
use super::{BetzaTerm, Fault};
use crate::finding::phrases;
use helgi_rules::Phrase;
use helgi_rules::internals::board::path::{
    Bend, Course, Mode, Passing, Path, RouteLeg, Step, Taken, lame_way,
};
use std::collections::HashSet;

/// The most legs of a route: on no board more steps lead on than that.
pub(super) const MOST_LEGS: usize = 31;

/// The most routes of one atom.
pub(super) const MOST_ROUTES: usize = 1 << 14;

/// The modifiers of the legs of one atom.
pub(super) struct Chain {
    /// Each with its place in the text.
    legs: Vec<(usize, Modifiers)>,
    /// The legs that are repeated, and where they begin in the text.
    repeated: Option<(usize, std::ops::Range<usize>)>,
    is_open: bool,
}

/// A route that is being made.
#[derive(Clone)]
pub(super) struct Partial {
    pub legs: Vec<RouteLeg>,
    pub step: Step,
    pub range: Option<u8>,
    /// True if the range is the number of all steps.
    pub is_exact: bool,
    /// The side of the last turn to one: `r` or `l`.
    pub side: Option<char>,
    /// Of steps of a king, whether they are those of `R`, `B` and `Q` now, and not of `W`, `F` and `K` with their numbers.
    pub slides: Option<bool>,
}

impl Chain {
    pub fn new(at: usize, modifiers: Modifiers) -> Self {
        Chain { legs: vec![(at, modifiers)], repeated: None, is_open: false }
    }

    pub fn push(&mut self, at: usize, modifiers: Modifiers) {
        self.legs.push((at, modifiers));
    }

    pub fn open(&mut self, at: usize) -> Result<(), Fault> {
        if self.repeated.is_some() {
            return Err((at, phrases::ONE_GROUP));
        }
        self.repeated = Some((at, self.legs.len()..self.legs.len()));
        self.is_open = true;
        Ok(())
    }

    pub fn close(&mut self, at: usize) -> Result<(), Fault> {
        let count = self.legs.len();
        match &mut self.repeated {
            Some((_, group)) if self.is_open && group.start < count => group.end = count,
            _ => return Err((at, phrases::OPENED_GROUP)),
        }
        self.is_open = false;
        Ok(())
    }

    pub fn finish(&self, at: usize) -> Result<(), Fault> {
        if self.is_open { Err((at, phrases::CLOSED_GROUP)) } else { Ok(()) }
    }

    /// The modifiers, if there is only one leg.
    pub fn only(&self) -> Option<&Modifiers> {
        match (&self.legs[..], &self.repeated) {
            ([(_, modifiers)], None) => Some(modifiers),
            _ => None,
        }
    }

    /// Returns true if a capture is asked of a first move.
    pub fn captures_first(&self) -> bool {
        let is_first = self.legs.first().is_some_and(|(_, leg)| leg.initial);
        is_first && self.legs.last().is_some_and(|(_, leg)| leg.capture)
    }

    /// Returns true if the modifiers of the only leg say nothing about how it is gone.
    pub fn is_plain(&self) -> bool {
        self.only().is_some_and(|only| {
            only.hop().is_none()
                && ![only.shot, only.lame, only.jumps, only.crooked, only.circular, only.toggles]
                    .contains(&true)
        })
    }

    /// The terms of an atom with these legs.
    ///
    /// Of repeated legs there are those for which a board of so many files and ranks has `room`.
    pub fn terms(
        &self,
        atom: &Atom,
        range: Option<u8>,
        at: usize,
        room: (u8, u8),
    ) -> Result<Vec<BetzaTerm>, Fault> {
        let Some((_, first)) = self.legs.first() else { return Ok(Vec::new()) };
        let wraps = self.legs.iter().any(|(_, leg)| leg.wraps);
        if let Some(only) = self.only() {
            modifiers::check(only, atom, range).map_err(|expected| (at, expected))?;
            let routes = turning(only, atom, range);
            let whole = |occasion| term(routes.clone(), occasion, wraps, first.initial);
            return Ok(only.occasions(Mode::Both).into_iter().map(whole).collect());
        }
        // The last leg says what the move does where it ends, the first one whether it is a first move.
        let mut terms = Vec::new();
        for (occasions, routes) in self.routes(atom, range, at, room)? {
            let whole = |occasion| term(routes.clone(), occasion, wraps, first.initial);
            terms.extend(occasions.into_iter().map(whole));
        }
        Ok(terms)
    }

    /// The legs with the repeated ones written out in every number that a board has room for.
    fn sequences(&self) -> Vec<Vec<&(usize, Modifiers)>> {
        let Some((_, group)) = &self.repeated else { return vec![self.legs.iter().collect()] };
        let (before, behind) = (&self.legs[..group.start], &self.legs[group.end..]);
        let repeated = &self.legs[group.clone()];
        let room = MOST_LEGS.saturating_sub(before.len() + behind.len()) / repeated.len().max(1);
        let written = |count: usize| {
            let middle = std::iter::repeat_n(repeated, count).flatten();
            before.iter().chain(middle).chain(behind).collect()
        };
        (0..=room).map(written).collect()
    }

    /// The routes, apart by what they do where they end.
    fn routes(
        &self,
        atom: &Atom,
        range: Option<u8>,
        at: usize,
        (files, ranks): (u8, u8),
    ) -> Result<Vec<(Occasions, Routes)>, Fault> {
        let is_first_move = self.legs.first().is_some_and(|(_, leg)| leg.initial);
        for (index, (place, leg)) in self.legs.iter().enumerate() {
            let is_last = index + 1 == self.legs.len();
            let is_repeated = self.repeated.as_ref().is_some_and(|(_, group)| group.contains(&index));
            // The last leg of repeated ones is on the way of those behind it.
            let takes = (!is_last || is_repeated) && !leg.prey_on_the_way().is_empty();
            if is_first_move && (takes || leg.has_rare_prey() || leg.tame) {
                return Err((*place, if takes { phrases::FIRST_PREY_LEGS } else { phrases::FIRST_PREY }));
            }
            modifiers::check_tame(leg, is_last).map_err(|expected| (*place, expected))?;
            if leg.shot || leg.lame || leg.jumps || leg.crooked || leg.circular {
                return Err((*place, phrases::SINGLE_LEG));
            }
            if leg.initial && index > 0 && leg.hops && is_last {
                return Err((*place, phrases::EQUAL_LEG));
            }
            if leg.toggles && is_last {
                return Err((*place, phrases::TOGGLED_LEG));
            }
        }
        let legs: Vec<(usize, &Modifiers)> = self.legs.iter().map(|(place, leg)| (*place, leg)).collect();
        check_unloads(&legs)?;
        if let (Some((_, group)), Some((place, _))) =
            (&self.repeated, legs.iter().find(|(_, leg)| leg.unloads))
            && group.clone().any(|index| self.legs[index].1.unloads)
        {
            return Err((*place, phrases::ONE_EXCHANGE));
        }
        let first = &self.legs[0].1;
        let is_only_straight = |leap: (i8, i8)| atom.leaps.len() == 1 && leap.1 == 0;
        let starts: Vec<Step> = atom
            .leaps
            .iter()
            .flat_map(|&leap| shape::steps(leap, &first.directions, is_only_straight(leap)))
            .collect();
        let (mut sorted, mut count) = (Vec::new(), 0);
        let wraps = self.legs.iter().any(|(_, leg)| leg.wraps);
        for sequence in self.sequences() {
            let Some((_, last)) = sequence.last() else { continue };
            for &step in &starts {
                // `z` and `q` of the next leg count from the side of this step, if it has one.
                let side =
                    first.directions.iter().flatten().copied().find(|letter| matches!(letter, 'l' | 'r'));
                let is_exact = atom.is_exact;
                let slides = slides(atom);
                let mut open = vec![Partial { legs: Vec::new(), step, range, is_exact, side, slides }];
                for (index, (place, leg)) in sequence.iter().enumerate() {
                    if index > 0 {
                        open = turn_all(&open, leg, atom).map_err(|expected| (*place, expected))?;
                    }
                    let is_last = index + 1 == sequence.len();
                    let prey = if is_last { Vec::new() } else { leg.prey_on_the_way() };
                    open = open.into_iter().flat_map(|partial| partial.go(leg, &prey, is_last)).collect();
                    if index > 0 && leg.initial {
                        open = open.into_iter().flat_map(Partial::with_equal_legs).collect();
                    }
                    if self.repeated.is_some() {
                        // Around a cylinder there is room for any number of files.
                        let files = if wraps { u8::MAX } else { files };
                        open.retain(|partial| partial.is_possible((files, ranks)));
                    }
                    // Tested at each leg, because every leg multiplies the ways.
                    if open.len() > MOST_ROUTES {
                        return Err((at, phrases::FEWER_WAYS));
                    }
                }
                count += open.len();
                if count > MOST_ROUTES {
                    return Err((at, phrases::FEWER_WAYS));
                }
                for partial in open {
                    sort_in(&mut sorted, partial.legs, |sets_down| ends(last, last, sets_down));
                }
            }
        }
        Ok(sorted)
    }
}

impl Partial {
    /// The routes with one leg more, which goes in the direction of the step: one for each sort of squares that it may end
    /// on.
    pub fn go(self, modifiers: &Modifiers, prey: &[Taken], is_last: bool) -> Vec<Partial> {
        let stays = if modifiers.tame { Bend::OverOwn } else { Bend::Occupied };
        let mut bends = match (modifiers.hops, modifiers.quiet && !is_last) {
            (true, true) if modifiers.tame => vec![Bend::Empty, stays],
            (true, true) => vec![Bend::Any],
            (true, false) => vec![stays],
            // The letters of what is taken alone end there and nowhere else.
            (false, false) if !prey.is_empty() => Vec::new(),
            (false, _) => vec![Bend::Empty],
        };
        bends.extend(prey.iter().map(|&taken| Bend::Prey(taken)));
        let gone = |bend| {
            let mut partial = self.clone();
            partial.end_on(bend, modifiers, is_last);
            partial
        };
        bends.into_iter().map(gone).collect()
    }

    /// Returns false if a board of so many files and ranks has no room for it, or if it needs a piece where it has been.
    fn is_possible(&self, room: (u8, u8)) -> bool {
        let needs_piece = self.legs.last().is_some_and(|leg| !matches!(leg.bend, Bend::Empty | Bend::Any));
        Footprint::of(&self.legs)
            .is_none_or(|footprint| footprint.fits(room) && !(needs_piece && footprint.comes_back()))
    }

    /// The routes of which the last two legs have the same number of steps: one for each that both can have.
    fn with_equal_legs(self) -> Vec<Partial> {
        let [.., before, last] = &self.legs[..] else { return Vec::new() };
        let most = |leg: &RouteLeg| if leg.most == 0 { MOST_LEGS as u8 } else { leg.most };
        let counts = before.least.max(last.least)..=most(before).min(most(last));
        let equal = |count: u8| {
            let mut partial = self.clone();
            partial.legs.iter_mut().rev().take(2).for_each(|leg| (leg.least, leg.most) = (count, count));
            partial
        };
        counts.map(equal).collect()
    }

    fn end_on(&mut self, bend: Bend, modifiers: &Modifiers, is_last: bool) {
        let leg = |range: Option<u8>, bend| {
            let most = range.unwrap_or(1);
            let least = if self.is_exact && range.is_some() { most } else { 1 };
            RouteLeg { step: self.step, least, most, bend, may_end: false, sets_down: false }
        };
        self.legs.push(RouteLeg { sets_down: modifiers.unloads, ..leg(self.range, bend) });
        // A step becomes a ride without end and a ride a step; `W3` becomes `R` as `W` does.
        let slides = self.slides.map(|slides| !slides);
        let toggled = if slides.unwrap_or(self.range.is_none()) { Some(0) } else { None };
        if is_last && modifiers.hops {
            // Over the piece, and on in the same direction.
            // `g` ends on the square next behind the piece, whatever the range before it.
            let range = if modifiers.near { None } else { self.range };
            let beyond = leg(range, Bend::Empty);
            self.legs.push(beyond);
        }
        if modifiers.toggles || modifiers.near {
            (self.range, self.slides) = (toggled, slides);
        }
    }
}

/// For an atom of a king's steps, whether it is one of `R`, `B` and `Q`.
pub(super) fn slides(atom: &Atom) -> Option<bool> {
    atom.leaps.iter().all(|&(along, _)| along == 1).then_some(atom.rides)
}

/// Turns each route by every turn that the letters of a leg allow.
fn turn_all(open: &[Partial], leg: &Modifiers, atom: &Atom) -> Result<Vec<Partial>, Phrase> {
    let mut turned = Vec::new();
    for partial in open {
        for (eighths, side) in turns(leg, atom, partial.side)? {
            let step = shape::turned(partial.step, eighths);
            let side = side.or(partial.side);
            turned.push(Partial { step, side, ..partial.clone() });
        }
    }
    Ok(turned)
}

/// The turns of a leg in eighths of a circle, clockwise, each with its side if it has one.
fn turns(leg: &Modifiers, atom: &Atom, last: Option<char>) -> Result<Vec<(u8, Option<char>)>, Phrase> {
    let has_all = atom.leaps.len() > 1 || atom.leaps.iter().any(|&(long, short)| short != 0 && short != long);
    if leg.directions.is_empty() {
        let everywhere = if has_all { &[0, 1, 2, 3, 5, 6, 7][..] } else { &[0, 2, 6] };
        return Ok(everywhere.iter().map(|&eighths| (eighths, None)).collect());
    }
    let other = |side: char| if side == 'r' { 'l' } else { 'r' };
    // Behind a leg without a side `z` and `q` turn either way, as `s` does.
    let sides = |letter: char| match (letter, last) {
        ('l' | 'r', _) => vec![letter],
        ('z', Some(last)) => vec![other(last)],
        ('q', Some(last)) => vec![last],
        _ => vec!['r', 'l'],
    };
    let ahead = |letter: char| match letter {
        'f' => Ok(&[true][..]),
        'b' => Ok(&[false][..]),
        'v' => Ok(&[true, false][..]),
        _ => Err(phrases::NO_H),
    };
    let mut turns = Vec::new();
    for &[one, two] in &leg.directions {
        let is_ahead = |letter: char| VERTICAL.contains(letter);
        match (is_ahead(one), is_ahead(two)) {
            (true, true) => {
                for &forward in ahead(one)? {
                    turns.push((if forward { 0 } else { 4 }, None));
                }
            }
            (false, false) => {
                for side in sides(one) {
                    turns.push((if side == 'r' { 2 } else { 6 }, Some(side)));
                }
            }
            (vertical, _) => {
                let (along, across) = if vertical { (one, two) } else { (two, one) };
                for &forward in ahead(along)? {
                    for side in sides(across) {
                        let eighths = if forward { 1 } else { 3 };
                        turns.push((if side == 'r' { eighths } else { 8 - eighths }, Some(side)));
                    }
                }
            }
        }
    }
    Ok(turns)
}

/// The routes along one line over one own piece.
fn over_own(step: Step, is_near: bool, is_exact: bool, range: Option<u8>) -> Vec<Vec<RouteLeg>> {
    let leg = |least, most, bend| RouteLeg { step, least, most, bend, may_end: false, sets_down: false };
    match range {
        // With a number it hops to any square within so many, as a hop over any piece does.
        Some(most) if most > 1 || most == 1 && !is_near => {
            let most = most.min(MOST_LEGS as u8 + 1);
            let over = |steps: u8| {
                let rest = most - steps;
                vec![
                    leg(steps, steps, Bend::OverOwn),
                    leg(if is_exact { rest } else { 1 }, rest, Bend::Empty),
                ]
            };
            (1..most).map(over).collect()
        }
        _ => vec![vec![leg(1, 0, Bend::OverOwn), leg(1, u8::from(is_near), Bend::Empty)]],
    }
}

/// The routes of one leg that is a ride of its own kind: over an own piece, crooked, circular, over its first square, or of
/// lame leaps.
fn turning(modifiers: &Modifiers, atom: &Atom, range: Option<u8>) -> Vec<Vec<RouteLeg>> {
    let most = range.unwrap_or(1);
    let mut routes = Vec::new();
    let leg = |step, most, bend, may_end| RouteLeg { step, least: 1, most, bend, may_end, sets_down: false };
    for &leap in &atom.leaps {
        let is_only_straight = atom.leaps.len() == 1 && leap.1 == 0;
        for step in shape::steps(leap, &modifiers.directions, is_only_straight) {
            if modifiers.tame && modifiers.hops {
                routes.extend(over_own(step, modifiers.near, atom.is_exact, range));
            } else if modifiers.jumps {
                // A ride of one step has no square behind its first.
                if most != 1 {
                    let rest = if most == 0 { 0 } else { most - 1 };
                    routes.push(vec![leg(step, 1, Bend::Any, false), leg(step, rest, Bend::Empty, false)]);
                }
            } else if modifiers.lame {
                let mut way = lame_way(step);
                way.push(step);
                let count = if most == 0 { MOST_LEGS } else { usize::from(most) };
                let mut at = (0, 0);
                let single: Vec<Step> = way
                    .into_iter()
                    .map(|(files, ranks)| {
                        let step = (files - at.0, ranks - at.1);
                        at = (files, ranks);
                        step
                    })
                    .collect();
                let last = single.len().saturating_sub(1);
                // A ride of lame leaps may end after each leap, but not on the way of one.
                let leap =
                    single.iter().enumerate().map(|(index, &step)| leg(step, 1, Bend::Empty, index == last));
                let mut route: Vec<RouteLeg> = std::iter::repeat_n(leap, count).flatten().collect();
                if atom.is_exact {
                    // The end of a route is an end in any case.
                    route.iter_mut().for_each(|leg| leg.may_end = false);
                }
                routes.push(route);
            } else {
                // Eight steps, each turned by an eighth, lead back to where the ride began.
                let room = if modifiers.circular { 7 } else { MOST_LEGS };
                let count = if most == 0 { room } else { usize::from(most).min(room) };
                for is_right in [true, false] {
                    let mut step = step;
                    let route = (0..count).map(|index| {
                        let this = leg(step, 1, Bend::Empty, true);
                        let turns_right = is_right == (modifiers.circular || index % 2 == 0);
                        let eighths = if modifiers.circular { 1 } else { 2 };
                        step = shape::turned(step, if turns_right { eighths } else { 8 - eighths });
                        this
                    });
                    routes.push(route.collect());
                }
            }
        }
    }
    routes
}

/// A term of routes, each of them once.
pub(super) fn term(
    routes: Vec<Vec<RouteLeg>>,
    (mode, taken): (Mode, Taken),
    wraps: bool,
    initial: bool,
) -> BetzaTerm {
    let mut seen = HashSet::new();
    let routes: Vec<Vec<RouteLeg>> = routes.into_iter().filter(|route| seen.insert(route.clone())).collect();
    let hops = routes.iter().flatten().any(|leg| matches!(leg.bend, Bend::Occupied | Bend::OverOwn));
    let passing = if hops { Passing::Marked } else { Passing::Nothing };
    let path = Path { passing, wraps, taken, ..Path::new(mode, Vec::new(), Course::Routes(routes)) };
    BetzaTerm { path, initial }
}
