//! `helgi tune`: the weights of an evaluation by games that were played, the numbers of the search by
//! games that are.

mod search;
mod spsa;
mod wdl;

use super::command_files::CommandFiles;
use super::place::{expect_file, try_file, write_file};
use super::progress::CommandProgress;
use helgi_lab::tune::fit::Curve;
use helgi_lab::tune::source::{self, Constant};
use helgi_lab::tune::{self, Errors, Fitting, Tuned, TuningSettings};
use helgi_rules::GameId;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `helgi tune`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    weights: Option<Weights>,
}

/// Tuning of anything but weights.
#[derive(clap::Subcommand, Debug)]
enum Other {
    /// Tune search parameters by self-play, or test values for them
    Search(search::Arguments),
}

/// Runs the requested tuning.
///
/// # Errors
///
/// Of the files and the output, and when an option is refused.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    match arguments {
        Arguments { other: Some(Other::Search(arguments)), .. } => search::run(arguments, out),
        Arguments { weights: Some(arguments), .. } => tune_weights(arguments, out),
        Arguments { .. } => Err(super::invalid("expected a game and its files, or `helgi tune search`")),
    }
}

/// The arguments of the tuning of weights.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Compares the evaluation of quiet positions from self-play with the scores of
the search and the results of the games, and changes the weights so that they
agree better. Some of the games are held out for validation. The source file
with the new weights is printed, or written with --write.

With --wdl, fits the curve from scores to results instead: the chances of win,
draw and loss that `helgi analyze` and UCI_ShowWDL use. Full boards and
bare ones get numbers of their own if those predict the games held out better.

Examples:
  helgi datagen tavreli --games 2000                 writes tavreli-1.games
  helgi tune tavreli tavreli-1.games
  helgi tune chess chess-*.games --search-share 0    fit to the results only
  helgi tune tavreli tavreli-1.games --write         into this checkout
  helgi tune tavreli tavreli-1.games --rounds 0 --write new.rs
                                                     the present weights
  helgi tune tavreli --wdl tavreli-*.games --write   chances by score")]
struct Weights {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Files from `helgi datagen`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of descent steps
    #[arg(long, default_value_t = 400)]
    rounds: u32,
    /// Freedom of the weights to move from their present values
    #[arg(long, default_value_t = 1.0)]
    freedom: f64,
    /// Share of the search's score in the target, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value_t = 0.8)]
    search_share: f64,
    /// Centipawns that multiply the odds of winning by e; by default fitted to the positions
    #[arg(long)]
    slope: Option<f64>,
    /// Fit the curve from scores to results instead of weights
    #[arg(long, conflicts_with_all = ["rounds", "freedom", "search_share", "slope"])]
    wdl: bool,
    /// Write the source file instead of printing it: to this file, to `weights.rs` or `wdl.rs` in this
    /// folder, or by default to `crates/engine/src/eval/GAME` (variants share the folder of their game)
    #[arg(long, value_name = "PATH")]
    write: Option<Option<PathBuf>>,
}

/// Reads, fits, and prints or writes.
fn tune_weights(arguments: &Weights, out: &mut impl Write) -> io::Result<()> {
    positive("--freedom", arguments.freedom)?;
    if !(0.0..=1.0).contains(&arguments.search_share) {
        return Err(super::invalid(format!("--search-share {}: expected 0 to 1", arguments.search_share)));
    }
    if let Some(slope) = arguments.slope {
        positive("--slope", slope)?;
    }
    if arguments.wdl {
        return wdl::fit(arguments, out);
    }
    let mut fitting = tune::fitting(arguments.game);
    // Before hours of work, whether its result can be kept.
    let file = target(arguments, source::path(fitting.name()))?;
    super::read_games(&arguments.files, out, |path| fitting.read(path))?;
    if fitting.positions() == 0 {
        return Err(super::invalid("no positions to fit to; use more games"));
    }
    let tuned = fit(&*fitting, arguments);
    writeln!(out, "centipawns that multiply the odds by e: {:.0}", tuned.curve.slope)?;
    let mut line = |name, Errors { positions, before, after }| {
        writeln!(out, "{name}: {positions} positions, error {before:.5} before, {after:.5} after")
    };
    line("fitted", tuned.fitted)?;
    line("held out", tuned.held_out)?;
    let text = source::write(fitting.name(), &tuned.weights, &origin(arguments, &tuned));
    write_or_print(file.as_deref(), &text, out)
}

fn positive(option: &str, value: f64) -> io::Result<()> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(super::invalid(format!("{option} {value}: expected a number greater than 0")))
}

fn write_or_print(file: Option<&Path>, text: &str, out: &mut impl Write) -> io::Result<()> {
    let Some(file) = file else { return write!(out, "{text}") };
    write_file(file, text.as_bytes())?;
    writeln!(out, "written: {}", file.display())
}

/// The file to write, if one is wanted: the given one, in a folder the one with the name of the
/// source file `own`, by default that itself, in the checkout that the program was started in.
fn target(arguments: &Weights, own: PathBuf) -> io::Result<Option<PathBuf>> {
    let file = match &arguments.write {
        None => return Ok(None),
        Some(None) => own,
        Some(Some(path)) if path.is_dir() => path.join(own.file_name().unwrap_or_default()),
        Some(Some(path)) => path.clone(),
    };
    // A name alone has an empty parent, which is the present folder.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let error = "the folder does not exist; run this in the root of the checkout, or use --write FILE";
        return Err(super::invalid(format!("{}: {error}", file.display())));
    }
    expect_file("--write", &file)?;
    CommandFiles::reading(&arguments.files).write("--write", &file)?;
    try_file(&file)?;
    Ok(Some(file))
}

/// The names of files without their folders, which do not belong in the source.
fn names(files: &[PathBuf]) -> String {
    let names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
    names.collect::<Vec<_>>().join(" ")
}

/// Returns the origin of new weights, for readers of the file.
fn origin(arguments: &Weights, tuned: &Tuned<Constant>) -> String {
    let Weights { game, files, rounds, freedom, search_share, slope, .. } = arguments;
    let from = names(files);
    let slope = slope.map_or(String::new(), |slope| format!(" --slope {slope}"));
    let options =
        format!("{from} --rounds {rounds} --freedom {freedom} --search-share {search_share}{slope}");
    let error = |Errors { positions, before, after }: Errors| {
        format!("{positions} positions from {before:.5} to {after:.5}")
    };
    let (fitted, held_out) = (error(tuned.fitted), error(tuned.held_out));
    let name = game.name();
    format!("`helgi tune {name} {options}`: error on the {fitted}, on the {held_out} that were held out.")
}

/// The new weights.
fn fit(fitting: &dyn Fitting, arguments: &Weights) -> Tuned<Constant> {
    let &Weights { rounds, freedom, search_share, slope, .. } = arguments;
    let curve = slope.map(|slope| Curve { slope });
    let settings = TuningSettings { rounds, freedom, search_share, curve };
    let mut weights_bar = CommandProgress::new("{bar:40} {pos} of {len} weights, {eta} to go");
    let mut rounds_bar = CommandProgress::new("{bar:40} {pos} of {len} rounds, {eta} to go");
    let tuned = fitting.tune(settings, &mut |progress| match progress {
        tune::TuningProgress::Weights(done, all) => weights_bar.set(done as u64, all as u64),
        tune::TuningProgress::Rounds(done, all) => {
            weights_bar.finish();
            rounds_bar.set(done.into(), all.into());
        }
    });
    weights_bar.finish();
    rounds_bar.finish();
    tuned
}
