//! From XBoard's time controls to the limits of a search.

use helgi_protocol::uci::GoParams;
use helgi_protocol::xboard::Level;
use helgi_rules::board::Side;
use std::time::Duration;

/// The part of a clock of nodes that one move may use if the number of remaining moves is unknown.
const NODE_MOVES: u32 = 30;

/// The time control and the clock.
#[derive(Clone, Debug)]
pub struct XBoardClock {
    level: Level,
    /// The moves that the engine had made before the level began.
    before: usize,
    /// The time for each move, instead of the level.
    move_time: Option<Duration>,
    /// The greatest depth.
    depth: Option<u32>,
    /// The number of nodes that count as a second.
    nodes_per_second: Option<u64>,
    /// A move has been made by that.
    has_counted: bool,
    /// The engine's remaining time.
    remaining: Duration,
}

impl XBoardClock {
    /// Forty moves in five minutes, XBoard's own default.
    pub const fn new() -> Self {
        let base = Duration::from_secs(300);
        XBoardClock {
            level: Level { moves: 40, base, increment: Duration::ZERO },
            before: 0,
            move_time: None,
            depth: None,
            nodes_per_second: None,
            has_counted: false,
            remaining: base,
        }
    }

    /// A new game: the clock is full, and the limits that hold for one game are gone.
    pub fn reset(&mut self) {
        // CECP, `new`: clocks begin anew, the wall clock measures again, and no depth limit holds.
        self.remaining = self.level.base;
        self.before = 0;
        self.depth = None;
        self.nodes_per_second = None;
    }

    /// Plays by a level from here on, after `made` moves of its own.
    pub fn set_level(&mut self, level: Level, made: usize) {
        self.level = level;
        self.before = made;
        self.move_time = None;
        self.remaining = level.base;
        self.return_to_time();
    }

    /// Plays each move in this time.
    pub fn set_move_time(&mut self, time: Duration) {
        self.move_time = Some(time);
        self.return_to_time();
    }

    /// A new control is one of time again, unless nodes were to count from it on.
    fn return_to_time(&mut self) {
        if self.has_counted {
            self.nodes_per_second = None;
        }
    }

    /// Searches no deeper.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Counts this many nodes as a second. With 0 processor time counts, which is taken for real time.
    pub fn set_nodes_per_second(&mut self, nodes: u64) {
        self.nodes_per_second = (nodes > 0).then_some(nodes);
        self.has_counted = false;
    }

    /// The GUI sends the time left.
    pub fn set_remaining(&mut self, time: Duration) {
        self.remaining = time;
    }

    /// Subtracts the time of a move before which `made` were made. Only for GUIs that never send the time left.
    pub fn spend(&mut self, time: Duration, made: usize) {
        self.remaining = self.remaining.saturating_sub(time) + self.level.increment;
        if self.moves_to_go(made) == Some(1) {
            self.remaining += self.level.base;
        }
    }

    /// Returns the limits of a search of `side`, which has made this many moves before.
    pub fn limits(&mut self, side: Side, made: usize) -> GoParams {
        self.has_counted = true;
        let mut go = GoParams { depth: self.depth, ..GoParams::default() };
        let to_go = self.moves_to_go(made);
        match (self.nodes_per_second, self.move_time) {
            (Some(rate), Some(time)) => go.nodes = Some(nodes(time, rate)),
            (Some(rate), None) => {
                let share = self.remaining / to_go.unwrap_or(NODE_MOVES).max(1);
                // No more than there is: the increment comes only after the move.
                go.nodes = Some(nodes((share + self.level.increment).min(self.remaining), rate));
            }
            (None, Some(time)) => go.movetime = Some(millis(time)),
            (None, None) => {
                go.movestogo = to_go;
                match side {
                    Side::White => (go.wtime, go.winc) = self.own(),
                    Side::Black => (go.btime, go.binc) = self.own(),
                }
            }
        }
        go
    }

    /// The time left for the present move, as it was when the turn began.
    pub fn left(&self) -> Duration {
        self.move_time.unwrap_or(self.remaining)
    }

    fn own(&self) -> (Option<i64>, Option<i64>) {
        (Some(millis(self.remaining)), Some(millis(self.level.increment)))
    }

