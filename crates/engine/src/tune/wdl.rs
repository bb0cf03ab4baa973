//! How results follow from scores, found from self-play: the two numbers of a [`WdlModel`], by greatest
//! likelihood, and how well they foretell games that were held out.
//!
//! Every position counts whose move was searched and whose score is not proven, with the result of its
//! game. A game that was given up for its length counts as a draw.

use super::HELD_OUT;
use crate::search::is_decided;
use crate::selfplay::file::{Damage, Ending, Played};
use crate::selfplay::replay::{self, Filter};
use crate::wdl::{Chances, WdlModel};
use helgi_rules::board::Side;
use helgi_rules::{GameId, Position};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Every searched position.
const FILTER: Filter = Filter { from_ply: 0, most: i16::MAX, only_quiet: false };

/// Into how many parts expectations are divided to compare them with results.
const PARTS: usize = 10;

/// Between these the numbers are looked for. Unit: centipawns.
const SLOPES: (f64, f64) = (10.0, 5_000.0);
const WIDEST: f64 = 5_000.0;

/// Scores, and how often which result followed, both for the side to move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of games.
    pub games: usize,
    /// For each score in centipawns the numbers of wins, draws and losses.
    counts: BTreeMap<i16, [u64; 3]>,
}

/// The scores of games to fit to, and of every eighth game, which is held out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tallies {
    /// What is fitted to.
    pub fitted: Tally,
    /// What is held out.
    pub held_out: Tally,
}

impl Tallies {
    /// Adds the games of a file. What is behind damage is left out, and the damage returned.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is none of games of self-play.
    pub fn read(&mut self, game: GameId, path: &Path) -> io::Result<Option<Damage>> {
        replay::read(path, |id, _, played| {
            super::expect(game, id)?;
            self.add(game, played)
        })
    }

    /// Adds a game; the error is a move of it that is not legal.
    fn add(&mut self, game: GameId, played: &Played) -> Result<(), String> {
        let is_held_out = (self.fitted.games + self.held_out.games).is_multiple_of(HELD_OUT);
        let tally = if is_held_out { &mut self.held_out } else { &mut self.fitted };
        tally.games += 1;
        replay::replay(&game, played, FILTER, |position, score| {
            if !is_decided(score.into()) {
                tally.count(score, played.ending, position.side());
            }
        })
    }
}

impl Tally {
    fn count(&mut self, score: i16, ending: Ending, side: Side) {
        let result = ending.result_for(side);
        // 1, 0.5 and 0.
        let index = (2.0 - 2.0 * result) as usize;
        self.counts.entry(score).or_default()[index] += 1;
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.counts.values().flatten().sum()
    }

    /// The mean over all positions of what `value` makes of a score and a result: 0 a win, 1 a draw, 2 a
    /// loss.
    fn mean(&self, value: impl Fn(i16, usize) -> f64) -> f64 {
        let of = |(&score, counts): (&i16, &[u64; 3])| {
            let found = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            found.map(|(result, &count)| count as f64 * value(score, result)).sum::<f64>()
        };
        self.counts.iter().map(of).sum::<f64>() / self.positions().max(1) as f64
    }

    /// The mean of what came of the positions: the chances of whoever knows no score.
    fn frequencies(&self) -> Chances {
        let share = |wanted| self.mean(|_, result| f64::from(u8::from(result == wanted)));
        // Both sides are to move alike, but for chance.
        let decided = f64::midpoint(share(0), share(2));
        Chances { win: decided, draw: share(1), loss: decided }
    }

    /// The mean cross-entropy between results and chances: 0 would be foresight.
    fn log_loss(&self, chances: impl Fn(i16) -> Chances) -> f64 {
        self.mean(|score, result| -of_result(chances(score), result).max(1e-12).ln())
    }

    /// The mean square of the difference between results (1, 0.5, 0) and expectations.
    fn brier(&self, chances: impl Fn(i16) -> Chances) -> f64 {
        self.mean(|score, result| (chances(score).expected() - result_value(result)).powi(2))
    }
}

fn of_result(Chances { win, draw, loss }: Chances, result: usize) -> f64 {
    [win, draw, loss][result]
}

fn result_value(result: usize) -> f64 {
    1.0 - result as f64 / 2.0
}

/// The numbers under which the results of the tally are most likely.
pub fn fit(tally: &Tally) -> WdlModel {
    let loss = |model: WdlModel| tally.log_loss(|score| model.estimate(score.into()));
    let has_draws = tally.counts.values().any(|[_, draws, _]| *draws > 0);
    let width = |slope: f64| {
        let widest = if has_draws { WIDEST } else { 0.0 };
        valley(0.0, widest, |draw_width| loss(WdlModel { slope, draw_width }))
    };
    let (low, high) = SLOPES;
    // The likelihood has one peak, so that it has one along each number.
    let slope = valley(low.ln(), high.ln(), |slope| {
        let slope = slope.exp();
        loss(WdlModel { slope, draw_width: width(slope) })
    });
    let slope = slope.exp();
    // As they are written down.
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    WdlModel { slope: tenths(slope), draw_width: tenths(width(slope)) }
}

