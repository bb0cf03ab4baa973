//! Time management: from the limits to two durations. Pure arithmetic; no clock is read here.

use super::limits::{Limits, TimeControl};
use super::params::{
    CLOCK_RESERVE, CLOCK_RESERVE_WITH_RELIEF, DROP_MOST, LEAST_TIME, MOST_OF_ALL_PERCENT, MOST_PERCENT,
    MOST_PERCENT_AT_CONTROL, MOST_PERCENT_BEFORE_CONTROL, MOST_PERCENT_WITH_INCREMENT, MOVE_COST,
    MOVE_TIME_KEPT_PERCENT, PONDER_HORIZON_PERCENT, Params, RELIEVING_INCREMENT, RESERVE_GROWTH_PERCENT,
    RESERVE_PERCENT, RESERVE_PERCENT_WITH_INCREMENT, SETTLED_PERCENT, SHARE_EXPECTED, SHARE_FACTOR,
};
use std::num::NonZeroU64;
use std::time::Duration;

/// The time that a search has, counted from the arrival of its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// After this no new iteration begins; longer or shorter by the [`BestMoveDoubt`] there is.
    pub soft: Option<Duration>,
    /// After this the search stops where it is.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget under `limits`; unlimited where they name neither a clock nor a time.
    pub fn new(limits: &Limits, params: &Params) -> Self {
        let by_clock = limits.clock.map(|clock| match clock.byoyomi {
            Duration::ZERO => by_clock(clock, limits.overhead, params),
            _ => by_byoyomi(clock, limits.overhead, params),
        });
        // A fixed time is used up: there is nothing to save it for, and no clock that might run out.
        let fixed = limits.move_time.map(|time| {
            let kept = limits.overhead.min(percent_of(time, MOVE_TIME_KEPT_PERCENT));
            time.saturating_sub(kept).max(LEAST_TIME)
        });
        // The last seconds of byoyomi are lost if they are not used.
        let is_last = limits.clock.is_some_and(|clock| !clock.byoyomi.is_zero() && clock.remaining.is_zero());
        let soft = by_clock.map(|(soft, _)| soft).filter(|_| !is_last);
        let hard = match (by_clock, fixed) {
            (Some((_, hard)), Some(fixed)) => Some(hard.min(fixed)),
            (by_clock, fixed) => by_clock.map(|(_, hard)| hard).or(fixed),
        };
        Budget { soft, hard }
    }

    /// Returns true if a search that is `elapsed` old should not begin another iteration.
    pub fn is_spent(&self, elapsed: Duration, doubt: BestMoveDoubt, params: &Params) -> bool {
        let spent = |limit: Duration| elapsed >= limit;
        self.hard.is_some_and(spent) || self.soft.is_some_and(|soft| spent(doubt.stretch(soft, params)))
    }

    /// Returns true if a search that is `elapsed` old must break off.
    pub fn is_exceeded(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }
}

/// The doubt about the choice of the move after the iterations so far: a doubtful choice deserves
/// more time, a settled one less.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BestMoveDoubt {
    /// Number of iterations for which the best move has stood.
    pub settled_for: u32,
    /// The share of all positions that were searched after the best move. Unit: percent.
    pub share: u32,
    /// Difference between the best score of the last iterations and the present one. Unit: centipawns.
    pub drop: i32,
}

impl BestMoveDoubt {
    /// Returns the soft limit, stretched or shortened by the doubt.
    fn stretch(self, soft: Duration, params: &Params) -> Duration {
        // The table ends where more iterations change nothing.
        let place = (self.settled_for as usize).min(SETTLED_PERCENT.len() - 1);
        let others = (SHARE_EXPECTED - self.share as i32) * params.time_share / 100;
        let share = (100 + others).clamp(*SHARE_FACTOR.start(), *SHARE_FACTOR.end());
        let drop = 100 + self.drop.clamp(0, DROP_MOST) * params.time_drop / 100;
        [share, drop].into_iter().fold(percent_of(soft, SETTLED_PERCENT[place]), |soft, hundredths| {
            percent_of(soft, hundredths.unsigned_abs())
        })
    }
}

