//! `helgi tune`.

use helgi_engine::Judged;
use helgi_engine::eval::Tunable;
use helgi_engine::tune::fit::Curve;
use helgi_engine::tune::samples::{self, Plan, Sample};
use helgi_engine::tune::{Errors, Progress, Settings, tune};
use helgi_rules::Game;
use helgi_rules::games::GameId;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be said behind `tune`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games are played against itself. What the search says about quiet positions on the way, and how the
games end, is compared with what the evaluation says, and the weights are changed so that they agree
better. A part of the games is held out; its error tells what the new weights are worth. Then come the
weights as they stand in the evaluation's source.

Examples:
  helgi tune chess
  helgi tune tavreli --positions 100000 --nodes 3000 --threads 2 --data tavreli.tsv
  helgi tune tavreli --data tavreli.tsv                 the file is there: no games are played
  helgi tune chess --search-share 0                     fit to the results alone")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// How many positions to take from games
    #[arg(long, default_value_t = 50_000)]
    positions: usize,
    /// How many nodes to search for each move of a game
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// What openings and positions are drawn with; the same seed makes the same positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file of the positions: read if it is there, written if not
    #[arg(long)]
    data: Option<PathBuf>,
    /// How many rounds to descend
    #[arg(long, default_value_t = 400)]
    rounds: u32,
    /// How freely weights leave what they are
    #[arg(long, default_value_t = 1.0)]
    freedom: f64,
    /// How much of what is fitted to is what a search said of a position, not the result of its game:
    /// 0 to 1
    #[arg(long, default_value_t = 0.8)]
    search_share: f64,
    /// How many centipawns multiply the odds of winning by e; found from the positions if not given
    #[arg(long)]
    slope: Option<f64>,
}

/// Plays, fits and prints.
///
/// # Errors
///
/// Of the files and the output, when the file is refused, and for want of memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    positive("--freedom", arguments.freedom)?;
    if !(0.0..=1.0).contains(&arguments.search_share) {
        return Err(super::invalid(format!("--search-share {}: expected 0 to 1", arguments.search_share)));
    }
    if let Some(slope) = arguments.slope {
        positive("--slope", slope)?;
    }
    helgi_engine::visit(arguments.game, Tune { arguments, out })
}

fn positive(option: &str, value: f64) -> io::Result<()> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(super::invalid(format!("{option} {value}: expected more than 0")))
}

struct Tune<'a, W> {
    arguments: &'a Arguments,
    out: &'a mut W,
}

impl<W: Write> helgi_engine::Visitor for Tune<'_, W> {
    type Output = io::Result<()>;

    fn visit<G: Judged>(self, game: G, evaluator: &'static G::Evaluation) -> io::Result<()> {
        let Tune { arguments, out } = self;
        let samples = samples(&game, evaluator, arguments)?;
        let &Arguments { rounds, freedom, search_share, slope, .. } = arguments;
        let curve = slope.map(|slope| Curve { slope });
        let settings = Settings { rounds, freedom, search_share, curve };
        let (weights, rounds) = (bar("weights"), bar("rounds"));
        let tuned = tune(evaluator, &samples, settings, |progress| match progress {
            Progress::Weights(done, all) => show(&weights, done as u64, all as u64),
            Progress::Rounds(done, all) => show(&rounds, done.into(), all.into()),
        });
        weights.finish_and_clear();
        rounds.finish_and_clear();
        writeln!(out, "centipawns that multiply the odds by e: {:.0}", tuned.curve.slope)?;
        let mut line = |name, Errors { positions, before, after }| {
            writeln!(out, "{name}: {positions} positions, error {before:.5} before, {after:.5} after")
        };
        line("fitted", tuned.fitted)?;
        line("held out", tuned.held_out)?;
        writeln!(out, "{:#?}", tuned.weights)
    }
}

/// The positions: of the file if there is one, else of games, kept in the file if one is named.
fn samples<G: Game, E: Tunable<G::Position>>(
    game: &G,
    evaluator: &E,
    arguments: &Arguments,
) -> io::Result<Vec<Sample<G::Position>>> {
    let path = arguments.data.as_deref();
    if let Some(path) = path.filter(|path| path.exists()) {
        let text = fs::read_to_string(path).map_err(|error| about(path, &error))?;
        return samples::read(game, &text)
            .map_err(|error| super::invalid(format!("{}: {error}", path.display())));
    }
    let &Arguments { positions, nodes, seed, threads, .. } = arguments;
    let plan = Plan { positions, nodes, seed, threads: threads.into() };
    let bar = bar("positions");
    let found = samples::collect(game, evaluator, &plan, |done| show(&bar, done as u64, positions as u64))
        .map_err(io::Error::other)?;
    bar.finish_and_clear();
    if let Some(path) = path {
        fs::write(path, samples::write(game, &found)).map_err(|error| about(path, &error))?;
    }
    Ok(found)
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A bar, which shows itself on a terminal only.
fn bar(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}, {eta} to go");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::no_length().with_style(style).with_message(what)
}

fn show(bar: &ProgressBar, done: u64, all: u64) {
    bar.set_length(all);
    bar.set_position(done);
}
