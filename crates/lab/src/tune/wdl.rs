//! The win, draw and loss models, found from self-play: the numbers of [`WdlCurves`], by greatest
//! likelihood, and how well they foretell games that were held out. Full boards and bare ones get numbers of their
//! own if those foretell the held-out games better.
//!
//! Every position counts whose move was searched and whose score is not proven, with the result of its
//! game. A game that was given up for its length counts as a draw if its last score was even, and else not at all:
//! nobody knows who would have won, and such games have more positions than others.

use super::HELD_OUT;
use crate::selfplay::file::{Damage, SelfPlayGame, SelfPlayResult};
use crate::selfplay::replay::{self, ReplayError, SampleFilter};
use helgi_engine::internals::search::is_decided;
use helgi_engine::internals::wdl::{WdlCurves, fullness};
use helgi_engine::{Chances, WdlModel};
use helgi_rules::board::Side;
use helgi_rules::{GameId, Position};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Every searched position.
const FILTER: SampleFilter = SampleFilter { from_ply: 0, most: i16::MAX, only_quiet: false };

/// Into how many parts expectations are divided to compare them with results.
const PARTS: usize = 10;

/// Between these the numbers are looked for. With a slope of 54, 2,000 centipawns would be a certain win, since e^-37 is
/// lost beside 1 in floating point. Unit: centipawns.
const SLOPES: (f64, f64) = (60.0, 5_000.0);
const WIDEST: f64 = 5_000.0;

/// A board of less than this fullness is nearly bare.
const NEARLY_BARE: f64 = 0.25;

/// So large a share of the positions has a nearly bare board where bare boards get numbers of their own: with less these
/// would be an extrapolation.
const LEAST_BARE: f64 = 0.01;

/// So much less log-loss of the games held out is worth numbers of their own for bare boards.
const LEAST_GAIN: f64 = 0.005;

/// A game that was given up at a score within this counts as a draw. Unit: centipawns.
const EVEN: u16 = 100;

/// Into how many steps the fullness of boards is divided.
const STEPS: u8 = 32;

/// Scores on boards of each fullness, and how often which result followed, both for the side to move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of games.
    pub games: usize,
    /// For each fullness in steps and score in centipawns the numbers of wins, draws and losses.
    counts: BTreeMap<(u8, i16), [u64; 3]>,
}

/// The scores of games to fit to, and of every eighth game, which is held out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tallies {
    /// The tally for the fit.
    pub fitted: Tally,
    /// The tally held out.
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
    fn add(&mut self, game: GameId, played: &SelfPlayGame) -> Result<(), ReplayError> {
        if played.ending == SelfPlayResult::Unfinished && !was_even(played) {
            return Ok(());
        }
        let is_held_out = (self.fitted.games + self.held_out.games).is_multiple_of(HELD_OUT);
        let tally = if is_held_out { &mut self.held_out } else { &mut self.fitted };
        tally.games += 1;
        replay::replay(&game, played, FILTER, |position, score| {
            if !is_decided(score.into()) {
                tally.count(fullness(position), score, played.ending, position.side());
            }
        })
    }
}

/// Returns true if the last search of a game found neither side ahead.
fn was_even(played: &SelfPlayGame) -> bool {
    let last = played.plies.iter().rev().find_map(|ply| ply.score);
    last.is_none_or(|score| score.unsigned_abs() <= EVEN)
}

impl Tally {
    fn count(&mut self, fullness: f64, score: i16, ending: SelfPlayResult, side: Side) {
        let step = (fullness * f64::from(STEPS)).round() as u8;
        let result = ending.result_for(side);
        // 1, 0.5 and 0.
        let index = (2.0 - 2.0 * result) as usize;
        self.counts.entry((step, score)).or_default()[index] += 1;
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.counts.values().flatten().sum()
    }

    /// The share of the positions whose boards are nearly bare.
    fn share_of_bare(&self) -> f64 {
        let is_bare = |step: u8| f64::from(step) < NEARLY_BARE * f64::from(STEPS);
        let bare = self.counts.iter().filter(|((step, _), _)| is_bare(*step)).flat_map(|(_, counts)| counts);
        bare.sum::<u64>() as f64 / self.positions().max(1) as f64
    }

