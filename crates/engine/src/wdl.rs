//! How results follow from scores: win, draw and loss, in one game.
//!
//! Plain numbers. What they are in a game stands beside its evaluation; how they are found is said by
//! [`tune::wdl`](crate::tune::wdl).

use crate::search::plies_to_end;

/// The chances of the side to move. Each is from 0 to 1, and they add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of losing.
    pub loss: f64,
}

impl Chances {
    /// What can be expected of the game: 1 is a win, 0.5 a draw, 0 a loss.
    pub fn expected(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The chances of the other side.
    #[must_use]
    pub const fn of_other_side(self) -> Chances {
        Chances { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// How results follow from the scores of a search in one game: a logistic curve for winning and, mirrored,
/// one for losing. What they leave is the draw.
///
/// A proven win or loss is certain, whatever the curve.
///
/// ```
/// use helgi_engine::search::mate_in;
/// use helgi_engine::wdl::WdlModel;
///
/// let model = WdlModel { slope: 100.0, draw_width: 50.0 };
/// assert_eq!(model.chances(50).win, 0.5);
/// assert_eq!(model.expected(0), 0.5);
/// assert_eq!(model.expected(mate_in(9)), 1.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// So many centipawns multiply the odds of winning by e. More than 0.
    pub slope: f64,
    /// The score at which winning is as likely as not, in centipawns: half the width of the draw. 0 in a game without draws.
    pub draw_width: f64,
}

impl WdlModel {
    /// The chances of the side to move at a score of the search.
    pub fn chances(self, score: i32) -> Chances {
        match plies_to_end(score) {
            Some(_) if score > 0 => Chances { win: 1.0, draw: 0.0, loss: 0.0 },
            Some(_) => Chances { win: 0.0, draw: 0.0, loss: 1.0 },
            None => self.estimate(score.into()),
        }
    }

    /// What the side to move can expect at a score of the search, from 0 to 1.
    pub fn expected(self, score: i32) -> f64 {
        self.chances(score).expected()
    }

    /// The score at which the side to move can expect as much, in centipawns; at most 2000 of either sign.
    ///
    /// ```
    /// use helgi_engine::wdl::WdlModel;
    ///
    /// let model = WdlModel { slope: 100.0, draw_width: 50.0 };
    /// assert_eq!(model.score(model.expected(-73)), -73);
    /// assert_eq!(model.score(1.0), 2000);
    /// ```
    pub fn score(self, expected: f64) -> i32 {
        const MOST: i32 = 2000;
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.estimate(middle.into()).expected() < expected {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The chances at a score that is not proven.
    pub(crate) fn estimate(self, score: f64) -> Chances {
        let winning = |score: f64| 1.0 / (1.0 + ((self.draw_width - score) / self.slope).exp());
        let (win, loss) = (winning(score), winning(-score));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::GameId;

    #[test]
    fn chances_add_up_and_follow_the_score_in_every_game() {
        for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
            let model = crate::wdl(game);
            let mut last = 0.0;
            for score in (-3000..=3000).step_by(7) {
                let chances = model.chances(score);
                let Chances { win, draw, loss } = chances;
                assert!((win + draw + loss - 1.0).abs() < 1e-9 && win > 0.0 && loss > 0.0, "{chances:?}");
                assert!(chances.expected() > last, "{game:?} {score}");
                last = chances.expected();
                let other = model.chances(-score).of_other_side();
                assert!((other.expected() - last).abs() < 1e-9 && (other.draw - draw).abs() < 1e-9);
            }
            assert_eq!(model.chances(mate_in(3)), Chances { win: 1.0, draw: 0.0, loss: 0.0 });
            assert_eq!(model.expected(-mate_in(2)), 0.0);
        }
    }
}
