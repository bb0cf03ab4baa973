//! `helgi tune`.

use super::progress::Progress;
use helgi_engine::Judged;
use helgi_engine::eval::Tunable;
use helgi_engine::tune::fit::Curve;
use helgi_engine::tune::samples::{self, Plan, Sample};
use helgi_engine::tune::{self, Errors, Settings, Tuned, source};
use helgi_rules::games::GameId;
use helgi_rules::{Game, Position};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be said behind `tune`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games are played against itself. What the search says about quiet positions on the way, and how the
games end, is compared with what the evaluation says, and the weights are changed so that they agree
better. A part of the games is held out; its error tells what the new weights are worth. The source file
with the new weights is printed, or written with --write.

Examples:
  helgi tune chess
  helgi tune tavreli --positions 100000 --nodes 3000 --threads 2 --data tavreli.tsv
  helgi tune tavreli --data tavreli.tsv                 the file is there: no games are played
  helgi tune chess --search-share 0                     fit to the results alone
  helgi tune tavreli --write                            into the checkout that it is started in
  helgi tune tavreli --rounds 0 --write new.rs          the weights as they are, into a file")]
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
    /// Write the source file of the weights instead of printing it: this file, `weights.rs` in this
    /// folder, or by default `engine/src/eval/GAME/weights.rs` (variants share a game's)
    #[arg(long, value_name = "PATH")]
    write: Option<Option<PathBuf>>,
}

/// Plays, fits, and prints or writes.
///
/// # Errors
///
/// Of the files and the output, when an option or the file of positions is refused, and for want of
/// memory.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if arguments.positions == 0 {
        return Err(super::invalid("--positions 0: expected 1 or more"));
    }
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
        // Before hours of work, whether its result can be kept.
        let file =
            arguments.write.as_ref().map(|path| target(path.as_deref(), G::Evaluation::NAME)).transpose()?;
        let data = arguments.data.as_deref();
        let is_read = data.is_some_and(Path::exists);
        let samples = match data.filter(|_| is_read) {
            Some(path) => read(&game, path)?,
            None => play(&game, evaluator, arguments)?,
        };
        if samples.is_empty() {
            return Err(super::invalid("no positions to fit to"));
        }
        let tuned = fit(evaluator, &samples, arguments);
        writeln!(out, "centipawns that multiply the odds by e: {:.0}", tuned.curve.slope)?;
        let mut line = |name, Errors { positions, before, after }| {
            writeln!(out, "{name}: {positions} positions, error {before:.5} before, {after:.5} after")
        };
        line("fitted", tuned.fitted)?;
        line("held out", tuned.held_out)?;
        let text = source::write(G::Evaluation::NAME, &tuned.weights, &origin(arguments, is_read, &tuned));
        let Some(file) = file else { return write!(out, "{text}") };
        fs::write(&file, text).map_err(|error| about(&file, &error))?;
        writeln!(out, "written: {}", file.display())
    }
}

/// The file to write: what is named, in a folder `weights.rs`, by default the source file in the
/// checkout that the program was started in.
fn target(path: Option<&Path>, name: &str) -> io::Result<PathBuf> {
    let file = match path {
        None => source::path(name),
        Some(path) if path.is_dir() => path.join("weights.rs"),
        Some(path) => path.to_owned(),
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let error = "its folder is not there; start in the root of the checkout, or say --write FILE";
        return Err(super::invalid(format!("{}: {error}", file.display())));
    }
    Ok(file)
}

/// Where new weights come from, for those who read them.
fn origin<W>(arguments: &Arguments, is_read: bool, tuned: &Tuned<W>) -> String {
    let Arguments { game, positions, nodes, seed, data, rounds, freedom, search_share, slope, .. } =
        arguments;
    let from = match data.as_deref().and_then(Path::file_name).filter(|_| is_read) {
        Some(file) => format!("--data {}", file.display()),
        None => format!("--positions {positions} --nodes {nodes} --seed {seed}"),
    };
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
fn fit<P: Position, E: Tunable<P>>(
    evaluator: &E,
    samples: &[Sample<P>],
    arguments: &Arguments,
) -> Tuned<E::Weights> {
    let &Arguments { rounds, freedom, search_share, slope, .. } = arguments;
    let curve = slope.map(|slope| Curve { slope });
    let settings = Settings { rounds, freedom, search_share, curve };
    let mut weights_bar = Progress::new("{bar:40} {pos} of {len} weights, {eta} to go");
    let mut rounds_bar = Progress::new("{bar:40} {pos} of {len} rounds, {eta} to go");
    let tuned = tune::tune(evaluator, samples, settings, |progress| match progress {
        tune::Progress::Weights(done, all) => weights_bar.set(done as u64, all as u64),
        tune::Progress::Rounds(done, all) => {
            weights_bar.finish();
            rounds_bar.set(done.into(), all.into());
        }
    });
    weights_bar.finish();
    rounds_bar.finish();
    tuned
}

/// The positions of a file.
fn read<G: Game>(game: &G, path: &Path) -> io::Result<Vec<Sample<G::Position>>> {
    let text = fs::read_to_string(path).map_err(|error| about(path, &error))?;
    samples::read(game, &text).map_err(|error| super::invalid(format!("{}: {error}", path.display())))
}

/// Positions of games, kept in the file if one is named.
fn play<G: Game, E: Tunable<G::Position>>(
    game: &G,
    evaluator: &E,
    arguments: &Arguments,
) -> io::Result<Vec<Sample<G::Position>>> {
    let &Arguments { positions, nodes, seed, threads, .. } = arguments;
    let plan = Plan { positions, nodes, seed, threads: threads.into() };
    let mut bar = Progress::new("{bar:40} {pos} of {len} positions, {eta} to go");
    let found = samples::collect(game, evaluator, &plan, |done| bar.set(done as u64, positions as u64))
        .map_err(io::Error::other)?;
    bar.finish();
    if let Some(path) = &arguments.data {
        fs::write(path, samples::write(game, &found)).map_err(|error| about(path, &error))?;
    }
    Ok(found)
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