    /// The mean over all positions of what `value` makes of the chances at their fullness and score, and of the
    /// result: 0 a win, 1 a draw, 2 a loss.
    fn mean(&self, chances: impl Fn(f64, i16) -> Chances, value: impl Fn(Chances, usize) -> f64) -> f64 {
        let of = |(&(step, score), counts): (&(u8, i16), &[u64; 3])| {
            let chances = chances(f64::from(step) / f64::from(STEPS), score);
            let found = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            found.map(|(result, &count)| count as f64 * value(chances, result)).sum::<f64>()
        };
        self.counts.iter().map(of).sum::<f64>() / self.positions().max(1) as f64
    }

    /// The mean of what came of the positions: the chances of whoever knows no score.
    fn frequencies(&self) -> Chances {
        let count = |result: usize| self.counts.values().map(|counts| counts[result]).sum::<u64>() as f64;
        let share = |result| count(result) / self.positions().max(1) as f64;
        // Both sides are to move alike, but for chance.
        let decided = f64::midpoint(share(0), share(2));
        Chances { win: decided, draw: share(1), loss: decided }
    }

    /// The mean cross-entropy between results and chances: 0 would be foresight.
    fn log_loss(&self, chances: impl Fn(f64, i16) -> Chances) -> f64 {
        self.mean(chances, |chances, result| -of_result(chances, result).max(1e-12).ln())
    }

    /// The mean square of the difference between results (1, 0.5, 0) and expectations.
    fn brier(&self, chances: impl Fn(f64, i16) -> Chances) -> f64 {
        self.mean(chances, |chances, result| (chances.expected() - result_value(result)).powi(2))
    }
}

/// The chances by a game's curves, of a board's fullness and a score.
fn by(curves: WdlCurves) -> impl Fn(f64, i16) -> Chances {
    move |fullness, score| curves.at(fullness).estimate(score.into())
}

fn of_result(Chances { win, draw, loss }: Chances, result: usize) -> f64 {
    [win, draw, loss][result]
}

fn result_value(result: usize) -> f64 {
    1.0 - result as f64 / 2.0
}

/// The numbers under which the results of the fitted games are most likely: one model for all boards, unless the
/// games that were held out are foretold better by one for full boards and one for bare ones.
pub fn fit(tallies: &Tallies) -> WdlCurves {
    let single = single(&tallies.fitted);
    let both = both(&tallies.fitted, single);
    let loss = |curves| tallies.held_out.log_loss(by(curves));
    let is_better = loss(both) + LEAST_GAIN < loss(WdlCurves::single(single));
    let is_determined = tallies.fitted.share_of_bare() >= LEAST_BARE;
    if is_better && is_determined { both } else { WdlCurves::single(single) }
}

/// Between which widths the best is looked for.
fn widths(tally: &Tally) -> (f64, f64) {
    let has_draws = tally.counts.values().any(|[_, draws, _]| *draws > 0);
    (0.0, if has_draws { WIDEST } else { 0.0 })
}

/// The most likely numbers, if they are the same for all boards.
fn single(tally: &Tally) -> WdlModel {
    let loss = |model: WdlModel| tally.log_loss(by(WdlCurves::single(model)));
    let (narrowest, widest) = widths(tally);
    let width = |slope: f64| valley(narrowest, widest, |draw_width| loss(WdlModel { slope, draw_width }));
    let (low, high) = SLOPES;
    // The likelihood has one peak, so that it has one along each number.
    let slope = valley(low.ln(), high.ln(), |slope| {
        let slope = slope.exp();
        loss(WdlModel { slope, draw_width: width(slope) })
    });
    let slope = slope.exp();
    as_written(WdlModel { slope, draw_width: width(slope) })
}

