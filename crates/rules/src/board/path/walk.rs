//! The way of a piece along a path, over a board of which only the outline matters.

use super::{Bend, Bitboard, Leg, Outline, RouteLeg, Square, Step, Taken, Victim};
use helgi_notation::Victims;
use std::ops::ControlFlow;

/// The most pieces that are taken on the way of a route: a text names no more.
const MOST_VICTIMS: usize = Victims::MOST;

/// The pieces that have been taken on a way, and the one that is set down again.
#[derive(Clone)]
pub(super) struct Taking {
    victims: [Victim; MOST_VICTIMS],
    count: u8,
    /// The square where a piece is set down, and which of the victims it is, if that is known.
    set_down: Option<(Square, Option<u8>)>,
}

impl Taking {
    pub const NOTHING: Taking = Taking {
        victims: [Victim { square: Square(0), taken: Taken::Enemies }; MOST_VICTIMS],
        count: 0,
        set_down: None,
    };

    /// The pieces that have been taken, in this order.
    pub fn victims(&self) -> &[Victim] {
        &self.victims[..usize::from(self.count)]
    }

    pub const fn set_down(&self) -> Option<(Square, Option<u8>)> {
        self.set_down
    }

    /// Returns true if a piece stands on a square that has been set down there.
    pub fn is_set_down_on(&self, square: Square) -> bool {
        matches!(self.set_down, Some((place, Some(_))) if place == square)
    }

    /// Returns true if a piece has been taken there, and the square is empty since.
    fn has_taken(&self, square: Square) -> bool {
        self.victims().iter().any(|victim| victim.square == square)
    }

    /// Takes a piece; false if there is no room for more.
    fn take(&mut self, victim: Victim) -> bool {
        let Some(place) = self.victims.get_mut(usize::from(self.count)) else { return false };
        *place = victim;
        if let Some((_, piece @ None)) = &mut self.set_down {
            *piece = Some(self.count);
        }
        self.count += 1;
        true
    }

    /// Sets a piece down: the one that was taken last, or else the next one.
    fn put(&mut self, square: Square) {
        self.set_down = Some((square, self.count.checked_sub(1)));
    }
}

/// A piece on its way over a board of which only the outline matters.
#[derive(Clone)]
pub(super) struct Walk<'a, const W: usize> {
    pub outline: &'a Outline,
    pub from: Square,
    pub at: (u8, u8),
    pub passed: Bitboard<W>,
    pub last: Option<Square>,
    pub marked: Bitboard<W>,
    /// Those of the marked squares on which the piece has to be an own one.
    pub own: Bitboard<W>,
    pub taking: Taking,
    pub passes_holes: bool,
    pub wraps: bool,
}