/// Where a function of one valley is least.
fn valley(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..28 {
        let third = (high - low) / 3.0;
        if function(low + third) < function(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    low.midpoint(high)
}

/// How well a model foretells results.
#[derive(Clone, PartialEq, Debug)]
pub struct Quality {
    /// The number of positions.
    pub positions: u64,
    /// The number of games.
    pub games: usize,
    /// The mean cross-entropy between chances and results.
    pub log_loss: f64,
    /// The same of somebody who knows only how often games are drawn.
    pub log_loss_of_guess: f64,
    /// The mean square of the difference between expectation and result.
    pub brier: f64,
    /// The same of that somebody.
    pub brier_of_guess: f64,
    /// Expectations and results, by tenths of the expectation.
    pub parts: Vec<Part>,
}

/// The positions whose expectation is in one tenth, and what came of them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Part {
    /// The number of positions.
    pub positions: u64,
    /// What the model expects on average, from 0 to 1.
    pub expected: f64,
    /// What the average result was.
    pub found: f64,
}

/// How well a model foretells the results of a tally.
pub fn quality(model: WdlModel, tally: &Tally) -> Quality {
    let chances = |score: i16| model.estimate(score.into());
    let guess = tally.frequencies();
    Quality {
        positions: tally.positions(),
        games: tally.games,
        log_loss: tally.log_loss(chances),
        log_loss_of_guess: tally.log_loss(|_| guess),
        brier: tally.brier(chances),
        brier_of_guess: tally.brier(|_| guess),
        parts: parts(model, tally),
    }
}

fn parts(model: WdlModel, tally: &Tally) -> Vec<Part> {
    let mut parts = vec![Part::default(); PARTS];
    for (&score, counts) in &tally.counts {
        let expected = model.estimate(score.into()).expected();
        let part = &mut parts[((expected * PARTS as f64) as usize).min(PARTS - 1)];
        for (result, &count) in counts.iter().enumerate() {
            part.positions += count;
            part.expected += count as f64 * expected;
            part.found += count as f64 * result_value(result);
        }
    }
    for part in &mut parts {
        let count = part.positions.max(1) as f64;
        (part.expected, part.found) = (part.expected / count, part.found / count);
    }
    parts
}

/// The source file of a game's numbers, beside those of its weights: relative to the root of the checkout.
pub fn path(name: &str) -> PathBuf {
    super::source::path(name).with_file_name(FILE)
}

/// The name of that file.
pub const FILE: &str = "wdl.rs";

/// The text of that file; `origin` says what the numbers were fitted to.
pub fn write(name: &str, model: WdlModel, origin: &str) -> String {
    let about =
        format!("How results follow from scores in `{name}`, written by `helgi tune {name} --wdl --write`.");
    let comment = super::source::comment;
    let WdlModel { slope, draw_width } = model;
    format!(
        "{}//!\n{}\nuse crate::wdl::WdlModel;\n\n\
         pub(super) const WDL: WdlModel = WdlModel {{ slope: {slope:.1}, draw_width: {draw_width:.1} }};\n",
        comment(&about),
        comment(origin)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Results that follow from scores by a known model.
    fn drawn(model: WdlModel, positions: usize) -> Tally {
        let mut random = Rng::with_seed(7);
        let mut tally = Tally { games: 1, ..Tally::default() };
        for _ in 0..positions {
            let score = random.i16(-900..=900);
            let Chances { win, draw, .. } = model.estimate(score.into());
            let number = random.f64();
            let ending = match () {
                () if number < win => Ending::White,
                () if number < win + draw => Ending::Draw,
                () => Ending::Black,
            };
            tally.count(score, ending, Side::White);
        }
        tally
    }

    #[test]
    fn known_numbers_are_found_again() {
        for known in [
            WdlModel { slope: 180.0, draw_width: 90.0 },
            WdlModel { slope: 60.0, draw_width: 260.0 },
            WdlModel { slope: 300.0, draw_width: 0.0 },
        ] {
            let tally = drawn(known, 60_000);
            let found = fit(&tally);
            assert!((found.slope / known.slope - 1.0).abs() < 0.04, "{known:?} {found:?}");
            assert!((found.draw_width - known.draw_width).abs() < 6.0, "{known:?} {found:?}");
            let quality = quality(found, &tally);
            assert!(quality.log_loss < quality.log_loss_of_guess && quality.brier < quality.brier_of_guess);
            for part in quality.parts.iter().filter(|part| part.positions > 500) {
                assert!((part.expected - part.found).abs() < 0.05, "{part:?}");
            }
        }
    }

    #[test]
    fn the_file_is_written_with_its_origin() {
        let text = write("chess", WdlModel { slope: 181.25, draw_width: 90.0 }, "Drawn at random.");
        assert_eq!(super::super::source::origin(&text).as_deref(), Some("Drawn at random."));
        assert!(text.ends_with("WdlModel { slope: 181.2, draw_width: 90.0 };\n"), "{text}");
    }
}