/// The most likely numbers for full and for bare boards, from those for all: each in turn, until they stay.
fn both(tally: &Tally, single: WdlModel) -> WdlCurves {
    const ROUNDS: usize = 30;
    let (low, high) = SLOPES;
    let ranges = [(low.ln(), high.ln()), widths(tally)];
    let model = |slope: f64, draw_width| WdlModel { slope: slope.exp(), draw_width };
    let curves =
        |[full, wide, bare, wider]: [f64; 4]| WdlCurves { full: model(full, wide), bare: model(bare, wider) };
    let mut numbers = [single.slope.ln(), single.draw_width, single.slope.ln(), single.draw_width];
    for _ in 0..ROUNDS {
        let before = numbers;
        for place in 0..numbers.len() {
            let (low, high) = ranges[place % ranges.len()];
            numbers[place] = valley(low, high, |number| {
                let mut tried = numbers;
                tried[place] = number;
                tally.log_loss(by(curves(tried)))
            });
        }
        // A round follows from the numbers before it alone, so every further one would change nothing either.
        if numbers == before {
            break;
        }
    }
    let WdlCurves { full, bare } = curves(numbers);
    WdlCurves { full: as_written(full), bare: as_written(bare) }
}

/// The numbers as they are written down.
fn as_written(model: WdlModel) -> WdlModel {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    WdlModel { slope: tenths(model.slope), draw_width: tenths(model.draw_width) }
}

/// Returns the place where a function of one valley is least.
fn valley(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // Each round keeps two thirds, so that these leave a hundred-thousandth of the range.
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

/// The quality of a prediction of results.
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
    pub parts: Vec<ReliabilityRow>,
}

/// The positions whose expectation is in one tenth, and what came of them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ReliabilityRow {
    /// The number of positions.
    pub positions: u64,
    /// The average expectation of the model, from 0 to 1.
    pub expected: f64,
    /// The average result.
    pub found: f64,
}

/// Measures the prediction of a tally's results by curves.
pub fn quality(curves: WdlCurves, tally: &Tally) -> Quality {
    let guess = tally.frequencies();
    Quality {
        positions: tally.positions(),
        games: tally.games,
        log_loss: tally.log_loss(by(curves)),
        log_loss_of_guess: tally.log_loss(|_, _| guess),
        brier: tally.brier(by(curves)),
        brier_of_guess: tally.brier(|_, _| guess),
        parts: parts(curves, tally),
    }
}

