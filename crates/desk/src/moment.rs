//! Time, date and chance, which are handed in: a page in a browser has no clock of the system.

use std::fmt;
use std::ops::{Add, AddAssign};
use std::time::Duration;

/// A moment: the time since one that the caller has chosen once and for all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Moment(Duration);

impl Moment {
    /// The moment so long after the first one.
    pub const fn after(time: Duration) -> Moment {
        Moment(time)
    }

    /// The time since the first moment.
    pub const fn elapsed(self) -> Duration {
        self.0
    }

    /// The time since an earlier moment; none since a later one.
    pub const fn saturating_duration_since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

impl AddAssign<Duration> for Moment {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

/// A date; its text is that of PGN, `2026.11.27`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameDate {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u32,
    /// The day, from 1.
    pub day: u32,
}

impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// The time of day where the players are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct LocalTime(i64);

impl LocalTime {
    /// The days before the first of March of the year 0, counted from 1970.
    const FIRST_DAY: i64 = 719_468;

    /// The time so many seconds after 1970 began there.
    pub const fn since_1970(seconds: i64) -> LocalTime {
        LocalTime(seconds)
    }

    /// The seconds since 1970 began there.
    pub const fn seconds(self) -> i64 {
        self.0
    }

    /// Returns the date and the time to minutes, as lists show them: `2026-11-22 14:05`.
    pub fn to_minutes(self) -> String {
        let [hours, minutes, _] = self.clock();
        format!("{} {hours:02}:{minutes:02}", self.date().to_string().replace('.', "-"))
    }

    /// Returns the date; that of the year 0 or 9999 where a clock is beyond it.
    pub fn date(self) -> GameDate {
        // Years that begin in March end with their leap day.
        let days = self.0.div_euclid(86_400).clamp(-Self::FIRST_DAY, 2_932_896) + Self::FIRST_DAY;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let number = |value: i64| u32::try_from(value).unwrap_or_default();
        let year = i32::try_from(year + 400 * era + later).unwrap_or_default();
        GameDate { year, month: number(month), day: number(day) }
    }

    /// Returns hours, minutes and seconds.
    pub const fn clock(self) -> [i64; 3] {
        let seconds = self.0.rem_euclid(86_400);
        [seconds / 3600, seconds / 60 % 60, seconds % 60]
    }
}

/// The present, as whoever has the desk knows it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Present {
    /// The moment.
    pub moment: Moment,
    /// The time of day.
    pub local: LocalTime,
}

/// The circumstances in which a game begins, or is read again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Occasion {
    /// The present.
    pub now: Moment,
    /// The date where the players are.
    pub today: GameDate,
    /// The source of names and of what a game draws at random; another one for each game.
    pub seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_neither_runs_back_nor_over() {
        let [early, late] = [3, 5].map(|seconds| Moment::after(Duration::from_secs(seconds)));
        assert_eq!(late.saturating_duration_since(early), Duration::from_secs(2));
        assert_eq!(early.saturating_duration_since(late), Duration::ZERO);
        assert_eq!((late + Duration::MAX).elapsed(), Duration::MAX);
        assert_eq!(GameDate { year: 2026, month: 1, day: 9 }.to_string(), "2026.01.09");
    }

    #[test]
    fn days_have_their_dates() {
        for (seconds, date, clock) in [
            (0, "1970.01.01", [0, 0, 0]),
            (-1, "1969.12.31", [23, 59, 59]),
            (951_782_400, "2000.02.29", [0, 0, 0]),
            (951_868_800, "2000.03.01", [0, 0, 0]),
            (1_795_795_205, "2026.11.27", [16, 0, 5]),
            (4_107_542_399, "2100.02.28", [23, 59, 59]),
            (4_107_542_400, "2100.03.01", [0, 0, 0]),
            (i64::MAX, "9999.12.31", [15, 30, 7]),
            (i64::MIN, "0000.03.01", [8, 29, 52]),
        ] {
            let time = LocalTime::since_1970(seconds);
            assert_eq!((time.date().to_string().as_str(), time.clock()), (date, clock), "{seconds}");
        }
    }
}
