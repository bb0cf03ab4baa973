//! Limits of a search, and the handle by which it is stopped from outside.
//!
//! Plain data and two flags; no policy, which is the business of [`clock`](super::clock).

use helgi_rules::board::Move;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
#[cfg(feature = "clock")]
use std::time::Instant;

/// The longest line of the search. Unit: plies.
pub const MAX_PLY: usize = 240;

/// The deepest iteration. Unit: plies.
pub const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// The time left; a negative clock is zero here.
    pub remaining: Duration,
    /// The time added after the move.
    pub increment: Duration,
    /// The time for each move once `remaining` has run out; what is left of it is lost.
    pub byoyomi: Duration,
    /// The moves until more time comes; `None` if it never does.
    pub moves_to_go: Option<u32>,
    /// True if the engine may also think in the opponent's time, and so needs less of its own.
    pub pondering: bool,
}

/// The limits of a search. The first one that is reached ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Play by this clock.
    pub clock: Option<TimeControl>,
    /// Take this long.
    pub move_time: Option<Duration>,
    /// The time lost between the program and the clock that counts; it is subtracted from both of the above.
    pub overhead: Duration,
    /// The number of positions that count as a millisecond: a game by the clock then depends
    /// neither on the machine nor on its other load.
    #[doc(hidden)] // a part of `internals`, for training and weaker players
    pub node_time: Option<NonZeroU64>,
    /// The last iteration.
    pub depth: Option<u32>,
    /// The number of positions to search.
    pub nodes: Option<u64>,
    /// Begin no iteration after this many positions.
    #[doc(hidden)] // a part of `internals`, for training and weaker players
    pub soft_nodes: Option<u64>,
    /// Stop as soon as a win in this many own moves is proven.
    pub mate: Option<u32>,
    /// Do not return before [`Control::stop`].
    pub infinite: bool,
    /// The move to be answered is only expected: the time does not run before
    /// [`Control::ponderhit`], and the search does not return before it.
    pub ponder: bool,
    /// Look at these moves only; all, if it is empty.
    pub search_moves: Vec<Move>,
    /// Number of best moves to report, each with its line; at least 1.
    pub multipv: usize,
    /// The cost at which it may begin in full width.
    #[doc(hidden)] // a part of `internals`, for training and weaker players
    pub full_width: FullWidth,
}

/// The cost at which a search may begin in full width: with iterations that leave nothing out, and a proof of wins in
/// two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FullWidth {
    /// At any cost, which is worth it where moves are judged.
    Always,
    /// For a small part of the search, which is best for play.
    Affordable,
    /// At no cost: a search of a thousand positions sees further without it.
    Never,
}

impl Limits {
    /// No limit at all: the search ends at its greatest depth, or when it is stopped.
    pub fn new() -> Self {
        Limits {
            clock: None,
            move_time: None,
            overhead: Duration::ZERO,
            node_time: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multipv: 1,
            full_width: FullWidth::Affordable,
        }
    }

    /// The same search with so many times as many positions or as much time; a limit by depth is two plies deeper.
    #[must_use]
    pub fn longer(&self, times: u32) -> Self {
        Limits {
            move_time: self.move_time.map(|time| time.saturating_mul(times)),
            depth: self.depth.map(|depth| depth.saturating_add(2)),
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(times.into())),
            soft_nodes: self.soft_nodes.map(|nodes| nodes.saturating_mul(times.into())),
            ..self.clone()
        }
    }

    /// A search to `depth` plies.
    pub fn to_depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::new() }
    }

    /// A search of about `nodes` positions.
    pub fn to_nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::new() }
    }

    /// A search for `time`.
    pub fn for_time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::new() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

/// A source of time since the order to search arrived.
enum Clock {
    /// The system's clock, from this moment on.
    #[cfg(feature = "clock")]
    System(Instant),
    /// A given function.
    Given(Box<dyn Fn() -> Duration + Send + Sync>),
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "clock")]
            Clock::System(arrival) => arrival.fmt(f),
            Clock::Given(_) => f.write_str("a given clock"),
        }
    }
}

/// The handle of one search: its clock, and the two orders that can reach it while it runs. A new one for
/// every search.
#[derive(Debug)]
pub struct Control {
    clock: Clock,
    stop: AtomicBool,
    hit: AtomicBool,
    /// The time until the expected move was played.
    hit_at: Mutex<Option<Duration>>,
    changed: Condvar,
}

impl Control {
    /// The control of a search whose order arrived at `arrival`: its time counts from then, by the system's clock.
    #[cfg(feature = "clock")]
    pub fn new(arrival: Instant) -> Self {
        Self::of(Clock::System(arrival))
    }

    /// The control of a search by a given clock: `elapsed` returns the time since the
    /// order to search arrived. It must not go back.
    ///
    /// ```
    /// use helgi_engine::search::Control;
    /// use std::time::Duration;
    ///
    /// let control = Control::with_clock(|| Duration::from_millis(7));
    /// assert_eq!(control.elapsed(), Duration::from_millis(7));
    /// ```
    pub fn with_clock(elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self::of(Clock::Given(Box::new(elapsed)))
    }

    fn of(clock: Clock) -> Self {
        Control {
            clock,
            stop: AtomicBool::new(false),
            hit: AtomicBool::new(false),
            hit_at: Mutex::new(None),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as it has a move.
    pub fn stop(&self) {
        // Without the lock the signal could come between a waiter's check and its sleep, and be lost.
        let _guard = self.lock();
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Notes that the expected move was played: from now on the search runs on its own time.
    pub fn ponderhit(&self) {
        let elapsed = self.elapsed();
        let mut hit_at = self.lock();
        hit_at.get_or_insert(elapsed);
        self.hit.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Returns true if [`stop`](Self::stop) was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// The time since the order to search arrived.
    pub fn elapsed(&self) -> Duration {
        match &self.clock {
            #[cfg(feature = "clock")]
            Clock::System(arrival) => arrival.elapsed(),
            Clock::Given(elapsed) => elapsed(),
        }
    }

    /// The time that counts against the limits; `None` while the search ponders.
    pub(super) fn spent(&self, limits: &Limits) -> Option<Duration> {
        if !limits.ponder {
            return Some(self.elapsed());
        }
        let hit_at = if self.hit.load(Ordering::Acquire) { *self.lock() } else { None };
        Some(self.elapsed().saturating_sub(hit_at?))
    }

    /// Sleeps while a search with these limits must not return yet, although it has nothing left to do.
    pub(super) fn wait_until_released(&self, limits: &Limits) {
        let must_stay =
            || !self.is_stopped() && (limits.infinite || limits.ponder && !self.hit.load(Ordering::Acquire));
        let mut guard = self.lock();
        while must_stay() {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Duration>> {
        // Nobody panics while holding it; if somebody did, the value is still whole.
        self.hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Control {
    /// The control of a search that starts now. Without the feature `clock` its clock stands still: limits of time
    /// are never reached.
    fn default() -> Self {
        #[cfg(feature = "clock")]
        return Control::new(Instant::now());
        #[cfg(not(feature = "clock"))]
        return Control::with_clock(|| Duration::ZERO);
    }
}