fn parts(curves: WdlCurves, tally: &Tally) -> Vec<ReliabilityRow> {
    let mut parts = vec![ReliabilityRow::default(); PARTS];
    for (&(step, score), counts) in &tally.counts {
        let expected = by(curves)(f64::from(step) / f64::from(STEPS), score).expected();
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
pub fn write(name: &str, curves: WdlCurves, origin: &str) -> String {
    let about =
        format!("The win, draw and loss model of `{name}`, written by `helgi tune {name} --wdl --write`.");
    let comment = super::source::comment;
    let model = |WdlModel { slope, draw_width }| {
        format!("WdlModel {{ slope: {slope:.1}, draw_width: {draw_width:.1} }}")
    };
    format!(
        "{}//!\n{}\nuse crate::wdl::{{WdlCurves, WdlModel}};\n\n\
         pub(super) const WDL: WdlCurves = WdlCurves {{\n    full: {},\n    bare: {},\n}};\n",
        comment(&about),
        comment(origin),
        model(curves.full),
        model(curves.bare)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::file::SelfPlayPly;
    use fastrand::Rng;
    use helgi_rules::board::{Move, Square};

    /// Results that follow from scores by known curves, on boards of all kinds.
    fn drawn(curves: WdlCurves, positions: usize) -> Tally {
        let mut random = Rng::with_seed(7);
        let mut tally = Tally { games: 1, ..Tally::default() };
        for _ in 0..positions {
            let (fullness, score) = (f64::from(random.u8(2..=32)) / 32.0, 10 * random.i16(-90..=90));
            let Chances { win, draw, .. } = curves.at(fullness).estimate(score.into());
            let number = random.f64();
            let ending = match () {
                () if number < win => SelfPlayResult::White,
                () if number < win + draw => SelfPlayResult::Draw,
                () => SelfPlayResult::Black,
            };
            tally.count(fullness, score, ending, Side::White);
        }
        tally
    }

    fn found_again(known: WdlCurves) -> WdlCurves {
        let tallies = Tallies { fitted: drawn(known, 60_000), held_out: drawn(known, 20_000) };
        let found = fit(&tallies);
        let quality = quality(found, &tallies.held_out);
        assert!(quality.log_loss < quality.log_loss_of_guess && quality.brier < quality.brier_of_guess);
        for part in quality.parts.iter().filter(|part| part.positions > 500) {
            assert!((part.expected - part.found).abs() < 0.05, "{part:?}");
        }
        found
    }

    #[test]
    fn known_numbers_are_found_again() {
        for known in [
            WdlModel { slope: 180.0, draw_width: 90.0 },
            WdlModel { slope: 60.0, draw_width: 260.0 },
            WdlModel { slope: 300.0, draw_width: 0.0 },
        ] {
            let found = found_again(WdlCurves::single(known));
            assert_eq!(found.full, found.bare, "what is one curve stays one");
            assert!((found.full.slope / known.slope - 1.0).abs() < 0.04, "{known:?} {found:?}");
            assert!((found.full.draw_width - known.draw_width).abs() < 6.0, "{known:?} {found:?}");
        }
    }

    #[test]
    fn a_game_given_up_is_a_draw_only_if_nobody_was_ahead() {
        let played = |score| SelfPlayGame {
            number: 0,
            ending: SelfPlayResult::Unfinished,
            start: None,
            plies: vec![
                SelfPlayPly { played: Move::step(Square(6), Square(21)), score: Some(3) },
                SelfPlayPly { played: Move::step(Square(62), Square(45)), score: Some(score) },
            ],
        };
        let counted = |score| {
            let mut tallies = Tallies::default();
            tallies.add(GameId::CHESS, &played(score)).unwrap();
            tallies.held_out.positions() + tallies.fitted.positions()
        };
        assert_eq!([counted(-100), counted(101), counted(-900)], [2, 0, 0]);
    }

    #[test]
    fn bare_boards_have_numbers_of_their_own() {
        let full = WdlModel { slope: 80.0, draw_width: 100.0 };
        let bare = WdlModel { slope: 140.0, draw_width: 400.0 };
        let found = found_again(WdlCurves { full, bare });
        for (found, known) in [(found.full, full), (found.bare, bare)] {
            assert!((found.slope / known.slope - 1.0).abs() < 0.1, "{known:?} {found:?}");
            assert!((found.draw_width - known.draw_width).abs() < 20.0, "{known:?} {found:?}");
        }
    }

    #[test]
    fn bare_boards_get_no_numbers_if_no_game_has_them() {
        let full = WdlModel { slope: 80.0, draw_width: 100.0 };
        let known = WdlCurves { full, bare: WdlModel { slope: 400.0, draw_width: 700.0 } };
        let tally = |positions| {
            let mut tally = drawn(known, positions);
            tally.counts.retain(|&(step, _), _| step >= STEPS / 4);
            tally
        };
        let found = fit(&Tallies { fitted: tally(60_000), held_out: tally(20_000) });
        assert_eq!(found.full, found.bare, "{found:?}");
    }

    #[test]
    fn no_slope_makes_an_estimate_certain() {
        let known = WdlCurves::single(WdlModel { slope: 10.0, draw_width: 20.0 });
        let found = fit(&Tallies { fitted: drawn(known, 60_000), held_out: drawn(known, 20_000) });
        for fullness in [0.0, 0.5, 1.0] {
            let model = found.at(fullness);
            let (less, more) = (model.expected(1_993), model.expected(2_000));
            assert!(less < more && more < 1.0, "{found:?}");
        }
    }

    #[test]
    fn the_file_is_written_with_its_origin() {
        let full = WdlModel { slope: 181.25, draw_width: 90.0 };
        let text =
            write("chess", WdlCurves { full, bare: WdlModel { slope: 90.0, ..full } }, "Drawn at random.");
        assert_eq!(super::super::source::origin(&text).as_deref(), Some("Drawn at random."));
        assert!(text.contains("    full: WdlModel { slope: 181.2, draw_width: 90.0 },\n"), "{text}");
        assert!(text.ends_with("    bare: WdlModel { slope: 90.0, draw_width: 90.0 },\n};\n"), "{text}");
    }
}
