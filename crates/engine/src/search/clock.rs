//! Time management: from the limits to two durations. Pure arithmetic; no clock is read here.

use super::limits::{Limits, TimeControl};
use super::params::{
    CLOCK_RESERVE, DROP_MOST, INCREMENT_PERCENT, LEAST_TIME, MOST_PERCENT, MOST_PERCENT_AT_CONTROL,
    MOST_PERCENT_BEFORE_CONTROL, MOVE_COST, MOVE_TIME_KEPT_PERCENT, Params, RESERVE_PERCENT,
    RESERVE_PERCENT_WITH_INCREMENT, SETTLED_PERCENT, SHARE_EXPECTED, SHARE_FACTOR,
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
        let by_clock = limits.clock.map(|clock| by_clock(clock, limits.overhead, params));
        // A fixed time is used up: there is nothing to save it for, and no clock that might run out.
        let fixed = limits.move_time.map(|time| {
            let kept = limits.overhead.min(percent_of(time, MOVE_TIME_KEPT_PERCENT));
            time.saturating_sub(kept).max(LEAST_TIME)
        });
        let soft = by_clock.map(|(soft, _)| soft);
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
    let micros = u128::from(nodes) * 1_000 / u128::from(rate.get());
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

/// The soft and the hard limit of a move by the clock: parts of an even share of the time left and
/// of the increment, but never more than a quarter of the time left (more where time is added after
/// some moves).
fn by_clock(clock: TimeControl, overhead: Duration, params: &Params) -> (Duration, Duration) {
    let left = clock.remaining.saturating_sub(overhead);
    let (kept, income) = match clock.increment {
        increment if increment > MOVE_COST => {
            (percent_of(left, RESERVE_PERCENT_WITH_INCREMENT), percent_of(increment, INCREMENT_PERCENT))
        }
        _ => (percent_of(left, RESERVE_PERCENT), Duration::ZERO),
    };
    let usable = left.saturating_sub(CLOCK_RESERVE.min(kept)).max(LEAST_TIME);
    let horizon = params.time_horizon.unsigned_abs().max(1);
    let moves = clock.moves_to_go.unwrap_or(horizon).clamp(1, horizon);
    let share = usable / moves + income;
    let most = match clock.moves_to_go {
        Some(0..=1) => MOST_PERCENT_AT_CONTROL,
        Some(_) => MOST_PERCENT_BEFORE_CONTROL,
        None => MOST_PERCENT,
    };
    let limit = |part: i32| percent_of(share, part.unsigned_abs()).min(percent_of(usable, most));
    let hard = limit(params.time_hard);
    (limit(params.time_soft).min(hard), hard)
}

/// So many hundredths of a time.
fn percent_of(time: Duration, hundredths: u32) -> Duration {
    time * hundredths / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = TimeControl { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), overhead: OVERHEAD, ..Limits::new() };
        let budget = Budget::new(&limits, &Params::DEFAULT);
        (budget.soft.expect("a soft limit"), budget.hard.expect("a hard limit"))
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
    fn no_more_than_half_of_the_clock_is_ever_used() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = budget(remaining, increment, moves);
                    assert!(soft <= hard, "{remaining} {increment} {moves:?}");
                    let usable = ms(remaining).saturating_sub(OVERHEAD).max(LEAST_TIME);
                    let most =
                        if moves.is_some_and(|moves| moves <= 1) { usable * 4 / 5 } else { usable / 2 };
                    assert!(hard <= most, "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_at_a_second_and_ten_milliseconds_is_never_lost_on_time() {
        // Every move takes all it may, and a millisecond more for good measure.
        let mut left = ms(1_000);
        for number in 0..600 {
            let clock = TimeControl { remaining: left, increment: ms(10), moves_to_go: None };
            let limits = Limits { clock: Some(clock), overhead: ms(10), ..Limits::new() };
            let hard = Budget::new(&limits, &Params::DEFAULT).hard.expect("a hard limit");
            left = left.checked_sub(hard + ms(1)).unwrap_or_else(|| panic!("lost on move {number}")) + ms(10);
        }
    }

    #[test]
    fn an_increment_that_the_move_itself_costs_is_not_spent() {
        assert_eq!(budget(60_000, 1, None), budget(60_000, 0, None));
        assert!(budget(60_000, 3, None) > budget(60_000, 0, None));
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