    /// The moves until the base is added again, of which this is one.
    fn moves_to_go(&self, made: usize) -> Option<u32> {
        let session = self.level.moves;
        let made = u32::try_from(made.saturating_sub(self.before)).unwrap_or(u32::MAX);
        (session > 0).then(|| session - made % session)
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn nodes(time: Duration, rate: u64) -> u64 {
    // A clock that has run out still allows a move.
    (time.as_secs_f64() * rate as f64).max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn level(moves: u32, base: u64, increment: u64) -> Level {
        Level { moves, base: Duration::from_secs(base), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn sessions_begin_anew() {
        let mut clock = XBoardClock::new();
        clock.set_level(level(40, 300, 0), 0);
        for (made, to_go) in [(0, 40), (39, 1), (40, 40), (41, 39)] {
            assert_eq!(clock.limits(Side::White, made).movestogo, Some(to_go));
        }
        clock.set_level(level(10, 300, 0), 25);
        for (made, to_go) in [(25, 10), (34, 1), (35, 10), (24, 10)] {
            assert_eq!(clock.limits(Side::White, made).movestogo, Some(to_go));
        }
        clock.set_level(level(0, 60, 2), 0);
        let go = clock.limits(Side::Black, 7);
        assert_eq!((go.movestogo, go.btime, go.binc), (None, Some(60_000), Some(2000)));
        assert_eq!((go.wtime, go.winc), (None, None));
    }

    #[test]
    fn the_base_is_added_after_the_last_move_of_a_session() {
        let mut clock = XBoardClock::new();
        clock.set_level(level(40, 300, 0), 0);
        for made in 0..41 {
            clock.spend(Duration::from_secs(7), made);
        }
        assert_eq!(clock.left(), Duration::from_secs(300 - 40 * 7 + 300 - 7));
    }

    #[test]
    fn a_time_for_each_move_lasts_until_the_next_level() {
        let mut clock = XBoardClock::new();
        clock.set_move_time(Duration::from_millis(100));
        clock.reset();
        assert_eq!(clock.limits(Side::White, 0).movetime, Some(100));
        clock.set_level(level(0, 60, 0), 0);
        assert_eq!(clock.limits(Side::White, 0).movetime, None);
    }

    #[test]
    fn nodes_can_be_time() {
        let mut clock = XBoardClock::new();
        clock.set_nodes_per_second(1);
        clock.set_move_time(Duration::from_secs(5000));
        let go = clock.limits(Side::White, 0);
        assert_eq!((go.nodes, go.movetime, go.wtime), (Some(5000), None, None));
        clock.set_level(level(0, 60, 1), 0);
        clock.set_nodes_per_second(1000);
        assert_eq!(clock.limits(Side::White, 0).nodes, Some(3000));
        clock.set_nodes_per_second(0);
        assert_eq!(clock.limits(Side::White, 0).nodes, None);
    }

    #[test]
    fn nodes_count_until_a_control_that_comes_after_a_move() {
        let mut clock = XBoardClock::new();
        let second = Duration::from_secs(1);
        // Whichever comes first, and as long as there is no other control.
        clock.set_move_time(second);
        clock.set_nodes_per_second(100);
        assert_eq!(clock.limits(Side::White, 0).nodes, Some(100));
        assert_eq!(clock.limits(Side::White, 1).nodes, Some(100));
        clock.set_nodes_per_second(10);
        clock.set_move_time(second);
        assert_eq!(clock.limits(Side::White, 2).nodes, Some(10));
        clock.set_move_time(second);
        let go = clock.limits(Side::White, 3);
        assert_eq!((go.nodes, go.movetime), (None, Some(1000)));
    }

    #[test]
    fn a_new_game_ends_depth_and_nodes() {
        let mut clock = XBoardClock::new();
        clock.set_depth(3);
        clock.set_nodes_per_second(100);
        clock.set_remaining(Duration::ZERO);
        assert_eq!(clock.limits(Side::White, 0).depth, Some(3));
        clock.reset();
        let go = clock.limits(Side::White, 0);
        assert_eq!((go.depth, go.nodes, go.wtime), (None, None, Some(300_000)));
    }
}
