//! The way of a piece along a path, over a board of which only the outline matters.

use super::{Bend, Bitboard, Leg, Outline, RouteLeg, Square, Step, Victim};

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
    /// The pieces that have been taken on the way, in this order.
    pub victims: [Option<Victim>; 2],
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
    /// empty for it.
    pub fn follow(&self, route: &[RouteLeg], arrive: &mut dyn FnMut(Square, &Self)) {
        let Some((leg, rest)) = route.split_first() else { return };
        let mut walk = self.clone();
        for count in 1..=if leg.most == 0 { u8::MAX } else { leg.most } {
            let Some(at) = walk.after(leg.step) else { return };
            let Some(to) = walk.square_at(at) else { return };
            walk.at = at;
            // A square on which a piece has to stand cannot be passed as an empty one.
            if walk.marked.has(to) {
                return;
            }
            if count >= leg.least {
                if rest.is_empty() || leg.may_end {
                    arrive(to, &walk);
                }
                // Each bend goes on by itself, while this leg may go further.
                let mut bent = walk.clone();
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
                    Bend::Prey(taken) => {
                        if let Some(place) = bent.victims.iter_mut().find(|victim| victim.is_none()) {
                            *place = Some(Victim { square: to, taken });
                        }
                    }
                    Bend::Any => {}
                }
                // No piece stands where this one comes from, where it has passed, or where it has taken one.
                let is_empty = to == self.from || walk.passed.has(to) || walk.has_taken(to);
                let takes_another = matches!(leg.bend, Bend::Prey(_)) && walk.victims[1].is_some();
                let is_impossible = needs_piece && is_empty || takes_another;
                if !is_impossible && !rest.is_empty() {
                    bent.follow(rest, arrive);
                }
            }
            // Around a cylinder a line comes back to its own squares.
            if self.wraps && (to == self.from || walk.passed.has(to)) {
                return;
            }
            walk.pass(to);
        }
    }

    /// Returns true if a piece has been taken there.
    fn has_taken(&self, square: Square) -> bool {
        self.victims.into_iter().flatten().any(|victim| victim.square == square)
    }

    /// Returns true if it has done on its way what only a [`Detour`](super::Detour) can say.
    pub fn is_detour(&self) -> bool {
        self.victims[0].is_some() || !self.own.is_empty()
    }

    /// Notes a square as passed.
    pub fn pass(&mut self, square: Square) {
        if square != self.from && !self.has_taken(square) {
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
