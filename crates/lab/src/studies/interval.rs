//! Shares with their intervals.

use serde::{Deserialize, Serialize};

/// Number of standard deviations on each side of an interval of 95 %.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// A share in percent with its interval of 95 %, rounded to tenths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The measured share.
    pub percent: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of games or pairs behind it.
    pub of: u64,
}

impl Share {
    /// The mean of results from 0 to 1, given by the number of losses, draws and wins; `None` without any.
    ///
    /// The interval is that of Agresti and Coull, "Approximate Is Better than 'Exact'" (The American Statistician 52,
    /// 1998), with draws: two wins and two losses are added first. It is wide where all results are the same and few.
    ///
    /// ```
    /// use helgi_lab::studies::Share;
    /// let share = Share::of([39, 0, 61]).unwrap();
    /// assert_eq!((share.percent, share.low, share.high), (61.0, 51.2, 70.0));
    /// assert!(Share::of([0, 0, 10]).unwrap().low < 75.0);
    /// assert_eq!(Share::of([0, 0, 0]), None);
    /// ```
    #[must_use]
    pub fn of([losses, draws, wins]: [u64; 3]) -> Option<Share> {
        let number = losses + draws + wins;
        if number == 0 {
            return None;
        }
        let mean = |losses: f64, wins: f64| (wins + draws as f64 / 2.0) / (losses + draws as f64 + wins);
        let added = DEVIATIONS * DEVIATIONS / 2.0;
        let (losses, wins) = (losses as f64, wins as f64);
        let (more_losses, more_wins) = (losses + added, wins + added);
        let centre = mean(more_losses, more_wins);
        let count = number as f64 + 2.0 * added;
        let spread = more_wins * (1.0 - centre).powi(2)
            + draws as f64 * (0.5 - centre).powi(2)
            + more_losses * centre.powi(2);
        let reach = DEVIATIONS * (spread / count / count).sqrt();
        let percent = |share: f64| tenths(100.0 * share.clamp(0.0, 1.0));
        Some(Share {
            percent: percent(mean(losses, wins)),
            low: percent(centre - reach),
            high: percent(centre + reach),
            of: number,
        })
    }

    /// The share of `part` in `whole`; `None` if there is nothing.
    #[must_use]
    pub fn of_part(part: u64, whole: u64) -> Option<Share> {
        Share::of([whole.saturating_sub(part), 0, part])
    }

    /// Returns true if the interval excludes a share.
    #[must_use]
    pub fn excludes(&self, percent: f64) -> bool {
        self.low > percent || self.high < percent
    }

    /// `61 % (58 to 64 %)`.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:.0} % ({:.0} to {:.0} %)", self.percent, self.low, self.high)
    }

    /// The difference of strength in Elo that a score stands for, and the ends of its interval; `None` where one would be
    /// infinite.
    #[must_use]
    pub fn elo(&self) -> [Option<f64>; 3] {
        [self.percent, self.low, self.high].map(|percent| {
            let score = percent / 100.0;
            (score > 0.0 && score < 1.0).then(|| (-400.0 * (1.0 / score - 1.0).log10()).round() + 0.0)
        })
    }
}

/// A number rounded to tenths.
pub(super) fn tenths(number: f64) -> f64 {
    // Zero has no sign.
    (number * 10.0).round() / 10.0 + 0.0
}