impl<const W: usize> Walk<'_, W> {
    /// The file and rank one step further; `None` off the board.
    pub fn after(&self, (files, ranks): Step) -> Option<(u8, u8)> {
        let rank = self.at.1.checked_add_signed(ranks).filter(|&rank| rank < self.outline.ranks())?;
        let width = self.outline.files();
        let file = match self.wraps {
            true => u8::try_from((i16::from(self.at.0) + i16::from(files)).rem_euclid(i16::from(width))).ok(),
            false => self.at.0.checked_add_signed(files).filter(|&file| file < width),
        };
        Some((file?, rank))
    }

    /// The square of a file and rank, if the board has it.
    pub fn square_at(&self, (file, rank): (u8, u8)) -> Option<Square> {
        self.outline.square(file, rank)
    }

    /// Follows the legs of a route, and hands over each square where it may end. The square that the piece has left is
    /// empty for it. Stops where it is told to, and when no more steps are left.
    pub fn follow(
        &self,
        route: &[RouteLeg],
        left: &mut u32,
        arrive: &mut dyn FnMut(Square, &Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((leg, rest)) = route.split_first() else { return ControlFlow::Continue(()) };
        let mut walk = self.clone();
        if let Some(here) = walk.square_at(walk.at).filter(|_| leg.sets_down) {
            // There is no room beside a piece that this one goes over.
            if walk.marked.has(here) {
                return ControlFlow::Continue(());
            }
            walk.pass(here);
            walk.taking.put(here);
        }
        for count in 1..=if leg.most == 0 { u8::MAX } else { leg.most } {
            *left = match left.checked_sub(1) {
                Some(left) => left,
                None => return ControlFlow::Break(()),
            };
            let Some(to) = walk.after(leg.step).and_then(|at| {
                walk.at = at;
                walk.square_at(at)
            }) else {
                break;
            };
            // A square on which a piece has to stand, or has been set down, cannot be passed as an empty one.
            if walk.marked.has(to) || walk.taking.is_set_down_on(to) {
                break;
            }
            if count >= leg.least {
                if rest.is_empty() || leg.may_end {
                    arrive(to, &walk)?;
                }
                // Each bend goes on by itself, while this leg may go further.
                let (mut bent, mut has_room) = (walk.clone(), true);
                let needs_piece = !matches!(leg.bend, Bend::Empty | Bend::Any);
                match leg.bend {
                    Bend::Empty => bent.pass(to),
                    Bend::Occupied | Bend::OverOwn => {
                        if leg.bend == Bend::OverOwn {
                            bent.own.insert(to);
                        }
                        bent.marked.insert(to);
                        bent.pass(to);
                    }
                    Bend::Prey(taken) => has_room = bent.taking.take(Victim { square: to, taken }),
                    Bend::Any => {}
                }
                // No piece stands where this one comes from, where it has passed, or where it has taken one.
                let is_empty = to == self.from || walk.passed.has(to) || walk.taking.has_taken(to);
                if has_room && !(needs_piece && is_empty) {
                    bent.follow(rest, left, arrive)?;
                }
            }
            // Around a cylinder a line comes back to its own squares.
            if self.wraps && (to == self.from || walk.passed.has(to)) {
                break;
            }
            walk.pass(to);
        }
        ControlFlow::Continue(())
    }

    /// Returns true if it has done on its way what only a [`Detour`](super::Detour) can say.
    pub fn is_detour(&self) -> bool {
        !self.taking.victims().is_empty() || self.taking.set_down.is_some() || !self.own.is_empty()
    }

    /// Notes a square as passed.
    pub fn pass(&mut self, square: Square) {
        if square != self.from && !self.taking.has_taken(square) {
            self.passed.insert(square);
            self.last = Some(square);
        }
    }

    /// Takes the steps of a leg and of those behind it, and hands over each square where it may end.
    pub fn go(
        &mut self,
        step: Step,
        (least, most): (u8, u8),
        legs: &[Leg],
        arrive: &mut dyn FnMut(Square, &Self),
    ) {
        let may_end = legs.first().is_none_or(|leg| leg.least == 0);
        for count in 1..=if most == 0 { u8::MAX } else { most } {
            let Some(at) = self.after(step) else { return };
            self.at = at;
            match self.square_at(at) {
                // Around a cylinder a line comes back to its own squares.
                Some(to) if self.wraps && (to == self.from || self.passed.has(to)) => return,
                Some(to) => {
                    if may_end && count >= least {
                        arrive(to, self);
                    }
                    self.passed.insert(to);
                    self.last = Some(to);
                }
                None if self.passes_holes => {}
                None => return,
            }
            let Some((leg, legs)) = legs.split_first().filter(|_| count >= least) else { continue };
            for step in leg.turns.iter().filter_map(|&turn| turned(step, turn)) {
                // Behind a bend at least one step follows: the bend alone has arrived above.
                self.clone().go(step, (leg.least.max(1), leg.most), legs, arrive);
            }
        }
    }
}

/// A step turned clockwise by so many eighths of a circle. Only steps of a king have a direction
/// between each two that are at right angles.
pub(super) fn turned((files, ranks): Step, turn: u8) -> Option<Step> {
    let quarters = (0..turn / 2 % 4).fold((files, ranks), |(files, ranks), _| (ranks, -files));
    if turn.is_multiple_of(2) {
        return Some(quarters);
    }
    let (files, ranks) = (quarters.0 + quarters.1, quarters.1 - quarters.0);
    match (files.abs().max(ranks.abs()), files == 0 || ranks == 0) {
        // Half a right angle makes a diagonal of a straight step, and doubles a diagonal one.
        (1, false) => Some((files, ranks)),
        (2, true) if quarters.0.abs() == 1 => Some((files / 2, ranks / 2)),
        _ => None,
    }
}

/// The squares that a lame leap passes, from where it starts: straight steps first, then diagonal ones.
#[must_use]
pub fn lame_way((files, ranks): Step) -> Vec<Step> {
    let mut way = Vec::new();
    let (mut x, mut y) = (0, 0);
    loop {
        let (left, up): Step = (files - x, ranks - y);
        if left.abs() >= up.abs() {
            x += left.signum();
        }
        if up.abs() >= left.abs() {
            y += up.signum();
        }
        if (x, y) == (files, ranks) {
            return way;
        }
        way.push((x, y));
    }
}
