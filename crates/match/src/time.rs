//! Limits of time or nodes for an engine: the agreed ones, and the running clock.

use helgi_record::time::Period;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The limits for an engine's moves; none at all is no limit.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EngineClock {
    /// A clock.
    pub clock: Option<Period>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// The depth of each search.
    pub depth: Option<u32>,
}

impl EngineClock {
    /// Returns true if there is a limit of time, by which an engine can lose.
    pub(super) fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }

    /// Returns true if there is no limit at all.
    pub(super) fn is_unlimited(&self) -> bool {
        *self == EngineClock::default()
    }
}

/// In the form of the PGN tag `TimeControl`: `-` without a limit.
impl fmt::Display for EngineClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// One side's clock in a game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: EngineClock,
    left: Option<Duration>,
    played: u32,
}

impl Clock {
    pub fn new(control: &EngineClock) -> Self {
        Clock { left: control.clock.map(|clock| clock.base), control: control.clone(), played: 0 }
    }

    /// The time left on the clock, if there is one.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time added after each move.
    pub fn increment(&self) -> Option<Duration> {
        self.control.clock.map(|clock| clock.increment)
    }

    /// The number of moves until more time comes, if it does.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.control.clock?.moves?;
        Some(moves - self.played % moves)
    }

    /// The agreed limits.
    pub fn control(&self) -> &EngineClock {
        &self.control
    }

    /// The longest time for the next move.
    pub fn limit(&self) -> Option<Duration> {
        [self.left, self.control.move_time].into_iter().flatten().min()
    }

    /// A move has been made in this time.
    pub fn spend(&mut self, taken: Duration) {
        let Some(clock) = self.control.clock else { return };
        self.played += 1;
        let renewed = clock.moves.is_some_and(|moves| self.played.is_multiple_of(moves));
        let renewal = if renewed { clock.base } else { Duration::ZERO };
        // A move within the margin may take longer than the clock has.
        let left = self.left.unwrap_or_default().saturating_sub(taken);
        self.left = Some(left + renewal + clock.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_are_renewed() {
        let clock = Some("2/10+1".parse().unwrap());
        let mut clock = Clock::new(&EngineClock { clock, ..EngineClock::default() });
        let left = |clock: &Clock| clock.left().unwrap().as_secs();
        assert_eq!((left(&clock), clock.moves_to_go()), (10, Some(2)));
        clock.spend(Duration::from_secs(3));
        assert_eq!((left(&clock), clock.moves_to_go()), (8, Some(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!((left(&clock), clock.moves_to_go()), (11, Some(2)));
    }

    #[test]
    fn the_nearest_limit_counts() {
        let move_time = Some(Duration::from_secs(2));
        let clock = Some("5".parse().unwrap());
        assert_eq!(
            Clock::new(&EngineClock { clock, move_time, ..EngineClock::default() }).limit(),
            move_time
        );
        assert_eq!(Clock::new(&EngineClock { nodes: Some(1), ..EngineClock::default() }).limit(), None);
    }
}
