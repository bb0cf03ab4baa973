//! The clocks of one game.
//!
//! White's first move takes no time; from then on one of the clocks runs until the game ends.

use crate::moment::Moment;
use helgi_engine::search::TimeControl;
use helgi_record::time::Period;
use helgi_rules::board::Side;
use std::time::Duration;

/// Both clocks.
#[derive(Clone, Debug)]
pub struct GameClock {
    period: Period,
    left: [Duration; 2],
    made: [u32; 2],
    running: Option<(Side, Moment)>,
}

impl GameClock {
    /// Clocks that do not run yet.
    pub fn new(period: Period) -> Self {
        GameClock { period, left: [period.base; 2], made: [0; 2], running: None }
    }

    /// Clocks of a resumed game: the time left and the moves made by each side, and the side whose
    /// clock runs.
    pub fn resumed(
        period: Period,
        left: [Duration; 2],
        made: [u32; 2],
        running: Option<Side>,
        now: Moment,
    ) -> Self {
        // The time that has passed since the game was kept does not count.
        GameClock { period, left, made, running: running.map(|side| (side, now)) }
    }

    /// The time control.
    pub fn period(&self) -> Period {
        self.period
    }

    /// Returns the side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the time that a side has left at a moment.
    pub fn left(&self, side: Side, now: Moment) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.of(side).saturating_sub(used)
    }

    /// A side has moved: its clock stops, the other's runs.
    pub fn press(&mut self, side: Side, now: Moment) {
        let left = self.left(side, now);
        let was_running = self.running() == Some(side);
        let index = side.index();
        if let (Some(kept), Some(made)) = (self.left.get_mut(index), self.made.get_mut(index)) {
            *made += 1;
            *kept = left;
            // White's first move took no time, and earns none.
            if was_running {
                *kept += self.period.increment;
            }
            if self.period.moves.is_some_and(|moves| made.is_multiple_of(moves)) {
                *kept += self.period.base;
            }
        }
        self.running = Some((!side, now));
    }

    /// Stops the clocks.
    pub fn stop(&mut self, now: Moment) {
        if let Some((side, _)) = self.running {
            let left = self.left(side, now);
            if let Some(kept) = self.left.get_mut(side.index()) {
                *kept = left;
            }
        }
        self.running = None;
    }

    /// Gives a side the turn after moves have been taken back; clocks that ran go on.
    pub fn turn(&mut self, side: Side, now: Moment) {
        if self.running.is_some() {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// The side whose time is up at a moment.
    pub fn flagged(&self, now: Moment) -> Option<Side> {
        self.running().filter(|&side| self.left(side, now).is_zero())
    }

    /// Returns the time control for the engine.
    pub fn control(&self, side: Side, now: Moment) -> TimeControl {
        let made = self.made.get(side.index()).copied().unwrap_or(0);
        TimeControl {
            remaining: self.left(side, now),
            increment: self.period.increment,
            byoyomi: Duration::ZERO,
            // The moves until the next portion of time.
            moves_to_go: self.period.moves.map(|moves| moves - made % moves),
            pondering: false,
        }
    }

    fn of(&self, side: Side) -> Duration {
        self.left.get(side.index()).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_from_the_second_move_and_is_given_anew() {
        let mut clock = GameClock::new("2/10+1".parse().unwrap());
        let start = Moment::default();
        let after = |seconds| start + Duration::from_secs(seconds);
        let left = |clock: &GameClock, at| Side::BOTH.map(|side| clock.left(side, after(at)).as_secs());
        assert_eq!(left(&clock, 100), [10, 10]);
        clock.press(Side::White, after(100));
        assert_eq!(left(&clock, 104), [10, 6]);
        clock.press(Side::Black, after(104));
        assert_eq!(left(&clock, 107), [7, 7]);
        assert_eq!(clock.control(Side::White, after(107)).moves_to_go, Some(1));
        // The second move of two: ten seconds more.
        clock.press(Side::White, after(107));
        assert_eq!(left(&clock, 107), [18, 7]);
        assert_eq!((clock.flagged(after(113)), clock.flagged(after(114))), (None, Some(Side::Black)));
        clock.turn(Side::White, after(108));
        assert_eq!((clock.running(), left(&clock, 110)), (Some(Side::White), [16, 6]));
        clock.stop(after(110));
        assert_eq!((clock.running(), left(&clock, 200)), (None, [16, 6]));
    }
}
