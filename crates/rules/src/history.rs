//! The past of a game, as far as rules look back: which positions have occurred.

use super::{Outcome, Position, Reason};
use crate::board::ZobristKey;

/// The keys of all positions of a game so far, the present one last.
///
/// The search pushes and pops its own moves on the same list.
#[derive(Clone, Default, Debug)]
pub struct History {
    keys: Vec<ZobristKey>,
}

impl History {
    /// A history that begins with `position`.
    pub fn starting_with<P: Position>(position: &P) -> Self {
        History { keys: vec![position.key()] }
    }

    /// Adds the position that has come about.
    #[inline]
    pub fn push(&mut self, key: ZobristKey) {
        self.keys.push(key);
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The number of positions, the present one counted.
    #[doc(hidden)] // a part of `internals`
    #[allow(clippy::len_without_is_empty, reason = "a game has a position")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns how often the present position, which is last in the list, has occurred before.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    pub fn earlier_occurrences<P: Position>(&self, present: &P) -> usize {
        self.occurrences(present).count()
    }

    /// The number of plies since the present position last occurred, if it has.
    #[doc(hidden)] // a part of `internals`
    #[inline]
    pub fn plies_since_occurrence<P: Position>(&self, present: &P) -> Option<usize> {
        self.occurrences(present).next()
    }

    /// The verdict of repetition, if the present position has occurred as often as ends the game.
    #[inline]
    pub fn repetition<P: Position>(&self, present: &P) -> Option<Outcome> {
        let earlier = present.repetition_limit()?.checked_sub(2)?;
        self.occurrences(present).nth(earlier).map(|plies| present.repetition_verdict(plies))
    }

    /// The verdict of repetition that follows if the present position occurs once more, unless the game has ended by it.
    pub(crate) fn repetition_ahead<P: Position>(&self, present: &P) -> Option<Outcome> {
        let limit = present.repetition_limit()?;
        let mut earlier = self.occurrences(present).skip(limit.checked_sub(3)?);
        match (earlier.next(), earlier.next()) {
            (Some(plies), None) => Some(present.repetition_verdict(plies)),
            _ => None,
        }
    }

    /// The plies since each earlier occurrence of the present position, the last one first.
    #[inline]
    fn occurrences<P: Position>(&self, present: &P) -> impl Iterator<Item = usize> + '_ {
        let window = present.reversible_plies() as usize;
        let past = self.keys.len().saturating_sub(1);
        // No position occurs again after fewer than two half-moves: a pass of each side.
        let first = if window < 2 { past } else { past.saturating_sub(window) };
        // The keys are not worth computing where no earlier position can be equal.
        let [key, other] = if first < past { present.recurring_keys() } else { [0; 2] };
        let earlier = self.keys[first..past].iter().rev().enumerate();
        earlier.filter(move |&(_, &earlier)| earlier == key || earlier == other).map(|(back, _)| back + 1)
    }
}

/// The half-moves without progress after which most games end: fifty moves of each side.
pub const MOVE_LIMIT: u16 = 100;

/// Returns the outcome of a game, or `None` while it goes on. The board decides first, then mate
/// and the like, then material with which nobody can win, the move count, and repetition last.
pub fn verdict<P: Position>(position: &P, history: &History) -> Option<Outcome> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome);
    }
    if !position.has_moves() {
        return Some(position.no_moves());
    }
    after_mate(position, history)
}

/// The [`verdict`] on a position that has legal moves; whether it has takes longer to see.
#[must_use]
pub fn verdict_with_moves<P: Position>(position: &P, history: &History) -> Option<Outcome> {
    position.outcome().or_else(|| after_mate(position, history))
}

/// Returns the outcome of a game that goes on as far as the board and its moves show.
fn after_mate<P: Position>(position: &P, history: &History) -> Option<Outcome> {
    let dead = || position.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial));
    dead().or_else(|| position.count_verdict()).or_else(|| history.repetition(position))
}