/// The time that `nodes` positions stand for, at `rate` a millisecond.
pub fn time_of(nodes: u64, rate: NonZeroU64) -> Duration {
    // Nodes times a thousand may exceed 64 bits.
    let micros = u128::from(nodes) * 1_000 / u128::from(rate.get());
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

/// The soft and the hard limit of a move by the clock: parts of an even share of the time left and
/// of the increment. A move takes at most a tenth to a quarter of the time left and the increment that will replace it
/// (more where time is added after some moves).
fn by_clock(clock: TimeControl, overhead: Duration, params: &Params) -> (Duration, Duration) {
    let left = clock.remaining.saturating_sub(overhead);
    // Even an empty clock is given a move.
    let usable = left.saturating_sub(reserve(clock, left)).max(LEAST_TIME);
    // Parameters are signed, so that tuning can share their type; none of these is negative.
    let part = |time: Duration, percent: i32| percent_of(time, percent.unsigned_abs());
    let share = usable / horizon(clock, params) + part(clock.increment, params.time_increment);
    let most = match clock.moves_to_go {
        Some(0..=1) => MOST_PERCENT_AT_CONTROL,
        Some(_) => MOST_PERCENT_BEFORE_CONTROL,
        None => between(MOST_PERCENT, MOST_PERCENT_WITH_INCREMENT, relief(clock.increment)),
    };
    // The clock has grown by this before the next move, whatever the transfer of this one costs.
    let replaced = part(clock.increment.saturating_sub(overhead), params.time_increment);
    let most = (percent_of(usable, most) + replaced).min(percent_of(left, MOST_OF_ALL_PERCENT));
    let limit = |percent: i32| part(share, percent).min(most.max(LEAST_TIME));
    let hard = limit(params.time_hard);
    (limit(params.time_soft).min(hard), hard)
}

/// The soft and the hard limit of a move by a clock with byoyomi: it is an increment that is there before the move and
/// does not add up, so that less than all of it is never worth saving.
fn by_byoyomi(clock: TimeControl, overhead: Duration, params: &Params) -> (Duration, Duration) {
    let usable = |time: Duration| time.saturating_sub(overhead).max(time / 2).max(LEAST_TIME);
    let TimeControl { remaining, byoyomi, .. } = clock;
    let all = remaining.saturating_add(byoyomi);
    let increment = clock.increment.saturating_add(byoyomi);
    // The same arithmetic then serves both kinds of clocks.
    let as_increment = TimeControl { remaining: all, increment, byoyomi: Duration::ZERO, ..clock };
    let (soft, hard) = by_clock(as_increment, overhead, params);
    let (soft, most) = (soft.max(usable(byoyomi)), usable(all));
    (soft.min(most), hard.max(soft).min(most))
}

/// The part of the time `left` that no move uses. It is smaller where more time comes in any case: a move that had
/// to wait for the machine can then be made up for.
fn reserve(clock: TimeControl, left: Duration) -> Duration {
    let relief = relief(clock.increment);
    let base = match clock.moves_to_go {
        Some(_) => CLOCK_RESERVE_WITH_RELIEF,
        None => percent_of(CLOCK_RESERVE, 100 - relief) + percent_of(CLOCK_RESERVE_WITH_RELIEF, relief),
    };
    let most = between(RESERVE_PERCENT, RESERVE_PERCENT_WITH_INCREMENT, relief);
    (base + percent_of(left, RESERVE_GROWTH_PERCENT)).min(percent_of(left, most))
}

/// The number of moves among which the time left is shared; at least 1.
fn horizon(clock: TimeControl, params: &Params) -> u32 {
    let [alone, with_increment] =
        [params.time_horizon_alone, params.time_horizon].map(|moves| moves.unsigned_abs());
    let horizon = between(alone, with_increment, relief(clock.increment));
    let horizon = if clock.pondering { horizon * PONDER_HORIZON_PERCENT / 100 } else { horizon };
    clock.moves_to_go.map_or(horizon, |moves| moves.min(horizon)).max(1)
}

/// The degree to which an increment keeps a clock from running out: none if a move costs as much outside the search,
/// all from [`RELIEVING_INCREMENT`] on. Unit: percent.
fn relief(increment: Duration) -> u32 {
    let [gain, full] =
        [increment, RELIEVING_INCREMENT].map(|time| time.saturating_sub(MOVE_COST).as_micros());
    (gain * 100 / full.max(1)).min(100) as u32
}

/// The number at this many hundredths of the way between two.
fn between(from: u32, to: u32, hundredths: u32) -> u32 {
    (from * (100 - hundredths) + to * hundredths) / 100
}

/// So many hundredths of a time.
fn percent_of(time: Duration, hundredths: u32) -> Duration {
    time.saturating_mul(hundredths) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeControl {
        let (remaining, increment) = (ms(remaining), ms(increment));
        TimeControl { remaining, increment, byoyomi: Duration::ZERO, moves_to_go, pondering: false }
    }

    fn budget(clock: TimeControl, overhead: Duration) -> (Duration, Duration) {
        let budget = Budget::new(&Limits { clock: Some(clock), overhead, ..Limits::new() }, &Params::DEFAULT);
        (budget.soft.expect("a soft limit"), budget.hard.expect("a hard limit"))
    }

    #[test]
    fn the_longest_time_there_is_has_a_budget() {
        let budget = Budget::new(&Limits::for_time(Duration::MAX), &Params::DEFAULT);
        assert!(budget.hard > Some(Duration::from_secs(1 << 32)), "{budget:?}");
    }

    #[test]
    fn there_is_no_budget_without_a_clock() {
        assert_eq!(Budget::new(&Limits::to_depth(9), &Params::DEFAULT), Budget { soft: None, hard: None });
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_the_overhead() {
        let limits = Limits { overhead: OVERHEAD, ..Limits::for_time(ms(500)) };
        assert_eq!(Budget::new(&limits, &Params::DEFAULT), Budget { soft: None, hard: Some(ms(490)) });
        // Of a short time, hardly anything is kept back.
        for (time, used) in
            [(100, ms(95)), (10, Duration::from_micros(9_500)), (1, LEAST_TIME), (0, LEAST_TIME)]
        {
            let limits = Limits { overhead: ms(30), ..Limits::for_time(ms(time)) };
            assert_eq!(Budget::new(&limits, &Params::DEFAULT).hard, Some(used), "{time} ms");
        }
    }

    #[test]
    fn a_clock_gives_these_limits() {
        // Time left, increment and moves to go; soft and hard limit. Unit: milliseconds.
        for (remaining, increment, moves, expected) in [
            // No more time comes.
            (600_000, 0, None, (9_966, 49_833)),
            (60_000, 0, None, (989, 4_945)),
            (3_000, 0, None, (41, 207)),
            (1_000, 0, None, (8, 41)),
            (1_000, 1, None, (8, 43)),
            (400, 0, None, (0, 3)),
            (100, 0, None, (0, 0)),
            (0, 0, None, (0, 0)),
            // A little does.
            (1_000, 10, None, (19, 95)),
            (100, 10, None, (3, 3)),
            // An increment that is worth something, however little time is left beside it.
            (60_000, 1_000, None, (2_183, 10_918)),
            (6_000, 1_000, None, (687, 2_120)),
            (10_000, 100, None, (325, 1_629)),
            (1_000, 100, None, (76, 257)),
            (300, 100, None, (57, 91)),
            (120, 100, None, (53, 63)),
            (50, 100, None, (14, 14)),
            (5_000, 10_000, None, (3_479, 3_479)),
            // Time controls.
            (60_000, 0, Some(40), (995, 4_976)),
            (60_000, 0, Some(2), (19_905, 28_435)),
            (60_000, 0, Some(1), (39_810, 41_979)),
            (100, 0, Some(1), (4, 5)),
            (60_000, 0, Some(1_000), (995, 4_976)),
        ] {
            let (soft, hard) = budget(clock(remaining, increment, moves), ms(30));
            let found = (soft.as_millis(), hard.as_millis());
            assert_eq!(found, expected, "{remaining} ms + {increment} ms, {moves:?} moves to go");
        }
    }

    #[test]
    fn byoyomi_is_used_up() {
        // Time left, increment and byoyomi; soft and hard limit. Unit: milliseconds.
        for (remaining, increment, byoyomi, expected) in [
            (0, 0, 10_000, (None, 9_970)),
            (0, 5_000, 10_000, (None, 9_970)),
            (0, 0, 40, (None, 20)),
            (0, 0, 1, (None, 1)),
            (1, 0, 10_000, (Some(9_970), 9_970)),
            (10_000, 0, 10_000, (Some(9_970), 12_195)),
            (60_000, 0, 10_000, (Some(9_970), 24_070)),
            (600_000, 0, 10_000, (Some(22_148), 110_741)),
            (600_000, 0, 100, (Some(16_676), 83_382)),
        ] {
            let clock = TimeControl { byoyomi: ms(byoyomi), ..clock(remaining, increment, None) };
            let limits = Limits { clock: Some(clock), overhead: ms(30), ..Limits::new() };
            let budget = Budget::new(&limits, &Params::DEFAULT);
            let found = (budget.soft.map(|soft| soft.as_millis()), budget.hard.unwrap().as_millis());
            assert_eq!(found, expected, "{remaining} ms + {increment} ms, byoyomi {byoyomi} ms");
            assert!(budget.hard.unwrap() <= ms(remaining + byoyomi));
        }
    }

    #[test]
    fn the_increment_is_used_and_the_clock_never() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1, 2, 5, 10, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = budget(clock(remaining, increment, moves), OVERHEAD);
                    assert!(soft <= hard, "{remaining} {increment} {moves:?}");
                    let usable = ms(remaining).saturating_sub(OVERHEAD).max(LEAST_TIME);
                    let quick = moves.is_some_and(|moves| moves <= 1) || increment > 10;
                    let most = if quick { usable * 4 / 5 } else { usable / 2 };
                    assert!(hard <= most.max(LEAST_TIME), "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn no_game_is_lost_on_time_however_long() {
        // Every move takes all it may, and so much more for its way to the clock. Unit: milliseconds.
        for (base, increment, way) in [
            (1_000, 10, 1),
            (1_000, 10, 8),
            (100, 10, 5),
            (120, 100, 20),
            (10_000, 100, 20),
            (500, 2, 1),
            (60_000, 1_000, 100),
        ] {
            let mut left = ms(base);
            for number in 0..600 {
                let (_, hard) = budget(clock(left.as_millis() as u64, increment, None), OVERHEAD);
                let spent = hard + ms(way);
                left = left.checked_sub(spent).unwrap_or_else(|| panic!("{base}+{increment}: {number}"))
                    + ms(increment);
            }
        }
    }

    #[test]
    fn a_long_game_without_increment_keeps_a_reserve() {
        // The time left after so many moves that take twice the soft limit, where Stockfish 15.1 had about 460 ms
        // after 60 moves of 3 s, and 420 ms after 15 of 1 s. Unit: milliseconds.
        for (base, increment, moves, least) in [
            (3_000, 0, 60, 460),
            (3_000, 0, 120, 430),
            (1_000, 0, 15, 420),
            (1_000, 1, 15, 420),
            (1_000, 1, 60, 400),
            (8_000, 0, 60, 500),
            (60_000, 0, 60, 3_000),
            (10_000, 0, 250, 350),
        ] {
            let mut left = ms(base);
            for _ in 0..moves {
                let (soft, hard) = budget(clock(left.as_millis() as u64, increment, None), ms(30));
                left = left.saturating_sub((2 * soft).min(hard)) + ms(increment);
            }
            assert!(left >= ms(least), "{base}+{increment} after {moves} moves: {left:?}");
        }
    }

    #[test]
    fn a_clock_that_runs_out_has_a_horizon_of_forty_moves() {
        let moves = |increment, moves, pondering| {
            horizon(TimeControl { pondering, ..clock(60_000, increment, moves) }, &Params::DEFAULT)
        };
        for (increment, to_go, expected) in [
            (0, None, 40),
            (1, None, 40),
            (2, None, 39),
            (10, None, 32),
            (20, None, 24),
            (1_000, None, 24),
            (0, Some(60), 40),
            (0, Some(12), 12),
            (0, Some(0), 1),
            (1_000, Some(60), 24),
        ] {
            assert_eq!(moves(increment, to_go, false), expected, "{increment} ms, {to_go:?}");
        }
        assert_eq!([moves(0, None, true), moves(1_000, None, true), moves(0, Some(12), true)], [30, 18, 12]);
    }

    #[test]
    fn a_clock_with_pondering_is_shared_among_fewer_moves() {
        for (remaining, increment) in [(60_000, 0), (60_000, 1_000), (3_000, 10)] {
            let clock = clock(remaining, increment, None);
            let with = |pondering| budget(TimeControl { pondering, ..clock }, ms(0));
            let (pondering, plain) = (with(true), with(false));
            assert!(pondering.0 > plain.0 && pondering.1 > plain.1, "{pondering:?} {plain:?}");
        }
        // A time control itself gives the number of moves.
        let clock = clock(60_000, 0, Some(30));
        let with = |pondering| budget(TimeControl { pondering, ..clock }, ms(0));
        assert_eq!(with(true), with(false));
    }

    #[test]
    fn more_time_is_never_less_thinking() {
        for increment in [0, 1, 2, 5, 10, 19, 20, 100, 1_000] {
            let limits = |remaining| budget(clock(remaining, increment, None), ms(30));
            for remaining in (0..2_000).chain((2_000..100_000).step_by(97)) {
                let (now, more) = (limits(remaining), limits(remaining + 97));
                assert!(now.0 <= more.0 && now.1 <= more.1, "{remaining}+{increment}: {now:?} {more:?}");
            }
        }
        // Nor is a larger increment, which also makes for a shorter horizon and a smaller reserve.
        for remaining in [50, 120, 300, 1_000, 3_000, 60_000] {
            let limits = |increment| budget(clock(remaining, increment, None), ms(30));
            for increment in 0..2_000 {
                let (now, more) = (limits(increment), limits(increment + 1));
                assert!(now.0 <= more.0 && now.1 <= more.1, "{remaining}+{increment}: {now:?} {more:?}");
            }
        }
    }

    #[test]
    fn doubt_takes_longer_than_certainty() {
        let params = Params { time_share: 100, time_drop: 100, ..Params::DEFAULT };
        let doubt = BestMoveDoubt { settled_for: 3, share: SHARE_EXPECTED as u32, drop: 0 };
        let stretch = |doubt: BestMoveDoubt| doubt.stretch(ms(100), &params);
        assert_eq!(stretch(doubt), ms(100));
        let settled_for = |settled_for| stretch(BestMoveDoubt { settled_for, ..doubt });
        assert!(settled_for(0) > settled_for(3) && settled_for(3) > settled_for(30));
        let share = |share| stretch(BestMoveDoubt { share, ..doubt });
        assert!(share(10) > share(60) && share(60) > share(95));
        let drop = |drop| stretch(BestMoveDoubt { drop, ..doubt });
        assert!(drop(60) > drop(10) && drop(10) > drop(0) && drop(0) == drop(-40));

        let budget = Budget { soft: Some(ms(100)), hard: Some(ms(300)) };
        let is_spent =
            |settled_for| budget.is_spent(ms(120), BestMoveDoubt { settled_for, ..doubt }, &params);
        assert!(!is_spent(0) && is_spent(5));
        assert!(budget.is_exceeded(ms(300)) && !budget.is_exceeded(ms(299)));
    }

    #[test]
    fn positions_stand_for_time() {
        let rate = NonZeroU64::new(150).expect("not zero");
        assert_eq!((time_of(0, rate), time_of(150_075, rate)), (ms(0), Duration::from_micros(1_000_500)));
        assert_eq!(time_of(u64::MAX, NonZeroU64::MIN), Duration::from_micros(u64::MAX));
    }
}
