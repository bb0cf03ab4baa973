//! The win, draw and loss model: chances by score, in one game.
//!
//! Plain numbers. What they are in a game stands beside its evaluation; how they are found is said by
//! `helgi_lab::tune::wdl`.

use crate::search::plies_to_end;
use helgi_rules::{AnyPosition, Game, Position};

/// The chances of the side to move. Each is from 0 to 1, and they add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The chance of a win.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance of a loss.
    pub loss: f64,
}

impl Chances {
    /// Returns the expected score: 1 is a win, 0.5 a draw, 0 a loss.
    pub fn expected(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The chances of the other side.
    #[must_use]
    pub const fn of_other_side(self) -> Chances {
        Chances { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// The chances by the scores of a search in one game: a logistic curve for winning and, mirrored,
/// one for losing. The rest is the draw.
///
/// A proven win or loss is certain, whatever the curve.
///
/// ```
/// use helgi_engine::search::mate_in;
/// use helgi_engine::WdlModel;
///
/// let model = WdlModel { slope: 100.0, draw_width: 50.0 };
/// assert_eq!(model.chances(50).win, 0.5);
/// assert_eq!(model.expected(0), 0.5);
/// assert_eq!(model.expected(mate_in(9)), 1.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// Number of centipawns that multiply the odds of winning by e. More than 0.
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

    /// Returns the expected score of the side to move at a score of the search, from 0 to 1.
    pub fn expected(self, score: i32) -> f64 {
        self.chances(score).expected()
    }

    /// The score at which the side to move can expect as much, in centipawns; at most 2000 of either sign.
    ///
    /// ```
    /// use helgi_engine::WdlModel;
    ///
    /// let model = WdlModel { slope: 100.0, draw_width: 50.0 };
    /// assert_eq!(model.score(model.expected(-73)), -73);
    /// assert_eq!(model.score(1.0), 2000);
    /// ```
    pub fn score(self, expected: f64) -> i32 {
        const MOST: i32 = 2000;
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            // Rounded down for negative scores too, so that the halves get smaller each time.
            let middle = (low + high).div_euclid(2);
            if self.estimate(middle.into()).expected() < expected {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns the chances at a score, in centipawns, that is not proven.
    #[doc(hidden)] // a part of `internals`
    pub fn estimate(self, score: f64) -> Chances {
        let winning = |score: f64| 1.0 / (1.0 + ((self.draw_width - score) / self.slope).exp());
        let (win, loss) = (winning(score), winning(-score));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }
}

/// The models of results from scores in a game: one model for a board as full as at the start, one for an empty
/// board, and between them what lies between. In an endgame of chess a pawn more often wins nothing, with all
/// pieces on the board it wins most games.
///
/// ```
/// use helgi_engine::internals::wdl::WdlCurves;
/// use helgi_engine::WdlModel;
///
/// let (full, bare) = (WdlModel { slope: 80.0, draw_width: 100.0 }, WdlModel { slope: 100.0, draw_width: 400.0 });
/// let curves = WdlCurves { full, bare };
/// assert_eq!((curves.at(1.0), curves.at(0.0)), (full, bare));
/// assert_eq!(curves.at(0.5), WdlModel { slope: 90.0, draw_width: 250.0 });
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlCurves {
    /// The model for a board as full as at the start.
    pub full: WdlModel,
    /// The model for an empty board.
    pub bare: WdlModel,
}

impl WdlCurves {
    /// The same model for every board.
    pub const fn single(model: WdlModel) -> WdlCurves {
        WdlCurves { full: model, bare: model }
    }

    /// The model for a board of this [`fullness`].
    pub fn at(self, fullness: f64) -> WdlModel {
        let between = |bare: f64, full: f64| bare + (full - bare) * fullness.clamp(0.0, 1.0);
        WdlModel {
            slope: between(self.bare.slope, self.full.slope),
            draw_width: between(self.bare.draw_width, self.full.draw_width),
        }
    }
}

/// The number of occupied squares as a share of that at the start of the game; at most 1, and 1 in a game that begins
/// with an empty board.
pub fn fullness(position: &AnyPosition) -> f64 {
    let occupied = |position: &AnyPosition| {
        let squares = position.outline().squares();
        squares.filter(|&square| position.piece_at(square, 0).is_some()).count() as f64
    };
    let at_start = occupied(&position.game().start());
    // An army that waits in reserve has no squares to lose.
    if at_start > 0.0 { (occupied(position) / at_start).min(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mate_in;
    use helgi_rules::GameId;

    #[test]
    fn chances_add_up_and_follow_the_score_in_every_game() {
        for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
            for fullness in [0.0, 0.4, 1.0] {
                let model = crate::games::wdl_curves(game).at(fullness);
                let mut last = 0.0;
                for score in (-2000..=2000).step_by(7) {
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

    #[test]
    fn the_board_is_full_at_the_start_and_empties() {
        for &game in GameId::BUILT_IN {
            assert_eq!(fullness(&game.start()), 1.0, "{game:?}");
        }
        let ending = GameId::CHESS.parse("8/8/4k3/8/8/3PK3/8/R7 w - - 0 1").unwrap();
        assert_eq!(fullness(&ending), 4.0 / 32.0);
    }
}
